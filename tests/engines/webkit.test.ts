/** WebKit, the engine of Safari, as WebKitGTK: fixtures in its worker, and flows through whole tasks. */
import { engineTests } from "./engine-tests.ts";

engineTests("webkit", { third: 2, half: 1 });
