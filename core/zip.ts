/** Writes zip files (fflate). */
import { strToU8, type Zippable, zipSync } from "fflate";

export interface ZipFile {
  /** With "/" between folders. */
  path: string;
  content: string | Uint8Array;
  /** Only the owner may read the file where the zip is unpacked on Unix. */
  secret?: boolean;
}

/** The operating system of the entries, by its number in a zip file: their modes are those of Unix. */
const UNIX = 3;
const REGULAR_FILE = 0o100000;

/** `now` is the date of the entries in milliseconds since 1970. A path that occurs twice is written once. */
export function writeZip(files: readonly ZipFile[], now: number): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {};
  for (const { path, content, secret } of files) {
    const mode = REGULAR_FILE | (secret ? 0o600 : 0o644);
    const bytes = typeof content === "string" ? strToU8(content) : content;
    entries[path] = [bytes, { os: UNIX, attrs: (mode << 16) >>> 0 }];
  }
  return zipSync(entries, { level: 6, mtime: new Date(now) }) as Uint8Array<ArrayBuffer>;
}
