/**
 * Certificates (RFC 5280, 4.1), read in place.
 *
 * `readCertificate` walks the frame and keeps offsets; names and the values of extensions are read
 * when they are asked for, once. What is unusual is read; what is against the rules is a finding;
 * only what makes the frame unreadable is a fault. `certificateInfo` is the answers' shape of it.
 */
import type { Budget } from "../../kernel/context.ts";
import { readAlgorithmIdentifier } from "../keys/algorithm-identifiers.ts";
import { byteCount, constructed, Der, DerError, primitive, TAG } from "../asn1/der.ts";
import {
  type DecodedExtension,
  decodeExtension,
  EXTENSION,
  type ExtensionValues,
  gatherExtensions,
  listExtensions,
  type RawExtension,
} from "./extensions.ts";
import type { FingerprintDigests } from "./fingerprints.ts";
import { toColonHex } from "../asn1/hex.ts";
import { readName } from "./names.ts";
import { readPublicKey, type SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import {
  formatSerialNumber,
  type SerialFault,
  serialFaults,
  serialLength,
} from "./serial-numbers.ts";
import type { CertificateInfo, DistinguishedName } from "../shapes.ts";
import { readSignature, type Signature, type SignedObject } from "../signatures/signatures.ts";
import { formatTime, readTime } from "../asn1/time.ts";

const DAY = 86_400_000;
/** More extensions than any certificate has. */
const MANY_EXTENSIONS = 64;

/** A certificate as read. Offsets count from the first byte of `bytes`. */
export class Certificate implements SignedObject {
  readonly #der: Der;
  #subject: DistinguishedName | undefined;
  #issuer: DistinguishedName | undefined;
  /** In the order of the extensions. */
  readonly #decoded: DecodedExtension[] = [];
  /** Places of the extensions; made where there are many. */
  #places: Map<RawExtension, number> | undefined;

  /** Only `readCertificate` makes certificates. */
  constructor(
    der: Der,
    /** The certificate alone, without what stands behind it in the input. */
    readonly bytes: Uint8Array<ArrayBuffer>,
    private readonly parts: CertificateParts,
  ) {
    this.#der = der;
  }

  /** 1, 2 or 3; another number is a finding. */
  get version(): number {
    return this.parts.version;
  }
  /** TBSCertificate with its header: the bytes that are signed. */
  get tbs(): Uint8Array<ArrayBuffer> {
    return this.#slice(this.parts.tbsStart, this.parts.tbsEnd);
  }
  /** signatureAlgorithm and signatureValue, as `verifySignature` takes them. */
  get signature(): Signature {
    return this.parts.signature;
  }
  /** Whether the algorithm inside of what is signed is another than the one beside it. */
  get hasDifferentAlgorithms(): boolean {
    return this.parts.algorithmsDiffer;
  }
  /** The content octets of the serial number. */
  get serial(): Uint8Array<ArrayBuffer> {
    return this.#slice(this.parts.serialStart, this.parts.serialEnd);
  }
  get serialNumber(): string {
    return formatSerialNumber(this.bytes, this.parts.serialStart, this.parts.serialEnd);
  }
  /** The issuer's Name, DER with its header. */
  get issuerDer(): Uint8Array<ArrayBuffer> {
    return this.#slice(this.parts.issuerStart, this.parts.issuerEnd);
  }
  /** The subject's Name, DER with its header. */
  get subjectDer(): Uint8Array<ArrayBuffer> {
    return this.#slice(this.parts.subjectStart, this.parts.subjectEnd);
  }
  /** Milliseconds since 1970. */
  get notBefore(): number {
    return this.parts.notBefore;
  }
  /** Milliseconds since 1970; the second that begins here still belongs to the validity. */
  get notAfter(): number {
    return this.parts.notAfter;
  }
  /** The public key; offsets lie in `bytes`. */
  get publicKey(): SubjectPublicKeyInfo {
    return this.parts.publicKey;
  }
  /** SubjectPublicKeyInfo, DER with its header. */
  get spki(): Uint8Array<ArrayBuffer> {
    return this.#slice(this.parts.publicKey.start, this.parts.publicKey.end);
  }
  /** Every extension in encoded order, duplicates included; offsets lie in `bytes`. */
  get extensions(): readonly RawExtension[] {
    return this.parts.extensions;
  }
  /** False when an extension's frame could not be read, so that one may be missing from the list. */
  get extensionsWhole(): boolean {
    return this.parts.extensionsWhole;
  }
  /** The reader over `bytes`, for decoders of what is kept as offsets. */
  get der(): Der {
    return this.#der;
  }

  get subject(): DistinguishedName {
    return this.#subject ??= this.#name(this.parts.subjectStart, "SUBJECT");
  }
  get issuer(): DistinguishedName {
    return this.#issuer ??= this.#name(this.parts.issuerStart, "ISSUER");
  }

  /** The first extension of the type with its decoded value; null when there is none. */
  extension<Oid extends keyof ExtensionValues>(
    oid: Oid,
  ): DecodedExtension<ExtensionValues[Oid]> | null {
    const raw = this.parts.extensions.find((extension) => extension.oid === oid);
    return raw ? this.decode(raw) as DecodedExtension<ExtensionValues[Oid]> : null;
  }

  /** One of `extensions` with its decoded value. */
  decode(raw: RawExtension): DecodedExtension {
    return this.#decoded[this.#placeOf(raw)] ??= decodeExtension(this.#der, raw);
  }

  /** They are few, and a Map would have to give each of them a hash; hostile ones are many. */
  #placeOf(raw: RawExtension): number {
    const { extensions } = this.parts;
    if (extensions.length <= MANY_EXTENSIONS) return extensions.indexOf(raw);
    this.#places ??= new Map(extensions.map((extension, place) => [extension, place]));
    return this.#places.get(raw)!;
  }

  /** Whether subject and issuer are the same bytes. */
  get isSelfIssued(): boolean {
    const { issuerStart, issuerEnd, subjectStart, subjectEnd } = this.parts;
    return equalRanges(this.bytes, issuerStart, issuerEnd, subjectStart, subjectEnd);
  }

  #slice(start: number, end: number): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(start, end);
  }

  #name(start: number, what: string): DistinguishedName {
    this.#der.next(start, this.bytes.length);
    try {
      return readName(this.#der);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      this.#der.findings.add("name_malformed", `${what}: ${thrown.reason}`, thrown.offset);
      return {
        commonName: null,
        organizationName: null,
        organizationalUnitName: null,
        localityName: null,
        stateOrProvinceName: null,
        countryName: null,
        emailAddress: null,
        raw: "",
        attributes: [],
      };
    }
  }
}

