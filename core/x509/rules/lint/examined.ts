/** The certificate as the linter's rules see it, and the constructors of these rules. */
import { validityLength } from "../../validity.ts";
import { TAG } from "../../asn1/der.ts";
import type { Candidate } from "../../constraints/candidate.ts";
import type { Certificate } from "../../objects/certificates.ts";
import type { ExtensionValues } from "../../objects/extensions/decoders.ts";
import type { RawExtension } from "../../objects/extensions/extensions.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import type { GeneralName } from "../../shapes.ts";
import {
  ADVICE,
  type Examined,
  type PathInputs,
  type Profile,
  type Role,
  type Rule,
  WHY,
} from "../rule.ts";
import { type DomainParts, domainParts } from "./hosts.ts";
import { type Tlv, within } from "../../asn1/elements.ts";

const NONE: readonly never[] = [];

/**
 * A certificate as the linter's rules see it. A value that several rules need is computed once, when the
 * first rule needs it.
 */
export class LintExamined implements Examined {
  readonly #cache = new Map<string, unknown>();
  readonly #values = new Map<string, unknown>();
  #subject: readonly Attribute[] | undefined;
  #issuer: readonly Attribute[] | undefined;
  #subjectByType: ReadonlyMap<string, readonly Attribute[]> | undefined;
  #isResponder: boolean | undefined;
  #dnsNames: readonly string[] | undefined;
  #domains: readonly DomainParts[] | undefined;
  #fields: readonly Tlv[] | undefined;
  #times: readonly Tlv[] | undefined;
  readonly certificate: Certificate;

  constructor(
    readonly candidate: Candidate,
    readonly role: Role,
    readonly inputs: PathInputs,
    readonly profile: Profile,
    /** Whether another certificate of a CA with the same name and key, but another issuer, is known. */
    readonly isCrossCertified = false,
  ) {
    this.certificate = candidate.certificate;
  }

