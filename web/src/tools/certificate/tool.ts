import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "certificate",
  path: "/certificate",
  label: "Certificate Generator",
  lead: "Make a certificate for localhost or an internal service, signed by its own CA.",
  description:
    "Make a TLS certificate for localhost or an internal service, signed by its own small CA.",
  keywords: ["localhost certificate", "self-signed", "private CA"],
  words: [
    "ca",
    "root",
    "mutual",
    "mtls",
    "client",
    "smime",
    "internal",
    "development",
    "mkcert",
    "crl",
    "revoke",
  ],
  icon: "lock",
  menu: "more",
  hasEndpoint: true,
};
