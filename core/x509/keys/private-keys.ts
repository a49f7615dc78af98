/**
 * Private keys in all the forms that servers and tools write: PKCS#8 (RFC 5958), PKCS#1 (RFC 8017,
 * A.1.2), SEC 1 (RFC 5915), DSA's traditional form, each also encrypted (encrypted-keys.ts).
 *
 * Rules: what is secret never gets into an error, and every buffer that was made here is zeroed by
 * `dispose`. Missing passphrase, wrong passphrase, unsupported cipher and numbers that do not belong
 * together are four codes. Where this engine cannot tell whether the numbers belong together,
 * `unchecked` says so; nothing is guessed.
 */
import type { Budget, Context } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import { KERNEL_TEXT } from "../../kernel/texts.ts";
import { X509_TEXT } from "../texts.ts";
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from "./algorithms.ts";
import { spendArithmetic } from "./big-integers.ts";
import {
  type Curve,
  CURVE_TIME,
  curveOf,
  ecAlgorithm,
  explicitCurve,
  isPrivateNumber,
} from "./curves.ts";
import { constructed, Der, DerError, primitive, TAG } from "../asn1/der.ts";
import { element } from "../asn1/der-write.ts";
import { type Decryptor, privateKeyInfoDecryptor, traditionalDecryptor } from "./encrypted-keys.ts";
import { toHex } from "../asn1/hex.ts";
import { identify, kindName, kindOfBlock } from "../pem/identify.ts";
import {
  type ComparableKey,
  described,
  equalOctets,
  type KeyNumbers,
  readRsaNumbers,
} from "./key-comparison.ts";
import { CURVES, encodeOid, readOid } from "../asn1/oids.ts";
import { decodeBase64, type PemBlock, readPem } from "../pem/pem.ts";
import { EXPLICIT_CURVE, keyAlgorithmName } from "./public-keys.ts";
import { rsaInconsistency } from "./rsa-consistency.ts";
import { withoutZeros } from "./rsa-public-keys.ts";
import type { PublicKey } from "../shapes.ts";

const RSA = "1.2.840.113549.1.1.1";
const EC = "1.2.840.10045.2.1";
const DSA = "1.2.840.10040.4.1";

/** Beyond this the arithmetic alone takes seconds; nobody uses such keys. */
const MAX_RSA_BITS = 16_384;

/** How the key is written in its file. */
export type KeyForm = "PKCS#8" | "PKCS#1" | "SEC1" | "DSA";

/** A private key whose numbers were found to belong together, as far as that can be told here. */
export interface PrivateKey {
  readonly form: KeyForm;
  /** Whether it was encrypted in its file. */
  readonly encrypted: boolean;
  /** Its public part. */
  readonly publicKey: ComparableKey;
  /** Null when the numbers belong together; else why that cannot be verified here. */
  readonly unchecked: string | null;
  /** The key as unencrypted PrivateKeyInfo, DER. It lives until `dispose`. */
  readonly pkcs8: Uint8Array<ArrayBuffer>;
  /** Zeroes the key's bytes. */
  dispose(): void;
}

/** Where the fault is reported. */
const FIELD = "privateKey";
const PASSPHRASE_FIELD = "passphrase";

const fault = (code: OperationError["code"], message: string, field = FIELD) =>
  new OperationError(code, message, field);

const unreadable = (reason: string) =>
  fault("unreadable", `THE PRIVATE KEY CANNOT BE READ: ${reason}`);
const inconsistent = (reason: string) =>
  fault("key_inconsistent", `THE PRIVATE KEY IS INCONSISTENT: ${reason}`);

/** What a text was found to hold besides the key, in words. */
export interface PrivateKeyText {
  readonly key: PrivateKey;
  readonly notes: string[];
}

/**
 * Reads the first private key of a text (PEM with anything around it, or bare base64). `passphrase`
 * is "" when none was given. Throws OperationError with path "privateKey" or "passphrase".
 */