  /** Returns the result of `read`, which is called once for each key. */
  once<Value>(key: string, read: () => Value): Value {
    let value = this.#cache.get(key) as Value | undefined;
    if (value === undefined && !this.#cache.has(key)) this.#cache.set(key, value = read());
    return value as Value;
  }

  get isCa(): boolean {
    return this.candidate.isCa;
  }
  get isLeaf(): boolean {
    return this.role === "leaf";
  }

  raw(oid: string): RawExtension | undefined {
    return this.candidate.raw(oid);
  }
  has(oid: string): boolean {
    return this.candidate.raw(oid) !== undefined;
  }
  isCritical(oid: string): boolean {
    return this.candidate.raw(oid)?.critical === true;
  }
  isNotCritical(oid: string): boolean {
    return this.candidate.raw(oid)?.critical === false;
  }
  /** The decoded value of an extension; null if it is missing or cannot be read. */
  value<Oid extends keyof ExtensionValues>(oid: Oid): ExtensionValues[Oid] | null {
    const raw = this.candidate.raw(oid);
    if (raw === undefined) return null;
    const known = this.#values.get(oid);
    if (known !== undefined) return known as ExtensionValues[Oid] | null;
    const { value } = this.certificate.decode(raw);
    this.#values.set(oid, value);
    return value as ExtensionValues[Oid] | null;
  }
  /** The bytes of an extension's value; null if it is missing. */
  content(oid: string): Uint8Array<ArrayBuffer> | null {
    const raw = this.candidate.raw(oid);
    return raw ? this.certificate.bytes.subarray(raw.body, raw.end) : null;
  }
  /** Whether an extension's value is an empty SEQUENCE. */
  isEmpty(oid: string): boolean {
    const raw = this.candidate.raw(oid);
    return raw !== undefined && raw.end - raw.body >= 2 &&
      this.certificate.bytes[raw.body + 1] === 0;
  }
  /** The elements of the SEQUENCE that is an extension's value. */
  parts(oid: string): readonly Tlv[] {
    return this.has(oid) ? this.once(oid, () => within(this.content(oid)!)) : NONE;
  }

  get keyUsage(): readonly string[] | null {
    return this.candidate.keyUsage;
  }
  get purposes(): readonly string[] | null {
    return this.candidate.extendedKeyUsage;
  }
  uses(...usages: readonly string[]): boolean {
    return usages.some((usage) => this.keyUsage?.includes(usage));
  }
  isFor(...purposes: readonly string[]): boolean {
    return purposes.some((purpose) => this.purposes?.includes(purpose));
  }
  get policies(): readonly string[] {
    return this.once(
      "policies",
      () => (this.value(EXTENSION.certificatePolicies) ?? []).map(({ oid }) => oid),
    );
  }
  /** The names of one form in subjectAltName or issuerAltName, with one character for each octet. */
  names(oid: string, tag: number): readonly string[] {
    if (!this.has(oid)) return NONE;
    return oid === EXTENSION.subjectAltName && tag === DNS_NAME
      ? this.dnsNames
      : this.once(`${oid} ${tag}`, () => textsOf(this.parts(oid), tag));
  }
  get dnsNames(): readonly string[] {
    return this.#dnsNames ??= textsOf(this.parts(EXTENSION.subjectAltName), DNS_NAME);
  }
  get emails(): readonly string[] {
    return this.names(EXTENSION.subjectAltName, EMAIL);
  }
  /** The parts of each DNS name by the public suffix list. */
  get domains(): readonly DomainParts[] {
    return this.#domains ??= this.dnsNames.map(domainParts);
  }
  /** The locations of a method of authority information access. */
  access(method: string): GeneralName[] {
    return (this.value(EXTENSION.authorityInfoAccess) ?? [])
      .filter((access) => access.method === method)
      .map(({ location }) => location);
  }
  /** The addresses in its CRL distribution points. */
  get crlAddresses(): readonly string[] {
    return this.once(
      "crl",
      () =>
        (this.value(EXTENSION.cRLDistributionPoints) ?? []).flatMap(({ names }) =>
          names.flatMap(({ type, value }) => type === "URI" ? [value] : [])
        ),
    );
  }

  get subject(): readonly Attribute[] {
    return this.#subject ??= attributesOf(this.certificate.subjectDer);
  }
  get issuer(): readonly Attribute[] {
    return this.#issuer ??= attributesOf(this.certificate.issuerDer);
  }
  /** The texts of the subject's attributes of one type. */
  texts(oid: string): readonly string[] {
    return this.#byType.get(oid)?.map(({ text }) => text) ?? NONE;
  }
  get #byType(): ReadonlyMap<string, readonly Attribute[]> {
    return this.#subjectByType ??= Map.groupBy(this.subject, ({ oid }) => oid);
  }
  /** Whether the subject has two attributes of the same type. */
  get repeatsType(): boolean {
    return this.#byType.size < this.subject.length;
  }
  /** Its DNS names and common names. */
  get hostNames(): readonly string[] {
    return this.dnsNames.concat(this.texts(ATTRIBUTE.commonName));
  }
  /** Whether it may sign OCSP responses for a CA. */
  get isResponder(): boolean {
    return this.#isResponder ??= this.isFor("OCSPSigning");
  }

