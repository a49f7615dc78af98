/** The flows in Chromium, in whole; its parity is tested in tests/parity. */
import { engineTests } from "./engine-tests.ts";

engineTests("chromium", 0);
