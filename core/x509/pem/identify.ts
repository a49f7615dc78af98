/**
 * Identifies a DER object by its content, so that a message can name a wrong label or a wrong field. Only
 * the outermost headers are read; nothing is validated.
 */
import { type Header, readHeader, TAG } from "../asn1/header.ts";
import type { PemBlock } from "./pem.ts";

export type ObjectKind =
  | "certificate"
  | "request"
  | "crl"
  | "public-key"
  | "rsa-public-key"
  | "private-key"
  | "encrypted-private-key"
  | "pkcs7"
  | "pkcs12"
  | "ocsp-request"
  | "ocsp-response"
  | "ec-parameters"
  | "dh-parameters"
  | "dsa-parameters"
  | "spkac"
  | "openpgp"
  | "time-stamp";

/** The name of each kind in a sentence, with its article. */
const KIND_NAMES: Readonly<Record<ObjectKind, string>> = {
  "certificate": "a certificate",
  "request": "a CSR",
  "crl": "a certificate revocation list",
  "public-key": "a public key",
  "rsa-public-key": "a public key",
  "private-key": "a private key",
  "encrypted-private-key": "an encrypted private key",
  "pkcs7": "a PKCS#7 bundle",
  "pkcs12": "a PFX (PKCS#12) file",
  "ocsp-request": "an OCSP request",
  "ocsp-response": "an OCSP response",
  "ec-parameters": "EC parameters",
  "dh-parameters": "DH parameters",
  "dsa-parameters": "DSA parameters",
  "spkac": "a Netscape key request (SPKAC)",
  "openpgp": "an OpenPGP object",
  "time-stamp": "a timestamp response",
};

/** A kind with its article, for messages: "A CERTIFICATE", "AN OCSP RESPONSE". */
export function kindName(kind: ObjectKind): string {
  return KIND_NAMES[kind];
}

/** The kind for each PEM label (RFC 7468, OpenSSL, SSLeay). */
const LABELS: ReadonlyMap<string, ObjectKind> = new Map([
  ["CERTIFICATE", "certificate"],
  ["X509 CERTIFICATE", "certificate"],
  ["X.509 CERTIFICATE", "certificate"],
  ["TRUSTED CERTIFICATE", "certificate"],
  ["CERTIFICATE REQUEST", "request"],
  ["NEW CERTIFICATE REQUEST", "request"],
  ["X509 CRL", "crl"],
  ["CRL", "crl"],
  ["PUBLIC KEY", "public-key"],
  ["RSA PUBLIC KEY", "rsa-public-key"],
  ["PRIVATE KEY", "private-key"],
  ["RSA PRIVATE KEY", "private-key"],
  ["EC PRIVATE KEY", "private-key"],
  ["DSA PRIVATE KEY", "private-key"],
  ["ANY PRIVATE KEY", "private-key"],
  ["OPENSSH PRIVATE KEY", "private-key"],
  ["TSS2 PRIVATE KEY", "private-key"],
  ["PKCS#11 PROVIDER URI", "private-key"],
  ["SSH2 ENCRYPTED PRIVATE KEY", "private-key"],
  ["ENCRYPTED PRIVATE KEY", "encrypted-private-key"],
  ["PKCS7", "pkcs7"],
  ["PKCS #7 SIGNED DATA", "pkcs7"],
  ["CMS", "pkcs7"],
  ["CERTIFICATE CHAIN", "pkcs7"],
  ["PKCS12", "pkcs12"],
  ["OCSP REQUEST", "ocsp-request"],
  ["OCSP RESPONSE", "ocsp-response"],
  ["EC PARAMETERS", "ec-parameters"],
  ["DH PARAMETERS", "dh-parameters"],
  ["X9.42 DH PARAMETERS", "dh-parameters"],
  ["DSA PARAMETERS", "dsa-parameters"],
  ["PGP PUBLIC KEY BLOCK", "openpgp"],
  ["PGP PRIVATE KEY BLOCK", "openpgp"],
  ["PGP MESSAGE", "openpgp"],
  ["PGP SIGNATURE", "openpgp"],
]);

/** The kind that a PEM label stands for; null for an unknown label. */
export function kindOfLabel(label: string): ObjectKind | null {
  return LABELS.get(label) ?? null;
}

/**
 * The kind of a PEM block. A Proc-Type header marks a traditional encrypted key (RFC 1421), whose content is
 * not DER. Otherwise the content decides, or the label if the content is unknown. Null if both are unknown.
 */
export function kindOfBlock({ label, headers, bytes }: PemBlock): ObjectKind | null {
  if (headers.get("proc-type")?.endsWith("ENCRYPTED")) return "encrypted-private-key";
  return (bytes && identify(bytes)) ?? kindOfLabel(label);
}

const CONTEXT_0 = 0xa0;

