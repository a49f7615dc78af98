/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import type { RequestOf } from "../kernel/contract.ts";
import type { csrPrefill } from "./contract.ts";
import { csrDecodeExample } from "./decode-example.ts";

export { csrDecodeExample };
export { csrGenerateExample } from "./generate-example.ts";

export const csrPrefillExample: RequestOf<typeof csrPrefill> = {
  text: csrDecodeExample.csr,
};

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
