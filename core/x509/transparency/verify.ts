/** Verifies signed certificate timestamps (RFC 6962, 3.2) and finds out which logs gave them. */
import type { Budget } from "../../kernel/context.ts";
import { isOperationError } from "../../kernel/errors.ts";
import { concatenate } from "../../kernel/octets.ts";
import { type Digest, loadDigest } from "../../../wasm/digest.ts";
import { constructed, Der, TAG } from "../asn1/der.ts";
import { element } from "../asn1/der-write.ts";
import { elements } from "../asn1/elements.ts";
import { toHex } from "../asn1/hex.ts";
import type { Certificate } from "../objects/certificates.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import {
  readTimestampList,
  type TimestampFields,
} from "../objects/extensions/signed-certificate-timestamps.ts";
import { bareSignature } from "../signatures/signatures.ts";
import { verifySignature } from "../signatures/verify.ts";
import type { Log, LogTable } from "./logs.ts";
import { TIMESTAMP_SOURCES, type TimestampSource } from "./names.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** `valid`: the log signed it for this certificate. `unknown`: that cannot be verified here. */
type TimestampVerdict = "valid" | "invalid" | "unknown";

export interface VerifiedTimestamp {
  readonly source: TimestampSource;
  /** Null for a log that is not in the table. */
  readonly log: Log | null;
  /** In hex; null if the SCT cannot be read. */
  readonly logId: string | null;
  /** Milliseconds since 1970; null if the SCT cannot be read. */
  readonly timestamp: number | null;
  /** Whether it has the index of its entry, which tiled logs include (static-ct-api). */
  readonly hasLeafIndex: boolean;
  readonly verdict: TimestampVerdict;
  /** Whether it is invalid because its signature is not over this certificate. */
  readonly isForeign: boolean;
  /** Why it does not count, in a sentence; null for a valid one. */
  readonly problem: string | null;
}

/** SCT lists by their source; null if there is none. */
export type TimestampLists = Readonly<Record<TimestampSource, Bytes | null>>;

interface VerifiedTimestamps {
  readonly timestamps: readonly VerifiedTimestamp[];
  /** SCTs that were not checked, because there are more than any certificate needs. */
  readonly unchecked: number;
}

/** A certificate has two to five SCTs. Each one costs a signature. */
const MAX_TIMESTAMPS = 32;

/** SHA-256, and the two algorithms of logs (RFC 6962, 2.1.4), by their numbers in TLS. */
const SHA_256 = 4;
const SCHEMES: ReadonlyMap<number, string> = new Map([
  [1, "1.2.840.113549.1.1.11"],
  [3, "1.2.840.10045.4.3.2"],
]);

/** Extended key usage of a certificate that signs precertificates only (RFC 6962, 3.1). */
const PRECERTIFICATE_SIGNING = "precertificateSigning";

/** The value of the SCT list of a certificate; null if it has none that can be read. */
export function embeddedTimestamps({ bytes, extensions }: Certificate): Bytes | null {
  const raw = extensions.find(({ oid }) => oid === EXTENSION.signedCertificateTimestamps);
  if (!raw) return null;
  const value = bytes.subarray(raw.body, raw.end);
  const [list] = elements(value) ?? [];
  return list?.tag === TAG.OCTET_STRING ? list.content : null;
}

/**
 * Verifies the SCTs of a certificate with the keys of the logs.
 *
 * @param issuers the certificates above the leaf on its path; empty if they are not known
 * @param now milliseconds since 1970; a later timestamp is invalid
 * @param budget each signature is charged; those that exceed it are unknown
 */
export async function verifyTimestamps(
  leaf: Certificate,
  issuers: readonly Certificate[],
  lists: TimestampLists,
  { logs }: LogTable,
  { now, budget }: { now: number; budget: Budget },
): Promise<VerifiedTimestamps> {
  const sha256 = await loadDigest("SHA-256");
  let left = MAX_TIMESTAMPS;
  let unchecked = 0;
  const checks: Promise<VerifiedTimestamp>[] = [];
  for (const source of TIMESTAMP_SOURCES) {
    const bytes = lists[source];
    if (bytes === null) continue;
    const { list, whole, count } = readTimestampList(bytes, left);
    left -= list.length;
    unchecked += count - list.length;
    const entry = source === "certificate"
      ? precertificateEntry(leaf, issuers, sha256, budget)
      : certificateEntry(leaf);
    for (const fields of list) checks.push(verify(fields, source, entry));
    if (!whole) checks.push(Promise.resolve(unread(source, "The rest of the list is malformed.")));
  }
  return { timestamps: await Promise.all(checks), unchecked };

  async function verify(
    fields: TimestampFields | null,
    source: TimestampSource,
    entry: Bytes | string,
  ): Promise<VerifiedTimestamp> {
    if (fields === null) return unread(source, "It cannot be read.");
    const logId = toHex(fields.logId);
    const log = logs.get(logId) ?? null;
    const hasLeafIndex = startsWithLeafIndex(fields.extensions);
    const base = { source, log, logId, timestamp: fields.timestamp, hasLeafIndex };
    const outcome = (verdict: TimestampVerdict, problem: string | null) => ({
      ...base,
      verdict,
      isForeign: false,
      problem,
    });
    if (log === null) return outcome("unknown", "Unknown log.");
    if (log.key === null) return outcome("unknown", "A test log, which no browser counts.");
    const oid = fields.hash === SHA_256 ? SCHEMES.get(fields.algorithm) : undefined;
    if (oid === undefined) return outcome("invalid", "Logs do not use this signature algorithm.");
    if (fields.timestamp > now) return outcome("invalid", "Its timestamp is in the future.");
    if (typeof entry === "string") return outcome("unknown", entry);
    try {
      const { valid } = await verifySignature(
        { tbs: signedPart(fields, entry), signature: bareSignature(oid, fields.signature) },
        log.key,
        budget,
      );
      if (valid === true) return outcome("valid", null);
      return valid === false
        ? { ...outcome("invalid", "It does not belong to this certificate."), isForeign: true }
        : outcome("unknown", "This tool cannot verify its signature.");
    } catch (fault) {
      if (!isOperationError(fault) || budget.outgrown) throw fault;
      return outcome("unknown", "It was not checked, because the input needs too much work.");
    }
  }
}

