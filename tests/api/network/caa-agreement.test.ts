import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { caaAgreement } from "../../../api/network/dns/caa.ts";
import { lookUpWith } from "../../../api/network/dns/caa.ts";
import { TimeIsUp } from "../../../api/network/concurrency.ts";
import type { CaaAnswer } from "../../../api/network/dns/message.ts";
import { authorityNamed } from "../../../core/caa/effective.ts";
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
    extensions: { subjectAltName: [{ type: "DNS", value: "www.example.com" }] },
  },
  validation: { trusted: true },
} as Parameters<typeof caaAgreement>[1];

/** The agreement for a certificate of an organization, with the CAA records by name. */
async function agreement(
  zone: Record<string, CaaAnswer>,
  given: { organization?: string; host?: string; names?: string[]; trusted?: boolean } = {},
) {
  const { organization = "Sectigo Limited", host = "www.example.com", trusted = true } = given;
  const { names = [host] } = given;
  const asked: string[] = [];
  const found = await caaAgreement(
    host,
    {
      certificate: {
        issuer: { organizationName: organization, raw: "" },
        extensions: { subjectAltName: names.map((value) => ({ type: "DNS", value })) },
      },
      validation: { trusted },
    } as Parameters<typeof caaAgreement>[1],
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
    assert.match(other.message!, /^example\.com allows ca\.example\. The name of "Acme"/);
    const failure = { status: "failure", reason: "no resolver answered" } as CaaAnswer;
    const silent = await agreement({ "www.example.com": failure });
    assert.equal(silent.status, "unknown");
    assert.match(silent.message!, /^DNS could not be asked\. .*no resolver answered/);
    const inside = await agreement({}, { host: "router.local" });
    assert.deepEqual([inside.status, inside.asked], ["unknown", []]);
  });

  it("makes no query if the issuer is not a public authority", async () => {
    const found = await agreement({}, { trusted: false });
    assert.deepEqual(found, { asked: [] });
  });

  it("recognizes authorities by the beginning of their organization's name", () => {
    for (
      const [organization, name] of [
        ["Let's Encrypt", "Let's Encrypt"],
        ["DigiCert Inc", "DigiCert"],
        ["GlobalSign nv-sa", "GlobalSign"],
        ["Google Trust Services LLC", "Google Trust Services"],
      ]
    ) assert.equal(authorityNamed(organization)?.name, name);
    for (const organization of ["", "Sectigoland", "Example"]) {
      assert.equal(authorityNamed(organization), null);
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
      /DNS could not be asked\. .*server failure/,
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
    assert.match(found!.message, /^DNS could not be asked\. .*the time was up/);
  });
});
