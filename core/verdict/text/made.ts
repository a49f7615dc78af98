/** The sentences about CRLs, key files and passwords that were made. */
import { day } from "../../kernel/dates.ts";
import { counted } from "../../kernel/formatting.ts";
import type { FactsOf, MadeCode, MadeStep } from "../codes.ts";
import type { Language, StepsOf, TextsOf, Words } from "./language.ts";
import { sentence } from "./sentence.ts";

const passwords = ({ count, isPhrase, entropy, strength }: FactsOf<"passwords_ready">): Words => ({
  title: `${
    isPhrase ? counted(count, "passphrase", "passphrases") : counted(count, "password", "passwords")
  } generated, ${strength}`,
  text: count === 1
    ? `It has an entropy of ${entropy.toFixed(1)} bits.`
    : `Each has an entropy of ${entropy.toFixed(1)} bits.`,
});

const madeTexts: TextsOf<MadeCode> = {
  crl_ready: ({ number, entries }) => ({
    title: "CRL is ready",
    text: `CRL number ${number} has ${counted(entries, "certificate", "certificates")}.`,
  }),
  key_file_ready: ({ isPublic, isEncrypted }) => ({
    title: isPublic ? "Public key is ready" : "Private key is ready",
    text: isPublic
      ? "The file holds no private part."
      : isEncrypted
      ? "The file is encrypted with the new passphrase."
      : "The file is not encrypted.",
  }),
  key_not_checked: () => ({
    title: "We could not check whether the numbers of this key fit together",
    text: "",
  }),
  passwords_ready: passwords,
  passwords_fair: passwords,
  passwords_weak: passwords,
};

const madeSteps: StepsOf<MadeStep> = {
  publish_crl: ({ until }) =>
    `Make the next one before ${day(until)}: programs refuse every client after that day.`,
  keep_key_secret: () => "Keep the file secret: anyone who has it can use the key.",
  make_longer_password: ({ isPhrase }) => isPhrase ? "Use more words." : "Make it longer.",
};

export const madeEnglish: Language = { texts: madeTexts, steps: madeSteps, sentence };
