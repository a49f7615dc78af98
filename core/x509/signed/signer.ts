/**
 * Checks one signer of a SignedData (RFC 5652, 5.4, 5.6 and 11): digest of the content, signed attributes,
 * and the signature with the key of the signer's certificate. Whether the certificate is trusted is not
 * part of it.
 *
 * The unsigned attributes decide nothing: anyone can add them.
 */
import type { Budget } from "../../kernel/context.ts";
import { equalOctets } from "../../kernel/octets.ts";
import { attempt, Der, TAG } from "../asn1/der.ts";
import { DIGESTS, encodeOid, isUnnamed, isWeakDigest, readOid } from "../asn1/oids.ts";
import { readTime } from "../asn1/time.ts";
import type { Candidate } from "../constraints/candidate.ts";
import { readAlgorithmIdentifier } from "../keys/key-algorithms.ts";
import { isObsoleteHash } from "../signatures/hashes.ts";
import { verifySignature } from "../signatures/verify.ts";
import type { ContentDigests } from "./content-digests.ts";
import { CONTENT } from "../cms/object-identifiers.ts";
import type { Attribute, Signer } from "./signed-data.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const SIGNED = {
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingTime: "1.2.840.113549.1.9.5",
  algorithmProtection: "1.2.840.113549.1.9.52",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
} as const;

/** RFC 3161, appendix A: a timestamp token over the signature value. */
const TIME_STAMP = "1.2.840.113549.1.9.16.2.14";
const COUNTERSIGNATURE = "1.2.840.113549.1.9.6";

/** Certificates with the same name that are tried for one signer. */
const MAX_TRIED = 4;

/**
 * Why a signature holds, does not hold, or cannot be verified. `signature_mismatch`: the signature value of a CMS
 * message is not by the signer's key over these attributes. The signature of a JWS covers the payload
 * too, which may have changed.
 */
type SignatureCode =
  | "valid"
  | "content_altered"
  | "content_missing"
  | "attributes_invalid"
  | "signature_invalid"
  | "signature_mismatch"
  | "certificate_missing"
  | "unsupported";

export interface SignatureVerdict {
  /** true: it holds; false: it does not; null: it cannot be verified here. */
  readonly valid: boolean | null;
  readonly code: SignatureCode;
  /** The reason in one sentence. */
  readonly message: string;
  /** The certificate of the signer; null if it is missing. */
  readonly certificate: Candidate | null;
}

interface SignerInputs {
  readonly contentType: string;
  /** The content as it is, and with each other kind of line end. Empty if the content is missing. */
  readonly contents: readonly Bytes[];
  /** The certificates that the identifier names. */
  readonly certificates: readonly Candidate[];
  readonly digests: ContentDigests;
  readonly budget: Budget;
}

const CONTENT_MISSING =
  "The signature is detached, and the signed file is missing. Add the file that was signed.";
const CERTIFICATE_MISSING =
  "The certificate of the signer is missing. Add it to verify the signature.";
const ALTERED = "The content is not what was signed: its digest differs.";
const NOT_BY_KEY = "The signature does not match the certificate of the signer.";

/** Verifies the signature. Throws `too_complex` if the budget is used up. */
export async function checkSigner(signer: Signer, inputs: SignerInputs): Promise<SignatureVerdict> {
  const { signedAttributes } = signer;
  const [first = null] = inputs.certificates;
  const no = (code: SignatureCode, message: string): SignatureVerdict => (
    { valid: false, code, message, certificate: first }
  );
  if (signedAttributes === null && inputs.contentType !== CONTENT.data) {
    return no(
      "attributes_invalid",
      "Signed attributes are missing, which RFC 5652, 5.3 requires for this type of content.",
    );
  }
  const digest = await contentDigest(signer, inputs);
  if (signedAttributes !== null) {
    const fault = attributeFault(signer, signedAttributes, inputs.contentType, inputs.budget);
    if (fault !== null) return no("attributes_invalid", fault);
    if (digest === "altered") return no("content_altered", ALTERED);
  } else if (inputs.contents.some(looksLikeAttributes)) {
    return no(
      "attributes_invalid",
      "The content is a list of signed attributes: this signature may belong to another message.",
    );
  }
  const byKey = await verifyWithKeys(signer, inputs);
  if (byKey.valid === false) return byKey;
  if (digest === "missing") {
    return {
      valid: null,
      code: "content_missing",
      message: CONTENT_MISSING,
      certificate: byKey.certificate,
    };
  }
  if (digest === "unsupported") {
    return {
      valid: null,
      code: "unsupported",
      message: unsupportedDigest(signer.digest),
      certificate: byKey.certificate,
    };
  }
  return byKey;
}

const unsupportedDigest = (digest: string): string =>
  isUnnamed(digest)
    ? "This tool does not know the digest algorithm."
    : isObsoleteHash(digest)
    ? `${digest} is obsolete, and this tool does not verify it.`
    : `This tool cannot verify ${digest}.`;

