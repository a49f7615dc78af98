/** Making keys, the CA for a certificate, and a certificate itself. */
import type { Budget, Context } from "../kernel/context.ts";
import type { AlternativeName } from "../names/alternative-name.ts";
import { equalOctets } from "../kernel/octets.ts";
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
import type { Subtrees } from "./ca-constraints.ts";
import { isCaKind, type Kind, MAX_CA_DAYS } from "./options.ts";
import { keyUsagesOf, purposeOf } from "./profiles.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const SECOND = 1000;
const DAY = 86_400_000;
/** A client whose clock is behind ours would refuse a certificate that begins just now. */
const CLOCK_DIFFERENCE = 3_600_000;

export interface Subject {
  commonName: string;
  organization: string;
  country: string;
}

/** A public key and, where it was made here, what signs with it. */
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

/** A new RSA or EC key, with what signs by it: SHA-256 with RSA, the curve's digest with ECDSA. */
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
  /** Of a CA: what it may issue for; null for anything. */
  constraints: Subtrees | null;
  /** Of a CA: how many CAs may follow below it. */
  pathLength: number;
  days: number;
  keys: Keys;
  /** Who signs it; null: it signs itself. */
  authority: Authority | null;
  /** The field that its names come from. */
  namesField: string;
}

interface Issued {
  certificate: Certificate;
  /** The whole days that it is valid for. */
  days: number;
}

/**
 * Writes the certificate, signs it, reads it back and verifies the signature. Throws what
 * `requireAllowed` throws where the authority may not issue it; an Error would be a fault of ours.
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
  // Some clients compare names byte by byte.
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
      // RFC 5280, 4.2.1.1: only a CA that signed itself may leave it out.
      ...ca || !isCa
        ? [authorityKeyIdentifier(ca ? await identifierOf(ca, budget) : identifier)]
        : [],
      ...names.length > 0 ? [subjectAltName(names, { critical: isNameless })] : [],
      ...constraints ? [nameConstraints(constraints.permitted, constraints.excluded)] : [],
    ],
  };
}

/** No further than the CA above it allows. */
function pathLengthOf({ pathLength, authority }: Order): number {
  const above = authority?.path[0].basicConstraints?.pathLen ?? null;
  return above === null ? pathLength : Math.max(0, Math.min(pathLength, above - 1));
}

/** The identifier that the CA gives its key; a CA without one gets it by the same method. */
async function identifierOf(
  { keyIdentifier, certificate }: Candidate,
  budget: Budget,
): Promise<Bytes> {
  if (keyIdentifier === null) return await keyIdentifierOf(certificate.spki, budget);
  const octets = keyIdentifier.match(/../g) ?? [];
  return Uint8Array.from(octets, (pair) => parseInt(pair, 16));
}

/** Both ends included (RFC 5280, 4.1.2.5): a certificate for one day is valid for 86,400 seconds. */
function validityOf(days: number, now: number, ca: Certificate | undefined) {
  const begin = now - now % SECOND - CLOCK_DIFFERENCE;
  const notBefore = ca ? Math.max(begin, ca.notBefore) : begin;
  const end = notBefore + days * DAY - SECOND;
  return { notBefore, notAfter: ca ? Math.min(end, ca.notAfter) : end };
}

interface CaOrder extends KeyChoice {
  kind: Kind;
  /** The name of the certificate that the CA is made for. */
  label: string;
  constraints: Subtrees | null;
  pathLength: number;
  days: number;
  keepCaKey: boolean;
}

/** Makes a root for one certificate. Where its key is not kept, both expire on the same day. */
export async function makeCa(
  order: CaOrder,
  context: Context,
): Promise<{ authority: Authority; pkcs8: Bytes }> {
  const keys = await makeKeys(order);
  // Roots of one name and different keys confuse trust stores and people.
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
