/**
 * Signatures: reading them, and verifying them with WebCrypto (RFC 5280, 4.1.1.2 and 4.1.1.3).
 *
 * Three outcomes are kept apart: it holds, it does not hold, it cannot be verified here. Engines
 * differ and lie: Deno's verify answers false for a valid P-384 signature over SHA-1 and takes no
 * RSA key over 4096 bits. So what is verified is the table below, each line of which has known
 * answers that hold in every engine (tests/fixtures/csr); what is outside is "cannot be verified
 * here" in all of them. Nor are engines asked about keys that are none (tests/fixtures/key-edges):
 * they get every key in one normal form, so what they differ in never reaches them.
 */
import type { Budget } from "../../kernel/context.ts";
import {
  type AlgorithmIdentifier,
  checkParameters,
  type PssParameters,
  readAlgorithmIdentifier,
  readPssParameters,
  type SignatureScheme,
  signatureScheme,
} from "../keys/algorithm-identifiers.ts";
import { type Der, DerError, TAG } from "../asn1/der.ts";
import { element, objectIdentifier } from "../asn1/der-write.ts";
import { toHex } from "../asn1/hex.ts";
import { CURVE_TIME, curveOf, ecAlgorithm, isOnCurve } from "../keys/families/curves.ts";
import { type SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { NOT_A_POINT } from "../keys/families/ec-public-keys.ts";
import { encodeRsaPublicKey, type RsaPublicKey } from "../keys/families/rsa-public-keys.ts";

/** RSA keys: bits of the modulus and the public exponent, both ends included. */
const RSA_MIN_BITS = 512;
const RSA_MAX_BITS = 4096;
const RSA_MIN_EXPONENT = 3;
const RSA_MAX_EXPONENT = 2 ** 33 - 1;
const RSA_HASHES: ReadonlySet<string> = new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]);

/** Hashes of ECDSA, and the octets of r and s, by curve. */
const ECDSA: ReadonlyMap<string, { hashes: ReadonlySet<string>; octets: number }> = new Map([
  ["P-256", { hashes: new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]), octets: 32 }],
  ["P-384", { hashes: new Set(["SHA-256", "SHA-384", "SHA-512"]), octets: 48 }],
  ["P-521", { hashes: new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]), octets: 66 }],
]);

const HASH_OCTETS: ReadonlyMap<string, number> = new Map([
  ["SHA-1", 20],
  ["SHA-256", 32],
  ["SHA-384", 48],
  ["SHA-512", 64],
]);

/** A signature as read: its algorithm with parameters, and its bits. */
export interface Signature {
  readonly algorithm: AlgorithmIdentifier;
  readonly scheme: SignatureScheme;
  /** Of rsassaPss alone; null when its parameters could not be read. */
  readonly pss: PssParameters | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the BIT STRING is a whole number of octets. */
  readonly whole: boolean;
  /** Offset behind it. */
  readonly end: number;
}

/** What is signed, with its signature: a certificate, a request. */
export interface SignedObject {
  /** The bytes that are signed, DER with their header. */
  readonly tbs: Uint8Array<ArrayBuffer>;
  readonly signature: Signature;
}

/** Reads signatureAlgorithm and the BIT STRING behind it, from the header at `at`. */
export function readSignature(der: Der, at: number, limit: number): Signature {
  der.expect(at, limit, TAG.SEQUENCE, "SIGNATURE ALGORITHM");
  const algorithm = readAlgorithmIdentifier(der);
  const scheme = signatureScheme(algorithm.oid);
  let pss: PssParameters | null = null;
  if (scheme.scheme === "pss") {
    try {
      pss = readPssParameters(der, algorithm);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      der.findings.add("algorithm_malformed", thrown.reason, thrown.offset);
    }
  } else if (scheme.scheme === "pkcs1") checkParameters(der, algorithm, "either");
  else if (scheme.scheme !== "other" && scheme.scheme !== "dsa") {
    checkParameters(der, algorithm, "absent");
  }
  der.expect(algorithm.end, limit, TAG.BIT_STRING, "SIGNATURE");
  const whole = der.bitString() === 0;
  const bytes = der.bytes.subarray(der.body + 1, der.end);
  return { algorithm, scheme, pss, bytes, whole, end: der.end };
}

