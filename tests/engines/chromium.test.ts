/** The whole flows, in the engine of the other browser tests; its parity is tested in tests/parity. */
import { engineTests } from "./engine-tests.ts";

engineTests("chromium", { third: null, half: 0 });
