/** caa/generate: the records, their refusals, and what other programs make of them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { AUTHORITIES } from "../../../core/caa/authorities.ts";
import { CAA_FORMATS, type caaGenerate } from "../../../core/caa/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import * as TEXT from "../../../core/texts.ts";
import { provider } from "../../../core/provider.ts";
import { caaGenerateFixtures } from "../../fixtures/caa/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

const BOOKS = "xn--bcher-kva.example";

type Generated = OutputOf<typeof caaGenerate>;

async function generate(input: unknown): Promise<Generated> {
  const outcome = await execute(operations, "caa/generate", input, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as Generated;
}

async function issues(input: unknown): Promise<[string, string][]> {
  const outcome = await execute(operations, "caa/generate", input, createContext());
  assert(!outcome.ok, JSON.stringify(outcome));
  assert.equal(outcome.error.code, "invalid_input");
  assert.equal(outcome.error.message, outcome.error.issues[0].message);
  return outcome.error.issues.map(({ path, message }) => [path, message]);
}

/** All records that the fixtures produce. */
async function allGenerated(): Promise<Generated[]> {
  const all: Generated[] = [];
  for (const { input } of caaGenerateFixtures) {
    const outcome = await execute(operations, "caa/generate", input, createContext());
    if (outcome.ok) all.push(outcome.value as Generated);
  }
  assert(all.length >= 10);
  return all;
}

