/** Private keys of ML-DSA, ML-KEM and SLH-DSA: those of the RFCs, and those that Node 26 makes. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { jwkPublicKeyInfo } from "../../../core/x509/keys/containers/json-web-key.ts";
import { privateJsonWebKey, publicKeyInfo } from "../../../core/x509/keys/export/write-keys.ts";
import { comparableKey, compareKeys } from "../../../core/x509/keys/key-comparison.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { readPem, writePem } from "../../../core/x509/pem/pem.ts";
import { isFull } from "../../support/matrix.ts";
import keys from "../../fixtures/post-quantum/keys.json" with { type: "json" };

const file = (name: string) =>
  Deno.readTextFileSync(new URL(`../../fixtures/post-quantum/${name}`, import.meta.url));
const read = async (text: string, limits = {}) =>
  (await readPrivateKeyText(text, "", createContext({ limits }))).key;
const bytesOf = (pem: string) => readPem(pem)[0].bytes!;

/** The key of a certificate of the RFCs. */
function keyOf(name: string) {
  const { budget } = createContext();
  const certificate = readCertificate(bytesOf(file(`${name}-certificate.pem`)), budget);
  return comparableKey(certificate.publicKey, budget);
}

describe("private keys of post-quantum algorithms", () => {
  it("are read in all three forms of the RFCs", async () => {
    for (
      const [name, forms] of Object.entries({
        "ml-dsa-44": ["seed", "expanded", "both"],
        "ml-dsa-65": ["seed"],
        "ml-dsa-87": ["seed"],
        "ml-kem-512": ["seed", "expanded", "both"],
        "ml-kem-768": ["seed"],
        "ml-kem-1024": ["seed"],
      })
    ) {
      for (const form of forms) {
        const text = file(`${name}-${form}-key.pem`);
        const key = await read(text);
        const verdict = compareKeys(keyOf(name), key.publicKey);
        assert.deepEqual(verdict, { equal: true, difference: null }, `${name} ${form}`);
        assert.equal(key.unchecked, null);
        assert.deepEqual(key.pkcs8, bytesOf(text), "the normal form is the file's own");
      }
    }
    const other = compareKeys(keyOf("ml-dsa-44"), (await read(keys[0].privateKey)).publicKey);
    assert.equal(other.equal, false);
  });

  it("are rejected if their parts belong to two keys", async () => {
    const inconsistent = { code: "key_inconsistent", path: "privateKey" };
    await assert.rejects(read(file("ml-dsa-44-bad-1-key.pem")), {
      ...inconsistent,
      message: /expanded key does not match its seed/,
    });
    await assert.rejects(read(file("ml-dsa-44-bad-2-key.pem")), inconsistent);
    // In an expanded ML-KEM key: the digest of the public key, and the public key itself.
    for (const at of [-40, -200]) {
      const bytes = bytesOf(file("ml-kem-512-expanded-key.pem")).slice();
      bytes[bytes.length + at] ^= 1;
      await assert.rejects(read(writePem("PRIVATE KEY", bytes)), inconsistent);
    }
    const both = bytesOf(file("ml-kem-512-both-key.pem")).slice();
    both[40] ^= 1;
    await assert.rejects(read(writePem("PRIVATE KEY", both)), inconsistent);
    for (const { name, privateKey } of keys.filter(({ name }) => /SLH-DSA-.*f$/.test(name))) {
      const bytes = bytesOf(privateKey).slice();
      bytes[bytes.length - 1] ^= 1;
      await assert.rejects(read(writePem("PRIVATE KEY", bytes)), inconsistent, name);
    }
  });

  it("have the same public part as in Node", async () => {
    const { budget } = createContext();
    for (const { name, privateKey, publicKey } of keys) {
      // The small sets of SLH-DSA take a second for each public part.
      if (!isFull && /^SLH-DSA-.*(?:192|256)s$/.test(name)) continue;
      const key = await read(privateKey);
      assert.equal(key.publicKey.key.algorithm, name);
      assert.equal(key.unchecked, null);
      assert.equal(writePem("PUBLIC KEY", await publicKeyInfo(key, budget)), publicKey, name);
    }
  });

  it("are read from and written to JSON Web Keys, for ML-DSA", async () => {
    for (const { name, privateKey, publicKey, jwk, publicJwk } of keys) {
      if (jwk === null) continue;
      const plain = await read(privateKey);
      const key = await read(JSON.stringify(jwk));
      assert.equal(key.form, "JWK");
      assert.deepEqual(key.pkcs8, plain.pkcs8, name);
      assert.deepEqual(privateJsonWebKey(plain, createContext().budget), {
        kty: jwk.kty,
        alg: jwk.alg,
        pub: jwk.pub,
        priv: jwk.priv,
      });
      const json = new TextEncoder().encode(JSON.stringify(publicJwk));
      assert.equal(writePem("PUBLIC KEY", jwkPublicKeyInfo(json)), publicKey);
      const other = { ...jwk, pub: keys[0].jwk!.pub };
      if (name === "ML-DSA-44") continue;
      await assert.rejects(read(JSON.stringify(other)), { code: /key_inconsistent|unreadable/ });
    }
    const { budget } = createContext();
    const both = await read(file("ml-dsa-44-both-key.pem"));
    const seed = await read(file("ml-dsa-44-seed-key.pem"));
    assert.deepEqual(privateJsonWebKey(both, budget), privateJsonWebKey(seed, budget));
    const expanded = await read(file("ml-dsa-44-expanded-key.pem"));
    assert.throws(() => privateJsonWebKey(expanded, budget), { code: "unsupported" });
  });

  it("are read like in OpenSSL 3.5 if they lack a header", async () => {
    const seed = await read(file("ml-dsa-44-seed-key.pem"));
    const expanded = bytesOf(file("ml-dsa-44-expanded-key.pem"));
    const algorithm = expanded.subarray(7, 20);
    const wrap = (inner: Uint8Array) => writePem("PRIVATE KEY", info(algorithm, inner));
    const number = Uint8Array.from({ length: 32 }, (_, index) => index);
    const content = expanded.subarray(28);
    assert.equal(content.length, 2560);
    const pair = element(4, Uint8Array.of(...content, ...publicOctets(seed)));
    for (const [inner, form] of [[number, seed.pkcs8], [content, expanded], [pair, expanded]]) {
      const key = await read(wrap(inner));
      assert.deepEqual(key.publicKey, seed.publicKey);
      assert.deepEqual(key.pkcs8, form);
    }
    pair[pair.length - 1] ^= 1;
    await assert.rejects(read(wrap(pair)), { code: "key_inconsistent" });
    for (const length of [0, 31, 33, 2559]) {
      await assert.rejects(read(wrap(content.subarray(0, length))), { code: "unreadable" });
    }
  });

  it("must have the length of four strings, for SLH-DSA", async () => {
    // id-slh-dsa-sha2-128f (RFC 9909, 3).
    const algorithm = Uint8Array.fromHex("300b0609608648016503040315");
    const of = (length: number) => writePem("PRIVATE KEY", info(algorithm, new Uint8Array(length)));
    for (const length of [0, 63, 65]) {
      const message = /key is not 64 bytes long/;
      await assert.rejects(read(of(length)), { code: "unreadable", message });
    }
    await assert.rejects(read(of(64)), { code: "key_inconsistent" });
  });

  it("charge their documented cost", async () => {
    const slow = keys.find(({ name }) => name === "SLH-DSA-SHAKE-128s")!;
    await assert.rejects(read(slow.privateKey, { work: 2_000_000 }), { code: "too_complex" });
  });
});

function publicOctets({ publicKey: { numbers } }: Awaited<ReturnType<typeof read>>): Uint8Array {
  assert(numbers?.kind === "octets");
  return numbers.octets;
}

/** DER with lengths of two octets where they are needed. */
function element(tag: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { length } = content;
  const head = length < 128 ? [length] : [0x82, length >>> 8, length & 0xff];
  return Uint8Array.of(tag, ...head, ...content);
}
const info = (algorithm: Uint8Array, inner: Uint8Array) =>
  element(0x30, Uint8Array.of(2, 1, 0, ...algorithm, ...element(4, inner)));
