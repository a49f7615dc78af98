/** Rules of the Baseline Requirements and of Mozilla about keys and signature algorithms. */
import type { Budget } from "../../../kernel/context.ts";
import { TAG } from "../../asn1/der.ts";
import { numberOf, toHex } from "../../asn1/hex.ts";
import { rsaWeaknesses } from "../../keys/families/rsa-weaknesses.ts";
import { mozillaPolicy, practice, rfc8017, tlsRequirements } from "../../documents.ts";
import { keyRules, rsaRules } from "../keys.ts";
import { ADVICE, WHY } from "../rule.ts";
import { lint, type LintExamined, type LintRules, publicLint, SINCE } from "./examined.ts";
import { elements, type Tlv } from "../../asn1/elements.ts";

const MOZILLA_2_4 = "2017-02-28";
const MAX_BITS = 16_384;
/** No standard defines a longer DSA key. */
const MAX_DSA_BITS = 4_096;

const number = (tlv: Tlv | undefined): bigint | null =>
  tlv?.tag === TAG.INTEGER && tlv.length > 0 ? numberOf(tlv.content) : null;
/** Returns the size of a non-negative INTEGER in bits. */
const bitsOf = ({ content }: Tlv): number => {
  const first = content.findIndex((octet) => octet !== 0);
  return first < 0 ? 0 : (content.length - first) * 8 - Math.clz32(content[first]) + 24;
};

interface RsaNumbers {
  modulus: bigint;
  exponent: bigint;
  bits: number;
  isNegative: boolean;
}

/** Returns modulus and exponent of an RSA key; null for other keys, or if they cannot be read. */
export const rsa = (examined: LintExamined): RsaNumbers | null =>
  examined.once("rsa", () => {
    if (examined.keyAlgorithm !== "RSA") return null;
    const [first, second] = examined.keyNumbers;
    const modulus = number(first);
    const exponent = number(second);
    if (modulus === null || exponent === null) return null;
    const isNegative = second.content[0] >= 0x80;
    return { modulus, exponent, bits: bitsOf(first), isNegative };
  });

const weaknesses = (examined: LintExamined): readonly string[] =>
  examined.once("weaknesses", () => {
    const numbers = rsa(examined);
    if (!numbers || numbers.isNegative || numbers.bits > MAX_BITS || numbers.modulus < 2n) {
      return [];
    }
    const { modulus, exponent, bits } = numbers;
    return rsaWeaknesses(modulus, exponent, bits, examined.inputs.budget);
  });

interface DsaNumbers {
  p: bigint;
  q: bigint;
  g: bigint;
  y: bigint;
  pBits: number;
  qBits: number;
}

/** Returns the numbers of a DSA key; null for other keys, or if a parameter is missing. */
const dsa = (examined: LintExamined): DsaNumbers | null =>
  examined.once("dsa", () => {
    if (examined.keyAlgorithm !== "DSA") return null;
    const { bytes, algorithm, keyStart, keyEnd } = examined.certificate.publicKey;
    const at = algorithm.parametersStart;
    const [parameters] = at === null ? [] : elements(bytes.subarray(at, algorithm.end));
    const inner = parameters?.inner ?? [];
    const [p, q, g] = inner.map(number);
    const y = number(elements(bytes.subarray(keyStart, keyEnd))[0]);
    if (!p || !q || !g || y === null) return null;
    return { p, q, g, y, pBits: bitsOf(inner[0]), qBits: bitsOf(inner[1]) };
  });

function power(base: bigint, exponent: bigint, modulus: bigint, budget: Budget): bigint {
  budget.spend("work", 20_000);
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = result * square % modulus;
    square = square * square % modulus;
  }
  return result;
}

const isRsa = ({ keyAlgorithm }: LintExamined) => keyAlgorithm === "RSA";
const ends = (examined: LintExamined) => examined.certificate.notAfter;
const END_OF_1024 = Date.parse("2014-01-01");

