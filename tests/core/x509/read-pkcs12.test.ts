/** Reading PKCS#12 files of other programs, of third parties, and hostile ones. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { isOperationError, OperationError } from "../../../core/kernel/errors.ts";
import { type Pkcs12, readPkcs12 } from "../../../core/x509/cms/read-pkcs12.ts";
import { PROTECTION, writePkcs12 } from "../../../core/x509/cms/pkcs12.ts";
import { constructed, primitive, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { FOREIGN, p12, pem } from "../../fixtures/pfx/index.ts";
import { needsCorpus, readSample, samples } from "../../support/corpus.ts";
import { assertLinear } from "../../support/cost.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { isFull } from "../../support/matrix.ts";

const read = (bytes: Uint8Array<ArrayBuffer>, password: string): Promise<Pkcs12> =>
  readPkcs12(bytes, password, createContext());

async function refusal(bytes: Uint8Array<ArrayBuffer>, password: string): Promise<OperationError> {
  try {
    await read(bytes, password);
  } catch (thrown) {
    assert(isOperationError(thrown), String(thrown));
    return thrown;
  }
  assert.fail("it was opened");
}

const privateKey = (pkcs8: Uint8Array) =>
  createPrivateKey({ key: Buffer.from(pkcs8), format: "der", type: "pkcs8" });

/** node:crypto, which is not ours, reads the keys and certificates. */
function check({ keys, certificates }: Pkcs12): void {
  for (const { pkcs8 } of keys) privateKey(pkcs8);
  for (const { bytes } of certificates) new X509Certificate(bytes);
}

const block = (name: string) => readPem(pem(name))[0].bytes!;
const parts = () => ({
  key: block("p256-key"),
  certificates: [block("p256-1")] as [Uint8Array<ArrayBuffer>],
  friendlyName: "mine",
});

