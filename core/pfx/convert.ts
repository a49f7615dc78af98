/**
 * pfx/convert: writes a certificate, its chain and its private key to one PKCS#12 file, and reads the file back
 * before returning it.
 *
 * The leaf is the certificate of the key; names and signatures determine the order of the chain. Certificates that
 * are not on the leaf's path are kept after the chain, with a note: they often belong to a cross-signed CA that a
 * server still needs, and a dropped one is noticed only when a client fails.
 */
import { validityAt, wholeSecond } from "../x509/validity.ts";
import { keyDifferenceText } from "../verdict/text/key-difference.ts";
import { repairedField } from "../x509/pem/repairs.ts";
import { convertedVerdict } from "../verdict/pfx.ts";
import { withCommas } from "../kernel/formatting.ts";
import type { Budget, Context } from "../kernel/context.ts";
import type { OutputOf } from "../kernel/contract.ts";
import { OperationError } from "../kernel/errors.ts";
import type { Operation } from "../kernel/execute.ts";
import { anchorsOf } from "../x509/path/trust-store.ts";
import { buildPath, missingOf, type Path, provenPart } from "../x509/path/build.ts";
import { Candidate } from "../x509/constraints/candidate.ts";
import { Pool } from "../x509/path/pool.ts";
import { fileBaseName } from "../file-names.ts";
import { requireCertificates, type Skipped } from "../x509/cms/bundles.ts";
import { type Certificate } from "../x509/objects/certificates.ts";
import { certificateInfo, loadFingerprintDigests } from "../x509/objects/certificate-info.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { toHex } from "../x509/asn1/hex.ts";
import { kindName, kindOfBlock } from "../x509/pem/identify.ts";
import { orSwapped } from "../x509/pem/swapped.ts";
import { comparableKey, compareKeys, type KeyDifference } from "../x509/keys/key-comparison.ts";
import { equalOctets } from "../kernel/octets.ts";
import { readText } from "../x509/pem/read-text.ts";
import { encodeBase64 } from "../x509/pem/base64.ts";
import { type PrivateKey, readPrivateKeyText } from "../x509/keys/private-keys.ts";
import { formatTime } from "../x509/asn1/time.ts";
import * as TEXT from "../texts.ts";
import type { pfxConvert } from "./contract.ts";
import { PROTECTION, writePkcs12 } from "../x509/cms/pkcs12.ts";
import { type Pkcs12, readPkcs12 } from "../x509/cms/read-pkcs12.ts";

type Answer = OutputOf<typeof pfxConvert>;

/** .NET's loader refuses files with more. */
const MAX_CERTIFICATES = 200;

/**
 * Returns a PFX file in base64: the key, its certificate, the chain of this certificate, then all others. Throws the
 * errors of reading keys and certificates, `key_mismatch` if no certificate belongs to the key, and `too_complex`
 * beyond MAX_CERTIFICATES.
 */
export const convert: Operation<typeof pfxConvert> = async (input, context): Promise<Answer> => {
  const { certificates, notes } = readCertificates(input, context);
  requireOneKey(input.privateKey, context.budget);
  const { key, notes: keyNotes } = await readPrivateKeyText(
    input.privateKey,
    input.passphrase,
    context,
  );
  try {
    const now = input.at ?? context.now;
    const leaf = chooseLeaf(certificates, key, now, context);
    const { path, others } = await orderChain(leaf, certificates, now, context);
    const ordered = [...path.certificates.map(({ certificate }) => certificate), ...others];
    const { subject } = leaf;
    const friendlyName = input.friendlyName.trim() || subject.commonName || firstName(leaf);
    const encryption = input.password === "" ? "none" : input.encryption;
    const [first, ...rest] = ordered.map(({ bytes }) => bytes);
    const file = await writePkcs12(
      { key: key.pkcs8, certificates: [first, ...rest], friendlyName },
      input.password,
      PROTECTION[encryption],
      context,
    );
    const read = await readBack(file, input.password, key.pkcs8, ordered, context);
    const digests = await loadFingerprintDigests();
    const answer: Omit<Answer, "verdict"> = {
      pfx: encodeBase64(file),
      filename: `${fileBaseName(subject.commonName ?? "", "certificate")}.pfx`,
      certificate: certificateInfo(leaf, now, digests),
      chainLength: ordered.length,
      passwordProtected: encryption !== "none",
      encryption,
      friendlyName,
      privateKey: {
        publicKey: key.publicKey.key,
        form: key.form,
        encrypted: key.encrypted,
      },
      chain: ordered.map((certificate, index) => ({
        place: index === 0 ? "leaf" : index < path.certificates.length ? "chain" : "other",
        subject: certificate.subject.raw,
        issuer: certificate.issuer.raw,
        notAfter: formatTime(certificate.notAfter),
        isExpired: validityAt(certificate, now) === "after",
        signedByNext: path.links[index] ?? null,
      })),
      missing: await missingIssuer(path, context),
      ...read,
      notes: [
        ...notes,
        ...keyNotes,
        ...key.unchecked === null ? [] : [key.unchecked],
        ...chainNotes(path, others.length),
        ...passwordNotes(input.password),
      ],
      evaluatedAt: formatTime(wholeSecond(now)),
    };
    return { ...answer, verdict: convertedVerdict(answer) };
  } finally {
    key.dispose();
  }
};

