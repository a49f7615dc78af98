/**
 * Containers of private keys, made by hand or by programs that are not ours: unusual ones are
 * refused.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../core/x509/asn1/der-write.ts";
import { jwkPublicKeyInfo } from "../../../core/x509/keys/containers/json-web-key.ts";
import { checksAgree, readOpensshKey } from "../../../core/x509/keys/containers/openssh.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { readPem, writePem } from "../../../core/x509/pem/pem.ts";
import { containerFile, matchFile } from "../../fixtures/match/index.ts";
import { type Bytes, bytes, hex, NULL, octets, oid, seq } from "./rules/der.ts";

const join = (...parts: Uint8Array[]): Bytes => bytes(...parts.flatMap((part) => [...part]));
/** Fields with their lengths before them (RFC 4251, 5). */
const fields = (...contents: (string | Bytes)[]): Bytes =>
  join(
    ...contents.flatMap((content) => {
      const field = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return [bytes(0, 0, 0, field.length), field];
    }),
  );

const read = (text: string, passphrase = "") =>
  readPrivateKeyText(text, passphrase, createContext());

describe("handmade OpenSSH keys", () => {
  const CHECKS = bytes(1, 2, 3, 4, 1, 2, 3, 4);

  it("have two equal check numbers", () => {
    assert.equal(checksAgree(CHECKS), true);
    assert.equal(checksAgree(join(CHECKS, bytes(9))), true);
    assert.equal(checksAgree(CHECKS.with(7, 5)), false);
    assert.equal(checksAgree(bytes()), false);
    assert.equal(checksAgree(bytes(1, 2, 3, 4, 1, 2, 3)), false);
    assert.throws(() => readOpensshKey(bytes(), bytes(), 8), /check numbers differ/);
  });

  const point = hex("11".repeat(32));
  const secret = join(hex("22".repeat(32)), point);
  const front = fields("ssh-ed25519", point);
  /** With a comment, which fills all but `padding` octets of the last block of eight. */
  const ed25519 = (padding: Bytes, comment: string, whole = secret) =>
    join(CHECKS, fields("ssh-ed25519", point, whole, comment), padding);
  const numbers = (length: number) => Uint8Array.from({ length }, (_, index) => index + 1);

  it("are padded with 1, 2, 3, … to whole blocks", () => {
    const bare = ed25519(bytes(), "");
    const rest = (8 - bare.length % 8) % 8;
    const key = readOpensshKey(ed25519(numbers(rest), ""), front, 8);
    // PrivateKeyInfo with its public part (RFC 5958, 2), Ed25519 (RFC 8410, 3 and 7).
    assert.deepEqual(
      key,
      seq(
        integer(1),
        seq(oid("1.3.101.112")),
        octets(octets(secret.subarray(0, 32))),
        element(0x81, bytes(0), point),
      ),
    );
    const full = "x".repeat(rest);
    assert.deepEqual(readOpensshKey(ed25519(bytes(), full), front, 8), key);
    assert.deepEqual(readOpensshKey(ed25519(numbers(7), `${full}x`), front, 8), key);
    // PuTTY adds a whole block, which OpenSSH reads.
    assert.deepEqual(readOpensshKey(ed25519(numbers(8), full), front, 8), key);
    for (
      const plain of [
        ed25519(numbers(1), full),
        ed25519(numbers(6), `${full}x`),
        ed25519(numbers(7).with(6, 8), `${full}x`),
        ed25519(numbers(7).with(0, 0), `${full}x`),
      ]
    ) assert.throws(() => readOpensshKey(plain, front, 8), /padding is wrong/);
    assert.throws(
      () => readOpensshKey(ed25519(bytes(), full), fields("ssh-ed25519", secret.slice(0, 32)), 8),
      /public key does not belong to its private key/,
    );
  });

  it("repeat the public part after the seed, for Ed25519", () => {
    const of = (whole: Bytes) => () => readOpensshKey(ed25519(bytes(), "", whole), front, 8);
    assert.throws(of(secret.with(63, 0)), /two public parts differ/);
    assert.throws(of(secret.slice(0, 63)), /two public parts differ/);
    assert.throws(of(join(secret, bytes(0x11))), /two public parts differ/);
  });

  it("become RFC 8017, OpenSSL and RFC 5915 structures, for RSA, DSA and ECDSA", () => {
    const plain = (type: string, ...rest: Bytes[]) => {
      const open = join(CHECKS, fields(type, ...rest, ""));
      return join(open, numbers((8 - open.length % 8) % 8));
    };
    const rsa = (n: Bytes, d: Bytes, p: Bytes, q: Bytes) =>
      readOpensshKey(
        plain("ssh-rsa", n, bytes(3), d, bytes(2), p, q),
        fields("ssh-rsa", bytes(3), n),
        8,
      );
    const expected = (n: Bytes, ...rest: number[]) =>
      seq(
        integer(0),
        seq(oid("1.2.840.113549.1.1.1"), NULL),
        octets(seq(integer(0), element(TAG.INTEGER, n), ...rest.map(integer))),
      );
    // The exponents of the primes, which this form leaves out, are d mod (p - 1) and d mod (q - 1).
    for (const n of [bytes(0, 0x80, 1), bytes(0, 0xff), bytes(0x7f, 1)]) {
      assert.deepEqual(
        rsa(n, bytes(27), bytes(11), bytes(7)),
        expected(n, 3, 27, 11, 7, 7, 3, 2),
      );
    }
    assert.deepEqual(
      rsa(bytes(15), bytes(5, 0), bytes(4, 1), bytes(2)),
      expected(bytes(15), 3, 1280, 1025, 2, 256, 0, 2),
    );
    assert.throws(() => rsa(bytes(15), bytes(5), bytes(1), bytes(7)), /not a prime number/);
    assert.throws(() => rsa(bytes(15), bytes(5), bytes(7), bytes()), /not a prime number/);
    const dsa = [bytes(23), bytes(11), bytes(4), bytes(0, 0x81)];
    assert.deepEqual(
      readOpensshKey(plain("ssh-dss", ...dsa, bytes(5)), fields("ssh-dss", ...dsa), 8),
      seq(...[0, 23, 11, 4, 0x81, 5].map(integer)),
    );
    const onCurve = join(bytes(4), hex("33".repeat(64)));
    const ec = (number: Bytes) =>
      readOpensshKey(
        plain(
          "ecdsa-sha2-nistp256",
          bytes(...new TextEncoder().encode("nistp256")),
          onCurve,
          number,
        ),
        fields("ecdsa-sha2-nistp256", "nistp256", onCurve),
        8,
      );
    const private32 = (digits: string) =>
      seq(
        integer(0),
        seq(oid("1.2.840.10045.2.1"), oid("1.2.840.10045.3.1.7")),
        octets(
          seq(
            integer(1),
            octets(hex(digits)),
            element(0xa1, element(TAG.BIT_STRING, bytes(0), onCurve)),
          ),
        ),
      );
    assert.deepEqual(ec(bytes(7)), private32("07".padStart(64, "0")));
    assert.deepEqual(ec(hex("44".repeat(32))), private32("44".repeat(32)));
    assert.throws(() => ec(hex("44".repeat(33))), /out of range for its curve/);
  });

  it("must have exactly one key", async () => {
    const file = readPem(containerFile("ed25519-openssh-key.pem"))[0].bytes!;
    // Behind the magic: two names, "none", and empty options.
    const at = 15 + 8 + 8 + 4 + 3;
    assert.equal(file[at], 1);
    const two = writePem("OPENSSH PRIVATE KEY", file.with(at, 2));
    await assert.rejects(read(two), { code: "unreadable", message: /exactly one key/ });
  });

  it("are equal to those of ssh-keygen", async () => {
    for (const kind of ["rsa", "p256", "p384", "p521"]) {
      const { key } = await read(containerFile(`${kind}-openssh-key.pem`));
      const plain = await read(matchFile(`${kind}-pkcs8-key.pem`));
      assert.equal(key.form, "OpenSSH");
      assert.deepEqual(key.pkcs8, plain.key.pkcs8, kind);
    }
    for (const cipher of ["ctr", "cbc", "gcm"]) {
      const text = containerFile(`p256-openssh-aes256-${cipher}-key.pem`);
      const { key } = await read(text, "correct horse");
      assert.equal(key.encrypted, true);
      await assert.rejects(read(text, "wrong"), { code: "passphrase_wrong" });
      await assert.rejects(read(text), { code: "passphrase_required" });
    }
  });
});

