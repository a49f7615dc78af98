/**
 * pfx/convert writes files that every reader opens: openssl, keytool, certtool and pk12util. Each
 * key, protection, password and chain occurs once; in the full run all combinations.
 */
import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import type { PfxResponse } from "../../../core/pfx/contract.ts";
import { chainOf, type Depth, type Kind, KINDS, pem, UNICODE } from "../../fixtures/pfx/index.ts";
import { eachOnce, isFull, product } from "../../support/matrix.ts";
import { needs, type Ran, runProgram } from "../../support/programs.ts";

const AXES = {
  kind: KINDS,
  protection: ["3des-sha1", "aes256-sha256", "none"],
  password: [
    "correct horse",
    UNICODE,
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/",
  ],
  depth: [1, 3, 6],
} as const;

interface Case {
  kind: Kind;
  protection: (typeof AXES)["protection"][number];
  password: string;
  depth: Depth;
}

function cases(): Case[] {
  const rows = isFull ? product(AXES) : eachOnce(AXES);
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    // Without protection the three passwords are one case.
    const one: Case = { ...row, password: row.protection === "none" ? "" : row.password };
    const name = JSON.stringify(one);
    if (seen.has(name)) return [];
    seen.add(name);
    return [one];
  });
}

/** The bags and the MAC in the output of `openssl pkcs12 -info`. */
const PROMISED = {
  "3des-sha1": [
    "MAC: sha1, Iteration 20000",
    "PKCS7 Encrypted data: pbeWithSHA1And3-KeyTripleDES-CBC, Iteration 20000",
    "Shrouded Keybag: pbeWithSHA1And3-KeyTripleDES-CBC, Iteration 20000",
  ],
  "aes256-sha256": [
    "MAC: sha256, Iteration 300000",
    "PKCS7 Encrypted data: PBES2, PBKDF2, AES-256-CBC, Iteration 300000, PRF hmacWithSHA256",
    "Shrouded Keybag: PBES2, PBKDF2, AES-256-CBC, Iteration 300000, PRF hmacWithSHA256",
  ],
  "none": [
    "MAC: sha1, Iteration 2048",
    "PKCS7 Encrypted data: pbeWithSHA1And3-KeyTripleDES-CBC, Iteration 2048",
    "Shrouded Keybag: pbeWithSHA1And3-KeyTripleDES-CBC, Iteration 2048",
  ],
};

async function convert(input: unknown): Promise<PfxResponse> {
  const outcome = await execute(operations, "pfx/convert", input, createContext(), (_, fault) => {
    throw fault;
  });
  assert(outcome.ok, outcome.ok ? "" : outcome.error.message);
  return outcome.value as PfxResponse;
}

async function succeeds(ran: Promise<Ran>): Promise<Ran> {
  const { code, stdout, stderr } = await ran;
  assert.equal(code, 0, `${stdout.slice(0, 400)} ${stderr.slice(0, 400)}`);
  return { code, stdout, stderr };
}

/** The base64 of each block with the label, without line ends. */
const blocks = (text: string, label: string): string[] =>
  [...text.matchAll(new RegExp(`-----BEGIN ${label}-----([^-]+)-----END`, "g"))]
    .map(([, body]) => body.replaceAll(/\s/g, ""));

const privatePart = (key: string) => createPrivateKey(key).export({ format: "jwk" });

const keyPem = (base64: string, label = "PRIVATE KEY") =>
  `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----\n`;

/**
 * keytool without JVM features that pay only in longer runs. Under AES the second compiler does
 * pay: it uses the processor's SHA-256 for the 300,000 iterations.
 */
function keytool(args: string[], protection: Case["protection"]): Promise<Ran> {
  const java = ["-J-XX:+UseSerialGC", "-J-Xshare:auto"];
  if (protection !== "aes256-sha256") java.push("-J-XX:TieredStopAtLevel=1");
  return runProgram("keytool", [...args, ...java]);
}

