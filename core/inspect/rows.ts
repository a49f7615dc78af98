/**
 * Objects in answers: a row for the list, and details for the selected object, including its numbers in full, readable
 * names, unknown extensions, the offsets of its fields, and OpenSSL commands.
 */
import { authorityName } from "../names/certificate-name.ts";
import { certificateInfo, type FingerprintDigests } from "../x509/objects/certificate-info.ts";
import { numberOf, toColonHex, toHex } from "../x509/asn1/hex.ts";
import type { CertificateInfo, DistinguishedName, Finding, GeneralName } from "../x509/shapes.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { octetsToText } from "../caa/records.ts";
import { writePem } from "../x509/pem/pem.ts";
import type { InspectedFinding, ObjectRow } from "./contract.ts";
import { fingerprintOf, type InspectedObject, isCutOff, isUnchecked, nameOf } from "./objects.ts";
import { type CrlDetails, crlDetails, type OcspDetails, ocspDetails } from "./revocation.ts";
import type { Standing } from "./placing.ts";
import { type Asn1Node, asn1Tree } from "../x509/asn1/tree.ts";
import type { ComparableKey } from "../x509/keys/key-comparison.ts";
import { EXTENSION, extensionName } from "../x509/objects/extensions/identifiers.ts";
import { identifierName } from "../x509/objects/identifier-names.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { mixedScripts, unicodeName } from "../names/unicode-domain-name.ts";
import { shellPath } from "../kernel/formatting.ts";

interface RowParts {
  standing?: Standing;
  findings?: readonly InspectedFinding[];
  judgedAs?: ObjectRow["judgedAs"];
  revocation?: ObjectRow["revocation"];
  message?: Pick<ObjectRow, "signed" | "encrypted">;
}

/** Returns the row. `bare` is an earlier row without the variable parts. */
export function rowOf(
  object: InspectedObject,
  { standing, findings, judgedAs = null, revocation, message }: RowParts = {},
  bare: ObjectRow = bareRow(object),
): ObjectRow {
  return {
    ...bare,
    role: standing?.role ?? null,
    judgedAs,
    findings: [...findings ?? []],
    ...(revocation && { revocation }),
    ...message,
  };
}

function bareRow(object: InspectedObject): ObjectRow {
  const certificate = object.kind === "certificate" ? object.certificate : null;
  const isLocked = "opened" in object && !object.opened;
  const signature = certificate?.signature;
  const digest = signature?.pss?.hash ?? signature?.scheme.hash ?? null;
  return {
    id: object.id,
    kind: object.kind,
    name: nameOf(object),
    places: object.places,
    publicKey: "key" in object ? object.key?.key ?? null : null,
    names: certificate
      ? certificate.extension(EXTENSION.subjectAltName)?.value?.length ?? 0
      : object.kind === "request"
      ? object.request?.extensions.subjectAltName.length ?? null
      : null,
    issuer: certificate && authorityName(certificate.issuer),
    notBefore: certificate && formatTime(certificate.notBefore),
    notAfter: certificate && formatTime(certificate.notAfter),
    role: null,
    ...digest !== null && { signatureDigest: digest },
    judgedAs: null,
    fingerprint: fingerprintOf(object),
    locked: isLocked,
    ...object.kind === "jks" && object.opened && isUnchecked(object) && {
      unchecked: true as const,
    },
    problem: object.problem,
    ...object.problem !== null && isCutOff(object) && { cutOff: true as const },
    ...object.notes.length > 0 && { notes: [...object.notes] },
    findings: [],
  };
}

/** The details of a certification request. */
interface RequestDetails {
  subject: DistinguishedName;
  subjectAltName: GeneralName[];
  signatureAlgorithm: string;
  signatureValid: boolean | null;
  signatureProblem: string | null;
}

interface KeyDetails {
  /** "PKCS#8", "PKCS#1", "SEC1", "DSA", "OpenSSH", "JWK". */
  form: string;
  encrypted: boolean;
  /** Why its numbers could not be checked; null if they belong together. */
  unchecked: string | null;
}

