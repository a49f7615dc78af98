/** The verdicts on CRLs, key files and passwords that were made. Each is an answer without a failure. */
import type { FactsOf } from "./codes.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import type { Language } from "./text/language.ts";
import { madeEnglish } from "./text/made.ts";

interface CrlFacts {
  readonly number: string;
  readonly entries: number;
  readonly nextUpdate: string;
}

/** The verdict on a new CRL. */
export function crlVerdict(
  { number, entries, nextUpdate: until }: CrlFacts,
  language: Language = madeEnglish,
): RenderedVerdict {
  const next = step("publish_crl", { until });
  return renderVerdict(
    conclude(state("crl_ready", { number, entries, until }, { next }), []),
    language,
  );
}

/** The verdict on a key in another form. `isChecked`: whether the parts of the key fit together. */
export function keyFileVerdict(
  { isChecked, ...facts }: FactsOf<"key_file_ready"> & { readonly isChecked: boolean },
  language: Language = madeEnglish,
): RenderedVerdict {
  const next = facts.isPublic ? null : step("keep_key_secret", {});
  const unchecked = isChecked ? [] : [state("key_not_checked", {})];
  return renderVerdict(conclude(state("key_file_ready", facts, { next }), [], unchecked), language);
}

interface PasswordsFacts {
  /** All have the same strength. */
  readonly passwords: readonly {
    readonly entropy: number;
    readonly strength: { readonly label: FactsOf<"passwords_ready">["strength"] };
  }[];
}

/** The verdict on new passwords or passphrases. */
export function passwordsVerdict(
  { passwords }: PasswordsFacts,
  isPhrase: boolean,
  language: Language = madeEnglish,
): RenderedVerdict {
  const [{ entropy, strength: { label: strength } }] = passwords;
  const facts = { count: passwords.length, isPhrase, entropy, strength };
  const next = step("make_longer_password", { isPhrase });
  const headline = strength === "Weak"
    ? state("passwords_weak", facts, { next })
    : strength === "Fair"
    ? state("passwords_fair", facts, { next })
    : state("passwords_ready", facts);
  return renderVerdict(conclude(headline, []), language);
}
