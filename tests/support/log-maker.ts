/** Makes Certificate Transparency logs and their signed certificate timestamps (RFC 6962, 3.2). */
import { createHash } from "node:crypto";
import { TAG } from "../../core/x509/asn1/der.ts";
import { element, unsignedInteger } from "../../core/x509/asn1/der-write.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { joinLogs, type LogTable, readProgramLogs } from "../../core/x509/transparency/logs.ts";
import { leaf, octets } from "../core/x509/rules/maker.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface MadeLog {
  id: Bytes;
  spki: Bytes;
  keys: CryptoKeyPair;
}

/** The keys that logs may have (RFC 6962, 2.1.4). */
const KEYS = {
  ECDSA: { name: "ECDSA", namedCurve: "P-256" },
  RSA: {
    ...{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048 },
    publicExponent: Uint8Array.of(1, 0, 1),
  },
};

export async function makeLog(kind: keyof typeof KEYS = "ECDSA"): Promise<MadeLog> {
  const algorithm = KEYS[kind];
  const keys = await crypto.subtle.generateKey(algorithm, true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", keys.publicKey));
  return { id: hash(spki), spki, keys };
}

export interface Entry {
  log: Pick<MadeLog, "id" | "spki">;
  operator: string;
  state?: string;
  since?: string;
  kind?: "rfc6962" | "tiled";
  interval?: string;
  /** In Apple's list; as in Chrome's if absent, and null if it is not there. */
  apple?: string | null;
}

/** A table with these logs. Both lists have the same logs unless `apple` is set. */
export function tableOf(
  entries: readonly Entry[],
  { chrome = "2026-05-01", apple = "2026-05-01" } = {},
): LogTable {
  const lines = entries.map((
    {
      log,
      operator,
      state = "usable",
      since = "2025-01-01",
      kind = "rfc6962",
      interval = "/",
      apple,
    },
    place,
  ) => {
    const entry = state === "" ? "" : `${operator}|${state}|${state === "test" ? "" : since}`;
    const key = state === "test" ? "" : log.spki.toBase64();
    return [log.id.toBase64(), key, kind, interval, entry, apple === null ? "" : apple ?? entry]
      .concat(`Log ${place}`).join("\t");
  });
  return joinLogs(readProgramLogs({
    chrome: { date: chrome, version: null },
    apple: { date: apple, version: null },
    logs: lines.join("\n"),
  }));
}

/** The entry that a log signs for a precertificate, made by the text of the RFC. */
export function precertificateEntry(tbs: Uint8Array, issuer: Certificate): Bytes {
  return join([0, 1], hash(issuer.spki), length24(tbs), tbs);
}

export const certificateEntry = (certificate: Uint8Array): Bytes =>
  join([0, 0], length24(certificate), certificate);

/** The extensions of an SCT of a tiled log: one of type 0 with five octets. */
export const LEAF_INDEX = [0, 8, 0, 0, 5, 0, 0, 0, 0, 7];

/** An SCT over an entry. `extensions` begin with their length. */
export async function timestampOf(
  log: MadeLog,
  entry: Uint8Array,
  time: string,
  extensions: readonly number[] = [0, 0],
): Promise<Bytes> {
  const moment = eightOctets(Date.parse(time));
  const signed = join([0, 0], moment, entry, extensions);
  const { privateKey } = log.keys;
  const { name } = privateKey.algorithm;
  const raw = new Uint8Array(
    await crypto.subtle.sign({ name, hash: "SHA-256" }, privateKey, signed),
  );
  const start = join([0], log.id, moment, extensions);
  if (name !== "ECDSA") return join(start, [4, 1, raw.length >> 8, raw.length & 0xff], raw);
  const signature = element(
    TAG.SEQUENCE,
    unsignedInteger(raw.subarray(0, 32)),
    unsignedInteger(raw.subarray(32)),
  );
  return join(start, [4, 3, 0, signature.length], signature);
}

/** A SignedCertificateTimestampList. */
export function listOf(...timestamps: readonly Uint8Array[]): Bytes {
  const list = join(...timestamps.flatMap((one) => [[one.length >> 8, one.length & 0xff], one]));
  return join([list.length >> 8, list.length & 0xff], list);
}

type Changes = NonNullable<Parameters<typeof leaf>[0]>;

/** A certificate with timestamps of these logs in it. */
export async function loggedLeaf(
  issuer: Certificate,
  logs: readonly { log: MadeLog; at?: string; extensions?: readonly number[] }[],
  changes: Changes = {},
): Promise<Certificate> {
  const without = leafWith(changes, null);
  const entry = precertificateEntry(without.tbs, issuer);
  const timestamps = await Promise.all(
    logs.map(({ log, at = "2026-04-01T01:00:00Z", extensions }) =>
      timestampOf(log, entry, at, extensions)
    ),
  );
  return leafWith(changes, listOf(...timestamps));
}

export function leafWith(changes: Changes, list: Bytes | null): Certificate {
  const signedCertificateTimestamps = list && octets(list);
  return leaf({ ...changes, extensions: { ...changes.extensions, signedCertificateTimestamps } });
}

const hash = (bytes: Uint8Array): Bytes =>
  new Uint8Array(createHash("sha256").update(bytes).digest());

const length24 = ({ length }: Uint8Array) => [length >> 16, length >> 8 & 0xff, length & 0xff];

function eightOctets(value: number): Bytes {
  const out = new DataView(new ArrayBuffer(8));
  out.setBigUint64(0, BigInt(value));
  return new Uint8Array(out.buffer);
}

const join = (...parts: readonly (Uint8Array | readonly number[])[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