export async function readPrivateKeyText(
  text: string,
  passphrase: string,
  context: Context,
): Promise<PrivateKeyText> {
  const blocks = readPem(text);
  const kinds = blocks.map(kindOfBlock);
  const index = kinds.findIndex((kind) =>
    kind === "private-key" || kind === "encrypted-private-key"
  );
  if (index === -1) {
    const known = kinds.find((kind) => kind !== null);
    if (known) throw fault("wrong_type", `THIS IS ${kindName(known)}, NOT A PRIVATE KEY`);
    throw fault("unreadable", blocks.length > 0 ? X509_TEXT.keyNot : X509_TEXT.keyNotFound);
  }
  const notes: string[] = [];
  for (const kind of new Set(kinds.filter((_, i) => i !== index))) {
    if (kind === "private-key" || kind === "encrypted-private-key") {
      notes.push("THE PRIVATE KEY FIELD HOLDS MORE THAN ONE PRIVATE KEY: THE FIRST IS USED");
    } else if (kind !== null && kind !== "ec-parameters") {
      notes.push(`THE PRIVATE KEY FIELD ALSO HOLDS ${kindName(kind)}`);
    }
  }
  const block = blocks[index];
  const parameters = blocks.find((_, i) => kinds[i] === "ec-parameters")?.bytes ?? null;
  return { key: await readPrivateKeyBlock(block, parameters, passphrase, context), notes };
}

/**
 * Reads an unencrypted key in any of its forms from DER. The bytes stay the caller's. Throws
 * OperationError with path "privateKey".
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
 * Reads the key of one block, whose label may be anything. `parameters`: an EC PARAMETERS block that
 * goes with it. Throws OperationError with path "privateKey" or "passphrase".
 */
export async function readPrivateKeyBlock(
  block: PemBlock,
  parameters: Uint8Array<ArrayBuffer> | null,
  passphrase: string,
  context: Context,
): Promise<PrivateKey> {
  const { label, headers, bytes } = block;
  if (label === "OPENSSH PRIVATE KEY") throw fault("unsupported", X509_TEXT.keyOpenSsh);
  if (block.problem !== null || bytes === null) throw unreadable(block.problem ?? "IT IS EMPTY");
  context.budget.spend("bytes", bytes.length);
  try {
    if (headers.get("proc-type")?.endsWith("ENCRYPTED")) {
      const dekInfo = headers.get("dek-info");
      if (dekInfo === undefined) throw unreadable("ITS DEK-INFO LINE IS MISSING");
      const decrypt = traditionalDecryptor(dekInfo, bytes);
      return await readDecrypted(decrypt, passphrase, context, parameters);
    }
    if (identify(bytes) === "encrypted-private-key") {
      const decrypt = privateKeyInfoDecryptor(bytes, context.budget);
      return await readDecrypted(decrypt, passphrase, context, parameters);
    }
    return await readPlain(bytes, false, context, parameters);
  } catch (thrown) {
    if (thrown instanceof DerError) throw unreadable(thrown.message);
    throw thrown;
  }
}

/** Decrypts, reads, and forgets what was decrypted. */
async function readDecrypted(
  decrypt: Decryptor,
  passphrase: string,
  context: Context,
  parameters: Uint8Array<ArrayBuffer> | null,
): Promise<PrivateKey> {
  if (passphrase === "") {
    throw fault("passphrase_required", X509_TEXT.passphraseRequired, PASSPHRASE_FIELD);
  }
  const plain = await decrypt(passphrase);
  try {
    // One wrong passphrase in 256 leaves a padding that looks right; then no key comes out.
    if (plain === null || identify(plain) !== "private-key") {
      throw fault("passphrase_wrong", X509_TEXT.passphraseWrong, PASSPHRASE_FIELD);
    }
    return await readPlain(plain, true, context, parameters);
  } finally {
    plain?.fill(0);
  }
}

/** The parts of a key file, before its numbers are looked at. */
interface KeyParts {
  form: KeyForm;
  /** Content of the AlgorithmIdentifier as DER with its header. */
  algorithm: Uint8Array<ArrayBuffer>;
  oid: string;
  /** ECParameters or another algorithm's parameters, where `der` reads them; null when absent. */
  parameters: { der: Der; start: number; end: number } | null;
  /** The algorithm's own structure. */
  start: number;
  end: number;
}

