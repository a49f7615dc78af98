/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import { exampleCa, exampleCaPrivateKey } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { crlGenerate } from "./contract.ts";

export const crlGenerateExample: RequestOf<typeof crlGenerate> = {
  caCertificate: exampleCa,
  caPrivateKey: exampleCaPrivateKey,
  number: 1,
  thisUpdate: "2026-12-01T12:00:00Z",
  nextUpdate: "2026-12-31T12:00:00Z",
  entries: [
    {
      serialNumber: "1F2E3D4C5B6A79880123456789ABCDEF",
      revokedAt: "2026-11-30T08:15:00Z",
      reason: "keyCompromise",
    },
  ],
};

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  entries: "The certificates to revoke, by their serial numbers.",
  invalidityDate: "The date since which the key may have been compromised.",
  nextUpdate: "When the next CRL is due; 30 days after thisUpdate if left out.",
  "crl/generate number": "The number of the CRL, which increases with each CRL.",
  previous: "The CA's previous CRL. Its entries are kept and its number is raised by one.",
  reason: "Why it was revoked (RFC 5280, 5.3.1).",
  released: "Serial numbers on hold in the previous CRL that are no longer revoked.",
  revokedAt: "When it was revoked; thisUpdate if left out.",
  serialNumber: "The certificate's serial number in hex.",
  thisUpdate: "When this CRL was made; now if left out.",
};
