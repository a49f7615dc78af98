/**
 * password/passphrase: draws words uniformly from the EFF long word list (7,776 words, CC BY 3.0), which is loaded
 * only with this file.
 */
import { EFF_LONG_WORDLIST } from "secure-password-utilities/wordlists";
import type { Operation } from "../kernel/execute.ts";
import { passwordsVerdict } from "../verdict/made.ts";
import type { passwordPassphrase } from "./contract.ts";
import { UniformSource } from "./random.ts";
import { entropyOf, strengthOf } from "./strength.ts";

/** Returns passphrases with their entropy in bits. The schema limits their number and length. */
export const passphrase: Operation<typeof passwordPassphrase> = (input, context) => {
  const pool = EFF_LONG_WORDLIST.length;
  const source = new UniformSource(context.random);
  const entropy = entropyOf(input.words, pool);
  const word = () => {
    const drawn = EFF_LONG_WORDLIST[source.below(pool)];
    return input.capitalize ? drawn[0].toUpperCase() + drawn.slice(1) : drawn;
  };
  const passwords = Array.from({ length: input.count }, () => ({
    value: Array.from({ length: input.words }, word).join(input.separator),
    entropy,
    // Different sequences of words never give the same text, although four words have a hyphen.
    exactEntropy: entropy,
    strength: strengthOf(entropy),
  }));
  return { pool, passwords, verdict: passwordsVerdict({ passwords }, true) };
};
