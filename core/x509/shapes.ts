/**
 * The schemas of keys, names, extensions and certificates in answers. The API documents them; pages import
 * only their types.
 */
import * as v from "valibot";

const text = v.string();
const maybeText = v.nullable(v.string());

/**
 * A rule that a readable object breaks. Findings are part of an answer and never replace it. `offset` counts
 * bytes from the start of the object's DER; null if no single byte is at fault.
 */
export const finding = v.object({
  code: text,
  message: text,
  offset: v.nullable(v.number()),
});
export type Finding = v.InferOutput<typeof finding>;

/** One attribute of a distinguished name. `name` is its long name, such as "commonName", or its OID. */
export const nameAttribute = v.object({
  /** The index of its RDN. Attributes of a multi-valued RDN have the same index. */
  rdn: v.number(),
  oid: text,
  name: text,
  value: text,
});
export type NameAttribute = v.InferOutput<typeof nameAttribute>;

/** A distinguished name. A repeated attribute is joined with ", "; absent ones are null. */
export const distinguishedName = v.object({
  commonName: maybeText,
  organizationName: maybeText,
  organizationalUnitName: maybeText,
  localityName: maybeText,
  stateOrProvinceName: maybeText,
  countryName: maybeText,
  emailAddress: maybeText,
  /** The whole name as RFC 4514 text: last RDN first, special characters escaped. */
  raw: text,
  /** Every attribute in encoded order. */
  attributes: v.array(nameAttribute),
});
export type DistinguishedName = v.InferOutput<typeof distinguishedName>;

export const publicKey = v.object({
  /** "RSA", "RSA-PSS", "EC", "Ed25519", "Ed448", "DSA", or the name or OID of another algorithm. */
  algorithm: text,
  /** The key size: of the modulus (RSA, DSA) or the field (EC); null if unknown or without meaning. */
  bits: v.nullable(v.number()),
  /** "P-256", "P-384", "P-521", or another curve's name or OID; null for keys that are not EC. */
  curve: maybeText,
});
export type PublicKey = v.InferOutput<typeof publicKey>;

export const GENERAL_NAME_TYPES = [
  "DNS",
  "IP",
  "email",
  "URI",
  "DirName",
  "RegisteredID",
  "otherName",
  "x400Address",
  "ediPartyName",
] as const;

export const generalName = v.object({
  type: v.picklist(GENERAL_NAME_TYPES),
  value: text,
});
export type GeneralName = v.InferOutput<typeof generalName>;

/** A name in a certificate or CSR that this tool has written. */
export const writtenName = v.object({
  type: v.picklist(["DNS", "IP", "email"]),
  value: text,
  /** The Unicode form of a value with A-labels; null for other values. */
  unicode: maybeText,
});

export const basicConstraints = v.object({
  ca: v.boolean(),
  pathLen: v.nullable(v.number()),
});
export type BasicConstraints = v.InferOutput<typeof basicConstraints>;

/**
 * One extension. `value` is its decoded form, whose shape depends on `oid`; null if the type is unknown or
 * the value cannot be decoded. `hex` is the content of extnValue in upper case, without separators.
 */
export const extension = v.object({
  oid: text,
  name: text,
  critical: v.boolean(),
  value: v.unknown(),
  hex: text,
  /** Why the value could not be decoded, or null. */
  problem: maybeText,
});
export type Extension = v.InferOutput<typeof extension>;

/** The extensions that most callers need, then all in encoded order. An absent extension is an empty list. */
export const extensions = v.object({
  subjectAltName: v.array(generalName),
  /** RFC 5280, 4.2.1.3: "digitalSignature", "keyEncipherment", "keyCertSign", … */
  keyUsage: v.array(text),
  /** "serverAuth", "clientAuth", … or the OID of another purpose. */
  extendedKeyUsage: v.array(text),
  basicConstraints: v.nullable(basicConstraints),
  all: v.array(extension),
});
export type Extensions = v.InferOutput<typeof extensions>;

/** Upper-case hex pairs joined by ":". */
export const fingerprint = text;

