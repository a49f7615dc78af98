/** key/convert: programs that are not ours read what it writes, and find the same key. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { keyConvert } from "../../../core/key/contract.ts";
import * as schema from "../../../core/key/schema.ts";
import { keyFixtures, KEYS, NEW_PASSPHRASE } from "../../fixtures/key/index.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { matchFile } from "../../fixtures/match/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

type Written = OutputOf<typeof keyConvert>;

const run = (input: unknown): Promise<Outcome<unknown>> =>
  execute(operations, keyConvert.name, input, createContext(), (_, fault) => {
    throw fault;
  });

async function write(input: Record<string, unknown>): Promise<Written> {
  const outcome = await run(input);
  assert(outcome.ok, JSON.stringify(outcome));
  const parsed = v.parse(schema.keyConvert.output, outcome.value);
  assert.deepEqual(parsed, outcome.value);
  return parsed;
}

async function openssl(args: string[], input: string | Uint8Array): Promise<string> {
  const { code, stdout, stderr } = await runProgram("openssl", args, input);
  assert.equal(code, 0, stderr);
  return stdout;
}

/** The public key as openssl writes it: two files with the same one hold the same key. */
const publicPart = (key: string | Uint8Array, ...args: string[]) =>
  openssl(["pkey", "-pubout", ...args], key);

const files = (form: (typeof KEYS)[number]["forms"][number], ...but: string[]) =>
  KEYS.filter(({ file, forms }) => forms.includes(form) && !but.includes(file));

