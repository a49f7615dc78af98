/** Reads the CA that signs a certificate, and checks what it may sign. */
import { validityAt } from "../x509/validity.ts";
import { dateTime } from "../kernel/dates.ts";
import { abridged, counted } from "../kernel/formatting.ts";
import type { Budget, Context } from "../kernel/context.ts";
import { isOperationError, OperationError, type OperationErrorCode } from "../kernel/errors.ts";
import * as TEXT from "../texts.ts";
import { DerError } from "../x509/asn1/der.ts";
import { requireCertificates } from "../x509/cms/bundles.ts";
import { readPkcs12 } from "../x509/cms/read-pkcs12.ts";
import { Candidate } from "../x509/constraints/candidate.ts";
import { checkNames, type ConstrainedNames } from "../x509/constraints/name-constraints.ts";
import {
  importSigningKey,
  type KeyType,
  type Signer,
  signerWith,
  type SigningDigest,
} from "../x509/issuing/signing.ts";
import { comparableKey, compareKeys, describeKey } from "../x509/keys/key-comparison.ts";
import { type PrivateKey, readPrivateKey, readPrivateKeyText } from "../x509/keys/private-keys.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { readCertificate } from "../x509/objects/read-certificate.ts";
import { buildPath, provenPart } from "../x509/path/build.ts";
import { Pool } from "../x509/path/pool.ts";
import { issuerFindings, nestingFindings, ownFindings, ruleOf } from "../x509/rules/catalogue.ts";
import type { PathInputs } from "../x509/rules/rule.ts";
import { identify } from "../x509/pem/identify.ts";
import { readText } from "../x509/pem/read-text.ts";
import { hostInCommonName } from "./requested-names.ts";

interface Given {
  caCertificate: string;
  caPrivateKey: string;
  caPassphrase: string;
  caPfx: string;
}

/** A CA that can sign. */
export interface Authority {
  /** The CA first, then its issuers as far as they were given and proven. */
  readonly path: readonly Candidate[];
  /** The input field of the CA. */
  readonly field: string;
  readonly signer: Signer;
}

const CERTIFICATE = "caCertificate";
const KEY = "caPrivateKey";
const PASSPHRASE = "caPassphrase";
const PFX = "caPfx";

const fault = (code: OperationErrorCode, message: string, path: string) =>
  new OperationError(code, message, path);

/**
 * Reads the CA and its key. `usage` is the key usage that the CA needs. Throws OperationError with the path of
 * the field at fault.
 */
export async function readAuthority(
  given: Given,
  context: Context,
  usage: "keyCertSign" | "cRLSign" = "keyCertSign",
): Promise<Authority> {
  const { certificates, key } = given.caPfx.trim() === ""
    ? await fromTexts(given, context)
    : await fromPfx(given, context);
  try {
    const [path, keyPath] = given.caPfx.trim() === "" ? [CERTIFICATE, KEY] : [PFX, PFX];
    if (key.unchecked !== null) throw fault("unsupported", key.unchecked, keyPath);
    const ca = ofKey(certificates, key, path, context);
    requireCa(ca, path, context.now, usage);
    const [type, digest] = signingType(key, keyPath);
    const signingKey = await importSigningKey(key.pkcs8, type, digest);
    return {
      path: await pathOf(ca, certificates, context),
      field: path,
      signer: signerWith(signingKey, type.type, digest),
    };
  } finally {
    key.dispose();
  }
}

interface Read {
  certificates: Certificate[];
  key: PrivateKey;
}

/** Runs a reader of keys, and renames the fields in the paths of its errors. */
async function renamed<T>(work: () => Promise<T>, fields: Record<string, string>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    throw fault(thrown.code, thrown.message, fields[thrown.path] ?? thrown.path);
  }
}

async function fromTexts(
  { caCertificate, caPrivateKey, caPassphrase }: Given,
  context: Context,
): Promise<Read> {
  if (caCertificate.trim() === "") throw fault("invalid_input", TEXT.caRequired, CERTIFICATE);
  if (caPrivateKey.trim() === "") throw fault("invalid_input", TEXT.caRequired, KEY);
  const bundle = requireCertificates(caCertificate, context.budget, CERTIFICATE);
  const { key } = await renamed(
    () => readPrivateKeyText(caPrivateKey, caPassphrase, context),
    { privateKey: KEY, passphrase: PASSPHRASE },
  );
  return { certificates: bundle.certificates.map(({ certificate }) => certificate), key };
}

