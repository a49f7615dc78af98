/**
 * A certificate for path building and validation: its names in comparable form, and each relevant
 * extension, decoded once.
 */
import type { Budget } from "../../kernel/context.ts";
import type { Certificate } from "../objects/certificates.ts";
import { DerError, TAG } from "../asn1/der.ts";
import { type RawExtension } from "../objects/extensions/extensions.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { toHex } from "../asn1/hex.ts";
import { latin1 } from "../asn1/strings.ts";
import { canonicalName, nameKey } from "./canonical-names.ts";
import type { Source } from "../shapes.ts";
import type { PresentedName } from "../../names/service-identity.ts";
import {
  checkNames,
  type ConstrainedNames,
  type ConstraintFault,
  type NameConstraints,
  readNameConstraints,
} from "./name-constraints.ts";

/** A name of subjectAltName with its identifier octet. */
type TaggedName = PresentedName & { tag: number };

const FORMS: ReadonlyMap<number, PresentedName["type"]> = new Map([
  [0x81, "email"],
  [0x82, "DNS"],
  [0xa4, "DirName"],
  [0x86, "URI"],
  [0x87, "IP"],
]);

/** A certificate that may be part of a path. It keeps every value that is needed more than once. */
export class Candidate {
  #subjectKey: string | undefined;
  #issuerKey: string | undefined;
  #identity: string | undefined;
  #id: string | undefined;
  readonly keyIdentifier: string | null;
  readonly authorityKeyIdentifier: string | null;
  /** The serial number of its issuer's certificate, as its authority key identifier has it. */
  readonly authoritySerialNumber: string | null;
  /** Null if the extension is absent or malformed. */
  readonly basicConstraints: { ca: boolean; pathLen: number | null } | null;
  readonly keyUsage: readonly string[] | null;
  readonly extendedKeyUsage: readonly string[] | null;

  #names: ConstrainedNames | undefined;
  #nameConstraints: NameConstraints | DerError | null | undefined;
  readonly #extensions = new Map<string, RawExtension>();
  #purposes: ReadonlySet<string> | null | undefined;
  #tlsFeatures: ReadonlySet<string> | undefined;
  readonly #nameFaults = new WeakMap<Candidate, { fault: ConstraintFault | null }>();

  constructor(
    readonly certificate: Certificate,
    readonly source: Source,
    /** Index among the given certificates; null for one from the trust store. */
    readonly position: number | null,
  ) {
    this.keyIdentifier = certificate.extension(EXTENSION.subjectKeyIdentifier)?.value ?? null;
    const authority = certificate.extension(EXTENSION.authorityKeyIdentifier)?.value;
    this.authorityKeyIdentifier = authority?.keyIdentifier ?? null;
    this.authoritySerialNumber = authority?.authorityCertSerialNumber ?? null;
    this.basicConstraints = certificate.extension(EXTENSION.basicConstraints)?.value ?? null;
    this.keyUsage = certificate.extension(EXTENSION.keyUsage)?.value ?? null;
    for (const extension of certificate.extensions) {
      if (!this.#extensions.has(extension.oid)) this.#extensions.set(extension.oid, extension);
    }
    this.extendedKeyUsage = certificate.extension(EXTENSION.extendedKeyUsage)?.value ?? null;
  }

  /** The subject and the issuer as `nameKey` values: equal for equal names. */
  get subjectKey(): string {
    return this.#subjectKey ??= nameKey(canonicalName(this.certificate.subject));
  }
  get issuerKey(): string {
    return this.#issuerKey ??= nameKey(canonicalName(this.certificate.issuer));
  }
  /** A key for name and public key, which identify a certification authority (RFC 4158, 2.4.2). */
  get identity(): string {
    return this.#identity ??= `${this.subjectKey}\n\n\n${toHex(this.certificate.spki)}`;
  }
  /** A key for the whole certificate, equal for equal bytes. */
  get id(): string {
    const { bytes } = this.certificate;
    return this.#id ??= latin1(bytes, 0, bytes.length);
  }

  /** The extended key usages. A set, because a certificate may have thousands of them. */
  get purposes(): ReadonlySet<string> | null {
    return this.#purposes ??= this.extendedKeyUsage && new Set(this.extendedKeyUsage);
  }

  /** The TLS features (RFC 7633); an empty set if the extension is absent or malformed. */
  get tlsFeatures(): ReadonlySet<string> {
    return this.#tlsFeatures ??= new Set(this.certificate.extension(EXTENSION.tlsFeature)?.value);
  }

  get isCa(): boolean {
    return this.basicConstraints?.ca === true;
  }

  /** Whether it is an end entity for servers: by its purposes, and without purposes by a name of a host. */
  get isForServers(): boolean {
    if (this.isCa && this.extendedKeyUsage === null) return false;
    return this.extendedKeyUsage?.includes("serverAuth") ??
      this.names.alternative.some(({ type }) => type === "DNS" || type === "IP");
  }

  /** Whether subject and issuer are the same name. Another key may still have signed it. */
  get isSelfIssued(): boolean {
    return this.subjectKey === this.issuerKey;
  }

  /** The first extension of a type, not decoded. */
  raw(oid: string): RawExtension | undefined {
    return this.#extensions.get(oid);
  }

  /** Whether an extension of a type is present but malformed. */
  isBroken(oid: keyof typeof EXTENSION): boolean {
    const extension = this.certificate.extension(EXTENSION[oid] as never) as
      | { problem: string | null }
      | null;
    return extension !== null && extension.problem !== null;
  }

  /** The name constraints; null if the extension is absent, a DerError if it is malformed. */
  nameConstraints(budget: Budget): NameConstraints | DerError | null {
    if (this.#nameConstraints !== undefined) return this.#nameConstraints;
    const raw = this.raw(EXTENSION.nameConstraints);
    if (!raw) return this.#nameConstraints = null;
    try {
      const value = this.certificate.bytes.subarray(raw.body, raw.end);
      return this.#nameConstraints = readNameConstraints(value, budget);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      return this.#nameConstraints = thrown;
    }
  }

  /**
   * Returns the first name of another certificate that the name constraints do not allow; null if they allow
   * all of them, or are absent or malformed. The result is kept for each certificate.
   */
  nameFault(other: Candidate, budget: Budget): ConstraintFault | null {
    const known = this.#nameFaults.get(other);
    if (known) return known.fault;
    const constraints = this.nameConstraints(budget);
    // Malformed constraints have a finding of their own.
    const fault = constraints === null || constraints instanceof DerError
      ? null
      : checkNames(constraints, other.names, budget);
    this.#nameFaults.set(other, { fault });
    return fault;
  }

  /** Every name of the certificate's subject. */
  get names(): ConstrainedNames {
    return this.#names ??= {
      subject: this.certificate.subject,
      alternative: this.#alternativeNames(),
    };
  }

  /** The names of subjectAltName, up to the first that cannot be read. `isBroken` tells that there is one. */
  #alternativeNames(): TaggedName[] {
    const raw = this.raw(EXTENSION.subjectAltName);
    if (!raw) return [];
    const { der, bytes } = this.certificate;
    const names: TaggedName[] = [];
    try {
      der.expect(raw.body, raw.end, TAG.SEQUENCE, "General names");
      const { end } = der;
      for (let at = der.body; at < end;) {
        der.next(at, end);
        at = der.end;
        names.push({
          tag: der.tag,
          type: FORMS.get(der.tag) ?? "other",
          bytes: bytes.subarray(der.body, der.end),
        });
      }
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
    }
    return names;
  }
}
