import { keyFixtures, withoutEncryption } from "../fixtures/key/index.ts";
import type { ParityTests } from "./suite-parts.ts";

export const parity = {
  "key/convert": { fixtures: keyFixtures, comparable: withoutEncryption },
} satisfies ParityTests;