async function fromPfx({ caPfx, caPassphrase }: Given, context: Context): Promise<Read> {
  const bytes = readText(caPfx, context.budget).blocks.find(({ bytes }) => bytes !== null)?.bytes;
  if (!bytes || identify(bytes) !== "pkcs12") throw fault("wrong_type", TEXT.pfxNot, PFX);
  const file = await renamed(
    () => readPkcs12(bytes, caPassphrase, context),
    { pfx: PFX, password: PASSPHRASE },
  );
  try {
    if (file.keys.length !== 1 || file.certificates.length === 0) {
      const found = `${counted(file.keys.length, "private key")} and ${
        counted(file.certificates.length, "certificate")
      }`;
      throw fault(
        "invalid_input",
        `The PFX file contains ${found}. Expected the key and certificate of one CA`,
        PFX,
      );
    }
    const certificates = file.certificates.map(({ bytes }) =>
      readCertificate(bytes, context.budget)
    );
    const key = await renamed(
      () => readPrivateKey(file.keys[0].pkcs8, context),
      { privateKey: PFX },
    );
    return { certificates, key };
  } finally {
    file.dispose();
  }
}

/** Finds the certificate that the key belongs to. */
function ofKey(
  certificates: readonly Certificate[],
  key: PrivateKey,
  path: string,
  { budget }: Context,
): Certificate {
  const fitting = certificates.find((certificate) =>
    compareKeys(comparableKey(certificate.publicKey, budget), key.publicKey)
      .equal === true
  );
  if (!fitting) {
    throw fault("key_mismatch", "The private key does not belong to the CA certificate", path);
  }
  return fitting;
}

/** The signer must be a CA with this key usage, and currently valid (RFC 5280, 4.2.1.3, 4.2.1.9). */
function requireCa(
  ca: Certificate,
  path: string,
  now: number,
  usage: "keyCertSign" | "cRLSign",
): void {
  const refuse = (message: string) => fault("wrong_type", message, path);
  const candidate = new Candidate(ca, "input", 0);
  if (!candidate.isCa) {
    throw refuse("This certificate is not a CA: its basic constraints lack CA:TRUE");
  }
  if (candidate.keyUsage !== null && !candidate.keyUsage.includes(usage)) {
    throw refuse(
      usage === "cRLSign"
        ? "This CA is not allowed to sign CRLs: its key usage lacks cRLSign"
        : "This CA is not allowed to sign certificates: its key usage lacks keyCertSign",
    );
  }
  const when = validityAt(ca, now);
  if (when === "after") throw refuse(`The CA expired on ${dateTime(ca.notAfter)}`);
  if (when === "before") throw refuse(`The CA is not valid before ${dateTime(ca.notBefore)}`);
}

/** The signature type of a key. Throws `unsupported` at `path` if this tool cannot sign with it. */
function signingType({ publicKey }: PrivateKey, path: string): [KeyType, SigningDigest] {
  const { algorithm, bits, curve } = publicKey.key;
  if (algorithm === "RSA" && bits !== null && bits >= 2048 && bits <= 8192) {
    return [{ type: "RSA", bits }, "SHA-256"];
  }
  if (algorithm === "EC" && curve !== null) {
    const digest = CURVE_DIGESTS.get(curve);
    if (digest) return [{ type: "ECC", curve }, digest];
  }
  const found = describeKey(publicKey.key);
  const wanted = "expected RSA from 2048 to 8192 bits, P-256, P-384 or P-521";
  throw fault("unsupported", `The key of the CA is ${found}: ${wanted}`, path);
}

/** The digest that matches the strength of the curve. */
export const CURVE_DIGESTS: ReadonlyMap<string, SigningDigest> = new Map([
  ["P-256", "SHA-256"],
  ["P-384", "SHA-384"],
  ["P-521", "SHA-512"],
]);

/** The CA, followed by its issuers among the given certificates. */
async function pathOf(
  ca: Certificate,
  certificates: readonly Certificate[],
  { now, budget }: Context,
): Promise<readonly Candidate[]> {
  const pool = new Pool(budget);
  const candidates = certificates.map((certificate, index) =>
    new Candidate(certificate, "input", index)
  );
  for (const candidate of candidates) pool.add(candidate);
  const start = candidates.find(({ certificate }) => certificate === ca)!;
  const path = await buildPath(start, pool, { now, reference: null, purpose: null, budget });
  return provenPart(path).certificates;
}

