import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "caa",
  path: "/caa",
  label: "CAA Generator",
  lead: "Create the DNS records that decide who may issue certificates for your domain.",
  description:
    "Generate DNS CAA records that limit which certificate authorities may issue for your domain, with a guide for putting them in place.",
  keywords: [
    "CAA record",
    "DNS CAA",
    "CAA generator",
    "RFC 8659",
    "issuewild",
    "iodef",
    "certificate authority authorization",
  ],
  words: ["limit", "issue", "authority", "zone"],
  icon: "caa",
  hasEndpoint: true,
};
