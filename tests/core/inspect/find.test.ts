/** Recognition by content, with any name and any text around it. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { findObjects } from "../../../core/inspect/find.ts";
import * as readers from "../../../core/inspect/signed/mail.ts";
import { fixture } from "../../fixtures/inspect/index.ts";
import { containerFile } from "../../fixtures/match/index.ts";
import { assertLinear } from "../../support/cost.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { Seeded } from "../../support/seeded.ts";
import { collect, inspectFiles, textFile } from "./support.ts";

const pem = new TextDecoder().decode(fixture("messy/download"));
const key = new TextDecoder().decode(fixture("messy/server.key"));
const der = fixture("messy/image.jpg");

function kinds(bytes: Uint8Array<ArrayBuffer>): string[] {
  return [...findObjects({ name: "x", bytes }, { readers }, new Budget())].map((found) =>
    found.kind === null
      ? `- ${found.message}`
      : `${found.kind} ${found.kind === "file" || found.kind === "mail" ? "" : found.place.form}`
  );
}
const kindsOfText = (text: string) => kinds(new TextEncoder().encode(text));

function utf16(text: string, mark: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 + 2 * text.length);
  bytes.set(mark);
  for (let at = 0; at < text.length; at++) {
    bytes[2 + 2 * at + (mark[0] === 0xff ? 0 : 1)] = text.charCodeAt(at);
  }
  return bytes;
}

describe("finding objects", () => {
  it("finds PEM in prose, with CRLF, quoted, escaped, indented, in UTF-16", () => {
    const forms = [
      `Hi,\nhere it is:\n${pem}\nBye`,
      pem.replaceAll("\n", "\r\n"),
      pem.replaceAll("\n", "\n> "),
      JSON.stringify({ cert: pem }),
      pem.split("\n").map((line) => `    ${line}`).join("\n"),
    ];
    for (const form of forms) assert.deepEqual(kindsOfText(form), ["certificate PEM"]);
    assert.deepEqual(kinds(utf16(pem, [0xff, 0xfe])), ["certificate PEM"]);
    assert.deepEqual(kinds(utf16(pem, [0xfe, 0xff])), ["certificate PEM"]);
  });

  it("knows a large file by its first 64 KiB, but finds PEM anywhere in it", () => {
    const noise = new Seeded(7).bytes(1024 * 1024);
    // The octets of U+FFFD occur by chance in a large file, and do not prove that a program replaced others.
    for (const at of [1, 2, 3]) noise.set([0xef, 0xbf, 0xbd], at * 200_000);
    assert.deepEqual(kinds(noise), ["- This is not text, and the type of the file is unknown"]);
    noise.set(new TextEncoder().encode(`\n${pem}`), 700_000);
    assert.deepEqual(kinds(noise), ["certificate PEM"]);
    // A long log has colours, and a character where the first 64 KiB end.
    const log = `\x1b[32m12:00:01 INFO ${"ü".repeat(64)}\n`.repeat(1_000);
    assert.deepEqual(kindsOfText(log + pem), ["certificate PEM"]);
    assert.deepEqual(
      kindsOfText(`${log}shop.example\n`),
      ["- No certificates or keys were found in this text"],
    );
  });

  it("finds PEM with a log's prefix on each line", () => {
    const log = pem.trim().split("\n").map((line, n) =>
      `2026-11-20T08:00:0${n % 10}Z info ${line}`
    );
    assert.deepEqual(kindsOfText(log.join("\n")), ["certificate PEM"]);
  });

  it("finds bare base64, and does not confuse it with words", () => {
    const bare = pem.split("\n").filter((line) => !line.startsWith("-----")).join("\n");
    assert.deepEqual(kindsOfText(bare), ["certificate base64"]);
    assert.deepEqual(kindsOfText("MyCompanyName"), [
      "- No certificates or keys were found in this text",
    ]);
  });

  it("finds OpenSSH keys and JSON Web Keys", () => {
    const kindsOf = (name: string) => kindsOfText(containerFile(name));
    assert.deepEqual(kindsOf("p256.pub"), ["public-key OpenSSH"]);
    assert.deepEqual(kindsOf("rsa-rfc4716.pub"), ["public-key OpenSSH"]);
    assert.deepEqual(kindsOf("rsa-openssh-key.pem"), ["private-key OpenSSH"]);
    assert.deepEqual(kindsOf("p256-openssh-aes256-ctr-key.pem"), ["encrypted-private-key OpenSSH"]);
    assert.deepEqual(kindsOf("rsa-key.jwk"), ["private-key JWK"]);
    assert.deepEqual(kindsOf("rsa-public.jwk"), ["public-key JWK"]);
    const lines = ["rsa", "p256", "p384", "ed25519"].map((kind) => containerFile(`${kind}.pub`));
    assert.deepEqual(kindsOfText(lines.join("\n")), Array(4).fill("public-key OpenSSH"));
    const keys = ["rsa-key.jwk", "p521-public.jwk"].map((name) => JSON.parse(containerFile(name)));
    const set = JSON.stringify({ keys: [...keys, { kty: "EC" }, { kty: "oct", k: "AA" }] });
    assert.deepEqual(kindsOfText(set), [
      "private-key JWK",
      "public-key JWK",
      "- This is a public key that cannot be read: The JSON Web Key has an unknown curve",
      "private-key JWK",
    ]);
    assert.deepEqual(kindsOfText("ssh-rsa AAAAB3Nz"), [
      "- This is a public key that cannot be read: It is cut off",
    ]);
    assert.deepEqual(kindsOfText("ssh-rsa is a kind of key"), [
      "- No certificates or keys were found in this text",
    ]);
  });

  it("pairs keys in different formats", async () => {
    const names = ["rsa.pub", "rsa-openssh-key.pem", "rsa-key.jwk", "rsa-public.jwk"];
    const { objects } = await collect(names.map((name) => textFile(containerFile(name), name)));
    // Two private keys are one object, and so are two public ones, in two places each.
    assert.deepEqual([...objects].map(({ kind, places }) => [kind, places.length]), [
      ["public-key", 2],
      ["private-key", 2],
    ]);
  });

  it("finds several DER objects in a row", () => {
    const both = new Uint8Array([...der, ...fixture("messy/to-sign"), 0x0a]);
    assert.deepEqual(kinds(both), ["certificate DER", "request DER"]);
    const rest = (length: number) =>
      kinds(new Uint8Array([...der, ...new Array(length).fill(0x41)]))[1];
    assert.equal(rest(1), "- 1 byte of unknown data after the last object");
    assert.equal(rest(1200), "- 1,200 bytes of unknown data after the last object");
  });

  it("uses the content if the label differs", async () => {
    const lying = pem.replaceAll("CERTIFICATE", "CERTIFICATE REQUEST");
    const { rows, collection } = await inspectFiles([textFile(lying)]);
    assert.equal(rows[0].kind, "certificate");
    assert.deepEqual(collection.get(0)!.notes, [
      "The label says a CSR, but the content is a certificate",
    ]);
  });

  it("finds CAA records of dig and zone files, and names on their own lines", () => {
    const dig = [
      "; <<>> DiG 9.18 <<>> example.com CAA",
      ";example.com.\t\tIN\tCAA",
      'example.com.\t\t300\tIN\tCAA\t0 issue "letsencrypt.org"',
      'example.com. 300 IN CAA 128 iodef "mailto:security@example.com"',
      '0 issuewild ";"',
      ";; Query time: 3 msec",
    ].join("\n");
    assert.deepEqual(kindsOfText(dig), Array(3).fill("caa-record text"));
    assert.deepEqual(kindsOfText("example.com\n*.example.org\nmünchen.example\n"), [
      ...Array(3).fill("domain-name text"),
    ]);
    assert.deepEqual(kindsOfText("see example.com\nexample.com"), [
      "- No certificates or keys were found in this text",
    ]);
  });

  it("describes data that is not an object", () => {
    const first = (...octets: number[]) => kinds(Uint8Array.from(octets))[0];
    assert.equal(first(), "- The file is empty");
    assert.match(first(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), /7-ZIP archive/);
    assert.match(first(0xff, 0xd8, 0xff, 0xe0), /JPEG image/);
    assert.match(first(0xce, 0xce, 0xce, 0xce, 0), /JCEKS/);
    assert.match(first(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00), /XZ archive/);
    assert.match(first(1, 2, 3, 4), /not text/);
    assert.match(first(0x30, 0x03, 0x02, 0x01, 0x05), /ASN\.1 data of an unknown type/);
    assert.deepEqual(kindsOfText("BM is how this sentence starts"), [
      "- No certificates or keys were found in this text",
    ]);
  });

  it("reports malformed blocks and continues with the next", () => {
    const broken = pem.replace("MII", "M!I");
    const found = kindsOfText(broken + pem);
    assert.match(found[0], /^- This is a certificate that cannot be read: .*not allowed/);
    assert.equal(found[1], "certificate PEM");
  });

  it("merges equal objects, and one key in two forms", needs("openssl"), async () => {
    const traditional = await runProgram("openssl", ["pkey", "-traditional"], key);
    const { rows, collection } = await inspectFiles([
      textFile(pem, "a"),
      textFile(`text ${pem}`, "b"),
      textFile(key, "c"),
      textFile(traditional.stdout, "d"),
    ]);
    assert.deepEqual(rows.map(({ kind, places }) => [kind, places.map(({ file }) => file)]), [
      ["certificate", ["a", "b"]],
      ["private-key", ["c", "d"]],
    ]);
    assert.equal(collection.size, 2);
  });

  it("stays linear on a text of many BEGIN lines", async () => {
    const text = "-----BEGIN X\n";
    assert.equal(kindsOfText(text.repeat(80_000)).length, 1);
    await assertLinear((size) => text.repeat(size), kindsOfText, 20_000);
  });

  it("names the line of damaged PEM, even if it is still valid base64", async () => {
    const lines = pem.split("\n");
    const asideOf = async (change: (line: string, number: number) => string) => {
      const text = ["Subject: CN=shop", ...lines].map((line, at) => change(line, at + 1)).join(
        "\n",
      );
      const collection = await collect([{ name: "a", bytes: new TextEncoder().encode(text) }]);
      return collection.skipped.map(({ message }) => message);
    };
    const [illegal] = await asideOf((line, number) =>
      number === 6 ? line.replace(/.$/, "!") : line
    );
    assert.match(illegal, /character that is not allowed \(line 6\)$/);
    const [lost] = await asideOf((line, number) => number === 6 ? line.slice(1) : line);
    assert.match(lost, /^Certificate: .*\. Line 6 has 63 characters, the others 64$/);
    assert.deepEqual(await asideOf((line) => line), []);
  });
});
