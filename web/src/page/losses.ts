/** Private keys that only this page has. */
import type { SaveOutcome } from "../ui/feedback/questions.ts";

/** How keys can be lost. */
export type Loss = "leave" | "replace" | "remove";

export interface UnsavedKeys {
  /** The keys, such as "private key" or "3 private keys". */
  readonly what: string;
  /** Whose keys they are, such as a domain name. */
  readonly of: string;
  /** Saves everything that was made with them as a ZIP. */
  readonly save: () => Promise<SaveOutcome>;
}