interface RecordDetails {
  domain: string | null;
  flags: number;
  tag: string;
  value: string;
}

/** The details of an object, without the secret part of a private key. */
export interface ObjectDetails {
  id: number;
  certificate: CertificateInfo | null;
  request: RequestDetails | null;
  key: KeyDetails | null;
  record: RecordDetails | null;
  crl: CrlDetails | null;
  ocsp: OcspDetails | null;
  /** SHA-256 of subjectPublicKeyInfo, if there is one. */
  keyFingerprint: string | null;
  /** Violations of the encoding rules, with byte offsets. */
  encoding: Finding[];
  /** Oddities in how it is written. */
  notes: string[];
  commands: string[];
  /** Null for secret objects, for those that are not DER, and for long ones. */
  pem: string | null;
  bytes: number;
  every: EveryField;
}

/** The details of a selected object. `now` is in milliseconds since 1970, for parts that depend on dates. */
export function detailsOf(
  object: InspectedObject,
  now: number,
  digests: FingerprintDigests,
): ObjectDetails {
  const details: ObjectDetails = {
    id: object.id,
    certificate: null,
    request: null,
    key: null,
    record: null,
    crl: null,
    ocsp: null,
    keyFingerprint: null,
    encoding: [],
    notes: object.notes,
    commands: opensslCommands(object),
    pem: null,
    bytes: object.bytes.length,
    every: everyField(object),
  };
  const label = PEM_LABELS.get(object.kind);
  if (label && object.bytes.length <= MAX_PEM) details.pem = writePem(label, object.bytes);
  switch (object.kind) {
    case "certificate":
      if (object.certificate) {
        details.certificate = certificateInfo(object.certificate, now, digests);
        details.encoding = details.certificate.findings;
        details.keyFingerprint = toColonHex(digests.sha256(object.certificate.spki));
      }
      break;
    case "request":
      if (object.request) {
        const { subject, extensions, signature, publicKey } = object.request;
        details.request = {
          subject,
          subjectAltName: extensions.subjectAltName,
          signatureAlgorithm: signature.scheme.name,
          signatureValid: object.signature!.valid,
          signatureProblem: object.signature!.problem,
        };
        details.encoding = object.der!.findings.list();
        const spki = object.bytes.subarray(publicKey.start, publicKey.end);
        details.keyFingerprint = toColonHex(digests.sha256(spki));
      }
      break;
    case "private-key":
      if (object.privateKey) {
        const { form, encrypted, unchecked } = object.privateKey;
        details.key = { form, encrypted, unchecked };
      }
      break;
    case "crl":
      if (object.crl) {
        details.crl = crlDetails(object.crl);
        details.encoding = object.crl.findings;
      }
      break;
    case "ocsp-response":
      if (object.response) details.ocsp = ocspDetails(object.response);
      break;
    case "caa-record":
      if (object.record) {
        const { owner, flags, tag, value } = object.record;
        details.record = { domain: owner, flags, tag, value: octetsToText(value) };
      }
  }
  return details;
}

/** A longer text is offered as a file, not for copying. */
const MAX_PEM = 4 * 1024 * 1024;
/** PEM labels of the objects that may be shown and saved unchanged. */
const PEM_LABELS: ReadonlyMap<InspectedObject["kind"], string> = new Map([
  ["certificate", "CERTIFICATE"],
  ["request", "CERTIFICATE REQUEST"],
  ["pkcs7", "PKCS7"],
  ["crl", "X509 CRL"],
  ["ocsp-response", "OCSP RESPONSE"],
]);

/** A name in A-labels and in Unicode. */
interface InternationalName {
  ascii: string;
  unicode: string;
  /** Scripts that a label mixes although no language does; null if it does not. */
  mixed: string[] | null;
}

