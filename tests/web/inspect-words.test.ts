/** The inspector's headline, and its problems grouped by kind. */
import assert from "node:assert/strict";
import { gzipSync } from "fflate";
import { describe, it } from "@std/testing/bdd";
import type { ObjectRow } from "../../core/inspect/contract.ts";
import { AT, fixture as inspectFixture, folder } from "../fixtures/inspect/index.ts";
import { answerOf, generated } from "../fixtures/certificate/generate.ts";
import { csrGenerateExample } from "../../core/csr/examples.ts";
import { pictureOf as pictureOfFiles } from "../support/picture.ts";
import { listedSets, openedRow } from "../../web/src/tools/inspect/main-set.ts";
import type { Picture } from "../../web/src/tools/inspect/inspection.ts";
import { isReplaced } from "../../core/verdict/judge/inspect/replaced.ts";
import { toneOf } from "../../web/src/page/verdict-tone.ts";
import { factsOf, namedRow } from "../../web/src/tools/inspect/words.ts";
import { namesIn, problemGroups } from "../../web/src/tools/inspect/problem-groups.ts";

/** The state of the page for the files of a fixture. */
const pictureOf = (name: "messy" | "renewal", ...only: string[]) =>
  pictureOfFiles(
    folder(name).filter((file) => only.length === 0 || only.includes(file.name)),
    AT,
  );

/** The headline as the page draws it. */
function headlineOf({ verdict: { level, title, cause, next, more } }: Picture) {
  return { tone: toneOf(level), title, text: cause, next, more };
}

describe("the inspector's headline", () => {
  it("says why the only file cannot be read", async () => {
    const whole = inspectFixture("messy/image.jpg");
    const bytes = whole.subarray(0, whole.length - 20);
    const { tone, title, text, next } = headlineOf(
      await pictureOfFiles([{ name: "shop.crt", bytes }], AT),
    );
    assert.deepEqual([tone, title, next], [
      "warn",
      "shop.crt cannot be read",
      "Download or copy the file again.",
    ]);
    assert.equal(text, "Certificate: The data is cut off: 20 bytes missing (byte 0).");
  });

  it("describes a single certificate with its key, chain and names", async () => {
    const whole = ["new.pem", "new.key", "intermediate.pem", "root.pem"];
    const { title, text, tone, next } = headlineOf(await pictureOf("renewal", ...whole));
    assert.equal(title, 'shop.example.com is valid where "Renewal Root" is installed');
    assert.match(
      text,
      /^It expires on 8 Jun 2027\. Comes with its private key \(new\.key\)\. Covers 2 names\. Revocation/,
    );
    assert.equal(next, "Install it, as a PFX or as the full chain and the key.");
    assert.match(text, /Revocation was not checked\.$/);
    assert.equal(tone, "good");
    const alone = headlineOf(await pictureOf("renewal", "new.pem"));
    assert.equal(alone.title, 'The issuer certificate "Renewal Intermediate" is missing');
    assert.equal(alone.tone, "bad");
    assert.match(
      alone.text,
      /Android, curl and Java refuse it; .* trust store\. It expires on 8 Jun 2027\. The private key of this certificate is not in these files\. Covers 2 names\./,
    );
    assert.match(alone.next!, /^Add the certificate of ".*Renewal.*" to these files\.$/);
    const expired = headlineOf(await pictureOf("renewal", "expired.pem"));
    assert.match(expired.title, /^shop\.example\.com expired \d+ days ago$/);
    assert.equal(expired.next, "Renew the certificate.");
    assert(!expired.text.includes("expired on"), expired.text);
  });

  it("describes the new certificate of two, and lists the set of the expired one", async () => {
    const picture = await pictureOf("renewal", "twin.pem", "twin.key", "expired.pem", "old.key");
    const { title, text, tone } = headlineOf(picture);
    assert.equal(title, 'The issuer certificate "Renewal Intermediate" is missing');
    assert.match(text, /An older certificate for shop\.example\.com expired on 1 Jan 2026/);
    assert.equal(tone, "bad");
    const [{ certificate }, ...more] = listedSets(picture);
    assert.equal(picture.rows.get(certificate!)!.places[0].file, "expired.pem");
    assert.deepEqual(more, []);
  });

  it("begins with the answer about a file of another program", async () => {
    const files = ["inspect/wrapped/kubeconfig", "keystores/tomcat.csr", "keystores/server.jks"]
      .map((path) => ({
        name: path.slice(path.lastIndexOf("/") + 1),
        bytes: Deno.readFileSync(new URL(`../fixtures/${path}`, import.meta.url)),
      }));
    const valid = "2027-06-01T00:00:00Z";
    const single = headlineOf(await pictureOfFiles(files.slice(0, 1), valid));
    assert.equal(single.title, "The CA in this kubeconfig issued its client certificate");
    assert.match(single.text, /^2 certificates, 1 private key\. /);
    const together = headlineOf(await pictureOfFiles(files, valid));
    assert.equal(together.title, "The CA in this kubeconfig issued its client certificate");
    // An error is more urgent.
    const early = headlineOf(await pictureOfFiles(files.slice(0, 1), AT));
    assert.match(early.title, /is not valid before/);
  });

  it("is about a certificate and its key, not about the keystore that holds them too", async () => {
    // A key, its CSR and its certificate, and a keystore with the same key under an alias.
    const made = await generated({ names: ["intranet.example"] });
    const { csr } = await answerOf<{ csr: string }>("csr/generate", {
      ...csrGenerateExample,
      commonName: "intranet.example",
      subjectAltNames: [],
      privateKey: made.privateKey!,
    });
    const pfx = await answerOf<{ pfx: string }>("pfx/convert", {
      certificate: made.chain,
      privateKey: made.privateKey!,
      password: "",
      encryption: "aes256-sha256",
    });
    const text = (name: string, content: string) => ({
      name,
      bytes: new TextEncoder().encode(content),
    });
    const picture = await pictureOfFiles([
      { name: "keystore.p12", bytes: Uint8Array.fromBase64(pfx.pfx) },
      text("request.csr", csr),
      text("chain.pem", made.chain),
      text("new.key", made.privateKey!),
    ], new Date().toISOString());
    const aliases = picture.verdict.statements.filter(({ text }) => text.includes("alias"));
    assert.equal(aliases.length, 1);
    const { title, text: rest, tone } = headlineOf(picture);
    assert.match(title, /^intranet\.example /);
    assert.match(rest, /Comes with its private key \(new\.key\) and CSR\./);
    assert.equal(tone, "good");
    assert.equal(openedRow(picture)?.name, "intranet.example");
  });

  it("says why the only file was skipped, and what to do", async () => {
    const file = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      pictureOfFiles([{ name, bytes }], AT);
    const zeros = gzipSync(new Uint8Array(32 * 1024 * 1024)) as Uint8Array<ArrayBuffer>;
    const bomb = headlineOf(await file("a.gz", zeros));
    assert.deepEqual([bomb.title, bomb.text], [
      "Nothing was found in a.gz",
      "It expands to more than 200 times its size, so it was not unpacked.",
    ]);
    const spaced = headlineOf(await file("My file. v2: last.gz", zeros));
    assert.equal(
      spaced.title,
      'Nothing was found in "My file. v2: last.gz"',
    );
    const keystore = headlineOf(await file("a", Uint8Array.of(0xce, 0xce, 0xce, 0xce, 0, 0)));
    assert.match(keystore.text, /^This is a Java keystore \(JCEKS\).+keytool /);
  });

  it("does not call the chain of a self-signed certificate complete", async () => {
    const { title, text } = headlineOf(await pictureOf("renewal", "self.pem"));
    assert.match(title, / is self-signed$/);
    assert.match(text, /Covers \d+ names?\. Revocation/);
  });

  it("begins with the most severe of several problems, and counts the objects", async () => {
    const { title, text, tone, more } = headlineOf(await pictureOf("messy"));
    assert.equal(
      title,
      "The private key in server.key has no certificate or CSR in these files",
    );
    assert.match(
      text,
      /^7 certificates, 3 private keys, 1 PFX file, 1 PKCS#7 bundle, 1 CSR\. /,
    );
    assert.equal(tone, "warn");
    assert(!text.includes("Revocation") && more.includes("Revocation was not checked."));
  });
});

