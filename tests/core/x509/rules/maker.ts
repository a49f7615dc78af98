/**
 * Builds certificates for the tests of rules from parts. They are not signed, because no rule of the
 * linter verifies the signature. `leaf`, `intermediate` and `root` break no rule unless changed.
 */
import { Budget } from "../../../../core/kernel/context.ts";
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../../core/x509/asn1/der-write.ts";
import { type Certificate } from "../../../../core/x509/objects/certificates.ts";
import { readCertificate } from "../../../../core/x509/objects/read-certificate.ts";
import { EXTENSION } from "../../../../core/x509/objects/extensions/identifiers.ts";
import { PURPOSES } from "../../../../core/x509/asn1/oids.ts";
import { bits, type Bytes, bytes, hex, NULL, octets, oid, seq, text } from "./der.ts";
import { rsaKey } from "./key-maker.ts";
import type { Role } from "../../../../core/x509/rules/rule.ts";

export * from "./der.ts";
export * from "./key-maker.ts";

// Names

export const ATTRIBUTES = {
  CN: "2.5.4.3",
  SN: "2.5.4.4",
  serialNumber: "2.5.4.5",
  C: "2.5.4.6",
  L: "2.5.4.7",
  ST: "2.5.4.8",
  street: "2.5.4.9",
  O: "2.5.4.10",
  OU: "2.5.4.11",
  postalCode: "2.5.4.17",
  GN: "2.5.4.42",
  businessCategory: "2.5.4.15",
  organizationIdentifier: "2.5.4.97",
  jurisdictionCountry: "1.3.6.1.4.1.311.60.2.1.3",
  DC: "0.9.2342.19200300.100.1.25",
  E: "1.2.840.113549.1.9.1",
} as const;

export type AttributeName = keyof typeof ATTRIBUTES;

const USUAL_TAG: Partial<Record<AttributeName, number>> = {
  C: TAG.PRINTABLE_STRING,
  serialNumber: TAG.PRINTABLE_STRING,
  jurisdictionCountry: TAG.PRINTABLE_STRING,
  DC: TAG.IA5_STRING,
  E: TAG.IA5_STRING,
};

export function attribute(
  name: AttributeName,
  value: string,
  tag = USUAL_TAG[name] ?? TAG.UTF8_STRING,
): Bytes {
  return seq(oid(ATTRIBUTES[name]), text(tag, value));
}

export const rdn = (...attributes: Bytes[]) => element(TAG.SET, ...attributes);

/** Returns a Name with one attribute in each RDN: `name({ C: "NL", O: "Example" })`. */
export function name(attributes: Partial<Record<AttributeName, string | undefined>>): Bytes {
  const entries = Object.entries(attributes) as [AttributeName, string | undefined][];
  return seq(...entries.flatMap(([type, value]) => value ? [rdn(attribute(type, value))] : []));
}

// General names

export const dns = (value: string): Bytes => text(0x82, value);
export const email = (value: string): Bytes => text(0x81, value);
export const uri = (value: string): Bytes => text(0x86, value);
export const ip = (...address: number[]): Bytes => element(0x87, bytes(...address));
export const directory = (value: Bytes): Bytes => element(0xa4, value);

// Extensions

export const names = (...list: Bytes[]): Bytes => seq(...list);

export function basicConstraints(ca: boolean | null, pathLength?: number): Bytes {
  const parts = ca === null ? [] : [element(TAG.BOOLEAN, bytes(ca ? 0xff : 0))];
  if (pathLength !== undefined) parts.push(element(TAG.INTEGER, bytes(pathLength & 0xff)));
  return seq(...parts);
}

const USAGES = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
  "encipherOnly",
  "decipherOnly",
] as const;

export function keyUsage(...usages: (typeof USAGES)[number][]): Bytes {
  const places = usages.map((usage) => USAGES.indexOf(usage));
  const last = Math.max(-1, ...places);
  const content = new Uint8Array(Math.floor(last / 8) + 1);
  for (const place of places) content[place >> 3] |= 0x80 >> (place & 7);
  return bits((8 - (last + 1) % 8) % 8, ...content);
}

const PURPOSE_OIDS = new Map([...PURPOSES].map(([dotted, purpose]) => [purpose, dotted]));

export const purposes = (...list: string[]): Bytes =>
  seq(...list.map((purpose) => oid(PURPOSE_OIDS.get(purpose) ?? purpose)));

