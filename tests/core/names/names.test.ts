import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { unicodeName } from "../../../core/names/unicode-domain-name.ts";
import { readDomainName } from "../../../core/names/domain-name.ts";
import { alternativeNameType, readAlternativeName } from "../../../core/names/alternative-name.ts";
import { readIpAddress } from "../../../core/names/ip-address.ts";
import { readEmailAddress } from "../../../core/names/email-address.ts";

const letters = (count: number) => "a".repeat(count);
/** A name of that many characters in labels of at most 63. */
function nameOf(length: number): string {
  const end = ".example";
  let name = "";
  while (name.length + 64 + end.length <= length) name += letters(63) + ".";
  const rest = length - name.length - end.length;
  return name + letters(rest) + end;
}

describe("a domain name", () => {
  const accepted: [text: string, name: string][] = [
    ["example.com", "example.com"],
    ["a.bc", "a.bc"],
    ["*.example.com", "*.example.com"],
    ["  www.Example.COM\t\n", "www.example.com"],
    ["1.example", "1.example"],
    ["a-b--c.example", "a-b--c.example"],
    [`${letters(63)}.example`, `${letters(63)}.example`],
    [`a.${letters(63)}`, `a.${letters(63)}`],
    [nameOf(253), nameOf(253)],
    ["bücher.example", "xn--bcher-kva.example"],
    ["BÜCHER.example", "xn--bcher-kva.example"],
    ["*.bücher.example", "*.xn--bcher-kva.example"],
    ["bu\u0308cher.example", "xn--bcher-kva.example"],
    ["日本。jp", "xn--wgv71a.jp"],
    ["пример.рф", "xn--e1afmkfd.xn--p1ai"],
    ["xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"],
    ["ｅｘａｍｐｌｅ.com", "example.com"],
  ];
  for (const [text, name] of accepted) {
    it(`reads ${JSON.stringify(text).slice(0, 40)}`, () =>
      assert.equal(readDomainName(text), name));
  }

  const refused: Record<string, string> = {
    "a label of 64 letters": `${letters(64)}.example`,
    "254 characters": nameOf(254),
    "254 characters with the wildcard": `*.${nameOf(252)}`,
    "a name far too long": letters(1_000_000) + ".example",
    "an internationalised name far too long": "ü".repeat(1_000_000) + ".example",
    "an A-label over 63 characters": `${"ü".repeat(60)}.example`,
    "a trailing dot": "example.com.",
    "a leading dot": ".example.com",
    "an empty label": "a..example",
    "a wildcard in the middle": "www.*.example.com",
    "a wildcard within a label": "w*.example.com",
    "two wildcards": "*.*.example.com",
    "a wildcard over a top level": "*.com",
    "a wildcard alone": "*",
    "an IPv4 address": "192.0.2.1",
    "an IPv4 address in full-width digits": "１９２.0.2.1",
    "an IPv6 address": "2001:db8::1",
    "an IPv6 address in brackets": "[::1]",
    "a single label": "localhost",
    "a numeric top level": "example.123",
    "a top level with a digit": "example.c0m",
    "a top level of one letter": "example.c",
    "a hyphen first": "-a.example",
    "a hyphen last": "a-.example",
    "an underscore": "_a.example",
    "a space within": "a b.example",
    "a newline within": "a\nb.example",
    "a URL": "https://example.com",
    "a port": "example.com:443",
    "a path": "example.com/a",
    "a path beside an umlaut": "bücher.example/a",
    "a slash by compatibility": "a℀b.example",
    "an escape": "%65xample.com",
    "a user": "user@example.com",
    "a null character": "example.com\0",
    "an unpaired surrogate": "\ud800.example",
    "a malformed A-label": "xn--a.example",
    "nothing": "",
  };
  for (const [what, text] of Object.entries(refused)) {
    it(`refuses ${what}`, () => assert.equal(readDomainName(text), null));
  }

  it("has the intended length in these tests", () => {
    assert.equal(nameOf(253).length, 253);
    assert(nameOf(253).split(".").every((label) => label.length <= 63 && label.length > 0));
    assert.notEqual(readDomainName(`*.${nameOf(251)}`), null);
  });
});

describe("an e-mail address", () => {
  const accepted: [text: string, address: string][] = [
    ["jo@example.com", "jo@example.com"],
    ["  Jo.Doe+tag@Example.COM ", "Jo.Doe+tag@example.com"],
    ["o'brien_{x}@example.com", "o'brien_{x}@example.com"],
    ["jo@bücher.example", "jo@xn--bcher-kva.example"],
    [`${letters(64)}@example.com`, `${letters(64)}@example.com`],
  ];
  for (const [text, address] of accepted) {
    it(`reads ${text.slice(0, 40)}`, () => assert.equal(readEmailAddress(text), address));
  }

  const refused: Record<string, string> = {
    "no at sign": "jo.example.com",
    "nothing before the at sign": "@example.com",
    "nothing behind the at sign": "jo@",
    "two at signs": "jo@doe@example.com",
    "65 characters before the at sign": `${letters(65)}@example.com`,
    "255 characters": `${letters(10)}@${nameOf(244)}`,
    "a dot first": ".jo@example.com",
    "two dots": "jo..doe@example.com",
    "a dot before the at sign": "jo.@example.com",
    "a space": "jo doe@example.com",
    "a space behind the at sign": "jo@ example.com",
    "a space before the at sign": "jo @example.com",
    "a quoted local part": '"jo doe"@example.com',
    "an umlaut before the at sign": "jö@example.com",
    "an address literal": "jo@[192.0.2.1]",
    "a single label": "jo@localhost",
    "a wildcard": "jo@*.example.com",
    "a newline": "jo@example.com\nbcc: x@example.com",
    "a name in front": "Jo <jo@example.com>",
    "nothing": "",
  };
  for (const [what, text] of Object.entries(refused)) {
    it(`refuses ${what}`, () => assert.equal(readEmailAddress(text), null));
  }

  it("may have 254 characters", () => {
    assert.notEqual(readEmailAddress(`${letters(10)}@${nameOf(243)}`), null);
  });
});

