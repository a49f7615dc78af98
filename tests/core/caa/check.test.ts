/** caa/check: what existing records mean, and who may issue by them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { caaCheck } from "../../../core/caa/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";

type Checked = OutputOf<typeof caaCheck>;

async function check(input: unknown): Promise<Checked> {
  const outcome = await execute(operations, "caa/check", input, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as Checked;
}

/** The answer for records at example.com given as `tag value` lines. */
async function may(
  authority: string,
  rdata: string[],
  question: { domain?: string; purpose?: string } = {},
) {
  const records = rdata.map((line) => `example.com. IN CAA ${line}`).join("\n");
  const { answer } = await check({ records, authority, domain: "example.com", ...question });
  assert(answer);
  return answer;
}

describe("caa/check", () => {
  it("lets issue govern wildcards if there is no issuewild", async () => {
    const records = ['0 issue "sectigo.com"'];
    const wildcard = { domain: "*.example.com" };
    assert.equal((await may("sectigo", records)).permitted, true);
    assert.equal((await may("sectigo", records, wildcard)).permitted, true);
    assert.equal((await may("letsencrypt", records)).permitted, false);
    assert.equal((await may("letsencrypt", records, wildcard)).permitted, false);
  });

  it("lets issuewild govern wildcards, and nothing else", async () => {
    const records = ['0 issue "sectigo.com"', '0 issuewild "pki.goog"'];
    const wildcard = { purpose: "wildcard" };
    assert.equal((await may("sectigo", records)).permitted, true);
    assert.equal((await may("sectigo", records, wildcard)).permitted, false);
    assert.equal((await may("google", records)).permitted, false);
    assert.equal((await may("google", records, wildcard)).permitted, true);
    // RFC 8659, section 4.3: without issue records, only wildcards are restricted.
    assert.equal((await may("sectigo", ['0 issuewild ";"'])).permitted, true);
    assert.equal((await may("sectigo", ['0 issuewild ";"'], wildcard)).permitted, false);
  });

  it("says a remark on several records once, and explains a headline with a few of them", async () => {
    const word = (index: number) => `a. IN CAA 0 issue "x${index}"`;
    const same = await check({ records: Array.from({ length: 9 }, () => word(0)).join("\n") });
    const codes = (verdict: Checked["verdict"]) => verdict.statements.map(({ code }) => code);
    assert.equal(codes(same.verdict).filter((code) => code === "caa_issuer_is_word").length, 1);
    assert.equal(same.records.filter(({ notes }) => notes.length === 1).length, 9);

    const many = Array.from({ length: 900 }, (_, index) => word(index)).join("\n");
    const { verdict, policies } = await check({ records: many });
    assert.equal(verdict.level, "warning");
    assert.equal(verdict.cause.split("authority may issue").length - 1, 5);
    assert(codes(verdict).length < 120, `${codes(verdict).length} statements`);
    assert(JSON.stringify(policies).length < 1_000, "a sentence lists few of 900 authorities");
  });

  it("lists few limits of a record, each once", async () => {
    const parameters = Array.from({ length: 200 }, (_, index) => `p${index % 100}=1`).join("; ");
    const { policies } = await check({ records: `a. IN CAA 0 issue "pki.goog; ${parameters}"` });
    const [sentence] = policies[0].sentences;
    assert.equal(sentence.split("the parameter").length - 1, 10);
    assert.match(sentence, /and 90 more/);
  });

  it("treats a set with only iodef as no restriction", async () => {
    const records = ['0 iodef "mailto:a@example.com"'];
    for (const purpose of ["tls", "wildcard", "email"]) {
      assert.equal((await may("digicert", records, { purpose })).permitted, true);
    }
  });

  it("forbids issuing for a bare semicolon, a malformed value and an unknown critical tag", async () => {
    for (const line of ['0 issue ";"', '0 issue "%%%%%"', '0 issue ""', '128 tbs "x"']) {
      assert.equal((await may("sectigo", [line])).permitted, false, line);
    }
    // A second record that allows the authority wins over the one that allows no CA, but not over
    // a critical unknown one.
    assert.equal((await may("sectigo", ['0 issue ";"', '0 issue "sectigo.com"'])).permitted, true);
    assert.equal(
      (await may("sectigo", ['128 tbs "x"', '0 issue "sectigo.com"'])).permitted,
      false,
    );
    assert.equal((await may("sectigo", ['0 tbs "x"'])).permitted, true);
  });

  it("governs S/MIME separately", async () => {
    const email = { purpose: "email" };
    assert.equal((await may("digicert", ['0 issue "sectigo.com"'], email)).permitted, true);
    const records = ['0 issue "sectigo.com"', '0 issuemail "digicert.com"'];
    assert.equal((await may("digicert", records, email)).permitted, true);
    assert.equal((await may("sectigo", records, email)).permitted, false);
  });

  it("recognizes every documented domain of an authority, and accepts unlisted domains", async () => {
    assert.equal((await may("sectigo", ['0 issue "Comodoca.com"'])).permitted, true);
    assert.equal((await may("ca.example.net", ['0 issue "ca.example.net"'])).permitted, true);
    assert.equal((await may("CA.example.net", ['0 issue "ca.example.org"'])).permitted, false);
  });

  it("states further conditions", async () => {
    const answer = await may("letsencrypt", [
      '0 issue "letsencrypt.org; accounturi=https://acme.example/1; validationmethods=dns-01"',
      '128 issuemail ";"',
    ]);
    assert.equal(answer.permitted, true);
    assert.deepEqual(answer.conditions, [
      "The authority must know the tag issuemail, which is marked critical.",
      "It may issue only for the account https://acme.example/1 and only by dns-01.",
    ]);
    const free = await may("letsencrypt", [
      '0 issue "letsencrypt.org; validationmethods=dns-01"',
      '0 issue "letsencrypt.org"',
    ]);
    assert.deepEqual(free.conditions, []);
  });

  it("uses the host of a pasted URL as the name, also of a wildcard", async () => {
    const records = 'example.com. CAA 0 issue "sectigo.com"\nexample.com. CAA 0 issuewild ";"';
    const may = async (domain: string) =>
      (await check({ records, domain, authority: "sectigo" })).answer!.permitted;
    assert.equal(await may("https://www.example.com:8443/shop?x=1"), true);
    assert.equal(await may("https://*.example.com/"), false);
  });

  it("climbs to the closest name that has records", async () => {
    const records = [
      "$ORIGIN example.com.",
      '@ CAA 0 issue "sectigo.com"',
      'shop 300 IN CAA 0 issue "pki.goog"',
      '\tCAA 0 iodef "mailto:a@example.com"',
    ].join("\n");
    const where = async (domain: string) =>
      (await check({ records, domain, authority: "google" })).answer!;
    assert.deepEqual(
      [
        (await where("a.b.shop.example.com")).permitted,
        (await where("shop.example.com")).governedBy,
      ],
      [true, "shop.example.com"],
    );
    assert.equal((await where("www.example.com")).permitted, false);
    assert.equal((await where("www.example.com")).governedBy, "example.com");
    const elsewhere = await where("notexample.com");
    assert.equal(elsewhere.permitted, null);
    assert.equal(elsewhere.governedBy, null);
  });

  it("follows aliases, and gives no answer for a name whose aliases form a loop", async () => {
    const records = [
      "www.example.com. CNAME web.example.net.",
      'web.example.net. CAA 0 issue "sectigo.com"',
      "a.example.com. CNAME b.example.com.",
      "b.example.com. CNAME a.example.com.",
      'example.com. CAA 0 issue "pki.goog"',
    ].join("\n");
    const www = await check({ records, domain: "www.example.com", authority: "sectigo" });
    assert.equal(www.answer!.permitted, true);
    assert.equal(www.answer!.governedBy, "web.example.net");
    const loop = await check({ records, domain: "a.example.com", authority: "google" });
    assert.deepEqual(loop.answer, {
      permitted: null,
      reason: "The aliases of a.example.com form a loop or are too many to follow.",
      conditions: [],
      governedBy: null,
    });
  });

  it("shows each record with its line, and counts other records", async () => {
    const { records, ignored, policies, answer } = await check({
      records: 'a.example. NS x.\na.example. CAA 0 issue "b.example"\na.example. CAA 0 issue ;\n',
    });
    assert.deepEqual(records.map(({ line, isValid }) => [line, isValid]), [[2, true], [3, false]]);
    assert.equal(ignored, 1);
    assert.equal(answer, null);
    assert.deepEqual(policies, [{
      domain: "a.example",
      sentences: [
        "Only b.example may issue TLS certificates for a.example.",
        "Wildcard certificates: the same.",
        "S/MIME certificates: not restricted.",
        "Names below a.example: the same, unless they have CAA records of their own.",
      ],
    }]);
  });

  it("gives no answer without records", async () => {
    const two = 'a.example. CAA 0 issue "x.example"\nb.example. CAA 0 issue "y.example"';
    assert.equal((await check({ records: two, authority: "sectigo" })).answer!.permitted, null);
    assert.equal((await check({ records: "hello", authority: "sectigo" })).answer!.permitted, null);
  });

  it("rejects a text with too many records, and reads a large one quickly", async () => {
    const line = 'example.com. IN CAA 0 issue "sectigo.com"\n';
    const outcome = await execute(
      operations,
      "caa/check",
      { records: line.repeat(20_000) },
      createContext(),
    );
    assert(!outcome.ok);
    assert.equal(outcome.error.code, "too_complex");
    assert.equal((await check({ records: line.repeat(1000) })).records.length, 1000);
  });

  it("counts aliases like records", async () => {
    const aliases = Array.from({ length: 1_000 }, (_, n) => `a${n} CNAME b\n`);
    const record = 'a.example. CAA 0 issue "x.example"\n';
    assert.equal(await codeOf(aliases.join("") + record), "too_complex");
    assert.equal(await codeOf(aliases.slice(1).join("") + record), null);
  });

  it("refuses more names than a text of its size has", async () => {
    // Each line makes 100 names of its own.
    const deep = "a.".repeat(100);
    const lines = (count: number) =>
      Array.from({ length: count }, (_, n) => `${deep}n${n} A 192.0.2.1\n`).join("");
    assert.equal(await codeOf(lines(1_000)), "too_complex");
    assert.equal(await codeOf(lines(900)), null);
  });

  it("refuses every name that is longer than 255 octets with its origin", async () => {
    const record = 'CAA 0 issue "x.example"';
    const label = "o".repeat(63);
    // Three labels of 64 octets, one of 62 and the root are 255 octets; the owner adds two.
    const longest = [label, label, label, "o".repeat(61)].join(".");
    for (
      const [text, code] of [
        [`$ORIGIN ${longest}.\n@ ${record}`, null],
        [`$ORIGIN ${longest}.\na ${record}`, "invalid_input"],
        [`$ORIGIN ${longest}.\n  ${record}`, null],
        [`$ORIGIN ${longest}o.\n@ ${record}`, "invalid_input"],
        [`$ORIGIN ${longest}.\nx CNAME y`, "invalid_input"],
        [`x.example. CNAME ${longest}.y.`, "invalid_input"],
        [`${longest}.y. ${record}`, "invalid_input"],
        [`${"\\065".repeat(63)}.example. ${record}`, null],
        [`\u4e00${"o".repeat(300)} ${record}`, "invalid_input"],
      ] as const
    ) assert.equal(await codeOf(text), code, text);
    // The work would grow with the square of the text.
    const relative = Array.from({ length: 4_000 }, (_, n) => `${n} CNAME b\n`).join("");
    assert.equal(await codeOf(`$ORIGIN ${"o".repeat(42_000)}\n${relative}`), "invalid_input");
  });
});

/** The error code for a text of records; null if it is answered. */
async function codeOf(records: string): Promise<string | null> {
  const outcome = await execute(operations, "caa/check", { records }, createContext());
  return outcome.ok ? null : outcome.error.code;
}