describe("caa/generate", () => {
  it("uses the page's defaults if only a domain is given", async () => {
    const { domain, records, summary } = await generate({ domain: "example.com" });
    assert.equal(domain, "example.com");
    assert.deepEqual(records.map(({ raw }) => raw), [
      'example.com. IN CAA 0 issue "sectigo.com"',
      `example.com. IN CAA 0 issue "${provider.domain}"`,
      'example.com. IN CAA 0 issuewild "sectigo.com"',
      `example.com. IN CAA 0 issuewild "${provider.domain}"`,
      'example.com. IN CAA 0 issuemail "sectigo.com"',
      `example.com. IN CAA 0 issuemail "${provider.domain}"`,
    ]);
    assert.deepEqual(summary, {
      totalRecords: 6,
      certificateAuthorities: ["sectigo", provider.key],
      recordTypes: 3,
    });
  });

  it("returns type, host, value, description and zone line of each record", async () => {
    const { records } = await generate({
      domain: "shop.example.com",
      certificateAuthorities: { sectigo: true },
      recordTypes: { issue: true, iodef: true },
      iodefEmail: "Security@Example.com",
    });
    assert.deepEqual(records, [
      {
        type: "issue",
        host: "shop.example.com",
        value: "sectigo.com",
        description: "Sectigo may issue TLS certificates for shop.example.com.",
        raw: 'shop.example.com. IN CAA 0 issue "sectigo.com"',
      },
      {
        type: "iodef",
        host: "shop.example.com",
        value: "mailto:Security@example.com",
        description: "Authorities may report refused requests to Security@example.com.",
        raw: 'shop.example.com. IN CAA 0 iodef "mailto:Security@example.com"',
      },
    ]);
  });

  it("authorizes only the named authorities", async () => {
    const { summary } = await generate({
      domain: "example.com",
      certificateAuthorities: { letsencrypt: true },
    });
    assert.deepEqual(summary.certificateAuthorities, ["letsencrypt"]);
  });

  it("uses the base name of a wildcard, and A-labels of international names", async () => {
    assert.equal((await generate({ domain: "*.Example.com." })).domain, "example.com");
    assert.equal((await generate({ domain: "Bücher.example" })).domain, "xn--bcher-kva.example");
    assert.equal((await generate({ domain: "例え.テスト" })).domain, "xn--r8jz45g.xn--zckzah");
  });

  it("uses the host of a pasted URL", async () => {
    for (
      const domain of [
        "https://example.com",
        " HTTPS://Example.com:8443/path?query=1#part ",
        "http://example.com./",
        "example.com/index.html",
        "example.com:443",
        "https://*.example.com/",
        "*.example.com:8443",
      ]
    ) assert.equal((await generate({ domain })).domain, "example.com", domain);
    assert.equal((await generate({ domain: "https://bücher.example/" })).domain, BOOKS);
    for (
      const domain of [
        // The part before an at sign may be a secret, or make one host look like another.
        "https://user:password@example.com/",
        "https://192.0.2.1/",
        "https://[2001:db8::1]/",
        "ftp://example.com/",
        "https://",
        "/example.com",
        "example.com:port",
        "https://*.*.example.com/",
      ]
    ) assert.deepEqual(await issues({ domain }), [["domain", TEXT.domainNameInvalid]], domain);
  });

  it("writes the fewest records with the same policy on request", async () => {
    const choice = { domain: "example.com", certificateAuthorities: { digicert: true } };
    const { records, explanation } = await generate({ ...choice, fewestRecords: true });
    assert.deepEqual(records.map(({ raw }) => raw), [
      'example.com. IN CAA 0 issue "digicert.com"',
      'example.com. IN CAA 0 issuemail "digicert.com"',
    ]);
    assert.deepEqual(explanation, (await generate(choice)).explanation);
  });

  it("leaves out issuewild only where issue says the same", async () => {
    const on = (...types: string[]) => Object.fromEntries(types.map((type) => [type, true]));
    const tags = async (recordTypes: string[], forbid: string[]) => {
      const input = {
        domain: "example.com",
        recordTypes: on(...recordTypes),
        forbid: on(...forbid),
      };
      const { records } = await generate({ ...input, fewestRecords: true });
      return [...new Set(records.map(({ type, value }) => value === ";" ? `no ${type}` : type))];
    };
    assert.deepEqual(await tags(["issue", "issuewild"], []), ["issue"]);
    assert.deepEqual(await tags(["issuewild"], []), ["issuewild"]);
    assert.deepEqual(await tags(["issue", "issuewild"], ["issuewild"]), ["issue", "no issuewild"]);
    assert.deepEqual(await tags(["issuewild"], ["issue"]), ["no issue", "issuewild"]);
    assert.deepEqual(await tags([], ["issue", "issuewild"]), ["no issue"]);
    assert.deepEqual(await tags(["issuemail"], ["issuewild"]), ["no issuewild", "issuemail"]);
  });

  it("writes account, methods and the critical flag as RFC 8657 requires", async () => {
    const { records } = await generate({
      domain: "example.com",
      certificateAuthorities: { digicert: true },
      accountUri: " https://acme.example/acct/1 ",
      validationMethods: ["dns-01", "http-01", "dns-01"],
      critical: true,
    });
    const value =
      "digicert.com; accounturi=https://acme.example/acct/1; validationmethods=dns-01,http-01";
    assert.deepEqual(records.map(({ raw }) => raw), [
      `example.com. IN CAA 128 issue "${value}"`,
      `example.com. IN CAA 128 issuewild "${value}"`,
      'example.com. IN CAA 128 issuemail "digicert.com"',
    ]);
  });

  it("writes no issuemail record for an authority without S/MIME, with a note", async () => {
    const domain = "example.com";
    const mail = (records: { raw: string }[]) =>
      records.map(({ raw }) => raw).filter((raw) => raw.includes("issuemail"));
    const one = await generate({
      domain,
      certificateAuthorities: { digicert: true, letsencrypt: true },
    });
    assert.deepEqual(mail(one.records), ['example.com. IN CAA 0 issuemail "digicert.com"']);
    assert.deepEqual(one.notes, [
      "Let's Encrypt issues no S/MIME certificates, so no issuemail record names it.",
    ]);

    const none = await generate({
      domain,
      certificateAuthorities: { letsencrypt: true, certainly: true },
    });
    assert.deepEqual(mail(none.records), []);
    assert.deepEqual(none.notes, [
      "Let's Encrypt and Certainly (Fastly) issue no S/MIME certificates, so no issuemail record " +
      "names them.",
      "Without an issuemail record, any authority may issue S/MIME certificates for addresses at " +
      "example.com. To prevent that, forbid S/MIME certificates to every authority.",
    ]);
    assert(none.explanation.includes("S/MIME certificates: not restricted."));
  });

  it("has a note on a name that may be an alias", async () => {
    const choice = { certificateAuthorities: { digicert: true } };
    const { notes } = await generate({ ...choice, domain: "www.example.com" });
    assert.equal(notes.length, 1);
    assert.match(notes[0], /^If www\.example\.com is an alias \(CNAME\)/);
    assert.deepEqual((await generate({ ...choice, domain: "example.com" })).notes, []);
  });

  it("has no note if issuemail is off or forbidden, or every authority has S/MIME", async () => {
    const choice = { domain: "example.com", certificateAuthorities: { letsencrypt: true } };
    assert.deepEqual((await generate({ ...choice, recordTypes: { issue: true } })).notes, []);
    const forbidden = await generate({ ...choice, forbid: { issuemail: true } });
    assert.deepEqual(forbidden.notes, []);
    assert(forbidden.records.some(({ raw }) => raw.endsWith('issuemail ";"')));
    // Not known to be without S/MIME: the record stays.
    const unknown = await generate({ ...choice, certificateAuthorities: { godaddy: true } });
    assert.deepEqual(unknown.notes, []);
    assert.equal(unknown.records.length, 3);
  });

  it("rejects a choice that leaves no record", async () => {
    const only = {
      domain: "example.com",
      certificateAuthorities: { letsencrypt: true },
      recordTypes: { issuemail: true },
    };
    assert.deepEqual(await issues(only), [["certificateAuthorities", TEXT.caaNoSmime]]);
    assert.equal((await generate({ ...only, forbid: { issue: true } })).records.length, 1);
  });

  it("writes records that forbid issuing", async () => {
    const nobody = await generate({
      domain: "example.com",
      certificateAuthorities: {},
      recordTypes: {},
      forbid: { issue: true, issuewild: true },
    });
    assert.deepEqual(nobody.records.map(({ raw }) => raw), [
      'example.com. IN CAA 0 issue ";"',
      'example.com. IN CAA 0 issuewild ";"',
    ]);
    assert.deepEqual(nobody.summary.certificateAuthorities, []);
    assert.deepEqual(nobody.explanation.slice(0, 2), [
      "No authority may issue TLS certificates for example.com.",
      "Wildcard certificates: the same.",
    ]);
  });

  it("reports all faults of the form at once, in its order and in the specification's words", async () => {
    assert.deepEqual(
      await issues({
        domain: " ",
        certificateAuthorities: {},
        recordTypes: { iodef: true },
        iodefEmail: "",
      }),
      [
        ["domain", "DOMAIN OR SUBDOMAIN IS REQUIRED"],
        ["certificateAuthorities", "SELECT AT LEAST ONE CERTIFICATE AUTHORITY"],
        ["iodefEmail", "E-MAIL ADDRESS IS REQUIRED FOR IODEF RECORDS"],
      ],
    );
    assert.deepEqual(
      await issues({ domain: "example", recordTypes: {} }),
      [
        ["domain", "INVALID DOMAIN NAME FORMAT"],
        ["recordTypes", "SELECT AT LEAST ONE RECORD TYPE"],
      ],
    );
    assert.deepEqual(
      await issues({ domain: "example.com", recordTypes: { iodef: true }, iodefEmail: "x" }),
      [["iodefEmail", "INVALID E-MAIL ADDRESS FORMAT"]],
    );
  });

  it("ignores an iodef e-mail while iodef is off", async () => {
    const { records } = await generate({
      domain: "example.com",
      recordTypes: { issue: true, iodef: false },
      iodefEmail: 'no address"; at all',
    });
    assert(records.length > 0 && records.every(({ type }) => type === "issue"));
  });

  it("rejects every attempt to inject more than a name", async () => {
    const label = "a".repeat(64);
    const domains = [
      'example.com" evil',
      "example.com;evil",
      "example.com\nevil.example",
      "example.com\r\nx",
      "example.com\u0000",
      "exa\u0007mple.com",
      "exa mple.com",
      "example.com\\000",
      `${label}.com`,
      `${"a.".repeat(127)}com`,
      "-a.com",
      "a-.com",
      "a..com",
      ".com",
      "*.*.example.com",
      "a.*.com",
      "user@example.com",
      "user@example.com/path",
      "example.com:443:443",
      "%65xample.com/",
      "exam\nple.com/",
      "%65xample.com",
      "192.0.2.1",
      "１９２.0.2.1",
      "[::1]",
      "xn--a.example",
      "exa\u202emple.com",
      "example\uff0fcom.org",
      "example.c",
      "example.123",
      "example.com\u2028x",
      "\ud800.com",
    ];
    for (const domain of domains) {
      assert.deepEqual(
        await issues({ domain }),
        [["domain", "INVALID DOMAIN NAME FORMAT"]],
        JSON.stringify(domain),
      );
    }
    const addresses = [
      'a"b@example.com',
      "a;b@example.com\n",
      "a b@example.com",
      "a@b@example.com",
      "a@example.com; issue",
      "a\u0000@example.com",
      "a@exa\nmple.com",
      '"quoted"@example.com',
      "a@[192.0.2.1]",
      `a@${label}.com`,
      `${label}a@example.com`,
      "a..b@example.com",
      ".a@example.com",
      "@example.com",
      "a\\@example.com",
      "mailto:a@example.com",
    ];
    for (const iodefEmail of addresses) {
      assert.deepEqual(
        await issues({ domain: "example.com", recordTypes: { iodef: true }, iodefEmail }),
        [["iodefEmail", "INVALID E-MAIL ADDRESS FORMAT"]],
        JSON.stringify(iodefEmail),
      );
    }
    const accounts = [
      "https://a.example/1; validationmethods=x",
      'https://a.example/"',
      "https://a.example/\n1",
      "https://a.example/a b",
      "https://a.example/\u0000",
      "https://a.example/é",
      "http://a.example/1",
      "javascript:alert(1)",
      "https:",
      "acct/1",
      "https://a.example/" + "x".repeat(2000),
    ];
    for (const accountUri of accounts) {
      assert.deepEqual(
        await issues({
          domain: "example.com",
          certificateAuthorities: { letsencrypt: true },
          accountUri,
        }),
        [["accountUri", "Invalid account URI format"]],
        JSON.stringify(accountUri),
      );
    }
    for (const method of ["dns-01; x", 'dns"', "a,b", "", "dns 01", "a\n", "x".repeat(65)]) {
      const [[, message]] = await issues({ domain: "example.com", validationMethods: [method] });
      assert.equal(message, "Invalid validation method format");
    }
  });

  it("writes records that caa/validate accepts, also in generic form", async () => {
    for (const { domain, records, formats } of await allGenerated()) {
      const generic = formats.rfc3597.trim().split("\n");
      assert.equal(generic.length, records.length);
      assert.equal(formats.bind, records.map(({ raw }) => `${raw}\n`).join(""));
      for (const [index, record] of records.entries()) {
        for (const line of [record.raw, generic[index]]) {
          const outcome = await execute(
            operations,
            "caa/validate",
            { record: line },
            createContext(),
          );
          assert(outcome.ok);
          const { parsed } = outcome.value as { parsed: Record<string, unknown> };
          assert.equal(parsed.isValid, true, line);
          assert.deepEqual(
            [parsed.domain, parsed.tag, parsed.value, parsed.canonical],
            [domain, record.type, record.value, record.raw],
          );
        }
      }
    }
  });

  it(
    "writes zone lines that named-checkzone reads as the same records, also in generic form",
    needs("named-checkzone"),
    async () => {
      for (const { domain, records, formats } of await allGenerated()) {
        const compiled: string[] = [];
        for (const lines of [formats.bind, formats.rfc3597]) {
          const zone = [
            `${domain}. 3600 IN SOA ns.example. host.example. 1 7200 3600 1209600 3600`,
            `${domain}. 3600 IN NS ns.example.`,
            lines.replaceAll(" IN ", " 3600 IN "),
          ].join("\n");
          const { code, stdout, stderr } = await runProgram(
            "named-checkzone",
            ["-D", "-q", "-i", "none", "-o", "-", domain, "/dev/stdin"],
            zone,
          );
          assert.equal(code, 0, stderr + stdout);
          compiled.push(stdout);
        }
        const caa = compiled[0].split("\n").filter((line) => /\sCAA\s/.test(line));
        assert.equal(caa.length, records.length);
        for (const { value } of records) {
          assert(
            caa.some((line) =>
              line.includes(`"${value.replaceAll(";", "\\;")}"`) || line.includes(`"${value}"`)
            ),
            value,
          );
        }
        assert.equal(compiled[0], compiled[1]);
      }
    },
  );

  it("writes the same records in every other form", async () => {
    for (const { domain, records, formats } of await allGenerated()) {
      assert.deepEqual(Object.keys(formats).sort(), [...CAA_FORMATS].sort());
      const rdata = records.map(({ raw }) => raw.slice(raw.indexOf("CAA") + 4));
      const octets = records.map(({ raw, type, value }) => {
        const flags = Number(raw.split(" ")[3]);
        return [flags, type.length, ...new TextEncoder().encode(type + value)];
      });

      const tinydns = formats.tinydns.trim().split("\n").map((line) => {
        const [empty, name, number, data, ttl] = line.split(":");
        assert.deepEqual([empty, name, number, ttl], ["", domain, "257", "3600"]);
        return [...data.matchAll(/\\([0-7]{3})|([^\\])/g)].map(([, octal, plain]) =>
          octal ? parseInt(octal, 8) : plain.charCodeAt(0)
        );
      });
      assert.deepEqual(tinydns, octets);

      const dnsmasq = formats.dnsmasq.trim().split("\n").map((line) => {
        const [name, number, hex] = line.slice("dns-rr=".length).split(",");
        assert.deepEqual([name, number], [domain, "257"]);
        return hex.match(/../g)!.map((pair) => parseInt(pair, 16));
      });
      assert.deepEqual(dnsmasq, octets);

      const powerdns = JSON.parse(formats.powerdns);
      assert.equal(powerdns.rrsets[0].name, `${domain}.`);
      assert.deepEqual(
        powerdns.rrsets[0].records.map(({ content }: { content: string }) => content),
        rdata,
      );
      const { ResourceRecordSet } = JSON.parse(formats.route53).Changes[0];
      assert.deepEqual(ResourceRecordSet.ResourceRecords, rdata.map((Value) => ({ Value })));
      assert.deepEqual(
        JSON.parse(formats.cloudflare).posts.map(
          ({ type, name, data }: { type: string; name: string; data: unknown }) => [
            type,
            name,
            data,
          ],
        ),
        records.map(({ raw, type, value }) => [
          "CAA",
          domain,
          { flags: Number(raw.split(" ")[3]), tag: type, value },
        ]),
      );
    }
  });
});

describe("CAA authorities", () => {
  it("have keys and domains of their own, Sectigo and the provider first", () => {
    assert.deepEqual(AUTHORITIES.slice(0, 2).map(({ key }) => key), ["sectigo", provider.key]);
    const keys = AUTHORITIES.map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
    const domains = AUTHORITIES.flatMap(({ domains }) => domains);
    assert.equal(new Set(domains).size, domains.length);
    for (const { key, source } of AUTHORITIES) {
      assert.match(key, /^[a-z0-9]+$/);
      assert(source.length > 10, key);
    }
  });
});
