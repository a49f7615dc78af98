import { withoutEnd } from "../../../core/kernel/formatting.ts";
import { decodeStart } from "../../../core/x509/pem/base64.ts";

/**
 * Decides when a tool that only reads runs without a click: at once after a paste or a file, and after
 * a pause in typing. Each input is read once, automatically or by the button.
 *
 *     idle -- changed --> waiting -- the pause is over --> idle (started)
 *       `---- filled ------------------------------------> idle (started)
 */

/** The pause in typing after which the text is read, in milliseconds. */
export const PAUSE = 300;

interface LiveOptions {
  /** `filled`: the text came from a paste or a file. */
  start: (filled: boolean) => void;
  /** Calls back later, and returns a function that cancels it. */
  later?: (callback: () => void, milliseconds: number) => () => void;
}

export interface Live {
  /**
   * Call it with the current input after each change; null if the input must not be read. `filled`:
   * the input came from a paste or a file.
   */
  changed(input: unknown, filled: boolean): void;
  /** Cancels the pause. */
  stop(): void;
}

const afterTimer = (callback: () => void, milliseconds: number) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};

/** Watches one form, from the first `changed` on. */
export function createLive({ start, later = afterTimer }: LiveOptions): Live {
  let waitedFor: unknown = null;
  let cancel = () => {};
  const stop = () => {
    cancel();
    cancel = () => {};
    waitedFor = null;
  };
  return {
    changed(input, filled) {
      // A render without a change must not lengthen the pause.
      if (!filled && waitedFor !== null && sameInput(input, waitedFor)) return;
      stop();
      if (input === null) return;
      if (filled) return start(true);
      waitedFor = input;
      cancel = later(() => {
        stop();
        start(false);
      }, PAUSE);
    },
    stop,
  };
}

/** Whether two inputs of an operation are equal in every field. */
export function sameInput(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  const entries = Object.entries(one);
  return entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && sameInput(value, other[key]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const BEGIN = "-----BEGIN ";
const END = "-----END ";
const DASHES = "-----";
const SEQUENCE = 0x30;
/** From this length on, base64 that does not begin like DER is treated as other text. */
const CLEARLY = 64;
/** Enough base64 digits for the first tag and length of DER. */
const HEAD = 12;

/**
 * Whether a text can be read without a click: complete PEM, JSON or DER in base64, or text of another
 * kind. Text that may be incomplete is not read, so that no error appears while the user types or
 * pastes in parts.
 */
export function isFinished(text: string): boolean {
  const begun = text.lastIndexOf(BEGIN);
  if (begun !== -1) {
    const end = text.indexOf(END, begun);
    return end !== -1 && text.indexOf(DASHES, end + END.length) !== -1;
  }
  const rest = text.trimStart();
  if (rest === "" || BEGIN.startsWith(rest)) return false;
  if (rest.startsWith("{")) return text.trimEnd().endsWith("}");
  if (/[^A-Za-z0-9+/=\s]/.test(rest)) return true;
  return isWholeBase64(rest.replace(/\s/g, ""));
}

/** Whether base64 contains DER up to its end, by the length in its first header (X.690, 8.1.3). */
function isWholeBase64(digits: string): boolean {
  if (digits.length < HEAD) return false;
  const [tag, first, ...more] = decodeStart(digits, 0, HEAD * 3 / 4);
  if (tag !== SEQUENCE) return digits.length >= CLEARLY;
  const octets = Math.floor(withoutEnd(digits, "=").length * 3 / 4);
  if (first < 0x80) return octets >= 2 + first;
  const count = first & 0x7f;
  // Some programs write PFX files with an indefinite length, so the end cannot be computed.
  if (count === 0 || count > 4) return true;
  const length = more.slice(0, count).reduce((sum, octet) => sum * 256 + octet, 0);
  return octets >= 2 + count + length;
}
