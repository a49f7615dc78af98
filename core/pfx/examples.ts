/** Inputs that really work, for documentation, pages and tests. No worker imports them. */
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
