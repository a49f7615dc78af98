/** RSA signatures made by another library over odd parameters: what holds, and what is not tried. */
import assert from "node:assert/strict";
import { constants, generateKeyPairSync, sign } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../core/x509/asn1/der-write.ts";
import { bits, type Bytes, bytes, NULL, oid, seq } from "./rules/der.ts";
import { integerOctets, modulus, rsaKey } from "./rules/key-maker.ts";
import { keyOf, type Signer, verdict } from "./signed.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
const SPKI = new Uint8Array(publicKey.export({ format: "der", type: "spki" }));
const HASHES: Readonly<Record<string, string>> = {
  sha1: "1.3.14.3.2.26",
  sha224: "2.16.840.1.101.3.4.2.4",
  sha256: "2.16.840.1.101.3.4.2.1",
  sha384: "2.16.840.1.101.3.4.2.2",
};
const PKCS1: Readonly<Record<string, string>> = {
  sha1: "1.2.840.113549.1.1.5",
  sha224: "1.2.840.113549.1.1.14",
  sha256: "1.2.840.113549.1.1.11",
};
const hashed = (hash: string) => seq(oid(HASHES[hash]), NULL);

/** RSASSA-PSS-params (RFC 8017, A.2.3); the trailer field is left out where it is 1. */
const pss = (hash: string, saltLength: number, mask = hash, trailer = 1): Bytes =>
  seq(
    oid("1.2.840.113549.1.1.10"),
    seq(
      element(0xa0, hashed(hash)),
      element(0xa1, seq(oid("1.2.840.113549.1.1.8"), hashed(mask))),
      element(0xa2, integer(saltLength)),
      ...(trailer === 1 ? [] : [element(0xa3, integer(trailer))]),
    ),
  );

/** The verdict on a signature over a certificate with this algorithm. */
const says = (algorithm: Bytes, make: Signer, info: Bytes = SPKI) => verdict(info, algorithm, make);

const byPkcs1 = (hash: string) => (tbs: Uint8Array) => sign(hash, tbs, privateKey);
const byPss = (hash: string, saltLength: number) => (tbs: Uint8Array) =>
  sign(hash, tbs, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
const zeros = () => new Uint8Array(128);

describe("signature shapes > RSASSA-PKCS1-v1_5", () => {
  for (const hash of ["sha1", "sha224", "sha256"]) {
    it(`are valid with ${hash}, and invalid with a changed octet`, async () => {
      const algorithm = seq(oid(PKCS1[hash]), NULL);
      assert.equal(await says(algorithm, byPkcs1(hash)), "holds");
      const wrong = hash === "sha1" ? "sha256" : "sha1";
      assert.match(await says(algorithm, byPkcs1(wrong)), /^no: /);
      const changed = (tbs: Uint8Array) => {
        const made = bytes(...byPkcs1(hash)(tbs));
        made[60] ^= 1;
        return made;
      };
      assert.match(await says(algorithm, changed), /^no: /);
    });
  }

  it("must be as long as the modulus, and less than it", async () => {
    const algorithm = seq(oid(PKCS1.sha256), NULL);
    assert.match(await says(algorithm, (tbs) => byPkcs1("sha256")(tbs).subarray(1)), /^no: /);
    assert.match(await says(algorithm, () => new Uint8Array(129)), /^no: /);
    assert.match(await says(algorithm, () => new Uint8Array(128).fill(0xff)), /^no: /);
  });

  it("need keys from 512 to 16,384 bits, with an exponent of up to 256 bits", async () => {
    const algorithm = seq(oid(PKCS1.sha256), NULL);
    const under = (size: number, exponent = bytes(1, 0, 1), number = modulus(size)) =>
      says(algorithm, zeros, rsaKey({ number, exponent }));
    /** Odd, of so many bits. */
    const ofBits = (size: number) => integerOctets((1n << BigInt(size - 1)) + 1n);
    assert.match(
      await under(511, undefined, ofBits(511)),
      /^unknown: This tool cannot use RSA keys of 511 bits/,
    );
    assert.match(await under(512), /^no: /);
    assert.match(await under(16384), /^no: /);
    assert.match(
      await under(16385, undefined, ofBits(16385)),
      /^unknown: This tool cannot use RSA keys of 16385 bits/,
    );
    const exponent = (octets: number) => bytes(1, ...new Uint8Array(octets - 2), 1);
    assert.match(await under(1024, exponent(33)), /^unknown: .*exponent/);
    assert.match(await under(1024, exponent(32)), /^no: /);
    assert.match(await under(1024, bytes(1)), /exponent/);
  });
});

describe("signature shapes > RSASSA-PSS", () => {
  for (
    const [hash, salt] of [["sha256", 32], ["sha256", 0], ["sha256", 94], ["sha224", 28]] as const
  ) {
    it(`are valid with ${hash} and a salt of ${salt}`, async () => {
      assert.equal(await says(pss(hash, salt), byPss(hash, salt)), "holds");
      assert.match(await says(pss(hash, salt), byPss(hash, salt === 0 ? 1 : salt - 1)), /^no: /);
      assert.match(await says(pss(hash, salt), byPkcs1(hash)), /^no: /);
    });
  }

  it("are rejected with a salt that is too long for the key, and with another trailer", async () => {
    assert.match(await says(pss("sha256", 95), zeros), /^no: The salt is too long/);
    assert.doesNotMatch(await says(pss("sha256", 94), zeros), /salt/);
    assert.match(await says(pss("sha256", 32, "sha256", 2), byPss("sha256", 32)), /^unknown: /);
  });

  it("are verified by the library if the mask uses another hash", async () => {
    // Node masks with the hash of the signature unless a key says otherwise.
    assert.match(await says(pss("sha256", 32, "sha1"), byPss("sha256", 32)), /^no: /);
  });

  it("must have the parameters that the key allows", async () => {
    const restricted = (algorithm: Bytes) => {
      const key = seq(element(TAG.INTEGER, numberOf(SPKI)), integer(65537));
      return seq(algorithm, bits(0, ...key));
    };
    const under = (key: Bytes, salt = 32, hash = "sha256") =>
      says(pss(hash, salt), byPss(hash, salt), restricted(key));
    assert.equal(await under(pss("sha256", 32)), "holds");
    assert.equal(await under(pss("sha256", 20)), "holds");
    const no = /^no: The key does not allow/;
    assert.match(await under(pss("sha256", 33)), no);
    assert.match(await under(pss("sha384", 32)), no);
    assert.match(await under(pss("sha256", 32, "sha1")), no);
    assert.match(
      await says(seq(oid(PKCS1.sha256), NULL), byPkcs1("sha256"), restricted(pss("sha256", 32))),
      /^no: The signature algorithm does not match/,
    );
  });
});

/** The content of the modulus in a key of this size: behind all headers. */
const numberOf = (info: Bytes): Bytes => bytes(0, ...keyOf(info).rsa!.modulus);
