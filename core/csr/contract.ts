/** Contracts of the CSR tools. */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type { DecodedCsr } from "./schema.ts";

/** A request for example.com with a P-256 key that was thrown away. */
const EXAMPLE = `-----BEGIN CERTIFICATE REQUEST-----
MIIBIjCByAIBADBmMQswCQYDVQQGEwJVUzETMBEGA1UECAwKQ2FsaWZvcm5pYTEW
MBQGA1UEBwwNU2FuIEZyYW5jaXNjbzEUMBIGA1UECgwLRXhhbXBsZSBJbmMxFDAS
BgNVBAMMC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAECpvO
SUAFkrdYsul+dBBpV8/zCBc3+UwI4qowAJw+gRplPKpda38eUVjUiTvsNOYaB+DP
hxh0jgsdfwMmgjdL+aAAMAoGCCqGSM49BAMCA0kAMEYCIQDOWNZOsBkhjlm/IA1U
A+PiFInHajp8j+E2IqgKDLz9XQIhAJgGV0vQ1D6X/7NLVuxVZJ0daJ22+JOkB0Bd
HeVuy01G
-----END CERTIFICATE REQUEST-----
`;

export const csrDecode = contract<typeof schema.csrDecode>({
  name: "csr/decode",
  summary: "Reads a PKCS#10 certificate signing request and verifies its signature.",
  needs: ["webassembly", "subtle-crypto"],
  required: { csr: TEXT.csrRequired },
  blocks: { csr: ["request"] },
  failure: TEXT.csrDecodeFailed,
  example: { csr: EXAMPLE },
});

export const csrPrefill = contract<typeof schema.csrPrefill>({
  name: "csr/prefill",
  summary: "Reads a certificate or a request into the fields of csr/generate, to ask for the next.",
  required: { text: TEXT.prefillRequired },
  blocks: { text: ["certificate", "request"] },
  failure: TEXT.prefillFailed,
  example: { text: EXAMPLE },
});

export const csrGenerate = contract<typeof schema.csrGenerate>({
  name: "csr/generate",
  summary: "Makes a key pair and a PKCS#10 certificate signing request with it.",
  cost: "compute",
  needs: ["subtle-crypto"],
  required: {
    commonName: TEXT.commonNameRequired,
    organization: TEXT.organizationRequired,
    city: TEXT.cityRequired,
    state: TEXT.stateRequired,
    country: TEXT.countryRequired,
    email: TEXT.emailRequired,
  },
  failure: TEXT.csrGenerateFailed,
  example: {
    certificateType: "SSL/TLS",
    commonName: "www.example.com",
    organization: "Example Company, Inc.",
    organizationUnit: "IT Department",
    city: "San Francisco",
    state: "California",
    country: "US",
    email: "admin@example.com",
    subjectAltNames: ["example.com"],
    keyType: "RSA",
    keySize: 2048,
    digestAlgorithm: "SHA-256",
  },
});