describe("key/convert", () => {
  for (const { name, input, refused } of keyFixtures) {
    it(`${refused ? "refuses" : "writes"} ${name}`, async () => {
      const outcome = await run(input);
      if (!refused) return assert(outcome.ok, JSON.stringify(outcome));
      assert(!outcome.ok);
      assert.equal(outcome.error.code, refused.code);
      assert.deepEqual(outcome.error.issues.map(({ path }) => path), [refused.path]);
    });
  }

  it("names files after the owner of the key, for every system", async () => {
    const privateKey = matchFile("p256-pkcs8-key.pem");
    const names = async (name: string, format: string, encoding = "pem") =>
      (await write({ privateKey, name, format, encoding, newPassphrase: "x" })).filename;
    assert.equal(await names("*.example.com", "pkcs8"), "wildcard.example.com.key.txt");
    assert.equal(await names("", "pkcs8", "der"), "private.key");
    assert.equal(await names("con", "traditional"), "_con_sec1.key.txt");
    assert.equal(await names("a", "pkcs8-encrypted"), "a_encrypted.key.txt");
    assert.equal(await names("a", "jwk"), "a.jwk.json");
    assert.equal(await names("a", "public-jwk"), "a_public.jwk.json");
    assert.equal(await names("a", "openssh-public"), "a.pub");
  });

  it("keeps a comment from adding a line to OpenSSH's format", async () => {
    const { content } = await write({
      privateKey: matchFile("ed25519-pkcs8-key.pem"),
      format: "openssh-public",
      name: "web\r\nssh-rsa AAAA\u2028x",
    });
    assert.equal(content.split(/[\n\r\u2028]/).length, 2);
    assert(content.endsWith(" web ssh-rsa AAAA x\n"));
  });

  it("writes PKCS#8, encrypted and plain, that openssl opens", needs("openssl"), async () => {
    // openssl keeps the way a curve was written; ours is always named, with the point written out.
    for (const { file } of files("pkcs8", "p256-explicit-key.pem", "p521-compressed-key.pem")) {
      const privateKey = matchFile(file);
      const plain = await write({ privateKey });
      assert.equal(await publicPart(plain.content), await publicPart(privateKey), file);
    }
    const privateKey = matchFile("primes3-key.pem");
    const locked = await write({
      privateKey,
      format: "pkcs8-encrypted",
      newPassphrase: NEW_PASSPHRASE,
    });
    assert.equal(
      await publicPart(locked.content, "-passin", `pass:${NEW_PASSPHRASE}`),
      await publicPart(privateKey),
    );
    const again = await write({ privateKey: locked.content, passphrase: NEW_PASSPHRASE });
    assert.equal(again.encrypted, true);
    assert.equal(again.content, (await write({ privateKey })).content);
  });

  it("writes PKCS#1 and SEC 1 identical to openssl's", needs("openssl"), async () => {
    for (const { file } of files("traditional", "p256-sec1-without-public-key.pem")) {
      const privateKey = matchFile(file);
      const { content } = await write({ privateKey, format: "traditional" });
      // A curve or point that the file writes out or compresses is named and uncompressed in ours.
      const plain = (await write({ privateKey })).content;
      assert.equal(content, await openssl(["pkey", "-traditional"], plain), file);
    }
  });

  for (const form of ["traditional", "jwk"] as const) {
    it(`reads what it writes in the format ${form} as the same key`, async () => {
      const pkcs8 = async (text: string) =>
        (await readPrivateKeyText(text, "", createContext())).key.pkcs8;
      for (const { file } of files(form)) {
        const privateKey = matchFile(file);
        const { content } = await write({ privateKey, format: form });
        assert.deepEqual(await pkcs8(content), await pkcs8(privateKey), file);
      }
    });
  }

  it("writes public keys identical to openssl's", needs("openssl"), async () => {
    for (const { file } of files("public-key")) {
      const privateKey = matchFile(file);
      const { content } = await write({ privateKey, format: "public-key" });
      const plain = (await write({ privateKey })).content;
      assert.equal(content, await publicPart(plain), file);
    }
  });

  it("writes no public key of a DSA key whose numbers do not belong together", async () => {
    const der = readPem(matchFile("dsa-traditional-key.pem"))[0].bytes!;
    const fault = async (bytes: Uint8Array) => {
      const privateKey = `-----BEGIN DSA PRIVATE KEY-----\n${bytes.toBase64()}\n` +
        "-----END DSA PRIVATE KEY-----\n";
      const outcome = await run({ privateKey, format: "public-key" });
      assert(!outcome.ok);
      return outcome.error.message;
    };
    const noPair = /Its public part does not belong to its private part/;
    // Octets 304 to 431 are the public number y, the last 28 the private number x.
    assert.match(await fault(der.with(431, der[431] ^ 1)), noPair);
    assert.match(await fault(der.with(461, der[461] ^ 1)), noPair);
    assert.match(await fault(der.with(434, 0xff)), /One of its numbers is negative/);
    // Octet 139 is the tag of the order q, and 142 its first octet after the zero.
    assert.match(await fault(der.with(142, 0)), /Its numbers are out of range/);
    // Octets 173 to 300 are the generator g.
    const one = der.slice().fill(0, 173, 301).with(300, 1);
    assert.match(await fault(one), /Its numbers are out of range/);
    const octetString = der.with(139, 4);
    assert.match(await fault(octetString), /The private key cannot be read: .*INTEGER/);
  });

  it("writes DER equal to the content of PEM", needs("openssl"), async () => {
    const privateKey = matchFile("p384-pkcs8-key.pem");
    const { content, contentEncoding } = await write({ privateKey, encoding: "der" });
    assert.equal(contentEncoding, "base64");
    assert.equal(
      await publicPart(Uint8Array.fromBase64(content), "-inform", "DER"),
      await publicPart(privateKey),
    );
  });

  it("writes JSON Web Keys that Node reads", needs("node", "openssl"), async () => {
    const script = `
      const { createPrivateKey, createPublicKey } = require("node:crypto");
      const keys = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
      const read = (key) =>
        createPublicKey("d" in key ? createPrivateKey({ key, format: "jwk" }) : { key, format: "jwk" });
      const write = (key) => read(key).export({ type: "spki", format: "pem" });
      process.stdout.write(JSON.stringify(keys.map(write)));`;
    // Node reads no key of three primes.
    const keys = files("jwk", "primes3-key.pem");
    const jwks = [];
    const expected = [];
    for (const { file } of keys) {
      const privateKey = matchFile(file);
      const spki = await publicPart((await write({ privateKey })).content);
      for (const format of ["jwk", "public-jwk"]) {
        const jwk = JSON.parse((await write({ privateKey, format })).content);
        assert.equal("d" in jwk, format === "jwk");
        jwks.push(jwk);
        expected.push(spki);
      }
    }
    const { code, stdout, stderr } = await runProgram("node", ["-e", script], JSON.stringify(jwks));
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), expected);
  });

  it(
    "writes further primes into a JSON Web Key (RFC 7518, 6.3.2.7)",
    needs("openssl"),
    async () => {
      const privateKey = matchFile("primes3-key.pem");
      const jwk = JSON.parse((await write({ privateKey, format: "jwk" })).content);
      const number = (text: string) =>
        BigInt("0x" + Uint8Array.fromBase64(text, { alphabet: "base64url" }).toHex());
      const [{ r, d, t }] = jwk.oth;
      const [p, q, third] = [jwk.p, jwk.q, r].map(number);
      assert.equal(p * q * third, number(jwk.n));
      assert.equal(number(d), number(jwk.d) % (third - 1n));
      assert.equal((number(t) * p * q) % third, 1n);
    },
  );

  it(
    "writes lines that ssh-keygen reads as the same key",
    needs("openssl", "ssh-keygen"),
    async () => {
      for (const { file } of files("openssh-public")) {
        const privateKey = matchFile(file);
        const { content } = await write({ privateKey, format: "openssh-public", name: "me@here" });
        const path = await Deno.makeTempFile();
        await Deno.writeTextFile(path, content);
        const shown = await runProgram("ssh-keygen", ["-l", "-f", path]);
        assert.equal(shown.code, 0, shown.stderr);
        assert.match(shown.stdout, / me@here /);
        const isEdwards = file.startsWith("ed25519");
        const asPem = await runProgram("ssh-keygen", ["-e", "-m", "PKCS8", "-f", path]);
        await Deno.remove(path);
        // It knows no PKCS#8 of Ed25519; in both forms the 32 octets of the key come last.
        if (isEdwards) {
          const spki = await write({ privateKey, format: "public-key", encoding: "der" });
          const octets = (base64: string) => Uint8Array.fromBase64(base64).slice(-32).toHex();
          assert.equal(octets(content.split(" ")[1]), octets(spki.content));
        } else {
          const plain = (await write({ privateKey })).content;
          assert.equal(asPem.stdout, await publicPart(plain), file);
        }
      }
    },
  );
});
