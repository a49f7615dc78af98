import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { caaAgreement } from "../../../api/network/dns/caa.ts";
import { lookUpWith } from "../../../api/network/dns/caa.ts";
import { TimeIsUp } from "../../../api/network/concurrency.ts";
import type { CaaAnswer } from "../../../api/network/dns/message.ts";
import { AUTHORITIES, authorityOfIssuer } from "../../../core/caa/authorities.ts";
import { type Caa, startDns } from "./dns-server.ts";
import { never } from "./support.ts";

const issue = (...domains: string[]): CaaAnswer => ({
  status: "records",
  aliases: [],
  records: domains.map((domain) => ({
    owner: null,
    flags: 0,
    tag: "issue",
    value: domain,
  })),
} as unknown as CaaAnswer);
const NONE = { status: "no_records", aliases: [] } as unknown as CaaAnswer;

/** A certificate of Sectigo for www.example.com, with only the fields that matter. */
const ANSWER = {
  certificate: {
    issuer: { organizationName: "Sectigo Limited", raw: "" },
    extensions: { subjectAltName: [{ type: "DNS", value: "www.example.com" }], all: [] },
  },
  validation: { trusted: true },
} as unknown as Parameters<typeof caaAgreement>[1];

/** The agreement for a certificate of an organization, with the CAA records by name. */
async function agreement(
  zone: Record<string, CaaAnswer>,
  given: {
    organization?: string;
    host?: string;
    names?: string[];
    trusted?: boolean;
    /** Addresses in the certificate that belong to its issuer. */
    addresses?: string[];
  } = {},
) {
  const { organization = "Sectigo Limited", host = "www.example.com", trusted = true } = given;
  const { names = [host], addresses = [] } = given;
  const location = (value: string) => ({ method: "ocsp", location: { type: "URI", value } });
  const access = { oid: "1.3.6.1.5.5.7.1.1", value: addresses.map(location) };
  const asked: string[] = [];
  const found = await caaAgreement(
    host,
    {
      certificate: {
        issuer: { organizationName: organization, raw: "" },
        extensions: {
          subjectAltName: names.map((value) => ({ type: "DNS", value })),
          all: [access],
        },
      },
      validation: { trusted },
    } as unknown as Parameters<typeof caaAgreement>[1],
    {
      allowPrivateNetwork: false,
      lookUp: (name) => {
        asked.push(name);
        return Promise.resolve(zone[name] ?? NONE);
      },
    },
    never(),
  );
  return { ...found, asked };
}

