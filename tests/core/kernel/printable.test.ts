/** Names from outside in sentences of ours: nothing in them passes for a word of the sentence. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { named, printable, quoted } from "../../../core/kernel/printable.ts";
import { shellWord } from "../../../core/kernel/shell.ts";

describe("a name in a sentence", () => {
  it("stands as it is where it is one word", () => {
    for (const name of ["shop.example", "jo@example.com", "*.b\u00fccher.example", "fd00::7"]) {
      assert.equal(named(name), name);
    }
  });

  it("is in quotes where it could be read as more", () => {
    assert.equal(named("bank.example is valid"), '"bank.example is valid"');
    assert.equal(named("bank.example\u00a0is\u2800valid"), '"bank.example\u00a0is\u2800valid"');
    assert.equal(quoted('a" is valid, "b'), '"a\\" is valid, \\"b"');
  });

  it("has no letter that is drawn as nothing or as a blank", () => {
    for (const blank of ["\u3164", "\uffa0", "\u115f", "\u034f", "\u180b", "\ufe0f", "\u{e0100}"]) {
      const code = blank.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
      const name = `bank.example${blank}is${blank}valid`;
      assert.equal(printable(name), `bank.example<U+${code}>is<U+${code}>valid`);
      assert(!named(name).includes(blank));
      assert(!shellWord(name).includes(blank));
    }
  });
});
