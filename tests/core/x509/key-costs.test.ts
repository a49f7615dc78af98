/** What a derivation takes of the budget: to the unit, so that a limit means what it says. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { Der, DerError, TAG } from "../../../core/x509/asn1/der.ts";
import { integer } from "../../../core/x509/asn1/der-write.ts";
import { readAlgorithmIdentifier } from "../../../core/x509/keys/algorithm-identifiers.ts";
import { spendDerivation, TooMuchDerivation } from "../../../core/x509/keys/encryption/kdf-cost.ts";
import { readPbkdf2 } from "../../../core/x509/keys/encryption/pbkdf2.ts";
import { deriveKey, PURPOSE } from "../../../core/x509/keys/encryption/pkcs12-kdf.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { writePem } from "../../../core/x509/pem/pem-write.ts";
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

/** Is tried with so many units, and is not with one less. */
async function costs(text: string, units: number): Promise<void> {
  assert.match(await says(text, units), /^(?:opened|passphrase_wrong)/);
  assert.match(await says(text, units - 1), /^too_complex/);
}

describe("the cost of a derivation", () => {
  it("of PBKDF2 is that of its hash, block by block", async () => {
    const under = (arc: number) => {
      const prf = seq(oid(`1.2.840.113549.2.${arc}`), NULL);
      const kdf = seq(oid("1.2.840.113549.1.5.12"), seq(salt, integer(1000), prf));
      return encrypted(PBES2, seq(kdf, AES_256));
    };
    // 32 octets: two blocks of SHA-1 and SHA-224. A hundred to begin with.
    await costs(under(7), 100 + 2 * 1000);
    await costs(under(8), 100 + 2 * 20 * 1000);
    await costs(under(9), 100 + 1000);
    await costs(under(10), 100 + 3 * 1000);
    await costs(under(11), 100 + 3 * 1000);
  });

  it("of scrypt, bcrypt and PBKDF1", async () => {
    const scrypt = seq(salt, integer(4), integer(2), integer(3));
    const kdf = seq(oid("1.3.6.1.4.1.11591.4.11"), scrypt);
    await costs(encrypted(PBES2, seq(kdf, AES_256)), 100 + 4 * 2 * 3 * 3);
    // Two rounds for 48 octets, 32 at a time.
    await costs(containerFile("p256-openssh-aes256-ctr-key.pem"), 100 + 2 * 2 * 30_000);
    for (const arc of [3, 10]) {
      const pbes1 = encrypted(oid(`1.2.840.113549.1.5.${arc}`), seq(salt, integer(7)));
      await costs(pbes1, 100 + 7 * 5);
    }
  });

  it("of PKCS#12's own is that of its digest, block by block", async () => {
    for (
      const [hash, units, length] of [
        ["MD5", 5, 17],
        ["SHA-1", 5, 21],
        ["SHA-224", 6, 29],
        ["SHA-256", 6, 33],
        ["SHA-384", 7, 49],
        ["SHA-512", 7, 65],
      ] as const
    ) {
      const run = (octets: number, kdfIterations: number) => {
        const budget = new Budget({ kdfIterations });
        return deriveKey(hash, PURPOSE.key, bytes(0, 0), bytes(1), 3, octets, budget);
      };
      assert.equal((await run(length, 100 + 2 * 3 * units)).length, length);
      await assert.rejects(run(length, 99 + 2 * 3 * units), { code: "too_complex" });
      assert.equal((await run(length - 1, 100 + 3 * units)).length, length - 1);
    }
  });

  it("says what was asked and what is left", () => {
    const ask = (budget: Budget) => {
      try {
        spendDerivation(budget, "ROUNDS", 5000, 10);
      } catch (thrown) {
        assert(thrown instanceof TooMuchDerivation);
        assert.equal(thrown.at("a field").path, "a field");
        return thrown.message;
      }
      return budget.spent("kdfIterations");
    };
    assert.equal(ask(new Budget({ kdfIterations: 50_100 })), 50_100);
    assert.match(String(ask(new Budget({ kdfIterations: 50_099 }))), /5,000 ROUNDS: AT MOST 4,999/);
    assert.match(String(ask(new Budget({ kdfIterations: 99 }))), /5,000 ROUNDS: AT MOST 0/);
    const used = new Budget({ kdfIterations: 50_100 });
    used.spend("kdfIterations", 1);
    assert.notEqual(ask(used), ask(new Budget({ kdfIterations: 50_099 })));
  });
});

describe("the parameters of a derivation", () => {
  const PBKDF2 = oid("1.2.840.113549.1.5.12");
  const object = { path: "privateKey", unsupported: (scheme: string) => scheme };
  const read = (info: Bytes, octets: number | null) => {
    const der = new Der(info, new Budget());
    der.expect(0, info.length, TAG.SEQUENCE, "ALGORITHM");
    return readPbkdf2(der, readAlgorithmIdentifier(der), octets, object);
  };
  const usual = [salt, integer(1)];

  it("of PBKDF2 state the length of the key where no cipher does", () => {
    const stated = (...length: Bytes[]) => read(seq(PBKDF2, seq(...usual, ...length)), null);
    assert.equal(stated(integer(128)).keyOctets, 128);
    assert.throws(() => stated(integer(129)), /KEY IS TOO LONG/);
    assert.throws(() => stated(), /LENGTH OF THE KEY IS MISSING/);
    assert.equal(read(seq(PBKDF2, seq(...usual)), 16).keyOctets, 16);
    assert.throws(() => read(seq(PBKDF2), 16), /PARAMETERS OF THE KEY DERIVATION ARE MISSING/);
    assert.throws(() => read(seq(oid("1.2.3.4"), seq(...usual)), 16), /DERIVATION 1\.2\.3\.4/);
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
    assert.match(said, /PARAMETERS OF THE KEY DERIVATION ARE MISSING/);
  });
});
