/** pfx/open: returns the certificates and keys of a PKCS#12 file as PEM. */
import { wholeSecond } from "../x509/validity.ts";
import type { Budget, Context } from "../kernel/context.ts";
import type { OutputOf } from "../kernel/contract.ts";
import { isOperationError, OperationError } from "../kernel/errors.ts";
import type { Operation } from "../kernel/execute.ts";
import { buildPath, provenPart } from "../x509/path/build.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { Pool } from "../x509/path/pool.ts";
import { fileBaseName } from "../file-names.ts";
import { type Certificate } from "../x509/objects/certificates.ts";
import { certificateInfo, loadFingerprintDigests } from "../x509/objects/certificate-info.ts";
import { readCertificate } from "../x509/objects/read-certificate.ts";
import { DerError } from "../x509/asn1/der.ts";
import { identify, kindName } from "../x509/pem/identify.ts";
import { type ComparableKey, comparableKey, compareKeys } from "../x509/keys/key-comparison.ts";
import { encryptUnderPassword } from "../x509/keys/encryption/password-based.ts";
import { encryptedPrivateKeyInfo } from "../x509/keys/containers/der-keys.ts";
import { writePem } from "../x509/pem/pem.ts";
import { decodeBase64, withoutDataUrl } from "../x509/pem/base64.ts";
import { foreignType, JKS_MAGIC, textDamage } from "../x509/pem/foreign-files.ts";
import { readText } from "../x509/pem/read-text.ts";
import { type Repair, repairedField } from "../x509/pem/repairs.ts";
import { readPrivateKey } from "../x509/keys/private-keys.ts";
import type { PublicKey } from "../x509/shapes.ts";
import { formatTime } from "../x509/asn1/time.ts";
import * as TEXT from "../texts.ts";
import { Candidate } from "../x509/constraints/candidate.ts";
import { reusedSerial, reusedSerials } from "../x509/rules/reused-serials.ts";
import { openedVerdict } from "../verdict/pfx.ts";
import type { pfxOpen } from "./contract.ts";
import { PROTECTION } from "../x509/cms/pkcs12.ts";
import {
  type CertificateBag,
  type KeyBag,
  type Pkcs12,
  readPkcs12,
} from "../x509/cms/read-pkcs12.ts";

type Answer = OutputOf<typeof pfxOpen>;
type OpenedKey = Answer["keys"][number];

const FIELD = "pfx";

/**
 * Returns the content of a PFX file, with keys and certificates as PEM. Throws the errors of `readPkcs12`. A key
 * that cannot be read has a `problem` instead.
 */
export const open: Operation<typeof pfxOpen> = async (input, context): Promise<Answer> => {
  const { bytes, repairs } = bytesOf(input.pfx, context.budget);
  const file = await openFile(bytes, input.password, context);
  try {
    const now = input.at ?? context.now;
    const { entries, unreadable } = readCertificates(file, context);
    const keys: OpenedKey[] = [];
    for (const bag of file.keys) {
      keys.push(await openKey(bag, entries, input.keyPassphrase, context));
    }
    const order = await arrange(entries, keys, now, context);
    const digests = await loadFingerprintDigests();
    const [leaf] = order;
    const certificateName = leaf?.entry.certificate.subject.commonName ?? null;
    const name = certificateName ?? keys[0]?.friendlyName ?? leaf?.entry.bag.friendlyName;
    const [reused] = reusedSerials(
      entries.map(({ certificate }) => new Candidate(certificate, "input", null)),
    );
    const verdict = openedVerdict({
      ...{ mac: file.mac, deviation: file.deviation, name: certificateName, keys, unreadable },
      certificates: entries.map(({ bag: { localKeyId, isTrusted }, certificate }) => ({
        ...{ localKeyId, isTrusted },
        isCa: certificate.extension(EXTENSION.basicConstraints)?.value?.ca === true,
      })),
      reusedSerial: reused ? reusedSerial(reused) : null,
      others: file.others.length,
      miswritten: [...file.keys, ...file.certificates].filter((bag) => bag.isMiswritten).length,
    });
    return {
      mac: file.mac,
      keys: keys.map((key) => ({
        ...key,
        certificate: placeOf(order.findIndex(({ index }) => index === key.certificate)),
      })),
      certificates: order.map(({ entry: { bag, certificate }, place }) => ({
        friendlyName: bag.friendlyName,
        localKeyId: bag.localKeyId,
        encryption: bag.encryption,
        place,
        info: certificateInfo(certificate, now, digests),
        pem: writePem("CERTIFICATE", certificate.bytes),
      })),
      others: file.others.map(({ kind, friendlyName }) => ({ kind, friendlyName })),
      basename: fileBaseName(name ?? "", "certificate"),
      ...repairedField(repairs),
      // All statements but the headline.
      notes: verdict.statements.slice(1).map(({ text }) => text),
      evaluatedAt: formatTime(wholeSecond(now)),
      verdict,
    };
  } finally {
    file.dispose();
  }
};

