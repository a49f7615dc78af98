/**
 * Extensions (RFC 5280, 4.2): reading the list, and one decoder an OID. A new decoder is one line
 * in DECODED. A value that cannot be decoded costs that value alone, never the object.
 */
import { OperationError } from "../../kernel/errors.ts";
import { KERNEL_TEXT } from "../../kernel/texts.ts";
import { readAuthorityKeyIdentifier, readInfoAccess } from "./authority-extensions.ts";
import { byteCount, type Der, DerError, TAG } from "../asn1/der.ts";
import { readDistributionPoints } from "./distribution-points.ts";
import { readGeneralNames } from "./general-names.ts";
import { toHex } from "../asn1/hex.ts";
import {
  readApplicationPolicies,
  readCaVersion,
  readCertificateTemplate,
  readNtdsSecurity,
  readTemplateName,
} from "./microsoft-extensions.ts";
import { readNameConstraints } from "./name-constraints.ts";
import { readNamedBits } from "../asn1/named-bits.ts";
import { readNetscapeCertType, readNetscapeString } from "./netscape-extensions.ts";
import { intern, PURPOSES, readOid, showOid } from "../asn1/oids.ts";
import {
  readCertificatePolicies,
  readInhibitAnyPolicy,
  readPolicyConstraints,
  readPolicyMappings,
} from "./policies.ts";
import { eachOf } from "../asn1/sequences.ts";
import { readTimestamps } from "./signed-certificate-timestamps.ts";
import { readSmimeCapabilities } from "./smime-capabilities.ts";
import { readUsagePeriod } from "./usage-period.ts";
import type { BasicConstraints, Extension, Extensions, GeneralName } from "../shapes.ts";

/** More than any object has; the bound keeps lists of broken ones cheap. */
const MAX_EXTENSIONS = 1_000;

/** Decodes the one element within extnValue, from `start` to `end`; throws DerError. */
export type ExtensionDecoder = (der: Der, start: number, end: number) => unknown;

/** The extensions that are decoded here. */
export const EXTENSION = {
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  privateKeyUsagePeriod: "2.5.29.16",
  subjectAltName: "2.5.29.17",
  issuerAltName: "2.5.29.18",
  basicConstraints: "2.5.29.19",
  nameConstraints: "2.5.29.30",
  cRLDistributionPoints: "2.5.29.31",
  certificatePolicies: "2.5.29.32",
  policyMappings: "2.5.29.33",
  authorityKeyIdentifier: "2.5.29.35",
  policyConstraints: "2.5.29.36",
  extendedKeyUsage: "2.5.29.37",
  freshestCRL: "2.5.29.46",
  inhibitAnyPolicy: "2.5.29.54",
  authorityInfoAccess: "1.3.6.1.5.5.7.1.1",
  subjectInfoAccess: "1.3.6.1.5.5.7.1.11",
  tlsFeature: "1.3.6.1.5.5.7.1.24",
  ocspNoCheck: "1.3.6.1.5.5.7.48.1.5",
  signedCertificateTimestamps: "1.3.6.1.4.1.11129.2.4.2",
  precertificatePoison: "1.3.6.1.4.1.11129.2.4.3",
  smimeCapabilities: "1.2.840.113549.1.9.15",
  msCertificateTemplateName: "1.3.6.1.4.1.311.20.2",
  msCaVersion: "1.3.6.1.4.1.311.21.1",
  msCertificateTemplate: "1.3.6.1.4.1.311.21.7",
  msApplicationPolicies: "1.3.6.1.4.1.311.21.10",
  msNtdsCaSecurity: "1.3.6.1.4.1.311.25.2",
  netscapeCertType: "2.16.840.1.113730.1.1",
  netscapeBaseUrl: "2.16.840.1.113730.1.2",
  netscapeRevocationUrl: "2.16.840.1.113730.1.3",
  netscapeCaRevocationUrl: "2.16.840.1.113730.1.4",
  netscapeRenewalUrl: "2.16.840.1.113730.1.7",
  netscapeCaPolicyUrl: "2.16.840.1.113730.1.8",
  netscapeSslServerName: "2.16.840.1.113730.1.12",
  netscapeComment: "2.16.840.1.113730.1.13",
} as const;

