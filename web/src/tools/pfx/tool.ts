import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "pfx",
  path: "/pfx",
  label: "PFX Converter",
  lead: "Combine certificate, chain and key into a .pfx file, or extract them from one.",
  description:
    "Convert a PEM certificate and private key to a PFX (PKCS#12) file with AES-256 or legacy 3DES encryption. No key is sent to a server unless you agree.",
  keywords: [
    "PFX converter",
    "PKCS#12",
    "P12",
    "PEM to PFX",
    "certificate bundle",
    "IIS certificate",
  ],
  words: ["convert", "export", "windows", "iis", "tomcat", "keystore", "extract", "pem"],
  icon: "pfx",
  hasEndpoint: true,
};
