/**
 * Certificate revocation lists (RFC 5280, 5). The header and the extensions are decoded; the entries
 * stay encoded. One walk counts them and finds out whether the CRL may be used.
 */
import { Budget } from "../../kernel/context.ts";
import { equalRanges } from "../../kernel/octets.ts";
import { byteCount, constructed, Der, DerError, TAG } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { readTime } from "../asn1/time.ts";
import { canonicalName, nameKey } from "../constraints/canonical-names.ts";
import { readAlgorithmIdentifier } from "../keys/key-algorithms.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { readAuthorityKeyIdentifier } from "../objects/extensions/authority-extensions.ts";
import { listExtensions, type RawExtension } from "../objects/extensions/extensions.ts";
import { CRL_EXTENSION, EXTENSION } from "../objects/extensions/identifiers.ts";
import { readName } from "../objects/names.ts";
import { readingSentence } from "../reading-rules.ts";
import type { DistinguishedName, Finding } from "../shapes.ts";
import type { Verdict } from "../signatures/plan.ts";
import { readSignature, type Signature, type SignedObject } from "../signatures/signatures.ts";
import { verifySignature } from "../signatures/verify.ts";
import { type CrlEntry, EntryCursor, type EntryRange } from "./crl-entries.ts";
import {
  type IssuingDistributionPoint,
  keysOf,
  readIssuingDistributionPoint,
} from "./distribution-points.ts";

const NO_NEXT_UPDATE = readingSentence("next_update_missing");

/** The distance in entries between kept offsets, which make it quick to find a slice of a long CRL. */
const STEP = 1024;

interface CrlParts {
  version: number;
  tbsStart: number;
  tbsEnd: number;
  issuer: DistinguishedName;
  thisUpdate: number;
  nextUpdate: number | null;
  entries: EntryRange;
  extensions: readonly RawExtension[];
  signature: Signature;
}

/** A CRL. Offsets count from the first octet of `bytes`. */
export class Crl implements SignedObject {
  /** The issuer's name as a `nameKey` value: equal for equal names. */
  readonly issuerKey: string;
  /** Upper-case hex of cRLNumber; null if it has none. */
  number: string | null = null;
  /** The number of the complete CRL that a delta CRL is based on. */
  baseNumber: string | null = null;
  /** Upper-case hex of the key identifier of the issuer's key. */
  keyIdentifier: string | null = null;
  issuingPoint: IssuingDistributionPoint | null = null;
  /** Why the CRL must not be used; null if it may be. */
  unusable: string | null = null;
  entryCount = 0;
  /** Whether an entry names a certificate issuer, as in indirect CRLs. */
  namesIssuers = false;
  /** The offset of every STEP-th entry. */
  readonly #offsets: number[] = [];
  #pointKeys: ReadonlySet<string> | null | undefined;
  #scope: string | undefined;
  /** Verified signatures by public key. */
  readonly #verdicts = new Map<string, Promise<Verdict>>();

  /** Called only by `readCrl`. */
  constructor(
    readonly der: Der,
    readonly bytes: Uint8Array<ArrayBuffer>,
    private readonly parts: CrlParts,
    budget: Budget,
  ) {
    this.issuerKey = nameKey(canonicalName(parts.issuer));
    this.#readExtensions();
    this.#walk(budget);
  }