class Opened {
  readonly directory = Deno.makeTempDirSync();
  readonly file = `${this.directory}/file.pfx`;
  readonly passwordFile = `${this.directory}/password`;
  readonly certificates: string[];
  readonly key: string;
  readonly name: string;

  constructor(readonly which: Case, readonly answer: PfxResponse) {
    const { kind, depth, password } = which;
    Deno.writeFileSync(this.file, Uint8Array.fromBase64(answer.pfx));
    Deno.writeTextFileSync(this.passwordFile, `${password}\n`);
    this.certificates = blocks(pem(...chainOf(kind, depth)), "CERTIFICATE");
    this.key = pem(`${kind}-key`);
    this.name = `${kind}.example.com`;
  }

  /**
   * Checks key, certificates, name and the promised algorithms. The option -legacy changes nothing.
   */
  async byOpenssl(): Promise<void> {
    const { protection } = this.which;
    const args = ["pkcs12", "-in", this.file, "-info", "-nodes"];
    args.push("-passin", `file:${this.passwordFile}`);
    for (const legacy of protection === "aes256-sha256" ? [[]] : [[], ["-legacy"]]) {
      const { stdout, stderr } = await succeeds(runProgram("openssl", [...args, ...legacy]));
      assert.deepEqual(blocks(stdout, "CERTIFICATE"), this.certificates);
      const [key, ...others] = blocks(stdout, "PRIVATE KEY");
      assert.equal(others.length, 0);
      assert.deepEqual(privatePart(keyPem(key)), privatePart(this.key));
      assert.equal(stdout.split(`friendlyName: ${this.name}\n`).length, 3, "on key and leaf");
      const ids = [...stdout.matchAll(/localKeyID: ([0-9A-F ]+)/g)].map(([, id]) => id);
      assert.equal(ids.length, 2);
      assert.equal(ids[0], ids[1]);
      const algorithms = stderr.split("\n").filter((line) => /Iteration/.test(line));
      assert.deepEqual(algorithms, PROMISED[protection]);
    }
  }

  /** keytool lists the entry, shows its chain and takes the key out, if the password is ASCII. */
  async byKeytool(): Promise<void> {
    const { password, depth, protection } = this.which;
    const list = ["-list", "-rfc", "-storetype", "PKCS12", "-keystore", this.file];
    list.push("-storepass", password);
    if (/[^ -~]/.test(password)) {
      // The one exception: keytool 17 accepts no other passwords, for files of any program.
      const { code, stdout } = await keytool(list, protection);
      assert.notEqual(code, 0);
      assert.match(stdout, /keystore password was incorrect/);
      return;
    }
    const { stdout } = await succeeds(keytool(list, protection));
    assert.match(stdout, /Your keystore contains 1 entry/);
    assert.match(stdout, new RegExp(`Alias name: ${this.name}`));
    assert.match(stdout, /Entry type: PrivateKeyEntry/);
    assert.match(stdout, new RegExp(`Certificate chain length: ${depth}`));
    assert.deepEqual(blocks(stdout, "CERTIFICATE"), this.certificates);
    // For each kind of key there is a case with a chain of one that keytool opens.
    if (depth > 1 && !isFull) return;
    const copy = `${this.directory}/copy.p12`;
    await succeeds(keytool([
      ...["-importkeystore", "-srckeystore", this.file, "-srcstoretype", "PKCS12"],
      ...["-srcstorepass", password, "-destkeystore", copy, "-deststoretype", "PKCS12"],
      ...["-deststorepass", "of-the-copy", "-noprompt"],
    ], protection));
    const args = ["pkcs12", "-in", copy, "-nodes", "-nocerts", "-passin", "pass:of-the-copy"];
    const taken = await succeeds(runProgram("openssl", args));
    const [key] = blocks(taken.stdout, "PRIVATE KEY");
    assert.deepEqual(privatePart(keyPem(key)), privatePart(this.key));
  }

