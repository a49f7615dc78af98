/** The messy folder, line by line: what each file is, what fits what, and what fits nothing. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { ruleOf } from "../../../core/x509/rules/catalogue.ts";
import { adviceOf } from "../../../core/x509/rules/rule.ts";
import { folder, MESSY_PASSWORD } from "../../fixtures/inspect/index.ts";
import { collect, finish } from "./support.ts";

const closed = await finish(await collect(folder("messy")));
const collection = await collect(folder("messy"));
const wrong = await collection.unlock("wrong", null);
const right = await collection.unlock(MESSY_PASSWORD, null);
const opened = await finish(collection);

/** "key.txt -> download" for each line of a kind. */
function lines(kind: string, from = opened): string[] {
  const nameOf = (id: number) => {
    const { places: [{ file, position }] } = from.rows.find((row) => row.id === id)!;
    return position === 0 ? file : `${file}#${position}`;
  };
  return from.related.links.filter((link) => link.kind === kind)
    .map(({ from, to, holds }) => `${nameOf(from)} -> ${nameOf(to)}${holds ? "" : " ?"}`).sort();
}

describe("the messy folder", () => {
  it("has the expected objects in each file", () => {
    const named = closed.rows.map(({ kind, name, places: [{ file, position, form }] }) =>
      `${file}#${position} ${form}: ${kind} ${name}`.trim()
    ).sort();
    assert.deepEqual(named, [
      "app.log#0 PEM: certificate Messy Root",
      "backup.dat#0 DER: pkcs12",
      "beta.pem.bak#0 PEM: private-key",
      "download (1)#0 PEM: certificate alpha.example",
      "download#0 PEM: certificate alpha.example",
      "half.der#0 DER: certificate",
      "image.jpg#0 DER: certificate beta.example",
      "intermediates#0 DER: pkcs7",
      "intermediates#0 PKCS#7 in DER: certificate Messy Intermediate 1",
      "intermediates#1 PKCS#7 in DER: certificate Messy Intermediate 2",
      "key.txt#0 PEM: private-key",
      "server.key#0 PEM: private-key",
      "to-sign#0 DER: request beta.example",
    ]);
  });

  it("has its other files skipped and named", () => {
    assert.deepEqual(
      closed.collection.skipped.map(({ file, message }) => `${file}: ${message.split(":")[0]}`),
      [
        "empty.pem: The file is empty",
        "half.der: Certificate",
        "logo.crt: This is a PNG image",
        "notes.txt: No certificates or keys were found in this text",
        "old.pem: This ZIP archive contains no certificates or keys",
        "store: This is a Java keystore (JKS)",
      ],
    );
    const half = closed.collection.skipped.find(({ file }) => file === "half.der")!;
    assert.match(half.message, /cut off: \d+ bytes missing/);
    assert.equal(closed.in("half.der").id, half.id);
  });

  it("needs the password of its PFX and opens it with the right one", () => {
    assert.equal(closed.in("backup.dat").locked, true);
    assert.equal(wrong.opened, 0);
    assert.equal(wrong.tried, 1);
    assert(wrong.message);
    assert.deepEqual(right, { opened: 1, tried: 1, message: null });
    assert.equal(opened.in("backup.dat").locked, false);
    const gamma = opened.rows.filter(({ places: [{ file, form }] }) =>
      file === "backup.dat" && form === "PFX"
    );
    assert.deepEqual(gamma.map(({ kind, name }) => `${kind} ${name}`.trim()), [
      "private-key",
      "certificate gamma.example",
    ]);
  });

  it("links each key with its certificates and request, including both of a renewal", () => {
    assert.deepEqual(lines("key"), [
      "backup.dat -> backup.dat#1",
      "beta.pem.bak -> image.jpg",
      "beta.pem.bak -> to-sign",
      "key.txt -> download",
      "key.txt -> download (1)",
    ]);
  });

  it("places each certificate below its issuer", () => {
    assert.deepEqual(lines("issuer"), [
      "app.log -> intermediates",
      "app.log -> intermediates#1",
      "intermediates -> backup.dat#1",
      "intermediates -> download",
      "intermediates -> download (1)",
      "intermediates#1 -> image.jpg",
    ]);
    assert.deepEqual(
      opened.related.chains.map(({ certificates, isValid, trusted }) =>
        `${certificates.map(({ name }) => name).join(" < ")}: ${isValid} ${trusted}`
      ).sort(),
      [
        "alpha.example < Messy Intermediate 1 < Messy Root: false false",
        "alpha.example < Messy Intermediate 1 < Messy Root: true false",
        "beta.example < Messy Intermediate 2 < Messy Root: true false",
        "gamma.example < Messy Intermediate 1 < Messy Root: true false",
      ],
    );
    const roles = ["app.log", "intermediates", "download"].map((file) =>
      opened.rows.find(({ kind, places }) => kind === "certificate" && places[0].file === file)!
        .role
    );
    assert.deepEqual(roles, ["root", "intermediate", "leaf"]);
  });

  it("has one key that matches nothing", () => {
    const left = opened.related.leftovers.map(({ id, message }) =>
      `${opened.rows.find((row) => row.id === id)!.places[0].file}: ${message}`
    );
    assert.deepEqual(left, ["server.key: Nothing in these files belongs to this key."]);
  });

  it("reports only the replaced certificate of the previous year", () => {
    const found = opened.rows.flatMap(({ places: [{ file }], findings }) =>
      findings.map(({ code, severity }) => `${file}: ${severity} ${code}`)
    );
    assert.deepEqual(found, ["download (1): error expired", "download (1): info superseded"]);
  });

  it("does not advise to renew what was renewed", () => {
    const [expired] = opened.rows.flatMap(({ findings }) =>
      findings.filter(({ code }) => code === "expired")
    );
    assert.notEqual(expired.advice, adviceOf(ruleOf("expired"), "error"));
  });

  it("gives the same result in any order, and the same objects if added twice", async () => {
    const twice = await collect([...folder("messy").reverse(), ...folder("messy")]);
    await twice.unlock(MESSY_PASSWORD, null);
    const again = await finish(twice);
    assert.equal(again.rows.length, opened.rows.length);
    assert.equal(again.related.links.length, opened.related.links.length);
    const key = again.in("server.key");
    assert.deepEqual(key.places.map(({ file }) => file), ["server.key", "server.key"]);
  });
});
