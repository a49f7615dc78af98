/** Decides whether a text is in the wrong field, and which tools open it. */
import type { Kind } from "../hand-over/hand-over.ts";
import { isFinished } from "../run/live.ts";
import type { Takes } from "../ui/form/elsewhere.ts";
import { type Offer, offerOf } from "./receive.ts";
import { recognize } from "./recognize.ts";

/** The kinds of text that a field takes. */
export const TAKEN = {
  request: ["request"],
  certificates: ["certificate"],
  holder: ["certificate", "request"],
  key: ["key"],
  pfx: ["pfx"],
  records: ["records"],
  /** A name, a domain or an address in one line. */
  words: ["host", "records"],
} as const satisfies Readonly<Record<Takes, readonly Kind[]>>;

interface Place {
  takes: Takes;
  /** The path of the page, whose tool is not offered again. */
  pathname: string;
  /** The operation has refused the text. Then the inspector opens also a text of an unknown kind. */
  hasError: boolean;
}

/** The offer for a text; null if the text belongs into the field, is unfinished or of an unknown kind. */
export function misplaced(text: string, { takes, pathname, hasError }: Place): Offer | null {
  const whole = text.includes("\n") ? text : withLines(text);
  const parts = recognize(whole);
  const kinds = [...parts.keys()];
  const taken: readonly Kind[] = TAKEN[takes];
  if (kinds.length === 0 || kinds.some((kind) => taken.includes(kind))) return null;
  if (kinds.includes("other") && !(hasError && whole.includes("-----BEGIN "))) return null;
  if (!kinds.includes("host") && !isFinished(whole)) return null;
  const { said, destinations } = offerOf({ text: whole, files: [] }, parts);
  return { said, destinations: destinations.filter(({ path }) => path !== pathname) };
}

/** A field with one line drops the line ends of PEM (RFC 7468, 2). */
const withLines = (text: string) => text.replace(/-----(?:BEGIN|END) [^-\n]{1,64}-----/g, "\n$&\n");
