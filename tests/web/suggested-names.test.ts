/** Which names the forms offer next to those that were entered. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { suggestedNames } from "../../web/src/lib/suggested-names.ts";

const CASES: readonly { names: string[]; offers: string[][] }[] = [
  { names: ["example.com"], offers: [["www.example.com"]] },
  { names: [" Example.COM. "], offers: [["www.example.com"]] },
  { names: ["example.co.uk"], offers: [["www.example.co.uk"]] },
  { names: ["müller.de"], offers: [["www.müller.de"]] },
  { names: ["shop.example"], offers: [["www.shop.example"]] },
  { names: ["example.com", "example.org"], offers: [["www.example.com"], ["www.example.org"]] },
  { names: ["localhost"], offers: [["127.0.0.1", "::1"]] },
  { names: ["localhost", "127.0.0.1"], offers: [["::1"]] },
  { names: ["localhost", "::1", "127.0.0.1"], offers: [] },
  // Already there, or covered by a wildcard.
  { names: ["example.com", "www.example.com"], offers: [] },
  { names: ["example.com", "WWW.example.com"], offers: [] },
  { names: ["example.com", "*.example.com"], offers: [] },
  // Names without a "www".
  ...[
    "www.example.com",
    "shop.example.com",
    "*.example.com",
    "co.uk",
    "com",
    "nas.lan",
    "db.internal",
  ]
    .map((name) => ({ names: [name], offers: [] })),
  ...[
    "printer.local",
    "router.home.arpa",
    "192.0.2.1",
    "2001:db8::1",
    "jo@example.com",
    "alice",
    "",
  ]
    .map((name) => ({ names: [name], offers: [] })),
  { names: ["-----BEGIN CERTIFICATE-----"], offers: [] },
];

for (const { names, offers } of CASES) {
  it(`suggested names > ${JSON.stringify(names)}`, () => {
    assert.deepEqual(suggestedNames(names), offers);
  });
}
