import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "match",
  path: "/match",
  label: "Certificate Key Matcher",
  lead: "Find out whether a private key belongs to a certificate or to a CSR.",
  description:
    "Check whether a private key belongs to a certificate or signing request. No key is sent to a server unless you agree.",
  keywords: [
    "certificate key matcher",
    "private key match",
    "SSL key check",
    "modulus",
    "public key",
  ],
  words: ["fit", "belongs", "pair", "compare"],
  icon: "match",
  hasEndpoint: true,
};
