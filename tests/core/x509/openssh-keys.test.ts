/** OpenSSH's own form of keys, as ssh-keygen writes it: plain, encrypted, damaged. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { opensshPublicKey } from "../../../core/x509/keys/export/write-keys.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { decodeBase64 } from "../../../core/x509/pem/base64.ts";
import { readPem, writePem } from "../../../core/x509/pem/pem.ts";
import { containerFile } from "../../fixtures/match/index.ts";
import { assertLinear } from "../../support/cost.ts";
import { needs, runProgram } from "../../support/programs.ts";

const read = (text: string, passphrase = "") =>
  readPrivateKeyText(text, passphrase, createContext());

/** A new key as ssh-keygen writes it, and the line of its public part. */
async function generate(args: string[], passphrase = ""): Promise<[key: string, line: string]> {
  const folder = await Deno.makeTempDir();
  try {
    const file = `${folder}/key`;
    const all = ["-q", "-N", passphrase, "-C", "me@here", "-f", file, ...args];
    const { code, stderr } = await runProgram("ssh-keygen", all);
    assert.equal(code, 0, stderr);
    return [await Deno.readTextFile(file), await Deno.readTextFile(`${file}.pub`)];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const TYPES = [
  ["-t", "ed25519"],
  ["-t", "rsa", "-b", "1024"],
  ["-t", "rsa", "-b", "2048"],
  ["-t", "ecdsa", "-b", "256"],
  ["-t", "ecdsa", "-b", "384"],
  ["-t", "ecdsa", "-b", "521"],
];

/** The octets of a key, and a file with others in their place. */
function octetsOf(text: string): Uint8Array<ArrayBuffer> {
  const [block] = readPem(text);
  return block.bytes!;
}
const withOctets = (bytes: Uint8Array) => writePem("OPENSSH PRIVATE KEY", bytes);

describe("keys of OpenSSH", () => {
  it("agree completely with the output of ssh-keygen", needs("ssh-keygen", "openssl"), async () => {
    for (const type of TYPES) {
      const [text, line] = await generate(type);
      const { key } = await read(text);
      assert.equal(key.form, "OpenSSH");
      assert.equal(key.encrypted, false);
      assert.equal(key.unchecked, null);
      assert.equal(opensshPublicKey(key.publicKey, "me@here"), line, type.join(" "));
      // Its private part is complete: openssl derives the same public part from it.
      const pem = writePem("PRIVATE KEY", key.pkcs8);
      const { stdout, code, stderr } = await runProgram("openssl", ["pkey", "-pubout"], pem);
      assert.equal(code, 0, stderr);
      const again = await read(pem);
      assert.deepEqual(again.key.publicKey, key.publicKey);
      assert.match(stdout, /^-----BEGIN PUBLIC KEY/);
      if (type[1] === "rsa") {
        const checked = await runProgram("openssl", ["pkey", "-check", "-noout"], pem);
        assert.match(checked.stdout + checked.stderr, /Key is valid/);
      }
      key.dispose();
      assert(key.pkcs8.every((octet) => octet === 0), "nothing of the key is left");
    }
  });

  it("are opened with every cipher but two, which are named", needs("ssh-keygen"), async () => {
    const passphrase = "correct horse é";
    const ciphers = ["aes128-ctr", "aes256-ctr", "aes128-cbc", "aes192-cbc", "aes256-cbc"]
      .concat(["3des-cbc", "aes128-gcm@openssh.com", "aes256-gcm@openssh.com"]);
    for (const cipher of ciphers) {
      const args = ["-t", "ed25519", "-a", "1", "-Z", cipher];
      const [text, line] = await generate(args, passphrase);
      const { key } = await read(text, passphrase);
      assert.equal(key.encrypted, true);
      assert.equal(opensshPublicKey(key.publicKey, "me@here"), line, cipher);
      await assert.rejects(read(text), { code: "passphrase_required", path: "passphrase" });
      await assert.rejects(read(text, "wrong"), { code: "passphrase_wrong", path: "passphrase" });
    }
    for (const cipher of ["aes192-ctr", "chacha20-poly1305@openssh.com"]) {
      const [text] = await generate(["-t", "ed25519", "-a", "1", "-Z", cipher], passphrase);
      const fault = { code: "unsupported", path: "privateKey" };
      await assert.rejects(read(text), fault);
      await assert.rejects(read(text, passphrase), (thrown: Error) => {
        assert.match(thrown.message, new RegExp(`${cipher} \\(.*ssh-keygen -p`));
        return true;
      });
    }
  });

  it("are rejected if their rounds exceed the budget", needs("ssh-keygen"), async () => {
    const [text] = await generate(["-t", "ed25519", "-a", "2"], "x");
    const bytes = octetsOf(text);
    // "bcrypt", the options with their length, the salt with its own, and the rounds.
    const at = indexOf(bytes, "bcrypt") + 6 + 4 + 4 + 16;
    assert.equal(bytes[at + 3], 2);
    bytes[at] = 0x7f;
    const most = {
      code: "too_complex",
      message: /rounds of bcrypt, but this tool runs at most \d/,
    };
    await assert.rejects(read(withOctets(bytes), "x"), most);
    const server = createContext({ limits: { kdfIterations: 1_600_000 } });
    const [usual] = await generate(["-t", "ed25519", "-a", "16"], "x");
    assert((await readPrivateKeyText(usual, "x", server)).key.encrypted);
  });

  it("are rejected if a part of them was changed", async () => {
    const whole = octetsOf(containerFile("ed25519-openssh-key.pem"));
    const changed = (at: number) => {
      const bytes = whole.slice();
      bytes[at < 0 ? bytes.length + at : at] ^= 1;
      return withOctets(bytes);
    };
    const front = indexOf(whole, "ssh-ed25519") + 11 + 4;
    const seed = whole.length - 8 - 7 - 32 - 32;
    await assert.rejects(read(changed(front)), { code: "key_inconsistent" });
    await assert.rejects(read(changed(seed)), { code: "key_inconsistent" });
    const malformed = { code: "unreadable", path: "privateKey" };
    await assert.rejects(read(changed(-1)), { ...malformed, message: /padding/ });
    const inner = lastIndexOf(whole, "ssh-ed25519") - 4;
    await assert.rejects(read(changed(inner - 1)), { ...malformed, message: /check numbers/ });
    for (const length of [15, 20, 40, 100, whole.length - 1]) {
      await assert.rejects(read(withOctets(whole.subarray(0, length))), malformed);
    }
  });
});

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
function indexOf(bytes: Uint8Array, text: string, from = 0): number {
  const wanted = ascii(text);
  return bytes.findIndex((_, at) =>
    at >= from && wanted.every((octet, index) => bytes[at + index] === octet)
  );
}
function lastIndexOf(bytes: Uint8Array, text: string): number {
  let at = -1;
  for (let next = indexOf(bytes, text); next !== -1; next = indexOf(bytes, text, next + 1)) {
    at = next;
  }
  return at;
}

describe("public keys of OpenSSH", () => {
  it("are found in lines and in separate files", needs("ssh-keygen"), async () => {
    for (const type of TYPES) {
      const [, line] = await generate(type);
      const folder = await Deno.makeTempDir();
      await Deno.writeTextFile(`${folder}/key.pub`, line);
      const { stdout } = await runProgram("ssh-keygen", ["-e", "-f", `${folder}/key.pub`]);
      await Deno.remove(folder, { recursive: true });
      const expected = decodeBase64(line.split(" ")[1]);
      const texts = [
        line,
        stdout,
        `# keys\nhost,127.0.0.1 ${line}`,
        `from="10.0.0.1",no-pty ${line}`,
        // The base64 names its type, so it is enough.
        line.split(" ")[1],
        `"${line.split(" ")[1]}"`,
        `  "key": "${line.trim()}",`,
      ];
      for (const text of texts) {
        const [block, ...more] = readPem(text);
        assert.deepEqual(more, []);
        assert.deepEqual(block.bytes, expected, text);
        assert.equal(block.notation, "OpenSSH");
        assert.equal(block.problem, null);
      }
    }
  });

  it("are found if a mail or a terminal broke the line", needs("ssh-keygen"), async () => {
    const [, line] = await generate(["-t", "rsa", "-b", "2048"]);
    const [type, base64, comment] = line.trim().split(" ");
    const broken = `${type} ${base64.match(/.{1,64}/g)!.join("\n")}`;
    const [whole] = readPem(line);
    for (const text of [broken, `${broken} ${comment}\n${line}`, broken.slice(type.length + 1)]) {
      const [block] = readPem(text);
      assert.deepEqual(block.bytes, whole.bytes);
      assert.match(block.problem!, /broken over several lines/);
    }
    // Lines of something else do not make it whole, and a whole key takes none of them.
    assert.equal(readPem(`${line}${base64.slice(0, 64)}\n`)[0].problem, null);
    assert.doesNotMatch(readPem(broken.slice(0, 200))[0].problem ?? "", /several lines/);
  });

  it("are read once in hostile lines", async () => {
    const many = (size: number) => "ssh-rsa AAAAB3NzaC1yc2E\n".repeat(size);
    await assertLinear(many, (text) => readPem(text), 5_000);
    await assertLinear((size) => `ssh-rsa AAAA\n${"AAAA\n".repeat(size)}`, readPem, 50_000);
    // Beginnings of keys, each of which might go on in the lines after it.
    await assertLinear((size) => "AAAAC3NzaC1lZDI1NTE5AAAAIQ\n".repeat(size), readPem, 140);
  });
});
