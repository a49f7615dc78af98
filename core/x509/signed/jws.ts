/**
 * Reads and verifies JSON Web Signatures whose header has the signer's certificate, x5c (RFC 7515). Keys in
 * headers (jwk), addresses (jku, x5u) and names of keys (kid) are ignored, because the author of the
 * message chose them.
 */
import type { Budget } from "../../kernel/context.ts";
import { named } from "../../kernel/formatting.ts";
import { readJson, repeatedMember } from "../../kernel/json.ts";
import { concatenate } from "../../kernel/octets.ts";
import { TAG } from "../asn1/der.ts";
import { element, unsignedInteger } from "../asn1/der-write.ts";
import type { Candidate } from "../constraints/candidate.ts";
import { decodeBase64, encodeBase64Url } from "../pem/base64.ts";
import type { PublicKey } from "../shapes.ts";
import { isJws } from "./jws-form.ts";
import type { SignatureVerdict } from "./signer.ts";
import { hashOctets } from "../signatures/hashes.ts";
import type { Signature, SignatureScheme } from "../signatures/signatures.ts";
import { verifySignature } from "../signatures/verify.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Members = Readonly<Record<string, unknown>>;

/** More signatures and certificates than any message in use has. */
const MAX_SIGNATURES = 64;
const MAX_CERTIFICATES = 20;

/** One signature of a message. */
interface JwsSignature {
  /** The algorithm as its header names it; "" without one. */
  readonly algorithm: string;
  /** The certificates of x5c in DER, that of the signer first; empty without x5c. */
  readonly certificates: readonly Bytes[];
  /** Why the signature does not hold or cannot be verified, whatever the key; null if nothing is wrong. */
  readonly fault: { readonly valid: false | null; readonly message: string } | null;
  /** The protected header as it is signed. */
  readonly protectedText: string;
  /** Whether the payload is signed as base64url; false for b64 of RFC 7797. */
  readonly isEncoded: boolean;
  readonly bytes: Bytes;
}

export interface Jws {
  /** The payload as it is in the message; null if it is detached. */
  readonly payload: string | null;
  readonly signatures: readonly JwsSignature[];
  /** The number of all signatures, which may be larger than `signatures`. */
  readonly count: number;
  /** The type that the first header names, such as "JWT"; null without one. */
  readonly type: string | null;
}

/** How an algorithm signs, and the key that it needs (RFC 7518, 3.1; RFC 8037; RFC 8812; RFC 9864). */
interface Algorithm {
  readonly scheme: SignatureScheme["scheme"];
  readonly hash: string | null;
  /** "RSA", the name of a curve, or the key algorithm. */
  readonly key: string;
}

const rsa = (scheme: "pkcs1" | "pss", hash: string): Algorithm => ({ scheme, hash, key: "RSA" });
const ecdsa = (hash: string, key: string): Algorithm => ({ scheme: "ecdsa", hash, key });

const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ["RS256", rsa("pkcs1", "SHA-256")],
  ["RS384", rsa("pkcs1", "SHA-384")],
  ["RS512", rsa("pkcs1", "SHA-512")],
  ["PS256", rsa("pss", "SHA-256")],
  ["PS384", rsa("pss", "SHA-384")],
  ["PS512", rsa("pss", "SHA-512")],
  ["ES256", ecdsa("SHA-256", "P-256")],
  ["ES384", ecdsa("SHA-384", "P-384")],
  ["ES512", ecdsa("SHA-512", "P-521")],
  ["ES256K", ecdsa("SHA-256", "secp256k1")],
  ["EdDSA", { scheme: "eddsa", hash: null, key: "EdDSA" }],
  ["Ed25519", { scheme: "eddsa", hash: null, key: "Ed25519" }],
  ["Ed448", { scheme: "eddsa", hash: null, key: "Ed448" }],
  ...["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"].map((key) =>
    [key, { scheme: "ml-dsa" as const, hash: null, key }] as const
  ),
]);