async function readPlain(
  bytes: Uint8Array<ArrayBuffer>,
  encrypted: boolean,
  context: Context,
  outer: Uint8Array<ArrayBuffer> | null,
): Promise<PrivateKey> {
  const der = new Der(bytes, context.budget);
  const parts = readParts(der, outer, context);
  const read = await readNumbers(der, parts);
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

/** Tells the forms apart by their first members. */
function readParts(der: Der, outer: Uint8Array<ArrayBuffer> | null, context: Context): KeyParts {
  const { bytes } = der;
  der.expect(0, bytes.length, TAG.SEQUENCE, "PRIVATE KEY");
  const end = der.end;
  const whole = { start: 0, end };
  der.expect(der.body, end, TAG.INTEGER, "VERSION");
  der.next(der.end, end);
  switch (der.tag) {
    case TAG.SEQUENCE: {
      const algorithm = readAlgorithmIdentifier(der);
      der.expect(algorithm.end, end, TAG.OCTET_STRING, "PRIVATE KEY");
      const { body: start, end: innerEnd } = der;
      // OneAsymmetricKey goes on with [0] attributes and [1] the public key, neither needed here.
      return {
        form: "PKCS#8",
        oid: algorithm.oid,
        algorithm: bytes.subarray(algorithm.start, algorithm.end),
        parameters: parametersOf(der, algorithm),
        start,
        end: innerEnd,
      };
    }
    case TAG.OCTET_STRING: {
      const parameters = outer === null
        ? null
        : { der: new Der(outer, context.budget), start: 0, end: outer.length };
      return {
        form: "SEC1",
        oid: EC,
        algorithm: element(
          TAG.SEQUENCE,
          element(TAG.OID, encodeOid(EC)),
          outer ?? new Uint8Array(),
        ),
        parameters,
        ...whole,
      };
    }
    case TAG.INTEGER: {
      let integers = 1;
      for (let at = der.end; at < end; at = der.end) {
        der.next(at, end);
        if (der.tag === TAG.INTEGER) integers++;
      }
      // p, q, g, y and x
      if (integers === 5) return readDsaParts(der);
      return {
        form: "PKCS#1",
        oid: RSA,
        algorithm: element(
          TAG.SEQUENCE,
          element(TAG.OID, encodeOid(RSA)),
          element(TAG.NULL),
        ),
        parameters: null,
        ...whole,
      };
    }
    default:
      throw new DerError("THIS IS NO KNOWN FORM OF A PRIVATE KEY", der.start);
  }
}

function parametersOf(der: Der, algorithm: AlgorithmIdentifier): KeyParts["parameters"] {
  const { parametersStart, end } = algorithm;
  return parametersStart === null ? null : { der, start: parametersStart, end };
}

/** DSA's traditional form: SEQUENCE { version, p, q, g, y, x }. */
function readDsaParts(der: Der): KeyParts {
  const { bytes } = der;
  der.next(0, bytes.length);
  const end = der.end;
  der.next(der.body, end);
  const start = der.end;
  let at = start;
  for (let i = 0; i < 3; i++) {
    der.next(at, end);
    at = der.end;
  }
  const parameters = element(TAG.SEQUENCE, bytes.subarray(start, at));
  der.next(at, end);
  return {
    form: "DSA",
    oid: DSA,
    algorithm: element(TAG.SEQUENCE, element(TAG.OID, encodeOid(DSA)), parameters),
    parameters: {
      der: new Der(parameters, der.budget),
      start: 0,
      end: parameters.length,
    },
    start: at,
    end,
  };
}

/** What the numbers say. */
interface Numbers {
  publicKey: ComparableKey;
  unchecked: string | null;
  /** Replaces the file's algorithm and structure in the normal form; null to keep them. */
  algorithm?: Uint8Array<ArrayBuffer>;
  inner?: Uint8Array<ArrayBuffer>;
}

async function readNumbers(der: Der, parts: KeyParts): Promise<Numbers> {
  const name = keyAlgorithmName(parts.oid);
  switch (name) {
    case "RSA":
    case "RSA-PSS":
      return readRsa(der, parts, name);
    case "EC":
      return await readEc(der, parts);
    case "DSA":
      return readDsa(der, parts);
    case "Ed25519":
    case "X25519":
      return await readOctetKey(der, parts, name);
    default: {
      const key: PublicKey = { algorithm: name, bits: null, curve: null };
      return { publicKey: { key, numbers: null }, unchecked: cannotCheck(key) };
    }
  }
}

const cannotCheck = (key: PublicKey): string =>
  `WHETHER THE PARTS OF THE PRIVATE KEY BELONG TOGETHER CANNOT BE VERIFIED HERE FOR ${
    described(key)
  }`;

/** RSAPrivateKey ::= SEQUENCE { version, n, e, d, p, q, dp, dq, qInv, otherPrimeInfos OPTIONAL }. */
function readRsa(der: Der, parts: KeyParts, algorithm: string): Numbers {
  der.expect(parts.start, parts.end, TAG.SEQUENCE, "RSA KEY");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION");
  const start = der.end;
  der.expect(start, end, TAG.INTEGER, "MODULUS");
  const bits = der.integerBits();
  if (bits > MAX_RSA_BITS) throw fault("too_complex", KERNEL_TEXT.tooComplex);
  const { modulus, exponent } = readRsaNumbers(der, start, end);
  const integers: bigint[] = [];
  let at = start;
  for (const what of ["N", "E", "D", "P", "Q", "DP", "DQ", "QINV"]) {
    der.expect(at, end, TAG.INTEGER, `NUMBER ${what} OF THE KEY`);
    at = der.end;
    integers.push(readInteger(der));
  }
  const others: { r: bigint; d: bigint; t: bigint }[] = [];
  if (der.optional(at, end, TAG.SEQUENCE)) {
    const listEnd = der.end;
    for (at = der.body; at < listEnd;) {
      der.expect(at, listEnd, TAG.SEQUENCE, "FURTHER PRIME");
      const otherEnd = der.end;
      at = der.body;
      const other: bigint[] = [];
      while (at < otherEnd) {
        der.expect(at, otherEnd, TAG.INTEGER, "NUMBER OF A FURTHER PRIME");
        at = der.end;
        other.push(readInteger(der));
      }
      if (other.length !== 3) throw new DerError("A FURTHER PRIME HAS NOT THREE NUMBERS", at);
      others.push({ r: other[0], d: other[1], t: other[2] });
      if (others.length > 8) throw new DerError("THE KEY HAS TOO MANY PRIMES", at);
    }
  }
  const [n, e, d, p, q, dp, dq, qInv] = integers;
  // Some five for each prime; a factor that is no prime may be as long as the modulus.
  spendArithmetic(der.budget, bits, 10 + 5 * others.length);
  const problem = rsaInconsistency({ n, e, d, p, q, dp, dq, qInv, others });
  if (problem !== null) throw inconsistent(problem);
  // The file's buffer may be zeroed while the public numbers live on.
  const numbers: KeyNumbers = {
    kind: "rsa",
    modulus: modulus.slice(),
    exponent: exponent.slice(),
  };
  return { publicKey: { key: { algorithm, bits, curve: null }, numbers }, unchecked: null };
}

function readInteger(der: Der): bigint {
  der.checkInteger();
  const content = der.content();
  if (content[0] >= 0x80) throw new DerError("A NUMBER OF THE KEY IS NEGATIVE", der.start);
  if (content.length > MAX_RSA_BITS / 8 + 1) throw fault("too_complex", KERNEL_TEXT.tooComplex);
  return BigInt("0x" + toHex(content));
}

/** What is known of the curve of a key file. */
interface NamedCurve {
  key: PublicKey;
  /** A curve that can be worked with. */
  curve: Curve | undefined;
  parameters: Uint8Array | null;
}

/**
 * ECPrivateKey ::= SEQUENCE { version, privateKey OCTET STRING, [0] parameters, [1] publicKey }.
 * The public point is worked out from the private number, on the three curves, and compared with the
 * one in the file, which may be absent.
 */
async function readEc(der: Der, parts: KeyParts): Promise<Numbers> {
  der.expect(parts.start, parts.end, TAG.SEQUENCE, "EC KEY");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION");
  der.expect(der.end, end, TAG.OCTET_STRING, "PRIVATE NUMBER");
  const number = withoutZeros(der.content());
  let at = der.end;
  const curves: NamedCurve[] = [];
  if (parts.parameters) curves.push(readCurve(parts.parameters));
  if (der.optional(at, end, constructed(0))) {
    at = der.end;
    curves.push(readCurve({ der, start: der.body, end: at }));
  }
  let point: Uint8Array<ArrayBuffer> | null = null;
  if (der.optional(at, end, constructed(1))) {
    der.expect(der.body, der.end, TAG.BIT_STRING, "PUBLIC POINT");
    der.bitString();
    point = der.bytes.slice(der.body + 1, der.end);
  }
  if (curves.length === 0) throw unreadable("ITS CURVE IS NOT NAMED ANYWHERE");
  const { key, curve, parameters } = curves[0];
  if (curves.some((other) => other.key.curve !== key.curve)) {
    throw inconsistent("IT NAMES TWO DIFFERENT CURVES");
  }
  if (!curve) {
    const numbers: KeyNumbers | null = point &&
      { kind: "point", point, parameters: parameters?.slice() ?? null };
    return { publicKey: { key, numbers }, unchecked: cannotCheck(key) };
  }
  if (!isPrivateNumber(number, curve)) {
    throw inconsistent("ITS PRIVATE NUMBER IS OUT OF RANGE FOR ITS CURVE");
  }
  const found = await publicPointOf(curve, number, der.budget);
  if (point !== null && !samePoint(point, found, curve)) throw inconsistent(X509_TEXT.keyNoPair);
  return {
    publicKey: { key, numbers: { kind: "point", point: found, parameters: null } },
    unchecked: null,
    algorithm: ecAlgorithm(curve),
    inner: ecPrivateKey(curve, number, found),
  };
}

/** A curve by its name or by its parameters. */
function readCurve({ der, start, end }: NonNullable<KeyParts["parameters"]>): NamedCurve {
  der.next(start, end);
  if (der.tag === TAG.OID) {
    const oid = readOid(der.bytes, der.body, der.end);
    const named = CURVES.get(oid);
    const key: PublicKey = {
      algorithm: "EC",
      bits: named?.bits ?? null,
      curve: named?.name ?? oid,
    };
    return { key, curve: curveOf(named?.name ?? null), parameters: null };
  }
  const parameters = der.bytes.subarray(start, der.end);
  const curve = explicitCurve(der, start, end);
  const bits = curve ? (curve.name === "P-521" ? 521 : curve.octets * 8) : null;
  const key: PublicKey = { algorithm: "EC", bits, curve: curve?.name ?? EXPLICIT_CURVE };
  return { key, curve, parameters };
}

/** ECPrivateKey with the number in its full length and, when given, the public point. */
function ecPrivateKey(
  curve: Curve,
  number: Uint8Array,
  point: Uint8Array | null,
): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(curve.octets);
  padded.set(number, curve.octets - number.length);
  const version = element(TAG.INTEGER, Uint8Array.of(1));
  const secret = element(TAG.OCTET_STRING, padded);
  padded.fill(0);
  const key = point
    ? element(
      TAG.SEQUENCE,
      version,
      secret,
      element(constructed(1), element(TAG.BIT_STRING, Uint8Array.of(0), point)),
    )
    : element(TAG.SEQUENCE, version, secret);
  secret.fill(0);
  return key;
}

