/** Folders as they are found in a cluster's repository, at a web host and in a Java shop, and the sentence that answers first. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { InspectedVerdict } from "../../../core/inspect/contract.ts";
import type { InspectedFile } from "../../../core/inspect/find.ts";
import { csrGenerateExample } from "../../../core/csr/examples.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { fixture } from "../../fixtures/inspect/index.ts";
import { generated } from "../../fixtures/certificate/generate.ts";
import { collect, finish, inspectFiles, textFile } from "./support.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const file = (path: string): InspectedFile => ({
  name: path.slice(path.lastIndexOf("/") + 1),
  bytes: Deno.readFileSync(new URL(path, FIXTURES)),
});
const wrapped = (...names: string[]) => names.map((name) => file(`inspect/wrapped/${name}`));
const keystores = (...names: string[]) => names.map((name) => file(`keystores/${name}`));

/** A time at which the certificates of these folders are valid. */
const NOW = Date.UTC(2027, 5, 1);

/** The sentences that answer how the files belong together, and those before them. */
async function answersOf(files: readonly InspectedFile[], now = NOW): Promise<string[]> {
  const { verdict: { statements } } = await inspectFiles(files, { now });
  const last = statements.findLastIndex(({ relates }) => relates);
  return statements.slice(0, last + 1).map(({ text }) => text);
}

/** The remarks on aliases of keystores, which decide nothing and never come first. */
function aliasesIn({ statements }: InspectedVerdict): string[] {
  const found = statements.filter(({ text }) => text.includes("alias"));
  assert(found.every(({ outcome, relates }) => outcome === "note" && !relates));
  assert(!found.includes(statements[0]));
  return found.map(({ text }) => text);
}

const aliasesOf = async (files: readonly InspectedFile[]) =>
  aliasesIn((await inspectFiles(files, { now: NOW })).verdict);

/** Certificates made by openssl for the tests of chains and renewals. */
const [OTHER_CA, LEAF] = ["root.pem", "new.pem"].map((name) =>
  Deno.readTextFileSync(new URL(`inspect/renewal/${name}`, FIXTURES))
);

const kubeconfig = (ca: string, client: string) =>
  `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${btoa(ca)}
    server: https://192.0.2.1:6443
  name: kubernetes
kind: Config
users:
- name: admin
  user:
    client-certificate-data: ${btoa(client)}
`;

describe("a folder of a cluster's repository", () => {
  it("shows which CA issued the client certificate of a kubeconfig, and its key", async () => {
    const collection = await collect(wrapped("secret.yaml", "kubeconfig", "saml.xml"));
    const { related, rows, sets } = await finish(collection);
    const at = (path: string) =>
      rows.find(({ places }) => places.some((place) => place.path === path))!;
    const client = at("users[0].user.client-certificate-data");
    const ca = at("clusters[0].cluster.certificate-authority-data");
    assert.equal(ca, at("data.ca.crt"));
    for (const to of [client.id, at("data.tls.crt").id]) {
      assert(
        related.links.some((link) =>
          link.kind === "issuer" && link.from === ca.id && link.to === to
        ),
      );
    }
    const keys = sets.filter(({ privateKeys }) => privateKeys.length === 1)
      .map(({ certificate }) => rows.find(({ id }) => id === certificate)!.name);
    assert.deepEqual(keys.toSorted(), ["admin", "shop.example"]);
    const element = "EntityDescriptor/IDPSSODescriptor/KeyDescriptor";
    assert(at(`${element} use="signing"`).notAfter! < at(`${element} use="encryption"`).notAfter!);
  });

  it("begins with the CA of a kubeconfig", async () => {
    const [own] = wrapped("kubeconfig");
    assert.deepEqual(await answersOf([own]), [
      "The CA in this kubeconfig issued its client certificate.",
    ]);
    assert.deepEqual(await answersOf([own, { ...own, name: "other" }]), [
      'The CA in "kubeconfig" issued its client certificate.',
      'The CA in "other" issued its client certificate.',
    ]);
    const [secret] = wrapped("secret.yaml");
    const data = (key: string) =>
      atob(new RegExp(`${key}: (\\S+)`).exec(new TextDecoder().decode(secret.bytes))![1]);
    assert.deepEqual(await answersOf([textFile(kubeconfig(OTHER_CA, data("tls.crt")), "config")]), [
      'The CA in this kubeconfig did not issue its client certificate. That was "kubernetes".',
    ]);
    assert.deepEqual(
      await answersOf([
        textFile(kubeconfig(OTHER_CA, data("tls.crt")), "config"),
        textFile(data("ca.crt"), "ca.crt"),
      ]),
      ["kubernetes, in ca.crt, issued the client certificate in this kubeconfig."],
    );
    // Other files have no such question.
    assert.deepEqual(await answersOf([secret, textFile(LEAF, "leaf.pem")]), []);
  });

  it("begins with a Secret or a user whose key does not belong to the certificate", async () => {
    const [ours, theirs] = await Promise.all(["a.example", "b.example"].map(async (name) => {
      const { certificate, privateKey } = await generated({ names: [name] });
      return { certificate: btoa(certificate), key: btoa(privateKey!) };
    }));
    const secret = (certificate: string, key: string) =>
      `kind: Secret\ndata:\n  tls.crt: ${certificate}\n  tls.key: ${key}\n`;
    const right = secret(ours.certificate, ours.key);
    assert.deepEqual(await answersOf([textFile(right, "a.yaml")]), []);
    // The key of another document in the same file does not help.
    const both = `${right}---\n${secret(theirs.certificate, ours.key)}`;
    assert.deepEqual(await answersOf([textFile(both, "a.yaml")]), [
      "In a.yaml, the private key at document 2, data.tls.key does not belong to the certificate at " +
      "document 2, data.tls.crt.",
    ]);
    const user = kubeconfig(OTHER_CA, atob(ours.certificate)) +
      `    client-key-data: ${theirs.key}\n`;
    assert.equal(
      (await answersOf([textFile(user, "config")]))[0],
      'In "config", the private key at users[0].user.client-key-data does not belong to the ' +
        "certificate at users[0].user.client-certificate-data.",
    );
    const many = Array.from({ length: 4 }, () => secret(theirs.certificate, ours.key)).join(
      "---\n",
    );
    assert.deepEqual(await answersOf([textFile(many, "a.yaml")]), [
      "4 private keys do not belong to the certificates next to them.",
    ]);
  });

  it("begins with the certificate in SAML metadata that expires first", async () => {
    const [metadata] = wrapped("saml.xml");
    assert.deepEqual(await answersOf([metadata]), [
      "The signing certificate in the SAML metadata expires first, on 24 Jan 2046.",
    ]);
    assert.deepEqual(
      (await answersOf([metadata], Date.UTC(2046, 6, 1))).at(-1),
      [
        "The signing certificate in the SAML metadata expired first, on 24 Jan 2046.",
      ][0],
    );
  });
});

