/** Passwords, salts and memory of key derivations that are larger than any program's are refused everywhere. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { type Context, createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { MAX_PASSWORD_OCTETS } from "../../../core/kernel/passwords.ts";
import { readPkcs12 } from "../../../core/x509/cms/read-pkcs12.ts";
import { isIntact, openJavaKey } from "../../../core/x509/cms/java-keystore.ts";
import { encryptUnderPassword } from "../../../core/x509/keys/encryption/password-based.ts";
import {
  deriveKey,
  pkcs12Password,
  PURPOSE,
} from "../../../core/x509/keys/encryption/key-derivation.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import * as der from "../../support/hostile-der.ts";
import { integer } from "../../../core/x509/asn1/der-write.ts";
import { Budget } from "../../../core/kernel/context.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { NULL, octets, oid, seq } from "./rules/der.ts";

const HALF = "é".repeat(MAX_PASSWORD_OCTETS / 2);
const server = () => createContext({ limits: SERVER_LIMITS });

/** The code of the error; "done" if there is none. */
const codeOf = (run: Promise<unknown>): Promise<string> =>
  run.then(() => "done", (thrown) => {
    if (!isOperationError(thrown)) throw thrown;
    return thrown.code;
  });

const keyText = (text: string) => (password: string, context: Context) =>
  readPrivateKeyText(text, password, context);
const sealed = (...algorithm: der.Bytes[]) =>
  writePem("ENCRYPTED PRIVATE KEY", seq(seq(...algorithm), octets(new Uint8Array(32))));
const salt = octets(new Uint8Array(8));
const legacy = (cipher: string) =>
  `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: ${cipher},${
    "00".repeat(16)
  }\n\n${new Uint8Array(32).toBase64()}\n-----END RSA PRIVATE KEY-----\n`;
const putty = (version: number, memory = 8, passes = 1, saltOctets = 16) =>
  [
    `PuTTY-User-Key-File-${version}: ssh-ed25519`,
    "Encryption: aes256-cbc",
    "Comment: x",
    "Public-Lines: 1",
    "AAAAC3NzaC1lZDI1NTE5AAAAIA==",
    "Key-Derivation: Argon2id",
    `Argon2-Memory: ${memory}`,
    `Argon2-Passes: ${passes}`,
    "Argon2-Parallelism: 1",
    `Argon2-Salt: ${"00".repeat(saltOctets)}`,
    "Private-Lines: 1",
    new Uint8Array(48).toBase64(),
    `Private-MAC: ${"ab".repeat(version === 3 ? 32 : 20)}`,
    "",
  ].join("\n");
/** EncryptedPrivateKeyInfo of a Java keystore. */
const javaKey = seq(seq(oid("1.3.6.1.4.1.42.2.17.1.1"), NULL), octets(new Uint8Array(60)));

const READERS: Record<string, (password: string, context: Context) => Promise<unknown>> = {
  "PBES2 with PBKDF2": keyText(der.pem("ENCRYPTED PRIVATE KEY", der.pbkdf2Key(1))),
  "PBES2 with scrypt": keyText(der.pem("ENCRYPTED PRIVATE KEY", der.scryptKey(2, 1, 1))),
  "PBES1": keyText(sealed(oid("1.2.840.113549.1.5.3"), seq(salt, integer(1)))),
  "PKCS#12's own": keyText(sealed(oid("1.2.840.113549.1.12.1.3"), seq(salt, integer(1)))),
  "the MAC of PKCS#12": (password, context) =>
    readPkcs12(der.pfx([], { digest: "SHA-256", iterations: 1 }), password, context),
  "OpenSSH": keyText(der.pem("OPENSSH PRIVATE KEY", der.opensshKey(1))),
  "PuTTY 2": keyText(putty(2)),
  "PuTTY 3": keyText(putty(3)),
  "traditional PEM": keyText(legacy("AES-256-CBC")),
  "a Java key": async (password, { budget }) => {
    assert.equal(await openJavaKey(javaKey, password, budget), null);
  },
  "a Java keystore": (password) =>
    isIntact({ entries: [], covered: new Uint8Array(9), digest: new Uint8Array(20) }, password),
  "writing PBES2": (password, context) =>
    encryptUnderPassword("PBES2", password, 1, new Uint8Array(8), context),
  "writing PKCS#12's own": (password, context) =>
    encryptUnderPassword(
      "pbeWithSHAAnd3-KeyTripleDES-CBC",
      password,
      1,
      new Uint8Array(8),
      context,
    ),
};

