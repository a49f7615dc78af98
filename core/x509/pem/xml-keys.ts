/** RSA keys in the XML of .NET (RSAKeyValue), rewritten as PEM, which all readers read. */
import { concatenate } from "../../kernel/octets.ts";
import { TAG } from "../asn1/header.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";

const START = "<RSAKeyValue";
const END = "</RSAKeyValue>";
/** A key of 16,384 bits has 13,000 characters. */
const MAX_LENGTH = 20_000;
const MEMBER = /<(Modulus|Exponent|P|Q|DP|DQ|InverseQ|D)>([A-Za-z0-9+/=\s]{1,6000})<\/\1>/g;
/** In the order of RSAPrivateKey (RFC 8017, A.1.2). */
const PRIVATE = ["Modulus", "Exponent", "D", "P", "Q", "DP", "DQ", "InverseQ"];

/** The text with PEM for each key. */
export function xmlKeysAsPem(text: string): string {
  let result = "";
  let at = 0;
  for (let start = text.indexOf(START); start !== -1;) {
    const end = text.indexOf(END, start);
    if (end === -1) break;
    const pem = end - start > MAX_LENGTH ? null : pemOf(text.slice(start, end));
    if (pem !== null) {
      result += text.slice(at, start) + pem;
      at = end + END.length;
    }
    start = text.indexOf(START, end);
  }
  return at === 0 ? text : result + text.slice(at);
}

function pemOf(xml: string): string | null {
  const members = new Map([...xml.matchAll(MEMBER)].map(([, name, base64]) => [name, base64]));
  const numbers = PRIVATE.map((name) => decodeBase64(members.get(name) ?? ""));
  const read = numbers.filter((number) => typeof number !== "string");
  const [modulus, exponent] = numbers;
  if (typeof modulus === "string" || typeof exponent === "string") return null;
  if (read.length === PRIVATE.length) {
    return block("RSA PRIVATE KEY", Uint8Array.of(0), ...read);
  }
  return members.has("D") ? null : block("RSA PUBLIC KEY", modulus, exponent);
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
