/** WebKit, Safari's engine, as WebKitGTK: fixtures in its worker, and flows. */
import { engineTests } from "./engine-tests.ts";

engineTests("webkit", { third: 2, quarter: 2 });
