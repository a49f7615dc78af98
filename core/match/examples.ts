/** Inputs that really work, for documentation, pages and tests. No worker imports them. */
import { exampleCertificate, examplePrivateKey, exampleTime } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { matchVerify } from "./contract.ts";

export const matchVerifyExample: RequestOf<typeof matchVerify> = {
  certificate: exampleCertificate,
  privateKey: examplePrivateKey,
  at: exampleTime,
};