/** A certificate in answers (RFC 5280, 4.1). */
export const certificateInfo = v.object({
  /** 1, 2 or 3. Another version is a finding. */
  version: v.number(),
  subject: distinguishedName,
  issuer: distinguishedName,
  /** "2026-11-21T12:00:00Z". */
  notBefore: text,
  /** The certificate is valid until the end of this second. */
  notAfter: text,
  isExpired: v.boolean(),
  isNotYetValid: v.boolean(),
  /** Whole days, rounded down; negative after the expiry. */
  daysUntilExpiry: v.number(),
  /** Upper-case hex as openssl prints it; "-" before a negative one. */
  serialNumber: text,
  /** "sha256WithRSAEncryption", "ecdsa-with-SHA384", …, or the OID of another. */
  signatureAlgorithm: text,
  publicKey,
  /** Over the DER of the certificate. */
  fingerprints: v.object({ sha256: fingerprint, sha1: fingerprint }),
  extensions,
  findings: v.array(finding),
});
export type CertificateInfo = v.InferOutput<typeof certificateInfo>;

/** The revocation status of a certificate. */
export const revocation = v.object({
  status: v.picklist(["good", "revoked", "unknown"]),
  /** When it was revoked; null if that is unknown, and for other statuses. */
  revokedAt: maybeText,
  /** "keyCompromise", "certificateHold", …; null if none is given, and for other statuses. */
  reason: maybeText,
  /** When its key may have become known to others (RFC 5280, 5.3.2); absent if the CRL does not say it. */
  invalidityDate: v.optional(text),
  /** Why the status is unknown; null if it is known. */
  problem: maybeText,
  /** The end of a CRL of the issuer, if the status is unknown because it has expired; absent if not. */
  crlExpired: v.optional(text),
  /** The source that decides, a CRL or an OCSP response; null if the status is unknown. */
  by: v.nullable(v.picklist(["crl", "ocsp"])),
  /** An omitted check that could change the status; null if none was omitted. */
  note: maybeText,
  /** The validity of the CRL or response that decides. */
  thisUpdate: maybeText,
  nextUpdate: maybeText,
});
export type Revocation = v.InferOutput<typeof revocation>;

/** A certificate with the name of a missing issuer and another key, and the key identifiers of both. */
export const otherKey = v.object({
  age: v.picklist(["older", "newer"]),
  found: v.nullable(text),
  needed: v.nullable(text),
});
export type OtherKey = v.InferOutput<typeof otherKey>;

/** An issuer that a path lacks. */
export const missingIssuer = v.object({
  /** The index in the path of the certificate whose issuer is missing; 0 for the leaf. */
  index: v.number(),
  /** The issuer's name as RFC 4514 text. */
  issuer: text,
  /** The kind of the missing issuer; null if the certificate does not tell. */
  kind: v.nullable(v.picklist(["root", "intermediate"])),
  /** caIssuers addresses of that certificate's authorityInfoAccess extension. */
  urls: v.array(text),
  /** A given CA of this name with another key; absent without one. */
  otherKey: v.optional(otherKey),
  /** A public root has this name and another key; absent without one. */
  isListed: v.optional(v.literal(true)),
  /**
   * Each URL, and why the issuer could not be fetched from it. Absent if nothing is fetched: on the device,
   * and for a PFX.
   */
  tried: v.optional(v.array(v.object({ url: text, problem: text }))),
});
export type MissingIssuer = v.InferOutput<typeof missingIssuer>;

/**
 * The source of a certificate: the caller, the server, a caIssuers URL, the trust store, or the roots that
 * the caller trusts.
 */
export const SOURCES = ["input", "server", "aia", "trust-store", "roots"] as const;
export type Source = (typeof SOURCES)[number];

/** How the text was changed to be read, in a sentence; absent if it was not. */
export const repaired = v.optional(v.string());

/** An object in the input that is not a certificate, or a certificate that cannot be read. */
export const skippedObject = v.object({
  /** The index among all objects of the text. */
  position: v.number(),
  message: text,
  /** How many further parts with the same message are not listed; absent if all are. */
  more: v.optional(v.number()),
});

/** A file for the user to save: text unchanged, or bytes as base64 without line breaks. */
export const writtenFile = v.object({
  content: v.string(),
  contentEncoding: v.picklist(["text", "base64"]),
  filename: v.string(),
  mediaType: v.string(),
});
