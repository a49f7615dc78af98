/**
 * No signature holds over changed bytes. An input is an issuer's key with a certificate, or a
 * request by itself. A signature that holds must be one of the fixtures': only there the owner of
 * the key has signed.
 */
import { Budget } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { readCertificationRequest } from "../../../core/x509/objects/certification-request.ts";
import { Der, TAG } from "../../../core/x509/asn1/der.ts";
import { readPublicKey, type SubjectPublicKeyInfo } from "../../../core/x509/keys/public-keys.ts";
import type { RsaPublicKey } from "../../../core/x509/keys/families/rsa-public-keys.ts";
import { digest, mask } from "../../../core/x509/signatures/digests.ts";
import { digestInfo } from "../../../core/x509/signatures/hashes.ts";
import { verifyPkcs1, verifyPss } from "../../../core/x509/signatures/rsa-library.ts";
import { type Signature } from "../../../core/x509/signatures/signatures.ts";
import { verifySignature } from "../../../core/x509/signatures/verify.ts";
import { objects } from "../seeds.ts";
import { type AnyTarget, bytesTarget, must, refusal, sameBytes, squash } from "../target.ts";

type Bytes = Uint8Array<ArrayBuffer>;

interface Signed {
  tbs: Bytes;
  signature: Signature;
  key: SubjectPublicKeyInfo;
}

/** An issuer's key with a certificate behind it. */
function readIssued(bytes: Bytes): Signed {
  const budget = new Budget();
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "key");
  const { end } = der;
  const key = readPublicKey(der);
  const certificate = readCertificate(bytes.slice(end), budget);
  return { tbs: certificate.tbs, signature: certificate.signature, key };
}

function readRequest(bytes: Bytes): Signed {
  const { publicKey, signature, tbs } = readCertificationRequest(
    new Der(bytes, new Budget()),
  );
  return { tbs, signature, key: publicKey };
}

/** The signed data, the key and the signature. */
const made = new Set<string>();
const pairOf = ({ tbs, signature, key }: Signed) =>
  [tbs, signature.bytes, ...numbersOf(key)].map((part) => part.toBase64()).join(" ");

/** A key's numbers, because an RSA key in another encoding is the same key. */
const numbersOf = ({ rsa, bytes, keyStart, keyEnd }: SubjectPublicKeyInfo) =>
  rsa === null ? [bytes.subarray(keyStart, keyEnd)] : [rsa.modulus, rsa.exponent];

async function holding(candidates: readonly Bytes[], read: (bytes: Bytes) => Signed) {
  const kept: Bytes[] = [];
  for (const bytes of candidates) {
    try {
      const signed = read(bytes);
      const { valid } = await verifySignature(signed, signed.key, new Budget());
      if (valid !== true) continue;
      made.add(pairOf(signed));
      kept.push(bytes);
    } catch (thrown) {
      if (!isOperationError(thrown)) throw thrown;
    }
  }
  return kept;
}

const certificates = objects("certificate");

/** Each certificate together with every key of a certificate whose subject is its issuer. */
function issued(): Bytes[] {
  const read = certificates.flatMap((bytes) => {
    try {
      return [readCertificate(bytes, new Budget())];
    } catch (thrown) {
      if (!isOperationError(thrown)) throw thrown;
      return [];
    }
  });
  const bySubject = Map.groupBy(read, ({ subjectDer }) => subjectDer.toBase64());
  return read.flatMap((certificate) =>
    (bySubject.get(certificate.issuerDer.toBase64()) ?? []).slice(0, 4).map(({ spki }) => {
      const pair = new Uint8Array(spki.length + certificate.bytes.length);
      pair.set(spki);
      pair.set(certificate.bytes, spki.length);
      return pair;
    })
  );
}

const target = (name: string, seeds: readonly Bytes[], read: (bytes: Bytes) => Signed) =>
  bytesTarget({
    name,
    weight: 3,
    seeds,
    async run(bytes) {
      let signed;
      try {
        signed = read(bytes);
      } catch (thrown) {
        return refusal(thrown, "unreadable", "too_complex");
      }
      const { valid, problem } = await verifySignature(signed, signed.key, new Budget());
      must((valid === true) === (problem === null), "a verdict and its problem");
      if (valid === true) must(made.has(pairOf(signed)), "a signature over something else holds");
      return squash(`${valid} ${problem}`);
    },
  });

/**
 * Padding of RSA as it is when the signature was opened: with the exponent 1 the signature is the
 * encoded message itself, so that changes get to the padding. Only the two that were made hold.
 */
const DATA = new TextEncoder().encode("what is signed");
const PSS = { hash: "SHA-224", mgfHash: "SHA3-256", saltLength: 20, trailerField: 1 };
const MODULUS = new Uint8Array(128).fill(0xff);
const OPEN: RsaPublicKey = {
  bits: 1024,
  modulus: MODULUS,
  exponent: Uint8Array.of(1),
  smallExponent: 1,
  isNegative: false,
  fault: null,
};

function pkcs1Encoded(): Bytes {
  const info = digestInfo("SHA-224", digest("SHA-224", DATA));
  const encoded = new Uint8Array(128).fill(0xff);
  encoded.set([0, 1]);
  encoded[127 - info.length] = 0;
  encoded.set(info, 128 - info.length);
  return encoded;
}

function pssEncoded(): Bytes {
  const salt = new Uint8Array(20).fill(7);
  const check = digest(
    "SHA-224",
    Uint8Array.from([...new Uint8Array(8), ...digest("SHA-224", DATA), ...salt]),
  );
  const block = new Uint8Array(128 - check.length - 1);
  block[block.length - 21] = 1;
  block.set(salt, block.length - 20);
  const masked = mask("SHA3-256", check, block.length).map((octet, i) => octet ^ block[i]);
  masked[0] &= 0x7f;
  return Uint8Array.from([...masked, ...check, 0xbc]);
}

const paddings = [pkcs1Encoded(), pssEncoded()];

const padding = bytesTarget({
  name: "rsa-padding",
  weight: 3,
  seeds: paddings,
  run(bytes) {
    if (bytes.length !== 128 || bytes.every((octet) => octet === 0xff)) return "no signature";
    const holds = [
      verifyPkcs1(DATA, bytes, OPEN, "SHA-224"),
      verifyPss(DATA, bytes, OPEN, PSS),
    ];
    const isMade = paddings.map((made) => sameBytes(made, bytes));
    must(holds.every((held, i) => held === isMade[i]), "another padding holds");
    return holds.join(" ");
  },
});

export const signatures: readonly AnyTarget[] = [
  target("signed-certificate", await holding(issued(), readIssued), readIssued),
  padding,
  target("signed-request", await holding(objects("request"), readRequest), readRequest),
];