/**
 * The uncompressed public point of a private number: the engine's word where it imports a key
 * without its public part, which Firefox does not.
 */
async function publicPointOf(
  curve: Curve,
  number: Uint8Array,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  budget.spend("work", CURVE_TIME.get(curve.name)!);
  const parameters = { name: "ECDSA", namedCurve: curve.name };
  const inner = ecPrivateKey(curve, number, null);
  const jwk = await exportPublic(ecAlgorithm(curve), inner, parameters, ["sign"]);
  if (jwk?.y === undefined) return (await import("./points.ts")).publicPoint(number, curve);
  const point = new Uint8Array(1 + 2 * curve.octets);
  point[0] = 4;
  point.set(fromBase64Url(jwk.x), 1);
  point.set(fromBase64Url(jwk.y), 1 + curve.octets);
  return point;
}

/**
 * Imports a private key that lacks its public part, and gives the part that the engine works out;
 * null when it refuses. Zeroes `inner`.
 */
async function exportPublic(
  algorithm: Uint8Array,
  inner: Uint8Array<ArrayBuffer>,
  parameters: { name: string; namedCurve?: string },
  usages: readonly ("sign" | "deriveBits")[],
): Promise<{ x: string; y?: string } | null> {
  const pkcs8 = privateKeyInfo(algorithm, inner);
  inner.fill(0);
  try {
    const key = await crypto.subtle.importKey("pkcs8", pkcs8, parameters, true, [...usages]);
    const { x, y } = await crypto.subtle.exportKey("jwk", key);
    return x === undefined ? null : { x, y };
  } catch {
    return null;
  } finally {
    pkcs8.fill(0);
  }
}