/** Up to `most` children of an element. BER is accepted, because PKCS#7 and PKCS#12 often use it. */
function children(bytes: Uint8Array, parent: Header, most: number): Header[] {
  const list: Header[] = [];
  for (let at = parent.body; at < parent.end && list.length < most;) {
    const child = readHeader(bytes, at, parent.end);
    if (child === null) break;
    list.push(child);
    at = child.end;
  }
  return list;
}

/** The first octets of OpenSSH's private keys (PROTOCOL.key of OpenSSH), then the cipher's name. */
export const OPENSSH_MAGIC = new TextEncoder().encode("openssh-key-v1\0");
/** The length of a name and the name, "none". */
const NO_CIPHER = [0, 0, 0, 4, 0x6e, 0x6f, 0x6e, 0x65];

/** Whether the bytes begin like a private key in OpenSSH's own format. */
export const isOpensshKey = (bytes: Uint8Array): boolean =>
  OPENSSH_MAGIC.every((octet, index) => bytes[index] === octet);

/** 2.23.133.10.1: the keys of the Trusted Computing Group. */
const TPM_KEYS = [0x67, 0x81, 0x05, 0x0a, 0x01];

/** Whether the bytes are a key of a TPM chip (TSS2), which only its chip can use. */
export function isTpmKey(bytes: Uint8Array): boolean {
  const outer = readHeader(bytes, 0, bytes.length);
  const oid = outer && children(bytes, outer, 1)[0];
  return oid?.tag === TAG.OID && TPM_KEYS.every((octet, at) => bytes[oid.body + at] === octet);
}

/** The forms of private keys by their label (RFC 7468, 10 and 11; RFC 8017; RFC 5915). */
const FORMS: ReadonlyMap<string, string> = new Map([
  ["PRIVATE KEY", "PKCS#8"],
  ["ENCRYPTED PRIVATE KEY", "encrypted PKCS#8"],
  ["RSA PRIVATE KEY", "PKCS#1"],
  ["EC PRIVATE KEY", "SEC 1"],
]);

/** The form of a private key in DER; null for another form. */
function keyForm(bytes: Uint8Array): string | null {
  const outer = readHeader(bytes, 0, bytes.length);
  if (outer?.tag !== TAG.SEQUENCE) return null;
  const inner = children(bytes, outer, 9);
  const [first, second] = inner.map(({ tag }) => tag);
  if (first === TAG.SEQUENCE && second === TAG.OCTET_STRING) return "encrypted PKCS#8";
  if (first !== TAG.INTEGER) return null;
  if (second === TAG.SEQUENCE) return "PKCS#8";
  if (second === TAG.OCTET_STRING) return "SEC 1";
  return inner.length === 9 ? "PKCS#1" : null;
}

/** Why programs that go by the label refuse a key; null if the label fits the content. */
export function keyLabelFault({ label, bytes, headers }: PemBlock): string | null {
  const labelled = FORMS.get(label);
  const form = bytes === null || headers.has("dek-info") ? null : keyForm(bytes);
  if (labelled === undefined || form === null || labelled === form) return null;
  const right = [...FORMS].find(([, each]) => each === form)![0];
  return `The label says ${label} (${labelled}), but the content is ${form}. Programs that go by the label ` +
    `refuse the key: write ${right} in its BEGIN and END lines`;
}

/** The kind of a DER object, or of a private key in OpenSSH's own format; null if it is unknown. */
export function identify(bytes: Uint8Array): ObjectKind | null {
  if (isOpensshKey(bytes)) {
    const isPlain = NO_CIPHER.every((octet, at) => bytes[OPENSSH_MAGIC.length + at] === octet);
    return isPlain ? "private-key" : "encrypted-private-key";
  }
  const outer = readHeader(bytes, 0, bytes.length);
  if (outer === null) return null;
  if (outer.tag === TAG.OID) return "ec-parameters";
  if (outer.tag !== TAG.SEQUENCE) return null;
  const inner = children(bytes, outer, 9);
  switch (inner[0]?.tag) {
    case TAG.SEQUENCE:
      return ofSequence(bytes, inner);
    case TAG.INTEGER:
      return ofInteger(bytes, inner);
    case TAG.OID:
      if (isTpmKey(bytes)) return "private-key";
      // ContentInfo of CMS: a type under pkcs-7 or smime-ct, and its content.
      return inner.length === 1 || inner[1].tag === CONTEXT_0 ? "pkcs7" : null;
    case TAG.ENUMERATED:
      return inner.length === 1 || inner[1].tag === CONTEXT_0 ? "ocsp-response" : null;
    default:
      return null;
  }
}

