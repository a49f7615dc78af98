/** Reads PEM in a log, whose lines start with a time and a program. */
import { identify } from "./identify.ts";
import { type PemBlock, readPem } from "./pem.ts";

/**
 * Rebuilds a block from the last word of each line, because a log puts time and program before every line. Null if the
 * result is not an object either.
 */
export function withoutLogPrefixes(text: string, block: PemBlock): PemBlock | null {
  const lines = text.slice(block.offset, block.end).split("\n");
  const words: string[] = [];
  for (const line of lines.slice(1)) {
    const end = line.indexOf("-----END ");
    if (end !== -1) break;
    const trimmed = line.trimEnd();
    words.push(trimmed.slice(Math.max(trimmed.lastIndexOf(" "), trimmed.lastIndexOf("\t")) + 1));
  }
  const rebuilt = `-----BEGIN ${block.label}-----\n${
    words.join("\n")
  }\n-----END ${block.label}-----`;
  const [again] = readPem(rebuilt);
  return again && again.bytes !== null && identify(again.bytes) !== null ? again : null;
}
