/** The search has an answer to everything: data, websites, words, error texts, object identifiers, sentences. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import terms from "../../web/src/intent/terms.data.ts";
import { suggest } from "../../web/src/intent/suggest.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";

const OBJECTS = [{ label: "shop.example", hint: "On this page", show() {} }];
const all = (text: string) => suggest(text, OBJECTS, terms);
const first = (text: string) => all(text).suggestions[0];

describe("the search", () => {
  const PAGES: [text: string, to: string][] = [
    ["csr", "/csr"],
    ["please send us a CSR", "/csr"],
    ["csr for shop.example.com", "/csr"],
    ["CAA for shop.example.com", "/caa"],
    ["is shop.example.com valid?", "/chain#host=shop.example.com"],
    ["shop.example.com", "/chain#host=shop.example.com"],
    ["https://shop.example.com/cart", "/chain#host=shop.example.com"],
    ["pfx", "/pfx"],
    ["convert", "/pfx"],
    ["why android", "/chain"],
    ["why does android not accept my certificate", "/chain"],
    ["decode a csr", "/csr-decoder"],
    ["localhost", "/certificate"],
    ["does my key fit", "/match"],
    ["password", "/password"],
    ["api", "/api/docs"],
    ["popup", "/csr/popup/docs"],
    ["jks", "/inspect"],
    ["unable to get local issuer certificate", "/errors/unable-to-get-local-issuer-certificate"],
    ["2.5.29.15", "https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.3"],
    [csrFixture("p256-sha256"), "/csr-decoder"],
    [matchFile("p256-certificate.pem"), "/chain"],
    [matchFile("rsa-pkcs8-key.pem"), "/match"],
  ];
  for (const [text, to] of PAGES) {
    it(`leads from ${JSON.stringify(text.slice(0, 40))} to ${to}`, () => {
      const { suggestions, isFound } = all(text);
      assert.equal(suggestions[0].to, to, suggestions.map(({ label }) => label).join(" | "));
      assert(isFound);
    });
  }

  it("names an object identifier", () => {
    assert.match(first("2.5.29.15").label, /^2\.5\.29\.15 is /);
  });

  it("finds rules by words and by code", () => {
    const [code, title] = terms.rules[0];
    for (const text of [title, code, code.replaceAll("_", " ")]) {
      assert(
        all(text).suggestions.some(({ to }) => to === `/rules/${code}`),
        `${text}: ${all(text).suggestions.map(({ to }) => to)}`,
      );
    }
  });

  it("finds the objects of the page", () => {
    assert.equal(first("shop").label, "shop.example");
    assert.equal(first("shop").to, null);
    assert.equal(first("").label, "shop.example");
  });

  it("has three suggestions for a sentence that it does not know", () => {
    for (const text of ["zzz qqq", "Lorem ipsum dolor", "???", "ünbekannt"]) {
      const { suggestions, isFound } = all(text);
      assert.deepEqual([suggestions.length, isFound], [3, false], text);
    }
  });

  it("has at most eight suggestions, and takes long texts in time", () => {
    for (const text of ["certificate", "a ".repeat(500_000), "é".repeat(1_000_000)]) {
      assert(all(text).suggestions.length <= 8);
    }
  });
});
