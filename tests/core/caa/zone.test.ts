/** The answers of DNS by a zone text, and the texts of other programs and providers. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { caaCheck } from "../../../core/caa/contract.ts";
import { readProviderJson } from "../../../core/caa/provider-json.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";

type Checked = OutputOf<typeof caaCheck>;

async function check(records: string, domain = "", authority = "letsencrypt"): Promise<Checked> {
  const input = { records, domain, authority };
  const outcome = await execute(operations, "caa/check", input, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as Checked;
}

const codesOf = ({ verdict }: Checked) => verdict.statements.map(({ code }) => code);

/** The key of the authority that may issue; null if the text does not decide, or several may. */
async function issuerOf(records: string, domain: string): Promise<string | null> {
  const may: string[] = [];
  for (const key of ["letsencrypt", "digicert", "sectigo", "google"]) {
    if ((await check(records, domain, key)).answer!.permitted) may.push(key);
  }
  return may.length === 1 ? may[0] : null;
}

/** BIND 9.18 answers these questions from this zone as the test expects. */
const ZONE = `$ORIGIN lab.test.
@ SOA ns h 1 60 60 60 60
@ NS ns
ns A 192.0.2.1
card CAA 0 issue "letsencrypt.org"
*.card CAA 0 issue "digicert.com"
there.card A 192.0.2.1
a.empty.card A 192.0.2.1
alias CAA 0 issue "letsencrypt.org"
*.alias CNAME target.other
moved CAA 0 issue "letsencrypt.org"
moved DNAME other
under.moved CAA 0 issue "sectigo.com"
target.other CAA 0 issue "digicert.com"
www.other CAA 0 issue "pki.goog"
\\042.escaped CAA 0 issue "pki.goog"
far CNAME a.b.card
cut CAA 0 issue "sectigo.com"
sub.cut NS ns.elsewhere.test.
`;

describe("wildcards, DNAME and aliases of DNS", () => {
  const expected: Record<string, string | null> = {
    "card.lab.test": "letsencrypt",
    "foo.card.lab.test": "digicert",
    "a.b.card.lab.test": "digicert",
    // A name that exists gets nothing from the wildcard, so its parent decides.
    "there.card.lab.test": "letsencrypt",
    "foo.there.card.lab.test": "letsencrypt",
    // So does a name that only has names below it.
    "empty.card.lab.test": "letsencrypt",
    "b.empty.card.lab.test": "letsencrypt",
    "foo.alias.lab.test": "digicert",
    "alias.lab.test": "letsencrypt",
    // DNAME moves the names below it, and not the name itself.
    "www.moved.lab.test": "google",
    "moved.lab.test": "letsencrypt",
    // A record below a DNAME is never answered.
    "under.moved.lab.test": "letsencrypt",
    "foo.escaped.lab.test": "google",
    "far.lab.test": "digicert",
  };
  for (const [domain, key] of Object.entries(expected)) {
    it(domain, async () => assert.equal(await issuerOf(ZONE, domain), key));
  }

  it("give no answer for a zone that other name servers have", async () => {
    const { answer, verdict } = await check(ZONE, "www.sub.cut.lab.test");
    assert.equal(answer!.permitted, null);
    assert.equal(verdict.statements[0].code, "caa_undecided");
    assert.equal(await issuerOf(ZONE, "www.cut.lab.test"), "sectigo");
  });

  it("give no answer for a DNAME that leads to itself or makes a name too long", async () => {
    const long = Array.from({ length: 3 }, () => "o".repeat(63)).join(".");
    for (
      const zone of ["x.test. DNAME y.x.test.\n", `x.test. DNAME ${long}.test.\n`]
    ) {
      const asked = `a.${"b".repeat(60)}.x.test`;
      const { answer } = await check(`${zone}test. CAA 0 issue "letsencrypt.org"`, asked);
      assert.equal(answer!.permitted, null, zone);
    }
  });

  it("give no answer if relative names lack their origin", async () => {
    const zone = '@ CAA 0 issue "letsencrypt.org"\n* CAA 0 issue "digicert.com"\n';
    assert.equal((await check(zone, "a.example.com")).answer!.permitted, null);
    assert.equal(await issuerOf(`$ORIGIN example.com.\n${zone}`, "a.example.com"), "digicert");
  });

  it("read names with letters beyond ASCII as A-labels", async () => {
    const zone = 'münchen.de. CAA 0 issue "letsencrypt.org"';
    assert.equal(await issuerOf(zone, "www.MÜNCHEN.de"), "letsencrypt");
    assert.equal(await issuerOf(zone, "www.xn--mnchen-3ya.de"), "letsencrypt");
  });
});

