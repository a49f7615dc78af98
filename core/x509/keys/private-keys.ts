/**
 * Reads private keys in every form that servers and tools write, encrypted or not. `containers` has the
 * file formats, `families` the kinds of keys, `encryption` the encryption schemes.
 *
 * Errors never contain secret material, and `dispose` zeroes every buffer of the reader. A missing
 * passphrase, a wrong passphrase, an unsupported cipher and inconsistent numbers have different codes. If
 * this engine cannot check whether the numbers are consistent, `unchecked` says so.
 */
import type { Context } from "../../kernel/context.ts";
import { Der, DerError, TAG } from "../asn1/der.ts";
import {
  identify,
  isOpensshKey,
  isTpmKey,
  keyLabelFault,
  kindName,
  kindOfBlock,
} from "../pem/identify.ts";
import type { PemBlock } from "../pem/pem.ts";
import { isWindowsKey } from "../pem/foreign-key-signs.ts";
import { describedIn, KEY_IN_TOKEN } from "../pem/described.ts";
import { readText } from "../pem/read-text.ts";
import { repairSentence } from "../pem/repairs.ts";
import type { PublicKey } from "../shapes.ts";
import * as X509_TEXT from "../texts.ts";
import type { ComparableKey } from "./key-comparison.ts";
import {
  type KeyForm,
  type KeyParts,
  privateKeyInfo,
  readEncryptedPrivateKeyInfo,
  readParts,
} from "./containers/der-keys.ts";
import { jwkNote, jwkPrivateKey } from "./containers/json-web-key.ts";
import {
  blockOctets,
  opensshDecryptor,
  readOpensshFile,
  readOpensshKey,
} from "./containers/openssh.ts";
import { traditionalDecryptor } from "./encryption/traditional-pem.ts";
import { readEcPrivateKey, readOctetPrivateKey } from "./families/ec-private-keys.ts";
import { cannotCheck, type PrivateNumbers } from "./families/private-numbers.ts";
import { readDsaPrivateKey, readRsaPrivateKey } from "./families/rsa-private-keys.ts";
import {
  isSeeded,
  readSeededPrivateKey,
  readSlhDsaPrivateKey,
} from "./families/post-quantum-private-keys.ts";
import { keyAlgorithmName, OCTET_KEYS } from "./key-algorithms.ts";
import {
  type Decryptor,
  ENCRYPTED_KEY,
  keyError,
  MalformedKey,
  passphraseRequired,
  passphraseWrong,
  unreadable,
} from "./private-key-errors.ts";

/** A private key whose numbers are consistent, as far as this engine can check it. */
export interface PrivateKey {
  readonly form: KeyForm;
  /** Whether it was encrypted in its file. */
  readonly encrypted: boolean;
  /** Its public part. */
  readonly publicKey: ComparableKey;
  /** Null if the numbers are consistent; otherwise why that could not be checked. */
  readonly unchecked: string | null;
  /** The key as unencrypted PrivateKeyInfo in DER; zeroed by `dispose`. */
  readonly pkcs8: Uint8Array<ArrayBuffer>;
  /** Zeroes the key's bytes. */
  dispose(): void;
}

const WINDOWS_KEY =
  "This is a private key of Windows. Convert it with openssl rsa -inform PVK -in FILE -out key.pem, or with " +
  "-inform MSBLOB";

/** The key in a text, and notes on other content of the text. */
interface PrivateKeyText {
  readonly key: PrivateKey;
  readonly notes: string[];
}

/**
 * Reads the first private key of a text: PEM with any text around it, bare base64, or a JSON Web Key.
 * `passphrase` is "" for none. Throws OperationError with path "privateKey" or "passphrase".
 */