/** PrivateKeyInfo ::= SEQUENCE { version 0, algorithm, privateKey OCTET STRING } (RFC 5208, 5). */
function privateKeyInfo(algorithm: Uint8Array, inner: Uint8Array): Uint8Array<ArrayBuffer> {
  const octets = element(TAG.OCTET_STRING, inner);
  const info = element(TAG.SEQUENCE, VERSION_0, algorithm, octets);
  octets.fill(0);
  return info;
}

const VERSION_0 = element(TAG.INTEGER, Uint8Array.of(0));

function samePoint(given: Uint8Array, computed: Uint8Array, { octets }: Curve): boolean {
  if (given[0] === 4) return equalOctets(given, computed);
  const isOdd = computed[computed.length - 1] & 1;
  const isCompressed = given[0] === 2 + isOdd && given.length === 1 + octets;
  // 06 and 07 are the hybrid form: both coordinates, and the parity as well.
  const isHybrid = given[0] === 6 + isOdd && given.length === computed.length;
  return (isCompressed || isHybrid) &&
    equalOctets(given.subarray(1), computed.subarray(1, given.length));
}

/** CurvePrivateKey ::= OCTET STRING of 32 octets (RFC 8410, 7). */
async function readOctetKey(
  der: Der,
  parts: KeyParts,
  name: "Ed25519" | "X25519",
): Promise<Numbers> {
  const key: PublicKey = { algorithm: name, bits: 256, curve: null };
  der.expect(parts.start, parts.end, TAG.OCTET_STRING, `${name} KEY`);
  der.finish(der.end, parts.end, `${name} KEY`);
  if (der.end - der.body !== 32) throw new DerError(`${name} KEY IS NOT 32 BYTES LONG`, der.start);
  const inner = der.element().slice();
  const usages = name === "Ed25519" ? ["sign"] as const : ["deriveBits"] as const;
  const stated = readStatedPublicKey(der, parts)?.slice() ?? null;
  der.budget.spend("work", 100);
  const exported = await exportPublic(parts.algorithm, inner, { name }, usages);
  // Every 32 octets are a key of these curves: an engine that refuses does not know them.
  const octets = exported && fromBase64Url(exported.x);
  if (stated && octets && !equalOctets(stated, octets)) throw inconsistent(X509_TEXT.keyNoPair);
  const known = octets ?? stated;
  return {
    publicKey: { key, numbers: known && { kind: "octets", octets: known } },
    unchecked: octets ? null : cannotCheck(key),
  };
}

