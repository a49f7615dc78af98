/** JSON Web Keys as Node's crypto writes them, and what must not pass as one. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { jwkPublicKeyInfo } from "../../../core/x509/keys/containers/json-web-key.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { readPem, writePem } from "../../../core/x509/pem/pem.ts";
import { containerFile, matchFile } from "../../fixtures/match/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

const read = (text: string) => readPrivateKeyText(text, "", createContext());

const KINDS = ["rsa-pkcs8", "primes3", "p256-pkcs8", "p384-pkcs8", "p521-pkcs8"]
  .concat(["ed25519-pkcs8", "x25519-pkcs8", "ed448-pkcs8", "secp256k1-pkcs8"]);

const SCRIPT = `
const { createPrivateKey, createPublicKey } = require("node:crypto");
const key = createPrivateKey(require("node:fs").readFileSync(0));
const format = "jwk";
console.log(JSON.stringify({
  jwk: key.export({ format }),
  publicJwk: createPublicKey(key).export({ format }),
  spki: createPublicKey(key).export({ format: "pem", type: "spki" }),
}));`;

type Jwk = Record<string, string>;

async function byNode(file: string): Promise<{ jwk: Jwk; publicJwk: Jwk; spki: string }> {
  const { code, stdout, stderr } = await runProgram("node", ["-e", SCRIPT], matchFile(file));
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** The same as the fixtures have it, written by Node too. */
const fixture = (kind: string): Jwk =>
  JSON.parse(containerFile(`${kind.replace("-pkcs8", "")}.jwk`));

const publicInfo = (jwk: Jwk) =>
  writePem("PUBLIC KEY", jwkPublicKeyInfo(new TextEncoder().encode(JSON.stringify(jwk))));

