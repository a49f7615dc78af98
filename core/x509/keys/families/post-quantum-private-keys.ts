/**
 * Private keys of ML-DSA (RFC 9881, 6), ML-KEM (RFC 9935, 6) and SLH-DSA (RFC 9909, 6). Keys of ML-DSA and
 * ML-KEM are a seed, the expanded key, or both:
 *
 *   CHOICE { seed [0] OCTET STRING, expandedKey OCTET STRING, both SEQUENCE { seed, expandedKey } }
 *
 * A seed is expanded, and the result compared with the other parts of the file. An expanded key without a
 * seed is tested: its signature must verify, or its encapsulated secret must be recovered. Forms from before
 * the RFCs are read as OpenSSL 3.5 reads them: a seed or an expanded key without a header, and liboqs's
 * expanded key followed by the public key.
 */
import type { Budget } from "../../../kernel/context.ts";
import { equalOctets } from "../../../kernel/octets.ts";
import { element } from "../../asn1/der-write.ts";
import { type Der, DerError, primitive, TAG } from "../../asn1/der.ts";
import type { PublicKey } from "../../shapes.ts";
import * as X509_TEXT from "../../texts.ts";
import { type KeyParts, readStatedPublicKey } from "../containers/der-keys.ts";
import { inconsistent } from "../private-key-errors.ts";
import type { MlDsaName } from "./ml-dsa.ts";
import type { MlKemName } from "./ml-kem.ts";
import {
  ML_KEM_TIME,
  mlDsaTime,
  mlDsaTrialTime,
  type PrivateNumbers,
  slhDsaRootTime,
} from "./private-numbers.ts";

type SeededName = MlDsaName | MlKemName;

/** Octets of the seed, the expanded key and the public key. */
const LENGTHS: Readonly<Record<SeededName, readonly [number, number, number]>> = {
  "ML-DSA-44": [32, 2560, 1312],
  "ML-DSA-65": [32, 4032, 1952],
  "ML-DSA-87": [32, 4896, 2592],
  "ML-KEM-512": [64, 1632, 800],
  "ML-KEM-768": [64, 2400, 1184],
  "ML-KEM-1024": [64, 3168, 1568],
};

/** Whether keys of this algorithm can be written as a seed: ML-DSA and ML-KEM. */
export const isSeeded = (name: string): name is SeededName => Object.hasOwn(LENGTHS, name);

/** The parts of a key in a file. `stated` has all public keys of the file. */
interface Parts {
  seed: Uint8Array | null;
  expanded: Uint8Array | null;
  stated: Uint8Array[];
  /** Whether the key has one of the three forms of the RFCs. */
  isStandard: boolean;
}

/** Throws DerError, and `key_inconsistent` if two parts belong to different keys. */
export async function readSeededPrivateKey(
  der: Der,
  parts: KeyParts,
  name: SeededName,
): Promise<PrivateNumbers> {
  const found = readForm(der, parts, name);
  const stated = readStatedPublicKey(der, parts);
  if (stated) found.stated.push(stated);
  const publicKey = await checkedPublicKey(name, found, der.budget);
  const key: PublicKey = { algorithm: name, bits: null, curve: null };
  return {
    publicKey: { key, numbers: { kind: "octets", octets: publicKey } },
    unchecked: null,
    ...(found.isStandard ? {} : { inner: standardForm(found) }),
  };
}

function readForm(der: Der, { start, end }: KeyParts, name: SeededName): Parts {
  const [seedOctets, expandedOctets, publicOctets] = LENGTHS[name];
  const whole = der.bytes.subarray(start, end);
  const bare = { stated: [], isStandard: false };
  if (whole.length === seedOctets) return { ...bare, seed: whole, expanded: null };
  if (whole.length === expandedOctets) return { ...bare, seed: null, expanded: whole };
  der.next(start, end);
  der.finish(der.end, end, `${name} key`);
  const octets = (length: number, what: string): Uint8Array => {
    if (der.end - der.body === length) return der.bytes.subarray(der.body, der.end);
    throw new DerError(`The ${what} of a ${name} key is not ${length} bytes long`, der.start);
  };
  if (der.tag === primitive(0)) {
    const seed = octets(seedOctets, "seed");
    return { seed, expanded: null, stated: [], isStandard: true };
  }
  if (der.tag === TAG.OCTET_STRING && der.end - der.body === expandedOctets + publicOctets) {
    const both = octets(expandedOctets + publicOctets, "key pair");
    return {
      seed: null,
      expanded: both.subarray(0, expandedOctets),
      stated: [both.subarray(expandedOctets)],
      isStandard: false,
    };
  }
  if (der.tag === TAG.OCTET_STRING) {
    const expanded = octets(expandedOctets, "expanded key");
    return { seed: null, expanded, stated: [], isStandard: true };
  }
  if (der.tag !== TAG.SEQUENCE) {
    throw new DerError(`The format of the ${name} key is unknown`, der.start);
  }
  const { body, end: sequenceEnd } = der;
  der.expect(body, sequenceEnd, TAG.OCTET_STRING, "Seed");
  const seed = octets(seedOctets, "seed");
  der.expect(der.end, sequenceEnd, TAG.OCTET_STRING, "Expanded key");
  const expanded = octets(expandedOctets, "expanded key");
  der.finish(der.end, sequenceEnd, `${name} key`);
  return { seed, expanded, stated: [], isStandard: true };
}

