/** Names of servers (RFC 9525), distinguished names, name constraints (RFC 5280, 4.2.1.10). */
import assert from "node:assert/strict";
import {
  type CanonicalName,
  canonicalName,
  nameKey,
} from "../../../core/x509/constraints/canonical-names.ts";
import {
  matchesDnsName,
  matchesReference,
  type PresentedName,
  referenceFor,
} from "../../../core/names/service-identity.ts";
import { mailboxKey } from "../../../core/names/email-address.ts";
import { readIpAddress } from "../../../core/names/ip-address.ts";
import { isDnsName } from "../../../core/names/domain-name.ts";
import {
  checkNames,
  type ConstrainedNames,
  readNameConstraints,
} from "../../../core/x509/constraints/name-constraints.ts";
import { Subtrees } from "../../../core/x509/constraints/subtrees.ts";
import { longestLifetime } from "../../../core/x509/rules/dates.ts";
import { Budget } from "../../../core/kernel/context.ts";
import { Der, DerError, TAG } from "../../../core/x509/asn1/der.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { readName } from "../../../core/x509/objects/names.ts";
import { encodeOid } from "../../../core/x509/asn1/oids.ts";
import { describe, it } from "@std/testing/bdd";

type Bytes = Uint8Array<ArrayBuffer>;
const ascii = (text: string): Bytes => Uint8Array.from(text, (c) => c.charCodeAt(0));
const bytes = (text: string): Bytes => readIpAddress(text)!.octets;

describe("host names", () => {
  it("recognizes DNS names", () => {
    for (const name of ["a", "a.example", "xn--bcher-kva.example", "_dmarc.example", "A1-2.B"]) {
      assert.equal(isDnsName(name, { wildcard: false }), true, name);
    }
    const none = [
      "",
      ".",
      "a.",
      ".a",
      "a..b",
      "-a.b",
      "a-.b",
      "a b",
      "*.a",
      "bücher.example",
      "a/b",
    ]
      .concat([`${"a".repeat(64)}.b`, `${"a.".repeat(127)}ab`]);
    for (const name of none) assert.equal(isDnsName(name, { wildcard: false }), false, name);
    assert.equal(isDnsName(`${"a".repeat(63)}.b`, { wildcard: false }), true);
    for (const name of ["*", "*.", "**.a.b", "a.*.b", "*a.b", "a*.b"]) {
      assert.equal(isDnsName(name, { wildcard: true }), false, name);
    }
    assert.equal(isDnsName("*.a", { wildcard: true }), true);
  });

  it("matches whole names, and one label with a wildcard", () => {
    const holds: [string, string][] = [
      ["example.com", "example.com"],
      ["EXAMPLE.com", "example.COM"],
      ["example.com", "example.com."],
      ["*.example.com", "www.example.com"],
      ["*.example.com", "xn--bcher-kva.example.com"],
      ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ];
    for (const [presented, host] of holds) {
      assert.equal(matchesDnsName(presented, host), true, `${presented} for ${host}`);
    }
    const fails: [string, string][] = [
      ["example.com", "www.example.com"],
      ["www.example.com", "example.com"],
      ["*.example.com", "example.com"],
      ["*.example.com", "a.b.example.com"],
      ["*.example.com", ".example.com"],
      ["*.com", "example.com"],
      ["*", "localhost"],
      ["w*.example.com", "www.example.com"],
      ["*w.example.com", "www.example.com"],
      ["www.*.com", "www.example.com"],
      ["xn--*-kva.example", "xn--bcher-kva.example"],
      ["example.com.", "example.com"],
      ["bücher.example", "bücher.example"],
      // The Kelvin sign becomes an ASCII letter in lower case.
      ["k.example", "\u212A.example"],
      ["example.com\0.evil.example", "example.com"],
    ];
    for (const [presented, host] of fails) {
      assert.equal(matchesDnsName(presented, host), false, `${presented} for ${host}`);
    }
  });

  it("matches addresses by their bytes and never as names", () => {
    const presented = [
      { type: "IP" as const, bytes: bytes("192.0.2.1") },
      { type: "IP" as const, bytes: bytes("2001:db8::1") },
      { type: "DNS" as const, bytes: ascii("192.0.2.2") },
    ];
    const holds = (host: string) => matchesReference(presented, referenceFor(host));
    assert.equal(holds("192.0.2.1"), true);
    assert.equal(holds("2001:db8:0:0::1"), true);
    assert.equal(holds("[2001:DB8::1]"), true);
    assert.equal(holds("192.0.2.2"), false);
    assert.equal(holds("::ffff:192.0.2.1"), false);
    // Octets that are the same, of another type or the beginning of more.
    const alike = (name: PresentedName, host: string) =>
      matchesReference([name], referenceFor(host));
    assert.equal(alike({ type: "DNS", bytes: ascii("abcd") }, "97.98.99.100"), false);
    assert.equal(alike({ type: "IP", bytes: bytes("32.1.13.184") }, "2001:db8::1"), false);
  });

  it("reads addresses", () => {
    const none = [
      "",
      "1.2.3",
      "1.2.3.4.5",
      "256.1.1.1",
      "01.2.3.4",
      "0x7f.0.0.1",
      ":::",
    ]
      .concat([
        "1::2::3",
        "12345::",
        "::1.2.3",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8::a::b",
        "1:2:3:4::5:6:7:8",
        "g::",
        "[::1",
      ]);
    for (const text of none) assert.equal(readIpAddress(text), null, text);
    assert.deepEqual([...bytes("::")], Array(16).fill(0));
    assert.deepEqual([...bytes("1::")].slice(0, 3), [0, 1, 0]);
    assert.deepEqual([...bytes("::1.2.3.4")].slice(10), [0, 0, 1, 2, 3, 4]);
  });

  it("compares the local part of mailboxes exactly and the host without case", () => {
    const key = mailboxKey("Admin@Example.com");
    assert.equal(mailboxKey("Admin@example.COM"), key);
    assert.notEqual(mailboxKey("admin@example.com"), key);
    assert.notEqual(mailboxKey("Admin@mail.example.com"), key);
  });
});