export async function readPrivateKeyText(
  text: string,
  passphrase: string,
  context: Context,
): Promise<PrivateKeyText> {
  const { blocks, repairs } = readText(text, context.budget);
  const kinds = blocks.map(kindOfBlock);
  const index = kinds.findIndex((kind) =>
    kind === "private-key" || kind === "encrypted-private-key"
  );
  if (index === -1) {
    if (blocks.some(({ bytes }) => bytes !== null && isWindowsKey(bytes))) {
      throw keyError("unsupported", WINDOWS_KEY);
    }
    const known = kinds.find((kind) => kind !== null);
    if (known) throw keyError("wrong_type", `This is ${kindName(known)}, not a private key`);
    const found = blocks.length > 0 ? X509_TEXT.keyNot : describedIn(text);
    throw keyError("unreadable", found ?? X509_TEXT.keyNotFound);
  }
  const repaired = repairSentence(repairs);
  const notes = repaired === null ? [] : [repaired];
  for (const kind of new Set(kinds.filter((_, i) => i !== index))) {
    if (kind === "private-key" || kind === "encrypted-private-key") {
      notes.push("There is more than one private key. The first is used");
    } else if (kind !== null && kind !== "ec-parameters") {
      notes.push(`The private key field also contains ${kindName(kind)}`);
    }
  }
  const block = blocks[index];
  const labelFault = keyLabelFault(block);
  if (labelFault !== null) notes.push(labelFault);
  if (block.notation === "JWK" && block.bytes !== null) {
    const note = jwkNote(block.bytes);
    if (note !== null) notes.push(note);
  }
  const parameters = blocks.find((_, i) => kinds[i] === "ec-parameters")?.bytes ?? null;
  return { key: await readPrivateKeyBlock(block, parameters, passphrase, context), notes };
}

/**
 * Reads an unencrypted key from DER in any of its forms. Does not change the bytes. Throws OperationError
 * with path "privateKey".
 */
export async function readPrivateKey(
  bytes: Uint8Array<ArrayBuffer>,
  context: Context,
): Promise<PrivateKey> {
  try {
    return await readPlain(bytes, false, context, null);
  } catch (thrown) {
    if (thrown instanceof DerError) throw unreadable(thrown.message);
    throw thrown;
  }
}

/**
 * Reads the key of one block with any label. `parameters` is an EC PARAMETERS block that belongs to it.
 * Throws OperationError with path "privateKey" or "passphrase".
 */
export async function readPrivateKeyBlock(
  block: PemBlock,
  parameters: Uint8Array<ArrayBuffer> | null,
  passphrase: string,
  context: Context,
): Promise<PrivateKey> {
  const { headers, bytes, notation } = block;
  if (block.problem !== null || bytes === null) throw unreadable(block.problem ?? "It is empty");
  context.budget.spend("bytes", bytes.length);
  try {
    if (headers.get("proc-type")?.endsWith("ENCRYPTED")) {
      const dekInfo = headers.get("dek-info");
      if (dekInfo === undefined) throw unreadable("Its DEK-Info line is missing");
      const decrypt = traditionalDecryptor(dekInfo, bytes, ENCRYPTED_KEY, context.budget);
      if (decrypt === null) throw unreadable("Its DEK-Info line is malformed");
      return await readDecrypted(decrypt, passphrase, context, parameters);
    }
    if (notation === "PuTTY") return await readPutty(bytes, passphrase, context);
    if (notation === "JWK") return await readJsonWebKey(bytes, context);
    if (isOpensshKey(bytes)) return await readOpenssh(bytes, passphrase, context);
    if (identify(bytes) === "encrypted-private-key") {
      const { decrypt } = readEncryptedPrivateKeyInfo(bytes, context.budget, ENCRYPTED_KEY);
      return await readDecrypted(decrypt, passphrase, context, parameters);
    }
    const named = otherFormat(block);
    if (named !== null) throw keyError("unsupported", named);
    if (looksEncrypted(block)) throw unreadable(HEADERS_LOST);
    return await readPlain(bytes, false, context, parameters);
  } catch (thrown) {
    const isBroken = thrown instanceof DerError || thrown instanceof MalformedKey;
    throw isBroken ? unreadable(thrown.message) : thrown;
  }
}

/** A key that is named because it cannot be read. */
function otherFormat({ label, bytes }: PemBlock): string | null {
  if (bytes !== null && isTpmKey(bytes)) {
    return "This is the key of a TPM chip (TSS2). Only its chip can use it, so it has no other form";
  }
  if (label === "PKCS#11 PROVIDER URI") return KEY_IN_TOKEN;
  return label === "SSH2 ENCRYPTED PRIVATE KEY"
    ? "This is a private key of ssh.com (Tectia). Convert it with ssh-keygen -i -f FILE"
    : null;
}

const HEADERS_LOST =
  "It looks encrypted, but its lines Proc-Type and DEK-Info, which say how, are missing. Copy the whole file again";
/** The octets of one block of the oldest ciphers. */
const CIPHER_BLOCK = 8;

/** Whether a key in a traditional form has whole blocks of a cipher instead of DER. */
const looksEncrypted = ({ label, bytes }: PemBlock): boolean =>
  /^(?:RSA|EC|DSA) PRIVATE KEY$/.test(label) && bytes !== null && bytes[0] !== TAG.SEQUENCE &&
  bytes.length > 0 && bytes.length % CIPHER_BLOCK === 0;

