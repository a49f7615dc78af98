/** The exact cost that each key derivation charges to the budget. */
import assert from "node:assert/strict";
import { createCipheriv } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { Der, DerError, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../core/x509/asn1/der-write.ts";
import { readAlgorithmIdentifier } from "../../../core/x509/keys/key-algorithms.ts";
import {
  deriveKey,
  PURPOSE,
  readPbkdf2,
  spendDerivation,
  TooMuchDerivation,
} from "../../../core/x509/keys/encryption/key-derivation.ts";
import { bcryptPbkdf } from "../../../core/x509/keys/encryption/bcrypt.ts";
import { opensshDecryptor } from "../../../core/x509/keys/containers/openssh.ts";
import { batchTime, gcdTime } from "../../../core/x509/keys/families/shared-factors.ts";
import { rsaWeaknesses } from "../../../core/x509/keys/families/rsa-weaknesses.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { containerFile } from "../../fixtures/match/index.ts";
import { type Bytes, bytes, NULL, octets, oid, seq } from "./rules/der.ts";

const salt = octets(new Uint8Array(8));
const PBES2 = oid("1.2.840.113549.1.5.13");
const AES_256 = seq(oid("2.16.840.1.101.3.4.1.42"), octets(new Uint8Array(16)));
const encrypted = (...algorithm: Bytes[]) =>
  writePem("ENCRYPTED PRIVATE KEY", seq(seq(...algorithm), octets(new Uint8Array(32))));

const says = (text: string, kdfIterations = Infinity): Promise<string> =>
  readPrivateKeyText(text, "x", createContext({ limits: { kdfIterations, work: Infinity } })).then(
    () => "opened",
    ({ code, message }) => `${code} ${message}`,
  );

/** The derivation runs with exactly this budget, and does not with one unit less. */
async function costs(text: string, units: number): Promise<void> {
  assert.match(await says(text, units), /^(?:opened|passphrase_wrong)/);
  assert.match(await says(text, units - 1), /^too_complex/);
}

describe("the cost of a derivation", () => {
  it("depends on the hash and the blocks for PBKDF2", async () => {
    const under = (arc: number) => {
      const prf = seq(oid(`1.2.840.113549.2.${arc}`), NULL);
      const kdf = seq(oid("1.2.840.113549.1.5.12"), seq(salt, integer(1000), prf));
      return encrypted(PBES2, seq(kdf, AES_256));
    };
    // 32 octets are two blocks of SHA-1 and SHA-224. 100 is the fixed cost.
    await costs(under(7), 160 + 2 * 1000);
    await costs(under(8), 160 + 2 * 32 * 1000);
    await costs(under(9), 160 + 1000);
    await costs(under(10), 160 + 4 * 1000);
    await costs(under(11), 160 + 4 * 1000);
  });

  it("is charged for scrypt, bcrypt and PBKDF1", async () => {
    const scrypt = seq(salt, integer(4), integer(2), integer(3));
    const kdf = seq(oid("1.3.6.1.4.1.11591.4.11"), scrypt);
    // 316: PBKDF2 over a salt of 8 octets makes 24 blocks, and reads them again.
    await costs(encrypted(PBES2, seq(kdf, AES_256)), 160 + 4 * 2 * 3 * 5 + 505);
    // Two rounds for 48 octets, 32 at a time.
    await costs(containerFile("p256-openssh-aes256-ctr-key.pem"), 160 + 2 * 2 * 48_000);
    // RFC 7914, 6: block size times parallelism; more than 65,536 is not tried.
    const large = (...numbers: Bytes[]) =>
      says(
        encrypted(PBES2, seq(seq(oid("1.3.6.1.4.1.11591.4.11"), seq(salt, ...numbers)), AES_256)),
        1,
      );
    assert.match(await large(integer(2), integer(256), integer(256)), /blocks of scrypt/);
    assert.doesNotMatch(await large(integer(2), integer(256), integer(257)), /blocks of scrypt/);
    // Its memory: 128 octets times block size, and times the sum of cost and parallelism.
    assert.match(await large(integer(2 ** 17), integer(8), integer(1)), /blocks of scrypt/);
    assert.match(
      await large(integer(2 ** 18), integer(8), integer(1)),
      /257 MiB.* at most 256 MiB/,
    );
    for (const [arc, units] of [[3, 6], [10, 3]]) {
      const pbes1 = encrypted(oid(`1.2.840.113549.1.5.${arc}`), seq(salt, integer(7)));
      await costs(pbes1, 160 + 7 * units);
    }
  });

  it("depends on the digest and the blocks for PKCS#12's own", async () => {
    for (
      const [hash, units, length] of [
        ["MD5", 6, 17],
        ["SHA-1", 3, 21],
        ["SHA-224", 7, 29],
        ["SHA-256", 4, 33],
        ["SHA-384", 9, 49],
        ["SHA-512", 10, 65],
      ] as const
    ) {
      const run = (octets: number, kdfIterations: number) => {
        const budget = new Budget({ kdfIterations });
        return deriveKey(hash, PURPOSE.key, bytes(0, 0), bytes(1), 3, octets, budget);
      };
      assert.equal((await run(length, 160 + 2 * 3 * units)).length, length);
      await assert.rejects(run(length, 159 + 2 * 3 * units), { code: "too_complex" });
      assert.equal((await run(length - 1, 160 + 3 * units)).length, length - 1);
    }
  });

  it("appears in the error, with the remaining budget", () => {
    const ask = (budget: Budget) => {
      try {
        spendDerivation(budget, "round", "bcrypt", 5000, 10, 0);
      } catch (thrown) {
        assert(thrown instanceof TooMuchDerivation);
        assert.equal(thrown.at("a field").path, "a field");
        return thrown.message;
      }
      return budget.spent("kdfIterations");
    };
    assert.equal(ask(new Budget({ kdfIterations: 50_160 })), 50_160);
    assert.match(
      String(ask(new Budget({ kdfIterations: 50_159 }))),
      /5,000 rounds of bcrypt, but this tool runs at most 4,999/,
    );
    assert.match(
      String(ask(new Budget({ kdfIterations: 159 }))),
      /5,000 rounds of bcrypt, but this tool runs at most 0/,
    );
    const used = new Budget({ kdfIterations: 50_160 });
    used.spend("kdfIterations", 1);
    assert.notEqual(ask(used), ask(new Budget({ kdfIterations: 50_159 })));
  });
});

describe("the cost of examining a key", () => {
  it("grows with the square of its length for RSA", () => {
    for (const bits of [1024, 2048, 4096]) {
      const budget = new Budget();
      const modulus = 3n * ((1n << BigInt(bits - 2)) + 1n);
      assert.deepEqual(rsaWeaknesses(modulus, 65537n, bits, budget), ["small_factor"]);
      // Thirty divisions, whose time grows with the square of the 64-bit digits, and a fixed cost.
      const expected = 150 + 30 * (0.5 + 0.002 * (bits / 64) ** 2);
      assert(Math.abs(budget.spent("work") - expected) < 0.001, String(bits));
    }
  });

  it("grows with the square for the shared factor of two RSA keys", () => {
    for (const [time, each] of [[gcdTime, 1.5e-4], [batchTime, 1.9e-7]] as const) {
      assert.equal(time(0), 20);
      assert.equal(time(2000), 20 + each * 2000 ** 2);
    }
  });

  it("is that of computing its public part for keys of octets", async () => {
    for (const [name, work] of [["ed25519", 100], ["x25519", 100], ["ed448", 10_000]] as const) {
      const octets = name === "ed448" ? 57 : 32;
      const dotted = { ed25519: "1.3.101.112", x25519: "1.3.101.110", ed448: "1.3.101.113" }[name];
      const inner = element(TAG.OCTET_STRING, new Uint8Array(octets).fill(7));
      const key = seq(integer(0), seq(oid(dotted)), element(TAG.OCTET_STRING, inner));
      const context = createContext();
      await readPrivateKeyText(writePem("PRIVATE KEY", key), "", context);
      assert.equal(context.budget.spent("work"), work, name);
    }
  });
});

describe("the parameters of OpenSSH's encryption", () => {
  const OBJECT = {
    path: "privateKey",
    unsupported: (scheme: string) => scheme,
    openssl: "openssl",
  };
  const PLAIN = bytes(...[1, 2, 3, 4, 1, 2, 3, 4], ...new Uint8Array(24));
  const options = (salt: Bytes, rounds: number) =>
    bytes(0, 0, salt.length >> 8, salt.length & 255, ...salt, 0, 0, 0, rounds);
  const FILE = {
    ...{ cipher: "aes256-ctr", kdf: "bcrypt", kdfOptions: options(new Uint8Array(16), 1) },
    ...{ publicKey: bytes(), sealed: new Uint8Array(32), tag: bytes() },
  };
  const open = (changes: Partial<typeof FILE>) =>
    opensshDecryptor({ ...FILE, ...changes }, new Budget(), OBJECT);

  it("must be a cipher, a salt, rounds and whole blocks", () => {
    open({});
    open({ kdfOptions: options(new Uint8Array(1024), 1) });
    open({ kdfOptions: options(bytes(1), 2) });
    const wrong = /parameters of its key derivation are not valid/;
    for (
      const kdfOptions of [
        options(bytes(), 1),
        options(new Uint8Array(1025), 1),
        options(bytes(1), 0),
        bytes(...options(bytes(1), 1), 0),
      ]
    ) assert.throws(() => open({ kdfOptions }), wrong);
    const behind = /data after its private part has a wrong length/;
    assert.throws(() => open({ tag: bytes(1) }), behind);
    const gcm = { cipher: "aes128-gcm@openssh.com" };
    open({ ...gcm, tag: new Uint8Array(16) });
    for (const length of [0, 15, 17]) {
      assert.throws(() => open({ ...gcm, tag: new Uint8Array(length) }), behind);
    }
    const blocks = /length of its encrypted part is wrong/;
    for (const length of [0, 1, 24, 31]) {
      assert.throws(() => open({ sealed: new Uint8Array(length) }), blocks);
    }
    const triple = { cipher: "3des-cbc" };
    open({ ...triple, sealed: new Uint8Array(24) });
    assert.throws(() => open({ ...triple, sealed: new Uint8Array(28) }), blocks);
    assert.throws(() => open({ kdf: "none" }), /another cipher/);
    assert.throws(() => open({ cipher: "aes192-ctr" }), /aes192-ctr/);
    assert.throws(() => open({ cipher: "a name" }), /another cipher/);
  });

  it("give key and vector of each cipher, as in Node", async () => {
    for (const cipher of ["aes128-ctr", "aes256-ctr", "aes128-cbc", "aes256-cbc"]) {
      const [, bits, mode] = /^aes(\d+)-(\w+)$/.exec(cipher)!;
      const octets = Number(bits) / 8;
      // The key first, then the vector (PROTOCOL.key, 2).
      const derived = bcryptPbkdf(bytes(120), new Uint8Array(16), 1, octets + 16);
      const [key, iv] = [derived.subarray(0, octets), derived.subarray(octets)];
      const by = createCipheriv(`aes-${bits}-${mode}`, key, iv).setAutoPadding(false);
      const sealed = bytes(...by.update(PLAIN), ...by.final());
      assert.deepEqual(await open({ cipher, sealed })("x"), PLAIN, cipher);
      assert.equal(await open({ cipher, sealed })("y"), null);
    }
    const derived = bcryptPbkdf(bytes(120), new Uint8Array(16), 1, 16 + 12);
    const by = createCipheriv("aes-128-gcm", derived.subarray(0, 16), derived.subarray(16));
    const sealed = bytes(...by.update(PLAIN), ...by.final());
    const file = { cipher: "aes128-gcm@openssh.com", sealed, tag: bytes(...by.getAuthTag()) };
    assert.deepEqual(await open(file)("x"), PLAIN);
    assert.equal(await open(file)("y"), null);
  });
});

describe("the parameters of a derivation", () => {
  const PBKDF2 = oid("1.2.840.113549.1.5.12");
  const object = {
    path: "privateKey",
    unsupported: (scheme: string) => scheme,
    openssl: "openssl",
  };
  const read = (info: Bytes, octets: number | null) => {
    const der = new Der(info, new Budget());
    der.expect(0, info.length, TAG.SEQUENCE, "algorithm");
    return readPbkdf2(der, readAlgorithmIdentifier(der), octets, object);
  };
  const usual = [salt, integer(1)];

  it("of PBKDF2 state the length of the key where no cipher does", () => {
    const stated = (...length: Bytes[]) => read(seq(PBKDF2, seq(...usual, ...length)), null);
    assert.equal(stated(integer(128)).keyOctets, 128);
    assert.throws(() => stated(integer(129)), /key is too long/);
    assert.throws(() => stated(), /length of the key is missing/);
    assert.equal(read(seq(PBKDF2, seq(...usual)), 16).keyOctets, 16);
    assert.throws(() => read(seq(PBKDF2), 16), /The parameters of the key derivation are missing/);
    assert.throws(() => read(seq(oid("1.2.3.4"), seq(...usual)), 16), /derivation 1\.2\.3\.4/);
  });

  it("of PBKDF2 end where they end", () => {
    assert.throws(() => read(seq(PBKDF2, seq(...usual, NULL)), 16), DerError);
    const prf = seq(oid("1.2.840.113549.2.9"), NULL);
    assert.throws(() => read(seq(PBKDF2, seq(...usual, prf, prf)), 16), DerError);
    assert.equal(read(seq(PBKDF2, seq(...usual, prf)), 16).name, "PBKDF2-HMAC-SHA-256");
  });

  it("of scrypt are missing", async () => {
    const kdf = seq(oid("1.3.6.1.4.1.11591.4.11"));
    const said = await says(encrypted(PBES2, seq(kdf, AES_256)));
    assert.match(said, /parameters of the key derivation are missing/);
  });
});