// Names and constraints as DER

const sequence = (...parts: Uint8Array[]) => element(TAG.SEQUENCE, ...parts);
const utf8 = (text: string) => new TextEncoder().encode(text);

/** One RDN an argument, each of one or more [type, value, string tag]. */
function name(...rdns: [string, string, number?][][]): Bytes {
  return sequence(...rdns.map((attributes) =>
    element(
      TAG.SET,
      ...attributes.map(([type, value, tag = TAG.UTF8_STRING]) =>
        sequence(element(TAG.OID, encodeOid(type)), element(tag, utf8(value)))
      ),
    )
  ));
}
const CN = "2.5.4.3";
const O = "2.5.4.10";
const E = "1.2.840.113549.1.9.1";

function read(der: Bytes) {
  const reader = new Der(der, new Budget());
  reader.expect(0, der.length, TAG.SEQUENCE, "name");
  return readName(reader);
}
const key = (der: Bytes) => nameKey(canonicalName(read(der)));

describe("distinguished names", () => {
  it("are equal without regard to case, white space, string type and the order in an RDN", () => {
    const one = key(name([[O, "Example  Inc "]], [[CN, "A"], [O, "B"]]));
    assert.equal(one, key(name([[O, "example inc", TAG.PRINTABLE_STRING]], [[O, "b"], [CN, "a"]])));
    assert.equal(key(name([[O, "Ｅｘａｍｐｌｅ"]])), key(name([[O, "example"]])));
  });

  it("differ by order, by type and by the boundaries of values", () => {
    assert.notEqual(key(name([[O, "a"]], [[CN, "b"]])), key(name([[CN, "b"]], [[O, "a"]])));
    assert.notEqual(key(name([[O, "a"]])), key(name([[CN, "a"]])));
    assert.notEqual(key(name([[O, "a"], [CN, "b"]])), key(name([[O, "a"]], [[CN, "b"]])));
    assert.notEqual(key(name([[O, `a\n${CN}=b`]])), key(name([[O, "a"], [CN, "b"]])));
    assert.notEqual(key(name([[O, `a\n\n${CN}=b`]])), key(name([[O, "a"]], [[CN, "b"]])));
  });

  it("are below another name that is their beginning", () => {
    const of = (der: Bytes) => canonicalName(read(der));
    const isWithin = (name: CanonicalName, base: CanonicalName) => {
      const subtrees = new Subtrees();
      subtrees.add({ type: "DirName", base });
      return subtrees.holdsDirectoryName(name);
    };
    const base = of(name([[O, "Example"]]));
    assert.equal(isWithin(of(name([[O, "EXAMPLE"]], [[CN, "x"]])), base), true);
    assert.equal(isWithin(base, base), true);
    assert.equal(isWithin(of(name([[CN, "x"]], [[O, "Example"]])), base), false);
    assert.equal(isWithin(base, of(name([[O, "Example"]], [[CN, "x"]]))), false);
    assert.equal(isWithin(base, of(name())), true);
  });
});

