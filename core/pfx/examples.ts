/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import { exampleCertificate, exampleIssuer, examplePrivateKey, exampleTime } from "../examples.ts";
import { examplePfx } from "./example-file.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { pfxConvert, pfxOpen } from "./contract.ts";

export const pfxConvertExample: RequestOf<typeof pfxConvert> = {
  certificate: exampleCertificate + exampleIssuer,
  privateKey: examplePrivateKey,
  password: "correct horse battery staple",
  encryption: "aes256-sha256",
  at: exampleTime,
};

export const pfxOpenExample: RequestOf<typeof pfxOpen> = {
  pfx: examplePfx,
  password: "example",
  at: exampleTime,
};

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  "pfx/convert certificate": "The certificate of the key, and its chain in any order.",
  encryption: "How the PFX file is encrypted; ignored without a password.",
  friendlyName: "What certificate stores call the entry; the common name if left out.",
  keyPassphrase: "Encrypts the private key in the answer; not encrypted if left out.",
  password: "The password of the PFX file; none if left out or null.",
  pfx: "The PFX file in base64.",
};
