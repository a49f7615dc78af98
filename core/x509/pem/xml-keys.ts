/** RSA keys in the XML of .NET (RSAKeyValue), rewritten as PEM, which all readers read. */
import { concatenate } from "../../kernel/octets.ts";
import { TAG } from "../asn1/header.ts";
import { decodeBase64, encodeBase64, encodeBase64Url } from "./base64.ts";

/** The elements may have a prefix, as those of XML signatures do. */
const START = /<(?:[\w-]{1,20}:)?RSAKeyValue[\s>]/g;
const END = /<\/(?:[\w-]{1,20}:)?RSAKeyValue>/g;
/** A key of 16,384 bits has 13,000 characters. */
const MAX_LENGTH = 20_000;
const MEMBER =
  /<(?:[\w-]{1,20}:)?(Modulus|Exponent|P|Q|DP|DQ|InverseQ|D)>([A-Za-z0-9+/=\s]{1,6000})<\//g;
/** In the order of RSAPrivateKey (RFC 8017, A.1.2). */
const PRIVATE = ["Modulus", "Exponent", "D", "P", "Q", "DP", "DQ", "InverseQ"];

/** The text with PEM for each key, and a JSON Web Key for one without its primes. */
export function xmlKeysAsPem(text: string): string {
  let result = "";
  let at = 0;
  for (let start = firstAt(text, START, 0); start !== null;) {
    const end = firstAt(text, END, start.index);
    if (end === null) break;
    const isLong = end.index - start.index > MAX_LENGTH;
    const key = isLong ? null : keyOf(text.slice(start.index, end.index));
    if (key !== null) {
      result += text.slice(at, start.index) + key;
      at = end.index + end[0].length;
    }
    start = firstAt(text, START, end.index);
  }
  return at === 0 ? text : result + text.slice(at);
}

function firstAt(text: string, pattern: RegExp, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

function keyOf(xml: string): string | null {
  const members = new Map([...xml.matchAll(MEMBER)].map(([, name, base64]) => [name, base64]));
  const numbers = PRIVATE.map((name) => decodeBase64(members.get(name) ?? ""));
  const read = numbers.filter((number) => typeof number !== "string");
  const [modulus, exponent] = numbers;
  if (typeof modulus === "string" || typeof exponent === "string") return null;
  if (read.length === PRIVATE.length) {
    return block("RSA PRIVATE KEY", Uint8Array.of(0), ...read);
  }
  if (!members.has("D")) return block("RSA PUBLIC KEY", modulus, exponent);
  const [n, e, d] = numbers.slice(0, 3).map((number) =>
    typeof number === "string" ? null : encodeBase64Url(number)
  );
  return d === null ? null : `\n${JSON.stringify({ kty: "RSA", n, e, d })}\n`;
}

/** A SEQUENCE of INTEGERs that are not negative. Pages load this file, and not the writer of the engine. */
function block(label: string, ...numbers: Uint8Array[]): string {
  const integers = numbers.map((octets) =>
    element(TAG.INTEGER, octets[0] >= 0x80 ? concatenate([Uint8Array.of(0), octets]) : octets)
  );
  const der = element(TAG.SEQUENCE, concatenate(integers));
  return `\n-----BEGIN ${label}-----\n${encodeBase64(der)}\n-----END ${label}-----\n`;
}

function element(tag: number, content: Uint8Array): Uint8Array {
  const { length } = content;
  const header = length < 0x80
    ? [tag, length]
    : length < 0x100
    ? [tag, 0x81, length]
    : [tag, 0x82, length >> 8, length & 0xff];
  return concatenate([Uint8Array.from(header), content]);
}
