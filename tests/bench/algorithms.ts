/**
 * Requests of algorithms that WebCrypto lacks, decoded and verified, beside the libraries alone, which are
 * given key, data and signature as they want them. What ours takes longer is reading, padding and choosing.
 */
import { ecdsa } from "@noble/curves/abstract/weierstrass.js";
import { pow } from "@noble/curves/abstract/modular.js";
import { ed448 } from "@noble/curves/ed448.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { ml_dsa44, ml_dsa65, ml_dsa87 } from "@noble/post-quantum/ml-dsa.js";
import { slh_dsa_sha2_128s, slh_dsa_shake_128f } from "@noble/post-quantum/slh-dsa.js";
import { decode } from "../../core/csr/decode.ts";
import { Budget, createContext } from "../../core/kernel/context.ts";
import { Der } from "../../core/x509/asn1/der.ts";
import { curveOf } from "../../core/x509/keys/families/curves.ts";
import { pointsOf } from "../../core/x509/keys/families/points.ts";
import { readCertificationRequest } from "../../core/x509/objects/certification-request.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { ecdsaToRaw } from "../../core/x509/signatures/ecdsa.ts";
import { algorithmRequests } from "../fixtures/algorithms/index.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import type { Bench, Section } from "./harness.ts";

interface Parts {
  data: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
  key: Uint8Array;
  rsa: { modulus: bigint; exponent: bigint } | null;
}

function partsOf(csr: string): Parts {
  const der = new Der(readPem(csr)[0].bytes!, new Budget());
  const { tbs, signature, publicKey } = readCertificationRequest(der);
  const { bytes, keyStart, keyEnd, rsa } = publicKey;
  const number = (octets: Uint8Array) => BigInt(`0x${octets.toHex()}`);
  return {
    data: tbs,
    signature: signature.bytes,
    key: bytes.subarray(keyStart, keyEnd),
    rsa: rsa && { modulus: number(rsa.modulus), exponent: number(rsa.exponent) },
  };
}

function race(name: string, csr: string, library: (parts: Parts) => () => unknown): Bench {
  const alone = library(partsOf(csr));
  return {
    name: `Decode a CSR whole and verify its signature (${name})`,
    ours: {
      name: "ours (csr/decode)",
      async run() {
        const answer = await decode({ csr }, createContext());
        if (!answer.valid || answer.signatureValid !== true) throw new Error("not verified");
      },
    },
    peers: [{
      name: "the library alone, verifying",
      run() {
        if (!alone()) throw new Error("not verified");
      },
    }],
  };
}

const requestOf = (name: string) =>
  algorithmRequests.find((request) => request.name === name)!.input.csr;

const curve = (name: string, octets: number) => ({ data, signature, key }: Parts) => {
  const scheme = ecdsa(pointsOf(curveOf(name)!), sha256);
  const raw = ecdsaToRaw(signature, octets)!;
  return () => scheme.verify(raw, sha256(data), key, { prehash: false, lowS: false });
};
const signer =
  (library: Pick<typeof ml_dsa44, "verify">) => ({ data, signature, key }: Parts) => () =>
    library.verify(signature, data, key);

const benches: Bench[] = [
  race("RSA-8192", csrFixture("rsa8192-sha256"), ({ data, signature, rsa }) => () => {
    const opened = pow(BigInt(`0x${signature.toHex()}`), rsa!.exponent, rsa!.modulus);
    return opened.toString(16).endsWith(sha256(data).toHex());
  }),
  race("P-224", requestOf("p224"), curve("P-224", 28)),
  race("secp256k1", csrFixture("secp256k1"), curve("secp256k1", 32)),
  race("brainpoolP256r1", csrFixture("brainpool-p256r1"), curve("brainpoolP256r1", 32)),
  race(
    "Ed448",
    csrFixture("ed448"),
    ({ data, signature, key }) => () => ed448.verify(signature, data, key, { zip215: false }),
  ),
  race("ML-DSA-44", requestOf("ml-dsa-44"), signer(ml_dsa44)),
  race("ML-DSA-65", requestOf("ml-dsa-65"), signer(ml_dsa65)),
  race("ML-DSA-87", requestOf("ml-dsa-87"), signer(ml_dsa87)),
  race("SLH-DSA-SHA2-128s", requestOf("slh-dsa-sha2-128s"), signer(slh_dsa_sha2_128s)),
  race("SLH-DSA-SHAKE-128f", requestOf("slh-dsa-shake-128f"), signer(slh_dsa_shake_128f)),
];

export const section: Section = { title: "Rare algorithms", benches };