export const tlsKeyLints = {
  rsa_below_2048: publicLint({
    clause: tlsRequirements("6.1.5"),
    title: "Its RSA key has fewer than 2048 bits",
    at: "subjectPublicKeyInfo",
    check: (examined) => ends(examined) >= END_OF_1024 && (rsa(examined)?.bits ?? 4096) < 2048,
  }),
  rsa_root_below_2048: publicLint({
    clause: tlsRequirements("6.1.5"),
    until: "2011-01-01",
    roles: ["root", "intermediate"],
    title: "The RSA key of the root has fewer than 2048 bits",
    // isSelfIssued, because the signature may use an algorithm that is no longer verified.
    at: "subjectPublicKeyInfo",
    check: (examined) => examined.candidate.isSelfIssued && (rsa(examined)?.bits ?? 4096) < 2048,
  }),
  rsa_below_1024: publicLint({
    clause: tlsRequirements("6.1.5"),
    roles: ["intermediate", "leaf"],
    title: "Its RSA key has fewer than 1024 bits",
    why: keyRules.key_too_small.why,
    at: "subjectPublicKeyInfo",
    check: (examined) => ends(examined) < END_OF_1024 && (rsa(examined)?.bits ?? 4096) < 1024,
  }),
  rsa_below_2048_mozilla: publicLint({
    clause: mozillaPolicy("5.1"),
    since: MOZILLA_2_4,
    title: "Its RSA key has fewer than 2048 bits",
    at: "subjectPublicKeyInfo",
    check: (examined) => (rsa(examined)?.bits ?? 4096) < 2048,
  }),
  rsa_not_whole_bytes: publicLint({
    clause: mozillaPolicy("5.1"),
    since: MOZILLA_2_4,
    title: "The size of its RSA key is not a multiple of 8 bits",
    at: "subjectPublicKeyInfo",
    check: (examined) => (rsa(examined)?.bits ?? 0) % 8 !== 0,
  }),
  rsa_modulus_even: publicLint({
    severity: "warning",
    clause: tlsRequirements("6.1.6"),
    since: "2013-02-21",
    title: "The modulus of its RSA key is even",
    why: rsaRules.modulus_even.why,
    at: "subjectPublicKeyInfo",
    check: (examined) => (rsa(examined)?.modulus ?? 1n) % 2n === 0n,
  }),
  rsa_small_factor: publicLint({
    severity: "warning",
    clause: tlsRequirements("6.1.6"),
    since: "2013-02-21",
    title: "The modulus of its RSA key has a small factor",
    why: rsaRules.small_factor.why,
    at: "subjectPublicKeyInfo",
    check: (examined) =>
      weaknesses(examined).includes("small_factor") ||
      weaknesses(examined).includes("modulus_even"),
  }),
  rsa_close_primes: lint({
    clause: practice("Fermat's factorization (CVE-2022-26320)"),
    title: "The primes of its RSA key are too close to each other",
    why: rsaRules.close_primes.why,
    at: "subjectPublicKeyInfo",
    check: (examined) => weaknesses(examined).includes("close_primes"),
  }),
  rsa_roca: lint({
    clause: practice("ROCA (CVE-2017-15361)"),
    title: "Its RSA key has the mark of ROCA: the private key can be computed",
    why: rsaRules.roca.why,
    at: "subjectPublicKeyInfo",
    check: (examined) => weaknesses(examined).includes("roca"),
  }),
  rsa_exponent_unusual: publicLint({
    severity: "warning",
    clause: tlsRequirements("6.1.6"),
    since: "2013-02-21",
    title: "The exponent of its RSA key is not between 65537 and 2^256",
    at: "subjectPublicKeyInfo",
    check: (examined) => {
      const numbers = rsa(examined);
      return numbers !== null && (numbers.exponent < 65_537n || numbers.exponent >> 256n > 0n);
    },
  }),
  rsa_exponent_even: publicLint({
    clause: tlsRequirements("6.1.6"),
    since: "2013-02-21",
    title: "The exponent of its RSA key is even",
    why: rsaRules.exponent_even.why,
    at: "subjectPublicKeyInfo",
    check: (examined) => (rsa(examined)?.exponent ?? 1n) % 2n === 0n,
  }),
  rsa_exponent_too_small: publicLint({
    clause: tlsRequirements("6.1.6"),
    since: "2013-02-21",
    title: "The exponent of its RSA key is below 3",
    at: "subjectPublicKeyInfo",
    check: (examined) => (rsa(examined)?.exponent ?? 3n) < 3n,
  }),
  rsa_exponent_one: publicLint({
    clause: mozillaPolicy("5.2"),
    since: MOZILLA_2_4,
    title: "The exponent of its RSA key is 1",
    why: rsaRules.exponent_one.why,
    at: "subjectPublicKeyInfo",
    check: (examined) => rsa(examined)?.exponent === 1n,
  }),
  rsa_exponent_negative: lint({
    clause: rfc8017("3.1"),
    title: "The exponent of its RSA key is negative",
    why: WHY.refused,
    at: "subjectPublicKeyInfo",
    check: (examined) => rsa(examined)?.isNegative === true,
  }),
  rsa_unreadable: lint({
    clause: rfc8017("A.1.1"),
    title: "Its RSA key cannot be read",
    why: WHY.refused,
    at: "subjectPublicKeyInfo",
    check: (examined) => isRsa(examined) && rsa(examined) === null,
  }),
  dsa_key: publicLint({
    clause: tlsRequirements("6.1.5"),
    since: "2020-08-20",
    title: "Its key is a DSA key",
    at: "subjectPublicKeyInfo",
    check: ({ keyAlgorithm }) => keyAlgorithm === "DSA",
  }),
  dsa_key_mozilla: publicLint({
    clause: mozillaPolicy("5.1"),
    since: "2017-03-31",
    title: "Its key is a DSA key",
    at: "subjectPublicKeyInfo",
    check: ({ keyAlgorithm }) => keyAlgorithm === "DSA",
  }),
  dsa_parameters_missing: publicLint({
    clause: tlsRequirements("6.1.6 (version 1.7.0)"),
    title: "Its DSA key lacks parameters",
    at: "subjectPublicKeyInfo",
    check: (examined) => examined.keyAlgorithm === "DSA" && dsa(examined) === null,
  }),
  dsa_size: publicLint({
    clause: tlsRequirements("6.1.5 (version 1.7.0)"),
    title: "Its DSA key has a size that is not allowed",
    at: "subjectPublicKeyInfo",
    check: (examined) => {
      const key = dsa(examined);
      return key !== null &&
        !["2048 224", "2048 256", "3072 256"].includes(`${key.pBits} ${key.qBits}`);
    },
  }),
  dsa_below_2048: publicLint({
    clause: tlsRequirements("6.1.5 (version 1.7.0)"),
    title: "Its DSA key has fewer than 2048 bits",
    at: "subjectPublicKeyInfo",
    check: (examined) => {
      const key = dsa(examined);
      return key !== null && key.pBits < 2048;
    },
  }),
  dsa_out_of_range: publicLint({
    clause: tlsRequirements("6.1.6 (version 1.7.0)"),
    title: "The public value of its DSA key is out of range",
    at: "subjectPublicKeyInfo",
    check: (examined) => {
      const key = dsa(examined);
      return key !== null && (key.y < 2n || key.y > key.p - 2n);
    },
  }),
  dsa_wrong_order: publicLint({
    clause: tlsRequirements("6.1.6 (version 1.7.0)"),
    title: "The public value of its DSA key is not in its group",
    at: "subjectPublicKeyInfo",
    check: (examined) => {
      const key = dsa(examined);
      return key !== null && key.pBits <= MAX_DSA_BITS && key.qBits <= 512 &&
        power(key.y, key.q, key.p, examined.inputs.budget) !== 1n;
    },
  }),
  curve_not_allowed: publicLint({
    clause: tlsRequirements("6.1.5"),
    title: "The curve of its key is not P-256, P-384 or P-521",
    at: "subjectPublicKeyInfo",
    check: ({ certificate: { publicKey: { key } } }) =>
      key.algorithm === "EC" && !["P-256", "P-384", "P-521"].includes(key.curve ?? ""),
  }),
  key_algorithm_unknown: publicLint({
    clause: tlsRequirements("6.1.5"),
    since: SINCE.requirements,
    title: "Its key is neither an RSA nor an elliptic curve key",
    at: "subjectPublicKeyInfo",
    check: ({ keyAlgorithm }) => !["RSA", "EC", "DSA"].includes(keyAlgorithm),
  }),
} satisfies LintRules;

