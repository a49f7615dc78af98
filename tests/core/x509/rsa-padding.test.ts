/**
 * The padding of RSA signatures, which our own code judges (core/x509/signatures/rsa-library.ts).
 * The holder of the key breaks one rule at a time.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { pow } from "@noble/curves/abstract/modular.js";
import { describe, it } from "@std/testing/bdd";
import type { RsaPublicKey } from "../../../core/x509/keys/families/rsa-public-keys.ts";
import { mask } from "../../../core/x509/signatures/digests.ts";
import { digestInfo } from "../../../core/x509/signatures/hashes.ts";
import { verifyPkcs1, verifyPss } from "../../../core/x509/signatures/rsa-library.ts";

const DATA = new TextEncoder().encode("what is signed");

/** A key pair, and the operation with its private exponent alone. */
async function makeKey(modulusLength: number) {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength,
    publicExponent: Uint8Array.of(1, 0, 1),
  };
  const made = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const { n } = await crypto.subtle.exportKey("jwk", made.publicKey);
  const modulus = Uint8Array.fromBase64(n!, { alphabet: "base64url" });
  const key: RsaPublicKey = {
    bits: modulusLength,
    modulus,
    exponent: Uint8Array.of(1, 0, 1),
    smallExponent: 65537,
    isNegative: false,
    fault: null,
  };
  const number = (base64: string) =>
    BigInt(`0x${Uint8Array.fromBase64(base64, { alphabet: "base64url" }).toHex()}`);
  const { d } = await crypto.subtle.exportKey("jwk", made.privateKey);
  const sign = (encoded: Uint8Array) => {
    const power = pow(BigInt(`0x${encoded.toHex()}`), number(d!), number(n!));
    return Uint8Array.fromHex(power.toString(16).padStart(2 * modulus.length, "0"));
  };
  return { key, sign };
}