  /** The elements of TBSCertificate after the version. */
  get fields(): readonly Tlv[] {
    if (this.#fields) return this.#fields;
    const all = within(this.certificate.tbs);
    return this.#fields = all[0]?.tag === 0xa0 ? all.slice(1) : all;
  }
  /** notBefore and notAfter as encoded. */
  get times(): readonly Tlv[] {
    return this.#times ??= this.fields[3]?.inner ?? NONE;
  }
  /** The texts of notBefore and notAfter that have this type. */
  timesOf(tag: number): readonly string[] {
    return this.once(
      tag === TAG.UTC_TIME ? "UTCTime" : "GeneralizedTime",
      () => textsOf(this.times, tag),
    );
  }
  /** Its validity in days, the last second included. */
  get days(): number {
    return validityLength(this.certificate) / 86_400_000;
  }
  get keyAlgorithm(): string {
    return this.certificate.publicKey.key.algorithm;
  }
  /** The elements of the public key's SEQUENCE: modulus and exponent of an RSA key. */
  get keyNumbers(): Tlv[] {
    return this.once("key", () => {
      const { bytes, keyStart, keyEnd } = this.certificate.publicKey;
      return within(bytes.subarray(keyStart, keyEnd));
    });
  }
}

const textsOf = (names: readonly Tlv[], tag: number): string[] =>
  names.flatMap((name) => name.tag === tag ? [name.octets] : []);

/** A rule of the linter. */
export type LintRule = Rule<LintExamined>;
export type LintRules = Readonly<Record<string, LintRule>>;

/** The linter's findings always point to a part of the certificate. */
type Place = { on: string } | { at: string };
/** The fields of a rule; `Set` are those that its constructor sets. */
export type LintEntry<Set = never> =
  & Partial<LintRule>
  & Pick<LintRule, Exclude<"clause" | "title", Set>>
  & Required<Pick<LintRule, "check">>
  & ("at" extends Set ? unknown : Place);

/** Defines a rule that binds everyone. Rules of RFC 5280, 4 apply since RFC 2459 unless a day is given. */
export function lint(entry: LintEntry): LintRule {
  const { document, number } = entry.clause;
  const isOfAuthorities = entry.roles !== undefined && !entry.roles.includes("leaf");
  return {
    since: document.name === "RFC 5280" && /^4\.[\d.]+$/.test(number) ? SINCE.rfc2459 : undefined,
    kind: "policy",
    severity: "error",
    binds: "everyone",
    why: entry.severity === "info" ? WHY.allowed : WHY.strict,
    advice: isOfAuthorities
      ? ADVICE.authority
      : "at" in entry && entry.at === "subjectPublicKeyInfo"
      ? ADVICE.newKey
      : ADVICE.reissue,
    ...entry,
  };
}

/** Defines a rule that binds public authorities for TLS. */
export const publicLint = (entry: LintEntry): LintRule => lint({ binds: "public", ...entry });

/** Defines a rule that binds them for servers: end entities that do not sign OCSP responses. */
export const serverLint = (entry: LintEntry): LintRule =>
  publicLint({ roles: ["leaf"], applies: ({ isResponder }) => !isResponder, ...entry });

/** Returns the rules with a prefix before each code. */
export function prefixed<Prefix extends string, Entries extends LintRules>(
  prefix: Prefix,
  entries: Entries,
): { [Code in keyof Entries as `${Prefix}${Code & string}`]: LintRule } {
  const renamed = Object.entries(entries).map(([code, rule]) => [`${prefix}${code}`, rule]);
  return Object.fromEntries(renamed);
}

/** Identifier octets of general names. */
export const DNS_NAME = 0x82;
export const EMAIL = 0x81;

/** The attribute types that rules use. */
export const ATTRIBUTE = {
  commonName: "2.5.4.3",
  surname: "2.5.4.4",
  serialNumber: "2.5.4.5",
  country: "2.5.4.6",
  locality: "2.5.4.7",
  state: "2.5.4.8",
  street: "2.5.4.9",
  organization: "2.5.4.10",
  unit: "2.5.4.11",
  businessCategory: "2.5.4.15",
  postalCode: "2.5.4.17",
  givenName: "2.5.4.42",
  pseudonym: "2.5.4.65",
  organizationIdentifier: "2.5.4.97",
  title: "2.5.4.12",
  jurisdictionLocality: "1.3.6.1.4.1.311.60.2.1.1",
  jurisdictionState: "1.3.6.1.4.1.311.60.2.1.2",
  jurisdictionCountry: "1.3.6.1.4.1.311.60.2.1.3",
  domainComponent: "0.9.2342.19200300.100.1.25",
  email: "1.2.840.113549.1.9.1",
} as const;

/** The days from which documents apply. */
export const SINCE = {
  rfc2459: "1999-01-01",
  rfc3279: "2002-04-01",
  rfc3280: "2002-04-01",
  rfc3490: "2003-03-01",
  rfc5280: "2008-05-01",
  rfc6818: "2013-01-01",
  rfc6962: "2013-06-01",
  rfc8399: "2018-05-01",
  rfc8813: "2020-08-01",
  /** Baseline Requirements 1.0. */
  requirements: "2012-07-01",
  /** Ballot SC-062: profiles. */
  profiles: "2023-09-15",
} as const;

/** An attribute of a distinguished name, with its string type. */
export class Attribute {
  readonly tag: number;
  /** "" if the value is not a string. */
  readonly text: string;
  readonly isText: boolean;

  constructor(readonly oid: string, readonly rdn: number, readonly value: Tlv) {
    const { tag, text } = value;
    this.tag = tag;
    this.text = text ?? "";
    this.isText = text !== null;
  }
}

/** Returns the attributes of a Name in DER, in order; `rdn` counts its RDNs from 0. */
function attributesOf(name: Uint8Array<ArrayBuffer>): Attribute[] {
  const attributes: Attribute[] = [];
  let rdn = 0;
  for (const set of within(name)) {
    for (const { inner } of set.inner) {
      if (inner.length > 1) attributes.push(new Attribute(inner[0].oid, rdn, inner[1]));
    }
    rdn++;
  }
  return attributes;
}