describe("the inspector's problems", () => {
  it("are listed apart if the certificate was renewed, because nothing has to be done", async () => {
    const { rows } = await pictureOfFiles(folder("renewal"), "2041-01-01T00:00:00Z");
    const expired = problemGroups(rows.values()).filter(({ code }) => code === "expired");
    const renewed = expired.map(({ found }) => found.map(({ row }) => isReplaced(row)));
    assert.deepEqual(renewed.map(([first]) => first).sort(), [false, true]);
    assert(renewed.every((all) => new Set(all).size === 1));
  });

  it("are grouped by kind, errors first, each with all its objects", async () => {
    const { rows } = await pictureOf("renewal");
    const groups = problemGroups(rows.values());
    const codes = groups.map(({ severity, code }) => `${severity} ${code}`);
    assert.equal(new Set(codes).size, codes.length);
    const severities = groups.map(({ severity }) => severity);
    assert.deepEqual(severities, severities.toSorted());
    assert(groups.every(({ severity }) => severity !== "info"));
    const all = [...rows.values()].flatMap(({ findings }) =>
      findings.filter(({ severity }) => severity !== "info")
    );
    assert.equal(groups.reduce((sum, { found }) => sum + found.length, 0), all.length);
  });

  it("quote file names that look like numbers or words", () => {
    const row = (name: string, ...files: string[]) =>
      ({
        kind: "private-key",
        name,
        places: files.map((file) => ({ file })),
      }) as unknown as ObjectRow;
    assert.equal(namedRow(row("", "1")), '"1"');
    assert.equal(namedRow(row("", "key")), '"key"');
    assert.equal(namedRow(row("", "old.key")), "old.key");
    assert.equal(namedRow(row("", "folder/1")), "folder/1");
    assert.equal(namedRow(row("localhost", "1")), "localhost");
    assert.deepEqual(factsOf(row("a", "2", "1")), ["Private key", '"2" and 1 more']);
    assert.deepEqual(factsOf(row("a", "2")), ["Private key", '"2"']);
    const inside = row("", "secret.yaml");
    inside.places[0].path = "data.tls.key";
    assert.deepEqual(factsOf(inside), ["Private key", "data.tls.key"]);
  });

  it("list each name once, and count the rest", () => {
    assert.equal(namesIn(["a", "b", "a"]), "a, b");
    assert.equal(namesIn(["a", "b", "c", "d", "e", "b"]), "a, b, c and 2 more");
  });
});
