/** caa/validate: the grammar of RFC 8659, RFC 8657 and RFC 3597, right and wrong. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { ParsedRecord } from "../../../core/caa/contract.ts";
import { parseRecord } from "../../../core/caa/record-text.ts";
import {
  type CaaRecord,
  formatGeneric,
  formatRdata,
  formatRecord,
} from "../../../core/caa/records.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { caaValidateFixtures } from "../../fixtures/caa/index.ts";
import { assertLinear } from "../../support/cost.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { Seeded } from "../../support/seeded.ts";

async function validate(record: string): Promise<ParsedRecord> {
  const outcome = await execute(operations, "caa/validate", { record }, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return (outcome.value as { parsed: ParsedRecord }).parsed;
}

async function problem(record: string): Promise<string | null> {
  const parsed = await validate(record);
  assert.equal(parsed.isValid, parsed.problem === null);
  return parsed.problem;
}

/** RDATA with this tag and value in quotes. */
const rdata = (tag: string, value: string) => `0 ${tag} "${value}"`;

describe("caa/validate", () => {
  it("reads a zone line into domain, flags, tag and value", async () => {
    assert.deepEqual(await validate('Shop.Example.com. 3600 IN CAA 128 ISSUE "sectigo.com"'), {
      domain: "shop.example.com",
      flags: 128,
      tag: "issue",
      value: "sectigo.com",
      isValid: true,
      problem: null,
      notes: [],
      canonical: 'shop.example.com. IN CAA 128 issue "sectigo.com"',
    });
  });

  it("reads every order and spelling of a zone line as the same record", async () => {
    const lines = [
      'a.example. IN CAA 0 issue "ca.example"',
      'a.example. CAA 0 issue "ca.example"',
      'a.example. 3600 IN CAA 0 issue "ca.example"',
      'a.example. IN 1h30m CAA 0 issue "ca.example"',
      "a.example in caa 0 issue ca.example",
      'a.example.\tIN\tTYPE257\t0\tissue\t"ca.example" ; comment',
      'a.example. CLASS1 CAA 0 Issue "ca.example"',
      'a.example. IN CAA ( 0\n issue ; the tag\n "ca.example" )',
      'a.example. IN CAA 0 issue "c\\097.example"',
      "a.example. IN CAA 0 issue c\\a.example",
      "a.example. IN TYPE257 \\# 17 0005697373756563612E6578616D706C65",
      "a.example. IN CAA \\# 17 00 05 6973737565 63612e6578616d706c65",
      'a.example has CAA record 0 issue "ca.example"',
      'a.example\trdata_257 = 0 issue "ca.example"',
      '\ufeffa.example. IN CAA 0 issue "ca.example"\r\n',
      '; a comment\n$TTL 3600\na.example. IN CAA 0 issue "ca.example"\n',
    ];
    for (const line of lines) {
      const parsed = await validate(line);
      assert.equal(parsed.problem, null, line);
      assert.equal(parsed.canonical, 'a.example. IN CAA 0 issue "ca.example"', line);
    }
  });

  it("has no domain if the line has no owner", async () => {
    for (
      const line of ['0 issue "ca.example"', 'CAA 0 issue "ca.example"', " IN CAA 0 issue x.y"]
    ) {
      const parsed = await validate(line);
      assert.equal(parsed.problem, null, line);
      assert.equal(parsed.domain, null, line);
    }
  });

  it("distinguishes the type from an owner or a value that looks like one", async () => {
    assert.equal((await validate('CAA CAA 0 issue "ca.example"')).domain, "caa");
    assert.equal((await validate('CAA 3600 IN CAA 0 issue "ca.example"')).domain, "caa");
    const unknown = await validate("CAA 0 CAA 5");
    assert.deepEqual([unknown.domain, unknown.tag, unknown.value], [null, "caa", "5"]);
  });

  it("accepts values by the grammar of issue", async () => {
    for (
      const value of [
        ";",
        "",
        "  ;  ",
        "ca.example",
        "ca.example;",
        " ca.example ",
        "ca--x.example",
        "localhost",
        "ca.example; account=230123",
        "ca.example; policy=ev; x-1=",
        "ca.example;accounturi=https://ca.example/1;validationmethods=dns-01,ca-foo",
        "ca.example; validationmethods=",
        "; foo=bar",
        "ca.example; key = value",
        "ca.example; a=b=c",
      ]
    ) {
      for (const tag of ["issue", "issuewild", "issuemail", "issuevmc"]) {
        assert.equal(await problem(rdata(tag, value)), null, value);
      }
    }
  });

  it("rejects other values", async () => {
    const wrong = {
      "%%%%%": "Issuer is not a domain name",
      "ca.example.": "Issuer domain name must not end with a dot",
      "https://ca.example": "Issuer must be a domain name, not a URL",
      "me@ca.example": "Issuer must be a domain name, not an e-mail address",
      "ca example": "Issuer is not a domain name",
      "-ca.example": "Issuer is not a domain name",
      "ca_.example": "Issuer is not a domain name",
      [`${"a".repeat(64)}.example`]: "Issuer domain name is too long",
      [`${"a.".repeat(130)}example`]: "Issuer domain name is too long",
      "m\\195\\188nchen.example": "The value contains a character that is not printable ASCII",
      "ca.example\\000": "The value contains a character that is not printable ASCII",
      "ca.example; foo": "A parameter has no equals sign",
      "ca.example; a=b;": "A semicolon is not followed by a parameter",
      "ca.example;;": "A semicolon is not followed by a parameter",
      "ca.example; a=b c": "A parameter's value contains a space",
      "ca.example; =b": "A parameter's name must be letters, digits and inner hyphens",
      "ca.example; a_b=c": "A parameter's name must be letters, digits and inner hyphens",
      "ca.example; accounturi=no-uri": "accounturi must be a URI",
      "ca.example; accounturi=https://a/1; accounturi=https://a/2":
        "accounturi may appear only once. With this record no authority may issue",
      "ca.example; validationmethods=dns_01": "validationmethods must be names separated by commas",
    };
    for (const [value, text] of Object.entries(wrong)) {
      assert.equal(await problem(rdata("issue", value)), text, value);
    }
  });

  it("checks iodef and the contact tags by their own grammars", async () => {
    const right: [string, string][] = [
      ["iodef", "mailto:security@example.com"],
      ["iodef", "MAILTO:security@example.com?subject=caa"],
      ["iodef", "mailto:a%26b@example.com"],
      ["iodef", "https://iodef.example.com/report?x=1"],
      ["iodef", "http://192.0.2.1/"],
      ["contactemail", "domain.owner@example.com"],
      ["contactemail", "Owner@Example.com"],
      ["contactemail", "m\\195\\188ller@example.com"],
      ["contactphone", "+1-555-0100"],
      ["contactphone", "+49(30)1234.567"],
    ];
    for (const [tag, value] of right) assert.equal(await problem(rdata(tag, value)), null, value);
    const wrong: [string, string, RegExp][] = [
      ["iodef", "security@example.com", /needs mailto:/],
      ["iodef", "mailto:", /e-mail address after mailto:/],
      ["iodef", "mailto:%zz@example.com", /percent/],
      ["iodef", "ftp://example.com", /mailto:, http: or https:/],
      ["iodef", "https://", /complete URL/],
      ["iodef", "", /mailto:, http: or https:/],
      ["contactemail", " owner@example.com", /e-mail/],
      ["contactemail", "owner", /e-mail/],
      ["contactphone", "555-0100", /country code/],
      ["contactphone", "+", /country code/],
    ];
    for (const [tag, value, text] of wrong) {
      assert.match((await problem(rdata(tag, value)))!, text, value);
    }
  });

  it("accepts an unknown tag, and explains the effect of a critical one", async () => {
    const parsed = await validate('0 future "any; thing %"');
    assert.equal(parsed.isValid, true);
    assert.match(parsed.notes[0], /ignore it/);
    assert.match((await validate("128 future x")).notes[0], /must not issue/);
    assert.match((await validate("1 issue ca.example")).notes[0], /critical flag is 128/);
    assert.match((await validate("64 issue ca.example")).notes[0], /Reserved/);
    assert.match((await validate("0 issue ca.example ; accounturi=x")).notes[0], /comment/);
  });

  it("reports the fault of the line", () => {
    const OWNER = "The owner must be a domain name, without a port, a path or an e-mail address";
    const wrong = {
      "": "No record found",
      "; nothing": "No record found",
      "hello": "This is not a CAA record",
      "a.example. IN A 192.0.2.1": "This is a DNS record of another type, not a CAA record",
      "a.example. CH CAA 0 issue ca.example": "The class must be IN",
      "a.example. CAA": "Flags, tag and value are missing",
      "a.example. CAA 0": "Tag and value are missing",
      "a.example. CAA 0 issue": "The value is missing",
      "a.example. CAA 0 issue ;":
        'The value is missing. An unquoted semicolon starts a comment: write ";" in quotes',
      "a.example. CAA -1 issue x": "Flags must be a number from 0 to 255",
      "a.example. CAA 0x0 issue x": "Flags must be a number from 0 to 255",
      'a.example. CAA "0" issue x': "Flags must be a number from 0 to 255",
      'a.example. CAA 0 "issue" x': "The tag must not be in quotes",
      "a.example. CAA 0 is.sue x": "The tag must be letters and digits",
      "a.example. CAA 0 issue a b":
        "Found 2 values, expected one. Put a value that contains spaces in quotes",
      '0 issue "open': "A quote is not closed at the end of its line",
      '0 issue "a\nb"': "A quote is not closed at the end of its line",
      "0 issue a\\256": "A backslash must be followed by a character or by three digits up to 255",
      "0 issue a\\": "A backslash must be followed by a character or by three digits up to 255",
      "( 0 issue x": "A parenthesis is not closed",
      "0 issue x )": "A closing parenthesis has no opening parenthesis",
      "0 issue a\u0000": "Found a control character (code 0)",
      "0\u00a0issue a": "Found a non-breaking space. Use a normal space",
      "a..example. CAA 0 issue x": "The owner name has an empty label",
      "a.example:443 CAA 0 issue x": OWNER,
      "a.example/path CAA 0 issue x": OWNER,
      "me@a.example CAA 0 issue x": OWNER,
      "a.example, CAA 0 issue x": OWNER,
      [`${"a".repeat(64)}. CAA 0 issue x`]: "The owner name has a label of more than 63 octets",
      [`${"aa.".repeat(100)} CAA 0 issue x`]: "The owner name is longer than 255 octets",
      "a. TYPE257 \\# x 00": "The length after \\# must be a number",
      "a. TYPE257 \\# 2 00": "The length after \\# is wrong: the data has 1 octet",
      "a. TYPE257 \\# 2 0g00": "The data after \\# must be pairs of hex digits",
      "a. TYPE257 \\# 1 00": "The data is too short for flags and tag",
      "a. TYPE257 \\# 3 000541": "The data ends in the middle of the tag",
      "a. TYPE257 \\# 2 0000": "The tag must be letters and digits",
      "a. TYPE257 \\# 4 00012d78": "The tag must be letters and digits",
    };
    for (const [line, text] of Object.entries(wrong)) {
      // The contract rejects an empty input, so call the parser directly.
      assert.equal(parseRecord(line).problem, text, JSON.stringify(line));
    }
  });

  it("writes values with quotes, backslashes and any octet reversibly", () => {
    const value = 'say "hi" \\ ; (x)\u0000\u007f\u00ff\t';
    const record: CaaRecord = { owner: "a.example", flags: 7, tag: "tbs", value };
    assert.equal(
      formatRdata(record),
      '7 tbs "say \\"hi\\" \\\\ ; (x)\\000\\127\\255\\009"',
    );
    assert.deepEqual(parseRecord(formatRecord(record)).record, record);
    assert.deepEqual(parseRecord(formatGeneric(record)).record, record);
  });

  it(
    "agrees with named-checkzone on which lines are CAA records",
    needs("named-checkzone"),
    async () => {
      const lines = [
        ...caaValidateFixtures.map(({ input }) => (input as { record?: string }).record),
        'a.example. IN CAA 0 issue "ca.example"',
        "a.example. IN CAA 0 issue ca.example",
        "a.example. IN CAA 0 issue \\;",
        'a.example. IN CAA 255 z9 "\\000\\255"',
        "a.example. IN CAA 256 issue x",
        "a.example. IN CAA 0 is-sue x",
        "a.example. IN CAA 0 issue a b",
        "a.example. IN CAA 0 issue",
        'a.example. IN CAA 0 issue ""',
        'a.example. IN CAA 0 issue "a\\256"',
        "a.example. IN TYPE257 \\# 5 000141 4142",
        "a.example. IN TYPE257 \\# 3 000541",
      ].filter((line): line is string => line !== undefined && /^[a-z.]+\.\s/.test(line));
      assert(lines.length > 20);
      for (const line of lines) {
        const owner = line.slice(0, line.indexOf(" ") - 1);
        const zone = [
          "$TTL 3600",
          `${owner}. 3600 IN SOA ns.example. host.example. 1 7200 3600 1209600 3600`,
          `${owner}. 3600 IN NS ns.example.`,
          line,
          "",
        ].join("\n");
        const { code, stdout } = await runProgram(
          "named-checkzone",
          ["-i", "none", "-D", "-q", "-o", "-", owner, "/dev/stdin"],
          zone,
        );
        const isCaa = code === 0 && /\sCAA\s/.test(stdout);
        // Both judge the syntax; what a value means is beyond a zone file's reader.
        assert.equal(parseRecord(line).record !== null, isCaa, line);
      }
    },
  );
});

