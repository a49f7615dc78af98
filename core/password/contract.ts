/** Contracts of the password generator, which runs only on the device. */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type { GeneratedPassword } from "./schema.ts";

export const passwordGenerate = contract<typeof schema.passwordGenerate>({
  name: "password/generate",
  summary: "Makes random passwords.",
  runs: "device",
  failure: TEXT.passwordFailed,
});

export const passwordPassphrase = contract<typeof schema.passwordPassphrase>({
  name: "password/passphrase",
  summary: "Makes random passphrases of words from the EFF long word list.",
  runs: "device",
  failure: TEXT.passwordFailed,
});
