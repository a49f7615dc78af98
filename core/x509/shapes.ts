/**
 * The shapes in which keys, names and extensions appear in answers.
 * Only schemas and their types: pages import them for the types, the API for its documentation.
 */
import * as v from "valibot";

const text = v.string();
const maybeText = v.nullable(v.string());

/**
 * Something that a readable object does against the rules. It is beside the answer and never
 * replaces it. `offset` counts bytes from the start of the object's DER; null where no single byte
 * is at fault.
 */
export const finding = v.object({
  code: text,
  message: text,
  offset: v.nullable(v.number()),
});
export type Finding = v.InferOutput<typeof finding>;

/** One attribute of a distinguished name. `name` is the short or long name, or the OID. */
export const nameAttribute = v.object({
  /** Index of the RDN that it is in: equal numbers mean a multi-valued RDN. */
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
  /** The whole name as RFC 4514 text: last RDN first, every character escaped that must be. */
  raw: text,
  /** Every attribute in encoded order. */
  attributes: v.array(nameAttribute),
});
export type DistinguishedName = v.InferOutput<typeof distinguishedName>;

export const publicKey = v.object({
  /** "RSA", "RSA-PSS", "EC", "Ed25519", "Ed448", "DSA", or the name or OID of another. */
  algorithm: text,
  /** Bits of the modulus (RSA, DSA) or of the field (EC); null where that says nothing. */
  bits: v.nullable(v.number()),
  /** "P-256", "P-384", "P-521", or another curve's name or OID; null where there is none. */
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

/** A name in a certificate or CSR that was made here. */
export const writtenName = v.object({
  type: v.picklist(["DNS", "IP", "email"]),
  value: text,
  /** The internationalised form of a value with A-labels, else null. */
  unicode: maybeText,
});

export const basicConstraints = v.object({
  ca: v.boolean(),
  pathLen: v.nullable(v.number()),
});
export type BasicConstraints = v.InferOutput<typeof basicConstraints>;

/**
 * One extension as found. `value` is the decoded form, whose shape follows from `oid`, or null when
 * it is unknown or broken; `hex` is the content of extnValue, upper-case pairs without separators.
 */
export const extension = v.object({
  oid: text,
  name: text,
  critical: v.boolean(),
  value: v.unknown(),
  hex: text,
  /** Why the value could not be decoded, else null. */
  problem: maybeText,
});
export type Extension = v.InferOutput<typeof extension>;

/** The extensions that most callers need, then all of them as found. Lists are empty when absent. */
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

/** Certificate info: what answers say about a certificate (RFC 5280, 4.1). */
export const certificateInfo = v.object({
  /** 1, 2 or 3; others are against the rules and read all the same. */
  version: v.number(),
  subject: distinguishedName,
  issuer: distinguishedName,
  /** "2026-11-21T12:00:00Z". */
  notBefore: text,
  /** The last second of the validity. */
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

/** What is known about a certificate's revocation. */
export const revocation = v.object({
  status: v.picklist(["good", "revoked", "unknown"]),
  /** When it was revoked; null where that is not known, and for other statuses. */
  revokedAt: maybeText,
  /** "keyCompromise", "certificateHold", …; null where none is given, and for other statuses. */
  reason: maybeText,
  /** Why nothing is known; null where something is. */
  problem: maybeText,
  /** What says so: a CRL or an OCSP response; null where nothing does. */
  by: v.nullable(v.picklist(["crl", "ocsp"])),
  /** What was not checked and could change the verdict; null where there is nothing of the kind. */
  note: maybeText,
  /** The period of the CRL or response that decides. */
  thisUpdate: maybeText,
  nextUpdate: maybeText,
});
export type Revocation = v.InferOutput<typeof revocation>;

/** An issuer that a path lacks. */
export const missingIssuer = v.object({
  /** Place in the path of the certificate whose issuer is missing: 0 for the leaf. */
  index: v.number(),
  /** The issuer's name as RFC 4514 text. */
  issuer: text,
  /** What it is; null where the certificate does not say. */
  kind: v.nullable(v.picklist(["root", "intermediate"])),
  /** caIssuers addresses of that certificate's authorityInfoAccess extension. */
  urls: v.array(text),
  /**
   * Each of these addresses, and why it did not give the issuer. Absent where nothing is fetched: on
   * the device, and for a PFX.
   */
  tried: v.optional(v.array(v.object({ url: text, problem: text }))),
});
export type MissingIssuer = v.InferOutput<typeof missingIssuer>;

/** Where a certificate came from: it was given, or sent by a server, or fetched, or is a root here. */
export const SOURCES = ["input", "server", "aia", "trust-store", "roots"] as const;
export type Source = (typeof SOURCES)[number];

/** Something among the input that is no certificate, or one that cannot be read. */
export const skippedObject = v.object({
  /** Place among the objects of the text, counted from 0. */
  position: v.number(),
  message: text,
});

/** A file to be saved: text as it is, or bytes as base64 without line breaks. */
export const writtenFile = v.object({
  content: v.string(),
  contentEncoding: v.picklist(["text", "base64"]),
  filename: v.string(),
  mediaType: v.string(),
});
