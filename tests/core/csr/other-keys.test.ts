/** csr/generate with kinds of keys that public authorities do not accept: Ed25519 and ML-DSA. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { csrDecode, csrGenerate, OTHER_KEY_TYPES } from "../../../core/csr/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { Contract, OutputOf } from "../../../core/kernel/contract.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { matchVerify } from "../../../core/match/contract.ts";
import { operations } from "../../../core/operations.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { REQUEST, SMIME_REQUEST } from "../../fixtures/csr/generate.ts";
import { containerFile, matchFile } from "../../fixtures/match/index.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { isFull } from "../../support/matrix.ts";

type Made = OutputOf<typeof csrGenerate>;

const outcomeOf = ({ name }: Contract, input: unknown): Promise<Outcome<unknown>> =>
  execute(operations, name, input, createContext(), (_, fault) => {
    throw fault;
  });

async function answer<T>(contract: Contract, input: unknown): Promise<T> {
  const outcome = await outcomeOf(contract, input);
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as T;
}
const make = (input: unknown) => answer<Made>(csrGenerate, input);

/**
 * Checks the request with this project's reader, which verifies ML-DSA with another library than
 * the one that signed.
 */
async function assertWhole({ csr, privateKey }: Made, algorithm: string): Promise<void> {
  const read = await answer<OutputOf<typeof csrDecode>>(csrDecode, { csr });
  assert(read.valid);
  assert.equal(read.signatureValid, true);
  assert.equal(read.signatureAlgorithm, algorithm);
  assert.equal(read.publicKey.algorithm, algorithm);
  assert.deepEqual(read.extensions.keyUsage, ["digitalSignature"]);
  // The decoder reports what the note says: public authorities accept none of these keys.
  assert.deepEqual(read.findings.map(({ code }) => code), ["key_algorithm_not_allowed"]);
  if (privateKey === null) return;
  const pair = { certificate: csr, privateKey };
  assert.equal((await answer<OutputOf<typeof matchVerify>>(matchVerify, pair)).match, true);
}

/** Runs `body` in an engine that makes and imports no key of another kind than RSA and ECC. */
async function withoutOtherKeys(body: () => Promise<void>): Promise<void> {
  const { subtle } = crypto;
  const refuse = () => Promise.reject(new DOMException("unknown", "NotSupportedError"));
  const methods = ["generateKey", "importKey"];
  for (const name of methods) {
    Object.defineProperty(subtle, name, { configurable: true, value: refuse });
  }
  try {
    await body();
  } finally {
    for (const name of methods) Reflect.deleteProperty(subtle, name);
  }
}

describe("csr/generate with other keys", () => {
  for (const keyType of OTHER_KEY_TYPES) {
    it(`makes ${keyType}, and signs with an existing key`, async () => {
      for (const request of [REQUEST, SMIME_REQUEST]) {
        const made = await make({ ...request, keyType });
        assert.equal(made.keyType, keyType);
        assert.deepEqual([made.keySize, made.eccCurve, made.digestAlgorithm], [null, null, null]);
        const note = made.notes.find(({ code }) => code === "key_type_refused");
        assert.equal(note?.path, "keyType");
        assert.match(note!.message, new RegExp(`Public CAs accept no ${keyType} keys`));
        await assertWhole(made, keyType);
        const again = await make({ ...request, privateKey: made.privateKey });
        assert.deepEqual([again.keyType, again.privateKey], [keyType, null]);
        await assertWhole(again, keyType);
      }
    });
  }

  it("makes Ed25519 requests that openssl verifies", needs("openssl"), async () => {
    const { csr, privateKey } = await make({ ...REQUEST, keyType: "Ed25519" });
    const { code, stderr } = await runProgram("openssl", ["req", "-verify", "-noout"], csr);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /verify OK/);
    const ours = await runProgram("openssl", ["pkey", "-pubout"], privateKey!);
    const theirs = await runProgram("openssl", ["req", "-pubkey", "-noout"], csr);
    assert.equal(ours.stdout, theirs.stdout);
  });

  if (isFull) {
    // Node 26 has OpenSSL 3.5. It takes 140 MB, so it is fetched only for this test.
    it("makes ML-DSA requests that Node 26 verifies", needs("npx"), async () => {
      for (const keyType of OTHER_KEY_TYPES.slice(1)) {
        const { csr, privateKey } = await make({ ...REQUEST, keyType });
        const input = JSON.stringify({ csr: readPem(csr)[0].bytes!.toBase64(), privateKey });
        const args = ["--yes", "node@26", "-e", VERIFY];
        const { code, stdout, stderr } = await runProgram("npx", args, input);
        assert.equal(code, 0, stderr);
        assert.equal(stdout.trim(), `${keyType.toLowerCase()} true`);
      }
    });
  }

  it("reports an algorithm that the platform lacks, without a substitute", async () => {
    await withoutOtherKeys(async () => {
      for (const keyType of OTHER_KEY_TYPES) {
        const outcome = await outcomeOf(csrGenerate, { ...REQUEST, keyType });
        assert(!outcome.ok);
        assert.equal(outcome.error.code, "unsupported");
        assert.deepEqual(outcome.error.issues, [
          { path: "keyType", message: `This tool cannot make ${keyType.toUpperCase()} keys` },
        ]);
      }
    });
  });

  it("accepts OpenSSH keys and JSON Web Keys", async () => {
    const cases = [
      { file: "rsa-openssh-key.pem", keyType: "RSA" },
      { file: "p384-openssh-key.pem", keyType: "ECC" },
      { file: "ed25519-openssh-key.pem", keyType: "Ed25519" },
      { file: "p256-openssh-aes256-ctr-key.pem", keyType: "ECC", passphrase: "correct horse" },
      { file: "p521-key.jwk", keyType: "ECC" },
      { file: "ed25519-key.jwk", keyType: "Ed25519" },
    ];
    for (const { file, keyType, passphrase = "" } of cases) {
      const made = await make({ ...REQUEST, privateKey: containerFile(file), passphrase });
      assert.equal(made.keyType, keyType, file);
      const read = await answer<OutputOf<typeof csrDecode>>(csrDecode, { csr: made.csr });
      assert(read.valid && read.signatureValid, file);
    }
    const refused = await outcomeOf(csrGenerate, {
      ...REQUEST,
      privateKey: matchFile("ed448-pkcs8-key.pem"),
    });
    assert(!refused.ok);
    assert.equal(refused.error.code, "unsupported");
  });
});

/** The signature over what comes first in the request (RFC 2986, 4.2), with the request's own key. */
const VERIFY = `
const { createPrivateKey, createPublicKey, verify } = require("node:crypto");
const { csr, privateKey } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const der = Buffer.from(csr, "base64");
const next = (at) => {
  const count = der[at + 1] < 128 ? 0 : der[at + 1] & 127;
  const length = count ? der.readUIntBE(at + 2, count) : der[at + 1];
  return { at, body: at + 2 + count, end: at + 2 + count + length };
};
const info = next(next(0).body);
const signature = next(next(info.end).end);
const key = createPublicKey(createPrivateKey(privateKey));
const data = der.subarray(info.at, info.end);
console.log(key.asymmetricKeyType, verify(null, data, key, der.subarray(signature.body + 1, signature.end)));`;
