/** Rules that are not asked of every certificate (ask.ts, `needs`). */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../../core/kernel/context.ts";
import { Candidate } from "../../../../core/x509/constraints/candidate.ts";
import { Questions } from "../../../../core/x509/rules/ask.ts";
import { rfc5280 } from "../../../../core/x509/rules/documents.ts";
import { attributesOf } from "../../../../core/x509/rules/lint/attributes.ts";
import { HAS, isUsualName } from "../../../../core/x509/rules/lint/features.ts";
import { elements } from "../../../../core/x509/rules/lint/tlv.ts";
import {
  isUsualDistinguishedName,
  isUsualKeyUsage,
  isUsualRsaKey,
  isUsualUtcTime,
} from "../../../../core/x509/rules/lint/usual.ts";
import { type Examined, policy, type Rule } from "../../../../core/x509/rules/rule.ts";
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import { CASES } from "./all-cases.ts";
import {
  attribute,
  type AttributeName,
  type Bytes,
  hex,
  leaf,
  name,
  rdn,
  seq,
  text,
} from "./maker.ts";
import { missed, RULES } from "./missed.ts";

describe("lint > needs", () => {
  it("leave out no rule that one of the cases breaks", () => {
    for (const [code, { bad, good }] of Object.entries(CASES)) {
      assert.deepEqual(missed(bad), [], `the bad certificate of ${code}`);
      if (good) assert.deepEqual(missed(good), [], `the good certificate of ${code}`);
    }
  });

  it("call no name usual that a rule on the form of names objects to", () => {
    const long = "a".repeat(64);
    const odd = [
      "",
      " ",
      "a",
      "*",
      "*.com",
      "*.*.a.com",
      "a.*.com",
      "a*.b.com",
      "a..com",
      ".a.com",
    ];
    odd.push("a.com.", "-a.com", "a-.com", "a.-b.com", "ab--c.com", "xn--e1afmkfd.com", "a_b.com");
    odd.push("a b.com", "a\0.com", "ä.com", "a.com/", `${long}.com`, `a.${long}`, "1.2.3.4:5");
    odd.push(Array(65).fill("a").join("."));
    assert.deepEqual(odd.filter(isUsualName), []);
    const usual = ["a.com", "*.a.com", "www.A-b-1.example", "1.2.3.4", `${"a-".repeat(31)}a.com`];
    assert.deepEqual(usual.filter(isUsualName), usual);
  });

  it("call no distinguished name usual that a rule on attributes objects to", () => {
    const isUsual = (der: Bytes) => isUsualDistinguishedName(attributesOf(der));
    const long = "a".repeat(65);
    const odd = [
      "",
      " ",
      " a",
      "a ",
      "a\0b",
      "a\u00e9",
      "\u00c3\u00a9",
      "a&amp;b",
      "a=b",
      "a;b",
      "-",
      "*",
    ];
    for (const value of [...odd, "a:b", "a\tb", long, `*.${"a".repeat(63)}`, "a\n"]) {
      assert(!isUsual(seq(rdn(attribute("O", value)))), JSON.stringify(value));
    }
    const one = (type: AttributeName, value: string, tag: number) =>
      seq(rdn(attribute(type, value, tag)));
    assert(!isUsual(seq()));
    assert(!isUsual(seq(rdn(attribute("O", "a"), attribute("CN", "b")))));
    assert(!isUsual(one("C", "NL", TAG.UTF8_STRING)));
    assert(!isUsual(one("serialNumber", "1", TAG.UTF8_STRING)));
    assert(!isUsual(one("CN", "*.a.com", TAG.PRINTABLE_STRING)));
    assert(!isUsual(one("DC", "a", TAG.UTF8_STRING)));
    for (const tag of [TAG.T61_STRING, TAG.BMP_STRING, TAG.IA5_STRING, TAG.INTEGER]) {
      assert(!isUsual(one("O", "aa", tag)), `tag ${tag}`);
    }
    assert(isUsual(name({ C: "NL", ST: "A", O: "O'B (N.V.), Inc.", CN: "*.example.com" })));
    assert(isUsual(one("O", "a".repeat(62), TAG.PRINTABLE_STRING)));
  });

  it("call no RSA key usual that a rule on its form objects to", () => {
    const key = (modulus: string, exponent = "010001", tag: number = TAG.INTEGER) =>
      isUsualRsaKey(elements(Uint8Array.from([
        ...element(tag, hex(modulus)),
        ...element(TAG.INTEGER, hex(exponent)),
      ])));
    const ff = "ff".repeat(255);
    assert(key(`00ff${ff}`));
    assert(key(`0080${ff}ff`));
    const odd = [`00${ff}`, `007f${ff}`, `ff${ff}ff`, `0100${ff}`, `00ff${"ff".repeat(254)}fe`, ""];
    for (const modulus of odd) assert(!key(modulus), modulus);
    for (const exponent of ["", "01", "03", "010003", "810001", "00010001", "010000"]) {
      assert(!key(`00ff${ff}`, exponent), exponent);
    }
    assert(!key(`00ff${ff}`, "010001", TAG.OCTET_STRING));
    assert(!isUsualRsaKey([]));
  });

  it("call no key usage and no date usual that is written in another way", () => {
    const usage = (value: string) => {
      const bytes = hex(value);
      const raw = { oid: "", critical: true, start: 0, body: 0, end: bytes.length };
      return isUsualKeyUsage(bytes, raw);
    };
    assert.deepEqual(["030205a0", "03020780", "03020106", "03020001"].filter(usage).length, 4);
    const odd = ["030200a0", "030206a0", "03020000", "03020700", "0303070080", "0301", "030100"];
    assert.deepEqual([...odd, "040205a0", "030205a000", ""].filter(usage), []);

    const time = (value: string, tag: number = TAG.UTC_TIME) =>
      isUsualUtcTime(elements(text(tag, value))[0]);
    assert(time("260101000000Z"));
    for (const value of ["2601010000Z", "260101000000+0100", "260101000000", "", "260101000000z"]) {
      assert(!time(value), value);
    }
    assert(!time("20260101000000Z", TAG.GENERALIZED_TIME));
  });

  it("keep as many features apart as there is room for, and refuse more", () => {
    const rule = (needs: string[]): Rule =>
      policy({ clause: rfc5280("4"), title: "", why: "", advice: "", needs, check: () => true });
    const catalogue = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`r${i}`, rule([`f${i}`])]));
    const candidate = new Candidate(leaf(), "input", null);
    const inputs = { now: 0, reference: null, purpose: null, budget: new Budget() };
    const examined: Examined = {
      candidate,
      certificate: candidate.certificate,
      role: "leaf",
      inputs,
    };
    const has = new Set<string>();
    const questions = new Questions(catalogue(93), (_, note) => has.forEach(note));
    const asked = () => {
      const codes: string[] = [];
      questions.ask(examined, null, (code) => codes.push(code));
      return codes;
    };
    for (const also of ["f0", "f1", "f30", "f31", "f61", "f62"]) {
      for (let i = 63; i < 93; i++) {
        has.clear();
        has.add(also).add(`f${i}`);
        assert.deepEqual(asked(), [`r${also.slice(1)}`, `r${i}`]);
      }
    }
    assert.throws(() => new Questions(catalogue(94)), RangeError);
  });

  it("leave half of the rules out for a usual certificate", () => {
    const counted = RULES.filter(([, { needs = [] }]) =>
      needs.some((need) => need !== HAS.noResponder)
    );
    assert(counted.length > RULES.length / 3, `${counted.length} of ${RULES.length}`);
  });
});
