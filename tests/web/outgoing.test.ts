/** Pages send no private key that the operation does not read, and none without the user's consent. */
import { gzipSync } from "fflate";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { chainAnalyze } from "../../core/chain/contract.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { inspect } from "../../core/inspect/contract.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { matchVerify } from "../../core/match/contract.ts";
import { outgoing } from "../../web/src/run/outgoing.ts";
import { privateKeyIn } from "../../core/x509/pem/private-key-in.ts";
import { collect, textFile } from "../core/inspect/support.ts";
import { createRun } from "../../web/src/run/run.ts";
import { assertCostsAtMost } from "../support/cost.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const files = (folder: string, ending: RegExp) =>
  [...Deno.readDirSync(new URL(folder, FIXTURES))]
    .filter(({ name }) => ending.test(name))
    .map(({ name }) => ({
      name,
      bytes: Deno.readFileSync(new URL(`${folder}/${name}`, FIXTURES)),
    }));
const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
/** The base64 of the first block. Not for keys with traditional encryption. */
const bare = (pem: string) => pem.split("-----")[2];

const CERTIFICATE = matchFile("rsa-certificate.pem");
const OTHER = matchFile("p256-certificate.pem");
const REQUEST = csrFixture("p256-sha256");
const KEY = matchFile("rsa-pkcs8-key.pem");
/** A line from the middle of the key. */
const PART = KEY.split("\n")[3];

/** Forms of keys that are not in the fixtures. */
const JWK = '{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tL","d":"jpsQnnGQmL"}';
const PUBLIC_JWK = '{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tL","y":"x_FEzRu9m36HL"}';

