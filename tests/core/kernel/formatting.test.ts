/** Formatting for people: numbers, and text from outside in our own sentences. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext, DEVICE_LIMITS } from "../../../core/kernel/context.ts";
import {
  bitCount,
  counted,
  named,
  namedFile,
  printable,
  quoted,
  shellWord,
  withCommas,
} from "../../../core/kernel/formatting.ts";
import {
  ADVISED,
  inCapitals,
  inputTooComplex,
  moreIssues,
  tooComplex,
  tooComplexForServer,
} from "../../../core/kernel/texts.ts";
import { Findings } from "../../../core/x509/asn1/findings.ts";
import { spendDerivation } from "../../../core/x509/keys/encryption/key-derivation.ts";
import { tooMuchDerivation } from "../../../core/x509/texts.ts";

describe("the name of a file", () => {
  it("is quoted if it looks like a word, and never empty", () => {
    assert.equal(namedFile("shop.pem"), "shop.pem");
    assert.equal(namedFile("key"), '"key"');
    assert(namedFile("").length > 2);
  });
});

describe("withCommas", () => {
  it("writes whole numbers as the platform does", () => {
    for (
      const number of [0, 1, 9, 10, 999, 1000, 1001, 12345, 100_000, 999_999, 1_000_000, 2 ** 53]
    ) {
      assert.equal(withCommas(number), number.toLocaleString("en"));
      if (number > 0) assert.equal(withCommas(-number), (-number).toLocaleString("en"));
    }
  });
});

describe("bitCount", () => {
  it("has no commas, and the singular for one bit", () => {
    assert.equal(bitCount(1), "1 bit");
    assert.equal(bitCount(16_384), "16384 bits");
  });
});

describe("counted", () => {
  it("uses the plural for every count but one", () => {
    assert.equal(counted(0, "record"), "0 records");
    assert.equal(counted(1, "record"), "1 record");
    assert.equal(counted(1200, "record"), "1,200 records");
    assert.equal(counted(1, "byte"), "1 byte");
    assert.equal(counted(2, "byte"), "2 bytes");
    assert.equal(counted(2, "key that fits", "keys that fit"), "2 keys that fit");
  });

  it("uses the singular in the API's texts when the count is one", () => {
    const findings = new Findings();
    for (let count = 0; count < 101; count++) findings.add("rdn_empty");
    assert.equal(findings.list().at(-1)!.message, "1 more finding is not listed");
    assert.equal(moreIssues(1), "And 1 more error");
    assert.match(tooMuchDerivation("1 round of bcrypt", 1, false, false), /runs at most 1 more$/);
    const { budget } = createContext({ limits: { ...DEVICE_LIMITS, kdfIterations: 0 } });
    assert.throws(
      () => spendDerivation(budget, "iteration", "PBKDF2", 1, 1, 0),
      /asks for 1 iteration of PBKDF2, but this tool runs at most 0/,
    );
  });
});

describe("a name in a sentence", () => {
  it("is unchanged if it is one word", () => {
    for (const name of ["shop.example", "jo@example.com", "*.b\u00fccher.example", "fd00::7"]) {
      assert.equal(named(name), name);
    }
  });

  it("is quoted if it could read as a sentence", () => {
    assert.equal(named("bank.example is valid"), '"bank.example is valid"');
    assert.equal(named("bank.example\u00a0is\u2800valid"), '"bank.example\u00a0is\u2800valid"');
    assert.equal(quoted('a" is valid, "b'), '"a\\" is valid, \\"b"');
  });

  it("shows letters that are drawn as nothing or as a space by their code point", () => {
    for (const blank of ["\u3164", "\uffa0", "\u115f", "\u034f", "\u180b", "\ufe0f", "\u{e0100}"]) {
      const code = blank.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
      const name = `bank.example${blank}is${blank}valid`;
      assert.equal(printable(name), `bank.example<U+${code}>is<U+${code}>valid`);
      assert(!named(name).includes(blank));
      assert(!shellWord(name).includes(blank));
    }
  });
});

describe("a message", () => {
  it("is in capitals as an error of the API, without the advice after a specified text", () => {
    assert.equal(inCapitals("Too many names."), "TOO MANY NAMES");
    assert.equal(inCapitals("This is a key. Paste a CSR"), "THIS IS A KEY. PASTE A CSR");
    for (const message of [tooComplex, tooComplexForServer]) {
      assert.equal(inCapitals(message), inputTooComplex);
      assert.equal(ADVISED.get(message)!.join(". "), message);
    }
  });
});
