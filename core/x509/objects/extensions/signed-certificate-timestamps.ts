/** Reads the signed certificate timestamps (SCTs) of logs (RFC 6962, 3.2 and 3.3). */
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import { formatTime } from "../../asn1/time.ts";

/** Hashes and signatures by their numbers in TLS (RFC 5246, 7.4.1.4.1). */
const HASHES = ["none", "MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"] as const;
const SIGNATURES = ["anonymous", "RSA", "DSA", "ECDSA"] as const;

interface SignedCertificateTimestamp {
  /** Counted from 1. The other fields are null unless it is 1. */
  version: number;
  /** SHA-256 of the log's key, in hex. */
  logId: string | null;
  /** "2026-11-21T12:00:00.000Z", with milliseconds. */
  timestamp: string | null;
  /** Such as "ECDSA with SHA-256". */
  signatureAlgorithm: string | null;
}

/** The fields of an SCT of version 1, as encoded. */
export interface TimestampFields {
  readonly logId: Uint8Array<ArrayBuffer>;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** CtExtensions without their length. */
  readonly extensions: Uint8Array<ArrayBuffer>;
  /** The numbers of hash and signature. */
  readonly hash: number;
  readonly algorithm: number;
  readonly signature: Uint8Array<ArrayBuffer>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads an OCTET STRING with a SignedCertificateTimestampList; all lengths have two octets. */
export function readTimestamps(
  der: Der,
  start: number,
  limit: number,
): SignedCertificateTimestamp[] {
  der.expect(start, limit, TAG.OCTET_STRING, "SCT list");
  der.finish(der.end, limit, "SCT list");
  const { bytes, body, end } = der;
  return [...entriesOf(bytes, body, end)].map(([from, to]) => describe(bytes, from, to));
}

/**
 * Reads a SignedCertificateTimestampList, at most `most` SCTs of it. An SCT that is not of version 1, or that
 * cannot be read, is null. `whole` is false if the list is malformed; nothing after the fault is read.
 */
export function readTimestampList(
  bytes: Bytes,
  most: number,
): { list: (TimestampFields | null)[]; whole: boolean; count: number } {
  const list: (TimestampFields | null)[] = [];
  let count = 0;
  try {
    for (const [start, end] of entriesOf(bytes, 0, bytes.length)) {
      if (++count <= most) list.push(tolerantly(bytes, start, end));
    }
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return { list, whole: false, count };
  }
  return { list, whole: true, count };
}

function tolerantly(bytes: Bytes, start: number, end: number): TimestampFields | null {
  try {
    return bytes[start] === 0 ? readFields(bytes, start, end) : null;
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return null;
  }
}

/** Start and end of each SCT of a list. Throws DerError for a length that does not fit. */
function* entriesOf(
  bytes: Uint8Array,
  start: number,
  end: number,
): Generator<readonly [start: number, end: number]> {
  if (length16(bytes, start, end) !== end - start - 2) {
    throw new DerError("SCT list: its length is wrong", start);
  }
  for (let at = start + 2; at < end;) {
    const next = at + 2 + length16(bytes, at, end);
    if (next > end) throw new DerError("SCT list: an entry extends beyond its end", at);
    yield [at + 2, next];
    at = next;
  }
}

function describe(bytes: Bytes, start: number, end: number): SignedCertificateTimestamp {
  if (start === end) throw new DerError("SCT is empty", start);
  const version = bytes[start] + 1;
  if (version !== 1) return { version, logId: null, timestamp: null, signatureAlgorithm: null };
  const { logId, timestamp, hash: hashNumber, algorithm } = readFields(bytes, start, end);
  const hash = HASHES[hashNumber];
  const signature = SIGNATURES[algorithm];
  return {
    version,
    logId: toHex(logId),
    timestamp: formatMilliseconds(timestamp),
    signatureAlgorithm: hash && signature ? `${signature} with ${hash}` : null,
  };
}

/** Reads an SCT of version 1. */
function readFields(bytes: Bytes, start: number, end: number): TimestampFields {
  // version, log id, time, length of the extensions
  if (end - start < 1 + 32 + 8 + 2) throw new DerError("SCT is too short", start);
  const timeAt = start + 33;
  let timestamp = 0;
  for (let i = timeAt; i < timeAt + 8; i++) timestamp = timestamp * 256 + bytes[i];
  const signatureAt = timeAt + 10 + length16(bytes, timeAt + 8, end);
  if (signatureAt + 4 > end) throw new DerError("SCT is too short", start);
  if (signatureAt + 4 + length16(bytes, signatureAt + 2, end) !== end) {
    throw new DerError("SCT: its length is wrong", start);
  }
  return {
    logId: bytes.subarray(start + 1, timeAt),
    timestamp,
    extensions: bytes.subarray(timeAt + 10, signatureAt),
    hash: bytes[signatureAt],
    algorithm: bytes[signatureAt + 1],
    signature: bytes.subarray(signatureAt + 4, end),
  };
}

function length16(bytes: Uint8Array, at: number, end: number): number {
  if (at + 2 > end) throw new DerError("SCT list is too short", at);
  return bytes[at] * 256 + bytes[at + 1];
}

/** `formatTime` writes later years with five digits, which ISO 8601 and Date.parse do not accept. */
const END_OF_YEAR_9999 = Date.UTC(10_000, 0) - 1;

/** Returns "2026-11-21T12:00:00.000Z"; null after the year 9999. */
export function formatMilliseconds(milliseconds: number): string | null {
  if (milliseconds > END_OF_YEAR_9999) return null;
  const fraction = String(milliseconds % 1000).padStart(3, "0");
  return formatTime(milliseconds).replace("Z", `.${fraction}Z`);
}