/** One line an extension. */
const DECODED = {
  [EXTENSION.subjectKeyIdentifier]: readSubjectKeyIdentifier,
  [EXTENSION.keyUsage]: readKeyUsage,
  [EXTENSION.privateKeyUsagePeriod]: readUsagePeriod,
  [EXTENSION.subjectAltName]: readGeneralNames,
  [EXTENSION.issuerAltName]: readGeneralNames,
  [EXTENSION.basicConstraints]: readBasicConstraints,
  [EXTENSION.nameConstraints]: readNameConstraints,
  [EXTENSION.cRLDistributionPoints]: readDistributionPoints,
  [EXTENSION.certificatePolicies]: readCertificatePolicies,
  [EXTENSION.policyMappings]: readPolicyMappings,
  [EXTENSION.authorityKeyIdentifier]: readAuthorityKeyIdentifier,
  [EXTENSION.policyConstraints]: readPolicyConstraints,
  [EXTENSION.extendedKeyUsage]: readExtendedKeyUsage,
  [EXTENSION.freshestCRL]: readDistributionPoints,
  [EXTENSION.inhibitAnyPolicy]: readInhibitAnyPolicy,
  [EXTENSION.authorityInfoAccess]: readInfoAccess,
  [EXTENSION.subjectInfoAccess]: readInfoAccess,
  [EXTENSION.tlsFeature]: readTlsFeature,
  [EXTENSION.ocspNoCheck]: readNull,
  [EXTENSION.signedCertificateTimestamps]: readTimestamps,
  [EXTENSION.precertificatePoison]: readNull,
  [EXTENSION.smimeCapabilities]: readSmimeCapabilities,
  [EXTENSION.msCertificateTemplateName]: readTemplateName,
  [EXTENSION.msCaVersion]: readCaVersion,
  [EXTENSION.msCertificateTemplate]: readCertificateTemplate,
  [EXTENSION.msApplicationPolicies]: readApplicationPolicies,
  [EXTENSION.msNtdsCaSecurity]: readNtdsSecurity,
  [EXTENSION.netscapeCertType]: readNetscapeCertType,
  [EXTENSION.netscapeBaseUrl]: readNetscapeString,
  [EXTENSION.netscapeRevocationUrl]: readNetscapeString,
  [EXTENSION.netscapeCaRevocationUrl]: readNetscapeString,
  [EXTENSION.netscapeRenewalUrl]: readNetscapeString,
  [EXTENSION.netscapeCaPolicyUrl]: readNetscapeString,
  [EXTENSION.netscapeSslServerName]: readNetscapeString,
  [EXTENSION.netscapeComment]: readNetscapeString,
} as const satisfies Record<string, ExtensionDecoder>;

/** The shape of each decoded extension by its OID. */
export type ExtensionValues = {
  [Oid in keyof typeof DECODED]: ReturnType<(typeof DECODED)[Oid]>;
};

/** Looked up by an OID of the input, hence a Map. */
const DECODERS: ReadonlyMap<string, ExtensionDecoder> = new Map(Object.entries(DECODED));

/** Names of extensions, decoded here or not. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(EXTENSION).map(([name, oid]) => [oid, name] as const),
  ["2.5.29.9", "subjectDirectoryAttributes"],
  ["2.5.29.20", "cRLNumber"],
  ["1.3.6.1.5.5.7.1.2", "biometricInfo"],
  ["1.3.6.1.5.5.7.1.3", "qcStatements"],
  ["1.3.6.1.5.5.7.1.7", "ipAddressBlocks"],
  ["1.3.6.1.5.5.7.1.8", "autonomousSystemIds"],
  ["1.3.6.1.5.5.7.1.12", "logotype"],
  ["1.3.6.1.5.5.7.1.31", "acmeIdentifier"],
  ["1.3.6.1.4.1.311.21.2", "msPreviousCertificateHash"],
  ["1.2.840.113533.7.65.0", "entrustVersion"],
]);
intern(NAMES.keys());

/** The name of an extension, or its OID. */
export function extensionName(oid: string): string {
  return NAMES.get(oid) ?? oid;
}

/** Extensions of an object that has none. */
export function noExtensions(): Extensions {
  return {
    subjectAltName: [],
    keyUsage: [],
    extendedKeyUsage: [],
    basicConstraints: null,
    all: [],
  };
}

/** An extension whose value is not yet looked into. Offsets count from the start of the input. */
export interface RawExtension {
  readonly oid: string;
  readonly critical: boolean;
  /** Where the Extension stands. */
  readonly start: number;
  /** The content of extnValue. */
  readonly body: number;
  readonly end: number;
}

/**
 * Reads Extensions ::= SEQUENCE OF Extension, whose header `der` has just read. Of an extension
 * that is there twice (RFC 5280, 4.2 forbids it) the first counts and both are listed.
 */