describe("CAA records", () => {
  const ALNUM = "abcdefghijklmnopqrstuvwxyz0123456789";
  const random = new Seeded(8659);

  function record(): CaaRecord {
    const owner = random.below(10) === 0
      ? null
      : Array.from({ length: 1 + random.below(4) }, () => random.text(ALNUM, 1, 12)).join(".");
    const octets = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
    const value = random.below(3) === 0
      ? random.text(octets, 0, 300)
      : random.text(` ;"\\()=,.:@${ALNUM}`, 0, 60);
    return {
      owner,
      flags: random.below(256),
      tag: random.pick(["issue", "issuewild", "iodef", random.text(ALNUM, 1, 15)]),
      value,
    };
  }

  it("are read back from both forms, 10,000 of them", () => {
    for (let left = 10_000; left > 0; left--) {
      const written = record();
      for (const format of [formatRecord, formatGeneric]) {
        const line = format(written);
        assert.deepEqual(parseRecord(line).record, written, line);
      }
    }
  });

  it("never make the parser throw, for any 200 characters", () => {
    const pieces = [
      ...' \t\n\r;()"\\#$@.,=%0123456789abcXYZ\u0000\u007f\u00a0ü漢\u{1f600}\ud800“',
      "IN ",
      "CAA ",
      "TYPE257 ",
      "\\# ",
      "issue ",
      "0 ",
      "example.com. ",
      "; accounturi=",
      "mailto:",
      "https://",
      "xn--",
      "\\000",
    ];
    for (const text of ["(".repeat(200), '"'.repeat(200), "\\".repeat(200), "a.".repeat(100)]) {
      parseRecord(text);
    }
    for (let left = 20_000; left > 0; left--) {
      const text = random.text(pieces, 0, 200).slice(0, 200);
      assert.doesNotThrow(() => parseRecord(text), JSON.stringify(text));
    }
  });

  for (const unit of ["(", ")", '"', "\\", "a ", ";\n", "\\# 1 ", "0 issue x\n", "a.", "ü"]) {
    it(`take time in proportion to their text: ${JSON.stringify(unit)}`, async () => {
      const units = Math.floor(50_000 / unit.length);
      await assertLinear((size) => unit.repeat(size), parseRecord, units);
    });
  }
});