/** Whether one of the contents has the digest of the signed attributes. */
async function contentDigest(
  { signedAttributes, digest }: Signer,
  { contents, digests }: SignerInputs,
): Promise<"fits" | "altered" | "missing" | "unsupported"> {
  if (contents.length === 0) return "missing";
  if (signedAttributes === null) return "fits";
  const wanted = messageDigestOf(signedAttributes);
  if (wanted === null) return "altered";
  for (const content of contents) {
    const found = await digests.of(digest, content);
    if (found === null) return "unsupported";
    if (equalOctets(found, wanted)) return "fits";
  }
  return "altered";
}

/** The digest that the signed attributes contain; null without one. */
export function messageDigestOf(attributes: readonly Attribute[]): Bytes | null {
  const [value] = attributes.find(({ type }) => type === SIGNED.messageDigest)?.values ?? [];
  if (value?.[0] !== TAG.OCTET_STRING) return null;
  const length = value[1];
  // A digest of 128 octets or more does not exist.
  return length < 0x80 && length + 2 === value.length ? value.subarray(2) : null;
}

/** What is wrong with the signed attributes (RFC 5652, 11; RFC 5035; RFC 6211), as a sentence; null if nothing. */
function attributeFault(
  signer: Signer,
  attributes: readonly Attribute[],
  contentType: string,
  budget: Budget,
): string | null {
  const single = (type: string, name: string): Bytes | string => {
    const found = attributes.filter((attribute) => attribute.type === type);
    if (found.length === 0) return `The signed attribute ${name} is missing.`;
    return found.length > 1 || found[0].values.length !== 1
      ? `The signed attribute ${name} occurs more than once.`
      : found[0].values[0];
  };
  const type = single(SIGNED.contentType, "content-type");
  if (typeof type === "string") return type;
  if (oidOf(type) !== contentType) {
    return "The signature covers content of another type than the message has.";
  }
  const digest = single(SIGNED.messageDigest, "message-digest");
  if (typeof digest === "string") return digest;
  if (messageDigestOf(attributes) === null) {
    return "The signed attribute message-digest cannot be read.";
  }
  const times = attributes.filter((attribute) => attribute.type === SIGNED.signingTime);
  if (times.length > 1 || times.some(({ values }) => values.length !== 1)) {
    return "The signed attribute signing-time occurs more than once.";
  }
  for (const { type, values } of attributes) {
    if (type !== SIGNED.algorithmProtection) continue;
    if (values.length !== 1 || !protects(values[0], signer, budget)) {
      return "The signature uses other algorithms than its signed attributes name (RFC 6211).";
    }
  }
  return null;
}

const oidOf = (value: Bytes): string | null =>
  attempt(() => value[0] === TAG.OID ? readOid(value, 2, value.length) : null);

/** CMSAlgorithmProtection ::= SEQUENCE { digestAlgorithm, [1] signatureAlgorithm OPTIONAL, [2] mac } (RFC 6211). */
function protects(value: Bytes, { digestOid, signature }: Signer, budget: Budget): boolean {
  return attempt(() => {
    const der = new Der(value, budget);
    der.expect(0, value.length, TAG.SEQUENCE, "Algorithms");
    const { end } = der;
    der.expect(der.body, end, TAG.SEQUENCE, "Digest algorithm");
    const digest = readAlgorithmIdentifier(der);
    der.next(digest.end, end);
    if (der.tag !== 0xa1) return false;
    const algorithm = readAlgorithmIdentifier(der);
    return digest.oid === digestOid && algorithm.oid === signature.algorithm.oid;
  }) ?? false;
}

/**
 * Whether the content could be the signed attributes of another message. Without signed attributes, a signature
 * over this content could be copied from a message that has them.
 */
function looksLikeAttributes(content: Bytes): boolean {
  if (content[0] !== TAG.SET) return false;
  const wanted = encodeOid(SIGNED.messageDigest);
  const limit = Math.min(content.length, 64 * 1024) - wanted.length;
  for (let at = 2; at <= limit; at++) {
    if (
      content[at] === wanted[0] && wanted.every((octet, index) => content[at + index] === octet)
    ) {
      return true;
    }
  }
  return false;
}

/** The verdict with the first certificate whose key fits; otherwise with the first certificate. */
async function verifyWithKeys(signer: Signer, inputs: SignerInputs): Promise<SignatureVerdict> {
  const { certificates, contents } = inputs;
  if (certificates.length === 0) {
    return {
      valid: null,
      code: "certificate_missing",
      message: CERTIFICATE_MISSING,
      certificate: null,
    };
  }
  const covered = signer.signedAttributes === null ? contents : signer.attributeBytes;
  let first: SignatureVerdict | null = null;
  for (const certificate of certificates.slice(0, MAX_TRIED)) {
    const verdict = await verifyWith(signer, certificate, covered, inputs);
    if (verdict.valid === true) return verdict;
    first ??= verdict;
  }
  return first!;
}

