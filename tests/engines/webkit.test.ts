/** WebKit, the engine of Safari, as WebKitGTK: every fixture in its worker, and the whole flows. */
import { engineTests } from "./engine-tests.ts";

engineTests("webkit", { parity: true });
