/**
 * Names a place in a text by the keys around it: `data.tls.crt` in YAML, `users[0].user.client-certificate-data`,
 * `KeyDescriptor use="signing"` in XML, `server.cert` in INI. These scanners read only enough to name a place. In a text
 * that they do not understand they name none.
 *
 * Offsets must not decrease from call to call, so that a text is read once.
 */

export interface TextPaths {
  /** The path of the value at an offset; null if it is not known. */
  at(offset: number): string | null;
}

/** The longest key in a path, and the longest path. */
const MAX_KEY = 100;
const MAX_PATH = 200;
const MAX_DEPTH = 100;

/** The places in a text, which is read as JSON, XML or lines by its first character. */
export function pathsIn(text: string): TextPaths {
  const first = text.trimStart()[0];
  if (first === "{" || first === "[") {
    return isIni(text) ? new LinePaths(text) : new JsonPaths(text);
  }
  return first === "<" && !startsConfiguration(text) ? new XmlPaths(text) : new LinePaths(text);
}

/** "[section]" on a line of its own, which JSON cannot start with. */
const isIni = (text: string) => /^\s{0,64}\[[A-Za-z][\w .:-]{0,80}\][ \t]{0,16}\r?\n/.test(text);
/** OpenVPN writes "<ca>" on a line of its own, and PEM below it. */
const startsConfiguration = (text: string) =>
  /^\s{0,64}<[a-z-]{1,20}>\s{0,64}-----BEGIN /.test(text);

interface Level {
  /** The key of the current member, or null in a list or before the first key. */
  key: string | null;
  /** The index in a list; -1 for an object. */
  index: number;
}

/** Text without spaces and dots that base64 of a key could be: a path with it would show a part of the key. */
const isLikeBase64 = (key: string): boolean =>
  /^[\w+/=-]{20,}$/.test(key) && /[a-z]/.test(key) && /[A-Z]/.test(key) && /[0-9]/.test(key);

const joined = (levels: readonly Level[]): string | null => {
  let path = "";
  for (const { key, index } of levels) {
    if (key !== null && isLikeBase64(key)) return null;
    if (index >= 0) path += `[${index}]`;
    else if (key !== null) path += path === "" ? key : `.${key}`;
    if (path.length > MAX_PATH) return null;
  }
  return path || null;
};

/* JSON */

class JsonPaths implements TextPaths {
  #at = 0;
  #isLost = false;
  readonly #levels: Level[] = [];
  /** The last string, which is a key if a colon follows. */
  #string: [start: number, end: number] | null = null;

  constructor(private readonly text: string) {}