/** The seed if there is one, because everything else can be computed from it. */
const standardForm = ({ seed, expanded }: Parts): Uint8Array<ArrayBuffer> =>
  seed ? element(primitive(0), seed) : element(TAG.OCTET_STRING, expanded!);

async function checkedPublicKey(
  name: SeededName,
  { seed, expanded, stated }: Parts,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  let publicKey: Uint8Array;
  if (seed) {
    const made = await expand(name, seed, budget);
    publicKey = made.publicKey;
    const isOther = expanded !== null && !equalOctets(expanded, made.secretKey);
    made.secretKey.fill(0);
    if (isOther) throw inconsistent("Its expanded key does not match its seed");
  } else publicKey = await tryExpanded(name, expanded!, budget);
  if (stated.some((octets) => !equalOctets(octets, publicKey))) {
    throw inconsistent(X509_TEXT.keyNoPair);
  }
  return publicKey.slice();
}

const isMlDsa = (name: SeededName): name is MlDsaName => name.startsWith("ML-DSA");

async function expand(
  name: SeededName,
  seed: Uint8Array,
  budget: Budget,
): Promise<{ publicKey: Uint8Array; secretKey: Uint8Array }> {
  budget.spend("work", isMlDsa(name) ? mlDsaTime(name) : ML_KEM_TIME);
  return isMlDsa(name)
    ? (await import("./ml-dsa.ts")).mlDsa(name).keygen(seed)
    : (await import("./ml-kem.ts")).mlKem(name).keygen(seed);
}

/** The message or randomness of the test. It can be constant, because the results are discarded. */
const TRIAL = new Uint8Array(32);

/** The public part of an expanded key, once a test has shown that the key works. */
async function tryExpanded(
  name: SeededName,
  expanded: Uint8Array,
  budget: Budget,
): Promise<Uint8Array> {
  budget.spend("work", isMlDsa(name) ? mlDsaTrialTime(name) : ML_KEM_TIME);
  try {
    if (isMlDsa(name)) {
      const scheme = (await import("./ml-dsa.ts")).mlDsa(name);
      const publicKey = scheme.getPublicKey(expanded);
      const signature = scheme.sign(TRIAL, expanded, { extraEntropy: false });
      if (scheme.verify(signature, TRIAL, publicKey)) return publicKey;
    } else {
      const scheme = (await import("./ml-kem.ts")).mlKem(name);
      const publicKey = scheme.getPublicKey(expanded);
      const { cipherText, sharedSecret } = scheme.encapsulate(publicKey, TRIAL);
      if (equalOctets(scheme.decapsulate(cipherText, expanded), sharedSecret)) return publicKey;
    }
  } catch {
    // A number is out of range, or a digest in the key is wrong. The library's error quotes the key.
  }
  throw inconsistent("The parts of its expanded key do not match");
}

/*
 * SLH-DSA (FIPS 205, 9.1): SK.seed, SK.prf, PK.seed and PK.root without a header. The root is computed
 * again from the seeds and compared.
 */

/**
 * Reads an SLH-DSA key. `publicOctets` is the length of the public key, half of the private one. Throws
 * DerError if the key has another length, `key_inconsistent`, and `too_complex` if computing the root
 * exceeds the budget.
 */
export async function readSlhDsaPrivateKey(
  der: Der,
  parts: KeyParts,
  name: string,
  publicOctets: number,
): Promise<PrivateNumbers> {
  const secret = der.bytes.subarray(parts.start, parts.end);
  if (secret.length !== 2 * publicOctets) {
    throw new DerError(`${name} key is not ${2 * publicOctets} bytes long`, parts.start);
  }
  const publicKey = secret.slice(publicOctets);
  const stated = readStatedPublicKey(der, parts);
  der.budget.spend("work", slhDsaRootTime(name));
  const { slhDsa } = await import("./slh-dsa.ts");
  // Pass only the seeds: three quarters of the key.
  const made = slhDsa(name).keygen(secret.subarray(0, 3 * publicOctets / 2));
  made.secretKey.fill(0);
  if (!equalOctets(made.publicKey, publicKey) || stated && !equalOctets(stated, publicKey)) {
    throw inconsistent(X509_TEXT.keyNoPair);
  }
  const key: PublicKey = { algorithm: name, bits: null, curve: null };
  return { publicKey: { key, numbers: { kind: "octets", octets: publicKey } }, unchecked: null };
}
