/**
 * Secrets are overwritten once they were used: numbers, passphrases, and the keys derived from
 * them. Afterwards every array that was written to, or handed to the engine, is searched.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createCipheriv, createHash, createPrivateKey, pbkdf2Sync } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { inspect } from "../../../core/inspect/inspect.ts";
import { encryptUnderPassword } from "../../../core/x509/keys/encryption/password-based.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { readPem, writePem } from "../../../core/x509/pem/pem.ts";
import { integer } from "../../../core/x509/asn1/der-write.ts";
import { containerFile, matchFile, postQuantumFile } from "../../fixtures/match/index.ts";
import { hex, octets, oid, seq } from "./rules/der.ts";

type Octets = Uint8Array<ArrayBuffer>;

interface Seen {
  /** Arrays that something was written into. */
  written: Octets[];
  /**
   * The arguments and results of the engine's functions: keys, passphrases, derived and decrypted
   * octets.
   */
  engine: Octets[];
  /** What was overwritten with zeros, in hexadecimal digits. */
  wiped: string[];
  /** For each import, whether the engine would export the key again. */
  extractable: boolean[];
}

/** Runs `body` and records where it writes octets. */
async function watched(body: () => Promise<unknown>): Promise<Seen> {
  const seen: Seen = { written: [], engine: [], wiped: [], extractable: [] };
  const { set, fill } = Uint8Array.prototype;
  const { encode } = TextEncoder.prototype;
  const { subtle } = crypto;
  const { importKey, decrypt, deriveBits } = subtle;
  const replace = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  replace(Uint8Array.prototype, "set", function (this: Octets, ...call: Parameters<typeof set>) {
    seen.written.push(this);
    return set.apply(this, call);
  });
  replace(Uint8Array.prototype, "fill", function (this: Octets, ...call: Parameters<typeof fill>) {
    if (call.length === 1 && call[0] === 0) seen.wiped.push(this.toHex());
    return fill.apply(this, call);
  });
  replace(TextEncoder.prototype, "encode", function (this: TextEncoder, text: string) {
    const encoded = encode.call(this, text);
    seen.written.push(encoded as Octets);
    return encoded;
  });
  replace(subtle, "importKey", (...call: Parameters<typeof importKey>) => {
    const [format, data, , isExtractable] = call as unknown as [string, Octets, unknown, boolean];
    if (format === "raw") seen.extractable.push(isExtractable);
    seen.engine.push(data);
    return importKey.apply(subtle, call);
  });
  for (const [name, original] of Object.entries({ decrypt, deriveBits })) {
    replace(subtle, name, async (...call: unknown[]) => {
      const result: ArrayBuffer = await Reflect.apply(original, subtle, call);
      seen.engine.push(new Uint8Array(result));
      return result;
    });
  }
  try {
    await body();
  } finally {
    for (const name of ["set", "fill"]) Reflect.deleteProperty(Uint8Array.prototype, name);
    replace(TextEncoder.prototype, "encode", encode);
    for (const name of ["importKey", "decrypt", "deriveBits"]) Reflect.deleteProperty(subtle, name);
  }
  return seen;
}

/** No recorded array holds one of the secrets (hexadecimal digits) any more. */
function assertGone({ written, engine, extractable }: Seen, secrets: readonly string[]): void {
  // The memory of the WebAssembly digests, in pages of 64 KiB, is not ours: the next digest
  // overwrites it.
  for (const array of written.filter(({ buffer }) => buffer.byteLength % 65_536 !== 0)) {
    const content = array.toHex();
    const left = secrets.findIndex((secret) => content.includes(secret));
    assert.equal(left, -1, `of secret ${left} in ${array.length} octets`);
  }
  const isZero = (array: Octets) => array.every((octet) => octet === 0);
  assert.deepEqual(engine.filter((array) => !isZero(array)).map(({ length }) => length), []);
  assert(extractable.every((is) => !is), "the engine gives a secret away");
}

const utf8 = (text: string) => new TextEncoder().encode(text).toHex();
/** An ASCII text as PKCS#12 encodes passwords. */
const utf16 = (text: string) => utf8(text).replace(/../g, "00$&");
const read = (text: string, passphrase: string) =>
  readPrivateKeyText(text, passphrase, createContext());

const keystoreFile = (name: string) =>
  Deno.readTextFileSync(new URL(`../../fixtures/keystores/${name}`, import.meta.url));

const PASSPHRASE = "correct horse";
const { d } = JSON.parse(containerFile("p256-key.jwk"));
/** The private number of the matcher's key on P-256, as Node wrote it. */
const NUMBER = Uint8Array.fromBase64(d, { alphabet: "base64url" }).toHex();

