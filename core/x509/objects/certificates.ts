/**
 * Certificates (RFC 5280, 4.1), read in place.
 *
 * `readCertificate` reads the fields and keeps offsets. Names and the values of extensions are decoded
 * when a caller first needs them.
 */
import { equalRanges } from "../../kernel/octets.ts";
import { type Der, DerError } from "../asn1/der.ts";
import {
  type DecodedExtension,
  decodeExtension,
  type RawExtension,
} from "./extensions/extensions.ts";
import type { ExtensionValues } from "./extensions/decoders.ts";
import { emptyName, readName } from "./names.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { formatSerialNumber } from "./serial-numbers.ts";
import type { DistinguishedName } from "../shapes.ts";
import { MERKLE_TREE_PROOF, type Signature, type SignedObject } from "../signatures/signatures.ts";

/** Above this number, which no certificate in use has, extensions are found with a Map. */
const MANY_EXTENSIONS = 64;

/** A certificate as read. Offsets count from the first byte of `bytes`. */
export class Certificate implements SignedObject {
  readonly #der: Der;
  #subject: DistinguishedName | undefined;
  #issuer: DistinguishedName | undefined;
  /** Decoded values, in the order of the extensions. */
  readonly #decoded: DecodedExtension[] = [];
  /** The index of each extension, if there are many. */
  #places: Map<RawExtension, number> | undefined;

  /** Only `readCertificate` creates certificates. */
  constructor(
    der: Der,
    /** The certificate, without bytes that follow it in the input. */
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
  /** signatureAlgorithm and signatureValue, for `verifySignature`. */
  get signature(): Signature {
    return this.parts.signature;
  }
  /** Whether the signature algorithm inside the signed part differs from the one outside it. */
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
  /** Milliseconds since 1970. The certificate is valid until the end of this second. */
  get notAfter(): number {
    return this.parts.notAfter;
  }
  /** The public key. Its offsets count from the start of `bytes`. */
  get publicKey(): SubjectPublicKeyInfo {
    return this.parts.publicKey;
  }
  /** SubjectPublicKeyInfo, DER with its header. */
  /** Whether a proof in a log stands in place of an issuer's signature. */
  get isMerkleTree(): boolean {
    return this.signature.algorithm.oid === MERKLE_TREE_PROOF;
  }
  get spki(): Uint8Array<ArrayBuffer> {
    return this.#slice(this.parts.publicKey.start, this.parts.publicKey.end);
  }
  /** Every extension in encoded order, duplicates included. Offsets count from the start of `bytes`. */
  get extensions(): readonly RawExtension[] {
    return this.parts.extensions;
  }
  /** False if an extension could not be read and is therefore missing from `extensions`. */
  get extensionsWhole(): boolean {
    return this.parts.extensionsWhole;
  }
  /** The cursor over `bytes`, for decoding the parts that are kept as offsets. */
  get der(): Der {
    return this.#der;
  }

  get subject(): DistinguishedName {
    return this.#subject ??= this.#name(this.parts.subjectStart, "Subject");
  }
  get issuer(): DistinguishedName {
    return this.#issuer ??= this.#name(this.parts.issuerStart, "Issuer");
  }

  /** Returns the first extension of a type, decoded; null if the certificate does not have one. */
  extension<Oid extends keyof ExtensionValues>(
    oid: Oid,
  ): DecodedExtension<ExtensionValues[Oid]> | null {
    const raw = this.parts.extensions.find((extension) => extension.oid === oid);
    return raw ? this.decode(raw) as DecodedExtension<ExtensionValues[Oid]> : null;
  }

  /** Decodes one of `extensions`. */
  decode(raw: RawExtension): DecodedExtension {
    return this.#decoded[this.#placeOf(raw)] ??= decodeExtension(this.#der, raw);
  }

  /** For a few extensions, a search is faster than a Map. A hostile certificate may have a thousand. */
  #placeOf(raw: RawExtension): number {
    const { extensions } = this.parts;
    if (extensions.length <= MANY_EXTENSIONS) return extensions.indexOf(raw);
    this.#places ??= new Map(extensions.map((extension, place) => [extension, place]));
    return this.#places.get(raw)!;
  }

  /** Whether subject and issuer have the same encoding. */
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
      this.#der.findings.add(
        "name_malformed",
        thrown.offset,
        `${what}: ${thrown.reason}`,
      );
      return emptyName();
    }
  }
}

/** The fields as `readCertificate` reads them. */
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
