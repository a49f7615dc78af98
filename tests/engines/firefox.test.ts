/** Firefox: fixtures in its worker, and flows through whole tasks. */
import { engineTests } from "./engine-tests.ts";

engineTests("firefox", { third: 1, half: 0 });
