/**
 * What every engine can be asked, whoever drives it. Above this line a flow is written once and
 * knows no protocol; below it are three: Playwright's, WebDriver BiDi and WebDriver.
 */

/** A window, tab or frame. Functions cross as their source and values as JSON text. */
export interface Driver {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Calls a function of one argument in the page; answers what it, or its promise, gives. */
  call(body: string, argument: string): Promise<string>;
  /** A real click in the middle of the element that the function answers. */
  click(finder: string, argument: string): Promise<void>;
  /** Real keys, for what has the focus; "Control+v" style chords are one entry. */
  keys(keys: readonly Key[]): Promise<void>;
  /** Gives the files of a folder to an `<input type="file">` that takes folders. */
  chooseFolder(finder: string, argument: string, path: string): Promise<void>;
  /** PNG of what is to be seen. */
  screenshot(): Promise<Uint8Array<ArrayBuffer>>;
  resize(width: number, height: number): Promise<void>;
  /** The document inside the frame that the function answers. */
  frame(finder: string, argument: string): Promise<Driver>;
  close(): Promise<void>;
}

export interface Engine extends AsyncDisposable {
  readonly name: EngineName;
  readonly version: string;
  /** Where it saves what a page hands it; null where saving cannot be driven. */
  readonly downloads: string | null;
  /** A new tab. */
  open(): Promise<Driver>;
  /** The window that a page opened since the last call. */
  opened(): Promise<Driver>;
}

export type EngineName = "Chromium" | "Firefox" | "WebKitGTK" | "WebKit";

/** Milliseconds after which a command is given up; the longest are whole sets of fixtures. */
export const COMMAND_LIMIT = 180_000;

/** A character, or one of these keys, with Control held down if it is a chord. */
export interface Key {
  key: string;
  control?: boolean;
}

/** The protocol's names of keys without a character (WebDriver, 17.4.2). */
export const KEY_CODES: Readonly<Record<string, string>> = {
  ArrowUp: "\uE013",
  Control: "\uE009",
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
};

export const codeOf = (key: string) => KEY_CODES[key] ?? key;

/**
 * The source of a function that takes JSON text and promises JSON text: `{value}` or `{error}`.
 * Exceptions are told alike in every protocol only when they are told as values.
 */
export const asText = (body: string) =>
  `(text) => Promise.resolve()
  .then(() => (${body})(JSON.parse(text)))
  .then((value) => JSON.stringify({ value }), (error) => JSON.stringify({ error: String(error) }))`;

/** What a function of `asText` answered. */
export function fromText(text: string): unknown {
  const { value, error } = JSON.parse(text);
  if (error !== undefined) throw new Error(error);
  return value;
}

/** Files of a folder, for the protocols that take files alone: their paths in it are lost. */
export function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder.replace(/\/$/, "")}/${name}`;
    return isDirectory ? filesIn(path) : [path];
  });
}
