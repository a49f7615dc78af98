/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import { exampleCertificate, exampleIssuer, examplePrivateKey, exampleTime } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { bundleMake } from "./contract.ts";

export const bundleMakeExample: RequestOf<typeof bundleMake> = {
  texts: [
    { name: "ca.crt", text: exampleIssuer },
    { name: "old/server.key", text: examplePrivateKey },
    { name: "www.crt", text: exampleCertificate },
  ],
  target: "nginx",
  at: exampleTime,
};

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  "bundle/make certificate":
    "The SHA-256 fingerprint of a certificate. The newest one for its names is taken; left out, the only one with a key.",
  "bundle/make texts": "The files: PEM, or binary files and archives in base64, private keys too.",
  target: "The server, service or device.",
  "bundle/make host":
    "The name under which clients reach the server; a name of the certificate if left out.",
  passphrases: "Tried on every locked file.",
  "bundle/make password":
    "The password of the PFX file; one is made if left out. Ignored for targets that read no PFX file.",
};