const TAGS = { email: 0x81, DNS: 0x82, URI: 0x86, IP: 0x87, DirName: 0xa4, other: 0xa0 } as const;
type Kind = keyof typeof TAGS;
type General = [Kind, string | Bytes];

const content = (value: string | Bytes) => typeof value === "string" ? ascii(value) : value;
const general = ([kind, value]: General) => element(TAGS[kind], content(value));

function encoded(permitted: General[], excluded: General[]): Bytes {
  const list = (tag: number, bases: General[]) =>
    bases.length === 0
      ? new Uint8Array()
      : element(tag, ...bases.map((base) => sequence(general(base))));
  return sequence(list(0xa0, permitted), list(0xa1, excluded));
}

const noName = read(name());

function judge(
  { permitted = [], excluded = [] }: { permitted?: General[]; excluded?: General[] },
  alternative: General[],
  subject = noName,
): string | null {
  const names: ConstrainedNames = {
    subject,
    alternative: alternative.map(([kind, value]) => ({
      type: kind,
      tag: TAGS[kind],
      bytes: content(value),
    })),
  };
  const constraints = readNameConstraints(encoded(permitted, excluded), new Budget());
  return checkNames(constraints, names, new Budget())?.code ?? null;
}

/** An otherName that holds a SmtpUTF8Mailbox (RFC 9598, 3). */
const utf8Mailbox = (address: string, tag: number = TAG.UTF8_STRING): General => {
  const id = element(TAG.OID, encodeOid("1.3.6.1.5.5.7.8.9"));
  const value = element(0xa0, element(tag, new TextEncoder().encode(address)));
  return ["other", Uint8Array.of(...id, ...value)];
};

const NOT = "name_not_permitted";
const EXCLUDED = "name_excluded";

