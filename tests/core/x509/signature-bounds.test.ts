/** Signatures at the limits of the rules, and just beyond them. */
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { Der, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../core/x509/asn1/der-write.ts";
import { digestInfo } from "../../../core/x509/signatures/hashes.ts";
import { readSignature } from "../../../core/x509/signatures/signatures.ts";
import { bits, type Bytes, bytes, hex, NULL, octets, oid, seq } from "./rules/der.ts";
import { ecKey, rsaKey } from "./rules/key-maker.ts";
import { P256, writtenOut } from "./curve-maker.ts";
import { keyOf, type Signer, verdict } from "./signed.ts";

const RSA = "1.2.840.113549.1.1";
const SHA256_RSA = seq(oid(`${RSA}.11`), NULL);
const SHA256_ECDSA = seq(oid("1.2.840.10045.4.3.2"));
const ED25519 = seq(oid("1.3.101.112"));
const ED448 = seq(oid("1.3.101.113"));
const DOES_NOT_FIT = "no: The signature does not match the data and the key";

describe("S of Ed25519 (RFC 8032, 5.1.7)", () => {
  /** The order of the base point (RFC 8032, 5.1). */
  const L = 2n ** 252n + 27742317777372353535851937790883648493n;
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const info = bytes(...publicKey.export({ format: "der", type: "spki" }));
  const numberOf = (little: Uint8Array) => BigInt(`0x${little.toReversed().toHex()}`);
  const says = (change: (s: bigint) => bigint) =>
    verdict(info, ED25519, (tbs) => {
      const signature = bytes(...sign(null, tbs, privateKey));
      const s = change(numberOf(signature.subarray(32)));
      signature.set(hex(s.toString(16).padStart(64, "0")).reverse(), 32);
      return signature;
    });

  it("is below the order", async () => {
    const outOfRange = "no: The signature is out of range for the key";
    assert.equal(await says((s) => s), "holds");
    assert.equal(await says((s) => s + L), outOfRange, "the same signature in another form");
    assert.equal(await says(() => L), outOfRange);
    assert.equal(await says(() => L - 1n), DOES_NOT_FIT);
    assert.equal(await says(() => 0n), DOES_NOT_FIT);
  });
});

describe("keys that are not points", () => {
  it("are rejected for Ed448 if y is not below the prime (RFC 8032, 5.2.3)", async () => {
    const info = seq(ED448, element(TAG.BIT_STRING, bytes(0), new Uint8Array(57).fill(0xff)));
    assert.equal(
      await verdict(info, ED448, () => new Uint8Array(114)),
      "unknown: The public key is not valid: The key is not a point on its curve",
    );
  });

  const ONES = () => seq(integer(1), integer(1));
  const says = (info: Bytes) => verdict(info, SHA256_ECDSA, ONES);

  it("are rejected unless they begin with 02, 03 or 04 (SEC 1, 2.3.4)", async () => {
    const notAPoint = /^unknown: The public key is not valid: The key is not a point/;
    const both = bytes(...P256.x, ...P256.y);
    for (const curve of [seq(oid("1.2.840.10045.2.1"), P256.name), writtenOut(P256)]) {
      const under = (...point: number[]) => says(seq(curve, bits(0, ...point)));
      assert.equal(await under(4, ...both), DOES_NOT_FIT);
      assert.equal(await under(2, ...P256.x), DOES_NOT_FIT);
      assert.equal(await under(3, ...P256.x), DOES_NOT_FIT);
      for (const first of [0, 1, 2, 3, 5, 6, 7]) {
        assert.match(await under(first, ...both), notAPoint);
      }
      for (const first of [0, 1, 4, 5]) assert.match(await under(first, ...P256.x), notAPoint);
      assert.match(await under(4, ...both.with(63, both[63] ^ 1)), notAPoint);
      // No point has this x: x^3 + ax + b is not a square.
      assert.match(await under(2, ...P256.x.with(31, P256.x[31] ^ 3)), notAPoint);
    }
  });

  it("are unknown for unsupported and obsolete curves", async () => {
    const unknown = "unknown: This tool cannot verify ECDSA on this curve";
    assert.equal(await says(ecKey("1.2.3.4")), unknown);
    const other = { ...P256, b: P256.b.with(31, P256.b[31] ^ 1) };
    assert.equal(await says(seq(writtenOut(other), bits(0, 4, ...P256.x, ...P256.y))), unknown);
    assert.equal(
      await says(ecKey("1.2.840.10045.3.1.1", bytes(4, ...new Uint8Array(48)))),
      "unknown: ECDSA on P-192 is obsolete, and this tool does not verify it",
    );
  });
});

describe("RSA keys", () => {
  const says = (info: Bytes, algorithm = SHA256_RSA, length = 128) =>
    verdict(info, algorithm, () => new Uint8Array(length));
  const size = 1024;

  it("have an exponent of at least 3 (RFC 8017, 3.1), in whatever encoding", async () => {
    assert.equal(await says(rsaKey({ size, exponent: bytes(3) })), DOES_NOT_FIT);
    // With exponent 1, a signature is the padded digest, which anyone can compute.
    const forge: Signer = (tbs) => {
      const info = digestInfo("SHA-256", createHash("sha256").update(tbs).digest());
      return bytes(0, 1, ...new Uint8Array(125 - info.length).fill(0xff), 0, ...info);
    };
    for (const zeros of [0, 1, 5, 6, 40]) {
      const exponent = bytes(...new Uint8Array(zeros), 1);
      assert.equal(
        await verdict(rsaKey({ size, exponent }), SHA256_RSA, forge),
        "unknown: The public key is not valid: The RSA public exponent is 1",
      );
    }
    const exponent = bytes(...new Uint8Array(40), 1, 0, 1);
    assert.equal(await says(rsaKey({ size, exponent })), DOES_NOT_FIT);
  });

  it("have positive numbers (RFC 8017, 3.1)", async () => {
    const high = bytes(0x80, ...new Uint8Array(126), 1);
    const negative = "unknown: The public key is not valid: The RSA modulus is negative";
    assert.equal(await says(rsaKey({ number: high })), negative);
    assert.equal(await says(rsaKey({ number: bytes(0, ...high) })), DOES_NOT_FIT);
    const exponent = "unknown: The public key is not valid: The RSA public exponent is negative";
    assert.equal(await says(rsaKey({ size, exponent: bytes(0x80, 1) })), exponent);
  });

  it("verify nothing if they cannot be read", async () => {
    const broken = seq(seq(oid(`${RSA}.1`), NULL), bits(0, ...seq(integer(5))));
    assert.equal(await says(broken), "unknown: The public key cannot be read");
  });

  it("verify nothing if their restriction cannot be read (RFC 4055, 3.3)", async () => {
    const { algorithm, ...key } = keyOf(rsaKey({ size }));
    const numbers = key.bytes.subarray(key.keyStart, key.keyEnd);
    const under = (...parameters: Bytes[]) =>
      says(seq(seq(oid(`${RSA}.10`), ...parameters), bits(0, ...numbers)), seq(oid(`${RSA}.10`)));
    assert.equal(await under(), DOES_NOT_FIT);
    assert.equal(await under(seq(element(0xa2, integer(20)))), DOES_NOT_FIT);
    for (const broken of [NULL, seq(integer(20)), seq(element(0xa2, octets()))]) {
      assert.equal(await under(broken), "unknown: The public key cannot be read");
    }
    assert.equal(algorithm.oid, `${RSA}.1`);
  });
});

describe("the parameters of RSASSA-PSS (RFC 8017, A.2.3)", () => {
  const SHA256 = seq(oid("2.16.840.1.101.3.4.2.1"));
  const MGF1 = oid("1.2.840.113549.1.1.8");
  const hash = (algorithm: Bytes) => element(0xa0, algorithm);
  const mask = (algorithm: Bytes) => element(0xa1, seq(MGF1, algorithm));
  const salt = (length: Bytes) => element(0xa2, length);
  const pss = (...parts: Bytes[]) => seq(oid(`${RSA}.10`), seq(...parts));
  const says = (algorithm: Bytes, info = rsaKey({ size: 1024 }), length = 128) =>
    verdict(info, algorithm, () => new Uint8Array(length));

  it("must all be known to verify the signature", async () => {
    assert.equal(await says(pss()), DOES_NOT_FIT, "the defaults");
    const unreadable = "unknown: The parameters of the signature cannot be read";
    for (const part of [NULL, element(0xa2, octets()), element(0xa0, NULL)]) {
      assert.equal(await says(pss(part)), unreadable);
    }
    const such = "unknown: This tool cannot verify RSASSA-PSS with these parameters";
    assert.equal(await says(pss(element(0xa1, seq(oid("1.2.3"), SHA256)))), such, "no MGF1");
    assert.equal(await says(pss(element(0xa1, seq(MGF1)))), such, "MGF1 of no hash");
    assert.equal(await says(pss(mask(seq(oid("1.2.3"))))), such, "MGF1 of another hash");
    assert.equal(await says(pss(element(0xa3, integer(2)))), such, "another trailer");
    const other = "unknown: This tool cannot verify RSA with 1.2.3";
    assert.equal(await says(pss(hash(seq(oid("1.2.3"))))), other);
    const md4 = "unknown: RSA with MD4 is obsolete, and this tool does not verify it";
    assert.equal(await says(pss(hash(seq(oid("1.2.840.113549.2.4"))))), md4);
  });

  it("have a salt from 0 octets to the longest that fits (RFC 8017, 9.1.1, step 3)", async () => {
    const tooLong = "no: The salt is too long for the key";
    const sha256 = (length: Bytes) => pss(hash(SHA256), mask(SHA256), salt(length));
    for (const length of [integer(0), integer(94)]) {
      assert.equal(await says(sha256(length)), DOES_NOT_FIT);
    }
    const negative = element(TAG.INTEGER, bytes(0xff));
    const endless = element(TAG.INTEGER, bytes(1, 0, 0, 0, 0, 0, 0));
    for (const length of [integer(95), negative, endless]) {
      assert.equal(await says(sha256(length)), tooLong);
    }
    // 1,025 bits hold as much as 1,024 do with the first of them left out; 1,026 an octet more.
    for (const [first, room] of [[1, 94], [2, 95]]) {
      const number = bytes(first, ...new Uint8Array(127).fill(0x5a), 1);
      const under = (length: number) => says(sha256(integer(length)), rsaKey({ number }), 129);
      assert.notEqual(await under(room), tooLong);
      assert.equal(await under(room + 1), tooLong);
    }
  });
});

describe("the parameters of a signature's algorithm", () => {
  const read = (algorithm: Bytes, budget = new Budget()) => {
    const bytes = seq(algorithm, bits(0, 1, 2, 3));
    const der = new Der(bytes, budget);
    der.expect(0, bytes.length, TAG.SEQUENCE, "signed");
    readSignature(der, der.body, der.end);
    return der.findings.list().map(({ code }) => code).join();
  };

  it("must be absent, NULL or either, as its RFC requires", () => {
    const wanted: Readonly<Record<string, readonly [absent: string, nul: string]>> = {
      // RFC 4055, 5: NULL, but readers take both.
      [`${RSA}.11`]: ["", ""],
      // RFC 5758, 3.2; RFC 8692, 3; RFC 8410, 3; RFC 9881, 2; RFC 9909, 3: absent.
      "1.2.840.10045.4.3.2": ["", "parameters_wrong"],
      "1.3.6.1.5.5.7.6.30": ["", "parameters_wrong"],
      "1.3.6.1.5.5.7.6.31": ["", "parameters_wrong"],
      "1.3.6.1.5.5.7.6.32": ["", "parameters_wrong"],
      "1.3.101.112": ["", "parameters_wrong"],
      "2.16.840.1.101.3.4.3.17": ["", "parameters_wrong"],
      "2.16.840.1.101.3.4.3.20": ["", "parameters_wrong"],
      // RFC 4055, 3.1: RSASSA-PSS-params, or absent.
      [`${RSA}.10`]: ["", "algorithm_malformed"],
      // Unknown and unsupported algorithms are not checked.
      "1.2.840.10040.4.3": ["", ""],
      "1.2.643.2.2.3": ["", ""],
      "1.2.3.4": ["", ""],
    };
    for (const [dotted, [absent, nul]] of Object.entries(wanted)) {
      assert.equal(read(seq(oid(dotted))), absent, dotted);
      assert.equal(read(seq(oid(dotted), NULL)), nul, dotted);
    }
  });

  it("are not reported as malformed if the budget runs out", () => {
    const algorithm = seq(oid(`${RSA}.10`), seq(element(0xa2, integer(32))));
    const budget = new Budget();
    assert.equal(read(algorithm, budget), "");
    for (let nodes = 0; nodes < budget.spent("nodes"); nodes++) {
      assert.throws(() => read(algorithm, new Budget({ nodes })), { code: "too_complex" });
    }
  });
});
