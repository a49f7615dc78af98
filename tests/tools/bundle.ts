import { bundleFixtures, withoutPassword } from "../fixtures/bundle/index.ts";
import type { ParityTests } from "./suite-parts.ts";

export const parity = {
  "bundle/make": { fixtures: bundleFixtures, comparable: withoutPassword },
} satisfies ParityTests;
