/** Contracts of the operations on certificates. */
import { contract, isGiven } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type { Comparison, GeneratedCertificate } from "./schema.ts";

/** Inputs that are read before a key is made. They may contain keys that take long to use. */
const GIVEN = ["csr", "caCertificate", "caPrivateKey", "caPfx"];

export const certificateGenerate = contract<typeof schema.certificateGenerate>({
  name: "certificate/generate",
  summary:
    "Makes a certificate with its key: under a CA made for it, self-signed, or under a given CA.",
  cost: "compute",
  stretches: ["caPassphrase"],
  isQuick: (input) =>
    (input.keyType ?? "ECC") === "ECC" && !GIVEN.some((field) => isGiven(input, field)),
  needs: ["subtle-crypto"],
  secrets: ["caPrivateKey", "caPassphrase", "caPfx"],
  blocks: { caCertificate: ["certificate"], csr: ["request"] },
  failure: TEXT.certificateGenerateFailed,
});

export const certificateConvert = contract<typeof schema.certificateConvert>({
  name: "certificate/convert",
  summary: "Writes certificates, or the public key of the first, in another form.",
  needs: ["webassembly"],
  required: { certificate: TEXT.certificateToWrite },
  blocks: { certificate: ["certificate"] },
  failure: TEXT.certificateConvertFailed,
});

export const certificateLint = contract<typeof schema.certificateLint>({
  name: "certificate/lint",
  summary: "Says which rules certificates break: those of RFC 5280, of public CAs and of browsers.",
  needs: ["webassembly", "subtle-crypto"],
  required: { certificate: TEXT.certificateRequired },
  blocks: { certificate: ["certificate"] },
  failure: TEXT.lintFailed,
});

export const certificateReadAgain = contract<typeof schema.certificateReadAgain>({
  name: "certificate/read-again",
  summary: "Reads a certificate or CSR with another library and compares the fields.",
  required: { text: TEXT.prefillRequired },
  blocks: { text: ["certificate", "request"] },
  failure: TEXT.prefillFailed,
});

export const certificateDiff = contract<typeof schema.certificateDiff>({
  name: "certificate/diff",
  summary:
    "Compares two certificates, CSRs or chains: names, key, lifetime, issuer and extensions.",
  needs: ["webassembly"],
  required: { before: TEXT.diffRequired, after: TEXT.diffRequired },
  blocks: { before: ["certificate", "request"], after: ["certificate", "request"] },
  failure: TEXT.diffFailed,
});
