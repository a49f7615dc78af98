import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "csr-decoder",
  path: "/csr-decoder",
  label: "CSR Decoder",
  heading: "CSR decoder",
  lead: "See which names and key a CSR contains, and whether its signature is valid.",
  title: "CSR Decoder",
  description:
    "Decode a certificate signing request: subject, public key, requested names and extensions, and whether its signature holds.",
  keywords: [
    "CSR decoder",
    "decode CSR",
    "PKCS#10",
    "certificate signing request",
    "verify CSR signature",
    "subject alternative names",
  ],
  icon: "csr-decoder",
  hasEndpoint: true,
};
