/** Working inputs, for the documentation, pages and tests. No worker imports them. */
import type { RequestOf } from "../kernel/contract.ts";
import type { passwordGenerate, passwordPassphrase } from "./contract.ts";

export const passwordGenerateExample: RequestOf<typeof passwordGenerate> = { length: 20, count: 3 };

export const passwordPassphraseExample: RequestOf<typeof passwordPassphrase> = {
  words: 6,
  count: 2,
};