/** The required AlgorithmIdentifiers of RSA, P-256, P-384 and P-521 keys. */
export const KEY_ALGORITHMS: ReadonlySet<string> = new Set([
  "300D06092A864886F70D0101010500",
  "301306072A8648CE3D020106082A8648CE3D030107",
  "301006072A8648CE3D020106052B81040022",
  "301006072A8648CE3D020106052B81040023",
]);
/** The required AlgorithmIdentifiers of PSS signatures with SHA-256, SHA-384 and SHA-512. */
const PSS_ALGORITHMS: ReadonlySet<string> = new Set(
  [["01", "20"], ["02", "30"], ["03", "40"]].map(([hash, salt]) =>
    "304106092A864886F70D01010A3034A00F300D06096086480165030402" + hash +
    "0500A11C301A06092A864886F70D010108300D06096086480165030402" + hash +
    "0500A2030201" + salt
  ),
);
const RSASSA_PSS = "1.2.840.113549.1.1.10";
/** The required AlgorithmIdentifiers of ECDSA, each with the longest signature of its curve in bytes. */
const ECDSA_ALGORITHMS = [
  [72, "300A06082A8648CE3D040302"],
  [104, "300A06082A8648CE3D040303"],
  [140, "300A06082A8648CE3D040304"],
] as const;