/** The extension of type 0 with five octets (static-ct-api, "SCT Extension"). */
const startsWithLeafIndex = ([type, high, low]: Bytes): boolean =>
  type === 0 && high === 0 && low === 5;

const unread = (source: TimestampSource, problem: string): VerifiedTimestamp => ({
  source,
  log: null,
  logId: null,
  timestamp: null,
  hasLeafIndex: false,
  verdict: "invalid",
  isForeign: false,
  problem,
});

/** The bytes that a log signs: version and type, time, entry, extensions (RFC 6962, 3.2). */
function signedPart({ timestamp, extensions }: TimestampFields, entry: Bytes): Bytes {
  const out = new Uint8Array(10 + entry.length + 2 + extensions.length);
  const view = new DataView(out.buffer);
  view.setBigUint64(2, BigInt(timestamp));
  out.set(entry, 10);
  view.setUint16(10 + entry.length, extensions.length);
  out.set(extensions, 12 + entry.length);
  return out;
}

const X509_ENTRY = 0;
const PRECERTIFICATE_ENTRY = 1;

/** The entry of SCTs that come from the handshake or an OCSP response. */
const certificateEntry = ({ bytes }: Certificate): Bytes => entryOf(X509_ENTRY, [], bytes);

/**
 * The entry of SCTs in the certificate: the hash of its issuer's key, and its signed part without the list. A
 * log changes the issuer of a precertificate that a precertificate signing certificate signed to that of the
 * final certificate, so the final certificate gives the same bytes in both cases.
 *
 * @returns a sentence if it cannot be made
 */
function precertificateEntry(
  leaf: Certificate,
  issuers: readonly Certificate[],
  sha256: Digest,
  budget: Budget,
): Bytes | string {
  const issuer = issuers.find((one) => !signsPrecertificates(one));
  if (!issuer) return "It cannot be verified without the certificate of the issuer.";
  if (!leaf.extensionsWhole) return "An extension of the certificate cannot be read.";
  const signed = withoutTimestamps(leaf, budget);
  if (signed === null) return "The certificate has several lists of timestamps.";
  return entryOf(PRECERTIFICATE_ENTRY, [sha256(issuer.spki)], signed);
}

/** Whether a certificate signs precertificates only (RFC 6962, 3.1), so that the CA above it is the issuer. */
export const signsPrecertificates = (certificate: Certificate): boolean =>
  certificate.extension(EXTENSION.extendedKeyUsage)?.value?.includes(PRECERTIFICATE_SIGNING) ??
    false;

function entryOf(type: number, before: readonly Bytes[], content: Bytes): Bytes {
  const { length } = content;
  const head = Uint8Array.of(0, type);
  const size = Uint8Array.of(length >> 16, length >> 8, length);
  return concatenate([head, ...before, size, content]);
}

/** TBSCertificate without the SCT list, otherwise as encoded; null unless there is exactly one list. */
function withoutTimestamps({ tbs, bytes, extensions }: Certificate, budget: Budget): Bytes | null {
  const lists = extensions.filter(({ oid }) => oid === EXTENSION.signedCertificateTimestamps);
  if (lists.length !== 1) return null;
  const others = extensions.filter((extension) => !lists.includes(extension))
    .map(({ start, end }) => bytes.subarray(start, end));
  // Without any other extension the field is absent, because the list must not be empty.
  const rest = others.length === 0
    ? []
    : [element(constructed(3), element(TAG.SEQUENCE, ...others))];
  return element(TAG.SEQUENCE, fieldsBeforeExtensions(tbs, budget), ...rest);
}

function fieldsBeforeExtensions(tbs: Bytes, budget: Budget): Bytes {
  // A cursor of its own, because that of the certificate would add its findings again.
  const der = new Der(tbs, budget);
  der.expect(0, tbs.length, TAG.SEQUENCE, "TBS certificate");
  const { body, end } = der;
  let at = body;
  while (at < end && !der.optional(at, end, constructed(3))) {
    der.next(at, end);
    at = der.end;
  }
  return tbs.subarray(body, at);
}