export function readExtensions(der: Der): Extensions {
  const { list } = listExtensions(der);
  return gatherExtensions(der.bytes, list, (raw) => decodeExtension(der, raw));
}

/**
 * Reads the frames of Extensions, whose header `der` has just read, without their values. `whole`
 * is false when some of them could not be read; the findings tell which.
 */
export function listExtensions(der: Der): { list: RawExtension[]; whole: boolean } {
  const end = der.end;
  const list: RawExtension[] = [];
  let whole = true;
  if (der.body === end) {
    der.findings.add("extensions_empty", "THE LIST OF EXTENSIONS IS EMPTY", der.start);
  }
  for (let at = der.body, count = 0; at < end; count++) {
    // Broken ones count too: each of them costs an exception.
    if (count === MAX_EXTENSIONS) {
      throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
    }
    try {
      der.expect(at, end, TAG.SEQUENCE, "EXTENSION");
      at = der.end;
      const extension = frame(der);
      if (list.some(({ oid }) => oid === extension.oid)) {
        const message = `${named(extension.oid)} IS THERE TWICE`;
        der.findings.add("extension_twice", message, extension.start);
      }
      list.push(extension);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      der.findings.add("extension_malformed", thrown.reason, thrown.offset);
      whole = false;
      // Behind an element that has no end there is nothing to read on from.
      if (thrown.offset === at) break;
    }
  }
  return { list, whole };
}

/** Extension ::= SEQUENCE { extnID OID, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }. */
function frame(der: Der): RawExtension {
  const { bytes, findings, start, end } = der;
  der.expect(der.body, end, TAG.OID, "TYPE OF AN EXTENSION");
  const oid = showOid(bytes, der.body, der.end);
  if (oid.startsWith("?")) {
    findings.add("oid_malformed", "AN EXTENSION'S OBJECT IDENTIFIER IS MALFORMED", der.start);
  }
  let critical = false;
  let at = der.end;
  if (der.optional(at, end, TAG.BOOLEAN)) {
    critical = der.boolean();
    at = der.end;
    if (!critical) {
      findings.add("default_encoded", "CRITICAL IS WRITTEN OUT AS FALSE, ITS DEFAULT", der.start);
    }
  }
  der.expect(at, end, TAG.OCTET_STRING, "VALUE OF AN EXTENSION");
  const { body, end: valueEnd } = der;
  der.finish(valueEnd, end, "EXTENSION");
  return { oid, critical, start, body, end: valueEnd };
}

/** An extension with its value decoded. */
export interface DecodedExtension<Value = unknown> {
  readonly critical: boolean;
  /** Null when it could not be decoded, or is of no type that is known here. */
  readonly value: Value | null;
  /** What is wrong with the value, else null. */
  readonly problem: string | null;
}

/**
 * Decodes an extension's value; what cannot be decoded is a finding. A value with bytes behind it is
 * given and bears its problem as well, for nobody may build on it.
 */
export function decodeExtension(der: Der, raw: RawExtension): DecodedExtension {
  const { oid, critical, body, end } = raw;
  const decoder = DECODERS.get(oid);
  if (decoder === undefined) return { critical, value: null, problem: null };
  let value: unknown = null;
  let fault: DerError | null = null;
  try {
    der.next(body, end);
    const valueEnd = der.end;
    value = decoder(der, body, valueEnd);
    if (valueEnd < end) fault = new DerError(`${byteCount(end - valueEnd)} TOO MANY`, valueEnd);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    fault = thrown;
  }
  if (fault === null) return { critical, value, problem: null };
  der.findings.add("extension_malformed", `${named(oid)}: ${fault.reason}`, fault.offset);
  return { critical, value, problem: fault.message };
}

/** The answers' shape of extensions in their order; `decode` gives each its value. */
export function gatherExtensions(
  bytes: Uint8Array,
  list: readonly RawExtension[],
  decode: (raw: RawExtension) => DecodedExtension,
): Extensions {
  const extensions = noExtensions();
  if (list.length === 0) return extensions;
  // Hexadecimal of them all at once, for a call into the engine costs more than the digits.
  const { start } = list[0];
  const hex = toHex(bytes, start, list[list.length - 1].end);
  extensions.all = list.map((raw) => {
    const { critical, value, problem } = decode(raw);
    return {
      oid: raw.oid,
      name: extensionName(raw.oid),
      critical,
      value,
      hex: hex.slice(2 * (raw.body - start), 2 * (raw.end - start)),
      problem,
    };
  });
  // From the last to the first, so that the first of two counts.
  for (let i = list.length - 1; i >= 0; i--) {
    if (extensions.all[i].value !== null) surface(extensions, extensions.all[i]);
  }
  return extensions;
}