/** Returns policies with their qualifiers: `policies(["2.23.140.1.2.1", cps("http://…")])`. */
export const policies = (...list: [dotted: string, ...qualifiers: Bytes[]][]): Bytes =>
  seq(
    ...list.map(([dotted, ...qualifiers]) =>
      seq(oid(dotted), ...(qualifiers.length > 0 ? [seq(...qualifiers)] : []))
    ),
  );
export const cps = (address: string): Bytes =>
  seq(oid("1.3.6.1.5.5.7.2.1"), text(TAG.IA5_STRING, address));
export const notice = (...parts: Bytes[]): Bytes => seq(oid("1.3.6.1.5.5.7.2.2"), seq(...parts));

const METHODS = { ocsp: "1.3.6.1.5.5.7.48.1", caIssuers: "1.3.6.1.5.5.7.48.2" };
export const access = (...list: [method: string, location: Bytes][]): Bytes =>
  seq(
    ...list.map(([method, location]) =>
      seq(oid(METHODS[method as keyof typeof METHODS] ?? method), location)
    ),
  );

/** Returns distribution points, one for each list of names. */
export const crlPoints = (...points: Bytes[][]): Bytes =>
  seq(...points.map((list) => seq(element(0xa0, element(0xa0, ...list)))));

export const authorityKey = (...parts: Bytes[]): Bytes => seq(...parts);

/** `{ permitted: [dns(".example.com")] }` */
export function nameConstraints(
  { permitted = [], excluded = [] }: { permitted?: Bytes[]; excluded?: Bytes[] },
): Bytes {
  const list = (tag: number, bases: Bytes[]) =>
    bases.length > 0 ? [element(tag, ...bases.map((base) => seq(base)))] : [];
  return seq(...list(0xa0, permitted), ...list(0xa1, excluded));
}

/** Marks an extension as critical. */
export class Critical {
  constructor(readonly value: Bytes) {}
}
export const critical = (value: Bytes) => new Critical(value);

export type ExtensionName = keyof typeof EXTENSION;
/** Extensions by name or OID; null removes one. */
export type Extensions = { [name: string]: Bytes | Critical | null };

// Certificates

export const SHA256_RSA = seq(oid("1.2.840.113549.1.1.11"), NULL);
export const SHA256_ECDSA = seq(oid("1.2.840.10045.4.3.2"));

export interface Parts {
  version: number;
  serial: Bytes;
  algorithm: Bytes;
  /** The algorithm outside the signed part, if it differs. */
  outside?: Bytes;
  /** The bits of the signature. */
  signature: Bytes;
  issuer: Bytes;
  /** "2026-04-01", or an encoded time. */
  from: string | Bytes;
  to: string | Bytes;
  subject: Bytes;
  key: Bytes;
  /** Elements after the key, such as unique identifiers. */
  more: Bytes[];
  extensions: Extensions;
  /** Encoded extensions that are added after the others. */
  raw: Bytes[];
}

function time(value: string | Bytes): Bytes {
  if (typeof value !== "string") return value;
  const digits = new Date(value).toISOString().replace(/\.\d+/, "").replace(/[-:T]/g, "");
  return Number(digits.slice(0, 4)) < 2050
    ? text(TAG.UTC_TIME, digits.slice(2))
    : text(TAG.GENERALIZED_TIME, digits);
}

function extension(type: string, value: Bytes | Critical): Bytes {
  const dotted = (EXTENSION as Record<string, string>)[type] ?? type;
  return value instanceof Critical
    ? seq(oid(dotted), element(TAG.BOOLEAN, bytes(0xff)), octets(value.value))
    : seq(oid(dotted), octets(value));
}

function encode(parts: Parts): Bytes {
  const list = Object.entries(parts.extensions)
    .flatMap(([type, value]) => value === null ? [] : [extension(type, value)]);
  const all = [...list, ...parts.raw];
  const tbs = seq(
    ...(parts.version === 1 ? [] : [element(0xa0, integer(parts.version - 1))]),
    element(TAG.INTEGER, parts.serial),
    parts.algorithm,
    parts.issuer,
    seq(time(parts.from), time(parts.to)),
    parts.subject,
    parts.key,
    ...parts.more,
    ...(all.length > 0 ? [element(0xa3, seq(...all))] : []),
  );
  const outside = parts.outside ?? parts.algorithm;
  return seq(tbs, outside, element(TAG.BIT_STRING, bytes(0), parts.signature));
}

const CA = name({ C: "NL", O: "Example Trust", CN: "Example CA 1" });
const ROOT = name({ C: "NL", O: "Example Trust", CN: "Example Root" });
const KEY_ID = new Uint8Array(20).fill(7);
const SERIAL = hex("4d6f0a51b3c2e1f0897867564534231f");