describe("a folder of a web host", () => {
  it("has one set from archives of zip and tar", async () => {
    const { sets, rows } = await finish(await collect(wrapped("site.zip.b64", "site.tgz.b64")));
    const [set] = sets.filter(({ privateKeys }) => privateKeys.length === 1);
    assert.equal(rows.find(({ id }) => id === set.certificate)!.name, "shop.example");
    assert.equal(rows.length, 3);
    for (const { places } of rows) assert.equal(places.length, 2);
  });
});

describe("a folder of a Java shop", () => {
  it("shows which alias belongs to a CSR", async () => {
    const collection = await collect(keystores("server.jks", "truststore.jks", "tomcat.csr"));
    const { related, in: inFile, rows } = await finish(collection);
    const request = inFile("tomcat.csr");
    const linked = related.links.filter(({ kind, from }) => kind === "key" && from === request.id)
      .map(({ to }) => rows.find(({ id }) => id === to)!.places[0].path);
    assert(linked.length > 0 && linked.every((path) => path?.includes("tomcat")), `${linked}`);
  });

  it("mentions the alias of the CSR after the verdict", async () => {
    const request = "tomcat.csr";
    assert.deepEqual(await aliasesOf(keystores("server.jks", request)), [
      'The keystore\'s alias "tomcat" belongs to this CSR.',
    ]);
    assert.deepEqual(await aliasesOf(keystores("server.jks", "truststore.jks", request)), [
      'The alias "tomcat" in server.jks belongs to this CSR.',
    ]);
    assert.deepEqual(await aliasesOf(keystores("truststore.jks", request)), []);
    const other: InspectedFile = {
      name: "other.csr",
      bytes: Deno.readFileSync(new URL("inspect/renewal/new.csr", FIXTURES)),
    };
    assert.deepEqual(await aliasesOf([...keystores("server.jks", request), other]), [
      'The keystore\'s alias "tomcat" belongs to the CSR for shop.example.',
    ]);
  });

  it("also finds the alias when the keystore is open", async () => {
    const collection = await collect(keystores("server.jks", "tomcat.csr"));
    await collection.unlock("secret-of-java", null);
    const { verdict } = await finish(collection, { now: NOW });
    assert.deepEqual(aliasesIn(verdict), ['The keystore\'s alias "tomcat" belongs to this CSR.']);
  });
});

describe("an alias of a PKCS#12 keystore", () => {
  it("belongs to a CSR, as soon as the keystore is open", async () => {
    const gamma = { name: "keystore.p12", bytes: fixture("messy/backup.dat") };
    const collection = await collect([gamma]);
    await collection.unlock("messy", null);
    const key = [...collection.objects].find(({ kind }) => kind === "private-key")!;
    assert(key.kind === "private-key");
    assert.deepEqual(key.places, [
      { file: "keystore.p12", position: 0, form: "PFX", path: "alias gamma" },
    ]);
    const made = await execute(operations, "csr/generate", {
      ...csrGenerateExample,
      commonName: "gamma.example",
      privateKey: writePem("PRIVATE KEY", key.privateKey!.pkcs8),
    }, createContext());
    assert(made.ok, JSON.stringify(made));
    const { csr } = made.value as { csr: string };
    const before = await collect([gamma, textFile(csr, "new.csr")]);
    const { verdict: { statements } } = await finish(before);
    assert(
      statements.some(({ text }) => text.endsWith("were not found. They may be in a locked file.")),
    );
    await before.unlock("messy", null);
    const { verdict } = await finish(before);
    assert.deepEqual(aliasesIn(verdict), ['The keystore\'s alias "gamma" belongs to this CSR.']);
  });
});

describe("files of a cluster, a login service and a Java shop together", () => {
  it("are answered before any warning", async () => {
    const files = [...wrapped("kubeconfig", "saml.xml"), ...keystores("server.jks", "tomcat.csr")];
    assert.deepEqual(await answersOf(files), [
      "The CA in this kubeconfig issued its client certificate.",
      "The signing certificate in the SAML metadata expires first, on 24 Jan 2046.",
    ]);
    const { verdict } = await inspectFiles(files, { now: NOW });
    assert.equal(verdict.outcome, "bad");
    assert(
      verdict.statements.some(({ text }) => text === "The private keys in server.jks are locked."),
    );
  });
});
