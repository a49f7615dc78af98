/** Folders as they are found in a cluster's repository, at a web host and in a Java shop. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { InspectedFile } from "../../../core/inspect/find.ts";
import { collect, finish } from "./support.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const file = (path: string): InspectedFile => ({
  name: path.slice(path.lastIndexOf("/") + 1),
  bytes: Deno.readFileSync(new URL(path, FIXTURES)),
});
const wrapped = (...names: string[]) => names.map((name) => file(`inspect/wrapped/${name}`));

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
    const collection = await collect(
      ["server.jks", "truststore.jks", "tomcat.csr"].map((name) => file(`keystores/${name}`)),
    );
    const { related, in: inFile, rows } = await finish(collection);
    const request = inFile("tomcat.csr");
    const linked = related.links.filter(({ kind, from }) => kind === "key" && from === request.id)
      .map(({ to }) => rows.find(({ id }) => id === to)!.places[0].path);
    assert(linked.length > 0 && linked.every((path) => path?.includes("tomcat")), `${linked}`);
  });
});
