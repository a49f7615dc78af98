import type { Tool } from "../tool.ts";

export const tool: Tool = {
  id: "match",
  path: "/match",
  label: "Certificate Key Matcher",
  heading: "Certificate and key matcher",
  lead:
    "Find out whether a private key belongs to a certificate, without the key leaving your device.",
  title: "Certificate Key Matcher",
  description:
    "Check whether a private key belongs to a certificate or signing request. The key stays in your browser.",
  keywords: [
    "certificate key matcher",
    "private key match",
    "SSL key check",
    "modulus",
    "public key",
  ],
  icon: "match",
  order: 4,
  hasEndpoint: true,
};