describe("JSON Web Keys that Node wrote", () => {
  it("give the PKCS#8 that they were written from", async () => {
    for (const kind of ["rsa", "p256", "p384", "p521", "secp256k1", "ed25519", "ed448", "x25519"]) {
      const { key } = await read(containerFile(`${kind}-key.jwk`));
      const plain = await read(matchFile(`${kind}-pkcs8-key.pem`));
      assert.equal(key.form, "JWK");
      assert.deepEqual(key.publicKey, plain.key.publicKey, kind);
      assert.deepEqual(key.pkcs8, plain.key.pkcs8, kind);
    }
  });

  it("are rejected as public keys if they have another type", () => {
    const info = (jwk: unknown) => () =>
      jwkPublicKeyInfo(new TextEncoder().encode(JSON.stringify(jwk)));
    assert.throws(info({ kty: "oct", k: "AAAA" }), /symmetric/);
    assert.throws(info({ kty: "other" }), /unknown type/);
    assert.throws(info({ kty: "AKP", alg: "ML-DSA-45", pub: "AAAA" }), /algorithm/);
    assert.throws(info({ kty: "OKP", crv: "Ed25520", x: "AAAA" }), /curve/);
    // RFC 8037, A.2.
    const ed25519 = {
      kty: "OKP",
      crv: "Ed25519",
      x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    };
    assert.equal(
      info(ed25519)().toHex(),
      "302a300506032b6570032100d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    );
  });

  it("of RSA have up to eight further primes, of three numbers each", async () => {
    const rsa = JSON.parse(containerFile("rsa-key.jwk"));
    const says = (oth: unknown) =>
      read(JSON.stringify({ ...rsa, oth })).then(() => "is read", ({ message }) => message);
    const three = { r: "Bw", d: "AQ", t: "AQ" };
    assert.match(await says([]), /"oth"/);
    assert.match(await says({}), /"oth"/);
    assert.match(await says(Array(9).fill(three)), /"oth"/);
    assert.match(await says(Array(8).fill(three)), /modulus is not the product/);
    assert.match(await says([{ r: "Bw", d: "AQ" }]), /has no member "t"/);
    assert.match(await says([null]), /has no member "r"/);
    assert.match(await says([5]), /has no member "r"/);
  });

  it("have members of at most 4,000 characters", async () => {
    const rsa = JSON.parse(containerFile("rsa-key.jwk"));
    const says = (length: number) =>
      read(JSON.stringify({ ...rsa, e: "A".repeat(length) })).then(() => "", (e) => e.message);
    assert.match(await says(4004), /"e" .*not Base64url/);
    assert.doesNotMatch(await says(4000), /"e" .*not Base64url/);
  });
});

describe("EC keys in SEC 1's form", () => {
  it("must name exactly one curve", async () => {
    const number = octets(hex("01".padStart(64, "0")));
    const says = (...rest: Bytes[]) =>
      read(writePem("EC PRIVATE KEY", seq(integer(1), number, ...rest))).then(
        ({ key }) => key.publicKey.key.curve,
        ({ code, message }) => `${code} ${message}`,
      );
    assert.match((await says())!, /^unreadable .*does not name its curve/);
    assert.equal(await says(element(0xa0, oid("1.2.840.10045.3.1.7"))), "P-256");
    const twice = seq(
      integer(0),
      seq(oid("1.2.840.10045.2.1"), oid("1.2.840.10045.3.1.7")),
      octets(seq(integer(1), number, element(0xa0, oid("1.3.132.0.34")))),
    );
    await assert.rejects(read(writePem("PRIVATE KEY", twice)), { message: /two different curves/ });
  });

  it("accept the matching public point in any form", async () => {
    // The number 1: the base point of P-256 (SEC 2, 2.4.2), whose y is odd.
    const x = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
    const y = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
    const says = (point: string) => {
      const curve = element(0xa0, oid("1.2.840.10045.3.1.7"));
      const bits = element(0xa1, element(TAG.BIT_STRING, bytes(0), hex(point)));
      const key = seq(integer(1), octets(hex("01".padStart(64, "0"))), curve, bits);
      return read(writePem("EC PRIVATE KEY", key)).then(() => "is read", ({ code }) => code);
    };
    for (const point of [`04${x}${y}`, `03${x}`, `07${x}${y}`]) {
      assert.equal(await says(point), "is read", point.slice(0, 2));
    }
    const others = [`02${x}`, `06${x}${y}`, `05${x}${y}`, `03${x}00`, `03${x}${y}`, `07${x}`]
      .concat([`04${x}`, `04${y}${x}`, `03${y}`, `07${x}${x}`, `07${x}${y}00`, `03${x.slice(2)}`]);
    for (const point of others) {
      assert.equal(await says(point), "key_inconsistent", point.slice(0, 2));
    }
  });
});
