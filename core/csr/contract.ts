/** Contracts of the CSR tools. */
import { contract, isGiven } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import { OTHER_KEY_TYPES } from "./options.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type { DecodedCsr } from "./schema.ts";

const QUICK_KEY_TYPES: ReadonlySet<unknown> = new Set(["ECC", ...OTHER_KEY_TYPES]);

export const csrGenerate = contract<typeof schema.csrGenerate>({
  name: "csr/generate",
  summary:
    "Makes a key pair, unless a private key is given, and a PKCS#10 certificate signing request with it.",
  secrets: ["privateKey", "passphrase"],
  cost: "compute",
  stretches: ["passphrase"],
  isQuick: (input) => QUICK_KEY_TYPES.has(input.keyType) && !isGiven(input, "privateKey"),
  needs: ["subtle-crypto"],
  required: {
    commonName: TEXT.commonNameRequired,
    organization: TEXT.organizationRequired,
    city: TEXT.cityRequired,
    state: TEXT.stateRequired,
    country: TEXT.countryRequired,
    email: TEXT.emailRequired,
  },
  optionalIf: { domainOnly: ["organization", "city", "state", "country", "email"] },
  failure: TEXT.csrGenerateFailed,
});

export const csrPrefill = contract<typeof schema.csrPrefill>({
  name: "csr/prefill",
  summary: "Reads a certificate or a CSR into the fields of csr/generate, for a renewal.",
  required: { text: TEXT.prefillRequired },
  blocks: { text: ["certificate", "request"] },
  failure: TEXT.prefillFailed,
});

export const csrDecode = contract<typeof schema.csrDecode>({
  name: "csr/decode",
  summary: "Reads a PKCS#10 certificate signing request and verifies its signature.",
  needs: ["webassembly", "subtle-crypto"],
  required: { csr: TEXT.csrRequired },
  blocks: { csr: ["request"] },
  failure: TEXT.csrDecodeFailed,
});
