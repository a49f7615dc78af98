/** Contract of the converter of private keys. */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";

export const keyConvert = contract<typeof schema.keyConvert>({
  name: "key/convert",
  summary: "Writes a private key, or its public part, in another form.",
  needs: ["webassembly", "subtle-crypto"],
  secrets: ["privateKey", "passphrase", "newPassphrase"],
  required: { privateKey: TEXT.keyRequired },
  stretches: ["passphrase", "newPassphrase"],
  failure: TEXT.keyConvertFailed,
});