export interface EveryField {
  /** The numbers of the public key: "Modulus", "Public exponent", "Public point", "Public key". */
  numbers: { name: string; hex: string }[];
  /** The serial number in decimal; null if there is none. */
  serialDecimal: string | null;
  /** The octets of the signature; null if there is none. */
  signatureValue: string | null;
  names: InternationalName[];
  /** Extensions without a decoder, by OID, with their ASN.1. */
  trees: { oid: string; nodes: Asn1Node[] }[];
  /** The first byte of each field, by the names of RFC 5280 and of extensions. */
  offsets: { field: string; offset: number }[];
}

/** Hex is in upper case without separators. Offsets count from the object's first byte. */
export function everyField(object: InspectedObject): EveryField {
  const certificate = object.kind === "certificate" ? object.certificate : null;
  const request = object.kind === "request" ? object.request : null;
  const names = certificate?.extension(EXTENSION.subjectAltName)?.value ??
    request?.extensions.subjectAltName ?? [];
  const commonName = (certificate ?? request)?.subject.commonName ?? null;
  const signature = (certificate ?? request)?.signature;
  return {
    numbers: "key" in object && object.key ? numbersOf(object.key) : [],
    serialDecimal: certificate && decimal(certificate.serial),
    signatureValue: signature ? toHex(signature.bytes) : null,
    names: internationalNames(names, commonName),
    trees: certificate ? treesOf(certificate) : [],
    offsets: fieldsOf(object, certificate ? asn1Tree(certificate.bytes, identifierName).nodes : []),
  };
}

function numbersOf({ numbers }: ComparableKey): EveryField["numbers"] {
  switch (numbers?.kind) {
    case "rsa":
      return [
        { name: "Modulus", hex: toHex(numbers.modulus) },
        { name: "Public exponent", hex: toHex(numbers.exponent) },
      ];
    case "point":
      return [{ name: "Public point", hex: toHex(numbers.point) }];
    case "octets":
      return [{ name: "Public key", hex: toHex(numbers.octets) }];
    default:
      return [];
  }
}

/** Longer than any valid serial number (RFC 5280, 4.1.2.2 allows 20 octets), and expensive to convert. */
const MAX_SERIAL = 64;

/** An INTEGER's two's complement in decimal. */
function decimal(octets: Uint8Array): string | null {
  if (octets.length === 0 || octets.length > MAX_SERIAL) return null;
  return BigInt.asIntN(octets.length * 8, numberOf(octets)).toString();
}

/** The most names that are examined. */
const MAX_NAMES = 1000;

function internationalNames(
  names: readonly GeneralName[],
  commonName: string | null,
): InternationalName[] {
  const texts = names.slice(0, MAX_NAMES)
    .filter(({ type }) => type === "DNS" || type === "email").map(({ value }) => value);
  if (commonName !== null) texts.push(commonName);
  return [...new Set(texts)].flatMap((ascii) => {
    // A name that is already in Unicode violates the rules, but can mix scripts as well.
    const unicode = unicodeName(ascii) ?? ascii;
    const mixed = ascii.includes(" ") ? null : mixedScripts(unicode);
    return unicode === ascii && mixed === null ? [] : [{ ascii, unicode, mixed }];
  });
}

/** Elements beyond this number are shown only in the structure view. */
const MAX_NODES = 200;

function treesOf(certificate: Certificate): EveryField["trees"] {
  return certificate.extensions.flatMap((raw) => {
    const { value, problem } = certificate.decode(raw);
    if (problem !== null || value !== null && value !== undefined) return [];
    const { nodes } = asn1Tree(certificate.bytes.slice(raw.body, raw.end), identifierName);
    return nodes.length === 0 ? [] : [{ oid: raw.oid, nodes: nodes.slice(0, MAX_NODES) }];
  });
}

/** The fields of TBSCertificate in their order (RFC 5280, 4.1). */
const FIELDS = [
  "serialNumber",
  "signature",
  "issuer",
  "validity",
  "subject",
  "subjectPublicKeyInfo",
] as const;

