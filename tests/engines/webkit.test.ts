/** WebKit, the engine of Safari, as WebKitGTK: fixtures in its worker, and the whole flows. */
import { engineTests } from "./engine-tests.ts";

engineTests("webkit", { third: 2 });