interface CertificateParts {
  version: number;
  tbsStart: number;
  tbsEnd: number;
  signature: Signature;
  algorithmsDiffer: boolean;
  serialStart: number;
  serialEnd: number;
  issuerStart: number;
  issuerEnd: number;
  notBefore: number;
  notAfter: number;
  subjectStart: number;
  subjectEnd: number;
  publicKey: SubjectPublicKeyInfo;
  extensions: readonly RawExtension[];
  extensionsWhole: boolean;
}

/**
 * Reads the DER of one certificate. The bytes are kept, not copied: the caller must not change them
 * afterwards. Throws DerError (`unreadable`) when the frame is broken.
 */
export function readCertificate(input: Uint8Array<ArrayBuffer>, budget: Budget): Certificate {
  budget.spend("bytes", input.length);
  const der = new Der(input, budget);
  const { findings } = der;
  der.expect(0, input.length, TAG.SEQUENCE, "CERTIFICATE");
  const end = der.end;
  if (end < input.length) {
    // OpenSSL's TRUSTED CERTIFICATE has its settings there.
    const message = `${byteCount(input.length - end)} BEHIND THE CERTIFICATE`;
    findings.add("trailing_data", message, end);
  }

  der.expect(der.body, end, TAG.SEQUENCE, "TBS CERTIFICATE");
  const { start: tbsStart, end: tbsEnd } = der;
  let at = der.body;
  let version = 1;
  const versionStart = at;
  if (der.optional(at, tbsEnd, constructed(0))) {
    at = der.end;
    version = readVersion(der);
  }
  der.expect(at, tbsEnd, TAG.INTEGER, "SERIAL NUMBER");
  const { body: serialStart, end: serialEnd } = der;
  checkSerial(der);
  der.expect(serialEnd, tbsEnd, TAG.SEQUENCE, "SIGNATURE ALGORITHM OF THE TBS CERTIFICATE");
  const inner = readAlgorithmIdentifier(der);
  der.expect(inner.end, tbsEnd, TAG.SEQUENCE, "ISSUER");
  const { start: issuerStart, end: issuerEnd } = der;
  if (der.body === issuerEnd) findings.add("issuer_empty", "THE ISSUER IS EMPTY", issuerStart);
  der.expect(issuerEnd, tbsEnd, TAG.SEQUENCE, "VALIDITY");
  const validityStart = der.start;
  const validityEnd = der.end;
  der.next(der.body, validityEnd);
  at = der.end;
  const notBefore = readTime(der);
  der.next(at, validityEnd);
  at = der.end;
  const notAfter = readTime(der);
  der.finish(at, validityEnd, "VALIDITY");
  if (notAfter < notBefore) {
    findings.add("validity_reversed", "THE CERTIFICATE ENDS BEFORE IT BEGINS", validityStart);
  }
  der.expect(validityEnd, tbsEnd, TAG.SEQUENCE, "SUBJECT");
  const { start: subjectStart, end: subjectEnd } = der;
  der.expect(subjectEnd, tbsEnd, TAG.SEQUENCE, "PUBLIC KEY INFORMATION");
  const publicKey = readPublicKey(der);
  at = publicKey.end;

  for (let n = 1; n <= 2; n++) {
    if (!der.optional(at, tbsEnd, primitive(n))) continue;
    at = der.end;
    der.bitString();
    if (version === 1) {
      findings.add("unique_id_in_v1", "A VERSION 1 CERTIFICATE HAS A UNIQUE IDENTIFIER", der.start);
    }
  }
  let extensions: readonly RawExtension[] = [];
  let extensionsWhole = true;
  if (der.optional(at, tbsEnd, constructed(3))) {
    const { start } = der;
    at = der.end;
    if (version !== 3) {
      const message = `A VERSION ${version} CERTIFICATE HAS EXTENSIONS`;
      findings.add("extensions_before_v3", message, start);
    }
    der.expect(der.body, at, TAG.SEQUENCE, "EXTENSIONS");
    der.finish(der.end, at, "EXTENSIONS");
    ({ list: extensions, whole: extensionsWhole } = listExtensions(der));
  }
  der.finish(at, tbsEnd, "TBS CERTIFICATE");
  if (version < 1 || version > 3) {
    findings.add("version_unknown", `THERE IS NO VERSION ${version}`, versionStart);
  }
  if (subjectEnd - subjectStart === 2) checkEmptySubject(der, subjectStart, extensions);

  const signature = readSignature(der, tbsEnd, end);
  const outer = signature.algorithm;
  const algorithmsDiffer = !equalRanges(
    input,
    inner.start,
    inner.end,
    outer.start,
    outer.end,
  );
  if (algorithmsDiffer) {
    const message = "THE SIGNATURE ALGORITHMS WITHIN AND BEHIND THE TBS CERTIFICATE DIFFER";
    findings.add("signature_algorithms_differ", message, outer.start);
  }
  if (!signature.whole) {
    findings.add("signature_not_octets", "THE SIGNATURE IS NO WHOLE NUMBER OF BYTES", outer.end);
  }
  der.finish(signature.end, end, "CERTIFICATE");

  const whole = end === input.length ? input : input.subarray(0, end);
  return new Certificate(der, whole, {
    version,
    tbsStart,
    tbsEnd,
    signature,
    algorithmsDiffer,
    serialStart,
    serialEnd,
    issuerStart,
    issuerEnd,
    notBefore,
    notAfter,
    subjectStart,
    subjectEnd,
    publicKey,
    extensions,
    extensionsWhole,
  });
}