/** The offsets of a certificate's fields. */
export function fieldsOf(
  object: InspectedObject,
  nodes: readonly Asn1Node[],
): EveryField["offsets"] {
  const certificate = object.kind === "certificate" ? object.certificate : null;
  if (certificate === null) return [];
  const inside = nodes.filter(({ depth, offset }) =>
    depth === 2 && offset < certificate.tbs.byteOffset - certificate.bytes.byteOffset +
        certificate.tbs.length
  );
  const fields = inside[0]?.tag === "[0]" ? inside.slice(1) : inside;
  const outside = nodes.filter(({ depth }) => depth === 1);
  return [
    ...FIELDS.flatMap((field, place) =>
      fields[place] ? [{ field, offset: fields[place].offset }] : []
    ),
    ...certificate.extensions.map(({ oid, start }) => ({
      field: extensionName(oid),
      offset: start,
    })),
    ...outside[2] ? [{ field: "signatureValue", offset: outside[2].offset }] : [],
  ];
}

/** OpenSSL commands in the order of use, with file names quoted for a POSIX shell. */
export function opensslCommands(object: InspectedObject): string[] {
  const [{ file, form, path: inside }] = object.places;
  const isInside = form !== "PEM" && form !== "DER" && form !== "base64";
  const path = shellPath(file);
  const binary = form === "DER" ? " -inform DER" : "";
  // No command reads a part of another text.
  if (inside !== undefined && isInside === false) return [];
  const several = object.places[0].position > 0;
  switch (object.kind) {
    case "certificate":
      if (form === "PFX") return [`openssl pkcs12 -in ${path} -nokeys -info`];
      if (form === "JKS") return [`keytool -list -rfc -keystore ${path}`];
      if (form.startsWith("PKCS#7")) {
        const outer = form === "PKCS#7 in DER" ? " -inform DER" : "";
        return [`openssl pkcs7 -in ${path}${outer} -print_certs -text -noout`];
      }
      return several && form === "PEM"
        // openssl x509 reads only the first certificate of a file.
        ? [
          `openssl storeutl -noout -text -certs ${path}`,
        ]
        : [`openssl x509 -in ${path}${binary} -noout -text -fingerprint -sha256`];
    case "request":
      return [`openssl req -in ${path}${binary} -noout -text -verify`];
    case "private-key":
    case "encrypted-private-key":
      if (form === "PFX") return [`openssl pkcs12 -in ${path} -nocerts`];
      if (form === "JWK" || form === "JKS") return [];
      if (form === "PuTTY") return [`puttygen -L ${path}`];
      if (form === "OpenSSH") return [`ssh-keygen -y -f ${path}`];
      return [`openssl pkey -in ${path}${binary} -noout -text_pub -check`];
    case "public-key":
      if (form === "JWK") return [];
      if (form === "OpenSSH") return [`ssh-keygen -l -f ${path}`];
      return [`openssl pkey -pubin -in ${path}${binary} -noout -text`];
    case "pkcs7":
      if (form === "S/MIME") return [`openssl cms -cmsout -print -noout -in ${path}`];
      return [
        `openssl pkcs7 -in ${path}${binary} -print_certs -noout`,
        `openssl cms -cmsout -print -noout -in ${path} -inform ${form === "DER" ? "DER" : "PEM"}`,
      ];
    case "time-stamp":
      return [`openssl ts -reply -in ${path} -text`];
    case "jks":
      return [`keytool -list -v -keystore ${path}`];
    case "pkcs12":
      return [`openssl pkcs12 -in ${path} -info -nokeys`];
    case "crl":
      return [`openssl crl -in ${path}${binary} -noout -text`];
    case "ocsp-response":
      return [`openssl ocsp -respin ${path} -resp_text -noverify`];
    case "ocsp-request":
      return [`openssl ocsp -reqin ${path} -req_text`];
    case "ec-parameters":
      return [`openssl ecparam -in ${path}${binary} -noout -text`];
    case "dh-parameters":
      return [`openssl dhparam -in ${path}${binary} -noout -text`];
    case "dsa-parameters":
      return [`openssl dsaparam -in ${path}${binary} -noout -text`];
    case "caa-record":
    case "domain-name":
    case "openpgp":
      return [];
    default:
      return isInside ? [] : [`openssl asn1parse -in ${path}${binary} -i`];
  }
}
