import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "chain",
  path: "/chain",
  label: "Chain Analyzer",
  lead: "Find out why browsers complain, and get the fixed chain.",
  description:
    "Analyze a certificate chain from pasted certificates or a live server: order, expiry, signatures, missing intermediates and the trusted root.",
  keywords: [
    "certificate chain",
    "SSL chain checker",
    "intermediate certificate",
    "root certificate",
    "certificate expiry",
    "SSL checker",
  ],
  icon: "chain",
  hasEndpoint: true,
};
