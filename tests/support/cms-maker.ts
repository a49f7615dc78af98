/**
 * Makes CMS messages with any signed attributes, right and wrong, signed with a P-256 key of a fixture or with another
 * algorithm. Tests of attacks use it, because openssl makes only correct messages, and tests of Ed25519 and ML-DSA, with
 * which OpenSSL 3.0 cannot sign messages.
 */
import { constructed, TAG } from "../../core/x509/asn1/der.ts";
import {
  element,
  integer,
  objectIdentifier,
  setOf,
  unsignedInteger,
} from "../../core/x509/asn1/der-write.ts";
import { within } from "../../core/x509/asn1/elements.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

export const OID = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  timeStamp: "1.2.840.113549.1.9.16.1.4",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingTime: "1.2.840.113549.1.9.5",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  algorithmProtection: "1.2.840.113549.1.9.52",
  timeStampToken: "1.2.840.113549.1.9.16.2.14",
  countersignature: "1.2.840.113549.1.9.6",
  sha256: "2.16.840.1.101.3.4.2.1",
  ecdsaSha256: "1.2.840.10045.4.3.2",
} as const;

const seq = (...parts: Bytes[]): Bytes => element(TAG.SEQUENCE, ...parts);
const octets = (bytes: Bytes): Bytes => element(TAG.OCTET_STRING, bytes);
const algorithm = (oid: string): Bytes => seq(objectIdentifier(oid));
export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

export const attribute = (type: string, ...values: Bytes[]): Bytes =>
  seq(objectIdentifier(type), element(TAG.SET, ...values));

/** The signer's certificate in DER and its P-256 key, or what signs with another algorithm. */
export interface MakerSigner {
  readonly certificate: Bytes;
  readonly key: CryptoKey | { algorithm: string; sign: (data: Bytes) => Uint8Array };
}

/** Reads a certificate and a PKCS#8 key of P-256 in PEM. */
export async function readSigner(certificate: string, key: string): Promise<MakerSigner> {
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  return {
    certificate: derOf(certificate),
    key: await crypto.subtle.importKey("pkcs8", derOf(key), curve, false, ["sign"]),
  };
}

export const derOf = (pem: string): Bytes =>
  Uint8Array.fromBase64(pem.replace(/-----[^-]*-----|\s/g, ""));

/** ECDSA with SHA-256 in DER, or what another algorithm makes. */
async function sign({ key }: MakerSigner, data: Bytes): Promise<Bytes> {
  if ("sign" in key) return new Uint8Array(key.sign(data));
  const raw = new Uint8Array(
    await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, data),
  );
  return seq(unsignedInteger(raw.subarray(0, 32)), unsignedInteger(raw.subarray(32)));
}

/** The attributes that RFC 5652, 11 requires. */
export const usualAttributes = async (
  content: Bytes,
  type: string = OID.data,
): Promise<Bytes[]> => [
  attribute(OID.contentType, objectIdentifier(type)),
  attribute(OID.messageDigest, octets(await sha256(content))),
];

/** The serial number of a certificate in DER, and its issuer. */
export function issuerAndSerial(certificate: Bytes): Bytes {
  const fields = within(certificate)[0].inner;
  const [serial, , issuer] = fields.slice(fields[0].tag === constructed(0) ? 1 : 0);
  return seq(new Uint8Array(issuer.whole), new Uint8Array(serial.whole));
}

export interface SignerParts {
  readonly signer: MakerSigner;
  readonly content: Bytes;
  /** The signed attributes; null for none. */
  readonly attributes: Bytes[] | null;
  readonly unsigned?: (signature: Bytes) => Promise<Bytes[]> | Bytes[];
  /** The signer identifier; the certificate's issuer and serial number if absent. */
  readonly identifier?: Bytes;
  /** Whether the attributes keep their order. */
  readonly unsorted?: boolean;
  readonly digest?: string;
}

/** SignerInfo (RFC 5652, 5.3). */
export async function signerInfo(parts: SignerParts): Promise<Bytes> {
  const { signer, content, attributes, digest = OID.sha256 } = parts;
  const sorted = attributes && (parts.unsorted ? attributes : within(setOf(...attributes))
    .map(({ whole }) => new Uint8Array(whole)));
  const signature = await sign(signer, sorted ? element(TAG.SET, ...sorted) : content);
  const unsigned = await parts.unsigned?.(signature) ?? [];
  return seq(
    integer(1),
    parts.identifier ?? issuerAndSerial(signer.certificate),
    algorithm(digest),
    ...sorted ? [element(constructed(0), ...sorted)] : [],
    algorithm("sign" in signer.key ? signer.key.algorithm : OID.ecdsaSha256),
    octets(signature),
    ...unsigned.length > 0 ? [element(constructed(1), ...unsigned)] : [],
  );
}

/** ContentInfo with SignedData. `content` null: detached. */
export function signedData(
  { content, type = OID.data, certificates, signers }: {
    content: Bytes | null;
    type?: string;
    certificates: readonly Bytes[];
    signers: readonly Bytes[];
  },
): Bytes {
  const encapsulated = seq(
    objectIdentifier(type),
    ...content === null ? [] : [element(constructed(0), octets(content))],
  );
  const data = seq(
    integer(1),
    element(TAG.SET, algorithm(OID.sha256)),
    encapsulated,
    element(constructed(0), ...certificates),
    element(TAG.SET, ...signers),
  );
  return seq(objectIdentifier(OID.signedData), element(constructed(0), data));
}

/** TSTInfo over these bytes (RFC 3161, 2.4.2); `time` as "20261125120000Z". */
async function timeStampInfo(
  covered: Bytes,
  time: string,
  name: "SHA-1" | "SHA-256",
): Promise<Bytes> {
  const imprint = new Uint8Array(await crypto.subtle.digest(name, covered));
  return seq(
    integer(1),
    objectIdentifier("1.2.3.4.1"),
    seq(algorithm(name === "SHA-1" ? "1.3.14.3.2.26" : OID.sha256), octets(imprint)),
    integer(7),
    element(TAG.GENERALIZED_TIME, new TextEncoder().encode(time)),
  );
}

/** A timestamp token by `authority` over these bytes. */
export async function timeStampToken(
  authority: MakerSigner,
  covered: Bytes,
  time: string,
  certificates: readonly Bytes[] = [authority.certificate],
  imprint: "SHA-1" | "SHA-256" = "SHA-256",
): Promise<Bytes> {
  const content = await timeStampInfo(covered, time, imprint);
  const named = seq(seq(seq(octets(await sha256(authority.certificate)))));
  const attributes = [
    ...await usualAttributes(content, OID.timeStamp),
    attribute(OID.signingCertificateV2, named),
  ];
  const signer = await signerInfo({ signer: authority, content, attributes });
  return signedData({ content, type: OID.timeStamp, certificates, signers: [signer] });
}

export const cmsPem = (bytes: Bytes): string =>
  `-----BEGIN CMS-----\n${
    bytes.toBase64().replace(/.{64}/g, "$&\n").trimEnd()
  }\n-----END CMS-----\n`;

export { octets, seq };