  at(offset: number): string | null {
    while (this.#at <= offset && this.#at < this.text.length && !this.#isLost) this.#token();
    return this.#isLost ? null : joined(this.#levels);
  }

  #token(): void {
    const { text } = this;
    const levels = this.#levels;
    const top = levels.at(-1);
    const at = this.#at++;
    switch (text[at]) {
      case '"':
        this.#string = [at + 1, this.#at = stringEnd(text, at + 1)];
        break;
      case "{":
      case "[":
        if (levels.push({ key: null, index: text[at] === "[" ? 0 : -1 }) > MAX_DEPTH) {
          this.#isLost = true;
        }
        break;
      case "}":
      case "]":
        if (levels.pop() === undefined) this.#isLost = true;
        break;
      case ",":
        if (top && top.index >= 0) top.index++;
        else if (top) top.key = null;
        break;
      case ":":
        if (!top || top.index >= 0 || this.#string === null) this.#isLost = true;
        else {
          const [start, end] = this.#string;
          const key = text.slice(start, Math.min(end - 1, start + MAX_KEY + 1));
          if (key.length > MAX_KEY) this.#isLost = true;
          top.key = key;
        }
    }
  }
}

/** The offset after the quote that closes a string. */
function stringEnd(text: string, at: number): number {
  for (; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/* XML, and property lists of Apple */

/** Elements that say no more than that this is a certificate. */
const PLAIN_ELEMENTS = new Set(["X509Certificate", "X509Data", "KeyInfo"]);
/** Elements of HTML without an end tag, which text with certificates has. */
const EMPTY_ELEMENTS = new Set(["br", "hr", "img", "input", "link", "meta", "wbr"]);
/** Attributes that tell elements of the same name apart. */
const ATTRIBUTE = /\s(use|id|ID|name|Name|entityID)\s{0,8}=\s{0,8}["']([^"'<]{1,60})["']/;

interface XmlLevel extends Level {
  name: string;
  shown: string;
}

class XmlPaths implements TextPaths {
  #at = 0;
  #isLost = false;
  readonly #levels: XmlLevel[] = [];
  #keyStart = 0;

  constructor(private readonly text: string) {}

  at(offset: number): string | null {
    while (!this.#isLost) {
      const open = this.text.indexOf("<", this.#at);
      if (open === -1 || open > offset) break;
      this.#tag(open);
    }
    if (this.#isLost) return null;
    const levels = this.#levels;
    if (levels.some(({ shown }) => isLikeBase64(shown))) return null;
    if (levels[0]?.name === "plist") return joined(levels);
    const path = levels.filter(({ name }) => !PLAIN_ELEMENTS.has(name)).map(({ shown }) => shown)
      .join("/");
    return path === "" || path.length > MAX_PATH ? null : path;
  }

  #skip(open: number, end: string): void {
    const found = this.text.indexOf(end, open);
    this.#at = found === -1 ? this.text.length : found + end.length;
  }

  #tag(open: number): void {
    const { text } = this;
    if (text.startsWith("<!--", open)) return this.#skip(open, "-->");
    if (text.startsWith("<![CDATA[", open)) {
      // The value of the element.
      this.#at = open + "<![CDATA[".length;
      return;
    }
    this.#skip(open, ">");
    const second = text[open + 1];
    if (second === "?" || second === "!") return;
    const isEnd = second === "/";
    const tag = text.slice(open + (isEnd ? 2 : 1), Math.min(this.#at - 1, open + 2_000));
    const name = /^[\w:.-]{1,100}/.exec(tag)?.[0].replace(/^.*:/, "") ?? "";
    if (isEnd) return this.#close(name, open);
    const parent = this.#levels.at(-1);
    if (parent && parent.index >= -1 && parent.name === "array") parent.index++;
    if (tag.endsWith("/") || EMPTY_ELEMENTS.has(name)) return;
    const attribute = ATTRIBUTE.exec(tag);
    const shown = attribute ? `${name} ${attribute[1]}="${attribute[2]}"` : name;
    if (this.#levels.push({ name, shown, key: null, index: -1 }) > MAX_DEPTH) this.#isLost = true;
    this.#keyStart = this.#at;
  }

  #close(name: string, open: number): void {
    const closed = this.#levels.pop();
    const parent = this.#levels.at(-1);
    if (closed === undefined || closed.name !== name) this.#isLost = true;
    else if (name === "key" && parent?.name === "dict") {
      parent.key = this.text.slice(this.#keyStart, Math.min(open, this.#keyStart + MAX_KEY)).trim();
    }
  }
}

/* YAML, INI, and files of lines such as .env and .ovpn */

interface LineLevel extends Level {
  indent: number;
}

class LinePaths implements TextPaths {
  #at = 0;
  #document = 1;
  #hasContent = false;
  #section: string | null = null;
  #tag: string | null = null;
  /** Whether the last line was a full line of base64 or the BEGIN line of a PEM block. */
  #isInBase64 = false;
  readonly #levels: LineLevel[] = [];

  constructor(private readonly text: string) {}

  at(offset: number): string | null {
    while (this.#at <= offset && this.#at < this.text.length) {
      const found = this.text.indexOf("\n", this.#at);
      const end = found === -1 ? this.text.length : found;
      this.#line(this.#at, end);
      this.#at = end + 1;
    }
    if (this.#tag !== null) return this.#tag;
    const path = joined(this.#levels);
    if (path === null) return null;
    if (this.#section !== null) return `${this.#section}.${path}`;
    return this.#document > 1 ? `document ${this.#document}, ${path}` : path;
  }

  #line(start: number, end: number): void {
    const { text } = this;
    let at = start;
    while (at < end && text[at] === " ") at++;
    if (at === end || text[at] === "#" || text[at] === "\r") return;
    const continues = this.#isInBase64;
    if (text.startsWith("-----", at)) {
      this.#isInBase64 = text.startsWith("-----BEGIN ", at);
      return;
    }
    const shown = text.slice(at, Math.min(end, at + MAX_KEY + 8));
    this.#isInBase64 = FULL_LINE.test(shown);
    // The last line of a key in base64 would become a part of the path of the next object.
    if (isPadded(shown, continues)) return;
    const levels = this.#levels;
    if (at === start && text.startsWith("---", at)) {
      levels.length = 0;
      if (this.#hasContent) this.#document++;
      return;
    }
    this.#hasContent = true;
    const indent = at - start;
    if (indent === 0 && this.#marker(text.slice(start, Math.min(end, start + MAX_KEY)).trimEnd())) {
      return;
    }
    let column = indent;
    while (text[at] === "-" && (text[at + 1] === " " || at + 1 >= end)) {
      this.#popTo((level) => level.indent > column);
      const top = levels.at(-1);
      if (top && top.indent === column && top.index >= 0) top.index++;
      else levels.push({ indent: column, key: null, index: 0 });
      at++;
      while (at < end && text[at] === " ") at++;
      column = at - start;
    }
    if (levels.length > MAX_DEPTH) levels.length = 0;
    const key = keyAt(text, at, end);
    if (key === null) {
      // The value of a key is further to the right, so this line belongs to no key at its place.
      this.#popTo((level) => level.indent >= column);
      return;
    }
    // A list may have the indentation of its key, so a key at the same place ends both.
    this.#popTo((level) => level.indent >= column);
    levels.push({ indent: column, key, index: -1 });
  }

  #popTo(isOver: (level: LineLevel) => boolean): void {
    while (this.#levels.length > 0 && isOver(this.#levels.at(-1)!)) this.#levels.pop();
  }

  /** Reads "[section]", "<tag>" and "</tag>". */
  #marker(line: string): boolean {
    const section = /^\[([^\]]{1,80})\]$/.exec(line)?.[1];
    if (section !== undefined) {
      this.#section = isLikeBase64(section) ? null : section;
      this.#levels.length = 0;
      return true;
    }
    const tag = /^<(\/?)([\w-]{1,40})>$/.exec(line);
    if (tag) this.#tag = tag[1] === "/" ? null : tag[2];
    return tag !== null;
  }
}

/** At least as long as the lines of base64 in use. */
const FULL_LINE = /^[A-Za-z0-9+/_-]{48}/;

/**
 * Whether a line is the end of base64 with its padding, and not "KEY=". `continues`: it follows other base64.
 * A short value in base64 has a line of its own.
 */
function isPadded(line: string, continues: boolean): boolean {
  const found = /^([A-Za-z0-9+/_-]{1,100}={1,2})(.?)/.exec(line);
  if (found === null) return false;
  const [, base64, after] = found;
  return continues || base64.endsWith("==") ||
    base64.length % 4 === 0 && !/[A-Za-z0-9"'-]/.test(after);
}

/** The key at the start of "key: value", "key=value" or "export key=value"; null if there is none. */
function keyAt(text: string, start: number, end: number): string | null {
  const line = text.slice(start, Math.min(end, start + MAX_KEY + 8));
  const quote = line[0] === '"' || line[0] === "'" ? line[0] : null;
  const match = quote === null
    ? /^(?:export )?([\w./@-]{1,100})(?:[ \t]{0,20}=|:(?=[ \r]|$))/.exec(line)
    : /^["']([^"']{1,100})["'][ \t]{0,8}[:=]/.exec(line);
  return match?.[1] ?? null;
}
