/**
 * The commands that every engine offers. Flows use only this interface. Three drivers implement it:
 * Playwright's, one for WebDriver BiDi (Firefox) and one for WebDriver (WebKitGTK).
 */

/** A window, tab or frame. Functions cross as their source and values as JSON text. */
export interface Driver {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /**
   * Calls a function of one argument in the page; returns its result, or what its promise resolves
   * with.
   */
  call(body: string, argument: string): Promise<string>;
  /** A real click in the middle of the element that the function returns. */
  click(finder: string, argument: string): Promise<void>;
  /** Real keys for the focused element; chords such as "Control+v" are one entry. */
  keys(keys: readonly Key[]): Promise<void>;
  /** Chooses the files of a folder for an `<input type="file">` that takes folders. */
  chooseFolder(finder: string, argument: string, path: string): Promise<void>;
  /** A PNG of the visible part of the page. */
  screenshot(): Promise<Uint8Array<ArrayBuffer>>;
  resize(width: number, height: number): Promise<void>;
  /** The document inside the frame that the function returns. */
  frame(finder: string, argument: string): Promise<Driver>;
  close(): Promise<void>;
}

export interface Engine extends AsyncDisposable {
  readonly name: EngineName;
  readonly version: string;
  /** The folder for saved files; null if saving cannot be driven. */
  readonly downloads: string | null;
  /** A new tab. */
  open(): Promise<Driver>;
  /** The window that a page has opened since the previous call. */
  opened(): Promise<Driver>;
}

export type EngineName = "Chromium" | "Firefox" | "WebKitGTK" | "WebKit";

/** Milliseconds after which a command fails. The longest commands run whole sets of fixtures. */
export const COMMAND_LIMIT = 180_000;

/** A character, or one of these keys, with Control held down if it is a chord. */
export interface Key {
  key: string;
  control?: boolean;
}

/** The protocol's names of keys without a character (WebDriver, 17.4.2). */
const KEY_CODES: Readonly<Record<string, string>> = {
  ArrowUp: "\uE013",
  Control: "\uE009",
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
};

const codeOf = (key: string) => KEY_CODES[key] ?? key;

/** The keys as a source of actions, which WebDriver and WebDriver BiDi write alike. */
export function keyActions(keys: readonly Key[]) {
  const down = (key: string) => ({ type: "keyDown", value: codeOf(key) });
  const up = (key: string) => ({ type: "keyUp", value: codeOf(key) });
  const actions = keys.flatMap(({ key, control }) =>
    control ? [down("Control"), down(key), up(key), up("Control")] : [down(key), up(key)]
  );
  return { type: "key", id: "keyboard", actions };
}

/** The source of a function that takes JSON text, and returns the found element in view. */
export const foundInView = (finder: string) =>
  `(text) => {
  const found = (${finder})(JSON.parse(text));
  found?.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  return found;
}`;

/**
 * The source of a function that takes JSON text and resolves with JSON text: `{value}` or
 * `{error}`. Protocols report exceptions differently, so an error is passed as a value.
 */
export const asText = (body: string) =>
  `(text) => Promise.resolve()
  .then(() => (${body})(JSON.parse(text)))
  .then((value) => JSON.stringify({ value }), (error) => JSON.stringify({ error: String(error) }))`;

/** The value that a function of `asText` resolved with; throws its error. */
export function fromText(text: string): unknown {
  const { value, error } = JSON.parse(text);
  if (error !== undefined) throw new Error(error);
  return value;
}

/**
 * The files of a folder, for protocols that take only files: their paths in the folder are lost.
 */
export function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder.replace(/\/$/, "")}/${name}`;
    return isDirectory ? filesIn(path) : [path];
  });
}
