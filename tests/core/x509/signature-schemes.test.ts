/** Signature algorithms as the RFCs and NIST list them, and digests as Node works them out. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { digest, mask } from "../../../core/x509/signatures/digests.ts";
import {
  digestInfo,
  hashOctets,
  isObsoleteHash,
  MD5_SHA1,
} from "../../../core/x509/signatures/hashes.ts";
import { isBelow } from "../../../core/x509/signatures/plan.ts";
import { signatureScheme } from "../../../core/x509/signatures/signatures.ts";
import { TAG } from "../../../core/x509/asn1/der.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { bytes, oid, seq } from "./rules/der.ts";
import { keyOf, verdict } from "./signed.ts";

const NIST = "2.16.840.1.101.3.4.3";
const PKCS1 = "1.2.840.113549.1.1";
const X962 = "1.2.840.10045.4";
const PKIX = "1.3.6.1.5.5.7.6";

describe("signature algorithms", () => {
  it("include the hash for RSA, ECDSA and DSA", () => {
    const hashes: Readonly<Record<string, readonly [scheme: string, hash: string | null]>> = {
      // RFC 8017, A.2.4; RFC 3279, 2.2.1; RFC 4055, 5.
      [`${PKCS1}.2`]: ["pkcs1", "MD2"],
      [`${PKCS1}.3`]: ["pkcs1", "MD4"],
      [`${PKCS1}.4`]: ["pkcs1", "MD5"],
      [`${PKCS1}.5`]: ["pkcs1", "SHA-1"],
      [`${PKCS1}.10`]: ["pss", null],
      [`${PKCS1}.11`]: ["pkcs1", "SHA-256"],
      [`${PKCS1}.12`]: ["pkcs1", "SHA-384"],
      [`${PKCS1}.13`]: ["pkcs1", "SHA-512"],
      [`${PKCS1}.14`]: ["pkcs1", "SHA-224"],
      [`${PKCS1}.15`]: ["pkcs1", "SHA-512/224"],
      [`${PKCS1}.16`]: ["pkcs1", "SHA-512/256"],
      "1.3.14.3.2.29": ["pkcs1", "SHA-1"],
      "1.3.36.3.3.1.2": ["pkcs1", "RIPEMD-160"],
      // NIST's Computer Security Objects Register.
      [`${NIST}.13`]: ["pkcs1", "SHA3-224"],
      [`${NIST}.14`]: ["pkcs1", "SHA3-256"],
      [`${NIST}.15`]: ["pkcs1", "SHA3-384"],
      [`${NIST}.16`]: ["pkcs1", "SHA3-512"],
      [`${NIST}.9`]: ["ecdsa", "SHA3-224"],
      [`${NIST}.10`]: ["ecdsa", "SHA3-256"],
      [`${NIST}.11`]: ["ecdsa", "SHA3-384"],
      [`${NIST}.12`]: ["ecdsa", "SHA3-512"],
      [`${NIST}.1`]: ["dsa", "SHA-224"],
      [`${NIST}.2`]: ["dsa", "SHA-256"],
      // RFC 3279, 2.2.3; RFC 5758, 3.2; RFC 8692, 2.1 and 2.2.
      [`${X962}.1`]: ["ecdsa", "SHA-1"],
      [`${X962}.3.1`]: ["ecdsa", "SHA-224"],
      [`${X962}.3.2`]: ["ecdsa", "SHA-256"],
      [`${X962}.3.3`]: ["ecdsa", "SHA-384"],
      [`${X962}.3.4`]: ["ecdsa", "SHA-512"],
      [`${PKIX}.30`]: ["pss", "SHAKE128"],
      [`${PKIX}.31`]: ["pss", "SHAKE256"],
      [`${PKIX}.32`]: ["ecdsa", "SHAKE128"],
      [`${PKIX}.33`]: ["ecdsa", "SHAKE256"],
      "1.3.14.3.2.27": ["dsa", "SHA-1"],
      "1.2.840.10040.4.3": ["dsa", "SHA-1"],
      "1.2.156.10197.1.501": ["other", "SM3"],
    };
    for (const [dotted, [kind, hash]] of Object.entries(hashes)) {
      const { name, ...found } = signatureScheme(dotted);
      assert.deepEqual(found, { scheme: kind, hash }, dotted);
      assert.doesNotMatch(name, /^\d/);
    }
  });

  it("have the name of the key if it determines the algorithm", () => {
    const names: Readonly<Record<string, string>> = {
      // RFC 8410, 3; RFC 9881, 2; RFC 9909, 3.
      "1.3.101.112": "Ed25519",
      "1.3.101.113": "Ed448",
      [`${NIST}.17`]: "ML-DSA-44",
      [`${NIST}.18`]: "ML-DSA-65",
      [`${NIST}.19`]: "ML-DSA-87",
      [`${NIST}.20`]: "SLH-DSA-SHA2-128s",
      [`${NIST}.21`]: "SLH-DSA-SHA2-128f",
      [`${NIST}.25`]: "SLH-DSA-SHA2-256f",
      [`${NIST}.26`]: "SLH-DSA-SHAKE-128s",
      [`${NIST}.31`]: "SLH-DSA-SHAKE-256f",
    };
    for (const [dotted, name] of Object.entries(names)) {
      const kind = name.startsWith("Ed") ? "eddsa" : name.split("-DSA")[0].toLowerCase() + "-dsa";
      assert.deepEqual(signatureScheme(dotted), { name, scheme: kind, hash: null });
    }
    for (let arc = 35; arc <= 46; arc++) {
      assert.equal(signatureScheme(`${NIST}.${arc}`).scheme, "slh-dsa", "with a hash before it");
    }
    // ML-DSA over a digest has the arcs from 32 to 34, and no implementation here.
    for (const dotted of [...[32, 34, 47].map((arc) => `${NIST}.${arc}`), "1.2.3.4"]) {
      assert.deepEqual(signatureScheme(dotted), { name: dotted, scheme: "other", hash: null });
    }
    for (const [dotted, name] of [["2.2.3", "2001"], ["7.1.1.3.2", "256"], ["7.1.1.3.3", "512"]]) {
      const found = signatureScheme(`1.2.643.${dotted}`);
      assert.equal(found.scheme, "other");
      assert.match(found.name, new RegExp(`^GOST .*${name}`));
    }
  });
});

describe("hashes of signatures", () => {
  /** As Node calls them; SHAKE with the lengths of RFC 8702, 3. */
  const NODE: Readonly<
    Record<string, readonly [name: string, octets: number, oid: string | null]>
  > = {
    "MD5": ["md5", 16, "1.2.840.113549.2.5"],
    "RIPEMD-160": ["ripemd160", 20, "1.3.36.3.2.1"],
    "SHA-1": ["sha1", 20, "1.3.14.3.2.26"],
    "SHA-224": ["sha224", 28, "2.16.840.1.101.3.4.2.4"],
    "SHA-256": ["sha256", 32, "2.16.840.1.101.3.4.2.1"],
    "SHA-384": ["sha384", 48, "2.16.840.1.101.3.4.2.2"],
    "SHA-512": ["sha512", 64, "2.16.840.1.101.3.4.2.3"],
    "SHA-512/224": ["sha512-224", 28, "2.16.840.1.101.3.4.2.5"],
    "SHA-512/256": ["sha512-256", 32, "2.16.840.1.101.3.4.2.6"],
    "SHA3-224": ["sha3-224", 28, "2.16.840.1.101.3.4.2.7"],
    "SHA3-256": ["sha3-256", 32, "2.16.840.1.101.3.4.2.8"],
    "SHA3-384": ["sha3-384", 48, "2.16.840.1.101.3.4.2.9"],
    "SHA3-512": ["sha3-512", 64, "2.16.840.1.101.3.4.2.10"],
    "SHAKE128": ["shake128", 32, null],
    "SHAKE256": ["shake256", 64, null],
  };
  const data = new TextEncoder().encode("what is signed");

  it("agree with Node, with their DigestInfo", () => {
    for (const [hash, [name, length, dotted]] of Object.entries(NODE)) {
      const options = name.startsWith("shake") ? { outputLength: length } : {};
      const expected = new Uint8Array(createHash(name, options).update(data).digest());
      assert.deepEqual(digest(hash, data), expected, hash);
      assert.equal(hashOctets(hash), length);
      assert.equal(isObsoleteHash(hash), false);
      if (dotted === null) continue;
      // RFC 8017, 9.2, note 1: the parameters are NULL.
      const info = seq(seq(oid(dotted), bytes(5, 0)), element(4, expected));
      assert.deepEqual(digestInfo(hash, expected), info, hash);
    }
    // TLS 1.1 signs two digests without a DigestInfo (RFC 4346, 7.4.3).
    const both = ["md5", "sha1"].flatMap((name) => [...createHash(name).update(data).digest()]);
    assert.deepEqual(digest(MD5_SHA1, data), bytes(...both));
    assert.equal(hashOctets(MD5_SHA1), both.length);
    assert.deepEqual(digestInfo(MD5_SHA1, bytes(...both)), bytes(...both));
    for (const hash of ["MD2", "MD4"]) {
      assert.equal(hashOctets(hash), undefined);
      assert.equal(isObsoleteHash(hash), true);
    }
  });

  it("give masks of any length", () => {
    const sha256 = (...content: number[]) =>
      createHash("sha256").update(bytes(...content)).digest();
    const blocks = bytes(...sha256(7, 0, 0, 0, 0), ...sha256(7, 0, 0, 0, 1));
    for (const length of [0, 1, 32, 33, 64]) {
      assert.deepEqual(mask("SHA-256", bytes(7), length), blocks.subarray(0, length));
    }
    for (const [hash, name] of [["SHAKE128", "shake128"], ["SHAKE256", "shake256"]]) {
      const expected = createHash(name, { outputLength: 200 }).update(bytes(7)).digest();
      assert.deepEqual(mask(hash, bytes(7), 200), new Uint8Array(expected));
    }
  });
});

