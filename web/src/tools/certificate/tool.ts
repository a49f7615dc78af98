import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "certificate",
  path: "/certificate",
  label: "Certificate Generator",
  heading: "Certificate generator",
  lead: "Make a certificate for localhost or an internal service, from a CA made for it.",
  title: "Certificate Generator",
  description:
    "Make a TLS certificate for localhost or an internal service, from a CA made for it.",
  keywords: ["localhost certificate", "self-signed", "private CA"],
  icon: "lock",
  isUnderMore: true,
  hasEndpoint: true,
};