/** Reads a message in compact form or as JSON (RFC 7515, 7); null if the text is something else. */
export function readJws(text: string): Jws | null {
  if (!isJws(text)) return null;
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return readMessage(trimmed);
  const [protectedText, payload, signature] = trimmed.split(".");
  return messageOf(payload === "" ? null : payload, [{ protected: protectedText, signature }]);
}

const isBase64Url = (text: string): boolean => /^[\w-]*$/.test(text);

function readMessage(text: string): Jws | null {
  const { value } = readJson(text);
  if (!isObject(value)) return null;
  const { payload = null, signatures, ...flat } = value;
  if (payload !== null && typeof payload !== "string") return null;
  const list = Array.isArray(signatures) ? signatures : [flat];
  if (list.length === 0) return null;
  return list.every((entry) => isObject(entry) && typeof entry.signature === "string")
    ? messageOf(payload as string | null, list as Members[], repeatedMember(text))
    : null;
}

/** `repeated` is a name that an object of the message has twice; null if each is unique. */
function messageOf(
  payload: string | null,
  list: readonly Members[],
  repeated: string | null = null,
): Jws {
  const signatures = list.slice(0, MAX_SIGNATURES).map((entry) => readSignature(entry, repeated));
  const first = parseHeader(list[0].protected);
  const type = typeof first?.typ === "string" ? first.typ : null;
  return { payload, signatures, count: list.length, type };
}

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parseHeader(text: unknown): Members | null {
  if (typeof text !== "string") return null;
  const bytes = decodeBase64Url(text);
  if (bytes === null) return null;
  const json = textOf(bytes);
  const header = json === null ? null : readJson(json).value;
  return isObject(header) ? header : null;
}

/** UTF-8 as text; null for other octets. */
function textOf(bytes: Bytes): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Strict base64url (RFC 7515, 2): no padding, white space or stray bits; null for anything else. */
function decodeBase64Url(text: string): Bytes | null {
  if (text === "" || !isBase64Url(text)) return null;
  const bytes = decodeBase64(text);
  return typeof bytes === "string" || encodeBase64Url(bytes) !== text ? null : bytes;
}

function readSignature(entry: Members, repeated: string | null): JwsSignature {
  const protectedText = typeof entry.protected === "string" ? entry.protected : "";
  const integrity = parseHeader(protectedText) ?? {};
  const open = isObject(entry.header) ? entry.header : {};
  const bytes = decodeBase64Url(entry.signature as string) ?? new Uint8Array();
  const algorithm = typeof integrity.alg === "string" ? integrity.alg : "";
  const x5c = integrity.x5c ?? open.x5c;
  const certificates = certificatesOf(x5c);
  return {
    algorithm,
    certificates: certificates ?? [],
    fault: repeatedFault(repeated) ??
      faultOf({ integrity, open, protectedText, algorithm, certificates, x5c, bytes }),
    protectedText,
    isEncoded: integrity.b64 !== false,
    bytes,
  };
}

/** Ordinary base64 of DER, not base64url (RFC 7515, 4.1.6); null if there is anything else. */
function certificatesOf(x5c: unknown): Bytes[] | null {
  if (!Array.isArray(x5c) || x5c.length > MAX_CERTIFICATES) return null;
  const certificates: Bytes[] = [];
  for (const text of x5c) {
    const bytes = typeof text === "string" ? decodeBase64(text) : "";
    if (typeof bytes === "string") return null;
    certificates.push(bytes);
  }
  return certificates;
}

interface Parts {
  readonly integrity: Members;
  readonly open: Members;
  readonly protectedText: string;
  readonly algorithm: string;
  readonly certificates: readonly Bytes[] | null;
  readonly x5c: unknown;
  readonly bytes: Bytes;
}

/** RFC 8259, 4: programs read the first member of a name, or the last, or none. */
const repeatedFault = (name: string | null): JwsSignature["fault"] =>
  name === null ? null : {
    valid: null,
    message: `The message has the member ${named(name)} twice, and programs read one or the other.`,
  };