/** The distinct certificates of the text, and notes on its other objects. */
function readCertificates(
  input: { certificate: string; privateKey: string },
  { budget }: Context,
): { certificates: Certificate[]; notes: string[] } {
  let bundle;
  try {
    bundle = requireCertificates(input.certificate, budget, "certificate");
  } catch (thrown) {
    throw orSwapped(thrown, input, budget);
  }
  const certificates: Certificate[] = [];
  for (const { certificate } of bundle.certificates) {
    // One more than the limit shows the excess. Stopping here limits the comparisons.
    if (certificates.length > MAX_CERTIFICATES) break;
    if (!certificates.some(({ bytes }) => equalOctets(bytes, certificate.bytes))) {
      certificates.push(certificate);
    }
  }
  if (certificates.length > MAX_CERTIFICATES) {
    const message = TEXT.pfxTooManyCertificates(bundle.certificates.length, MAX_CERTIFICATES);
    throw new OperationError("too_complex", message, "certificate");
  }
  const notes = [
    ...Object.values(repairedField(bundle.repairs)),
    ...bundle.skipped.map(skippedNote),
  ];
  const doubles = bundle.certificates.length - certificates.length;
  if (doubles > 0) {
    notes.push(
      doubles === 1
        ? "One certificate was given twice. The file contains it once"
        : `${
          withCommas(doubles)
        } certificates were given more than once. The file contains each of them once`,
    );
  }
  return { certificates, notes: [...new Set(notes)] };
}

function skippedNote({ kind, message }: Skipped): string {
  if (kind === null || kind === "certificate" || kind === "pkcs7") return message;
  return `The certificate field also contains ${kindName(kind)}. It is left out`;
}

/** Refuses several keys, because the first could be the wrong one, and a delivered file cannot be recalled. */
function requireOneKey(text: string, budget: Budget): void {
  const keys = readText(text, budget).blocks.filter((block) => {
    const kind = kindOfBlock(block);
    return kind === "private-key" || kind === "encrypted-private-key";
  });
  const distinct = new Set(keys.map(({ bytes }) => bytes && toHex(bytes)));
  if (distinct.size < 2) return;
  const message = `The private key field contains ${
    withCommas(distinct.size)
  } private keys. Keep only the key of the certificate`;
  throw new OperationError("invalid_input", message, "privateKey");
}

/** The best certificate of the key: first those that are not a CA, then valid ones, then the newest. */
function chooseLeaf(
  certificates: readonly Certificate[],
  key: PrivateKey,
  now: number,
  { budget }: Context,
): Certificate {
  let unknown: KeyDifference | null = null;
  const fitting = certificates.filter((certificate) => {
    const theirs = comparableKey(certificate.publicKey, budget);
    const { equal, difference } = compareKeys(theirs, key.publicKey);
    if (equal === null) unknown ??= difference;
    return equal === true;
  });
  const rank = (certificate: Certificate) => {
    const isCa = certificate.extension(EXTENSION.basicConstraints)?.value?.ca === true;
    const isValid = validityAt(certificate, now) === "within";
    return [isCa ? 1 : 0, isValid ? 0 : 1, -certificate.notAfter];
  };
  const [leaf] = fitting.toSorted((a, b) => {
    const [ranksA, ranksB] = [rank(a), rank(b)];
    const place = ranksA.findIndex((value, index) => value !== ranksB[index]);
    return place === -1 ? 0 : ranksA[place] - ranksB[place];
  });
  if (leaf) return leaf;
  if (unknown !== null) {
    throw new OperationError("unsupported", keyDifferenceText("certificate", unknown));
  }
  throw new OperationError("key_mismatch", TEXT.pfxMismatch);
}

