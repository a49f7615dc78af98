/** A valid input of csr/generate, in its own file because the form loads it. */
import type { RequestOf } from "../kernel/contract.ts";
import type { csrGenerate } from "./contract.ts";

export const csrGenerateExample: RequestOf<typeof csrGenerate> = {
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
};
