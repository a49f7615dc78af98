/**
 * The entries of a CRL (RFC 5280, 5.1.2.6). A CRL can have a million of them, so a cursor walks over
 * the encoded entries and makes no object for each.
 *
 * A walk is charged to the budget before it begins, by the number of octets. Elements are not counted
 * one by one, because a long CRL has more of them than any other object may have.
 */
import { Budget } from "../../kernel/context.ts";
import { concatenate } from "../../kernel/octets.ts";
import { Der, DerError, eachIn, TAG } from "../asn1/der.ts";
import { objectIdentifier } from "../asn1/der-write.ts";
import { formatTime, readGeneralizedTime, readTime } from "../asn1/time.ts";
import { listExtensions } from "../objects/extensions/extensions.ts";
import { CRL_EXTENSION } from "../objects/extensions/identifiers.ts";
import { formatSerialNumber } from "../objects/serial-numbers.ts";
import { DIRECTORY, readDirectoryName } from "./distribution-points.ts";
import { reasonName } from "./reasons.ts";

/** Time to read one octet of entries, in microseconds of a slow core. */
const TIME_PER_BYTE = 0.01;

/** Time to read the extensions of an entry, and to compare an octet of a name, in the same unit. */
const EXTENSIONS_TIME = 2;
const NAME_TIME = 0.05;

/** The extensions of an entry that has only a reason, up to the reason code. */
const ONLY_REASON = concatenate([
  Uint8Array.of(TAG.SEQUENCE, 12, TAG.SEQUENCE, 10),
  objectIdentifier(CRL_EXTENSION.cRLReason),
  Uint8Array.of(TAG.OCTET_STRING, 3, TAG.ENUMERATED, 1),
]);

/** Where the entries are in `bytes`: the offset of the first one, and the offset after the last one. */
export interface EntryRange {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly start: number;
  readonly end: number;
}

/** A CRL entry in readable form. */
export interface CrlEntry {
  /** Upper-case hex as openssl prints it. */
  readonly serialNumber: string;
  /** "2026-11-21T12:00:00Z"; null if the date cannot be read. */
  readonly revokedAt: string | null;
  /** "keyCompromise", …; null if the entry has no reason. */
  readonly reason: string | null;
  readonly invalidityDate: string | null;
}

/** A cursor over entries. Its offsets belong to the entry read last. */
export class EntryCursor {
  serialStart = 0;
  serialEnd = 0;
  dateStart = 0;
  /** Offset of the extensions; 0 if the entry has none. */
  extensionsStart = 0;
  end = 0;
  readonly #der: Der;

  constructor(
    readonly range: EntryRange,
    private readonly budget: Budget,
    from = range.start,
  ) {
    budget.spend("work", (range.end - from) * TIME_PER_BYTE);
    this.#der = new Der(range.bytes, new Budget({ nodes: Infinity }));
    this.end = from;
  }

  /** Reads the next entry. Returns false after the last one. Throws DerError if the CRL is malformed. */
  next(): boolean {
    const der = this.#der;
    const limit = this.range.end;
    if (this.end >= limit) return false;
    der.expect(this.end, limit, TAG.SEQUENCE, "Entry");
    const { end } = der;
    der.expect(der.body, end, TAG.INTEGER, "Serial number of an entry");
    if (der.body === der.end) throw new DerError("Serial number of an entry is empty", der.start);
    this.serialStart = der.body;
    this.serialEnd = der.end;
    this.dateStart = der.end;
    der.next(der.end, end);
    if (der.tag !== TAG.UTC_TIME && der.tag !== TAG.GENERALIZED_TIME) {
      throw new DerError("An entry has no revocation date", der.start);
    }
    this.extensionsStart = 0;
    if (der.end < end) {
      der.expect(der.end, end, TAG.SEQUENCE, "Extensions of an entry");
      this.extensionsStart = der.start;
      der.finish(der.end, end, "Entry");
    }
    this.end = end;
    return true;
  }

  /** Whether the entry has extensions other than a reason. */
  get isUnusual(): boolean {
    const at = this.extensionsStart;
    return at !== 0 && !hasOnlyReason(this.range.bytes, at, this.end);
  }

  /** Reads the entry's extensions. Throws DerError. */
  details(): EntryDetails {
    const at = this.extensionsStart;
    const details: EntryDetails = {
      reason: null,
      invalidityDate: null,
      issuers: null,
      unknownCritical: false,
    };
    if (at === 0) return details;
    if (hasOnlyReason(this.range.bytes, at, this.end)) {
      details.reason = reasonName(this.range.bytes[this.end - 1]);
      return details;
    }
    this.budget.spend("work", EXTENSIONS_TIME);
    const der = this.#der;
    der.next(at, this.end);
    const { list, whole } = listExtensions(der);
    details.unknownCritical = !whole;
    for (const { oid, critical, body, end } of list) {
      der.next(body, end);
      if (oid === CRL_EXTENSION.cRLReason) {
        der.require(TAG.ENUMERATED, "Reason");
        details.reason = reasonName(der.smallInteger() ?? NaN);
      } else if (oid === CRL_EXTENSION.invalidityDate) {
        details.invalidityDate = readGeneralizedTime(der);
      } else if (oid === CRL_EXTENSION.certificateIssuer) {
        this.budget.spend("work", (end - body) * NAME_TIME);
        details.issuers = readIssuers(der);
      } else if (critical) details.unknownCritical = true;
    }
    return details;
  }

  /** The serial number of the current entry. */
  get serialNumber(): string {
    return formatSerialNumber(this.range.bytes, this.serialStart, this.serialEnd);
  }

  /** The reason of the current entry; null if it has none or it cannot be read. */
  get reason(): string | null {
    return this.isUnusual ? this.describe().reason : this.details().reason;
  }

  /** The current entry in readable form. */
  describe(): CrlEntry {
    const der = this.#der;
    let revokedAt: string | null = null;
    let details: EntryDetails | null = null;
    try {
      der.next(this.dateStart, this.end);
      revokedAt = formatTime(readTime(der));
      details = this.details();
    } catch (thrown) {
      // Fields that cannot be read stay null; `Crl.unusable` reports the malformed entry.
      if (!(thrown instanceof DerError)) throw thrown;
    }
    const invalid = details?.invalidityDate ?? null;
    return {
      serialNumber: this.serialNumber,
      revokedAt,
      reason: details?.reason ?? null,
      invalidityDate: invalid === null ? null : formatTime(invalid),
    };
  }
}

interface EntryDetails {
  reason: string | null;
  invalidityDate: number | null;
  /**
   * In an indirect CRL, the issuer of the certificates of this entry and of the following entries: its
   * directory names as `nameKey` values. Null if the entry does not name an issuer.
   */
  issuers: readonly string[] | null;
  unknownCritical: boolean;
}

/** Whether the extensions between two offsets are only a reason, in DER. */
function hasOnlyReason(bytes: Uint8Array, start: number, end: number): boolean {
  const { length } = ONLY_REASON;
  if (end - start !== length + 1) return false;
  for (let i = 0; i < length; i++) if (bytes[start + i] !== ONLY_REASON[i]) return false;
  return true;
}

/** The directory names of certificateIssuer (RFC 5280, 5.3.3), as `nameKey` values. */
function readIssuers(der: Der): string[] {
  der.require(TAG.SEQUENCE, "Certificate issuer");
  const keys: string[] = [];
  eachIn(der, der.body, der.end, () => {
    if (der.tag === DIRECTORY) keys.push(readDirectoryName(der).key);
  });
  return keys;
}
