/** The words for certificates that are not on the path. */
import type { Analysis } from "./analysis.ts";

type Unused = Analysis["unused"][number];

/** Whether it is another end entity with a name of the one that was analyzed, such as its renewal. */
export const isForSameName = ({ info, reason }: Unused, { chain }: Analysis): boolean =>
  reason !== "duplicate" && info.extensions.basicConstraints?.ca !== true &&
  info.extensions.subjectAltName.some(({ value }) =>
    chain[0].info.extensions.subjectAltName.some((own) => own.value === value)
  );

const WORDS: Readonly<Record<Unused["reason"] | "same", readonly [word: string, reason: string]>> =
  {
    alternative: ["Alternative", "It is on another path, not on the best one."],
    duplicate: ["Duplicate", "The same certificate is already on the path or above."],
    unrelated: ["Unrelated", "It is on no path of this certificate."],
    same: ["Same name", "It is another certificate for the same name, as after a renewal."],
  };

/** A word for the list, and the reason in a sentence. */
export const unusedWords = (entry: Unused, analysis: Analysis): readonly [string, string] =>
  WORDS[isForSameName(entry, analysis) ? "same" : entry.reason];
