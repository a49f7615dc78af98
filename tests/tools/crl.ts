import { crlFixtures, withoutSignature } from "../fixtures/crl/index.ts";
import type { ParityTests } from "./suite-parts.ts";

export const parity = {
  "crl/generate": { fixtures: crlFixtures, comparable: withoutSignature },
} satisfies ParityTests;
