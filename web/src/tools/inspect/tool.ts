import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "inspect",
  path: "/inspect",
  label: "Inspector",
  lead: "Add a pile of files. We show what each one is, which belong together and what to do next.",
  description:
    "Add any number of certificates, keys, CSRs, PFX and PKCS#7 files: see what each one is, which belong together and what is wrong, on your own device.",
  keywords: [
    "certificate inspector",
    "identify certificate file",
    "match keys and certificates",
    "ASN.1 viewer",
    "PEM",
    "DER",
    "PKCS#12",
    "PKCS#7",
  ],
  words: [
    "files",
    "folder",
    "zip",
    "unknown",
    "jks",
    "keystore",
    "crl",
    "asn1",
    "open",
    "view",
    "compare",
  ],
  icon: "inspect",
  menu: "bar",
  hasEndpoint: true,
};
