/** Reads the CSR to sign, and makes keys, CAs and certificates. */
import * as TEXT from "../texts.ts";
import type { CsrPart } from "../verdict/certificate-codes.ts";
import type { Budget, Context } from "../kernel/context.ts";
import type { AlternativeName } from "../names/alternative-name.ts";
import { equalOctets, fromHex } from "../kernel/octets.ts";
import { Candidate } from "../x509/constraints/candidate.ts";
import {
  type CertificateParts,
  keyIdentifierOf,
  randomSerialNumber,
  writeCertificate,
  writeUnsigned,
} from "../x509/issuing/certificate.ts";
import {
  authorityKeyIdentifier,
  basicConstraints,
  extendedKeyUsage,
  keyUsage,
  nameConstraints,
  subjectAltName,
  subjectKeyIdentifier,
} from "../x509/issuing/extensions.ts";
import { writeName } from "../x509/issuing/names.ts";
import { type KeyType, makeKeyPair, type Signer, signerWith } from "../x509/issuing/signing.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { readCertificate } from "../x509/objects/read-certificate.ts";
import { verifySignature } from "../x509/signatures/verify.ts";
import { type Authority, CURVE_DIGESTS, requireAllowed } from "./authority.ts";
import { keyUsagesOf, purposeOf, type Subtrees } from "./profiles.ts";
import { isCaKind, type Kind, MAX_CA_DAYS } from "./options.ts";
import { OperationError } from "../kernel/errors.ts";
import { bitCount } from "../kernel/formatting.ts";
import { subjectTextFault } from "../names/subject-text.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import {
  type CertificationRequest,
  readCertificationRequest,
} from "../x509/objects/certification-request.ts";
import { kindName, kindOfBlock } from "../x509/pem/identify.ts";
import { readText } from "../x509/pem/read-text.ts";
import { requestBlockOf } from "../x509/signed/requests.ts";
import type { Extension, GeneralName, NameAttribute, PublicKey } from "../x509/shapes.ts";
import { distinct } from "./names.ts";
import { readCommonName, readNameOfType } from "./requested-names.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const SECOND = 1000;
const DAY = 86_400_000;
/** A client with a slow clock would refuse a certificate that begins now. */
const CLOCK_DIFFERENCE = 3_600_000;

export interface Subject {
  commonName: string;
  organization: string;
  country: string;
}

/** A public key, and the private key if it was made by this tool. */
export interface Keys {
  /** subjectPublicKeyInfo in DER. */
  readonly spki: Bytes;
  readonly key: { readonly algorithm: string };
  readonly made?: { readonly signer: Signer; readonly pkcs8: Bytes };
}

type MadeKeys = Required<Keys>;

interface KeyChoice {
  keyType: "RSA" | "ECC";
  keySize: number;
  eccCurve: string;
}

/** A new RSA or EC key and its signer: SHA-256 for RSA, the curve's digest for ECDSA. */
export async function makeKeys({ keyType, keySize, eccCurve }: KeyChoice): Promise<MadeKeys> {
  const type: KeyType = keyType === "RSA"
    ? { type: keyType, bits: keySize }
    : { type: keyType, curve: eccCurve };
  const digest = type.type === "RSA" ? "SHA-256" : CURVE_DIGESTS.get(type.curve)!;
  const { spki, pkcs8, privateKey } = await makeKeyPair(type, digest);
  return {
    spki,
    key: { algorithm: keyType === "RSA" ? "RSA" : "EC" },
    made: { signer: signerWith(privateKey, keyType, digest), pkcs8 },
  };
}

interface Order {
  kind: Kind;
  subject: Subject;
  /** Its subject alternative names. */
  names: readonly AlternativeName[];
  /** The names that a CA may issue for; null for any. */
  constraints: Subtrees | null;
  /** The number of CAs that may follow below a CA. */
  pathLength: number;
  days: number;
  keys: Keys;
  /** The signer; null for a self-signed certificate. */
  authority: Authority | null;
  /** The input field of its names. */
  namesField: string;
}

interface Issued {
  certificate: Certificate;
  /** The validity in whole days. */
  days: number;
}

/**
 * Writes and signs the certificate, reads it back and verifies the signature. Throws the errors of
 * `requireAllowed` if the CA must not issue it. A plain Error means a bug.
 */
export async function issue(order: Order, context: Context): Promise<Issued> {
  const { authority, keys } = order;
  const signer = (authority?.signer ?? keys.made?.signer)!;
  const parts = await partsOf(order, context);
  if (authority) {
    const unsigned = readCertificate(writeUnsigned(parts, signer), context.budget);
    requireAllowed(new Candidate(unsigned, "input", null), authority, order.namesField, context);
  }
  const certificate = readCertificate(await writeCertificate(parts, signer), context.budget);
  const issuer = authority?.path[0].certificate ?? certificate;
  const { valid } = await verifySignature(certificate, issuer.publicKey, context.budget);
  // Some clients compare names octet by octet.
  if (valid !== true || !equalOctets(certificate.issuerDer, issuer.subjectDer)) {
    throw new Error("The certificate that was issued does not verify under its CA");
  }
  const days = Math.floor((parts.notAfter + SECOND - parts.notBefore) / DAY);
  return { certificate, days };
}

