/**
 * When a tool that only reads runs by itself: at once after a paste or a file, and after a pause in
 * the typing. One input is read once; what was read by the button counts, too.
 *
 *     idle -- changed --> waiting -- the pause is over --> idle (started)
 *       `---- filled ------------------------------------> idle (started)
 */

/** Milliseconds without a change after which what was typed is read. */
export const PAUSE = 300;

interface LiveOptions {
  /** Called with whether the text came at once, as a paste or a file. */
  start: (filled: boolean) => void;
  /** Calls back later, and returns a function that cancels it. */
  later?: (callback: () => void, milliseconds: number) => () => void;
}

export interface Live {
  /**
   * To be called with what the fields hold now; null if that is not to be read. `filled`: by a
   * paste or a file.
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
      // Rendering the page again changes nothing, and does not lengthen the pause.
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

/** Whether two inputs of an operation are alike in every field. */
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