/** The whole key, as openssl wrote it. */
const KEY = readPem(matchFile("p256-pkcs8-key.pem"))[0].bytes!;
const SECRETS = [NUMBER, utf8(PASSPHRASE), utf16(PASSPHRASE)];

const FILES: [name: string, text: string][] = [
  ...[
    ...["pkcs8", "pkcs8-without-public", "sec1", "explicit", "compressed", "traditional-aes256"],
    ...["pbe-md5-des", "pbe-md5-rc2-64", "pbe-sha1-3des", "pbe-sha1-rc2-40"],
    ...["hmacwithsha1", "hmacwithsha224", "hmacwithsha512"].map((prf) => `pbes2-${prf}`),
  ].map((form): [string, string] => [form, matchFile(`p256-${form}-key.pem`)]),
  ...["", "-aes256-ctr", "-aes256-cbc", "-aes256-gcm"].map((form) => `openssh${form}-key.pem`)
    .concat("key.jwk")
    .map((form): [string, string] => [form, containerFile(`p256-${form}`)]),
];

describe("secrets are zeroed", () => {
  for (const [name, text] of FILES) {
    it(`after reading ${name}`, async () => {
      const seen = await watched(async () => {
        const { key } = await read(text, PASSPHRASE);
        assert(key.pkcs8.toHex().includes(NUMBER));
        key.dispose();
      });
      assertGone(seen, SECRETS);
      // Its normal form, and what was made on the way to it.
      assert(seen.wiped.filter((content) => content.includes(NUMBER)).length > 3);
    });
  }

  it("after reading PuTTY's keys", async () => {
    for (
      const [file, passphrase, same] of [
        ["encrypted-2.ppk", "secret-of-putty", "ecdsa-256"],
        ["encrypted-3.ppk", "secret-of-putty", "ecdsa-256"],
        ["ed25519-255.ppk", "", "ed25519-255"],
      ]
    ) {
      const { key } = await read(keystoreFile(`${same}.openssh.pem`), "");
      const pkcs8 = { key: Buffer.from(key.pkcs8), format: "der", type: "pkcs8" } as const;
      const jwk = createPrivateKey(pkcs8).export({ format: "jwk" });
      const number = Uint8Array.fromBase64(jwk.d!, { alphabet: "base64url" }).toHex();
      const seen = await watched(async () =>
        (await read(keystoreFile(file), passphrase)).key.dispose()
      );
      assertGone(seen, passphrase === "" ? [number] : [number, utf8(passphrase)]);
      // Its normal form, and what was made on the way to it.
      assert(seen.wiped.filter((content) => content.includes(number)).length > 3);
      if (file !== "encrypted-2.ppk") continue;
      // Appendix C.4 of PuTTY's manual: SHA-1 over a counter and the passphrase.
      const [one, two] = ["00000000", "00000001"].map((count) => sha1(count + utf8(passphrase)));
      const mac = sha1(utf8(`putty-private-key-file-mac-key${passphrase}`));
      for (const key of [one, two, (one + two).slice(0, 64), mac]) assert(seen.wiped.includes(key));
    }
  });

  it("after deriving a key from a passphrase, and after decrypting with a wrong one", async () => {
    const salt = hex("0102030405060708");
    const iv = hex("09".repeat(16));
    const derived = pbkdf2Sync(PASSPHRASE, salt, 3, 32, "sha1");
    const cipher = createCipheriv("aes-256-cbc", derived, iv);
    const data = Uint8Array.from([...cipher.update(KEY), ...cipher.final()]);
    const kdf = seq(oid("1.2.840.113549.1.5.12"), seq(octets(salt), integer(3)));
    const scheme = seq(kdf, seq(oid("2.16.840.1.101.3.4.1.42"), octets(iv)));
    const text = writePem(
      "ENCRYPTED PRIVATE KEY",
      seq(seq(oid("1.2.840.113549.1.5.13"), scheme), octets(data)),
    );
    const seen = await watched(async () => (await read(text, PASSPHRASE)).key.dispose());
    assertGone(seen, [...SECRETS, derived.toString("hex")]);
    assert(seen.wiped.includes(derived.toString("hex")));
    for (const file of ["p256-openssh-aes256-ctr-key.pem", "p256-openssh-aes256-cbc-key.pem"]) {
      const wrong = await watched(() =>
        assert.rejects(read(containerFile(file), "queeg"), { code: "passphrase_wrong" })
      );
      assertGone(wrong, [utf8("queeg")]);
      // Key and vector, 48 octets, and what came out.
      assert(wrong.wiped.some(({ length }) => length === 2 * 48));
      assert(wrong.wiped.some(({ length }) => length > 2 * 100), file);
    }
  });

  it("after the derivations of older schemes", async () => {
    // OpenSSL's EVP_BytesToKey: MD5 over what came before, passphrase and salt.
    const traditional = matchFile("p256-traditional-aes256-key.pem");
    const salt = /DEK-Info: AES-256-CBC,([0-9A-F]{16})/.exec(traditional)![1].toLowerCase();
    const first = md5(utf8(PASSPHRASE) + salt);
    const derived = first + md5(first + utf8(PASSPHRASE) + salt);
    const seen = await watched(async () => (await read(traditional, PASSPHRASE)).key.dispose());
    assertGone(seen, [first, derived]);
    assert(seen.wiped.includes(derived));
    // PBKDF1 (RFC 8018, 5.1).
    const pbes1 = matchFile("p256-pbe-md5-des-key.pem");
    const [, its, count] = /06092a864886f70d010503300e0408(.{16})0202(.{4})/
      .exec(readPem(pbes1)[0].bytes!.toHex())!;
    let key = utf8(PASSPHRASE) + its;
    for (let i = 0; i < parseInt(count, 16); i++) key = md5(key);
    const other = await watched(async () => (await read(pbes1, PASSPHRASE)).key.dispose());
    assert(other.wiped.includes(key.slice(0, 16)));
    assert(other.wiped.includes(utf8(PASSPHRASE)));
  });

  it("after the derivations of PKCS#12's own schemes", async () => {
    // Known answers of all implementations, as in ciphers.test.ts.
    const parameters = seq(octets(hex("05dec959acff72f7")), integer(1000));
    const text = writePem(
      "ENCRYPTED PRIVATE KEY",
      seq(seq(oid("1.2.840.113549.1.12.1.3"), parameters), octets(new Uint8Array(32))),
    );
    const seen = await watched(() =>
      assert.rejects(read(text, "queeg"), { code: "passphrase_wrong" })
    );
    const key = "ed2034e36328830ff09df1e1a07dd357185dac0d4f9eb3d4";
    assertGone(seen, [key, utf16("queeg")]);
    assert(seen.wiped.includes(key));
    assert(seen.wiped.includes(`${utf16("queeg")}0000`));
  });

  it("after an inspection that the budget ends", async () => {
    const texts = ["p256-pkcs8-key.pem", "p256-certificate.pem"]
      .map((name) => ({ name, text: matchFile(name) }));
    const { budget } = createContext({ limits: { nodes: 60 } });
    const seen = await watched(() =>
      assert.rejects(
        async () =>
          await inspect({ texts, acceptPrivateKeys: true, judgeAs: "auto" }, {
            ...createContext(),
            budget,
          }),
        { code: "too_complex" },
      )
    );
    assert(seen.wiped.some((digits) => digits.includes(NUMBER)));
    assertGone(seen, [NUMBER]);
  });

  it("after encrypting", async () => {
    const context = { ...createContext(), random: (length: number) => new Uint8Array(length) };
    const run = (scheme: "PBES2" | "pbeWithSHAAnd3-KeyTripleDES-CBC") =>
      watched(() => encryptUnderPassword(scheme, PASSPHRASE, 5, KEY, context));
    const key = pbkdf2Sync(PASSPHRASE, new Uint8Array(16), 5, 32, "sha256").toString("hex");
    const seen = await run("PBES2");
    assertGone(seen, [...SECRETS, key]);
    assert(seen.wiped.includes(key));
    const triple = await run("pbeWithSHAAnd3-KeyTripleDES-CBC");
    assertGone(triple, SECRETS);
    assert(triple.wiped.some(({ length }) => length === 2 * 24));
  });

  it("after reading Ed448, ML-KEM and a damaged OpenSSH key", async () => {
    const { d } = JSON.parse(containerFile("ed448-key.jwk"));
    const number = Uint8Array.fromBase64(d, { alphabet: "base64url" }).toHex();
    const ed448 = await watched(() => read(matchFile("ed448-pkcs8-key.pem"), ""));
    assert(ed448.wiped.includes(`0439${number}`));
    const expanded = readPem(postQuantumFile("ml-kem-512-expanded-key.pem"))[0].bytes!;
    const seed = await watched(() => read(postQuantumFile("ml-kem-512-seed-key.pem"), ""));
    assert(seed.wiped.includes(expanded.slice(-1632).toHex()));
    const bytes = readPem(containerFile("p256-openssh-key.pem"))[0].bytes!.slice();
    bytes[bytes.length - 1] ^= 1;
    const text = writePem("OPENSSH PRIVATE KEY", bytes);
    const damaged = await watched(() => assert.rejects(read(text, ""), { code: "unreadable" }));
    assertGone(damaged, [NUMBER]);
  });
});

const digest = (name: string) => (digits: string): string =>
  createHash(name).update(Uint8Array.fromHex(digits)).digest("hex");
const md5 = digest("md5");
const sha1 = digest("sha1");