/** `problem` says why in words; null when the signature holds. */
export interface Verdict {
  /** true: it holds. false: it does not. null: it cannot be verified here. */
  readonly valid: boolean | null;
  readonly problem: string | null;
}

const HOLDS: Verdict = { valid: true, problem: null };
const no = (problem: string): Verdict => ({ valid: false, problem });
const unknown = (problem: string): Verdict => ({ valid: null, problem });

const DIFFERS = "THE SIGNATURE DOES NOT FIT THE DATA AND THE KEY";
const MALFORMED = "THE SIGNATURE IS MALFORMED";
/** WebKitGTK takes such a signature for the number that is left when the range is taken off. */
const OUT_OF_RANGE = "THE SIGNATURE IS OUT OF RANGE FOR THE KEY";

/** Verifies the object's signature by the key. Counts one signature against the budget. */
export async function verifySignature(
  { tbs, signature }: SignedObject,
  key: SubjectPublicKeyInfo,
  budget: Budget,
): Promise<Verdict> {
  const plan = await planOf(signature, key, budget);
  if ("valid" in plan) return plan;
  budget.spend("signatures");
  budget.spend("work", verifyingTime(key.key));
  try {
    const imported = await crypto.subtle.importKey("spki", plan.spki, plan.key, false, ["verify"]);
    const holds = await crypto.subtle.verify(plan.verify, imported, plan.signature, tbs);
    return holds ? HOLDS : no(DIFFERS);
  } catch {
    // The engine takes such keys, but not this one.
    return unknown("THE PUBLIC KEY IS NOT USABLE");
  }
}

/** Microseconds that a slow core takes to import a key and to verify with it once. */
function verifyingTime({ curve, bits }: SubjectPublicKeyInfo["key"]): number {
  if (curve === null) return 100 + ((bits ?? 0) / 1024) ** 2 * 30;
  return CURVE_TIME.get(curve) ?? 300;
}

