/** Everything that a page made, in one ZIP with a README about each file. */
import { writeZip, type ZipFile } from "../../../core/zip.ts";
import { saveFile } from "../lib/save-file.ts";
import type { SaveOutcome } from "../ui/feedback/questions.ts";

/** A ZIP and its file name. */
export interface Archive {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The folder of keys and PFX files. */
export const SECRET = "secret";
export const README = "README.txt";

export interface ArchiveEntry extends ZipFile {
  /** The line of the README about the file. */
  what: string;
}

/**
 * Writes the ZIP. `now` in milliseconds since 1970 is the time of its files. The README begins with
 * `heading`, and never contains a key or a password.
 */
export function archiveOf(
  name: string,
  heading: string,
  entries: readonly ArchiveEntry[],
  now: number,
): Archive {
  const readme = { path: README, content: readmeOf(heading, entries) };
  return { name: `${name}.zip`, bytes: writeZip([...entries, readme], now) };
}

function readmeOf(heading: string, entries: readonly ArchiveEntry[]): string {
  const list = (secret: boolean) =>
    entries.filter((entry) => Boolean(entry.secret) === secret)
      .map(({ path, what }) => `  ${path}\n    ${what}\n`).join("");
  const secrets = list(true);
  return `${heading}\n\n${list(false)}` +
    (secrets === ""
      ? ""
      : `\nKeep these secret. Do not mail them, and delete copies you don't need:\n\n${secrets}`);
}

/** Saves it as a download. */
export const downloadArchive = ({ name, bytes }: Archive): void =>
  saveFile(bytes, name, "application/zip");

/** The part of the File System Access API that this file uses. Not every browser supports it. */
interface Picker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

/** Saves it with the browser's file picker, which reports that it is written, or as a download. */
export async function saveArchive(archive: Archive): Promise<SaveOutcome> {
  const { name, bytes } = archive;
  const picker = globalThis as Picker;
  if (picker.showSaveFilePicker) {
    try {
      const file = await picker.showSaveFilePicker({ suggestedName: name });
      const stream = await file.createWritable();
      await stream.write(bytes);
      await stream.close();
      return "written";
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === "AbortError") return "cancelled";
      // A frame of another site must not open the picker, and a disk may be full.
    }
  }
  downloadArchive(archive);
  return "started";
}
