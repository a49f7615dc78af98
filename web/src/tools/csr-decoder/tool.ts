import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "csr-decoder",
  path: "/csr-decoder",
  label: "CSR Decoder",
  lead: "See which names and key a CSR contains, and whether its signature is valid.",
  description:
    "Decode a certificate signing request: subject, public key, requested names and extensions, and whether its signature is valid.",
  keywords: [
    "CSR decoder",
    "decode CSR",
    "PKCS#10",
    "certificate signing request",
    "verify CSR signature",
    "subject alternative names",
  ],
  words: ["read", "view", "check"],
  icon: "csr-decoder",
  hasEndpoint: true,
};
