/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import type { RequestOf } from "../kernel/contract.ts";
import type { csrDecode, csrPrefill } from "./contract.ts";

export { csrGenerateExample } from "./generate-example.ts";

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

export const csrDecodeExample: RequestOf<typeof csrDecode> = { csr: EXAMPLE };

export const csrPrefillExample: RequestOf<typeof csrPrefill> = { text: EXAMPLE };

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  certificateType: "What the certificate is for: a TLS server or e-mail.",
  commonName: "The name that the certificate is for: a domain, or an e-mail address for S/MIME.",
  city: "The city of the organization.",
  csr: "The CSR: PEM with any text around it, or DER in base64.",
  digestAlgorithm: "The digest algorithm of the signature.",
  domainOnly:
    "For a DV certificate, SSL/TLS only: leave out organization, unit, city, state and email. Country is optional.",
  email: "The administrative e-mail address.",
  organizationUnit: "A department. Public CAs ignore it.",
  "csr/generate privateKey": "A private key that you have; a new one is made if left out.",
  state: "The state or province of the organization.",
  subjectAltNames: "Further names: domains, IP addresses or e-mail addresses.",
};
