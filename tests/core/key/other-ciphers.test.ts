/** Keys under ciphers that this tool does not decrypt: the error names the cipher and a command of openssl that does. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { needs, runProgram } from "../../support/programs.ts";

const PASSPHRASE = "tulip42";
const PROVIDERS = ["-provider", "default", "-provider", "legacy"];

const messageOf = (key: string): Promise<string> =>
  readPrivateKeyText(key, PASSPHRASE, createContext()).then(() => "is read", (thrown) => {
    assert(isOperationError(thrown) && thrown.code === "unsupported", String(thrown));
    return thrown.message;
  });

/** The option of `openssl rsa`, that of `openssl pkcs8`, and the words in the message. */
const CIPHERS: [string | null, string | null, string][] = [
  ["-bf", "bf-cbc", "Blowfish"],
  ["-seed", "seed-cbc", "SEED"],
  ["-camellia128", "camellia-128-cbc", "Camellia with 128 bits"],
  ["-camellia192", "camellia-192-cbc", "Camellia with 192 bits"],
  ["-camellia256", "camellia-256-cbc", "Camellia with 256 bits"],
  ["-aria128", "aria-128-cbc", "ARIA with 128 bits"],
  ["-aria192", "aria-192-cbc", "ARIA with 192 bits"],
  ["-aria256", "aria-256-cbc", "ARIA with 256 bits"],
  ["-rc2", null, "RC2"],
  ["-aes-256-cfb", null, "AES in another mode than CBC"],
  [null, "cast5-cbc", "CAST5"],
];

describe("a private key under another cipher", () => {
  needs("openssl");

  let key: ReturnType<typeof runProgram> | undefined;
  const password = ["-passout", `pass:${PASSPHRASE}`];
  for (const [traditional, pkcs8, words] of CIPHERS) {
    it(`is named: ${words}`, async () => {
      key ??= runProgram("openssl", ["genrsa", "2048"]);
      const { stdout: plain } = await key;
      const forms = [
        ...traditional ? [["rsa", "-traditional", traditional]] : [],
        ...pkcs8 ? [["pkcs8", "-topk8", "-v2", pkcs8]] : [],
      ];
      for (const form of forms) {
        const { stdout, stderr } = await runProgram(
          "openssl",
          [...form, ...PROVIDERS, ...password],
          plain,
        );
        const message = await messageOf(stdout);
        assert(message.includes(`the cipher ${words},`), message + stderr);
        const command = /Decrypt it with openssl (.*) -in FILE -out key\.pem$/.exec(message);
        assert(command, message);
        const opened = await runProgram(
          "openssl",
          [...command[1].split(" "), "-passin", `pass:${PASSPHRASE}`],
          stdout,
        );
        assert.match(opened.stdout, /^-----BEGIN PRIVATE KEY-----/, opened.stderr);
      }
    });
  }
});