/** The best path that the given certificates allow, and the certificates that are not on it. */
async function orderChain(
  leaf: Certificate,
  certificates: readonly Certificate[],
  now: number,
  { budget }: Context,
): Promise<{ path: Path; others: Certificate[] }> {
  const pool = new Pool(budget);
  const candidates = certificates.map((certificate, position) =>
    new Candidate(certificate, "input", position)
  );
  for (const candidate of candidates) pool.add(candidate);
  const start = candidates.find(({ certificate }) => certificate === leaf)!;
  const inputs = { now, reference: null, purpose: null, budget };
  const path = provenPart(await buildPath(start, pool, inputs));
  const used = new Set(path.certificates);
  const others = candidates.filter((candidate) => !used.has(candidate));
  return { path, others: others.map(({ certificate }) => certificate) };
}

/** The issuer that the path lacks, unless it is a root of Mozilla's list, which every system has. */
async function missingIssuer(path: Path, { budget }: Context): Promise<Answer["missing"]> {
  const [missing] = missingOf(path);
  if (!missing) return null;
  // Loaded only when needed, because most files have a complete chain.
  const { mozillaRoots } = await import("../x509/path/trust-store.ts");
  const last = path.certificates[missing.index];
  const pool = new Pool(budget);
  for (const root of anchorsOf(mozillaRoots())) pool.add(root);
  for (const root of pool.issuersByName(last)) {
    if (await pool.isSignedBy(last, root) !== false) return null;
  }
  return missing;
}

/** Opens the file like any reader, and throws if it does not have the expected content. */
async function readBack(
  file: Uint8Array<ArrayBuffer>,
  password: string,
  key: Uint8Array,
  certificates: readonly Certificate[],
  context: Context,
): Promise<Pick<Answer, "readBack" | "protection">> {
  const read: Pkcs12 = await readPkcs12(file, password, context);
  try {
    const [keyBag] = read.keys;
    const isWhole = read.keys.length === 1 && equalOctets(keyBag.pkcs8, key) &&
      read.certificates.length === certificates.length &&
      read.certificates.every(({ bytes }, index) => equalOctets(bytes, certificates[index].bytes));
    if (!isWhole || !read.mac || !keyBag.encryption || !read.certificates[0].encryption) {
      throw new Error("The file that was written does not contain what was put into it");
    }
    return {
      readBack: { keys: read.keys.length, certificates: read.certificates.length },
      protection: {
        certificates: read.certificates[0].encryption.name,
        key: keyBag.encryption.name,
        mac: read.mac.name,
        iterations: read.mac.iterations,
      },
    };
  } finally {
    read.dispose();
  }
}

/** The first name of a leaf without a common name. */
function firstName(leaf: Certificate): string | null {
  return leaf.extension(EXTENSION.subjectAltName)?.value?.[0]?.value ?? null;
}

function chainNotes({ links }: Path, others: number): string[] {
  const notes = links.flatMap((link, index) => {
    if (link === true) return [];
    const number = index + 1;
    return link === null
      ? [
        `This tool cannot check whether certificate ${number} of the file was signed by the next one`,
      ]
      : [
        `Certificate ${number} of the file was not signed by the next one, although it names it as its issuer`,
      ];
  });
  if (others > 0) {
    notes.push(
      others === 1
        ? "1 certificate is not part of the chain. It is at the end of the file"
        : `${withCommas(others)} certificates are not part of the chain. They are at the end of ` +
          "the file",
    );
  }
  return notes;
}

function passwordNotes(password: string): string[] {
  const isAscii = Array.from(password).every((character) => character <= "~");
  return isAscii
    ? []
    : ["The password contains characters that are not ASCII. Java's keytool cannot open the file"];
}
