/**
 * Signs of private keys in forms that this tool does not read: files of Windows, hexadecimal, and the output of programs.
 * Loaded before a text leaves the device.
 */
import { ascii, fromHex } from "../../kernel/octets.ts";
import { A_KEY, kindOf, LABEL, mayBeKey } from "./key-signs.ts";

const SEQUENCE = 0x30;
const SNIFFED = 48;

/** The kind of key that the text seems to have, such as "a private key"; null without a sign of one. */
export const foreignKeySign = (text: string): string | null =>
  WINDOWS.test(text) || PRINTED.test(text) ? A_KEY : hexKeyIn(text);

/**
 * The base64 of private keys in Windows: PVK, PRIVATEKEYBLOB of the old interface, and RSA2, RSA3, ECS, ECK and DSPV of the
 * new one (bcrypt.h).
 */
const WINDOWS =
  /(?<![\w+/-])(?:HvG1s[A-P]|BwIAA[A-P]|UlNBM[g-z0-9+/_-]|RUN[LT](?:M[g-v]|N[A-Pg-v])|RFNQV[g-v])[\w+/-]{16}/;
/** The first letters of private keys in the new interface. */
export const CNG_KEYS: readonly string[] = [
  "RSA2",
  "RSA3",
  "ECS2",
  "ECS4",
  "ECS6",
  "ECK2",
  "ECK4",
  "ECK6",
  "DSPV",
];
/** The octets at the start of the same files. */
const WINDOWS_OCTETS: readonly (readonly number[])[] = [
  [0x1e, 0xf1, 0xb5, 0xb0],
  [0x07, 0x02, 0x00, 0x00],
  ...CNG_KEYS.map((magic) => [...magic].map((letter) => letter.charCodeAt(0))),
];

/** Whether these octets begin a file of Windows with a private key. */
export const isWindowsKey = (octets: Uint8Array): boolean =>
  WINDOWS_OCTETS.some((start) => start.every((octet, at) => octets[at] === octet));

/** A key as openssl and certutil print it. */
const PRINTED = /\bPrivate-Key: ?\(|\bprivateExponent:\s|(?:^|\n)[ \t]{0,8}priv:[ \t]{0,8}\r?\n/i;

/**
 * Pairs of hexadecimal digits, with 0x, \x, commas, colons or spaces between them. At most as many as are searched, because
 * a repetition of millions exceeds the stack of the engine.
 */
const pairs = (least: number, flags: string): RegExp =>
  new RegExp(String.raw`(?:(?:0x|\\x)?[0-9a-f]{2}[\s,:;|"'-]{0,8}){${least},8192}`, flags);
const HEX_RUN = pairs(16, "gi");
/** More pairs of the same run. */
const REST_OF_RUN = pairs(1, "giy");
/** An offset at the start of a line of xxd, hexdump or od, and the letters at its end. */
const DUMP = /^[ \t]{0,8}[0-9a-f]{4,8}:?[ \t]{1,8}((?:[0-9a-f]{2,4}[ \t]{1,3}){1,32}).{0,80}$/gim;
/** A run that is longer is searched only at its start: a key begins there. */
const MAX_HEX = 16 * 1024;

/** The starts of the runs of pairs. */
function* hexRuns(text: string): Generator<string> {
  let end = 0;
  for (const { 0: run, index } of text.matchAll(HEX_RUN)) {
    // Pairs after a start are the rest of its run.
    if (index < end) continue;
    yield run;
    REST_OF_RUN.lastIndex = end = index + run.length;
    while (REST_OF_RUN.test(text)) end = REST_OF_RUN.lastIndex;
  }
}

/** Finds a key in hexadecimal, also as a dump. */
function hexKeyIn(text: string): string | null {
  const dumped = Array.from(text.matchAll(DUMP), ([, digits]) => digits).join("");
  for (const part of [text, dumped]) {
    for (const run of hexRuns(part)) {
      const digits = run.slice(0, MAX_HEX).replace(/0x|\\x/gi, "").replace(/[^0-9a-f]/gi, "");
      const octets = fromHex(digits.slice(0, digits.length - digits.length % 2));
      if (isWindowsKey(octets) || LABEL.test(ascii(octets))) return A_KEY;
      for (let at = octets.indexOf(SEQUENCE); at !== -1; at = octets.indexOf(SEQUENCE, at + 1)) {
        const rest = octets.subarray(at, at + SNIFFED);
        const kind = mayBeKey(rest) ? kindOf(rest) : null;
        if (kind !== null) return kind;
      }
    }
  }
  return null;
}
