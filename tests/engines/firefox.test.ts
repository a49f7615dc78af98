/** Firefox: fixtures in its worker, and flows. */
import { engineTests } from "./engine-tests.ts";

engineTests("firefox", { third: 1, quarter: 0 });
