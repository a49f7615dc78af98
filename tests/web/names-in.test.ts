/** Names are found in pasted text of any form. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { namesIn } from "../../web/src/lib/names-in.ts";
import { NO_VALUES, withNames } from "../../web/src/tools/csr/form-values.ts";

describe("names in a text", () => {
  const cases: [string, string, string[]][] = [
    ["a name", "example.com", ["example.com"]],
    ["a list with spaces, commas and lines", "a.example, b.example\nc.example; d.example", [
      "a.example",
      "b.example",
      "c.example",
      "d.example",
    ]],
    ["addresses", "https://shop.example.com:8443/cart?x=1 http://a.example.", [
      "shop.example.com",
      "a.example",
    ]],
    ["output of openssl", "DNS:a.example, DNS:*.b.example, IP Address:192.0.2.1", [
      "a.example",
      "*.b.example",
      "192.0.2.1",
    ]],
    [
      "output of openssl, with its heading",
      "X509v3 Subject Alternative Name: critical\n    DNS:a.example, IP Address:FD00:0:0:0:0:0:0:7\n",
      ["a.example", "FD00:0:0:0:0:0:0:7"],
    ],
    ["a configuration", "DNS.1 = a.example\nDNS.2 = b.example", ["a.example", "b.example"]],
    ["IPv6 addresses", "2001:db8::1 [2001:db8::2]:443", ["2001:db8::1", "2001:db8::2"]],
    ["an e-mail address", "<jo@example.com>", ["jo@example.com"]],
    ["a name twice", "a.example a.example", ["a.example"]],
    ["nothing", " , ", []],
  ];
  for (const [name, text, names] of cases) {
    it(name, () => assert.deepEqual(namesIn(text), names));
  }
});

describe("the common name", () => {
  const filled = (commonName: string) => withNames({ ...NO_VALUES, commonName });
  it("is the first name of a pasted list; the others become alternative names", () => {
    const { commonName, subjectAltNames } = filled("a.example b.example,c.example");
    assert.equal(commonName, "a.example");
    assert.deepEqual(subjectAltNames, ["b.example", "c.example"]);
  });
  it("is the host of a pasted URL", () => {
    assert.equal(filled("https://shop.example.com/cart").commonName, "shop.example.com");
  });
  it("is not changed if it is not a list", () => {
    for (const text of ["not a name", "exa mple.com", "a.example ", "http:/"]) {
      assert.equal(filled(text).commonName, text);
    }
  });
});