const sha224 = (...parts: Uint8Array[]) => {
  const hash = createHash("sha224");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

describe("RSASSA-PKCS1-v1_5", () => {
  /** The encoded message: 00 01 FF … 00 DigestInfo. */
  function encode(length: number, info: Uint8Array): Uint8Array {
    const encoded = new Uint8Array(length).fill(0xff);
    encoded.set([0, 1]);
    encoded[length - info.length - 1] = 0;
    encoded.set(info, length - info.length);
    return encoded;
  }

  it("is compared as a whole", async () => {
    const { key, sign } = await makeKey(1024);
    const { length } = key.modulus;
    const info = digestInfo("SHA-224", sha224(DATA));
    const verify = (encoded: Uint8Array) => verifyPkcs1(DATA, sign(encoded), key, "SHA-224");
    const right = encode(length, info);
    assert.equal(verify(right), true);
    assert.equal(verify(right.with(1, 2)), false, "block type");
    assert.equal(verify(right.with(0, 1)), false, "first octet");
    assert.equal(verify(right.with(5, 0xfe)), false, "filling");
    assert.equal(verify(right.with(length - info.length - 1, 1)), false, "end of the filling");
    assert.equal(verify(right.with(length - 1, right[length - 1] ^ 1)), false, "digest");
    // Bleichenbacher's forgery of 2006: a short filling, and what is behind the digest is free.
    const forged = new Uint8Array(length);
    forged.set([0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]);
    forged.set(info, 11);
    assert.equal(verify(forged), false, "octets behind the digest");
    // Without NULL, or with the length in the long form: the same digest in another encoding.
    const [outer, inner] = [info.slice(), info.subarray(2)];
    const withoutNull = Uint8Array.from([
      ...[0x30, outer[1] - 2, 0x30, inner[1] - 2],
      ...inner.subarray(2, inner[1]),
      ...inner.subarray(inner[1] + 2),
    ]);
    assert.equal(verify(encode(length, withoutNull)), false, "no NULL");
    const longForm = Uint8Array.from([0x30, 0x81, ...info.subarray(1)]);
    assert.equal(verify(encode(length, longForm)), false, "length in the long form");
    assert.equal(verifyPkcs1(DATA, sign(right), key, "SHA3-224"), false, "another digest");
  });

  it("needs at least eight octets of padding (RFC 8017, 9.2, step 3)", async () => {
    const digest = createHash("sha3-512").update(DATA).digest();
    const info = digestInfo("SHA3-512", new Uint8Array(digest));
    for (const filling of [7, 8]) {
      const length = 3 + filling + info.length;
      const { key, sign } = await makeKey(8 * length);
      const signature = sign(encode(length, info));
      assert.equal(verifyPkcs1(DATA, signature, key, "SHA3-512"), filling === 8);
    }
  });

  it("is invalid for a key that is too short for its digest", async () => {
    const { key, sign } = await makeKey(512);
    const info = digestInfo("SHA-512", new Uint8Array(createHash("sha512").update(DATA).digest()));
    const cut = new Uint8Array(64);
    cut.set(info.subarray(info.length - 63), 1);
    assert.equal(verifyPkcs1(DATA, sign(cut), key, "SHA-512"), false);
  });
});

describe("RSASSA-PSS", () => {
  const parameters = { hash: "SHA-224", mgfHash: "SHA-224", saltLength: 20, trailerField: 1 };

  interface Parts {
    salt?: Uint8Array;
    /** Over the octets before the salt, before they are masked. */
    change?: (block: Uint8Array) => void;
    trailer?: number;
    maskHash?: string;
  }

  /** EMSA-PSS-ENCODE (RFC 8017, 9.1.1), with what is changed. */
  function encode(bits: number, { salt, change, trailer, maskHash }: Parts = {}): Uint8Array {
    const length = Math.ceil((bits - 1) / 8);
    const own = salt ?? Uint8Array.from({ length: 20 }, (_, i) => i);
    const check = sha224(new Uint8Array(8), sha224(DATA), own);
    const block = new Uint8Array(length - check.length - 1);
    block.set(own, block.length - own.length);
    block[block.length - own.length - 1] = 1;
    change?.(block);
    const masked = mask(maskHash ?? "SHA-224", check, block.length)
      .map((octet, i) => octet ^ block[i]);
    masked[0] &= 0xff >> (8 * length - (bits - 1));
    return Uint8Array.from([...masked, ...check, trailer ?? 0xbc]);
  }

  for (const bits of [1024, 1025, 1031]) {
    it(`is valid only if it follows every rule, for ${bits} bits`, async () => {
      const { key, sign } = await makeKey(bits);
      const verify = (encoded: Uint8Array) => verifyPss(DATA, sign(encoded), key, parameters);
      // Masked octets differ with the salt.
      for (let first = 0; first < 8; first++) {
        const salt = new Uint8Array(20).fill(first);
        assert.equal(verify(encode(bits, { salt })), true);
      }
      assert.equal(verify(encode(bits, { trailer: 0xcc })), false, "trailer");
      const octets = (count: number) => new Uint8Array(count);
      assert.equal(verify(encode(bits, { salt: octets(19) })), false, "salt too short");
      assert.equal(verify(encode(bits, { salt: octets(21) })), false, "salt too long");
      assert.equal(verify(encode(bits, { maskHash: "SHA-256" })), false, "mask of another hash");
      const one = Math.ceil((bits - 1) / 8) - 28 - 1 - 20 - 1;
      assert.equal(
        verify(encode(bits, { change: (block) => void (block[one] = 2) })),
        false,
        "the octet before the salt",
      );
      assert.equal(
        verify(encode(bits, { change: (block) => void (block[one - 1] = 1) })),
        false,
        "filling",
      );
      const right = encode(bits);
      if ((bits - 1) % 8 !== 0) {
        assert.equal(
          verify(right.with(0, right[0] | 1 << (bits - 1) % 8)),
          false,
          "a bit beyond the key",
        );
      } else {
        // The modulus is one octet longer than the encoded message; that octet must be zero.
        assert.equal(verify(Uint8Array.from([1, ...right])), false, "an octet beyond the key");
      }
    });
  }

  it("accepts salts from none to the longest that fits", async () => {
    const { key, sign } = await makeKey(1024);
    for (const saltLength of [0, 128 - 28 - 2]) {
      const salt = new Uint8Array(saltLength).fill(7);
      const signature = sign(encode(1024, { salt }));
      assert.equal(verifyPss(DATA, signature, key, { ...parameters, saltLength }), true);
      assert.equal(verifyPss(DATA, signature, key, parameters), false);
    }
  });
});