describe("a password of more than 1,024 octets", () => {
  for (const [name, read] of Object.entries(READERS)) {
    it(`is refused by ${name}, and one of 1,024 is not`, async () => {
      for (const long of [`${HALF}x`, "p".repeat(1025), "p".repeat(400_000)]) {
        assert.equal(await codeOf(read(long, server())), "invalid_input");
      }
      for (const longest of [HALF, "p".repeat(1024)]) {
        assert.match(await codeOf(read(longest, server())), /^(?:done|passphrase_wrong)$/);
      }
    });
  }

  it("is charged by its length below that", async () => {
    const spent = async (password: string) => {
      const budget = new Budget();
      const secret = pkcs12Password(password);
      await deriveKey("SHA-1", PURPOSE.key, secret, new Uint8Array(8), 1, 40, budget);
      return budget.spent("kdfIterations");
    };
    // Two blocks, each over 64 octets of salt and 2,112 of password; a unit is 10 octets beyond 512.
    assert.equal(
      await spent("p".repeat(1024)) - await spent(""),
      Math.floor((2 * (64 + 2112) - 512) / 10),
    );
  });
});

describe("a salt of more than 1,024 octets", () => {
  const long = octets(new Uint8Array(1025));
  it("is refused by every derivation of DER", async () => {
    for (
      const text of [
        sealed(oid("1.2.840.113549.1.5.3"), seq(long, integer(1))),
        sealed(oid("1.2.840.113549.1.12.1.3"), seq(long, integer(1))),
      ]
    ) assert.equal(await codeOf(readPrivateKeyText(text, "x", server())), "unreadable");
    const mac = seq(seq(seq(oid("1.3.14.3.2.26"), NULL), octets(new Uint8Array(20))), long);
    const data = seq(oid("1.2.840.113549.1.7.1"), der.sequence());
    assert.equal(await codeOf(readPkcs12(seq(integer(3), data, mac), "x", server())), "unreadable");
  });

  it("is charged for each block of scrypt's first derivation", async () => {
    // 65,536 blocks of 128 octets, four HMACs each.
    const text = der.pem("ENCRYPTED PRIVATE KEY", der.scryptKey(2, 8, 8192));
    const limits = { ...SERVER_LIMITS, kdfIterations: 65_536 * 4 * 19 };
    const context = createContext({ limits });
    assert.equal(await codeOf(readPrivateKeyText(text, "x", context)), "too_complex");
  });

  it("of scrypt that the library cannot compute is not supported", async () => {
    const text = der.pem("ENCRYPTED PRIVATE KEY", der.scryptKey(64, 128, 2));
    assert.equal(await codeOf(readPrivateKeyText(text, "x", server())), "unsupported");
  });
});

describe("the memory of key derivations on a server", () => {
  it("is at most 32 MiB each", async () => {
    const tried = (memory: number, context = server()) =>
      codeOf(readPrivateKeyText(putty(3, memory), "x", context));
    assert.equal(await tried(32 * 1024), "passphrase_wrong");
    assert.equal(await tried(32 * 1024 + 1), "too_complex");
    assert.equal(await tried(64 * 1024, createContext()), "passphrase_wrong");
  });

  it("is one budget for all of a call", async () => {
    const context = server();
    const tried = (text: string) => codeOf(readPrivateKeyText(text, "x", context));
    const scrypt = der.pem("ENCRYPTED PRIVATE KEY", der.scryptKey(16_384, 8, 1));
    assert.equal(await tried(putty(3, 32 * 1024)), "passphrase_wrong");
    assert.equal(await tried(scrypt), "passphrase_wrong");
    assert.equal(await tried(scrypt), "too_complex");
  });
});
