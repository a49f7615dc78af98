import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import {
  type Cipher,
  cipherSizes,
  decryptCbc,
  encryptCbc,
} from "../../../core/x509/keys/encryption/ciphers.ts";
import {
  deriveKey,
  pkcs12Password,
  PURPOSE,
} from "../../../core/x509/keys/encryption/key-derivation.ts";
import { needs, runProgram } from "../../support/programs.ts";

const bytes = (length: number, start: number) =>
  Uint8Array.from({ length }, (_, i) => (start + 37 * i) & 0xff);

/** How openssl enc calls them. RC2 with 40 bits is of the legacy provider. */
const OPENSSL: Readonly<Record<Cipher, string>> = {
  "AES-128-CBC": "aes-128-cbc",
  "AES-192-CBC": "aes-192-cbc",
  "AES-256-CBC": "aes-256-cbc",
  "DES-CBC": "des-cbc",
  "DES-EDE-CBC": "des-ede-cbc",
  "DES-EDE3-CBC": "des-ede3-cbc",
  "RC2-40-CBC": "rc2-40-cbc",
  "RC2-64-CBC": "rc2-64-cbc",
  "RC2-128-CBC": "rc2-cbc",
};

describe("ciphers", () => {
  for (const [cipher, name] of Object.entries(OPENSSL) as [Cipher, string][]) {
    it(
      `${cipher} agrees with openssl, for whole and partial blocks`,
      needs("openssl"),
      async () => {
        const { keyOctets, blockOctets } = cipherSizes(cipher);
        const key = bytes(keyOctets, 11);
        const iv = bytes(blockOctets, 200);
        for (const length of [0, 1, blockOctets - 1, blockOctets, 100]) {
          const data = bytes(length, 3);
          const encrypted = await encryptCbc(cipher, key, iv, data);
          assert.equal(encrypted.length, length - length % blockOctets + blockOctets);
          assert.deepEqual(await decryptCbc(cipher, key, iv, encrypted), data);
          const { stdout, stderr } = await runProgram("openssl", [
            ...["enc", `-${name}`, "-d", "-a", "-A", "-K", key.toHex(), "-iv", iv.toHex()],
            ...["-provider", "legacy", "-provider", "default"],
          ], encrypted.toBase64());
          const expected = new TextDecoder().decode(data);
          assert.equal(stdout, expected, stderr);
        }
      },
    );

    it(`${cipher} rejects wrong padding and partial blocks`, async () => {
      const { keyOctets, blockOctets } = cipherSizes(cipher);
      const key = bytes(keyOctets, 11);
      const iv = bytes(blockOctets, 200);
      const encrypted = await encryptCbc(cipher, key, iv, bytes(2 * blockOctets - 3, 3));
      // In CBC, changing a block changes the same bits of the next one: 03 becomes 02.
      encrypted[blockOctets - 1] ^= 1;
      assert.equal(await decryptCbc(cipher, key, iv, encrypted), null);
      assert.equal(await decryptCbc(cipher, key, iv, encrypted.slice(1)), null);
      assert.equal(await decryptCbc(cipher, key, iv, new Uint8Array(0)), null);
    });
  }
});

describe("key derivation of PKCS#12", () => {
  const derive = async (
    purpose: 1 | 2 | 3,
    password: string,
    salt: string,
    iterations: number,
    length: number,
  ) =>
    (await deriveKey(
      "SHA-1",
      purpose,
      pkcs12Password(password),
      Uint8Array.fromHex(salt),
      iterations,
      length,
      new Budget(),
    )).toHex().toUpperCase();

  it("gives the known answers that all implementations share", async () => {
    const { key, iv, mac } = PURPOSE;
    assert.equal(
      await derive(key, "smeg", "0A58CF64530D823F", 1, 24),
      "8AAAE6297B6CB04642AB5B077851284EB7128F1A2A7FBCA3",
    );
    assert.equal(await derive(iv, "smeg", "0A58CF64530D823F", 1, 8), "79993DFE048D3B76");
    assert.equal(
      await derive(key, "smeg", "642B99AB44FB4B1F", 1, 24),
      "F3A95FEC48D7711E985CFE67908C5AB79FA3D7C5CAA5D966",
    );
    assert.equal(
      await derive(mac, "smeg", "3D83C0E4546AC140", 1, 20),
      "8D967D88F6CAA9D714800AB3D48051D63F73A312",
    );
    assert.equal(
      await derive(key, "queeg", "05DEC959ACFF72F7", 1000, 24),
      "ED2034E36328830FF09DF1E1A07DD357185DAC0D4F9EB3D4",
    );
    assert.equal(await derive(iv, "queeg", "05DEC959ACFF72F7", 1000, 8), "11DEDAD7758D4860");
    assert.equal(
      await derive(mac, "queeg", "263216FCC2FAB31C", 1000, 20),
      "5EC4C7A80DF652294C3925B6489A7AB857C83476",
    );
  });

  it("distinguishes no password from an empty one", () => {
    assert.equal(pkcs12Password(null).length, 0);
    assert.deepEqual([...pkcs12Password("")], [0, 0]);
    assert.deepEqual([...pkcs12Password("Aé𝄞")], [0, 65, 0, 233, 0xd8, 0x34, 0xdd, 0x1e, 0, 0]);
  });

  it("counts its iterations, block by block", async () => {
    const run = (kdfIterations: number, length: number) =>
      deriveKey(
        "SHA-1",
        PURPOSE.key,
        pkcs12Password("x"),
        bytes(8, 1),
        1000,
        length,
        new Budget({ kdfIterations }),
      );
    // Two blocks of 1,000 iterations, each worth three of PBKDF2's, and 160 to begin with.
    assert.equal((await run(6_160, 24)).length, 24);
    await assert.rejects(run(6_159, 24), { code: "too_complex" });
  });
});