describe("CAA records of a host and the issuer of its certificate", () => {
  it("reports that the renewal will fail if the records, also of a parent, name only other authorities", async () => {
    const found = await agreement({ "example.com": issue("letsencrypt.org") });
    assert.equal(found.status, "forbidden");
    assert.equal(
      found.message,
      "example.com allows Let's Encrypt. This certificate is from Sectigo, so its renewal will fail.",
    );
    assert.deepEqual(found.asked, ["www.example.com", "example.com"]);
  });

  it("reports that the issuer is allowed, by name or because there are no records", async () => {
    const named = await agreement({ "www.example.com": issue("sectigo.com") });
    assert.deepEqual([named.status, named.message], [
      "allowed",
      "www.example.com allows Sectigo to issue.",
    ]);
    assert.equal((await agreement({})).status, "allowed");
  });

  it("queries the base name of a wildcard", async () => {
    const found = await agreement({}, { names: ["*.example.com"] });
    assert.equal(found.asked[0], "example.com");
  });

  it("reports what is unknown", async () => {
    const other = await agreement({ "example.com": issue("ca.example") }, { organization: "Acme" });
    assert.equal(other.status, "unknown");
    assert.match(other.message!, /^example\.com allows ca\.example\. We cannot tell .* "Acme"/);
    const failure = { status: "failure", reason: "no resolver answered" } as CaaAnswer;
    const silent = await agreement({ "www.example.com": failure });
    assert.equal(silent.status, "unknown");
    assert.match(
      silent.message!,
      /^DNS gave no answer for www\.example\.com\. .*: no resolver answered/,
    );
    const inside = await agreement({}, { host: "router.local" });
    assert.deepEqual([inside.status, inside.asked], ["unknown", []]);
  });

  it("makes no query if the issuer is not a public authority", async () => {
    const found = await agreement({}, { trusted: false });
    assert.deepEqual(found, { asked: [] });
  });

  it("recognizes authorities by the organization of their CAs", () => {
    // Organizations of CA certificates in Mozilla's list, and of those that issue servers' certificates.
    const organizations = {
      "Let's Encrypt": ["Let's Encrypt", "Internet Security Research Group"],
      "DigiCert": ["DigiCert Inc", "GeoTrust Inc.", "thawte, Inc.", "QuoVadis Limited"],
      "GlobalSign": ["GlobalSign nv-sa"],
      "Google Trust Services": ["Google Trust Services LLC", "Google Trust Services"],
      "Amazon Trust Services": ["Amazon"],
      "GoDaddy": ["GoDaddy.com, Inc.", "Starfield Technologies, Inc."],
      "SSL.com": ["SSL Corporation", "SSL Corp"],
      "Certum": ["Asseco Data Systems S.A.", "Unizeto Technologies S.A.", "Unizeto Sp. z o.o."],
      "HARICA": ["Hellenic Academic and Research Institutions CA"],
      "Sectigo": ["Sectigo Limited", "COMODO CA Limited", "The USERTRUST Network", "ZeroSSL"],
      "IdenTrust": ["IdenTrust", "Digital Signature Trust Co."],
      "Actalis": ["Actalis S.p.A./03358520967"],
      "SwissSign": ["SwissSign AG"],
      "Certainly (Fastly)": ["Certainly"],
    };
    const found = Object.values(organizations).flat().map((one) =>
      authorityOfIssuer(one, [])?.name
    );
    const expected = Object.entries(organizations).flatMap(([name, all]) => all.map(() => name));
    assert.deepEqual(found, expected);
    // The provider issues under the name that its operator enters.
    assert.equal(Object.keys(organizations).length, AUTHORITIES.length - 1);
    for (
      const organization of ["", "Sectigoland", "Example", "Amazonia", "Microsoft Corporation"]
    ) {
      assert.equal(authorityOfIssuer(organization, []), null, organization);
    }
  });

  it("recognizes a reseller's CA by the addresses in its certificates", async () => {
    assert.equal(authorityOfIssuer("Example Reseller", ["ocsp.sectigo.com"])?.name, "Sectigo");
    assert.equal(authorityOfIssuer("Example Reseller", ["r3.i.lencr.org"])?.name, "Let's Encrypt");
    assert.equal(authorityOfIssuer("Example", ["ocsp.notsectigo.com"]), null);
    const found = await agreement({ "example.com": issue("letsencrypt.org") }, {
      organization: "Example Reseller",
      addresses: ["http://example.crt.sectigo.com/a.crt", "http://ocsp.sectigo.com"],
    });
    assert.equal(found.status, "forbidden");
  });

  it("accepts every issuer domain name of an authority", async () => {
    for (const { name, domains } of AUTHORITIES) {
      for (const domain of domains) {
        const found = await agreement({ "example.com": issue(domain) }, { organization: name });
        assert.equal(found.status, "allowed", domain);
      }
    }
  });
});

describe("CAA records of a host from a resolver", () => {
  const ALIAS = { "www.example.com": { alias: "cdn.example.net" } } as const;
  const cases: [string, Record<string, Caa>, string, RegExp][] = [
    ["allows it", { "example.com": { issue: ["sectigo.com"] } }, "allowed", /allows Sectigo/],
    [
      "allows another",
      { "example.com": { issue: ["letsencrypt.org"] } },
      "forbidden",
      /its renewal will fail/,
    ],
    ["allows all", {}, "allowed", /No CAA record is published/],
    [
      "is an alias of a name that allows another",
      { ...ALIAS, "cdn.example.net": { issue: ["letsencrypt.org"] } },
      "forbidden",
      /its renewal will fail/,
    ],
    [
      "has aliases that form a loop",
      { ...ALIAS, "cdn.example.net": { alias: "www.example.com" } },
      "unknown",
      /the aliases of www\.example\.com form a loop/,
    ],
    [
      "cannot be asked",
      { "www.example.com": "failure" },
      "unknown",
      /^DNS gave no answer for www\.example\.com\. .*server failure/,
    ],
  ];
  for (const [name, caa, status, message] of cases) {
    it(`which ${name}`, async () => {
      await using dns = await startDns({}, { caa });
      const access = { allowPrivateNetwork: false, lookUp: lookUpWith([dns]) };
      const found = await caaAgreement("www.example.com", ANSWER, access, never());
      assert.equal(found!.status, status);
      assert.match(found!.message, message);
    });
  }

  it("which is silent until the time is up", async () => {
    await using dns = await startDns({}, { caa: { "www.example.com": "silence" } });
    const access = { allowPrivateNetwork: false, lookUp: lookUpWith([dns]) };
    const controller = new AbortController();
    const asking = caaAgreement("www.example.com", ANSWER, access, controller.signal);
    await dns.whenAsked(1);
    controller.abort(new TimeIsUp());
    const found = await asking;
    assert.equal(found!.status, "unknown");
    assert.match(found!.message, /^DNS gave no answer for .*the time was up/);
  });
});