/**
 * Checks by the rules of path validation (RFC 5280, 6.1) that each CA of the path allows the certificate: path
 * length, names, purpose, and that clients accept the CA itself. Throws OperationError that names what is not
 * allowed, at the field that can be changed.
 */
export function requireAllowed(
  made: Candidate,
  { path, field }: Authority,
  namesField: string,
  { budget, now }: Context,
): void {
  const inputs: PathInputs = { now, reference: null, purpose: null, budget };
  let below = 0;
  for (const [index, ca] of path.entries()) {
    const which = index === 0 ? "the CA" : "a CA above it";
    const pathLength = ca.basicConstraints?.pathLen ?? null;
    const follow = below + (made.isCa ? 1 : 0);
    if (pathLength !== null && follow > pathLength) {
      const found = counted(follow, "CA", "CAs");
      const message =
        `The path length of ${which} is ${pathLength}, but ${found} would be below it`;
      throw fault("invalid_input", message, "kind");
    }
    // A self-issued CA does not count. This tool never makes one.
    if (!ca.isSelfIssued) below++;
    const refused = refusedNames(ca, made, budget);
    if (refused.names.length > 0) {
      const names = abridged(refused.names, MAX_LISTED);
      const message = `The name constraints of the CA do not allow ${names}`;
      throw fault("invalid_input", message, refused.isCommonName ? "commonName" : namesField);
    }
    const role = ca.isSelfIssued && index === path.length - 1 ? "root" : "intermediate";
    const upToHere = [made, ...path.slice(0, index + 1)];
    const broken = [
      ...ownFindings(ca, role, index + 1, inputs),
      ...issuerFindings(upToHere, inputs),
      ...nestingFindings(upToHere, inputs),
    ].map(({ code }) => ({ code, rule: ruleOf(code) }))
      .find(({ rule }) => rule.kind === "proof" && rule.severity === "error");
    if (broken?.code === "eku_not_permitted") {
      const purpose = PURPOSES[made.extendedKeyUsage?.[0] ?? ""];
      const message = `The extended key usage of ${which} does not allow ${purpose}`;
      throw fault("invalid_input", message, "kind");
    }
    if (broken) {
      const message = `Clients refuse certificates that ${which} signs: ${broken.rule.title}`;
      throw fault("wrong_type", message, field);
    }
  }
}

/** Purposes in words. */
const PURPOSES: Readonly<Record<string, string>> = {
  serverAuth: "TLS servers",
  clientAuth: "TLS clients",
  emailProtection: "S/MIME",
};

/** The number of names that an error lists; a CSR may have thousands. */
const MAX_LISTED = 20;

/**
 * The names that a CA's constraints do not allow. If an end-entity certificate has no dNSName, clients such as
 * OpenSSL use its common name as the host.
 */
function refusedNames(
  ca: Candidate,
  made: Candidate,
  budget: Budget,
): { names: string[]; isCommonName: boolean } {
  const constraints = ca.nameConstraints(budget);
  if (constraints === null) return { names: [], isCommonName: false };
  if (constraints instanceof DerError) {
    return { names: ["any name, because they cannot be read"], isCommonName: false };
  }
  const { subject, alternative } = made.names;
  const emptySubject = { ...subject, attributes: [] };
  const refused = (names: ConstrainedNames[]) =>
    names.flatMap((name) => {
      const found = checkNames(constraints, name, budget);
      return found ? [found.name || "a name"] : [];
    });
  const names = refused([
    ...alternative.map((name) => ({ subject: emptySubject, alternative: [name] })),
    { subject, alternative: [] },
  ]);
  if (names.length > 0 || made.isCa || alternative.some(({ type }) => type === "DNS")) {
    return { names, isCommonName: false };
  }
  const host = hostInCommonName(subject.commonName ?? "");
  const asName = host &&
    { type: host.type, tag: 0x82, bytes: new TextEncoder().encode(host.value) };
  return {
    names: asName ? refused([{ subject: emptySubject, alternative: [asName] }]) : [],
    isCommonName: true,
  };
}
