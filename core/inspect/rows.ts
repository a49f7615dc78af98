/** Objects as answers show them: a row for the list, details for the one that was chosen. */
import { certificateInfo, type FingerprintDigests } from "../x509/objects/certificate-info.ts";
import { toColonHex, toHex } from "../x509/asn1/hex.ts";
import type { CertificateInfo, DistinguishedName, Finding, GeneralName } from "../x509/shapes.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { octetsToText } from "../caa/records.ts";
import { writePem } from "../x509/pem/pem.ts";
import type { InspectedFinding, ObjectRow } from "./contract.ts";
import { fingerprintOf, type InspectedObject, nameOf } from "./objects.ts";
import { type CrlDetails, crlDetails, type OcspDetails, ocspDetails } from "./revocation.ts";
import type { Standing } from "./placing.ts";
import { type Asn1Node, asn1Tree } from "../x509/asn1/tree.ts";
import type { ComparableKey } from "../x509/keys/key-comparison.ts";
import { extensionName } from "../x509/objects/extensions/identifiers.ts";
import { identifierName } from "../x509/objects/identifier-names.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { mixedScripts, unicodeName } from "../names/unicode-domain-name.ts";
import { shellPath } from "../kernel/formatting.ts";

interface RowParts {
  standing?: Standing;
  findings?: readonly InspectedFinding[];
  judgedAs?: ObjectRow["judgedAs"];
  revocation?: ObjectRow["revocation"];
}

/** `bare`: its row without these parts, if it was made before. */
export function rowOf(
  object: InspectedObject,
  { standing, findings, judgedAs = null, revocation }: RowParts = {},
  bare: ObjectRow = bareRow(object),
): ObjectRow {
  return {
    ...bare,
    role: standing?.role ?? null,
    judgedAs,
    findings: [...findings ?? []],
    ...(revocation && { revocation }),
  };
}

function bareRow(object: InspectedObject): ObjectRow {
  const certificate = object.kind === "certificate" ? object.certificate : null;
  const isLocked = (object.kind === "encrypted-private-key" || object.kind === "pkcs12") &&
    !object.opened;
  return {
    id: object.id,
    kind: object.kind,
    name: nameOf(object),
    places: object.places,
    publicKey: "key" in object ? object.key?.key ?? null : null,
    names: certificate
      ? certificate.extension("2.5.29.17")?.value?.length ?? 0
      : object.kind === "request"
      ? object.request?.extensions.subjectAltName.length ?? null
      : null,
    issuer: certificate && (certificate.issuer.commonName ?? certificate.issuer.raw),
    notBefore: certificate && formatTime(certificate.notBefore),
    notAfter: certificate && formatTime(certificate.notAfter),
    role: null,
    judgedAs: null,
    fingerprint: fingerprintOf(object),
    locked: isLocked,
    problem: object.problem,
    findings: [],
  };
}

/** What a certification request says. */
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
  /** Why it cannot be told here whether its numbers belong together; null when they do. */
  unchecked: string | null;
}

interface RecordDetails {
  domain: string | null;
  flags: number;
  tag: string;
  value: string;
}

/** Everything about one object that may be shown at once; of a private key nothing secret. */
export interface ObjectDetails {
  id: number;
  certificate: CertificateInfo | null;
  request: RequestDetails | null;
  key: KeyDetails | null;
  record: RecordDetails | null;
  crl: CrlDetails | null;
  ocsp: OcspDetails | null;
  /** SHA-256 over subjectPublicKeyInfo, where there is one. */
  keyFingerprint: string | null;
  /** What is against the rules of the encoding, with byte offsets. */
  encoding: Finding[];
  /** What is odd about how it is written. */
  notes: string[];
  commands: string[];
  /** Null for what is secret, for what is no DER, and for what is long. */
  pem: string | null;
  bytes: number;
  every: EveryField;
}

/**
 * All that is shown of one object when it is chosen. `now`: milliseconds since 1970, for what
 * depends on dates.
 */
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

/** A longer text is a file and nothing to be copied. */
const MAX_PEM = 4 * 1024 * 1024;
/** Labels of what may be shown and saved as it is. */
const PEM_LABELS: ReadonlyMap<InspectedObject["kind"], string> = new Map([
  ["certificate", "CERTIFICATE"],
  ["request", "CERTIFICATE REQUEST"],
  ["pkcs7", "PKCS7"],
  ["crl", "X509 CRL"],
  ["ocsp-response", "OCSP RESPONSE"],
]);

