/** The verdict on a generated CSR. It is always good: a failure has no result. */
import { named } from "../../../../core/kernel/formatting.ts";
import type { Judgement } from "../../page/judgement.ts";
import { type Generated, readyText } from "./words.ts";

export function verdictOf(made: Generated): Judgement {
  const { commonName, privateKey } = made;
  return {
    tone: "good",
    title: readyText(made),
    text: privateKey === null
      ? `The CSR for ${named(commonName)} was signed with your own private key.`
      : `They are for ${named(commonName)}, and the CSR was signed with the key.`,
    next: "Send the CSR to your certificate provider.",
  };
}

/** Shown below the verdict until the new key is copied or saved. */
export const SAVE_KEY = {
  title: "Download your private key now.",
  text: "There is no other copy, and it can't be recovered.",
} as const;