describe("reading PKCS#12", () => {
  for (const { name, password, certificates, keys, refused, slow } of FOREIGN) {
    if (slow && !isFull) continue;
    it(refused ? `names what it cannot open: ${name}` : `opens ${name}`, async () => {
      if (refused) {
        const { code, message, path } = await refusal(p12(name), password);
        assert.deepEqual([code, message, path], ["unsupported", refused, "pfx"]);
        return;
      }
      const file = await read(p12(name), password);
      check(file);
      assert.deepEqual([file.certificates.length, file.keys.length], [certificates, keys]);
      for (const key of file.keys) {
        const leaf = file.certificates.filter(({ localKeyId }) => localKeyId === key.localKeyId);
        assert.equal(leaf.length, 1);
        assert.equal(leaf[0].friendlyName, key.friendlyName);
        const certificate = new X509Certificate(leaf[0].bytes);
        assert(certificate.checkPrivateKey(privateKey(key.pkcs8)));
      }
    });
  }

  it("agrees with third-party suites about which files open", needsCorpus(), async () => {
    for (const { file, expected, password, certificates, keys } of samples("pkcs12")) {
      const bytes = readSample(file);
      if (expected === "invalid") {
        assert.equal((await refusal(bytes, password)).code, "unreadable", file);
        continue;
      }
      const opened = await read(bytes, password);
      check(opened);
      assert.deepEqual(
        [opened.certificates.length, opened.keys.length],
        [certificates, keys],
        file,
      );
    }
  });

  it(
    "opens what openssl writes today, a name beyond ASCII and a password beyond the basic plane",
    needs("openssl"),
    async () => {
      const directory = Deno.makeTempDirSync();
      const run = async (program: string, args: string[]) => {
        const { code, stderr, stdout } = await runProgram(program, args);
        assert.equal(code, 0, stderr + stdout);
      };
      try {
        const [key, leaf] = ["p256-key", "p256-1"].map((name) => {
          const path = `${directory}/${name}.pem`;
          Deno.writeTextFileSync(path, pem(name));
          return path;
        });
        const mine = `${directory}/openssl.p12`;
        const password = "pässwörd 😀";
        await run("openssl", [
          ...["pkcs12", "-export", "-inkey", key, "-in", leaf, "-out", mine],
          ...["-name", "für heute, 日本", "-passout", `pass:${password}`],
        ]);
        const file = await read(Deno.readFileSync(mine), password);
        assert.equal(file.keys[0].friendlyName, "für heute, 日本");
        assert.deepEqual(file.certificates[0].bytes, block("p256-1"));
      } finally {
        Deno.removeSync(directory, { recursive: true });
      }
    },
  );

  it("distinguishes a wrong password, a missing one and a file without a MAC", async () => {
    const wrong = await refusal(p12("openssl-aes"), "guess");
    assert.deepEqual([wrong.code, wrong.path], ["passphrase_wrong", "password"]);
    assert.match(wrong.message, /Wrong password/);
    const missing = await refusal(p12("openssl-aes"), "");
    assert.deepEqual([missing.code, missing.path], ["passphrase_required", "password"]);
    const unknown = await refusal(p12("openssl-without-mac"), "guess");
    assert.deepEqual([unknown.code, unknown.path], ["passphrase_wrong", "password"]);
    assert.match(unknown.message, /no MAC/);
    assert.equal((await read(p12("openssl-without-mac"), "secret")).mac, null);
  });

  it("names the algorithms as their specifications do", async () => {
    const [aes, tripleDes, open] = await Promise.all([
      read(p12("openssl-aes"), "secret"),
      read(p12("openssl-3des"), "secret"),
      read(p12("openssl-open"), ""),
    ]);
    const stated = (name: string) => ({ name, iterations: 2048 });
    assert.deepEqual(
      [aes.mac, aes.certificates[0].encryption, aes.keys[0].encryption],
      [
        stated("HMAC-SHA-256"),
        stated("PBES2 (PBKDF2-HMAC-SHA-256, AES-256-CBC)"),
        stated("PBES2 (PBKDF2-HMAC-SHA-256, AES-256-CBC)"),
      ],
    );
    assert.deepEqual(tripleDes.keys[0].encryption, stated("pbeWithSHAAnd3-KeyTripleDES-CBC"));
    assert.deepEqual([open.mac, open.keys[0].encryption], [null, null]);
  });

  it("detects any changed byte that the MAC covers", async () => {
    const bytes = p12("openssl-aes");
    // The content of the authenticated safe, behind the outer headers.
    for (let at = 30; at < 2200; at += 31) {
      const changed = bytes.slice();
      changed[at] ^= 0x01;
      await refusal(changed, "secret");
    }
  });

  it("throws only OperationError for truncated or damaged files", async () => {
    for (const name of ["openssl-open", "pk12util"]) {
      const bytes = p12(name);
      const step = Math.ceil(bytes.length / 60);
      for (let at = 0; at < bytes.length; at += step) {
        // A small budget keeps derivations short: the test looks for faults that are not
        // OperationErrors.
        const context = () => createContext({ limits: { kdfIterations: 1000 } });
        for (const damaged of [bytes.slice(0, at), bytes.with(at, bytes[at] ^ 0xff)]) {
          await readPkcs12(new Uint8Array(damaged), "secret", context()).catch((thrown) =>
            assert(isOperationError(thrown), `${name} ${at}: ${thrown}`)
          );
        }
      }
    }
  });

  it("gives the same answer for BER and DER, and zeroes keys on dispose", async () => {
    const file = await writePkcs12(parts(), "secret", PROTECTION.none, createContext());
    const mine = await read(file, "secret");
    const again = await read(inIndefiniteLengths(file), "secret");
    assert.deepEqual(again.certificates, mine.certificates);
    assert.deepEqual(again.keys, mine.keys);
    mine.dispose();
    assert(mine.keys[0].pkcs8.every((octet) => octet === 0));
  });
});