/** For each base: names, and the outcome if the base is permitted and if it is excluded. */
const TABLE: [General, [General, string | null, string | null][]][] = [
  [["DNS", "example.com"], [
    [["DNS", "example.com"], null, EXCLUDED],
    [["DNS", "EXAMPLE.com"], null, EXCLUDED],
    [["DNS", "a.b.example.com"], null, EXCLUDED],
    [["DNS", "badexample.com"], NOT, null],
    [["DNS", "com"], NOT, null],
    [["DNS", "*.example.com"], null, EXCLUDED],
    [["DNS", "*.a.example.com"], null, EXCLUDED],
    // A wildcard is permitted if all its names are, and excluded if one of them is.
    [["DNS", "*.com"], NOT, EXCLUDED],
    [["DNS", "*.example.org"], NOT, null],
    // A malformed name is outside every permitted subtree.
    [["DNS", ".example.com"], NOT, NOT],
    [["DNS", "example.com."], NOT, NOT],
    [["DNS", "exämple.com"], NOT, NOT],
    [["DNS", "a.*.example.com"], NOT, NOT],
    // The constraint does not apply to names of other types.
    [["email", "a@elsewhere.example"], null, null],
    [["IP", bytes("192.0.2.1")], null, null],
  ]],
  [["DNS", ".example.com"], [
    [["DNS", "example.com"], NOT, null],
    [["DNS", "a.example.com"], null, EXCLUDED],
    [["DNS", "*.example.com"], null, EXCLUDED],
    [["DNS", "*.a.example.com"], null, EXCLUDED],
    [["DNS", "*.com"], NOT, null],
  ]],
  [["DNS", ""], [[["DNS", "anything.example"], null, EXCLUDED]]],
  [["email", "example.com"], [
    [["email", "a@example.com"], null, EXCLUDED],
    [["email", "a@EXAMPLE.com"], null, EXCLUDED],
    [["email", '"a@b"@example.com'], null, EXCLUDED],
    [["email", "a@mail.example.com"], NOT, null],
    [["email", "a@badexample.com"], NOT, null],
    [["email", "a@b@example.com"], NOT, NOT],
    [["email", "@example.com"], NOT, NOT],
    [["email", "example.com"], NOT, NOT],
    [["email", "a..b@example.com"], NOT, NOT],
  ]],
  [["email", ".example.com"], [
    [["email", "a@mail.example.com"], null, EXCLUDED],
    [["email", "a@example.com"], NOT, null],
  ]],
  [["email", "Admin@example.com"], [
    [["email", "Admin@EXAMPLE.com"], null, EXCLUDED],
    [["email", "admin@example.com"], NOT, null],
  ]],
  [["email", ""], [[["email", "a@b.example"], null, EXCLUDED]]],
  [["URI", "example.com"], [
    [["URI", "https://example.com"], null, EXCLUDED],
    [["URI", "https://user:pass@Example.com:8443/path?query#x"], null, EXCLUDED],
    [["URI", "https://example.org@b@example.com/"], null, EXCLUDED],
    [["URI", "https://example.com?query"], null, EXCLUDED],
    [["URI", "https://example.com#fragment"], null, EXCLUDED],
    [["URI", "https://www.example.com/"], NOT, null],
    [["URI", "https://example.org/?example.com"], NOT, null],
    [["URI", "https://192.0.2.1/"], NOT, NOT],
    [["URI", "https://[2001:db8::1]/"], NOT, NOT],
    [["URI", "urn:isbn:0451450523"], NOT, NOT],
    [["URI", "mailto:a@example.com"], NOT, NOT],
  ]],
  [["URI", ".example.com"], [
    [["URI", "ldap://www.example.com"], null, EXCLUDED],
    [["URI", "https://example.com/"], NOT, null],
  ]],
  [["IP", Uint8Array.of(192, 0, 2, 128, 255, 255, 255, 128)], [
    [["IP", bytes("192.0.2.128")], null, EXCLUDED],
    [["IP", bytes("192.0.2.255")], null, EXCLUDED],
    [["IP", bytes("192.0.2.127")], NOT, null],
    [["IP", bytes("2001:db8::1")], NOT, null],
    // Begins with the octets of an address within.
    [["IP", bytes("c000:280::1")], NOT, null],
    [["IP", Uint8Array.of(192, 0, 2, 128, 255, 255, 255, 128)], NOT, NOT],
  ]],
  [["IP", new Uint8Array([...bytes("2001:db8::"), ...bytes("ffff:ffff::")])], [
    [["IP", bytes("2001:db8:1::1")], null, EXCLUDED],
    [["IP", bytes("2001:db9::1")], NOT, null],
  ]],
  [["IP", new Uint8Array(8)], [[["IP", bytes("10.0.0.1")], null, EXCLUDED]]],
  [["DirName", name([[O, "Example"]])], [
    [["DirName", name([[O, "example"]], [[CN, "x"]])], null, EXCLUDED],
    [["DirName", name([[O, "Other"]])], NOT, null],
    [["DirName", Uint8Array.of(1, 2, 3)], NOT, NOT],
  ]],
];

