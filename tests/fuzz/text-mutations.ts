/**
 * Mutations of text: by character, by line, by the words that readers look for, and of the PEM
 * inside.
 */
import { decodeBase64, encodeBase64 } from "../../core/x509/pem/base64.ts";
import type { Seeded } from "../support/seeded.ts";
import { isLarge, MAX_BYTES, mutateDer } from "./der-mutations.ts";

const CHARACTERS = [
  ..."\0\t\n\r \"'()*+,-./:;<=>?@[\\]^_{}~%#&|aZ09",
  ..."\u0080\u00a0\u00ad\u00df\u0130\u0131\u017f\u200b\u200e\u2028\u202e\u2060\u212a\u3002\uff0e",
  ..."\ufeff\ufffd\uff10\u{1d54f}\u{1f600}",
  // Halves of characters.
  "\ud800",
  "\udc00",
];

const WORDS = [
  "-----BEGIN CERTIFICATE-----\n",
  "-----END CERTIFICATE-----\n",
  "-----BEGIN CERTIFICATE REQUEST-----\n",
  "-----BEGIN PRIVATE KEY-----\n",
  "-----END PRIVATE KEY-----\n",
  "-----BEGIN RSA PRIVATE KEY-----\n",
  "-----BEGIN EC PARAMETERS-----\n",
  "-----BEGIN ENCRYPTED PRIVATE KEY-----\n",
  "-----BEGIN ",
  "-----END ",
  "-----",
  "Proc-Type: 4,ENCRYPTED\n",
  "DEK-Info: AES-256-CBC,00112233445566778899AABBCCDDEEFF\n\n",
  "DEK-Info: DES-EDE3-CBC,\n",
  "Name: value\n continued\n",
  "\\n",
  "\\r\\n",
  "\r\n",
  "\n\n",
  "====",
  "MII",
  "> ",
  " IN CAA 0 issue ",
  "TYPE257 \\# 0 ",
  "\\# 4 00050000",
  "issuewild",
  "iodef",
  '"mailto:a@b.example"',
  "; accounturi=https://a.example/1; validationmethods=dns-01",
  "$ORIGIN ",
  "\\255\\000\\",
  '" "',
  "(",
  ")",
  "CLASS1",
  "https://",
  "http://user:pass@",
  ":443",
  ":65536",
  "xn--",
  "*.",
  "[::1]",
  "[::ffff:1.2.3.4%25]",
  "0x7f.1",
  "1.2.3.4",
  "%00",
  "@",
  "..",
  "data:application/x-pkcs12;base64,",
  "__proto__",
  "constructor",
  "\ufeff",
];

/** One mutation of a text, with a bounded length. */
export function mutateText(
  text: string,
  random: Seeded,
  donors: readonly string[],
  derDonors: readonly Uint8Array<ArrayBuffer>[],
): string {
  const out = mutated(text, random, donors, derDonors);
  return out.length > MAX_BYTES ? text : out;
}

function mutated(
  text: string,
  random: Seeded,
  donors: readonly string[],
  derDonors: readonly Uint8Array<ArrayBuffer>[],
): string {
  const isPem = text.includes("-----BEGIN ");
  const choice = random.below(100);
  // Most of the readers' code runs on the content of a block.
  if (isPem && choice < 60) return mutateBlock(text, random, derDonors);
  const [a, b] = [random.below(text.length + 1), random.below(text.length + 1)];
  const [from, to] = a < b ? [a, b] : [b, a];
  switch (random.below(12)) {
    case 0:
      return text.slice(0, from) + random.pick(CHARACTERS) + text.slice(from);
    case 1:
      return text.slice(0, from) + random.pick(CHARACTERS) + text.slice(from + 1);
    case 2:
      return text.slice(0, from) + text.slice(from + 1 + random.below(4));
    case 3:
      return text.slice(0, from) + text.slice(to);
    case 4:
      return text.slice(0, from) + random.pick(WORDS) + text.slice(from);
    case 5:
      return text.slice(0, from) + random.pick(WORDS) + text.slice(from + random.below(12));
    case 6: {
      const donor = random.pick(donors);
      const start = random.below(donor.length + 1);
      return text.slice(0, from) + donor.slice(start, start + random.below(200)) + text.slice(from);
    }
    case 7: {
      const lines = text.split("\n");
      const other = random.below(lines.length);
      const at = random.below(lines.length);
      [lines[at], lines[other]] = [lines[other], lines[at]];
      return lines.join("\n");
    }
    case 8: {
      const count = isLarge(random)
        ? Math.floor(MAX_BYTES / 2 / Math.max(1, to - from))
        : 2 + random.below(4);
      return text.slice(0, from) + text.slice(from, to).repeat(count) + text.slice(to);
    }
    case 9:
      return text.slice(0, from);
    case 10: {
      const part = text.slice(from, to);
      const turned = random.below(2) ? part.toUpperCase() : part.toLowerCase();
      return text.slice(0, from) + turned + text.slice(to);
    }
    default: {
      const count = isLarge(random) ? MAX_BYTES / 4 : 1 + random.below(80);
      return text.slice(0, from) + random.pick(CHARACTERS).repeat(count) + text.slice(from);
    }
  }
}

/** The content of one PEM block mutated as DER, written in one line or as it is usual. */
function mutateBlock(
  text: string,
  random: Seeded,
  donors: readonly Uint8Array<ArrayBuffer>[],
): string {
  const begins: number[] = [];
  for (let at = text.indexOf("-----BEGIN "); at !== -1; at = text.indexOf("-----BEGIN ", at + 1)) {
    begins.push(at);
    if (begins.length === 64) break;
  }
  const begin = random.pick(begins);
  const body = text.indexOf("-----", begin + 11) + 5;
  const end = text.indexOf("-----END ", body);
  if (body < 5 || end === -1) return text;
  const bytes = decodeBase64(text, body, end);
  if (typeof bytes === "string") return text;
  let changed = bytes;
  for (let left = 1 + random.below(2); left > 0; left--) {
    changed = mutateDer(changed, random, donors);
  }
  return `${text.slice(0, body)}\n${encodeBase64(changed)}\n${text.slice(end)}`;
}