describe("JSON Web Keys", () => {
  it("of X448 have Alice's key pair (RFC 7748, 6.2), not encrypted", async () => {
    const base64 = (hex: string) =>
      Uint8Array.fromHex(hex).toBase64({ alphabet: "base64url", omitPadding: true });
    const d = "9a8f4925d1519f5775cf46b04b5800d4ee9ee8bae8bc5565d498c28d" +
      "d9c9baf574a9419744897391006382a6f127ab1d9ac2d8c0a598726b";
    const x = "9b08f7cc31b7e3e67d22d5aea121074a273bd2b83de09c63faa73d2c" +
      "22c5d9bbc836647241d953d40c5b12da88120d53177f80e532c41fa0";
    const jwk = { kty: "OKP", crv: "X448", d: base64(d), x: base64(x) };
    const { key } = await read(JSON.stringify(jwk));
    assert.equal(key.form, "JWK");
    assert.equal(key.encrypted, false);
    assert.equal(key.publicKey.key.algorithm, "X448");
    assert.equal(key.unchecked, null);
    const wrong = { ...jwk, x: base64(x.replace("9b", "9c")) };
    await assert.rejects(read(JSON.stringify(wrong)));
  });

  it("are the keys that Node writes", needs("node"), async () => {
    for (const kind of KINDS) {
      // Node writes no more than two primes.
      if (kind === "primes3") continue;
      const file = `${kind}-key.pem`;
      const { jwk, publicJwk, spki } = await byNode(file);
      const plain = await read(matchFile(file));
      const { key } = await read(`\ufeff\n${JSON.stringify(jwk, null, 2)}\n`);
      assert.equal(key.form, "JWK");
      assert.equal(key.unchecked, null, kind);
      assert.deepEqual(key.publicKey, plain.key.publicKey, kind);
      assert.deepEqual(key.pkcs8, plain.key.pkcs8, kind);
      assert.equal(publicInfo(publicJwk), spki, kind);
      assert.equal(publicInfo(jwk), spki, kind);
      await assert.rejects(read(JSON.stringify(publicJwk)), { code: "wrong_type" }, kind);
    }
  });

  it("are read alone or in a JWK set", async () => {
    const [jwk, publicJwk] = [fixture("p256-key"), fixture("p256-public")];
    const plain = await read(matchFile("p256-pkcs8-key.pem"));
    const set = await read(JSON.stringify({ keys: [publicJwk, jwk] }));
    assert.deepEqual(set.key.pkcs8, plain.key.pkcs8);
    assert.deepEqual(set.notes, ["The private key field also contains a public key"]);
    const two = await read(JSON.stringify({ keys: [jwk, jwk] }));
    assert.match(two.notes[0], /more than one private key/);
  });

  it("are rejected if their parts do not belong together", async () => {
    for (const kind of KINDS) {
      if (kind === "primes3") continue;
      const jwk = fixture(`${kind}-key`);
      const other = kind.startsWith("rsa") ? flip(jwk.d) : flip(jwk.x);
      const changed = kind.startsWith("rsa") ? { ...jwk, d: other } : { ...jwk, x: other };
      await assert.rejects(read(JSON.stringify(changed)), { code: "key_inconsistent" }, kind);
    }
  });

  it("are read without the zero at the start of a number, and with some members of RSA, with a note", async () => {
    const notesOf = async (jwk: object) => {
      const { notes } = await read(JSON.stringify(jwk));
      return notes.filter((note) => note.includes("RFC 7518"));
    };
    const rsa = fixture("rsa-key");
    const { p: _, ...withoutPrime } = rsa;
    assert.match((await notesOf(withoutPrime))[0], /has only some of p, q/);
    const whole = await read(JSON.stringify(rsa));
    const derived = await read(JSON.stringify(withoutPrime));
    assert.deepEqual(derived.key.pkcs8, whole.key.pkcs8);
    assert.deepEqual(await notesOf(rsa), []);
    // The point times 379 is the first whose x begins with a zero.
    const ec = {
      ...{ kty: "EC", crv: "P-256", y: "u0yFo9jqKe-q-iRAaRLdhNWxTcMr9lbvbGvVil2UP5I" },
      d: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXs",
    };
    const x = "AFVDiUrz0A7X10Cr29dclrBod7eH219w7qeLkKjXwAo";
    const short = "VUOJSvPQDtfXQKvb11yWsGh3t4fbX3Dup4uQqNfACg";
    assert.deepEqual(await notesOf({ ...ec, x }), []);
    assert.match((await notesOf({ ...ec, x: short }))[0], /without its leading zero/);
  });

  it("are rejected if they violate RFC 7518", async () => {
    const [jwk, rsa] = [fixture("p256-key"), fixture("rsa-key")];
    const { y: _, ...lacking } = jwk;
    const cases: [unknown, RegExp][] = [
      [{ ...jwk, d: ` ${jwk.d}` }, /"d" .* not Base64url/],
      [{ ...jwk, d: `${jwk.d.slice(0, -1)}B` }, /"d" .* not Base64url/],
      [{ ...jwk, d: 5 }, /"d" .* not Base64url/],
      [{ ...jwk, d: jwk.d.slice(0, 40) }, /"d" .* 30 bytes, P-256 has 32/],
      [{ ...jwk, crv: "P-384" }, /48/],
      [{ ...jwk, crv: "toString" }, /curve/],
      [lacking, /has no member "y"/],
      [{ kty: "oct", k: "AAAA" }, /symmetric/],
      [{ kty: "constructor", d: "AAAA" }, /type/],
      [{ ...rsa, oth: [] }, /"oth"/],
    ];
    for (const [value, message] of cases) {
      const refused = { code: "unreadable", path: "privateKey", message };
      await assert.rejects(read(JSON.stringify(value)), refused, String(message));
    }
    for (const text of ["{", "{}", "[]", '{"kty":5,"d":"x"}', '{"keys":[5,null]}']) {
      assert.deepEqual(readPem(text), [], text);
    }
  });

  it("are never quoted in an error", async () => {
    const secret = "c2VjcmV0LXNlY3JldC1zZWNyZXQ*";
    for (const kty of ["RSA", "EC", "OKP", "oct", secret]) {
      const text = JSON.stringify({ kty, crv: secret, n: secret, x: secret, d: secret, k: secret });
      await assert.rejects(read(text), (thrown: Error) => {
        assert(!thrown.message.includes(secret.slice(0, 8)), thrown.message);
        return true;
      });
    }
  });

  it("are read in bounded time, whatever their depth and size", () => {
    const deep = `${'{"keys":['.repeat(20_000)}${"]}".repeat(20_000)}`;
    assert.deepEqual(readPem(deep), []);
    const many = JSON.stringify({ keys: Array(30_000).fill({ kty: "EC" }) });
    assert.equal(readPem(many).length, 20_000);
  });
});

/** Another text of the same length that is base64url as well. */
const flip = (text: string) =>
  (text[5] === "A" ? "B" : "A").padStart(6, text.slice(0, 5)) + text.slice(6);