async function partsOf(
  order: Order,
  { now, random, budget }: Context,
): Promise<CertificateParts> {
  const { kind, authority, keys } = order;
  const ca = authority?.path[0];
  const subject = writeName(order.subject);
  const identifier = await keyIdentifierOf(keys.spki, budget);
  const purpose = purposeOf(kind);
  const isCa = isCaKind(kind);
  const isNameless = Object.values(order.subject).every((text) => text === "");
  const { names, constraints } = order;
  return {
    serialNumber: randomSerialNumber(random),
    issuer: ca ? ca.certificate.subjectDer : subject,
    subject,
    ...validityOf(order.days, now, ca?.certificate),
    publicKey: keys.spki,
    extensions: [
      basicConstraints({ ca: isCa, pathLength: isCa ? pathLengthOf(order) : null }),
      keyUsage(keyUsagesOf(kind, keys.key.algorithm)),
      ...purpose ? [extendedKeyUsage(purpose)] : [],
      subjectKeyIdentifier(identifier),
      // RFC 5280, 4.2.1.1: only a self-signed CA may omit it.
      ...ca || !isCa
        ? [authorityKeyIdentifier(ca ? await identifierOf(ca, budget) : identifier)]
        : [],
      ...names.length > 0 ? [subjectAltName(names, { critical: isNameless })] : [],
      ...constraints ? [nameConstraints(constraints.permitted, constraints.excluded)] : [],
    ],
  };
}

/** The requested path length, limited to what the issuing CA allows. */
function pathLengthOf({ pathLength, authority }: Order): number {
  const above = authority?.path[0].basicConstraints?.pathLen ?? null;
  return above === null ? pathLength : Math.max(0, Math.min(pathLength, above - 1));
}

/** The key identifier of the CA; computed by the same method if its certificate has none. */
export async function identifierOf(
  { keyIdentifier, certificate }: Candidate,
  budget: Budget,
): Promise<Bytes> {
  if (keyIdentifier === null) return await keyIdentifierOf(certificate.spki, budget);
  return fromHex(keyIdentifier);
}

/** The validity, with both ends included (RFC 5280, 4.1.2.5): one day is 86,400 seconds. */
function validityOf(days: number, now: number, ca: Certificate | undefined) {
  const begin = now - now % SECOND - CLOCK_DIFFERENCE;
  const notBefore = ca ? Math.max(begin, ca.notBefore) : begin;
  const end = notBefore + days * DAY - SECOND;
  return { notBefore, notAfter: ca ? Math.min(end, ca.notAfter) : end };
}

interface CaOrder extends KeyChoice {
  kind: Kind;
  /** The name of the certificate for which the CA is made. */
  label: string;
  constraints: Subtrees | null;
  pathLength: number;
  days: number;
  keepCaKey: boolean;
}

/** Makes a root for one certificate. If its key is not kept, both expire on the same day. */
export async function makeCa(
  order: CaOrder,
  context: Context,
): Promise<{ authority: Authority; pkcs8: Bytes }> {
  const keys = await makeKeys(order);
  // Roots with the same name and different keys confuse trust stores and people.
  const mark = [...context.random(3)].map((octet) => octet.toString(16).padStart(2, "0")).join("");
  const label = [...order.label].slice(0, 45).join("");
  const { certificate } = await issue({
    kind: "root-ca",
    subject: { commonName: `CA for ${label} ${mark}`, organization: "", country: "" },
    names: [],
    constraints: order.constraints,
    pathLength: isCaKind(order.kind) ? order.pathLength + 1 : 0,
    days: order.keepCaKey ? MAX_CA_DAYS : Math.min(order.days, MAX_CA_DAYS),
    keys,
    authority: null,
    namesField: "names",
  }, context);
  const path = [new Candidate(certificate, "input", 0)];
  return { authority: { path, field: "issuer", signer: keys.made.signer }, pkcs8: keys.made.pkcs8 };
}

export interface Requested {
  /** subjectPublicKeyInfo in DER. */
  readonly spki: Uint8Array<ArrayBuffer>;
  readonly key: PublicKey;
  /** The names that this tool can certify, with their types in the CSR. */
  readonly names: readonly AlternativeName[];
  /** The parts that can be copied; "" for a missing one. */
  readonly subject: Subject;
  /** keyUsage and extendedKeyUsage, by their names in RFC 5280. */
  readonly usages: readonly string[];
  readonly purposes: readonly string[];
  readonly leftOut: LeftOut;
}

