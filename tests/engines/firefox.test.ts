/** Firefox: fixtures in its worker, and the whole flows. */
import { engineTests } from "./engine-tests.ts";

engineTests("firefox", { third: 1 });