  async byCerttool(): Promise<void> {
    const { password } = this.which;
    const args = ["--p12-info", "--inder", "--infile", this.file, "--password", password];
    const { stdout, stderr } = await succeeds(runProgram("certtool", args));
    assert.doesNotMatch(stdout + stderr, /verification failed|Decryption has failed/i);
    assert.deepEqual(blocks(stdout, "CERTIFICATE"), this.certificates);
    assert.equal(stdout.split(`Friendly name: ${this.name}\n`).length, 3, "on key and leaf");
    const keys = blocks(stdout, "ENCRYPTED PRIVATE KEY");
    assert.equal(keys.length, 1);
    if (password === "") return;
    const open = ["pkcs8", "-passin", `file:${this.passwordFile}`];
    const plain = await succeeds(
      runProgram("openssl", open, keyPem(keys[0], "ENCRYPTED PRIVATE KEY")),
    );
    assert.deepEqual(privatePart(plain.stdout), privatePart(this.key));
  }

  async byPk12util(): Promise<void> {
    const { password } = this.which;
    const args = ["-l", this.file, "-W", password];
    const { stdout } = await succeeds(runProgram("pk12util", args));
    const fingerprints = [...stdout.matchAll(/Fingerprint \(SHA-256\):\n\s+([0-9A-F:]{95})/g)]
      .map(([, fingerprint]) => fingerprint);
    const expected = await Promise.all(this.certificates.map(async (base64) => {
      const digest = await crypto.subtle.digest("SHA-256", Uint8Array.fromBase64(base64));
      return new Uint8Array(digest).toHex().toUpperCase().match(/../g)!.join(":");
    }));
    assert.deepEqual(fingerprints, expected);
    assert.equal(stdout.match(/^Key\(shrouded\):/gm)?.length, 1);
    assert.equal(stdout.match(/^Certificate\(has private key\):/gm)?.length, 1);
    assert.equal(stdout.split(`Friendly Name: ${this.name}\n`).length, 3, "on key and leaf");
  }

  /** NSS imports what it lists; it does not know Ed25519 keys. */
  async intoNss(): Promise<void> {
    const { password, kind } = this.which;
    const database = `sql:${this.directory}`;
    await succeeds(runProgram("certutil", ["-N", "-d", database, "--empty-password"]));
    const args = ["-i", this.file, "-W", password, "-d", database];
    if (kind === "ed25519") {
      const { code, stderr } = await runProgram("pk12util", args);
      assert.notEqual(code, 0);
      assert.match(stderr, /SEC_ERROR_PKCS12_UNABLE_TO_IMPORT_KEY/);
      return;
    }
    await succeeds(runProgram("pk12util", args));
    const { stdout } = await succeeds(runProgram("certutil", ["-K", "-d", database]));
    assert.match(stdout, new RegExp(`^< 0> (rsa|ec) .*${this.name}`, "m"));
  }

  dispose(): void {
    Deno.removeSync(this.directory, { recursive: true });
  }
}

describe("a PFX file of this tool", () => {
  for (const which of cases()) {
    const { kind, protection, password, depth } = which;
    const words = password.length > 60 ? "64 letters" : password || "no password";
    it(
      `is opened by all programs: ${kind}, ${protection}, ${words}, chain of ${depth}`,
      needs("openssl", "keytool", "certtool", "pk12util"),
      async () => {
        const answer = await convert({
          certificate: pem(...chainOf(kind, depth)),
          privateKey: pem(`${kind}-key`),
          password: password || null,
          encryption: protection === "none" ? undefined : protection,
        });
        assert.deepEqual(answer.readBack, { keys: 1, certificates: depth });
        assert.equal(answer.chainLength, depth);
        assert.equal(answer.encryption, protection);
        assert.equal(answer.passwordProtected, protection !== "none");
        const opened = new Opened(which, answer);
        try {
          const read = await Promise.allSettled([
            opened.byOpenssl(),
            opened.byKeytool(),
            opened.byCerttool(),
            opened.byPk12util(),
            opened.intoNss(),
          ]);
          for (const one of read) if (one.status === "rejected") throw one.reason;
        } finally {
          opened.dispose();
        }
      },
    );
  }
});