/** The hashes that signatures may use. */
const HASHES: ReadonlySet<string> = new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]);
const hashOf = ({ certificate: { signature: { scheme, pss } } }: LintExamined): string =>
  pss?.hash ?? scheme.hash ?? "";
const schemeOf = ({ certificate: { signature: { scheme } } }: LintExamined) => scheme.scheme;

/** Returns the AlgorithmIdentifier of the key as upper-case hex of its DER. */
export const keyAlgorithmDer = ({ certificate: { publicKey } }: LintExamined): string =>
  toHex(publicKey.bytes, publicKey.algorithm.start, publicKey.algorithm.end);
const signatureAlgorithmDer = ({ fields }: LintExamined): string =>
  fields[1] ? toHex(fields[1].whole) : "";

export const tlsAlgorithmLints = {
  key_algorithm_encoding: publicLint({
    clause: tlsRequirements("7.1.3.1"),
    since: "2020-08-20",
    title: "The algorithm of its key is not encoded as required",
    advice: ADVICE.reissue,
    at: "subjectPublicKeyInfo",
    check: (examined) => !KEY_ALGORITHMS.has(keyAlgorithmDer(examined)),
  }),
  ec_key_algorithm_encoding: publicLint({
    clause: mozillaPolicy("5.1.2"),
    since: "2025-03-15",
    title: "The algorithm of its elliptic curve key is not encoded as required",
    advice: ADVICE.reissue,
    at: "subjectPublicKeyInfo",
    check: (examined) =>
      examined.keyAlgorithm === "EC" && !KEY_ALGORITHMS.has(keyAlgorithmDer(examined)),
  }),
  ec_signature_algorithm_encoding: publicLint({
    clause: mozillaPolicy("5.1.2"),
    since: "2025-03-15",
    title: "The algorithm of its ECDSA signature does not match the key that signed",
    at: "signature",
    check: (examined) => {
      const { signature: { scheme, bytes } } = examined.certificate;
      if (scheme.scheme !== "ecdsa") return false;
      const wanted = ECDSA_ALGORITHMS.find(([most]) => bytes.length <= most);
      return signatureAlgorithmDer(examined) !== wanted?.[1];
    },
  }),
  pss_key: publicLint({
    clause: mozillaPolicy("5.1.1"),
    since: "2020-01-01",
    title: "Its RSA key is marked as for PSS only",
    at: "subjectPublicKeyInfo",
    check: ({ certificate: { publicKey } }) => publicKey.algorithm.oid === RSASSA_PSS,
  }),
  pss_signature_encoding: publicLint({
    clause: mozillaPolicy("5.1.1"),
    since: "2020-01-01",
    title: "The algorithm of its PSS signature is not encoded as required",
    at: "signature",
    check: (examined) =>
      examined.certificate.signature.algorithm.oid === RSASSA_PSS &&
      !PSS_ALGORITHMS.has(signatureAlgorithmDer(examined)),
  }),
  signature_sha1: publicLint({
    clause: tlsRequirements("7.1.3.2"),
    since: "2016-01-01",
    roles: ["intermediate", "leaf"],
    title: "It is signed with SHA-1",
    why: "Current clients refuse certificates that are signed with SHA-1.",
    at: "signature",
    check: ({ certificate: { signature } }) => signature.scheme.hash === "SHA-1",
  }),
  signature_sha1_beyond_2016: publicLint({
    severity: "warning",
    clause: tlsRequirements("7.1.3 (version 1.2.1)"),
    since: "2015-01-16",
    roles: ["leaf"],
    title: "It is signed with SHA-1, but valid beyond 2016",
    at: "signature",
    check: (examined) =>
      examined.certificate.signature.scheme.hash === "SHA-1" &&
      ends(examined) > Date.parse("2017-01-01"),
  }),
  signature_algorithm_unknown: publicLint({
    clause: tlsRequirements("7.1.3.2"),
    title: "It is signed with an algorithm that is not allowed",
    at: "signature",
    check: (examined) =>
      !["pkcs1", "pss", "ecdsa", "dsa"].includes(schemeOf(examined)) ||
      !HASHES.has(hashOf(examined)),
  }),
  signature_algorithm_unusual: publicLint({
    severity: "info",
    clause: tlsRequirements("7.1.3.2"),
    title: "It is signed in a way that not every client can verify",
    why: "Older clients know neither PSS nor rare algorithms, and refuse the certificate.",
    advice:
      "If all clients are current, nothing has to be done. Otherwise ask for RSA with SHA-256 or ECDSA.",
    at: "signature",
    check: (examined) =>
      !["pkcs1", "ecdsa", "dsa"].includes(schemeOf(examined)) || !HASHES.has(hashOf(examined)),
  }),
} satisfies LintRules;