describe("a CNAME beside CAA records", () => {
  const zone = 'www.example.com. CNAME x.saas.example.\nwww.example.com. CAA 0 issue "pki.goog"\n';

  it("is an error of the records and of the verdict, in either order", async () => {
    for (const text of [zone, zone.trim().split("\n").reverse().join("\n")]) {
      const checked = await check(text, "www.example.com");
      assert.equal(checked.records[0].isValid, false);
      assert.equal(checked.answer!.permitted, null);
      assert.equal(codesOf(checked)[0], "caa_cname_beside");
      const read = await check(text, "", "");
      assert.equal(codesOf(read)[0], "caa_cname_beside");
      assert.equal(read.verdict.level, "bad");
    }
  });

  it("is found by a wildcard too, and does not concern other names", async () => {
    const wild = `${zone.replaceAll("www", "*")}example.com. CAA 0 issue "letsencrypt.org"`;
    assert.equal(codesOf(await check(wild, "a.example.com"))[0], "caa_cname_beside");
    assert.equal(await issuerOf(wild, "example.com"), "letsencrypt");
  });
});

describe("look-ups that failed", () => {
  const header = (code: string) => `;; ->>HEADER<<- opcode: QUERY, status: ${code}, id: 1\n`;
  const dig = (code: string, name = "example.com.", type = "CAA") =>
    `; <<>> DiG 9.18 <<>> ${name} ${type}\n;; Got answer:\n${header(code)}` +
    `;; flags: qr rd ra; QUERY: 1\n\n;; QUESTION SECTION:\n;${name}\t\tIN\t${type}\n`;
  const failed = {
    "dig": dig("SERVFAIL"),
    "dig, refused": dig("REFUSED"),
    "dig, not implemented": dig("NOTIMP"),
    "dig with Windows line ends": dig("SERVFAIL").replaceAll("\n", "\r\n"),
    "dig, without its first line": `${header("SERVFAIL")};example.com. IN CAA\n`,
    "dig, header only": header("SERVFAIL"),
    "dig, no answer":
      "; <<>> DiG 9.18 <<>> CAA example.com\n;; global options: +cmd\n;; connection timed out; no servers could be reached\n",
    "drill": ";; ->>HEADER<<- opcode: QUERY, rcode: SERVFAIL, id: 1\n;; example.com.\tIN\tCAA\n",
    "delv": ";; resolution failed: SERVFAIL\n",
    "host": "Host example.com not found: 2(SERVFAIL)\n",
    "nslookup": "** server can't find example.com: SERVFAIL\n",
    "DNS over HTTPS":
      '{"Status":2,"Question":[{"name":"example.com.","type":257}],"Comment":"DNSSEC"}',
  };
  for (const [program, text] of Object.entries(failed)) {
    it(program, async () => {
      const checked = await check(text, "example.com");
      assert.equal(checked.answer!.permitted, null);
      assert.equal(codesOf(checked)[0], "caa_lookup_failed");
      assert.equal(checked.verdict.level, "warning");
      assert.equal(codesOf(await check(text, "", ""))[0], "caa_lookup_failed");
      // The climb ends where a look-up fails (RFC 8659, 3).
      const below = await check(text, "www.example.com");
      assert.equal(codesOf(below)[0], "caa_lookup_failed");
    });
  }

  it("hide the records of the names above", async () => {
    const text = `${dig("SERVFAIL", "www.example.com.")}\nexample.com. IN CAA 0 issue "pki.goog"\n`;
    assert.equal(codesOf(await check(text, "www.example.com"))[0], "caa_lookup_failed");
    assert.equal(await issuerOf(text, "shop.example.com"), "google");
  });

  it("do not count if another server answered, or if they were about another type", async () => {
    const answered = `${dig("SERVFAIL")}${dig("NOERROR")}example.com. IN CAA 0 issue "pki.goog"\n`;
    assert.equal(await issuerOf(answered, "example.com"), "google");
    for (const text of [dig("NXDOMAIN"), dig("NOERROR"), dig("SERVFAIL", "example.com.", "A")]) {
      assert.equal(codesOf(await check(text, "example.com"))[0], "caa_undecided", text);
    }
  });
});