describe("an IP address", () => {
  const accepted: [text: string, shown: string, octets: string][] = [
    ["192.0.2.1", "192.0.2.1", "c0000201"],
    [" 255.255.255.255 ", "255.255.255.255", "ffffffff"],
    ["::", "::", "0".repeat(32)],
    ["::1", "::1", "0".repeat(31) + "1"],
    ["1::", "1::", "0001" + "0".repeat(28)],
    ["[2001:DB8:0:0:0:0:0:1]", "2001:db8::1", "20010db8" + "0".repeat(23) + "1"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8", "00010002000300040005000600070008"],
    ["::ffff:192.0.2.1", "::ffff:c000:201", "00000000000000000000ffffc0000201"],
  ];
  for (const [text, shown, octets] of accepted) {
    it(`reads ${text}`, () => {
      const address = readIpAddress(text);
      assert.equal(address?.text, shown);
      assert.equal(address?.octets.toHex(), octets);
    });
  }

  for (
    const text of [
      "192.0.2",
      "192.0.2.256",
      "192.0.2.01",
      "192.0.2.-1",
      "192.0.2.1.1",
      "192.0.2.1e0",
      "0x7f.0.0.1",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "1::2::3",
      "fe80::1%eth0",
      "12345::",
      "[::1",
      "",
    ]
  ) {
    it(`refuses ${text || "nothing"}`, () => assert.equal(readIpAddress(text), null));
  }
});

describe("an alternative name", () => {
  it("has a type according to its form", () => {
    assert.deepEqual(readAlternativeName("A.example"), { type: "DNS", value: "a.example" });
    assert.deepEqual(readAlternativeName("a@b.example"), { type: "email", value: "a@b.example" });
    assert.equal(readAlternativeName("10.0.0.1")?.type, "IP");
    for (const text of ["10.0.0", "a@", "a", "1:z", ""]) {
      assert.equal(readAlternativeName(text), null, text);
    }
  });

  const addresses: [text: string, value: string][] = [
    ["::1", "::1"],
    ["fd00::7", "fd00::7"],
    ["fe80::1", "fe80::1"],
    ["FD00::A", "fd00::a"],
    ["abcd::", "abcd::"],
    ["a::b", "a::b"],
    [" 2a00:1450:4001:81b::200e ", "2a00:1450:4001:81b::200e"],
    ["fd00:0:0:0:0:0:0:7", "fd00::7"],
    ["::ffff:192.0.2.1", "::ffff:c000:201"],
    ["[fd00::7]", "fd00::7"],
    ["[2001:db8::1]", "2001:db8::1"],
  ];
  for (const [text, value] of addresses) {
    it(`reads ${text} as an IPv6 address`, () => {
      const name = readAlternativeName(text);
      assert.equal(name?.type, "IP");
      assert.equal(name.value, value);
      assert.equal(name.type === "IP" && name.octets.length, 16);
    });
  }

  it("gives text that looks like an address the type IP, even if it is invalid", () => {
    for (
      const text of [
        "fe80::1%eth0",
        "[fe80::1%25eth0]",
        "fd00::/8",
        "fd00:::7",
        "[fd00::7]:443",
        "10.0.0.1:443",
        "10.0.0",
      ]
    ) {
      assert.equal(alternativeNameType(text), "IP", text);
      assert.equal(readAlternativeName(text), null, text);
    }
  });

  it("gives a host with a port or a scheme the type DNS, even though it is invalid", () => {
    for (const text of ["cafe.de:443", "abc:80", "https://example.com", "face"]) {
      assert.equal(alternativeNameType(text), "DNS", text);
      assert.equal(readAlternativeName(text), null, text);
    }
  });
});

describe("the Unicode form of a name", () => {
  const names: [ascii: string, unicode: string | null][] = [
    ["example.com", null],
    ["xn--bcher-kva.example", "bücher.example"],
    ["*.xn--bcher-kva.example", "*.bücher.example"],
    ["xn--e1afmkfd.xn--p1ai", "пример.рф"],
    ["xn--wgv71a.jp", "日本.jp"],
    ["xn--ls8h.la", "💩.la"],
    ["xn--fa-hia.de", "faß.de"],
    ["jo@xn--bcher-kva.example", "jo@bücher.example"],
    // Labels that are not Punycode, cut off, or A-labels in another form are unchanged.
    ["xn--a.example", null],
    ["xn--99999999.example", null],
    ["xn--.example", null],
    ["xn--BCHER-KVA.example", null],
  ];
  for (const [ascii, unicode] of names) {
    it(`of ${ascii} is ${unicode ?? "none"}`, () => assert.equal(unicodeName(ascii), unicode));
  }

  it("is decoded for every script that the platform encodes", () => {
    for (const word of ["größe", "café", "ελλάδα", "ישראל", "مثال", "한국어", "ไทย", "ગુજરાતી"]) {
      const ascii = new URL(`http://${word}.example`).hostname;
      assert.notEqual(ascii, `${word}.example`);
      assert.equal(unicodeName(ascii), `${word}.example`);
    }
  });
});