/** A name in A-labels as people read it. */
interface InternationalName {
  ascii: string;
  unicode: string;
  /** Scripts that one label mixes and no language writes together; null where none does. */
  mixed: string[] | null;
}

export interface EveryField {
  /** The numbers of the public key: "Modulus", "Public exponent", "Public point", "Public key". */
  numbers: { name: string; hex: string }[];
  /** Of the serial number; null where there is none. */
  serialDecimal: string | null;
  /** The signature's octets; null where there is none. */
  signatureValue: string | null;
  names: InternationalName[];
  /** Extensions that nothing here decodes, by OID: what ASN.1 is in them. */
  trees: { oid: string; nodes: Asn1Node[] }[];
  /** The first byte of each field, by the names of RFC 5280 and of extensions. */
  offsets: { field: string; offset: number }[];
}

/** Hex is in upper case, without separators; offsets count from the object's first byte. */
export function everyField(object: InspectedObject): EveryField {
  const certificate = object.kind === "certificate" ? object.certificate : null;
  const request = object.kind === "request" ? object.request : null;
  const names = certificate?.extension("2.5.29.17")?.value ??
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

/** Longer ones are no serial numbers (RFC 5280, 4.1.2.2, has 20 octets), and expensive to convert. */
const MAX_SERIAL = 64;

/** Two's complement, as an INTEGER is written. */
function decimal(octets: Uint8Array): string | null {
  if (octets.length === 0 || octets.length > MAX_SERIAL) return null;
  return BigInt.asIntN(octets.length * 8, BigInt(`0x${toHex(octets)}`)).toString();
}

/** More of them are not looked at. */
const MAX_NAMES = 1000;

function internationalNames(
  names: readonly GeneralName[],
  commonName: string | null,
): InternationalName[] {
  const texts = names.slice(0, MAX_NAMES)
    .filter(({ type }) => type === "DNS" || type === "email").map(({ value }) => value);
  if (commonName !== null) texts.push(commonName);
  return [...new Set(texts)].flatMap((ascii) => {
    // A name that is written in Unicode already is against the rules, and may mix scripts as well.
    const unicode = unicodeName(ascii) ?? ascii;
    const mixed = ascii.includes(" ") ? null : mixedScripts(unicode);
    return unicode === ascii && mixed === null ? [] : [{ ascii, unicode, mixed }];
  });
}

/** More elements are shown in the structure alone. */
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

/** Where the fields of a certificate begin, by its elements. */
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

/** Commands in the order of their use; file names are quoted for a POSIX shell. */
export function opensslCommands(object: InspectedObject): string[] {
  const [{ file, form }] = object.places;
  const isInside = form !== "PEM" && form !== "DER" && form !== "base64";
  const path = shellPath(file);
  const binary = form === "DER" ? " -inform DER" : "";
  const several = object.places[0].position > 0;
  switch (object.kind) {
    case "certificate":
      if (form === "PFX") return [`openssl pkcs12 -in ${path} -nokeys -info`];
      if (form.startsWith("PKCS#7")) {
        const outer = form === "PKCS#7 in DER" ? " -inform DER" : "";
        return [`openssl pkcs7 -in ${path}${outer} -print_certs -text -noout`];
      }
      return several && form === "PEM"
        // x509 reads the first certificate of a file alone.
        ? [
          `openssl storeutl -noout -text -certs ${path}`,
        ]
        : [`openssl x509 -in ${path}${binary} -noout -text -fingerprint -sha256`];
    case "request":
      return [`openssl req -in ${path}${binary} -noout -text -verify`];
    case "private-key":
    case "encrypted-private-key":
      if (form === "PFX") return [`openssl pkcs12 -in ${path} -nocerts`];
      if (form === "JWK") return [];
      if (form === "OpenSSH") return [`ssh-keygen -y -f ${path}`];
      return [`openssl pkey -in ${path}${binary} -noout -text_pub -check`];
    case "public-key":
      if (form === "JWK") return [];
      if (form === "OpenSSH") return [`ssh-keygen -l -f ${path}`];
      return [`openssl pkey -pubin -in ${path}${binary} -noout -text`];
    case "pkcs7":
      return [`openssl pkcs7 -in ${path}${binary} -print_certs -noout`];
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