/** The fault of the headers, which no key can heal; null if they have none. */
function faultOf(parts: Parts): JwsSignature["fault"] {
  const { integrity, open, protectedText, algorithm, certificates, x5c, bytes } = parts;
  const no = (message: string) => ({ valid: false as const, message });
  const unknown = (message: string) => ({ valid: null, message });
  if (protectedText !== "" && parseHeader(protectedText) === null) {
    return no("The protected header cannot be read.");
  }
  // RFC 7515, 4: the names must be unique.
  const header = protectedText === "" ? null : textOf(decodeBase64Url(protectedText)!);
  if (header !== null && repeatedMember(header) !== null) {
    return no("A parameter of the protected header occurs twice.");
  }
  // RFC 7515, 7.2.1: the names of both headers must be different.
  if (Object.keys(open).some((name) => Object.hasOwn(integrity, name))) {
    return no("A header parameter occurs twice: once protected and once not.");
  }
  if (algorithm === "") return no("The protected header does not name an algorithm.");
  if (algorithm === "none") return no("The algorithm is none: the message is not signed.");
  if (/^HS\d+$/.test(algorithm)) {
    return x5c === undefined
      ? unknown(`${algorithm} uses a shared secret, and this tool does not have it.`)
      : no(`${algorithm} uses a shared secret, which proves nothing about a certificate.`);
  }
  const critical = criticalFault(integrity, open);
  if (critical !== null) return critical;
  if (!ALGORITHMS.has(algorithm)) return unknown("This tool does not know the algorithm.");
  if (x5c === undefined) {
    return unknown("It has no certificate (x5c), so this tool cannot verify who signed it.");
  }
  if (certificates === null || certificates.length === 0) {
    return unknown("The certificates in x5c cannot be read.");
  }
  return bytes.length === 0 ? no("The signature is empty or cannot be read.") : null;
}

/** RFC 7515, 4.1.11: an extension that is critical and unknown makes the signature invalid. b64 is RFC 7797. */
function criticalFault(integrity: Members, open: Members): JwsSignature["fault"] {
  const no = (message: string) => ({ valid: false as const, message });
  if (Object.hasOwn(open, "crit") || Object.hasOwn(open, "b64")) {
    return no("The headers crit and b64 must be protected.");
  }
  const { crit, b64 } = integrity;
  if (b64 !== undefined) {
    const isListed = Array.isArray(crit) && crit.includes("b64");
    if (typeof b64 !== "boolean" || !isListed) {
      return no("The header b64 must be true or false, and named in crit (RFC 7797, 6).");
    }
  }
  if (crit === undefined) return null;
  if (!Array.isArray(crit) || crit.length === 0) {
    return no("The header crit must name at least one extension.");
  }
  return crit.every((name) => name === "b64" && b64 !== undefined) ? null : no(
    "The header has a critical extension that this tool does not know, so the signature must be refused (RFC 7515, 4.1.11).",
  );
}

/**
 * Verifies one signature with the key of `certificate`, the first of x5c. `payload` is the payload as in the
 * message, or the octets of a detached one; null if it is missing. Throws `too_complex` if the budget is used
 * up.
 */
export async function checkJws(
  signature: JwsSignature,
  payload: string | Bytes | null,
  certificate: Candidate | null,
  budget: Budget,
): Promise<SignatureVerdict> {
  const { fault, algorithm } = signature;
  if (fault !== null) {
    const code = fault.valid === null ? "unsupported" : "attributes_invalid";
    return { ...fault, code, certificate };
  }
  if (certificate === null) {
    const message = "The first certificate in x5c cannot be read.";
    return { valid: null, code: "certificate_missing", message, certificate };
  }
  const wanted = ALGORITHMS.get(algorithm)!;
  const { publicKey } = certificate.certificate;
  const misfit = keyMisfit(algorithm, wanted, publicKey.key);
  if (misfit !== null) {
    return { valid: false, code: "signature_invalid", message: misfit, certificate };
  }
  if (payload === null) {
    return {
      valid: null,
      code: "content_missing",
      message:
        "The signature is detached, and the signed file is missing. Add the file that was signed.",
      certificate,
    };
  }
  const tbs = signingInput(signature, payload);
  if (tbs === null) {
    const message = "The payload cannot be read.";
    return { valid: false, code: "content_altered", message, certificate };
  }
  const made = signatureOf(signature, wanted, publicKey.key);
  if (made === null) {
    const message = "The signature does not have the length that its algorithm requires.";
    return { valid: false, code: "signature_invalid", message, certificate };
  }
  const { valid, problem } = await verifySignature({ tbs, signature: made }, publicKey, budget);
  if (valid === true) {
    return { valid, code: "valid", message: "The signature is valid.", certificate };
  }
  return valid === null ? { valid, code: "unsupported", message: `${problem}.`, certificate } : {
    valid,
    code: "signature_invalid",
    message: "The signature does not match the payload and the certificate in x5c.",
    certificate,
  };
}