/** TimeStampResp (RFC 3161, 2.4.2): a status, which begins with a small INTEGER, and a ContentInfo. */
function isTimeStampResponse(bytes: Uint8Array, inner: Header[], members: Header[]): boolean {
  const [status, ...details] = members;
  if (inner.length > 2 || status?.tag !== TAG.INTEGER || status.end - status.body !== 1) {
    return false;
  }
  if (details.some(({ tag }) => tag !== TAG.SEQUENCE && tag !== TAG.BIT_STRING)) return false;
  return inner.length === 1
    ? bytes[status.body] >= 2 && details.length < 3
    : inner[1].tag === TAG.SEQUENCE && children(bytes, inner[1], 1)[0]?.tag === TAG.OID &&
      children(bytes, inner[1], 2)[1]?.tag === CONTEXT_0;
}

function ofSequence(bytes: Uint8Array, inner: Header[]): ObjectKind | null {
  const members = children(bytes, inner[0], 7);
  if (isTimeStampResponse(bytes, inner, members)) return "time-stamp";
  const first = members.map((child) => child.tag);
  if (first[0] === TAG.OID) {
    if (inner[1]?.tag === TAG.BIT_STRING) return "public-key";
    if (inner[1]?.tag === TAG.OCTET_STRING) return "encrypted-private-key";
    return null;
  }
  // The kinds below begin with their signed part, whose first members differ.
  if (first[0] === CONTEXT_0 && first[1] === TAG.INTEGER) return "certificate";
  if (first[0] === TAG.INTEGER) {
    if (first[3] === TAG.UTC_TIME || first[3] === TAG.GENERALIZED_TIME) return "crl";
    // An algorithm follows in a certificate of version 1; a name, made of SETs, in a request.
    const second = children(bytes, members[1] ?? members[0], 1)[0]?.tag;
    return second === TAG.OID ? "certificate" : "request";
  }
  if (first[0] === TAG.SEQUENCE && first[1] === TAG.IA5_STRING) return "spkac";
  if (first[2] === TAG.UTC_TIME || first[2] === TAG.GENERALIZED_TIME) return "crl";
  return members.some((member) => isOcspRequestList(bytes, member)) ? "ocsp-request" : null;
}

/** SEQUENCE OF Request, whose first is a CertID that starts with an algorithm (RFC 6960, 4.1.1). */
function isOcspRequestList(bytes: Uint8Array, list: Header): boolean {
  let header: Header | undefined = list;
  for (let depth = 0; depth < 4; depth++) {
    if (header?.tag !== TAG.SEQUENCE) return false;
    header = children(bytes, header, 1)[0];
  }
  return header?.tag === TAG.OID;
}

function ofInteger(bytes: Uint8Array, inner: Header[]): ObjectKind | null {
  const version = inner[0];
  const number = version.end - version.body === 1 ? bytes[version.body] : -1;
  const tags = inner.map((child) => child.tag);
  const integers = tags.filter((tag) => tag === TAG.INTEGER).length;
  if (tags[1] === TAG.OCTET_STRING) return "private-key"; // RFC 5915, 3
  if (tags[1] === TAG.SEQUENCE) {
    const second = children(bytes, inner[1], 1)[0]?.tag;
    if (tags[2] === TAG.OCTET_STRING) return "private-key"; // RFC 5208, 5
    if (number === 3 && second === TAG.OID) return "pkcs12"; // RFC 7292, 4
    return number === 1 && second === TAG.OID ? "ec-parameters" : null;
  }
  // RSAPrivateKey has nine integers, DSA's traditional form six; the version is 0 or 1.
  if (integers >= 6 && (number === 0 || number === 1)) return "private-key";
  if (integers === inner.length && integers >= 2) {
    // RSAPublicKey and DH parameters are both a long and a short integer. The short one is the exponent of
    // the key, or the generator of the group: 2 or 5.
    const exponent = inner[1];
    const isGenerator = exponent.end - exponent.body === 1 &&
      (bytes[exponent.body] === 2 || bytes[exponent.body] === 5);
    if (integers === 2) return isGenerator ? "dh-parameters" : "rsa-public-key";
    return isDsaGroup(inner) ? "dsa-parameters" : "dh-parameters";
  }
  return null;
}

/** The octets of q, which has 160 to 256 bits (FIPS 186), with one more octet if its first bit is set. */
const MIN_DSA_ORDER = 20;
const MAX_DSA_ORDER = 33;

/**
 * Whether three integers are p, q and g of DSA (RFC 3279, 2.3.2). The second of X9.42 is g (RFC 3279,
 * 2.3.3), which is longer than q or very short, and the third of PKCS#3 is a short length.
 */
function isDsaGroup(integers: readonly Header[]): boolean {
  const [, second, third] = integers.map(({ body, end }) => end - body);
  return integers.length === 3 && second >= MIN_DSA_ORDER && second <= MAX_DSA_ORDER &&
    second < third;
}