describe("a private key in a text", () => {
  it("is found in forms of Windows, and in hexadecimal", () => {
    const octets = Uint8Array.fromBase64(bare(KEY).replace(/\s/g, ""));
    const blob = (...start: number[]) => Uint8Array.of(...start, ...octets.slice(0, 200));
    const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
    const forms = [
      blob(0x1e, 0xf1, 0xb5, 0xb0),
      blob(0x07, 0x02, 0, 0, 0, 0xa4, 0, 0, ...ascii("RSA2")),
      blob(0x07, 0x02, 0, 0, 0, 0x22, 0, 0, ...ascii("DSS2")),
      ...["RSA2", "RSA3", "ECS2", "ECS4", "ECS6", "ECK2", "DSPV"].map((magic) =>
        blob(...ascii(magic), 0, 8, 0, 0)
      ),
    ];
    for (const form of [...forms, octets]) {
      const hex = form.toHex();
      const pairs = hex.match(/../g)!;
      const dump = (hex.match(/.{1,32}/g)!).map((line, at) =>
        `${(16 * at).toString(16).padStart(8, "0")}: ${line.match(/.{1,4}/g)!.join(" ")}  ..0.."x..`
      );
      for (
        const text of [
          form.toBase64(),
          `key = "${form.toBase64()}"`,
          hex,
          hex.toUpperCase(),
          `-- ${pairs.join(":")}`,
          pairs.join(" "),
          pairs.map((pair) => `0x${pair}`).join(", "),
          pairs.map((pair) => `\\x${pair}`).join(""),
          pairs.join(" ").replace(/(.{47}) /g, "$1\n"),
          dump.join("\n"),
        ]
      ) assert.notEqual(privateKeyIn(text), null, text.slice(0, 80));
    }
    const label = new TextEncoder().encode(KEY).toHex();
    assert.notEqual(privateKeyIn(label), null);
    for (
      const sign of [
        "Private-Key: (2048 bit, 2 primes)",
        "priv:\n    00:aa",
        "privateExponent:\n  1",
      ]
    ) {
      assert.notEqual(privateKeyIn(sign), null, sign);
    }
    // A certificate in hexadecimal is not a key.
    const certificate = Uint8Array.fromBase64(bare(CERTIFICATE).replace(/\s/g, ""));
    for (const text of [certificate.toHex(), certificate.toHex().match(/../g)!.join(":")]) {
      assert.equal(privateKeyIn(text), null);
    }
  });

  it("is found in every form of the matcher's fixtures", () => {
    const keys = files("match", /key.*\.(?:pem|txt)$/)
      .filter(({ name }) => !/public-key\.(?:pem|txt)|certificate/.test(name));
    assert(keys.length > 50);
    for (const { name, bytes } of keys) {
      const text = read(bytes);
      assert.notEqual(privateKeyIn(text), null, name);
      // Without its label, a damaged key cannot be recognized.
      if (/traditional|openssh|cut|endless|inconsistent|-\d+des|noise/.test(name)) continue;
      if (!text.startsWith("-----BEGIN ") || text.includes("Proc-Type")) continue;
      const body = bare(text.slice(text.lastIndexOf("-----BEGIN ")));
      for (
        const form of [
          body,
          body.replace(/\s/g, ""),
          body.replaceAll("\n", "\\n"),
          body.replaceAll("\n", "\n> "),
          body.replaceAll("+", "-").replaceAll("/", "_"),
          `tls_key = "${body.replace(/\s/g, "")}"`,
          CERTIFICATE + body,
          `-----BEGIN CERTIFICATE-----${body.trim()}-----END CERTIFICATE-----`,
          btoa(text),
        ]
      ) assert.notEqual(privateKeyIn(form), null, `${name} without its label`);
    }
  });

  it("is found in PFX files, OpenSSH's own form, JSON Web Keys and PuTTY's files", () => {
    const archives = files("pfx", /\.(?:p12|pfx)$/);
    assert(archives.length > 5);
    for (const { name, bytes } of archives) {
      // Some are damaged at their beginning, or are not keys.
      if (bytes[0] !== 0x30 || bytes.length < 64) continue;
      assert.equal(privateKeyIn(bytes.toBase64()), "a PFX (PKCS#12) file", name);
      assert.notEqual(privateKeyIn(`data:application/x-pkcs12;base64,${bytes.toBase64()}`), null);
    }
    const openSsh = matchFile("openssh-key.pem");
    for (
      const text of [
        openSsh,
        bare(openSsh),
        JWK,
        JSON.stringify(JWK),
        '{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMko"}',
        '{"kty":"AKP","alg":"ML-DSA-44","pub":"unH59k4RuutY","priv":"AAECAwQFBgcI"}',
        "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\nAAAA",
        "-----END RSA PRIVATE KEY-----",
      ]
    ) assert.equal(privateKeyIn(text), "a private key", text);
  });

  it("is found when line separators or escapes are between its base64 digits", () => {
    const [first, ...rest] = bare(KEY).trim().split("\n");
    for (const mark of ["\u2028", "\u2029", "\u200b", "\ufeff", "\\\n", "\\r\\n", '"\n"']) {
      const text = first.slice(0, 3) + mark + first.slice(3) + mark + rest.join(mark);
      assert.equal(privateKeyIn(text), "a private key", JSON.stringify(mark));
    }
  });

  describe("in disguise", () => {
    const wide = (text: string, bom: string) =>
      btoa(
        [...bom + text].map((character) => {
          const code = character.charCodeAt(0);
          return String.fromCharCode(code & 0xff, code >> 8);
        }).join(""),
      );
    const html = (text: string) =>
      text.replace(/[^A-Za-z0-9]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
    const gzip = (text: string) => gzipSync(new TextEncoder().encode(text)).toBase64();
    const wrongLabel = (text: string) =>
      text.replace(/(BEGIN|END) [A-Z ]+-----/g, "$1 CERTIFICATE-----");
    const quote = (text: string) => text.replace(/^/gm, "> > ");
    const FORMS: Record<string, (text: string) => string> = {
      "as it is": (text) => text,
      "with CRLF": (text) => text.replaceAll("\n", "\r\n"),
      "with no-break spaces": (text) => text.replaceAll(" ", "\u00a0").replaceAll("\n", "\u00a0\n"),
      "with NUL after each character": (text) => text.replace(/[^]/g, "$&\0"),
      "in base64 of UTF-16": (text) => wide(text, ""),
      "in base64 of UTF-16 with its mark": (text) => wide(text, "\ufeff"),
      "escaped for HTML": html,
      "escaped for HTML twice": (text) => html(text).replaceAll("&", "&amp;"),
      "with line breaks of HTML": (text) => text.replaceAll("\n", "<br>\n"),
      "in JSON": (text) => JSON.stringify({ a: text }),
      "in JSON in JSON": (text) => JSON.stringify({ a: JSON.stringify({ b: text }) }),
      "in base64 of gzip": gzip,
      "in base64 of gzip in JSON": (text) => JSON.stringify({ a: gzip(text) }),
      "in a URL": (text) => `https://x.example/?a=${encodeURIComponent(text)}`,
      "in a form": (text) => new URLSearchParams({ a: text }).toString(),
      "in a log under another label": (text) =>
        wrongLabel(text).replace(/^(?=.)/gm, "2026-11-25T10:00:00Z pod[1]: "),
      "in base64 twice": (text) => btoa(btoa(text)),
      "in base64 for URLs": (text) => btoa(text).replaceAll("+", "-").replaceAll("/", "_"),
      "quoted in a mail": quote,
      "in base64 quoted in a mail": (text) => quote(btoa(text).replace(/.{64}/g, "$&\n")),
      "under another label": wrongLabel,
      "under another label, quoted": (text) => quote(wrongLabel(text)),
      "under another label, in JSON in a URL": (text) =>
        encodeURIComponent(JSON.stringify({ a: wrongLabel(text) })),
    };
    const unknownScheme = (() => {
      // SEQUENCE { SEQUENCE { 1.2.3.4.5 }, OCTET STRING }: EncryptedPrivateKeyInfo (RFC 5958, 3).
      const oid = [0x30, 0x06, 0x06, 0x04, 0x2a, 0x03, 0x04, 0x05];
      const content = Array.from({ length: 110 }, (_, index) => index * 37 & 0xff);
      const der = Uint8Array.from([
        0x30,
        oid.length + 2 + content.length,
        ...oid,
        4,
        110,
        ...content,
      ]);
      const lines = der.toBase64().replace(/.{64}/g, "$&\n");
      return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${lines}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
    })();
    const keystore = (name: string) => Deno.readFileSync(new URL(`keystores/${name}`, FIXTURES));
    const KEYS: Record<string, string> = {
      "PKCS#8": KEY,
      "PKCS#1": matchFile("rsa-pkcs1-key.pem"),
      "SEC 1": matchFile("p256-sec1-key.pem"),
      "PBES2": matchFile("rsa-pbes2-aes-256-cbc-key.pem"),
      "an unknown scheme": unknownScheme,
      "OpenSSH": matchFile("openssh-key.pem"),
      "PuTTY": read(keystore("ecdsa-256.ppk")),
      "JWK": JWK,
      "JKS": keystore("server.jks").toBase64(),
    };
    for (const [form, write] of Object.entries(FORMS)) {
      it(`is found ${form}`, async () => {
        for (const [name, key] of Object.entries(KEYS)) {
          const text = write(key);
          assert.notEqual(privateKeyIn(text), null, name);
          for (const embedding of [`a: ${text}`, `Hello,\n\n${text}\n\nBye`]) {
            // Whatever the inspector reads as a key is found too.
            const { objects } = await collect([textFile(embedding)]);
            const kinds = [...objects].map(({ kind }) => kind);
            const isKey = kinds.some((kind) => /private-key|pkcs12|jks/.test(kind));
            assert(!isKey || privateKeyIn(embedding) !== null, `${name}: ${kinds}`);
          }
        }
      });
    }
  });

  it("is not found in text without a key", () => {
    const texts = [
      ...files("match", /(?:certificate|request)\.pem$/),
      ...files("csr", /\.(?:pem|csr)$/).filter(({ name }) => !/key|pkcs12/.test(name)),
      ...files("chain", /\.pem$/).filter(({ name }) => !/key|archive/.test(name)),
    ];
    assert(texts.length > 100);
    for (const { name, bytes } of texts) {
      const text = read(bytes);
      assert.equal(privateKeyIn(text), null, name);
      assert.equal(privateKeyIn(bare(text) ?? ""), null, `${name} without its label`);
    }
    for (
      const text of [
        "",
        PUBLIC_JWK,
        matchFile("public-key.pem"),
        bare(matchFile("public-key.pem")),
        'example.com. IN CAA 0 issue "sectigo.com"',
        "My MIME MIIB text",
        JSON.stringify({
          keys: [JSON.parse(PUBLIC_JWK)],
          other: { d: "a long text", k: "another" },
        }),
        `a=${encodeURIComponent(CERTIFICATE)}&b=100%25`,
        JSON.stringify(JSON.stringify({ certificate: CERTIFICATE, jwk: PUBLIC_JWK })),
      ]
    ) assert.equal(privateKeyIn(text), null, text);
  });

  it("is found behind other PEM that was encoded with it, and behind base64 without padding", () => {
    // A damaged key shows only by its label.
    const damaged = KEY.replace(/\n[^-]{40}/, "\n????");
    const other = `${CERTIFICATE}\n`.repeat(8);
    for (const before of ["", other, `${other} `, `${other}  `]) {
      assert.notEqual(privateKeyIn(btoa(before + damaged)), null);
      const encoded = btoa(before).replace(/=+$/, "");
      assert.notEqual(privateKeyIn(encoded + btoa(damaged)), null);
      assert.notEqual(privateKeyIn(`${encoded}\\n${btoa(damaged)}`), null);
    }
  });

  it("is searched for once in beginnings of PEM in base64", async () => {
    await assertCostsAtMost(
      20,
      () => privateKeyIn("LS0tLS1CRUdJTi".repeat(3_000)),
      () => privateKeyIn("LS0tLS1CRUdJTX".repeat(3_000)),
    );
  });

  it("is searched for in a megabyte of arbitrary text", () => {
    for (const noise of ["M ", "MIIB", "-----BEGIN ", "-----BEGIN CERTIFICATE-----\n", "kty'd'"]) {
      const text = noise.repeat(2 ** 20 / noise.length);
      assert.equal(privateKeyIn(text), null);
      assert(outgoing(chainAnalyze as unknown as Contract, { certificate: text }).ok);
    }
  });

  it("is searched for in ten megabytes of hexadecimal digits, and found at their start", () => {
    const digits = "A".repeat(10 * 2 ** 20);
    assert.equal(privateKeyIn(digits), null);
    const { bytes } = readPem(KEY)[0];
    assert.notEqual(privateKeyIn(`${digits} , . ${bytes!.toHex()}${digits}`), null);
  });
});

describe("the text that is sent to the server", () => {
  const sent = (contract: Contract, input: Record<string, unknown>) => {
    const outcome = outgoing(contract, input);
    assert(outcome.ok);
    return outcome.value;
  };
  const analyze = chainAnalyze as unknown as Contract;
  const decode = csrDecode as unknown as Contract;
  const verify = matchVerify as unknown as Contract;

  it("contains the certificates or the CSR, but not the key next to them", () => {
    const mixed = `from the archive, password 1234\n${KEY}${CERTIFICATE}\nand\n${OTHER}${KEY}`;
    assert.deepEqual(sent(analyze, { certificate: mixed }), {
      input: { certificate: CERTIFICATE + OTHER },
      secrets: [],
    });
    assert.deepEqual(sent(decode, { csr: KEY + REQUEST }), {
      input: { csr: REQUEST.trimEnd() + "\n" },
      secrets: [],
    });
    const escaped = (CERTIFICATE + KEY).replaceAll("\n", "\\n");
    const { input } = sent(analyze, { certificate: escaped });
    assert(!JSON.stringify(input).includes(PART));
    assert(JSON.stringify(input).includes(CERTIFICATE.split("\n")[3]));
  });

  it("contains no key with a certificate's label, and none after a block without its end", () => {
    const disguised = KEY.replaceAll("PRIVATE KEY", "CERTIFICATE");
    assert.deepEqual(sent(analyze, { certificate: disguised + CERTIFICATE }).input, {
      certificate: CERTIFICATE,
    });
    const open = CERTIFICATE.split("-----END")[0];
    const { input, secrets } = sent(analyze, {
      certificate: `${open}\nsecret: hunter2\n${bare(KEY)}`,
    });
    assert.deepEqual([input, secrets], [{ certificate: open.trimEnd() + "\n" }, []]);
  });

  it("contains only blocks that the engine also reads as PEM", () => {
    const odd = CERTIFICATE.replaceAll("CERTIFICATE", "certificate");
    const long = CERTIFICATE.replaceAll("CERTIFICATE", `${"A ".repeat(40)}CERTIFICATE`);
    for (const other of [odd, long]) {
      assert.deepEqual(readPem(other + CERTIFICATE).map(({ label }) => label), ["CERTIFICATE"]);
      assert.deepEqual(sent(analyze, { certificate: other + KEY + CERTIFICATE }).input, {
        certificate: CERTIFICATE,
      });
    }
  });

  it("is empty if there is only a key", () => {
    for (const key of [KEY, bare(KEY), matchFile("rsa-pbes2-aes-256-cbc-key.pem"), JWK]) {
      const outcome = outgoing(analyze, { certificate: key });
      assert(!outcome.ok);
      assert.equal(outcome.error.code, "wrong_type");
      assert.match(
        outcome.error.message,
        /^This is an? (?:encrypted )?private key, not a certificate$/,
      );
      assert.equal(outcome.error.issues[0].path, "certificate");
    }
    const outcome = outgoing(decode, { csr: KEY });
    assert.equal(outcome.ok || outcome.error.message, "THIS IS A PRIVATE KEY, NOT A CSR");
  });

  it("is unchanged if it contains no key", () => {
    for (const certificate of [bare(CERTIFICATE), "no certificate", matchFile("public-key.pem")]) {
      assert.deepEqual(sent(analyze, { certificate }), { input: { certificate }, secrets: [] });
    }
    // The server's answer names the actual kind of a block.
    assert.deepEqual(sent(decode, { csr: CERTIFICATE + KEY }).input, { csr: CERTIFICATE });
  });

  it("names every field with a secret, also fields that are not for secrets", () => {
    const pair = { certificate: CERTIFICATE + KEY, privateKey: KEY, passphrase: "" };
    assert.deepEqual(sent(verify, pair), {
      input: { ...pair, certificate: CERTIFICATE },
      secrets: ["privateKey"],
    });
    const elsewhere = sent(verify, { ...pair, at: bare(KEY) });
    assert.deepEqual(elsewhere.secrets, ["privateKey", "at"]);
    const texts = [{ name: "a", text: "b" }];
    assert.deepEqual(sent(inspect as unknown as Contract, { texts }).secrets, ["texts"]);
  });
});

describe("a run on the server", () => {
  const calls: unknown[] = [];
  const run = createRun({
    device: () => Promise.reject(new Error("not here")),
    server: (_, input) => {
      calls.push(input);
      return Promise.resolve({ ok: true, value: null });
    },
    firstMissing: () => "subtle-crypto",
  });

  it("reports empty fields before it asks for consent, and sends nothing", async () => {
    const asked: unknown[] = [];
    const result = await run(matchVerify, { certificate: " ", privateKey: KEY }, {
      confirm: (secrets) => {
        asked.push(secrets);
        return Promise.resolve(true);
      },
    });
    assert(!result.ok);
    assert.deepEqual(result.error.issues.map(({ path }) => path), ["certificate"]);
    assert.deepEqual([asked, calls], [[], []]);
  });

  it("sends a key only with the user's consent", async () => {
    const input = { certificate: CERTIFICATE, privateKey: KEY };
    const refused = await run(matchVerify, input);
    assert.equal(refused.ok || refused.error.code, "cancelled");
    assert.deepEqual(calls, []);
    await run(matchVerify, input, { confirm: () => Promise.resolve(true) });
    assert.deepEqual(calls, [input]);
  });
});