/** The parts of the CSR that cannot be copied. */
interface LeftOut {
  /** `field` is the field of a part whose value is not usable. */
  readonly subject: readonly { readonly field: keyof Subject | null; readonly part: CsrPart }[];
  readonly names: readonly CsrPart[];
  readonly extensions: readonly CsrPart[];
}

/** Extensions that this tool writes itself, so those of a CSR are not reported as ignored. */
const OWN_EXTENSIONS = ["subjectAltName", "keyUsage", "extendedKeyUsage", "subjectKeyIdentifier"];

/** The names of extensions that are ignored: other types, malformed ones, and repeated ones. */
function ignoredExtensions(extensions: readonly Extension[]): string[] {
  const read = new Set<string>();
  return extensions.filter(({ name, problem }) => {
    if (!OWN_EXTENSIONS.includes(name) || problem !== null || read.has(name)) return true;
    read.add(name);
    return false;
  }).map(({ name }) => name);
}

/** Reads the first CSR of a text. Its signature must be valid, because it proves possession of the key. */
export async function readRequested(text: string, { budget }: Context): Promise<Requested> {
  const refuse = (code: OperationError["code"], message: string) =>
    new OperationError(code, message, "csr");
  const { blocks } = readText(text, budget);
  const block = requestBlockOf(blocks, budget);
  if (!block) {
    const kind = blocks.map(kindOfBlock).find((kind) => kind !== null);
    throw kind
      ? refuse("wrong_type", TEXT.csrIsOther(kindName(kind)))
      : refuse("unreadable", TEXT.csrNotFound);
  }
  const { bytes } = block;
  if (bytes === null) throw refuse("unreadable", TEXT.csrInvalidBecause(block.problem!));
  budget.spend("bytes", bytes.length);
  let request: CertificationRequest;
  try {
    request = readCertificationRequest(new Der(bytes, budget));
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    throw refuse("unreadable", TEXT.csrInvalidBecause(thrown.message));
  }
  const { publicKey, subject, extensions } = request;
  const { valid, problem } = await verifySignature(request, publicKey, budget);
  if (valid !== true) throw refuse(valid === null ? "unsupported" : "key_mismatch", problem!);
  const { algorithm, bits } = publicKey.key;
  if (algorithm === "RSA" && bits !== null && bits < 2048) {
    throw refuse(
      "unsupported",
      `The key of the CSR has ${bitCount(bits)}. At least 2048 are required`,
    );
  }
  const alternative = extensions.all.find(({ name }) => name === "subjectAltName");
  const asked = alternative?.problem === null ? extensions.subjectAltName : [];
  const { values, leftOut } = readSubject(subject.attributes);
  // RFC 6125, 6.4.4: a common name counts as a name only if there are no other names.
  const named = alternative ? null : readCommonName(values.commonName);
  return {
    spki: bytes.subarray(publicKey.start, publicKey.end),
    key: publicKey.key,
    names: named ? [named] : distinct(asked.map(readNameOfType).filter((name) => name !== null)),
    subject: values,
    usages: extensions.keyUsage,
    purposes: extensions.extendedKeyUsage,
    leftOut: {
      subject: leftOut,
      names: asked.filter((name) => readNameOfType(name) === null).map(namePart),
      extensions: ignoredExtensions(extensions.all).map((extension) => ({ extension })),
    },
  };
}

/** A name that the certificate does not have. */
export const namePart = ({ type, value }: Pick<GeneralName, "type" | "value">): CsrPart => ({
  name: { type, value },
});

/** The attributes that are copied, with their maximum lengths (RFC 5280, A.1). */
const TAKEN: ReadonlyMap<string, { field: keyof Subject; bound: number }> = new Map([
  ["commonName", { field: "commonName", bound: 64 }],
  ["organizationName", { field: "organization", bound: 64 }],
  ["countryName", { field: "country", bound: 2 }],
]);

/** The subject of the CSR, checked like an entered one. */
function readSubject(
  attributes: readonly NameAttribute[],
): { values: Subject; leftOut: LeftOut["subject"] } {
  const values: Subject = { commonName: "", organization: "", country: "" };
  const leftOut: LeftOut["subject"][number][] = [];
  const byName = Map.groupBy(attributes, ({ name }) => name);
  for (const [name, found] of byName) {
    const taken = TAKEN.get(name);
    if (!taken) {
      leftOut.push({ field: null, part: { attribute: name } });
      continue;
    }
    const { field, bound } = taken;
    const value = found[0].value.trim();
    const fault = subjectTextFault(value, bound);
    const because = found.length > 1
      ? { values: found.length }
      : fault ?? (field === "country" && !/^[A-Za-z]{2}$/.test(value) ? "no_country" : null);
    if (because !== null) leftOut.push({ field, part: { attribute: name, because } });
    else values[field] = field === "country" ? value.toUpperCase() : value;
  }
  return { values, leftOut };
}
