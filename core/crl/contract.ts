/** Contract of the writer of certificate revocation lists. */
import { contract, isGiven } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type { GeneratedCrl } from "./schema.ts";

export const crlGenerate = contract<typeof schema.crlGenerate>({
  name: "crl/generate",
  summary: "Makes a CRL: the list of certificates that a CA has revoked, signed by the CA.",
  cost: "compute",
  stretches: ["caPassphrase"],
  // The MAC of a PFX file is stretched even if its password is empty.
  isQuick: (input) => !isGiven(input, "caPfx"),
  needs: ["webassembly", "subtle-crypto"],
  secrets: ["caPrivateKey", "caPassphrase", "caPfx"],
  blocks: { caCertificate: ["certificate"], previous: ["crl"] },
  failure: TEXT.crlGenerateFailed,
});
