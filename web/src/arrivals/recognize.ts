/** Recognizes a text by its PEM labels or its first octets, without decoding it completely. */
import { readTypedDomain } from "../../../core/names/hosts.ts";
import { decodeStart } from "../../../core/x509/pem/base64.ts";
import { blocksIn, endOfEndLine } from "../../../core/x509/pem/blocks.ts";
import type { Kind } from "../hand-over/hand-over.ts";
import { A_PFX, keySign } from "../../../core/x509/pem/key-signs.ts";
import { readWebsite } from "./website.ts";

export type Parts = ReadonlyMap<Kind, string>;

/** Groups the PEM blocks of a text by kind. A text without blocks is one part. */
export function recognize(text: string): Parts {
  const trimmed = text.trim();
  const parts = new Map<Kind, string>();
  if (trimmed === "") return parts;
  const add = (kind: Kind, part: string) => parts.set(kind, (parts.get(kind) ?? "") + part);
  for (const { label, block } of blocksOf(text)) add(kindOfLabel(label), `${block}\n`);
  if (parts.size === 0) add(kindOfBare(trimmed), text);
  return parts;
}

/** The PEM blocks of a text. A block without its END line reaches up to the next block. */
export function* blocksOf(text: string): Generator<{ label: string; block: string }> {
  for (const { label, begin, end, limit } of blocksIn(text)) {
    const close = end === null ? limit : endOfEndLine(text, end);
    yield { label, block: text.slice(begin, close) };
  }
}

function kindOfLabel(label: string): Kind {
  if (label.endsWith("PRIVATE KEY")) return "key";
  if (label.endsWith("CERTIFICATE REQUEST")) return "request";
  if (label.endsWith("CERTIFICATE") || label === "PKCS7" || label === "CMS") return "certificate";
  if (label === "X509 CRL") return "crl";
  return label === "PKCS12" ? "pfx" : "other";
}

/** A website, a wildcard, or a domain with another port; no name of a file such as "server.key". */
function isDomain(text: string): boolean {
  if (/\s/.test(text)) return false;
  const website = readWebsite(text);
  return website?.kind === "host" ||
    readTypedDomain(text) !== null && !(website?.kind === "refused" && website.isFile);
}

/** A CAA record (RFC 8659, 4): flags, tag and value, optionally with the fields of a zone file. */
const RECORD =
  /(?:^|\s)CAA\s+\d{1,3}\s+[a-z0-9]+\s|^\d{1,3}\s+(?:issue|issuewild|issuemail|iodef)\s/im;

function kindOfBare(text: string): Kind {
  if (isDomain(text)) return "host";
  if (RECORD.test(text)) return "records";
  const key = keySign(text);
  if (key !== null) return key === A_PFX ? "pfx" : "key";
  return kindOfDer(text);
}

const INTEGER = 0x02;
const OBJECT_IDENTIFIER = 0x06;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const TIMES = [0x17, 0x18];
/** Enough octets for the headers, a serial number, the issuer's name and the field after it. */
const SNIFFED = 1536;

/**
 * The kind of DER in base64, by the order of its first fields (RFC 5280, 4.1 and 5.1; RFC 2986, 4.1;
 * RFC 2315, 7).
 */
function kindOfDer(text: string): Kind {
  const octets = decodeStart(text, 0, SNIFFED);
  if (octets[0] !== SEQUENCE) return "other";
  const inside = contentAt(octets, 0);
  if (octets[inside] === OBJECT_IDENTIFIER) return "certificate";
  if (octets[inside] !== SEQUENCE) return "other";
  const first = contentAt(octets, inside);
  if (octets[first] === VERSION) return "certificate";
  // A CRL of version 1 has no version, and begins with the signature algorithm.
  const second = octets[first] === INTEGER ? endOf(octets, first) : first;
  if (octets[second] !== SEQUENCE) return "other";
  // In a CSR this field is the subject name, in a certificate or a CRL the signature algorithm.
  const named = octets[contentAt(octets, second)];
  if (named === SET && second !== first) return "request";
  if (named !== OBJECT_IDENTIFIER) return "other";
  // The issuer's name follows. Then a CRL has a time, and a certificate a sequence of two.
  const issuer = endOf(octets, second);
  if (TIMES.includes(octets[endOf(octets, issuer)])) return "crl";
  return second === first ? "other" : "certificate";
}

/** Where the element after this one begins. */
function endOf(octets: Uint8Array, at: number): number {
  const length = octets[at + 1];
  const content = contentAt(octets, at);
  if (length < 0x80) return content + length;
  const size = octets.subarray(at + 2, content).reduce((sum, octet) => sum * 256 + octet, 0);
  return content + size;
}

function contentAt(octets: Uint8Array, at: number): number {
  const length = octets[at + 1];
  return at + 2 + (length > 0x80 ? length & 0x7f : 0);
}
