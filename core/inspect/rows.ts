/** Objects as answers show them: a row for the list, details for the one that was chosen. */
import { certificateInfo, type FingerprintDigests } from "../x509/objects/certificate-info.ts";
import { toColonHex } from "../x509/asn1/hex.ts";
import type { CertificateInfo, DistinguishedName, Finding, GeneralName } from "../x509/shapes.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { octetsToText } from "../caa/records.ts";
import { writePem } from "../x509/pem/pem.ts";
import type { InspectedFinding, ObjectRow } from "./contract.ts";
import { type EveryField, everyField } from "./every-field.ts";
import { fingerprintOf, type InspectedObject, nameOf } from "./objects.ts";
import { opensslCommands } from "./openssl-commands.ts";
import {
  type CrlDetails,
  crlDetails,
  type OcspDetails,
  ocspDetails,
} from "./revocation-details.ts";
import type { Standing } from "./relations/placing.ts";

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
