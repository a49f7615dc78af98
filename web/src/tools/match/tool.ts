import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "match",
  path: "/match",
  label: "Certificate Key Matcher",
  heading: "Certificate and key matcher",
  lead: "Find out whether a private key belongs to a certificate or to a CSR.",
  title: "Certificate Key Matcher",
  description:
    "Check whether a private key belongs to a certificate or signing request. No key is sent to a server unless you agree.",
  keywords: [
    "certificate key matcher",
    "private key match",
    "SSL key check",
    "modulus",
    "public key",
  ],
  icon: "match",
  hasEndpoint: true,
};
