/** WebKit, Safari's engine, as WebKitGTK: fixtures in its worker, and flows. */
import { engineTests } from "./engine-tests.ts";

engineTests("webkit", 2);