/** Decodes the file from base64, a data URL or a PEM block. Throws for a file of another format. */
function bytesOf(
  text: string,
  budget: Budget,
): { bytes: Uint8Array<ArrayBuffer>; repairs: readonly Repair[] } {
  const { blocks, repairs } = readText(text, budget);
  const block = blocks.find(({ bytes }) => bytes !== null);
  const bytes = block?.bytes ?? decodeBase64(withoutDataUrl(text));
  if (typeof bytes === "string") throw new OperationError("unreadable", TEXT.pfxNotBase64, FIELD);
  const kind = identify(bytes);
  if (kind === "pkcs12") return { bytes, repairs: block ? repairs : [] };
  if (kind !== null) {
    throw new OperationError("wrong_type", TEXT.pfxIsOther(kindName(kind), null), FIELD);
  }
  const type = foreignType(bytes);
  if (type) {
    const advice = type.octets === JKS_MAGIC ? TEXT.keystoreAdvice : type.advice;
    throw new OperationError("wrong_type", TEXT.pfxIsOther(type.name, advice), FIELD);
  }
  const damage = textDamage(bytes);
  throw new OperationError("unreadable", damage ? TEXT.pfxDamaged(damage) : TEXT.pfxNot, FIELD);
}

/** Opens the file. An error about its structure names the damage by a program that took it for text. */
async function openFile(
  bytes: Uint8Array<ArrayBuffer>,
  password: string,
  context: Context,
): Promise<Pkcs12> {
  try {
    return await readPkcs12(bytes, password, context);
  } catch (thrown) {
    if (!isOperationError(thrown) || thrown.code !== "unreadable") throw thrown;
    const damage = textDamage(bytes);
    if (damage === null) throw thrown;
    throw new OperationError("unreadable", TEXT.pfxDamaged(damage), FIELD);
  }
}

interface Entry {
  bag: CertificateBag;
  certificate: Certificate;
  key: ComparableKey;
}

interface Unreadable {
  /** Its number in the file, from 1. */
  number: number;
  reason: string;
}

/** The certificates of the file, and those that cannot be read. */
function readCertificates(
  file: Pkcs12,
  { budget }: Context,
): { entries: Entry[]; unreadable: Unreadable[] } {
  const unreadable: Unreadable[] = [];
  const entries = file.certificates.flatMap((bag, index) => {
    try {
      const certificate = readCertificate(bag.bytes, budget);
      return [{ bag, certificate, key: comparableKey(certificate.publicKey, budget) }];
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      unreadable.push({ number: index + 1, reason: thrown.message });
      return [];
    }
  });
  return { entries, unreadable };
}

async function openKey(
  bag: KeyBag,
  entries: readonly Entry[],
  passphrase: string,
  context: Context,
): Promise<OpenedKey> {
  const { friendlyName, localKeyId, encryption, pkcs8 } = bag;
  let publicKey: PublicKey | null = null;
  let problem: string | null = null;
  let certificate: number | null = null;
  // Each key is compared with each certificate, and a hostile file can have thousands of both.
  context.budget.spend("work", entries.length);
  try {
    const key = await readPrivateKey(pkcs8, context);
    try {
      publicKey = key.publicKey.key;
      problem = key.unchecked;
      const fits = entries.findIndex((entry) =>
        compareKeys(entry.key, key.publicKey).equal === true
      );
      certificate = placeOf(fits);
    } finally {
      key.dispose();
    }
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    problem = thrown.message;
  }
  const pem = passphrase === ""
    ? writePem("PRIVATE KEY", pkcs8)
    : writePem("ENCRYPTED PRIVATE KEY", await encryptKey(pkcs8, passphrase, context));
  return { friendlyName, localKeyId, encryption, publicKey, problem, certificate, pem };
}

const placeOf = (index: number): number | null => index === -1 ? null : index;

async function encryptKey(
  pkcs8: Uint8Array<ArrayBuffer>,
  passphrase: string,
  context: Context,
): Promise<Uint8Array<ArrayBuffer>> {
  const { scheme, iterations } = PROTECTION["aes256-sha256"];
  return encryptedPrivateKeyInfo(
    await encryptUnderPassword(scheme, passphrase, iterations, pkcs8, context),
  );
}

interface Placed {
  entry: Entry;
  /** Index among the certificates of the file. */
  index: number;
  place: Answer["certificates"][number]["place"];
}

/** The first key's certificate, its chain, then the others in the order of the file. */
async function arrange(
  entries: readonly Entry[],
  keys: readonly OpenedKey[],
  now: number,
  { budget }: Context,
): Promise<Placed[]> {
  const leaves = new Set(keys.map(({ certificate }) => certificate));
  const candidates = entries.map(({ certificate }, index) =>
    new Candidate(certificate, "input", index)
  );
  const first = keys.find(({ certificate }) => certificate !== null)?.certificate ?? null;
  const path: number[] = [];
  if (first !== null) {
    const pool = new Pool(budget);
    // If the leaf occurs twice, the path must begin with the copy that the key was compared with.
    for (const candidate of [candidates[first], ...candidates]) pool.add(candidate);
    const inputs = { now, reference: null, purpose: null, budget };
    const { certificates } = provenPart(await buildPath(candidates[first], pool, inputs));
    path.push(...certificates.map(({ position }) => position!));
  }
  const rest = entries.map((_, index) => index).filter((index) => !path.includes(index));
  return [...path, ...rest].map((index) => ({
    entry: entries[index],
    index,
    place: leaves.has(index) ? "leaf" : path.includes(index) ? "chain" : "other",
  }));
}