/** In a sentence: the name in upper case; an OID of the input is not repeated. */
function named(oid: string): string {
  return NAMES.get(oid)?.toUpperCase() ?? "AN EXTENSION";
}

/** Puts a decoded value where everybody looks for it. */
function surface(extensions: Extensions, { oid, value }: Extension): void {
  switch (oid) {
    case EXTENSION.subjectAltName:
      extensions.subjectAltName = value as GeneralName[];
      break;
    case EXTENSION.keyUsage:
      extensions.keyUsage = value as string[];
      break;
    case EXTENSION.extendedKeyUsage:
      extensions.extendedKeyUsage = value as string[];
      break;
    case EXTENSION.basicConstraints:
      extensions.basicConstraints = value as BasicConstraints;
  }
}

/** Bits of KeyUsage in their order (RFC 5280, 4.2.1.3). */
const KEY_USAGES = [
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

function readKeyUsage(der: Der, start: number, limit: number): string[] {
  der.expect(start, limit, TAG.BIT_STRING, "KEY USAGE");
  der.finish(der.end, limit, "KEY USAGE");
  const usages = readNamedBits(der, KEY_USAGES, "KEY USAGE");
  if (usages.length === 0) der.findings.add("key_usage_empty", "KEY USAGE HAS NO BIT SET", start);
  return usages;
}

function readExtendedKeyUsage(der: Der, start: number, limit: number): string[] {
  const purposes: string[] = [];
  eachOf(der, start, limit, "EXTENDED KEY USAGE", () => {
    der.require(TAG.OID, "PURPOSE");
    const oid = readOid(der.bytes, der.body, der.end);
    purposes.push(PURPOSES.get(oid) ?? oid);
  });
  return purposes;
}

/** BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER OPTIONAL }. */
function readBasicConstraints(der: Der, start: number, limit: number): BasicConstraints {
  der.expect(start, limit, TAG.SEQUENCE, "BASIC CONSTRAINTS");
  const end = der.end;
  der.finish(end, limit, "BASIC CONSTRAINTS");
  let at = der.body;
  let ca = false;
  let pathLen: number | null = null;
  if (der.optional(at, end, TAG.BOOLEAN)) {
    ca = der.boolean();
    at = der.end;
    if (!ca) der.findings.add("default_encoded", "CA IS WRITTEN OUT AS FALSE", der.start);
  }
  if (der.optional(at, end, TAG.INTEGER)) {
    pathLen = der.smallInteger();
    at = der.end;
    if (pathLen === null || pathLen < 0) {
      throw new DerError("PATH LENGTH OUT OF RANGE", der.start);
    }
  }
  der.finish(at, end, "BASIC CONSTRAINTS");
  if (pathLen !== null && !ca) {
    der.findings.add("path_length_without_ca", "A PATH LENGTH IS GIVEN, BUT NO CA", start);
  }
  return { ca, pathLen };
}

/** KeyIdentifier ::= OCTET STRING, as hex (RFC 5280, 4.2.1.2). */
function readSubjectKeyIdentifier(der: Der, start: number, limit: number): string {
  der.expect(start, limit, TAG.OCTET_STRING, "SUBJECT KEY IDENTIFIER");
  der.finish(der.end, limit, "SUBJECT KEY IDENTIFIER");
  return toHex(der.bytes, der.body, der.end);
}

/** Features ::= SEQUENCE OF INTEGER (RFC 7633): TLS extension numbers, by name where usual. */
function readTlsFeature(der: Der, start: number, limit: number): string[] {
  const features: string[] = [];
  eachOf(der, start, limit, "TLS FEATURE", () => {
    der.require(TAG.INTEGER, "FEATURE");
    const number = der.smallInteger();
    features.push(
      number === 5 ? "status_request" : number === 17 ? "status_request_v2" : String(number),
    );
  });
  return features;
}

/** Extensions that say all by being there hold a NULL; `true` stands for it. */
function readNull(der: Der, start: number, limit: number): true {
  der.expect(start, limit, TAG.NULL, "VALUE");
  der.finish(der.end, limit, "VALUE");
  if (der.body !== der.end) throw new DerError("NULL IS NOT EMPTY", start);
  return true;
}