describe("name constraints", () => {
  for (const [base, names] of TABLE) {
    const shown = typeof base[1] === "string" ? `"${base[1]}"` : "of bytes";
    it(`${base[0]} ${shown}`, () => {
      for (const [given, permitted, excluded] of names) {
        const what = `${given[0]} ${given[1]}`;
        assert.equal(judge({ permitted: [base] }, [given]), permitted, `permitted: ${what}`);
        assert.equal(judge({ excluded: [base] }, [given]), excluded, `excluded: ${what}`);
      }
    });
  }

  it("permit a name in one permitted subtree, unless it is excluded", () => {
    const permitted: General[] = [["DNS", "a.example"], ["DNS", "b.example"]];
    assert.equal(judge({ permitted }, [["DNS", "x.b.example"], ["DNS", "a.example"]]), null);
    assert.equal(judge({ permitted }, [["DNS", "a.example"], ["DNS", "c.example"]]), NOT);
    const excluded: General[] = [["DNS", "x.a.example"]];
    assert.equal(judge({ permitted, excluded }, [["DNS", "x.a.example"]]), EXCLUDED);
    assert.equal(judge({ permitted, excluded }, [["DNS", "y.a.example"]]), null);
  });

  it("apply to the subject, and to its e-mail addresses if there is no rfc822Name", () => {
    const subject = read(name([[O, "Example"]], [[E, "a@elsewhere.example", TAG.IA5_STRING]]));
    assert.equal(judge({ permitted: [["DirName", name([[O, "Example"]])]] }, [], subject), null);
    assert.equal(judge({ permitted: [["DirName", name([[O, "Other"]])]] }, [], subject), NOT);
    assert.equal(judge({ excluded: [["DirName", name([[O, "example"]])]] }, [], subject), EXCLUDED);
    assert.equal(judge({ permitted: [["DirName", name([[O, "Other"]])]] }, [], noName), null);
    const mail: General[] = [["email", "example.com"]];
    assert.equal(judge({ permitted: mail }, [], subject), NOT);
    assert.equal(judge({ permitted: mail }, [["email", "a@example.com"]], subject), null);
    const at = (address: string): [string, string, number] => [E, address, TAG.IA5_STRING];
    const [within, outside] = ["a@example.com", "a@elsewhere.example"].map(at);
    // Other attributes are not e-mail addresses, even if they look like one.
    const company: [string, string] = [O, "b@elsewhere.example"];
    assert.equal(judge({ permitted: mail }, [], read(name([company], [within]))), null);
    assert.equal(judge({ permitted: mail }, [], read(name([outside]))), NOT);
    assert.equal(judge({ permitted: mail }, [], read(name([within], [outside]))), NOT);
  });

  it("read quoted mailboxes to their end", () => {
    const permitted: General[] = [["email", "example.com"]];
    assert.equal(judge({ permitted }, [["email", '"a@b \\" c"@example.com']]), null);
    assert.equal(judge({ permitted }, [["email", '"a@example.com']]), NOT);
    assert.equal(judge({ permitted }, [["email", '"a"b@example.com']]), NOT);
  });

  it("judge no name that the budget does not suffice to read", () => {
    const names: [General, General][] = [
      [["email", "example.com"], utf8Mailbox("a@example.com")],
      [["DirName", name([[O, "Example"]])], ["DirName", name([[O, "Example"]])]],
    ];
    for (const [base, [type, value]] of names) {
      const constraints = readNameConstraints(encoded([base], []), new Budget());
      const alternative = [{ type, tag: TAGS[type], bytes: content(value) }];
      const names = { subject: noName, alternative };
      assert.throws(
        () => checkNames(constraints, names, new Budget({ nodes: 0 })),
        { code: "too_complex" },
      );
    }
  });

  it("of an unknown kind only apply to names of that kind", () => {
    const other: General = ["other", Uint8Array.of(6, 1, 42)];
    assert.equal(judge({ excluded: [other] }, [other]), "name_constraint_unsupported");
    assert.equal(judge({ permitted: [other] }, [["DNS", "a.example"]]), null);
  });

  it("are refused if they need more comparisons than browsers make", () => {
    const bases = (count: number) =>
      Array.from({ length: count }, (_, at): General => ["DNS", `${at}.example`]);
    const [permitted, names] = [bases(1024), bases(1024)];
    assert.equal(judge({ permitted }, names), null);
    const excluded: General[] = [["DNS", "elsewhere.example"]];
    assert.equal(judge({ permitted, excluded }, names), "name_constraints_too_many");
    // Names of another type have constraints of their own.
    assert.equal(judge({ permitted, excluded: [["email", "a.example"]] }, names), null);
  });

  it("are refused if they are malformed", () => {
    const malformed: [string, Bytes][] = [
      ["nothing", sequence()],
      ["empty lists", sequence(element(0xa0), element(0xa1))],
      ["one empty list", sequence(element(0xa0), element(0xa1, sequence(general(["DNS", "a"]))))],
      ["a wildcard", encoded([["DNS", "*.example.com"]], [])],
      ["a wildcard for mail hosts", encoded([["email", "*.example.com"]], [])],
      ["a wildcard for hosts of URIs", encoded([["URI", "*.example.com"]], [])],
      ["a name with a space", encoded([["DNS", "example com"]], [])],
      ["two dots", encoded([["DNS", "..example.com"]], [])],
      ["an address without a mask", encoded([["IP", bytes("192.0.2.1")]], [])],
      ["a mask with holes", encoded([["IP", Uint8Array.of(1, 2, 3, 4, 255, 0, 255, 0)]], [])],
      ["halves of different kinds", encoded([["IP", new Uint8Array(20)]], [])],
      ["two at signs", encoded([["email", "a@b@example.com"]], [])],
      ["no local part", encoded([["email", "@example.com"]], [])],
      ["a URI", encoded([["URI", "https://example.com"]], [])],
      ["a directory name that is none", encoded([["DirName", Uint8Array.of(1)]], [])],
      [
        "a minimum",
        sequence(element(0xa0, sequence(general(["DNS", "a"]), element(0x80, ascii("\x01"))))),
      ],
      ["a subtree without a base", sequence(element(0xa0, sequence()))],
      ["bytes behind", new Uint8Array([...encoded([["DNS", "a"]], []), 0])],
    ];
    for (const [what, der] of malformed) {
      assert.throws(() => readNameConstraints(der, new Budget()), DerError, what);
    }
  });
});

