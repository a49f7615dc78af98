import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "csr",
  path: "/csr",
  label: "CSR Generator",
  lead: "Create a private key and the request (CSR) that you send to your certificate provider.",
  description:
    "Generate a certificate signing request and its private key: RSA or ECC, SSL/TLS or S/MIME. Works offline.",
  keywords: [
    "CSR generator",
    "certificate signing request",
    "private key",
    "PKCS#10",
    "S/MIME",
  ],
  words: ["request", "renew", "renewal", "order", "apply", "key", "wildcard", "ecc", "rsa"],
  icon: "csr",
  hasEndpoint: true,
};
