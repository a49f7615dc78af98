/** Rules about public keys and signature algorithms. */
import { bitCount } from "../../kernel/formatting.ts";
import { isUnnamed, isWeakDigest } from "../asn1/oids.ts";
import { curveOf, curveOfKey, EXPLICIT_CURVE, isOnCurve } from "../keys/families/curves.ts";
import type { RsaWeakness } from "../keys/families/rsa-weaknesses.ts";
import type { PublicKey } from "../shapes.ts";
import { practice, rfc5480, rfc8017, tlsRequirements } from "../documents.ts";
import {
  ADVICE,
  type Examined,
  policy,
  proof,
  publicPolicy,
  type Rule,
  type Rules,
} from "./rule.ts";

/** The first octet of a point with both coordinates (RFC 5480, 2.2). */
const UNCOMPRESSED = 4;
const DIGESTS = ["SHA-256", "SHA-384", "SHA-512"];
const SCHEMES = ["pkcs1", "pss", "ecdsa"];

function algorithmFault({ candidate, inputs: { budget } }: Examined): string | null {
  const { publicKey } = candidate.certificate;
  const { key } = publicKey;
  const { algorithm, bits } = key;
  if (key.curve === EXPLICIT_CURVE) {
    const name = curveOfKey(publicKey, budget)?.name ?? "an unknown curve";
    return `Its key is on ${name} with explicit parameters, where the curve has to be named.`;
  }
  if (!isAcceptedKind(key)) {
    return algorithm === "EC"
      ? "Its key is on a curve other than P-256, P-384 and P-521."
      : `Its key is of the algorithm ${algorithm}.`;
  }
  // An RSA key below 2048 bits breaks the rule weak_key. Keys on curves are shorter.
  return (bits ?? 0) >= 2048 && bits! % 8 !== 0
    ? `Its RSA key of ${bits} bits is not a whole number of bytes.`
    : null;
}

/** No client accepts a shorter RSA key: OpenSSL, NSS, Windows and Apple's systems refuse it. */
export const MIN_RSA_BITS = 1024;

/** The fault of an RSA key of at least `from` and fewer than `most` bits; null for any other key. */
export function shortRsaKey({ candidate }: Examined, from: number, most: number): string | null {
  const { algorithm, bits } = candidate.certificate.publicKey.key;
  const isRsa = algorithm === "RSA" || algorithm === "RSA-PSS";
  return isRsa && (bits ?? 0) >= from && (bits ?? 0) < most
    ? `Its RSA key has ${bitCount(bits ?? 0)}; at least ${most} are required.`
    : null;
}

/**
 * The fault of a point with both coordinates that is not on its curve. The reader reports other forms. A compressed
 * point would need a square root.
 */
function offCurve({ candidate }: Examined): string | null {
  const { key, bytes, keyStart, keyEnd, fault } = candidate.certificate.publicKey;
  const curve = curveOf(key.curve);
  if (!curve || fault !== null || bytes[keyStart] !== UNCOMPRESSED) return null;
  return isOnCurve(bytes.subarray(keyStart, keyEnd), curve)
    ? null
    : `Its key is not a point on the curve ${curve.name}.`;
}

