/** Reads the signed certificate timestamps (SCTs) of logs in a certificate (RFC 6962, 3.2 and 3.3). */
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

/** Reads an OCTET STRING with a SignedCertificateTimestampList; all lengths have two octets. */
export function readTimestamps(
  der: Der,
  start: number,
  limit: number,
): SignedCertificateTimestamp[] {
  der.expect(start, limit, TAG.OCTET_STRING, "SCT list");
  der.finish(der.end, limit, "SCT list");
  const { bytes, body, end } = der;
  const list: SignedCertificateTimestamp[] = [];
  if (length16(bytes, body, end) !== end - body - 2) {
    throw new DerError("SCT list: its length does not fit", body);
  }
  for (let at = body + 2; at < end;) {
    const next = at + 2 + length16(bytes, at, end);
    if (next > end) throw new DerError("SCT list: an entry goes beyond its end", at);
    list.push(readTimestamp(bytes, at + 2, next));
    at = next;
  }
  return list;
}

function readTimestamp(
  bytes: Uint8Array,
  start: number,
  end: number,
): SignedCertificateTimestamp {
  if (start === end) throw new DerError("SCT is empty", start);
  const version = bytes[start] + 1;
  if (version !== 1) return { version, logId: null, timestamp: null, signatureAlgorithm: null };
  // version, log id, time, length of the extensions
  if (end - start < 1 + 32 + 8 + 2) throw new DerError("SCT is too short", start);
  const timeAt = start + 33;
  let milliseconds = 0;
  for (let i = timeAt; i < timeAt + 8; i++) milliseconds = milliseconds * 256 + bytes[i];
  const signatureAt = timeAt + 10 + length16(bytes, timeAt + 8, end);
  if (signatureAt + 4 > end) throw new DerError("SCT is too short", start);
  const hash = HASHES[bytes[signatureAt]];
  const signature = SIGNATURES[bytes[signatureAt + 1]];
  if (signatureAt + 4 + length16(bytes, signatureAt + 2, end) !== end) {
    throw new DerError("SCT: its length does not fit", start);
  }
  return {
    version,
    logId: toHex(bytes, start + 1, start + 33),
    timestamp: formatMilliseconds(milliseconds),
    signatureAlgorithm: hash && signature ? `${signature} with ${hash}` : null,
  };
}

function length16(bytes: Uint8Array, at: number, end: number): number {
  if (at + 2 > end) throw new DerError("SCT list is too short", at);
  return bytes[at] * 256 + bytes[at + 1];
}

/** `formatTime` writes later years with five digits, which ISO 8601 and Date.parse do not accept. */
const END_OF_YEAR_9999 = Date.UTC(10_000, 0) - 1;

function formatMilliseconds(milliseconds: number): string | null {
  if (milliseconds > END_OF_YEAR_9999) return null;
  const fraction = String(milliseconds % 1000).padStart(3, "0");
  return formatTime(milliseconds).replace("Z", `.${fraction}Z`);
}
