/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import { exampleCertificate, examplePrivateKey, exampleTime } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { matchVerify } from "./contract.ts";

export const matchVerifyExample: RequestOf<typeof matchVerify> = {
  certificate: exampleCertificate,
  privateKey: examplePrivateKey,
  at: exampleTime,
};

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  "match/verify certificate": "Certificates or a CSR. We pick the one that matches the key.",
};