/** ASCII(protected header . payload) (RFC 7515, 5.1; RFC 7797, 3). */
function signingInput(
  { protectedText, isEncoded }: JwsSignature,
  payload: string | Bytes,
): Bytes | null {
  const encoder = new TextEncoder();
  const head = encoder.encode(`${protectedText}.`);
  let body: Bytes;
  if (typeof payload === "string") {
    if (isEncoded && !isBase64Url(payload)) return null;
    body = encoder.encode(payload);
  } else body = isEncoded ? encoder.encode(encodeBase64Url(payload)) : payload;
  return concatenate([head, body]);
}

/** RFC 7518, 3.3 and 3.5. */
const MIN_RSA_BITS = 2048;

/** A sentence if the algorithm needs another key; null if it fits. */
function keyMisfit(alg: string, { key: wanted }: Algorithm, key: PublicKey): string | null {
  const { algorithm, curve, bits } = key;
  const isEdwards = wanted === "EdDSA" && /^Ed\d+$/.test(algorithm);
  const isRsa = wanted === "RSA" && algorithm.startsWith("RSA");
  const isCurve = algorithm === "EC" && curve === wanted;
  if (!isEdwards && !isRsa && !isCurve && algorithm !== wanted) {
    return `The algorithm ${alg} does not match the key of the certificate.`;
  }
  return isRsa && bits !== null && bits < MIN_RSA_BITS
    ? `${alg} requires an RSA key of at least ${MIN_RSA_BITS} bits (RFC 7518, 3.3); this one has ${bits}.`
    : null;
}

/** Octets of each half of a signature (RFC 7518, 3.4; RFC 8812, 3.2). */
const HALVES: ReadonlyMap<string, number> = new Map([
  ["P-256", 32],
  ["P-384", 48],
  ["P-521", 66],
  ["secp256k1", 32],
]);

/** The signature in the form of X.509; null if its length is wrong. */
function signatureOf(
  { algorithm: alg, bytes }: JwsSignature,
  { scheme, hash, key }: Algorithm,
  { algorithm }: PublicKey,
): Signature | null {
  let value = bytes;
  if (scheme === "ecdsa") {
    const octets = HALVES.get(key)!;
    if (bytes.length !== 2 * octets) return null;
    const [r, s] = [bytes.subarray(0, octets), bytes.subarray(octets)];
    value = element(TAG.SEQUENCE, unsignedInteger(r), unsignedInteger(s));
  }
  // Keys of these schemes name the signature algorithm.
  const name = scheme === "eddsa" || scheme === "ml-dsa" ? algorithm : alg;
  return {
    algorithm: { oid: alg, start: 0, end: 0, parametersStart: null },
    scheme: { name, scheme, hash },
    pss: scheme === "pss"
      ? { hash: hash!, mgfHash: hash, saltLength: hashOctets(hash!)!, trailerField: 1 }
      : null,
    bytes: value,
    whole: true,
    end: 0,
  };
}

/** The certificates of all signatures in a text, in DER; empty if the text is not a JWS. */
export function certificatesOfJws(text: string): Bytes[] {
  return readJws(text)?.signatures.flatMap(({ certificates }) => certificates) ?? [];
}
