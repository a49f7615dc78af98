/** Rules of the Baseline Requirements and of Mozilla about algorithms, and how they are written. */
import { toHex } from "../../asn1/hex.ts";
import { mozillaPolicy, tlsRequirements } from "../documents.ts";
import { type LintExamined, type LintRules, publicLint } from "./examined.ts";

const ends = (examined: LintExamined) => examined.certificate.notAfter;

/** AlgorithmIdentifiers of RSA, P-256, P-384 and P-521 keys as they must be written. */
export const KEY_ALGORITHMS: ReadonlySet<string> = new Set([
  "300D06092A864886F70D0101010500",
  "301306072A8648CE3D020106082A8648CE3D030107",
  "301006072A8648CE3D020106052B81040022",
  "301006072A8648CE3D020106052B81040023",
]);
/** Of signatures with PSS, with SHA-256, SHA-384 and SHA-512. */
const PSS_ALGORITHMS: ReadonlySet<string> = new Set(
  [["01", "20"], ["02", "30"], ["03", "40"]].map(([hash, salt]) =>
    "304106092A864886F70D01010A3034A00F300D06096086480165030402" + hash +
    "0500A11C301A06092A864886F70D010108300D06096086480165030402" + hash +
    "0500A2030201" + salt
  ),
);
const RSASSA_PSS = "1.2.840.113549.1.1.10";
/** Of ECDSA, with the bytes that a signature by such a key has at most. */
const ECDSA_ALGORITHMS = [
  [72, "300A06082A8648CE3D040302"],
  [104, "300A06082A8648CE3D040303"],
  [140, "300A06082A8648CE3D040304"],
] as const;

/** Hashes that signatures may use. */
const HASHES: ReadonlySet<string> = new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]);
const hashOf = ({ certificate: { signature: { scheme, pss } } }: LintExamined): string =>
  pss?.hash ?? scheme.hash ?? "";
const schemeOf = ({ certificate: { signature: { scheme } } }: LintExamined) => scheme.scheme;

/** The key's AlgorithmIdentifier in DER, as upper-case hex. */
export const keyAlgorithmDer = ({ certificate: { publicKey } }: LintExamined): string =>
  toHex(publicKey.bytes, publicKey.algorithm.start, publicKey.algorithm.end);
const signatureAlgorithmDer = ({ fields }: LintExamined): string =>
  fields[1] ? toHex(fields[1].whole) : "";

export const tlsAlgorithmLints = {
  key_algorithm_encoding: publicLint({
    clause: tlsRequirements("7.1.3.1"),
    since: "2020-08-20",
    title: "The algorithm of its key is not encoded as required",
    at: "subjectPublicKeyInfo",
    check: (examined) => !KEY_ALGORITHMS.has(keyAlgorithmDer(examined)),
  }),
  ec_key_algorithm_encoding: publicLint({
    clause: mozillaPolicy("5.1.2"),
    since: "2025-03-15",
    title: "The algorithm of its elliptic curve key is not encoded as required",
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
    advice: "Nothing, where all clients are current. Otherwise ask for RSA with SHA-256 or ECDSA.",
    at: "signature",
    check: (examined) =>
      !["pkcs1", "ecdsa", "dsa"].includes(schemeOf(examined)) || !HASHES.has(hashOf(examined)),
  }),
} satisfies LintRules;