describe("numbers of signatures", () => {
  it("compare with others of the same length", () => {
    assert.equal(isBelow(bytes(1, 2), bytes(1, 3)), true);
    assert.equal(isBelow(bytes(1, 3), bytes(1, 3)), false);
    assert.equal(isBelow(bytes(1, 4), bytes(1, 3)), false);
    assert.equal(isBelow(bytes(0, 9), bytes(1, 3)), true);
    assert.equal(isBelow(bytes(2, 0), bytes(1, 3)), false);
  });
});

describe("signatures of octets", () => {
  const says = (dotted: string, keyOctets: number, octets: number): Promise<string> => {
    const point = new Uint8Array(keyOctets).fill(1);
    const algorithm = seq(oid(dotted));
    const info = seq(algorithm, element(TAG.BIT_STRING, bytes(0), point));
    return verdict(info, algorithm, () => new Uint8Array(octets));
  };

  it("have keys of fixed length, by name", () => {
    // NIST's register: SLH-DSA of FIPS 205, table 2, over the data and over a digest of it.
    const sets = ["SHA2", "SHAKE"].flatMap((hash) =>
      [128, 192, 256].flatMap((strength) =>
        ["s", "f"].map((kind) => ({
          name: `SLH-DSA-${hash}-${strength}${kind}`,
          octets: strength / 4,
          digest: hash === "SHA2" ? (strength === 128 ? "SHA256" : "SHA512") : (
            strength === 128 ? "SHAKE128" : "SHAKE256"
          ),
        }))
      )
    );
    const named = new Map<string, readonly [name: string, octets: number]>([
      ["1.3.101.110", ["X25519", 32]],
      ["1.3.101.111", ["X448", 56]],
      ["1.3.101.112", ["Ed25519", 32]],
      ["1.3.101.113", ["Ed448", 57]],
      ...([["44", 1312], ["65", 1952], ["87", 2592]] as const).map(([set, octets], at) =>
        [`${NIST}.${17 + at}`, [`ML-DSA-${set}`, octets]] as const
      ),
      ...sets.map(({ name, octets }, at) => [`${NIST}.${20 + at}`, [name, octets]] as const),
      ...sets.map(({ name, octets, digest }, at) =>
        [`${NIST}.${35 + at}`, [`${name}-with-${digest}`, octets]] as const
      ),
      // RFC 9935, 3.
      ...([["512", 800], ["768", 1184], ["1024", 1568]] as const).map(([set, octets], at) =>
        [`2.16.840.1.101.3.4.4.${1 + at}`, [`ML-KEM-${set}`, octets]] as const
      ),
    ]);
    for (const [dotted, [name, octets]] of named) {
      const key = (length: number) =>
        keyOf(seq(seq(oid(dotted)), element(TAG.BIT_STRING, bytes(0), new Uint8Array(length))));
      assert.equal(key(octets).key.algorithm, name);
      assert.equal(key(octets).fault, null);
      assert.match(key(octets + 1).fault!, new RegExp(`^${name} keys have .* bytes, this key has`));
    }
  });

  it("are of the lengths of RFC 8032, FIPS 204 and FIPS 205", async () => {
    for (
      const [dotted, keyOctets, octets] of [
        ["1.3.101.112", 32, 64],
        ["1.3.101.113", 57, 114],
        [`${NIST}.17`, 1312, 2420],
        [`${NIST}.18`, 1952, 3309],
        [`${NIST}.19`, 2592, 4627],
        [`${NIST}.20`, 32, 7856],
        [`${NIST}.21`, 32, 17_088],
        [`${NIST}.22`, 48, 16_224],
        [`${NIST}.23`, 48, 35_664],
        [`${NIST}.24`, 64, 29_792],
        [`${NIST}.25`, 64, 49_856],
      ] as const
    ) {
      assert.doesNotMatch(await says(dotted, keyOctets, octets), /malformed|not valid: .* bytes/);
      for (const other of [octets - 1, octets + 1]) {
        assert.equal(await says(dotted, keyOctets, other), "no: The signature is malformed");
      }
      assert.match(await says(dotted, keyOctets - 1, octets), /^unknown: .* bytes, this key has/);
    }
  });
});
