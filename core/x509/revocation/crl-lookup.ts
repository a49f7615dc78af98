/** Looking certificates up in a CRL: all of them in one walk over its entries. */
import type { Budget } from "../../kernel/context.ts";
import { equalOctets } from "../../kernel/octets.ts";
import type { Crl } from "./crl.ts";
import type { CrlEntry } from "./crl-entries.ts";
import { REMOVED } from "./reasons.ts";

/** A certificate to be looked for. */
interface WantedCertificate {
  /** Content octets of the serial number. */
  readonly serial: Uint8Array;
  /** The issuer's name as `nameKey` gives it. */
  readonly issuerKey: string;
}

/**
 * The entry of each certificate, in their order; null for one that is not listed. Of two entries for
 * one certificate the one counts that revokes it. Throws DerError where an entry cannot be read.
 */
export function findEntries(
  crl: Crl,
  wanted: readonly WantedCertificate[],
  budget: Budget,
): (CrlEntry | null)[] {
  const found: (CrlEntry | null)[] = wanted.map(() => null);
  const byHash = new Map<number, number[]>();
  wanted.forEach(({ serial }, place) => {
    const hash = hashOf(serial, 0, serial.length);
    const places = byHash.get(hash);
    if (places) places.push(place);
    else byHash.set(hash, [place]);
  });
  const cursor = crl.entries(budget);
  const { bytes } = crl;
  // RFC 5280, 5.3.3: an issuer that is named is that of the entries after it as well.
  let issuers: ReadonlySet<string> = new Set([crl.issuerKey]);
  while (cursor.next()) {
    if (crl.namesIssuers && cursor.isUnusual) {
      const named = cursor.details().issuers;
      if (named !== null) issuers = new Set(named);
    }
    const { serialStart, serialEnd } = cursor;
    const places = byHash.get(hashOf(bytes, serialStart, serialEnd));
    if (places === undefined) continue;
    // Hostile lists and certificates can be made to share a hash.
    budget.spend("work", places.length);
    const serial = significant(bytes.subarray(serialStart, serialEnd));
    for (const place of places) {
      const certificate = wanted[place];
      if (
        issuers.has(certificate.issuerKey) &&
        equalOctets(significant(certificate.serial), serial) &&
        (found[place] === null || found[place].reason === REMOVED)
      ) found[place] = cursor.describe();
    }
  }
  return found;
}

/** Where a number begins after redundant zeros: lists and certificates are not always DER. */
function firstOctet(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at + 1 < end && bytes[at] === 0 && bytes[at + 1] < 0x80) at++;
  return at;
}

/**
 * A serial number without redundant leading zeros; the content of its INTEGER, big-endian.
 */
export const significant = (serial: Uint8Array): Uint8Array =>
  serial.subarray(firstOctet(serial, 0, serial.length));

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = firstOctet(bytes, start, end); i < end; i++) {
    hash = Math.imul(hash ^ bytes[i], 0x01000193);
  }
  return hash;
}
