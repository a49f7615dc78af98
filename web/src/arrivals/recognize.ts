/** Recognizes a text by its PEM labels or its first octets, without decoding it completely. */
import { readTypedDomain } from "../../../core/names/hosts.ts";
import { decodeStart } from "../../../core/x509/pem/base64.ts";
import { blocksIn, endOfEndLine } from "../../../core/x509/pem/blocks.ts";
import type { Kind } from "../hand-over/hand-over.ts";
import { identify, kindOfLabel, type ObjectKind } from "../../../core/x509/pem/identify.ts";
import { A_PFX, keySign } from "../../../core/x509/pem/key-signs.ts";
import { readWebsite } from "./website.ts";

export type Parts = ReadonlyMap<Kind, string>;

/** Groups the PEM blocks of a text by kind. A text without blocks is one part. */
export function recognize(text: string): Parts {
  const trimmed = text.trim();
  const parts = new Map<Kind, string>();
  if (trimmed === "") return parts;
  const add = (kind: Kind, part: string) => parts.set(kind, (parts.get(kind) ?? "") + part);
  for (const { label, block } of blocksOf(text)) add(kindOf(kindOfLabel(label)), `${block}\n`);
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

/** The kind of text for a kind of object; "other" for one that no field takes. */
const kindOf = (kind: ObjectKind | null): Kind => (kind && KINDS[kind]) ?? "other";

const KINDS: Readonly<Partial<Record<ObjectKind, Kind>>> = {
  "certificate": "certificate",
  "pkcs7": "certificate",
  "request": "request",
  "crl": "crl",
  "private-key": "key",
  "encrypted-private-key": "key",
  "pkcs12": "pfx",
};

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
  return kindOf(identify(decodeStart(text, 0, SNIFFED)));
}

/** Enough octets for the headers, a serial number, the issuer's name and the field after it. */
const SNIFFED = 1536;