describe("the JSON of DNS providers and resolvers", () => {
  const rdata = '0 issue "letsencrypt.org"';
  const texts = {
    "Route 53, list": {
      ResourceRecordSets: [
        { Name: "example.com.", Type: "NS", TTL: 60, ResourceRecords: [{ Value: "ns.example." }] },
        { Name: "example.com.", Type: "CAA", TTL: 60, ResourceRecords: [{ Value: rdata }] },
      ],
    },
    "Route 53, change": {
      Changes: [{
        Action: "UPSERT",
        ResourceRecordSet: {
          Name: "example.com.",
          Type: "CAA",
          ResourceRecords: [{ Value: rdata }],
        },
      }],
    },
    "Cloudflare, list": {
      success: true,
      result: [{
        name: "example.com",
        type: "CAA",
        content: rdata,
        data: { flags: 0, tag: "issue", value: "letsencrypt.org" },
      }],
    },
    "Cloudflare, one": {
      result: { name: "example.com", type: "CAA", content: rdata },
    },
    "Cloudflare, batch": {
      posts: [{
        name: "example.com",
        type: "CAA",
        data: { flags: 0, tag: "issue", value: "letsencrypt.org" },
      }],
    },
    "DNS over HTTPS": {
      Status: 0,
      Question: [{ name: "example.com.", type: 257 }],
      Answer: [{ name: "example.com.", type: 257, TTL: 60, data: rdata }],
    },
    "DNS over HTTPS, generic data": {
      Status: 0,
      Answer: [{
        name: "example.com",
        type: 257,
        data: "\\# 22 00 05 69 73 73 75 65 6c 65 74 73 65 6e 63 72 79 70 74 2e 6f 72 67",
      }],
    },
    "Google Cloud DNS": [{ name: "example.com.", type: "CAA", ttl: 60, rrdatas: [rdata] }],
    "PowerDNS": { rrsets: [{ name: "example.com.", type: "CAA", records: [{ content: rdata }] }] },
    "Azure": {
      value: [{
        name: "@",
        type: "Microsoft.Network/dnszones/CAA",
        properties: {
          fqdn: "example.com.",
          caaRecords: [{ flags: 0, tag: "issue", value: "letsencrypt.org" }],
        },
      }],
    },
  };
  for (const [provider, value] of Object.entries(texts)) {
    it(provider, async () => {
      for (const text of [JSON.stringify(value), `\ufeff ${JSON.stringify(value, null, 2)}\n`]) {
        const { records, answer } = await check(text, "www.example.com");
        assert.deepEqual(records.map(({ domain, problem }) => [domain, problem]), [[
          "example.com",
          null,
        ]]);
        assert.equal(answer!.permitted, true);
        assert.equal((await check(text, "www.example.com", "digicert")).answer!.permitted, false);
      }
    });
  }

  it("is read with one record of a name that no DNS has, and not with a copy of the name for each", () => {
    for (const [length, lines] of [[250, 900], [100_000, 1]]) {
      const records = new Array(900).fill("0");
      const text = JSON.stringify({ name: "n".repeat(length), type: "CAA", records });
      assert.equal(readProviderJson(text)?.entries.length, lines);
    }
  });

  it("keeps aliases and the wildcards that Route 53 escapes", async () => {
    const set = (Name: string, Type: string, Value: string) => ({
      ...{ Name, Type, ResourceRecords: [{ Value }] },
    });
    const text = JSON.stringify({
      ResourceRecordSets: [
        set("example.com.", "CAA", rdata),
        set("\\052.example.com.", "CNAME", "target.example.net"),
        set("target.example.net.", "CAA", '0 issue "digicert.com"'),
      ],
    });
    assert.equal(await issuerOf(text, "a.example.com"), "digicert");
  });

  it("reads what caa/generate writes", async () => {
    const outcome = await execute(
      operations,
      "caa/generate",
      { domain: "example.com", certificateAuthorities: { letsencrypt: true } },
      createContext(),
    );
    assert(outcome.ok);
    const { formats } = outcome.value as { formats: Record<string, string> };
    for (const format of ["bind", "rfc3597", "powerdns", "route53", "cloudflare"]) {
      assert.equal(await issuerOf(formats[format], "a.example.com"), "letsencrypt", format);
    }
  });

  it("ignores other values, and a text that is too deep or no JSON", async () => {
    const deep = "[".repeat(200_000);
    for (const text of ["{}", "[1, null, {}]", '{"type":257,"name":7}', deep, '{"type":"CAA"']) {
      assert.deepEqual((await check(text, "", "")).records, [], text.slice(0, 40));
    }
  });
});