/** [0] EXPLICIT Version; DER leaves version 1 out. */
function readVersion(der: Der): number {
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION");
  const value = der.smallInteger();
  if (value === null) throw new DerError("VERSION OUT OF RANGE", der.start);
  der.finish(der.end, end, "VERSION");
  if (value === 0) {
    der.findings.add("default_encoded", "VERSION 1 IS WRITTEN OUT, THOUGH THE DEFAULT", der.start);
  }
  return value + 1;
}

function checkSerial(der: Der): void {
  der.checkInteger();
  const { bytes, body, end, findings, start } = der;
  const octets = bytes.subarray(body, end);
  const messages: Record<SerialFault, string> = {
    negative: "THE SERIAL NUMBER IS NEGATIVE",
    zero: "THE SERIAL NUMBER IS ZERO",
    too_long: `THE SERIAL NUMBER HAS ${serialLength(octets)} BYTES, AT MOST 20 ARE ALLOWED`,
  };
  for (const fault of serialFaults(octets)) {
    findings.add(`serial_${fault}`, messages[fault], start);
  }
}

/** RFC 5280, 4.2.1.6: without a subject its names stand in a critical subjectAltName. */
function checkEmptySubject(der: Der, start: number, extensions: readonly RawExtension[]): void {
  const altName = extensions.find(({ oid }) => oid === EXTENSION.subjectAltName);
  if (altName?.critical) return;
  const message = altName
    ? "THE SUBJECT IS EMPTY, AND THE SUBJECT ALTERNATIVE NAME IS NOT CRITICAL"
    : "THE SUBJECT IS EMPTY, AND THERE IS NO SUBJECT ALTERNATIVE NAME";
  der.findings.add("subject_empty", message, start);
}

function equalRanges(
  bytes: Uint8Array,
  start: number,
  end: number,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let i = start, j = otherStart; i < end; i++, j++) if (bytes[i] !== bytes[j]) return false;
  return true;
}

/**
 * The specification's certificate info, every field computed. `now` is in milliseconds; its
 * fraction of a second does not count, since certificates know none.
 */
export function certificateInfo(
  certificate: Certificate,
  now: number,
  digests: FingerprintDigests,
): CertificateInfo {
  const { notBefore, notAfter, bytes } = certificate;
  const second = now - now % 1000;
  const { subject, issuer } = certificate;
  const extensions = gatherExtensions(
    bytes,
    certificate.extensions,
    (raw) => certificate.decode(raw),
  );
  return {
    version: certificate.version,
    subject,
    issuer,
    notBefore: formatTime(notBefore),
    notAfter: formatTime(notAfter),
    isExpired: second > notAfter,
    isNotYetValid: second < notBefore,
    daysUntilExpiry: Math.floor((notAfter - second) / DAY),
    serialNumber: certificate.serialNumber,
    signatureAlgorithm: certificate.signature.scheme.name,
    publicKey: certificate.publicKey.key,
    fingerprints: {
      sha256: toColonHex(digests.sha256(bytes)),
      sha1: toColonHex(digests.sha1(bytes)),
    },
    extensions,
    findings: certificate.der.findings.sorted(),
  };
}