async function readJsonWebKey(
  json: Uint8Array<ArrayBuffer>,
  context: Context,
): Promise<PrivateKey> {
  const key = await jwkPrivateKey(json, context.budget);
  try {
    return { ...await readPlain(key, false, context, null), form: "JWK" };
  } finally {
    key.fill(0);
  }
}

/** Without a passphrase nothing is decrypted, but an unsupported cipher is still reported. */
async function readOpenssh(
  bytes: Uint8Array<ArrayBuffer>,
  passphrase: string,
  context: Context,
): Promise<PrivateKey> {
  const file = readOpensshFile(bytes);
  const encrypted = file.cipher !== "none";
  const decrypt = encrypted ? opensshDecryptor(file, context.budget, ENCRYPTED_KEY) : null;
  if (decrypt && passphrase === "") throw passphraseRequired();
  const plain = decrypt ? await decrypt(passphrase) : file.sealed;
  if (plain === null) throw passphraseWrong(passphrase);
  let key: Uint8Array<ArrayBuffer> | null = null;
  try {
    key = readOpensshKey(plain, file.publicKey, blockOctets(file));
    return { ...await readPlain(key, encrypted, context, null), form: "OpenSSH" };
  } finally {
    if (decrypt) plain.fill(0);
    key?.fill(0);
  }
}

async function readPutty(
  bytes: Uint8Array<ArrayBuffer>,
  passphrase: string,
  context: Context,
): Promise<PrivateKey> {
  const { readPuttyFile, readPuttyKey } = await import("./containers/putty.ts");
  const file = readPuttyFile(bytes);
  const encrypted = file.cipher !== "none";
  if (encrypted && passphrase === "") throw passphraseRequired();
  const key = await readPuttyKey(file, passphrase, context.budget);
  if (key === null) throw passphraseWrong(passphrase);
  try {
    return { ...await readPlain(key, encrypted, context, null), form: "PuTTY" };
  } finally {
    key.fill(0);
  }
}

/** Decrypts and reads the key, and zeroes the decrypted bytes. */
async function readDecrypted(
  decrypt: Decryptor,
  passphrase: string,
  context: Context,
  parameters: Uint8Array<ArrayBuffer> | null,
): Promise<PrivateKey> {
  if (passphrase === "") throw passphraseRequired();
  const plain = await decrypt(passphrase);
  try {
    // A wrong passphrase gives valid padding once in 256 times, but then no valid key.
    if (plain === null || identify(plain) !== "private-key") throw passphraseWrong(passphrase);
    return await readPlain(plain, true, context, parameters);
  } finally {
    plain?.fill(0);
  }
}

async function readPlain(
  bytes: Uint8Array<ArrayBuffer>,
  encrypted: boolean,
  context: Context,
  outer: Uint8Array<ArrayBuffer> | null,
): Promise<PrivateKey> {
  const der = new Der(bytes, context.budget);
  const parts = readParts(der, outer);
  const read = await readPrivateNumbers(der, parts);
  const { algorithm, inner } = read;
  const pkcs8 = privateKeyInfo(
    algorithm ?? parts.algorithm,
    inner ?? bytes.subarray(parts.start, parts.end),
  );
  inner?.fill(0);
  return {
    form: parts.form,
    encrypted,
    publicKey: read.publicKey,
    unchecked: read.unchecked,
    pkcs8,
    dispose: () => void pkcs8.fill(0),
  };
}

/**
 * Reads the numbers of a key. Throws DerError, and `key_inconsistent` if they do not belong together. Keys
 * of algorithms that are only named are not decoded.
 */
async function readPrivateNumbers(der: Der, parts: KeyParts): Promise<PrivateNumbers> {
  const name = keyAlgorithmName(parts.oid);
  switch (name) {
    case "RSA":
    case "RSA-PSS":
      return readRsaPrivateKey(der, parts, name);
    case "EC":
      return await readEcPrivateKey(der, parts);
    case "DSA":
      return readDsaPrivateKey(der, parts);
    case "Ed25519":
    case "X25519":
    case "Ed448":
    case "X448":
      return await readOctetPrivateKey(der, parts, name);
  }
  if (isSeeded(name)) return await readSeededPrivateKey(der, parts, name);
  const octets = OCTET_KEYS.get(parts.oid)?.octets;
  if (octets && name.startsWith("SLH-DSA-")) {
    return await readSlhDsaPrivateKey(der, parts, name, octets);
  }
  const key: PublicKey = { algorithm: name, bits: null, curve: null };
  return { publicKey: { key, numbers: null }, unchecked: cannotCheck(key) };
}