describe("a hostile PKCS#12 file", () => {
  it("is rejected for its iterations, with their number, before any is run", async () => {
    for (const count of [2 ** 31 - 1, 2 ** 31]) {
      const { code, message } = await refusal(withMacIterations(count), "secret");
      assert.equal(code, "too_complex");
      assert.match(
        message,
        /asks for 2,147,483,64[78] iterations .* but this tool runs at most 5,000,000/,
      );
    }
    const huge = await refusal(withMacIterations(2 ** 50), "secret");
    assert.equal(huge.code, "unreadable");
  });

  it("is rejected if many derivations exceed the budget together", async () => {
    const context = createContext({ limits: { kdfIterations: 10_000 } });
    const file = await writePkcs12(parts(), "secret", PROTECTION["3des-sha1"], createContext());
    await assert.rejects(readPkcs12(file, "secret", context), { code: "too_complex" });
  });

  it("is rejected for its nesting and for unterminated elements", async () => {
    let nested = element(TAG.SEQUENCE);
    for (let i = 0; i < 100; i++) nested = element(TAG.SEQUENCE, nested);
    assert.equal((await refusal(element(TAG.SEQUENCE, nested), "")).code, "too_complex");
    const endless = Uint8Array.of(0x30, 0x80, 0x02, 0x01, 0x03, 0x30, 0x80, 0x24, 0x80);
    assert.equal((await refusal(endless, "")).code, "unreadable");
  });

  it("is rejected for scrypt that needs too much memory, with the path of its field", async () => {
    const algorithm = (oid: string, ...parameters: Uint8Array[]) =>
      element(TAG.SEQUENCE, objectIdentifier(oid), ...parameters);
    const salt = element(TAG.OCTET_STRING, new Uint8Array(8));
    const cost = element(TAG.SEQUENCE, salt, integer(2 ** 20), integer(8), integer(1));
    const vector = element(TAG.OCTET_STRING, new Uint8Array(16));
    const pbes2 = element(
      TAG.SEQUENCE,
      algorithm("1.3.6.1.4.1.11591.4.11", cost),
      algorithm("2.16.840.1.101.3.4.1.42", vector),
    );
    const info = element(
      TAG.SEQUENCE,
      objectIdentifier("1.2.840.113549.1.7.1"),
      algorithm("1.2.840.113549.1.5.13", pbes2),
      element(primitive(0), new Uint8Array(16)),
    );
    const data = element(constructed(0), element(TAG.SEQUENCE, integer(0), info));
    const safe = element(TAG.SEQUENCE, objectIdentifier("1.2.840.113549.1.7.6"), data);
    const { code, path } = await refusal(content(element(TAG.SEQUENCE, safe)), "secret");
    assert.deepEqual([code, path], ["too_complex", "pfx"]);
  });

  it("costs little at five mebibytes", async () => {
    const mebibyte = 1024 * 1024;
    const noise = (size: number) => new Uint8Array(size).fill(0x30);
    const long = (size: number) =>
      element(TAG.SEQUENCE, integer(3), element(TAG.OCTET_STRING, noise(size)));
    await assertLinear(noise, (file) => refusal(file, "secret"), mebibyte);
    await assertLinear(long, (file) => refusal(file, "secret"), mebibyte);
  });

  it("is reported by name if it uses a public-key mode", async () => {
    const signed = element(
      TAG.SEQUENCE,
      integer(3),
      element(TAG.SEQUENCE, objectIdentifier("1.2.840.113549.1.7.2")),
    );
    const { code, message } = await refusal(signed, "");
    assert.equal(code, "unsupported");
    assert.match(message, /public-key integrity mode/);
    const enveloped = content(element(
      TAG.SEQUENCE,
      element(
        TAG.SEQUENCE,
        objectIdentifier("1.2.840.113549.1.7.3"),
        element(constructed(0), element(TAG.SEQUENCE)),
      ),
    ));
    assert.match((await refusal(enveloped, "")).message, /public-key privacy mode/);
  });
});

/** A PFX around a safe, without a MAC. */
function content(safe: Uint8Array, ...mac: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const info = element(
    TAG.SEQUENCE,
    objectIdentifier("1.2.840.113549.1.7.1"),
    element(constructed(0), element(TAG.OCTET_STRING, safe)),
  );
  return element(TAG.SEQUENCE, integer(3), info, ...mac);
}

function withMacIterations(count: number): Uint8Array<ArrayBuffer> {
  const octets: number[] = [];
  for (let rest = count; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  if (octets[0] >= 0x80) octets.unshift(0);
  const digest = element(
    TAG.SEQUENCE,
    element(TAG.SEQUENCE, objectIdentifier("1.3.14.3.2.26"), element(TAG.NULL)),
    element(TAG.OCTET_STRING, new Uint8Array(20)),
  );
  const salt = element(TAG.OCTET_STRING, new Uint8Array(8));
  const iterations = element(TAG.INTEGER, Uint8Array.from(octets));
  return content(element(TAG.SEQUENCE), element(TAG.SEQUENCE, digest, salt, iterations));
}

/** The outer elements of a PFX of ours as NSS writes them: no lengths, the content in segments. */
function inIndefiniteLengths(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const children = (bytes: Uint8Array) => {
    const list: Uint8Array[] = [];
    for (let at = headerOf(bytes).body; at < headerOf(bytes).end;) {
      const part = bytes.subarray(at);
      const { end } = headerOf(part);
      list.push(part.subarray(0, end));
      at += end;
    }
    return list;
  };
  const [version, info, mac] = children(file);
  const [type, explicit] = children(info);
  const [string] = children(explicit);
  const octets = string.subarray(headerOf(string).body);
  const segments: Uint8Array[] = [];
  for (let at = 0; at < octets.length; at += 100) {
    segments.push(element(TAG.OCTET_STRING, octets.subarray(at, at + 100)));
  }
  const open = (tag: number, ...inner: Uint8Array[]) =>
    joined(Uint8Array.of(tag, 0x80), ...inner, Uint8Array.of(0, 0));
  return open(0x30, version, open(0x30, type, open(0xa0, open(0x24, ...segments))), mac);
}

function headerOf(bytes: Uint8Array): { body: number; end: number } {
  const count = bytes[1] > 0x80 ? bytes[1] & 0x7f : 0;
  let length = count === 0 ? bytes[1] : 0;
  for (let i = 0; i < count; i++) length = length * 256 + bytes[2 + i];
  return { body: 2 + count, end: 2 + count + length };
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
