/** Text that is pasted or dropped outside of fields is recognized by labels and first octets. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { recognize } from "../../web/src/arrivals/recognize.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { p12 } from "../fixtures/pfx/index.ts";
import { assertLinear } from "../support/cost.ts";

const CSR = csrFixture("p256-sha256");
const bare = (pem: string) => pem.split("-----")[2].trim();
const kindsOf = (text: string) => [...recognize(text).keys()];

describe("pasted text", () => {
  const cases: [string, string, string[]][] = [
    ["a certificate", exampleCertificate, ["certificate"]],
    ["its bytes", bare(exampleCertificate), ["certificate"]],
    ["a CSR", CSR, ["request"]],
    ["its bytes", bare(CSR), ["request"]],
    ["a key", examplePrivateKey, ["key"]],
    ["its bytes", bare(examplePrivateKey), ["key"]],
    ["a PFX file", p12("openssl-aes").toBase64(), ["pfx"]],
    ["a domain", " shop.example.com\n", ["host"]],
    ["an address", "https://shop.example.com/path?x", ["host"]],
    ["CAA records", 'example.com. 3600 IN CAA 0 issue "ca.example"', ["records"]],
    ["a word", "hello", ["other"]],
    ["a sentence", "See example.com for that.", ["other"]],
    ["nothing", " ", []],
  ];
  for (const [name, text, kinds] of cases) {
    it(name, () => assert.deepEqual(kindsOf(text), kinds));
  }

  it("is grouped by kind if it is mixed", () => {
    const parts = recognize(`Bag Attributes\n${examplePrivateKey}\n${exampleCertificate}${CSR}`);
    assert.deepEqual([...parts.keys()], ["key", "certificate", "request"]);
    assert.equal(parts.get("key")!.trim(), examplePrivateKey.trim());
    assert.equal(parts.get("certificate")!.trim(), exampleCertificate.trim());
  });

  it("has blocks without an end, which reach up to the next block", () => {
    const parts = recognize(exampleCertificate.slice(0, 200) + "\n" + examplePrivateKey);
    assert.deepEqual([...parts.keys()], ["certificate", "key"]);
    assert.equal(parts.get("key")!.trim(), examplePrivateKey.trim());
  });

  it("is recognized in linear time if its blocks have no end", async () => {
    const line = "-----BEGIN CERTIFICATE-----\n";
    await assertLinear((size) => line.repeat(size), recognize, 2_000);
  });
});