async function verifyWith(
  signer: Signer,
  candidate: Candidate,
  covered: readonly Bytes[],
  { digests, budget }: SignerInputs,
): Promise<SignatureVerdict> {
  const { certificate } = candidate;
  const verdict = (
    valid: boolean | null,
    code: SignatureCode,
    message: string,
  ): SignatureVerdict => ({ valid, code, message, certificate: candidate });
  const named = await namesAnother(signer, candidate, digests, budget);
  if (named !== null) return verdict(false, "attributes_invalid", named);
  for (const tbs of covered) {
    const { valid, problem } = await verifySignature(
      { tbs, signature: signer.signature },
      certificate.publicKey,
      budget,
    );
    if (valid === true) return verdict(true, "valid", "The signature is valid.");
    if (valid === null) return verdict(null, "unsupported", `${problem}.`);
  }
  return covered.length === 0
    ? verdict(null, "content_missing", CONTENT_MISSING)
    : verdict(false, "signature_mismatch", NOT_BY_KEY);
}

/**
 * A sentence if the signing-certificate attribute names another certificate (RFC 5035, 3 and 4): its first
 * entry must have the digest of the signer's certificate. Null if it does, or without the attribute.
 */
async function namesAnother(
  { signedAttributes }: Signer,
  { certificate }: Candidate,
  digests: ContentDigests,
  budget: Budget,
): Promise<string | null> {
  for (const { type, values } of signedAttributes ?? []) {
    const isSecond = type === SIGNED.signingCertificateV2;
    if (type !== SIGNED.signingCertificate && !isSecond) continue;
    const named = values.length === 1
      ? attempt(() => readCertificateDigest(values[0], isSecond, budget))
      : null;
    if (named === null) return "The signed attribute signing-certificate cannot be read.";
    const found = await digests.of(named.algorithm, certificate.bytes);
    if (found !== null && !equalOctets(found, named.digest)) {
      return "The signature names a certificate that does not belong to its key.";
    }
  }
  return null;
}

/** Whether one of the signed attributes names the certificate of the signer (RFC 5035). */
export const namesCertificate = ({ signedAttributes }: Signer): boolean =>
  signedAttributes?.some(({ type }) =>
    type === SIGNED.signingCertificate || type === SIGNED.signingCertificateV2
  ) ?? false;

/**
 * SigningCertificate ::= SEQUENCE { certs SEQUENCE OF ESSCertID, … }; ESSCertID has the digest by SHA-1,
 * ESSCertIDv2 an algorithm before it, by default SHA-256 (RFC 5035, 3 and 4).
 */
function readCertificateDigest(
  value: Bytes,
  isSecond: boolean,
  budget: Budget,
): { algorithm: string; digest: Bytes } {
  const der = new Der(value, budget);
  der.expect(0, value.length, TAG.SEQUENCE, "Signing certificate");
  der.expect(der.body, der.end, TAG.SEQUENCE, "Certificates");
  der.expect(der.body, der.end, TAG.SEQUENCE, "Certificate id");
  const { end } = der;
  let at = der.body;
  let algorithm = isSecond ? "SHA-256" : "SHA-1";
  if (isSecond && der.optional(at, end, TAG.SEQUENCE)) {
    at = der.end;
    const { oid } = readAlgorithmIdentifier(der);
    algorithm = DIGESTS.get(oid) ?? oid;
  }
  der.expect(at, end, TAG.OCTET_STRING, "Digest of a certificate");
  return { algorithm, digest: der.content() };
}

/** The time that the signer claims (RFC 5652, 11.3), in milliseconds; null without one. */
export function claimedTime({ signedAttributes }: Signer, budget: Budget): number | null {
  const [value] = signedAttributes?.find(({ type }) => type === SIGNED.signingTime)?.values ?? [];
  if (value === undefined) return null;
  return attempt(() => {
    const der = new Der(value, budget);
    der.next(0, value.length);
    return readTime(der);
  });
}

/** The timestamp tokens over the signature value, as DER. */
export const timeStampsOf = ({ unsignedAttributes }: Signer): readonly Bytes[] =>
  unsignedAttributes.flatMap(({ type, values }) => type === TIME_STAMP ? values : []);

/** The number of countersignatures, which are not checked. */
export const countersignaturesOf = ({ unsignedAttributes }: Signer): number =>
  unsignedAttributes.reduce(
    (sum, { type, values }) => type === COUNTERSIGNATURE ? sum + values.length : sum,
    0,
  );

/** The weak digest that the signature depends on; null if there is none. */
export function weakDigest(
  { digest, signature }: Pick<Signer, "digest" | "signature">,
): string | null {
  const hashes = [digest, signature.pss?.hash ?? signature.scheme.hash ?? ""];
  return hashes.find(isWeakDigest) ?? null;
}
