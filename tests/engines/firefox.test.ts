/** Firefox: fixtures in its worker, and flows. */
import { engineTests } from "./engine-tests.ts";

engineTests("firefox", 0);