export const keyRules = {
  key_too_small: proof({
    // weak_key and the requirements for TLS and mail say it in the linter.
    linted: false,
    clause: practice("NIST SP 800-131A, 3"),
    title: "RSA key below 1024 bits",
    why: "Anyone can compute the private key, and no client accepts the certificate.",
    advice: ADVICE.newKey,
    at: "subjectPublicKeyInfo",
    check: (examined) => shortRsaKey(examined, 0, MIN_RSA_BITS),
  }),
  key_off_curve: proof({
    clause: rfc5480("2.2"),
    title: "The key is not a point on its curve",
    why: "The key works with no private key, and programs refuse to read the certificate.",
    advice: ADVICE.newKey,
    at: "subjectPublicKeyInfo",
    check: offCurve,
  }),
  weak_key: publicPolicy({
    linted: false,
    clause: tlsRequirements("6.1.5; NIST SP 800-131A"),
    privately: "warning",
    title: "Weak key",
    why: "Keys of this size can be broken with enough computing power.",
    advice: "Make a new key: RSA with at least 2048 bits, or P-256.",
    check: (examined) => shortRsaKey(examined, MIN_RSA_BITS, 2048),
  }),
  key_algorithm_not_allowed: publicPolicy({
    linted: false,
    clause: tlsRequirements("6.1.5"),
    title: "Key not accepted by public CAs",
    why:
      "Public CAs accept only RSA, P-256, P-384 and P-521, and many clients support no other keys.",
    advice: "Make a new key: RSA with 2048, 3072 or 4096 bits, or on P-256 or P-384.",
    check: algorithmFault,
  }),
  weak_signature: publicPolicy({
    linted: false,
    clause: tlsRequirements("7.1.3.2"),
    privately: "warning",
    // The signature of a root is not relied on.
    roles: ["leaf", "intermediate"],
    title: "Weak signature",
    why: "A forger can make another certificate that has the same signature.",
    advice: "Get a certificate that is signed with SHA-256 or better.",
    check({ certificate: { signature } }) {
      const used = signature.pss?.hash ?? signature.scheme.hash;
      return used !== null && isWeakDigest(used)
        ? `It is signed with ${used}, which can be forged.`
        : null;
    },
  }),
  signature_algorithm_not_allowed: publicPolicy({
    clause: tlsRequirements("7.1.3.2"),
    // The signature of a root is not relied on.
    roles: ["leaf", "intermediate"],
    title: "Signature not accepted by public CAs",
    why: "Public CAs sign only with RSA or ECDSA and SHA-256, SHA-384 or SHA-512.",
    advice:
      "Get a certificate that is signed with SHA-256 or better, by an RSA, P-256, P-384 or P-521 key.",
    at: "signature",
    check({ certificate: { signature: { scheme, pss } } }) {
      const hash = pss?.hash ?? scheme.hash;
      // The rule weak_signature reports these hashes.
      if (hash !== null && isWeakDigest(hash)) return null;
      const isAllowed = SCHEMES.includes(scheme.scheme) && hash !== null && DIGESTS.includes(hash);
      const name = isUnnamed(scheme.name) ? "an algorithm without a name" : scheme.name;
      const over = pss !== null && hash !== null && scheme.hash === null ? ` over ${hash}` : "";
      return isAllowed ? null : `It is signed with ${name}${over}.`;
    },
  }),
} satisfies Rules;

const COMPUTED = "Anyone can compute the private key in a moment.";

/** Rules about the numbers of RSA keys in certificates, requests and key files. */
export const rsaRules = {
  modulus_even: policy({
    clause: rfc8017("3.1"),
    title: "RSA modulus is even",
    why: "It is not a valid RSA key and protects nothing.",
    advice: ADVICE.newKey,
  }),
  small_factor: policy({
    clause: tlsRequirements("6.1.6; NIST SP 800-89, 5.3.3"),
    title: "RSA modulus has a small factor",
    why: COMPUTED,
    advice: ADVICE.newKey,
  }),
  roca: policy({
    clause: tlsRequirements("6.1.1.3; CVE-2017-15361"),
    title: "RSA key has the ROCA flaw",
    why: "A faulty generator made the key, and the private key can be computed from it.",
    advice: ADVICE.newKey,
  }),
  close_primes: policy({
    clause: tlsRequirements("6.1.1.3; CVE-2022-26320"),
    title: "RSA primes are too close",
    why: COMPUTED,
    advice: ADVICE.newKey,
  }),
  exponent_one: policy({
    clause: rfc8017("3.1"),
    title: "RSA exponent is 1",
    why: "Anyone can forge its signatures.",
    advice: ADVICE.newKey,
  }),
  exponent_even: policy({
    clause: rfc8017("3.1"),
    title: "RSA exponent is even",
    why: "It is not a valid RSA key and protects nothing.",
    advice: ADVICE.newKey,
  }),
  exponent_small: policy({
    severity: "info",
    clause: tlsRequirements("6.1.6"),
    title: "Small RSA exponent",
    why: "Small exponents are safe only with correct padding. The usual exponent is 65537.",
    advice: "Nothing has to be done now. Make the next key with the exponent 65537.",
  }),
} satisfies Record<RsaWeakness, Rule>;

const CURVES = ["P-256", "P-384", "P-521"];

/**
 * Returns whether a public authority may certify a key of this algorithm and curve (Baseline
 * Requirements, 6.1.5), whatever its size.
 */
const isAcceptedKind = ({ algorithm, curve }: PublicKey): boolean =>
  algorithm === "EC"
    ? CURVES.includes(curve ?? "")
    : algorithm === "RSA" || algorithm === "RSA-PSS";
