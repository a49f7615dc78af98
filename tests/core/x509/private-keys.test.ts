import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { matchFile } from "../../fixtures/match/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

const read = (file: string, passphrase = "") =>
  readPrivateKeyText(matchFile(file), passphrase, createContext());

/** Runs `body` in an engine that reads no EC key without its public part. */
async function withStrictEngine(body: () => Promise<void>): Promise<void> {
  const { subtle } = crypto;
  const { importKey } = subtle;
  Object.defineProperty(subtle, "importKey", {
    configurable: true,
    value: (...call: Parameters<typeof importKey>) => {
      const [format, data] = call as unknown as [string, Uint8Array];
      // [1], the public part, is the end of the structure where there is one.
      const isBare = format === "pkcs8" && !new Uint8Array(data).subarray(-135).includes(0xa1);
      if (isBare) return Promise.reject(new DOMException("no public part", "DataError"));
      return importKey.apply(subtle, call);
    },
  });
  try {
    await body();
  } finally {
    Reflect.deleteProperty(subtle, "importKey");
  }
}

/** Runs `body` in an engine that imports keys and exports none. */
async function withoutExport(body: () => Promise<void>): Promise<void> {
  const { subtle } = crypto;
  Object.defineProperty(subtle, "exportKey", {
    configurable: true,
    value: () => Promise.reject(new DOMException("The operation failed", "OperationError")),
  });
  try {
    await body();
  } finally {
    Reflect.deleteProperty(subtle, "exportKey");
  }
}

describe("private keys", () => {
  it("are opened with every PBES2 cipher that openssl writes", needs("openssl"), async () => {
    const key = matchFile("p256-pkcs8-key.pem");
    const plain = await read("p256-pkcs8-key.pem");
    const ciphers = ["rc2-cbc", "rc2-64-cbc", "rc2-40-cbc", "des-cbc", "des-ede3-cbc"]
      .concat(["aes-128-cbc", "aes-192-cbc", "aes-256-cbc"]);
    for (const cipher of ciphers) {
      const args = ["pkcs8", "-topk8", "-v2", cipher, "-passout", "pass:correct horse"];
      const providers = ["-provider", "legacy", "-provider", "default"];
      const { code, stdout, stderr } = await runProgram("openssl", [...args, ...providers], key);
      assert.equal(code, 0, `${cipher}: ${stderr}`);
      const opened = await readPrivateKeyText(stdout, "correct horse", createContext());
      assert.deepEqual(opened.key.pkcs8, plain.key.pkcs8, cipher);
      await assert.rejects(
        readPrivateKeyText(stdout, "wrong", createContext()),
        { code: "passphrase_wrong" },
        cipher,
      );
    }
  });

  it(
    "become PKCS#8 that openssl reads as the same key, from every format",
    needs("openssl"),
    async () => {
      for (
        const [file, passphrase] of [
          ["rsa-pkcs1-key.pem"],
          ["pss-pkcs8-key.pem"],
          ["p256-sec1-without-public-key.pem"],
          ["p384-explicit-key.pem"],
          ["p521-compressed-key.pem"],
          ["p256-sec1-after-parameters-key.txt"],
          ["ed25519-pkcs8-key.pem"],
          ["secp256k1-pkcs8-key.pem"],
          ["dsa-traditional-key.pem"],
          ["p256-pbe-sha1-rc2-40-key.pem", "correct horse"],
          ["p384-scrypt-key.pem", "correct horse"],
        ]
      ) {
        const { key } = await read(file, passphrase);
        const ours = await runProgram("openssl", ["pkey", "-pubout"], armoured(key.pkcs8));
        const theirs = await runProgram(
          "openssl",
          [
            ...["pkey", "-pubout", "-passin", `pass:${passphrase ?? ""}`],
            // openssl keeps how curve and point were written; this reader writes them in one form.
            ...(/^p\d/.test(file)
              ? ["-ec_param_enc", "named_curve", "-ec_conv_form", "uncompressed"]
              : []),
            ...["-provider", "legacy", "-provider", "default"],
          ],
          matchFile(file),
        );
        assert.equal(ours.stdout, theirs.stdout, `${file} ${theirs.stderr}`);
        assert.match(ours.stdout, /^-----BEGIN PUBLIC KEY-----/);
        key.dispose();
        assert(key.pkcs8.every((octet) => octet === 0), "nothing of the key is left");
      }
    },
  );

  it("have the same public part if the engine cannot compute it", async () => {
    const files = [
      "pkcs8-key",
      "sec1-without-public-key",
      "pkcs8-without-public-key",
      "compressed-key",
    ]
      .flatMap((form) => ["p256", "p384", "p521"].map((curve) => `${curve}-${form}.pem`));
    const expected = await Promise.all(files.map((file) => read(file)));
    await withStrictEngine(async () => {
      for (const [index, file] of files.entries()) {
        const { key } = await read(file);
        assert.equal(key.unchecked, null);
        assert.deepEqual(key.publicKey, expected[index].key.publicKey, file);
        assert.deepEqual(key.pkcs8, expected[index].key.pkcs8, file);
      }
      for (const kind of ["p256", "p384", "p521"]) {
        for (const fault of ["point", "zero", "great"]) {
          const file = `inconsistent-${kind}-${fault}-key.pem`;
          await assert.rejects(read(file), { code: "key_inconsistent" }, file);
        }
      }
    });
  });

  it("on Curve25519 have the same public part if the engine exports none, as Firefox 140", async () => {
    const files = ["ed25519-pkcs8-key.pem", "ed25519-with-public-key.txt", "x25519-pkcs8-key.pem"];
    const expected = await Promise.all(files.map((file) => read(file)));
    await withoutExport(async () => {
      for (const [index, file] of files.entries()) {
        const { key } = await read(file);
        assert.equal(key.unchecked, null, file);
        assert.deepEqual(key.publicKey, expected[index].key.publicKey, file);
      }
      await assert.rejects(read("inconsistent-ed25519-key.pem"), { code: "key_inconsistent" });
    });
  });

  it("report the field of a fault", async () => {
    await assert.rejects(read("rsa-pbes2-aes-256-cbc-key.pem"), { path: "passphrase" });
    await assert.rejects(read("rsa-pbes2-aes-256-cbc-key.pem", "wrong"), { path: "passphrase" });
    await assert.rejects(read("public-key.pem"), { path: "privateKey", code: "wrong_type" });
  });

  it("are rejected for their cost before any work", async () => {
    await assert.rejects(read("iterations-key.pem", "correct horse"), { code: "too_complex" });
  });
});

function armoured(der: Uint8Array): string {
  const lines = der.toBase64().replace(/.{64}(?!$)/g, "$&\n");
  return `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`;
}
