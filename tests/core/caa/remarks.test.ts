/** Remarks on records that are valid and probably a mistake, and the records that were meant by invalid ones. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { AUTHORITIES } from "../../../core/caa/authorities.ts";
import { parseRecord } from "../../../core/caa/record-text.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";

type Facts = Record<string, unknown>;

/** The code and the facts of each remark. */
const remarksOn = (record: string): [string, Facts][] =>
  parseRecord(record).notes.map(({ code, facts }) => [code, facts as Facts]);

describe("remarks on issuers", () => {
  it("has none for the domains of authorities, and for a semicolon", () => {
    for (const domain of AUTHORITIES.flatMap(({ domains }) => domains)) {
      assert.deepEqual(remarksOn(`0 issue "${domain}"`), [], domain);
    }
    assert.deepEqual(remarksOn('0 issue ";"'), []);
  });

  it("names the domain that was probably meant", () => {
    const mistaken = {
      "letsencrypt.org": [
        ..."lenscrypt.org letsencrypt.com www.letsencrypt.org letsencrpyt.org lets-encrypt.org letsencrypt"
          .split(" "),
      ],
      "pki.goog": ["pki.google.com"],
      "sectigo.com": ["zerossl.com", "gandi.net", "secure.sectigo.com", "sectgo.com"],
      "digicert.com": ["digicert.net", "digisert.com"],
      "globalsign.com": ["globalsign.net", "globalsing.com"],
    };
    for (const [meant, issuers] of Object.entries(mistaken)) {
      for (const issuer of issuers) {
        const [[code, facts]] = remarksOn(`0 issuewild "${issuer}"`);
        assert.deepEqual([code, facts.meant], ["caa_issuer_mistaken", meant], issuer);
      }
    }
  });

  it("does not guess at the domains of other authorities", () => {
    for (
      const issuer of ["entrust.net", "entrust.com", "buypass.com", "telesec.de", "ca.example"]
    ) {
      const codes = remarksOn(`0 issue "${issuer}"`).map(([code]) => code);
      assert.deepEqual(codes, ["caa_issuer_unlisted"], issuer);
    }
  });

  it("explains how to forbid every authority", () => {
    for (const issuer of ["none", "null", "deny", "0", "localhost", "NONE"]) {
      const codes = remarksOn(`0 issue "${issuer}"`).map(([code]) => code);
      assert.deepEqual(codes, ["caa_issuer_is_word"], issuer);
    }
  });
});

describe("remarks on parameters", () => {
  const methods = (list: string) =>
    remarksOn(`0 issue "letsencrypt.org; validationmethods=${list}"`);

  it("names methods that do not exist, with the one that was meant", () => {
    assert.deepEqual(methods("dns-01,http-01,tls-alpn-01,ca-own,dns-persist-01"), []);
    for (
      const [method, meant] of [["dns01", "dns-01"], ["http-1", "http-01"], ["DNS-01", "dns-01"], [
        "dns",
        "dns-01",
      ], ["foo", null]]
    ) {
      assert.deepEqual(methods(`http-01,${method}`), [["caa_method_unregistered", {
        method,
        meant,
      }]]);
    }
  });

  it("names an account of another authority or for tests", () => {
    const codes = (issuer: string, uri: string) =>
      remarksOn(`0 issue "${issuer}; accounturi=${uri}"`).map(([code]) => code);
    const own = "https://acme-v02.api.letsencrypt.org/acme/acct/1";
    const staging = "https://acme-staging-v02.api.letsencrypt.org/acme/acct/1";
    assert.deepEqual(codes("letsencrypt.org", own), []);
    assert.deepEqual(codes("digicert.com", own), ["caa_account_of_other"]);
    assert.deepEqual(codes("sectigo.com", "https://acme.zerossl.com/v2/DV90/account/1"), []);
    assert.deepEqual(codes("letsencrypt.org", staging), ["caa_account_for_tests"]);
    assert.deepEqual(codes("sectigo.com", "https://ca.example/1"), []);
  });

  it("are in the notes of new records too, once each", async () => {
    const outcome = await execute(operations, "caa/generate", {
      domain: "example.com",
      certificateAuthorities: { digicert: true },
      recordTypes: { issue: true, issuewild: true },
      accountUri: "https://acme-v02.api.letsencrypt.org/acme/acct/1",
      validationMethods: ["dns-01", "dns01", "http-1"],
    }, createContext());
    assert(outcome.ok);
    const { notes, verdict } = outcome.value as {
      notes: string[];
      verdict: { level: string; statements: { code: string }[] };
    };
    assert.equal(notes.length, 3);
    assert.equal(verdict.level, "warning");
    const codes = new Set(verdict.statements.map(({ code }) => code));
    assert(codes.has("caa_account_of_other") && codes.has("caa_method_unregistered"));
  });
});

describe("the record that was meant by an invalid one", () => {
  it("is written as it should be", () => {
    const one = ['0 issue "letsencrypt.org"'];
    const cases: Record<string, string[]> = {
      '0 issue "letsencrypt.org; digicert.com"': [...one, '0 issue "digicert.com"'],
      '0 issue "letsencrypt.org,digicert.com"': [...one, '0 issue "digicert.com"'],
      "example.com. CAA 0 issue letsencrypt.org digicert.com": [...one, '0 issue "digicert.com"'],
      '0 issue "\\"letsencrypt.org\\""': one,
      "0 issue 'letsencrypt.org'": one,
      "issue letsencrypt.org": one,
      "0 issue=letsencrypt.org": one,
      '0,issue,"letsencrypt.org"': one,
      '0 issue "https://letsencrypt.org/"': one,
      '0 issue "letsencrypt.org."': one,
      '0 "issue" "letsencrypt.org"': one,
      '128 iodef "security@example.com"': ['128 iodef "mailto:security@example.com"'],
    };
    for (const [text, records] of Object.entries(cases)) {
      const { problem, notes } = parseRecord(text);
      assert(problem !== null, text);
      const found = notes.find(({ code }) => code === "caa_record_meant");
      assert.deepEqual(found?.facts, { records }, text);
    }
  });

  it("is not guessed", () => {
    for (
      const text of [
        "hello",
        '0 issue "%%%%%"',
        "0 issue a b",
        "a.example. A 192.0.2.1",
        '0 tbs "x',
      ]
    ) {
      const codes = parseRecord(text).notes.map(({ code }) => code);
      assert(!codes.includes("caa_record_meant"), text);
    }
  });
});