/** Timestamps of two logs, enough for a certificate that is valid for less than 180 days. */
const TIMESTAMPS = (() => {
  const one = (log: number) => [
    ...[0, ...new Uint8Array(32).fill(log), ...[0, 0, 1, 0x9d, 0, 0, 0, 0], 0, 0],
    ...[4, 3, 0, 8, ...new Uint8Array(8)],
  ];
  const list = [1, 2].flatMap((log) => {
    const timestamp = one(log);
    return [timestamp.length >> 8, timestamp.length & 0xff, ...timestamp];
  });
  return octets(bytes(list.length >> 8, list.length & 0xff, ...list));
})();

/** Returns a list of timestamps at these times, each of another log. */
export function timestamps(...moments: string[]): Bytes {
  const list = moments.flatMap((moment, log) => {
    const time = new DataView(new ArrayBuffer(8));
    time.setBigUint64(0, BigInt(Date.parse(moment)));
    const body = [0, ...new Uint8Array(32).fill(log), ...new Uint8Array(time.buffer)];
    const whole = [...body, 0, 0, 4, 3, 0, 2, 0, 0];
    return [0, whole.length, ...whole];
  });
  return octets(bytes(list.length >> 8, list.length & 0xff, ...list));
}

const OF_ROLE: Readonly<Record<Role, Parts>> = {
  leaf: {
    version: 3,
    serial: SERIAL,
    algorithm: SHA256_RSA,
    signature: new Uint8Array(256),
    issuer: CA,
    from: "2026-04-01T00:00:00Z",
    to: "2026-06-29T23:59:59Z",
    subject: name({ C: "NL" }),
    key: rsaKey(),
    more: [],
    extensions: {
      authorityKeyIdentifier: authorityKey(element(0x80, KEY_ID)),
      authorityInfoAccess: access(
        ["ocsp", uri("http://ocsp.example.com/")],
        ["caIssuers", uri("http://ca.example.com/ca.cer")],
      ),
      certificatePolicies: policies(["2.23.140.1.2.1"]),
      cRLDistributionPoints: crlPoints([uri("http://crl.example.com/ca.crl")]),
      keyUsage: critical(keyUsage("digitalSignature", "keyEncipherment")),
      extendedKeyUsage: purposes("serverAuth"),
      subjectAltName: names(dns("www.example.com")),
      signedCertificateTimestamps: TIMESTAMPS,
    },
    raw: [],
  },
  intermediate: {
    version: 3,
    serial: SERIAL,
    algorithm: SHA256_RSA,
    signature: new Uint8Array(256),
    issuer: ROOT,
    from: "2026-01-01T00:00:00Z",
    to: "2031-01-01T00:00:00Z",
    subject: CA,
    key: rsaKey(),
    more: [],
    extensions: {
      basicConstraints: critical(basicConstraints(true, 0)),
      keyUsage: critical(keyUsage("digitalSignature", "keyCertSign", "cRLSign")),
      extendedKeyUsage: purposes("serverAuth"),
      certificatePolicies: policies(["2.23.140.1.2.1"]),
      subjectKeyIdentifier: octets(KEY_ID),
      authorityKeyIdentifier: authorityKey(element(0x80, new Uint8Array(20).fill(9))),
      authorityInfoAccess: access(["caIssuers", uri("http://ca.example.com/root.cer")]),
      cRLDistributionPoints: crlPoints([uri("http://crl.example.com/root.crl")]),
    },
    raw: [],
  },
  root: {
    version: 3,
    serial: SERIAL,
    algorithm: SHA256_RSA,
    signature: new Uint8Array(256),
    issuer: ROOT,
    from: "2026-01-01T00:00:00Z",
    to: "2041-01-01T00:00:00Z",
    subject: ROOT,
    key: rsaKey({ size: 4096 }),
    more: [],
    extensions: {
      basicConstraints: critical(basicConstraints(true)),
      keyUsage: critical(keyUsage("digitalSignature", "keyCertSign", "cRLSign")),
      subjectKeyIdentifier: octets(new Uint8Array(20).fill(9)),
    },
    raw: [],
  },
};

/** Merges changed parts; extensions are merged one by one. */
export type Changes = Partial<Parts>;

export const maker = (role: Role) => (changes: Changes = {}): Certificate => {
  const parts = OF_ROLE[role];
  const extensions = { ...parts.extensions, ...changes.extensions };
  return readCertificate(encode({ ...parts, ...changes, extensions }), new Budget());
};

export const leaf = maker("leaf");
export const intermediate = maker("intermediate");
export const root = maker("root");
