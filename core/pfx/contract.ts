/** Contracts of the PFX converter: making PKCS#12 files, and taking them apart. */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type { PfxOpened, PfxResponse } from "./schema.ts";

export const pfxConvert = contract<typeof schema.pfxConvert>({
  name: "pfx/convert",
  summary: "Makes a PFX (PKCS#12) file of a certificate, its chain and its private key.",
  cost: "compute",
  needs: ["webassembly", "subtle-crypto"],
  secrets: ["privateKey", "password", "passphrase"],
  required: { certificate: TEXT.pairRequired, privateKey: TEXT.pairRequired },
  blocks: { certificate: ["certificate"] },
  failure: TEXT.pfxFailed,
});

export const pfxOpen = contract<typeof schema.pfxOpen>({
  name: "pfx/open",
  summary: "Takes a PFX (PKCS#12) file apart: its certificates and its keys as PEM.",
  cost: "compute",
  needs: ["webassembly", "subtle-crypto"],
  secrets: ["pfx", "password", "keyPassphrase"],
  required: { pfx: TEXT.pfxRequired },
  failure: TEXT.pfxOpenFailed,
});
