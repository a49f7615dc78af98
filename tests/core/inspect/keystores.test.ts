/** Keystores of Java and keys of PuTTY, as keytool and puttygen write them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { readJavaKeystore } from "../../../core/x509/cms/java-keystore.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import { unzipSync } from "fflate";
import { writeArchive } from "../../../core/inspect/archive.ts";
import { Sets } from "../../../core/inspect/sets.ts";
import type { Collection } from "../../../core/inspect/collection.ts";
import { collect, finish, textFile } from "./support.ts";

const FOLDER = new URL("../../fixtures/keystores/", import.meta.url);
const bytesOf = (name: string) => Deno.readFileSync(new URL(name, FOLDER));
const textOf = (name: string) => Deno.readTextFileSync(new URL(name, FOLDER));
const NOTHING = { links: [], chains: [], leftovers: [], notes: [] };
const PUTTY = "secret-of-putty";
const JAVA = "secret-of-java";

const listed = (collection: Collection) =>
  [...collection.objects].flatMap(({ kind, places }) =>
    places.map(({ path }) => `${kind} ${path ?? ""}`.trim())
  )
    .toSorted();
const notesOf = (collection: Collection) =>
  [...collection.objects].find(({ kind }) => kind === "jks")!.notes;

describe("a Java keystore", () => {
  it("shows certificates by alias, and opens each key with its password", async () => {
    const collection = await collect([{ name: "server.jks", bytes: bytesOf("server.jks") }]);
    const certificates = [
      "certificate alias other",
      "certificate alias tomcat",
      "certificate alias tomcat",
      "certificate alias ca",
    ];
    const shown = listed(collection).map((line) => line.replaceAll(/["“”]/g, ""));
    assert.deepEqual(shown, [...certificates, "jks"].toSorted());
    assert.match(notesOf(collection).join(), /integrity was not checked/);
    const wrong = await collection.unlock("wrong", null);
    assert.equal(wrong.opened, 0);
    assert.match(wrong.message!, /password is wrong, or the keystore was changed/);
    await collection.unlock(JAVA, null);
    assert.match(
      notesOf(collection).join(),
      /integrity was checked with its password.*other.* another password/,
    );
    await collection.unlock("another-password", null);
    const keys = listed(collection).filter((line) => line.startsWith("private-key"));
    assert.equal(keys.length, 2);
    const { sets } = await finish(collection);
    assert.equal(sets.filter(({ privateKeys }) => privateKeys.length === 1).length, 2);
  });

  it("with only trusted certificates is not locked", async () => {
    const collection = await collect([{ name: "cacerts", bytes: bytesOf("truststore.jks") }]);
    const [store] = [...collection.objects];
    assert(store.kind === "jks" && store.opened);
    assert.equal(listed(collection).length, 2);
  });

  it("that was changed is called changed, although its key opens", async () => {
    const bytes = bytesOf("dsa.jks");
    const changed = bytes.slice();
    // The first character of the alias.
    changed[18] ^= 1;
    for (
      const [file, expected, codes] of [
        [bytes, /was checked/, []],
        [changed, /was changed/, ["keystore_changed"]],
      ] as const
    ) {
      const collection = await collect([{ name: "dsa.jks", bytes: file }]);
      await collection.unlock(JAVA, null);
      assert.match(notesOf(collection).at(-1)!, expected);
      const { rows } = await finish(collection);
      const row = rows.find(({ kind }) => kind === "jks")!;
      assert.deepEqual(row.findings.map(({ code }) => code), codes);
      // keytool refuses it in the same words as a wrong password.
      if (codes.length > 0) assert.deepEqual(row.unchecked, true);
    }
  });

  it("with only trusted certificates takes its password, which shows whether it was changed", async () => {
    const bytes = bytesOf("truststore.jks");
    const changed = bytes.slice();
    changed[18] ^= 1;
    const take = async (file: Uint8Array<ArrayBuffer>) => {
      const collection = await collect([{ name: "cacerts", bytes: file }]);
      const before = (await finish(collection)).rows.find(({ kind }) => kind === "jks")!;
      const outcome = await collection.unlock(JAVA, null);
      const after = (await finish(collection)).rows.find(({ kind }) => kind === "jks")!;
      return { before, outcome, after };
    };
    const intact = await take(bytes);
    assert.deepEqual([intact.before.locked, intact.before.unchecked], [false, true]);
    assert.deepEqual(intact.outcome, { opened: 1, tried: 1, message: null });
    assert.equal(intact.after.unchecked, undefined);
    const other = await take(changed);
    assert.equal(other.outcome.opened, 0);
    assert.match(other.outcome.message!, /wrong, or the keystore was changed/);
    assert.equal(other.after.unchecked, true);
  });

  it("in another format is read, or named with the line for keytool", async () => {
    const p12 = await collect([{ name: "truststore.p12", bytes: bytesOf("truststore.p12") }]);
    assert.deepEqual(await p12.unlock(JAVA, null), { opened: 1, tried: 1, message: null });
    assert(listed(p12).some((line) => line.startsWith("certificate")));
    const jceks = await collect([{ name: "truststore.jceks", bytes: bytesOf("truststore.jceks") }]);
    assert.match(jceks.skipped[0].message, /JCEKS.*keytool -importkeystore/);
  });

  it("that is cut off or has too many entries is refused", () => {
    const bytes = bytesOf("server.jks");
    for (let length = 0; length < bytes.length; length += 7) {
      const read = () => readJavaKeystore(bytes.slice(0, length), new Budget());
      assert.throws(read, DerError, `${length}`);
    }
    const endless = bytes.slice();
    endless.fill(0xff, 8, 12);
    assert.throws(() => readJavaKeystore(endless, new Budget()), DerError);
  });
});

describe("a key of PuTTY", () => {
  const read = (text: string, passphrase = "") =>
    readPrivateKeyText(text, passphrase, createContext());
  const bits = ["rsa-2048", "dsa-2048", "ecdsa-256", "ecdsa-384", "ecdsa-521", "ed25519-255"];

  for (const name of bits) {
    it(`${name} is the one that puttygen writes for OpenSSH`, async () => {
      const { key } = await read(textOf(`${name}.ppk`));
      const other = await read(textOf(`${name}.openssh.pem`));
      assert.equal(key.form, "PuTTY");
      assert.deepEqual(key.pkcs8, other.key.pkcs8);
    });
  }

  it("of Ed448 is read", async () => {
    const { key } = await read(textOf("ed448-448.ppk"));
    assert.equal(key.publicKey.key.algorithm, "Ed448");
  });

  it("in version 2 or 3, with SHA-1 or Argon2, is the same key", async () => {
    const plain = (await read(textOf("ecdsa-256.ppk"))).key.pkcs8;
    for (const name of ["encrypted-2", "encrypted-3", "argon2i"]) {
      const { key } = await read(textOf(`${name}.ppk`), PUTTY);
      assert.equal(key.encrypted, true);
      assert.deepEqual(key.pkcs8, plain);
      await assert.rejects(read(textOf(`${name}.ppk`)), { code: "passphrase_required" });
      await assert.rejects(read(textOf(`${name}.ppk`), "wrong"), { code: "passphrase_wrong" });
    }
    for (const name of ["plain-2", "plain-3"]) {
      const ed25519 = (await read(textOf("ed25519-255.ppk"))).key.pkcs8;
      assert.deepEqual((await read(textOf(`${name}.ppk`))).key.pkcs8, ed25519);
    }
  });

  it("that was changed is refused by its MAC", async () => {
    for (const name of ["plain-2", "plain-3"]) {
      const changed = textOf(`${name}.ppk`).replace("Comment: key", "Comment: Key");
      await assert.rejects(read(changed), { code: "key_inconsistent" });
    }
  });

  it("charges its key derivation before it runs", async () => {
    const costly = textOf("encrypted-3.ppk").replace(
      /Argon2-Passes: \d+/,
      "Argon2-Passes: 99999999",
    );
    await assert.rejects(read(costly, "x"), (thrown) => {
      assert(isOperationError(thrown) && thrown.code === "too_complex");
      assert.match(thrown.message, /blocks of Argon2/);
      return true;
    });
    const large = costly.replace(/Argon2-Memory: \d+/, "Argon2-Memory: 99999999");
    await assert.rejects(read(large, "x"), { code: "too_complex" });
  });

  it("is refused if a line of its header is malformed, missing or not supported", async () => {
    const text = textOf("encrypted-3.ppk");
    const line = (name: string) => new RegExp(`^${name}: .*$`, "m");
    const says = (name: string, value: string | null) => {
      const changed = text.replace(line(name), value === null ? "" : `${name}: ${value}`);
      return read(changed, PUTTY).then(() => "is read", ({ code }) => code);
    };
    assert.equal(await says("Comment", null), "passphrase_wrong");
    for (
      const [name, value, code] of [
        ["Encryption", "aes128-cbc", "unsupported"],
        ["Encryption", null, "unreadable"],
        ["Key-Derivation", "Argon2x", "unsupported"],
        ["Key-Derivation", null, "unsupported"],
        ["Argon2-Memory", "0", "unreadable"],
        ["Argon2-Memory", "8", "passphrase_wrong"],
        ["Argon2-Memory", "7", "unreadable"],
        ["Argon2-Memory", "262145", "too_complex"],
        ["Argon2-Passes", "1x", "unreadable"],
        ["Argon2-Passes", null, "unreadable"],
        ["Argon2-Parallelism", "64", "passphrase_wrong"],
        ["Argon2-Parallelism", "65", "too_complex"],
        ["Argon2-Salt", "00".repeat(8), "passphrase_wrong"],
        ["Argon2-Salt", "00".repeat(7), "unreadable"],
        ["Argon2-Salt", "0g".repeat(8), "unreadable"],
        ["Argon2-Salt", null, "unreadable"],
        ["Public-Lines", "1001", "unreadable"],
        ["Private-Lines", null, "unreadable"],
        ["Private-MAC", null, "unreadable"],
      ] as const
    ) assert.equal(await says(name, value), code, `${name}: ${value}`);
    await assert.rejects(read(text.replace("AAAAE2", "AAAA?2"), PUTTY), { code: "unreadable" });
  });

  it("is locked in the inspector until its password is given", async () => {
    const collection = await collect([textFile(textOf("encrypted-3.ppk"), "a.ppk")]);
    assert.deepEqual(listed(collection), ["encrypted-private-key"]);
    const saved = unzipSync(writeArchive(collection, new Sets(collection, NOTHING), Date.now()));
    const [name] = Object.keys(saved).filter((name) => name.endsWith(".ppk"));
    assert.equal(new TextDecoder().decode(saved[name]).trim(), textOf("encrypted-3.ppk").trim());
    await collection.unlock(PUTTY, null);
    assert.deepEqual(listed(collection), ["private-key"]);
  });
});