describe("the output of programs", () => {
  it("keeps aliases that host and nslookup print", async () => {
    for (
      const line of [
        "www.example.com is an alias for x.example.net.",
        "www.example.com\tcanonical name = x.example.net.",
      ]
    ) {
      const text = `${line}\nx.example.net. CAA 0 issue "digicert.com"\n`;
      assert.equal(await issuerOf(text, "www.example.com"), "digicert");
    }
  });

  it("reads the hexadecimal data of nslookup, and names data that it does not show", async () => {
    const hex = "000569737375656c657473656e63727970742e6f7267";
    assert.equal(
      await issuerOf(`example.com. RecordType 257 ${hex}`, "example.com"),
      "letsencrypt",
    );
    const { records, verdict } = await check(
      "Server:  dns\nAddress: 192.0.2.1\n\nexample.com     ??? unknown type 257 ???",
      "example.com",
    );
    assert.deepEqual(records, []);
    assert.equal(verdict.level, "note");
    assert.match(verdict.cause, /^This nslookup found a CAA record and does not show its data/);
    assert.match(verdict.next!, /\bdig\b/);
  });
});

describe("ALIAS and ANAME records of DNS providers", () => {
  it("copy addresses only, so the CAA records of their target do not count", async () => {
    const target = 'target.example.net. CAA 0 issue "digicert.com"\n';
    for (const type of ["ALIAS", "300 IN ANAME"]) {
      const { answer, verdict } = await check(
        `example.com. ${type} target.example.net.\n${target}`,
        "example.com",
      );
      assert.equal(answer!.permitted, null);
      assert.match(verdict.cause, /copies only the addresses of target\.example\.net/);
    }
  });

  it("may have the same name as CAA records, unlike a CNAME", async () => {
    const text = '$ORIGIN example.com.\n@ ALIAS shop.example.net.\n@ CAA 0 issue "pki.goog"\n';
    assert.equal(await issuerOf(text, "www.example.com"), "google");
  });
});

describe("a wildcard to certify", () => {
  it("is what the headline names", async () => {
    const text = 'example.com. CAA 0 issue "pki.goog"';
    const { verdict } = await check(text, "*.example.com");
    assert.equal(verdict.statements[0].code, "caa_forbidden");
    assert(verdict.title.includes("*.example.com"));
  });
});

describe("an authority that is named by any of its domains", () => {
  it("gets the same answer as by its key", async () => {
    for (const authority of ["sectigo", "sectigo.com", "comodoca.com", "Trust-Provider.com"]) {
      const { answer } = await check('a.example. CAA 0 issue "usertrust.com"', "", authority);
      assert.equal(answer!.permitted, true, authority);
    }
  });
});