  get version(): number {
    return this.parts.version;
  }
  get tbs(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.parts.tbsStart, this.parts.tbsEnd);
  }
  get signature(): Signature {
    return this.parts.signature;
  }
  get issuer(): DistinguishedName {
    return this.parts.issuer;
  }
  /** Milliseconds since 1970. */
  get thisUpdate(): number {
    return this.parts.thisUpdate;
  }
  get nextUpdate(): number | null {
    return this.parts.nextUpdate;
  }
  get extensions(): readonly RawExtension[] {
    return this.parts.extensions;
  }
  get isDelta(): boolean {
    return this.baseNumber !== null;
  }
  /** Whether the CRL says where its delta CRL is published (RFC 5280, 5.2.6). */
  get namesDelta(): boolean {
    return this.parts.extensions.some(({ oid }) => oid === EXTENSION.freshestCRL);
  }
  /** The names of its distribution point as comparable keys (distribution-points.ts); null if it has none. */
  get pointKeys(): ReadonlySet<string> | null {
    if (this.#pointKeys !== undefined) return this.#pointKeys;
    const point = this.issuingPoint;
    const isNamed = point !== null && (point.names.length > 0 || point.relativeName !== null);
    return this.#pointKeys = isNamed ? new Set(keysOf(point, this.issuerKey)) : null;
  }
  /** Equal for CRLs of the same issuer with the same issuing distribution point, or none (6.3.3 (c)). */
  get scope(): string {
    if (this.#scope !== undefined) return this.#scope;
    const point = this.issuingPoint && { ...this.issuingPoint, names: [], relativeName: null };
    const keys = [...this.pointKeys ?? []].sort();
    return this.#scope = JSON.stringify([this.issuerKey, point, keys]);
  }
  get findings(): Finding[] {
    return this.der.findings.sorted();
  }

  /** Verifies the signature by this key, once for each key. */
  verify(key: SubjectPublicKeyInfo, budget: Budget): Promise<Verdict> {
    const id = toHex(key.bytes, key.start, key.end);
    let verdict = this.#verdicts.get(id);
    if (!verdict) this.#verdicts.set(id, verdict = verifySignature(this, key, budget));
    return verdict;
  }

  /** A cursor before the first entry. */
  entries(budget: Budget): EntryCursor {
    return new EntryCursor(this.parts.entries, budget);
  }

  /** Up to `most` entries in readable form, from the entry at index `first`. */
  slice(first: number, most: number, budget: Budget): CrlEntry[] {
    const slice: CrlEntry[] = [];
    const place = Math.floor(first / STEP);
    if (!(place < this.#offsets.length) || !(first >= 0)) return slice;
    const from = this.#offsets[place];
    const next = Math.floor((first + most) / STEP) + 1;
    const { bytes, end } = this.parts.entries;
    const range = { bytes, start: from, end: this.#offsets[next] ?? end };
    const cursor = new EntryCursor(range, budget);
    for (let at = place * STEP; slice.length < most && cursor.next(); at++) {
      if (at >= first) slice.push(cursor.describe());
    }
    return slice;
  }

  #readExtensions(): void {
    const { der } = this;
    for (const { oid, critical, body, end } of this.parts.extensions) {
      try {
        switch (oid) {
          case CRL_EXTENSION.cRLNumber:
            this.number ??= readNumber(der, body, end);
            break;
          case CRL_EXTENSION.deltaCRLIndicator:
            this.baseNumber ??= readNumber(der, body, end);
            break;
          case CRL_EXTENSION.issuingDistributionPoint:
            this.issuingPoint ??= readIssuingDistributionPoint(der, body, end);
            break;
          case EXTENSION.authorityKeyIdentifier:
            this.keyIdentifier ??= readAuthorityKeyIdentifier(der, body, end).keyIdentifier;
            break;
          default:
            // RFC 5280, 5.2: such a CRL must not be used to determine that a certificate is good.
            if (critical) this.unusable ??= "It has an unknown critical extension";
        }
      } catch (thrown) {
        if (!(thrown instanceof DerError)) throw thrown;
        der.findings.add("extension_malformed", thrown.offset, thrown.reason);
        this.unusable ??= `An extension cannot be read: ${thrown.reason}`;
      }
    }
  }

  /**
   * Counts the entries and checks them. An unknown critical extension in one entry makes the whole CRL
   * unusable (RFC 5280, 5.3).
   */
  #walk(budget: Budget): void {
    const cursor = this.entries(budget);
    try {
      for (let from = cursor.end; cursor.next(); from = cursor.end) {
        if (this.entryCount++ % STEP === 0) this.#offsets.push(from);
        if (!cursor.isUnusual) continue;
        const { unknownCritical, issuers } = cursor.details();
        if (issuers !== null) this.namesIssuers = true;
        if (issuers?.length === 0) {
          this.unusable ??= "An entry does not name its issuer by a directory name";
        }
        if (unknownCritical) {
          this.unusable ??= "An entry has an unknown critical extension";
        }
      }
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      this.der.findings.add("entry_malformed", thrown.offset, thrown.reason);
      this.unusable ??= `An entry cannot be read: ${thrown.message}`;
    }
    if (this.namesIssuers && !this.issuingPoint?.indirect) {
      this.unusable ??= "Its entries name other issuers, although it is not an indirect CRL";
    }
  }
}

/**
 * Reads the DER of one CRL. The bytes are kept, not copied, so the caller must not change them
 * afterwards. Throws DerError (`unreadable`) if the structure around the entries is malformed.
 */
export function readCrl(input: Uint8Array<ArrayBuffer>, budget: Budget): Crl {
  const der = new Der(input, budget);
  const { findings } = der;
  der.expect(0, input.length, TAG.SEQUENCE, "CRL");
  const end = der.end;
  if (end < input.length) {
    findings.add("trailing_data", end, `${byteCount(input.length - end)} after the CRL`);
  }
  der.expect(der.body, end, TAG.SEQUENCE, "TBS cert list");
  const { start: tbsStart, end: tbsEnd } = der;
  let at = der.body;
  let version = 1;
  if (der.optional(at, tbsEnd, TAG.INTEGER)) {
    at = der.end;
    version = (der.smallInteger() ?? NaN) + 1;
    if (version !== 2) findings.add("crl_version_not_2", der.start);
  }
  der.expect(at, tbsEnd, TAG.SEQUENCE, "Signature algorithm of the TBS cert list");
  const inner = readAlgorithmIdentifier(der);
  der.expect(inner.end, tbsEnd, TAG.SEQUENCE, "Issuer");
  const issuerEnd = der.end;
  const issuer = readName(der);
  der.next(issuerEnd, tbsEnd);
  at = der.end;
  const thisUpdate = readTime(der);
  let nextUpdate: number | null = null;
  if (der.optional(at, tbsEnd, TAG.UTC_TIME) || der.optional(at, tbsEnd, TAG.GENERALIZED_TIME)) {
    at = der.end;
    nextUpdate = readTime(der);
  } else findings.add("next_update_missing", at);
  let entries: EntryRange = { bytes: input, start: at, end: at };
  if (der.optional(at, tbsEnd, TAG.SEQUENCE)) {
    entries = { bytes: input, start: der.body, end: der.end };
    if (der.body === der.end) findings.add("entries_empty", der.start);
    at = der.end;
  }
  // The walk over the entries charges their octets.
  budget.spend("bytes", input.length - (entries.end - entries.start));
  let extensions: readonly RawExtension[] = [];
  let extensionsWhole = true;
  if (der.optional(at, tbsEnd, constructed(0))) {
    at = der.end;
    der.expect(der.body, at, TAG.SEQUENCE, "Extensions");
    der.finish(der.end, at, "Extensions");
    ({ list: extensions, whole: extensionsWhole } = listExtensions(der));
  }
  der.finish(at, tbsEnd, "TBS cert list");
  const signature = readSignature(der, tbsEnd, end);
  der.finish(signature.end, end, "CRL");
  const { algorithm } = signature;
  const crl = new Crl(
    der,
    end === input.length ? input : input.subarray(0, end),
    {
      version,
      tbsStart,
      tbsEnd,
      issuer,
      thisUpdate,
      nextUpdate,
      entries,
      extensions,
      signature,
    },
    budget,
  );
  // RFC 5280, 5.1.2.5: without nextUpdate, a newer CRL may be published at any time.
  if (nextUpdate === null) crl.unusable ??= NO_NEXT_UPDATE;
  if (!extensionsWhole) crl.unusable ??= "An extension cannot be read";
  if (!equalRanges(input, inner.start, inner.end, algorithm.start, algorithm.end)) {
    crl.unusable ??= "The signature algorithms inside and after the signed part differ";
  }
  return crl;
}

/**
 * Reads the issuer from the first octets of a CRL, as a `Crl.issuerKey` value. The whole CRL may have `most`
 * octets. Throws DerError if the octets are not the beginning of a CRL or end before its issuer does.
 */
export function crlIssuerKey(
  head: Uint8Array<ArrayBuffer>,
  most: number,
  budget: Budget,
): string {
  const der = new Der(head, budget);
  der.expect(0, most, TAG.SEQUENCE, "CRL");
  der.expect(der.body, der.end, TAG.SEQUENCE, "TBS cert list");
  const limit = Math.min(der.end, head.length);
  let at = der.body;
  if (der.optional(at, limit, TAG.INTEGER)) at = der.end;
  der.expect(at, limit, TAG.SEQUENCE, "Signature algorithm of the TBS cert list");
  der.expect(der.end, limit, TAG.SEQUENCE, "Issuer");
  return nameKey(canonicalName(readName(der)));
}

/**
 * Reads only the nextUpdate of a CRL, in milliseconds since 1970; null if it has none. Throws DerError.
 */
export function crlEnd(bytes: Uint8Array<ArrayBuffer>, budget: Budget): number | null {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "CRL");
  der.expect(der.body, der.end, TAG.SEQUENCE, "TBS cert list");
  const limit = der.end;
  let at = der.body;
  if (der.optional(at, limit, TAG.INTEGER)) at = der.end;
  for (const what of ["Signature algorithm of the TBS cert list", "Issuer"]) {
    der.expect(at, limit, TAG.SEQUENCE, what);
    at = der.end;
  }
  der.next(at, limit);
  at = der.end;
  const hasEnd = der.optional(at, limit, TAG.UTC_TIME) ||
    der.optional(at, limit, TAG.GENERALIZED_TIME);
  return hasEnd ? readTime(der) : null;
}

/** The INTEGER at `start`, which must end at `limit`, as hex without leading zero octets. */
function readNumber(der: Der, start: number, limit: number): string {
  der.expect(start, limit, TAG.INTEGER, "CRL number");
  der.finish(der.end, limit, "CRL number");
  der.checkInteger();
  let at = der.body;
  while (at < der.end - 1 && der.bytes[at] === 0) at++;
  return toHex(der.bytes, at, der.end);
}