describe("lifetimes", () => {
  it("have the limit of the day of issuance", () => {
    const at = (day: string, offset = 0) =>
      longestLifetime(Date.parse(`${day}T00:00:00Z`) + offset);
    const steps: [string, number, number][] = [
      ["2015-04-01", 1827, 1188],
      ["2018-03-01", 1188, 825],
      ["2020-09-01", 825, 398],
      ["2026-03-15", 398, 200],
      ["2027-03-15", 200, 100],
      ["2029-03-15", 100, 47],
    ];
    for (const [day, before, from] of steps) {
      assert.equal(at(day, -1000), before, `before ${day}`);
      assert.equal(at(day), from, `from ${day}`);
    }
  });
});

describe("rfc822Name constraints on a SmtpUTF8Mailbox (RFC 9598, 6)", () => {
  const permitted: General[] = [["email", "xn--bcher-kva.example"]];
  const excluded: General[] = [["email", ".example.com"]];

  it("compare its domain, as A-labels and as U-labels", () => {
    for (const host of ["xn--bcher-kva.example", "XN--bcher-kva.Example", "b\u00fccher.example"]) {
      const name = utf8Mailbox(`\u533b\u751f@${host}`);
      assert.equal(judge({ permitted }, [name]), null);
      assert.equal(judge({ excluded: permitted }, [name]), EXCLUDED);
    }
    assert.equal(judge({ permitted }, [utf8Mailbox("\u533b\u751f@example.com")]), NOT);
    assert.equal(judge({ excluded }, [utf8Mailbox("\u533b\u751f@mail.example.com")]), EXCLUDED);
    assert.equal(judge({ excluded }, [utf8Mailbox("\u533b\u751f@example.com")]), null);
  });

  it("compare a whole mailbox octet for octet before the at sign", () => {
    const mailbox: General[] = [["email", "Ann@example.com"]];
    assert.equal(judge({ permitted: mailbox }, [utf8Mailbox("Ann@EXAMPLE.com")]), null);
    assert.equal(judge({ permitted: mailbox }, [utf8Mailbox("ann@example.com")]), NOT);
    assert.equal(judge({ permitted: mailbox }, [utf8Mailbox("\u00c4nn@example.com")]), NOT);
  });

  it("refuse text that is not a mailbox", () => {
    for (const text of ["", "@example.com", "a b@example.com", "x@", "x@ b\u00fccher.example"]) {
      assert.equal(judge({ excluded }, [utf8Mailbox(text)]), NOT, text);
    }
    assert.equal(judge({ excluded }, [utf8Mailbox("x@a.example", TAG.IA5_STRING)]), NOT);
    // Without constraints on mailboxes, and for other types of otherName, nothing is compared.
    assert.equal(judge({ excluded: [["DNS", "a.example"]] }, [utf8Mailbox("")]), null);
    const principal = element(TAG.OID, encodeOid("1.3.6.1.4.1.311.20.2.3"));
    assert.equal(judge({ excluded }, [["other", principal]]), null);
  });
});
