/** Texts of the chain page and the PFX page about a path. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { namesOf } from "../../web/src/tools/chain/names-and-dates.ts";
import { missingWords } from "../../web/src/tools/pfx/missing-words.ts";

describe("the subject of a certificate", () => {
  const named = (commonName: string | null, ...names: [string, string][]) =>
    namesOf({
      subject: { commonName, emailAddress: null },
      extensions: { subjectAltName: names.map(([type, value]) => ({ type, value })) as never },
    }).map(({ term, value }) => `${term}: ${value}`);

  it("is named by its kind", () => {
    assert.deepEqual(named("www.example.com", ["DNS", "www.example.com"]), [
      "Domain: www.example.com",
    ]);
    assert.deepEqual(named("*.example.com"), ["Domain: *.example.com"]);
    assert.deepEqual(named("localhost", ["DNS", "localhost"]), ["Domain: localhost"]);
    assert.deepEqual(named("Jane Doe", ["email", "jane@example.com"]), [
      "Name: Jane Doe",
      "E-mail: jane@example.com",
    ]);
    assert.deepEqual(named("jane@example.com"), ["E-mail: jane@example.com"]);
    assert.deepEqual(named(null, ["IP", "192.0.2.1"]), ["IP address: 192.0.2.1"]);
    assert.deepEqual(named("Example Root CA"), ["Name: Example Root CA"]);
    assert.deepEqual(named(null), ["Domain: null"]);
  });
});

describe("an issuer that a PFX file lacks", () => {
  it("is an error of the server's chain unless it is a root", () => {
    const tone = (index: number, kind: "root" | "intermediate" | null) =>
      missingWords({ index, kind }).tone;
    assert.deepEqual([tone(0, null), tone(0, "intermediate"), tone(1, "intermediate")], [
      "warn",
      "warn",
      "warn",
    ]);
    assert.deepEqual([tone(0, "root"), tone(1, "root"), tone(1, null)], ["info", "info", "info"]);
    assert.doesNotMatch(missingWords({ index: 1, kind: null }).text, /incomplete/);
    assert.match(missingWords({ index: 0, kind: null }).text, /Unless .* incomplete chain/);
  });
});