/** What WebCrypto is to be asked. */
interface Plan {
  readonly spki: Uint8Array<ArrayBuffer>;
  readonly key: { name: string; [parameter: string]: unknown };
  readonly verify: { name: string; [parameter: string]: unknown };
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** The families of keys whose signatures are known, and the schemes of each. */
const SCHEMES: ReadonlyMap<string, readonly SignatureScheme["scheme"][]> = new Map([
  ["RSA", ["pkcs1", "pss"]],
  ["RSA-PSS", ["pss"]],
  ["EC", ["ecdsa"]],
  ["Ed25519", ["eddsa"]],
  ["Ed448", ["eddsa"]],
  ["DSA", ["dsa"]],
]);

const invalidKey = (fault: string) => unknown(`THE PUBLIC KEY IS NOT VALID: ${fault}`);

function planOf(
  signature: Signature,
  key: SubjectPublicKeyInfo,
  budget: Budget,
): Plan | Verdict | Promise<Plan | Verdict> {
  const { scheme } = signature;
  const { algorithm } = key.key;
  const schemes = SCHEMES.get(algorithm);
  if (scheme.scheme === "other") {
    return unknown("THIS SIGNATURE ALGORITHM CANNOT BE VERIFIED HERE");
  }
  if (!schemes) return unknown("A KEY OF THIS ALGORITHM CANNOT BE USED HERE");
  if (
    !schemes.includes(scheme.scheme) || (scheme.scheme === "eddsa" && scheme.name !== algorithm)
  ) return no("THE SIGNATURE ALGORITHM DOES NOT FIT THE KEY");
  if (!signature.whole) return no(MALFORMED);
  if (key.fault !== null) return invalidKey(key.fault);
  switch (algorithm) {
    case "RSA":
    case "RSA-PSS":
      return planRsa(signature, key);
    case "EC":
      return planEcdsa(signature, key, budget);
    case "Ed25519":
      return planEd25519(signature, key);
    default:
      return unknown(`${algorithm} SIGNATURES CANNOT BE VERIFIED HERE`);
  }
}

function planEd25519({ bytes }: Signature, key: SubjectPublicKeyInfo): Plan | Verdict {
  const point = key.bytes.subarray(key.keyStart, key.keyEnd);
  if (isOfSmallOrder(point)) {
    return unknown("THE KEY IS OF SMALL ORDER: UNDER IT A SIGNATURE FITS ANY DATA");
  }
  if (bytes.length !== 64) return no(MALFORMED);
  // RFC 8032, 5.1.7: S, little-endian, is below the order.
  if (!isBelow(bytes.slice(32).reverse(), ED25519_ORDER)) return no(OUT_OF_RANGE);
  return {
    spki: spkiOf(ED25519, point),
    key: { name: "Ed25519" },
    verify: { name: "Ed25519" },
    signature: bytes,
  };
}

const ED25519 = element(TAG.SEQUENCE, objectIdentifier("1.3.101.112"));

/** 2^252 + 27742317777372353535851937790883648493 (RFC 8032, 5.1), big-endian. */
const ED25519_ORDER = Uint8Array.of(
  ...[0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ...[0x14, 0xde, 0xf9, 0xde, 0xa2, 0xf7, 0x9c, 0xd6],
  ...[0x58, 0x12, 0x63, 0x1a, 0x5c, 0xf5, 0xd3, 0xed],
);

/** Whether one big-endian number is less than another of the same length. */
function isBelow(a: Uint8Array, b: Uint8Array): boolean {
  const at = a.findIndex((octet, i) => octet !== b[i]);
  return at !== -1 && a[at] < b[at];
}

/**
 * The points of Edwards25519 whose order divides 8, little-endian without the sign bit, in all their
 * encodings (0 and 1 have a second one, beyond the field). W3C's Secure Curves has engines refuse
 * signatures under them, RFC 8032 does not, and engines differ.
 */
const SMALL_ORDER: readonly string[] = [
  "00".repeat(32),
  "01" + "00".repeat(31),
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ec" + "ff".repeat(30) + "7f",
  "ed" + "ff".repeat(30) + "7f",
  "ee" + "ff".repeat(30) + "7f",
];

function isOfSmallOrder(point: Uint8Array): boolean {
  if (point.length !== 32) return false;
  const unsigned = point.slice();
  unsigned[31] &= 0x7f;
  return SMALL_ORDER.includes(toHex(unsigned).toLowerCase());
}

function planRsa(signature: Signature, key: SubjectPublicKeyInfo): Plan | Verdict {
  const { scheme } = signature.scheme;
  const { rsa } = key;
  if (rsa === null) return unknown("THE PUBLIC KEY CANNOT BE READ");
  const { bits, smallExponent: exponent } = rsa;
  if (bits < RSA_MIN_BITS || bits > RSA_MAX_BITS) {
    return unknown(`RSA KEYS OF ${bits} BITS CANNOT BE USED HERE`);
  }
  if (exponent === null || exponent < RSA_MIN_EXPONENT || exponent > RSA_MAX_EXPONENT) {
    return unknown("RSA KEYS WITH SUCH AN EXPONENT CANNOT BE USED HERE");
  }
  const { pss } = signature;
  const hash = scheme === "pss" ? pss?.hash : signature.scheme.hash;
  if (hash === undefined || hash === null) {
    return unknown("THE PARAMETERS OF THE SIGNATURE CANNOT BE READ");
  }
  if (!RSA_HASHES.has(hash)) return unknown(`RSA WITH ${hash} CANNOT BE VERIFIED HERE`);
  const fault = rsaSignatureFault(signature.bytes, rsa);
  const spki = rsaSpki(rsa);
  if (scheme === "pkcs1") {
    if (fault !== null) return no(fault);
    const name = "RSASSA-PKCS1-v1_5";
    return { spki, key: { name, hash }, verify: { name }, signature: signature.bytes };
  }
  const { mgfHash, saltLength, trailerField } = pss!;
  if (mgfHash !== hash || trailerField !== 1) {
    return unknown("RSASSA-PSS WITH SUCH PARAMETERS CANNOT BE VERIFIED HERE");
  }
  if (
    key.pss !== null &&
    (key.pss.hash !== hash || key.pss.mgfHash !== mgfHash || key.pss.saltLength > saltLength)
  ) return no("THE KEY DOES NOT ALLOW THE PARAMETERS OF THE SIGNATURE");
  // RFC 8017, 9.1.1: the encoded message holds hash, salt and two octets more.
  const room = Math.ceil((bits - 1) / 8) - HASH_OCTETS.get(hash)! - 2;
  if (saltLength < 0 || saltLength > room) return no("THE SALT IS LONGER THAN THE KEY ALLOWS");
  if (fault !== null) return no(fault);
  const name = "RSA-PSS";
  return { spki, key: { name, hash }, verify: { name, saltLength }, signature: signature.bytes };
}

/** RFC 8017, 8.2.2, 1 and 5.2.2, 1: as long as the modulus, and below it. Null when it is that. */
function rsaSignatureFault(signature: Uint8Array, { modulus }: RsaPublicKey): string | null {
  if (signature.length !== modulus.length) return MALFORMED;
  return isBelow(signature, modulus) ? null : OUT_OF_RANGE;
}

async function planEcdsa(
  signature: Signature,
  { key: { curve: name }, bytes, keyStart, keyEnd }: SubjectPublicKeyInfo,
  budget: Budget,
): Promise<Plan | Verdict> {
  const hash = signature.scheme.hash!;
  const line = name === null ? undefined : ECDSA.get(name);
  const curve = curveOf(name);
  if (!line || !curve) return unknown("ECDSA ON THIS CURVE CANNOT BE VERIFIED HERE");
  if (!line.hashes.has(hash)) {
    return unknown(`ECDSA ON ${name} WITH ${hash} CANNOT BE VERIFIED HERE`);
  }
  const raw = ecdsaToRaw(signature.bytes, line.octets);
  if (raw === null) return no(MALFORMED);
  let point: Uint8Array | null = bytes.subarray(keyStart, keyEnd);
  if (point[0] === 4) {
    if (!isOnCurve(point, curve)) return invalidKey(NOT_A_POINT);
  } else {
    // WebKit imports no compressed point.
    budget.spend("work", CURVE_TIME.get(curve.name)!);
    point = (await import("../keys/families/points.ts")).decompress(point, curve);
    if (point === null) return invalidKey(NOT_A_POINT);
  }
  return {
    spki: spkiOf(ecAlgorithm(curve), point),
    key: { name: "ECDSA", namedCurve: name },
    verify: { name: "ECDSA", hash },
    signature: raw,
  };
}

// AlgorithmIdentifier { rsaEncryption, NULL }
const RSA_ENCRYPTION = element(
  TAG.SEQUENCE,
  objectIdentifier("1.2.840.113549.1.1.1"),
  element(TAG.NULL),
);

/**
 * The key as rsaEncryption in DER: id-RSASSA-PSS imports into no engine as it is, and neither do
 * keys without the NULL that RFC 3279, 2.3.1 wants, or in another encoding, into every one.
 */
export function rsaSpki(key: RsaPublicKey): Uint8Array<ArrayBuffer> {
  return spkiOf(RSA_ENCRYPTION, encodeRsaPublicKey(key));
}

/** SubjectPublicKeyInfo in DER, of parts that are. */
function spkiOf(algorithm: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> {
  return element(TAG.SEQUENCE, algorithm, element(TAG.BIT_STRING, Uint8Array.of(0), key));
}

/**
 * Ecdsa-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER } (RFC 3279, 2.2.3) as r||s, each of
 * `octets`; null when it is not exactly that in DER, or when r or s is too long, zero or negative.
 */
export function ecdsaToRaw(
  signature: Uint8Array<ArrayBuffer>,
  octets: number,
): Uint8Array<ArrayBuffer> | null {
  const raw = new Uint8Array(2 * octets);
  const { length } = signature;
  // r and s of 66 octets need 139: any signature of these curves has a length of one or two octets.
  let at = signature[1] === 0x81 ? 3 : 2;
  const content = signature[at - 1];
  if (signature[0] !== TAG.SEQUENCE || content >= (at === 3 ? 0x100 : 0x80)) return null;
  if ((at === 3 && content < 0x80) || at + content !== length) return null;
  for (let target = octets; target <= raw.length; target += octets) {
    const size = signature[at + 1];
    let start = at + 2;
    const end = start + size;
    if (signature[at] !== TAG.INTEGER || !(size > 0) || size >= 0x80 || end > length) return null;
    const first = signature[start];
    if (first >= 0x80 || (first === 0 && (size === 1 || signature[start + 1] < 0x80))) return null;
    if (first === 0) start++;
    if (end - start > octets) return null;
    raw.set(signature.subarray(start, end), target - (end - start));
    at = end;
  }
  return at === length ? raw : null;
}