/** [1] publicKey of OneAsymmetricKey (RFC 5958, 2); null when there is none. */
function readStatedPublicKey(der: Der, { end: at }: KeyParts): Uint8Array | null {
  der.next(0, der.bytes.length);
  const end = der.end;
  if (der.optional(at, end, constructed(0))) at = der.end;
  if (!der.optional(at, end, primitive(1))) return null;
  der.bitString();
  return der.bytes.subarray(der.body + 1, der.end);
}

/** PKCS#8 holds x alone, the traditional form y and x. */
function readDsa(der: Der, parts: KeyParts): Numbers {
  let bits: number | null = null;
  if (parts.parameters) {
    const { der: reader, start, end } = parts.parameters;
    reader.expect(start, end, TAG.SEQUENCE, "DSA PARAMETERS");
    reader.expect(reader.body, reader.end, TAG.INTEGER, "PRIME OF THE KEY");
    bits = reader.integerBits();
  }
  const key: PublicKey = { algorithm: "DSA", bits, curve: null };
  const unchecked = cannotCheck(key);
  if (parts.form !== "DSA") return { publicKey: { key, numbers: null }, unchecked };
  der.expect(parts.start, parts.end, TAG.INTEGER, "PUBLIC NUMBER");
  const octets = withoutZeros(der.content()).slice();
  der.expect(der.end, parts.end, TAG.INTEGER, "PRIVATE NUMBER");
  return {
    publicKey: { key, numbers: { kind: "octets", octets } },
    unchecked,
    inner: der.element().slice(),
  };
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const octets = decodeBase64(text);
  if (typeof octets === "string") throw new Error("the engine's own base64url is broken");
  return octets;
}
