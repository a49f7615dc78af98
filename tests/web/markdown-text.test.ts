import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { codeBlock, codeSpan, plainText } from "../../web/src/save-as/markdown.ts";

describe("text in Markdown", () => {
  const cases: [name: string, text: string, expected: string][] = [
    ["a name", "shop.example.com", "shop.example.com"],
    ["a fence of tildes", "~~~", "\\~\\~\\~"],
    ["a fence of backticks", "```js", "\\`\\`\\`js"],
    ["a heading", "# Valid", "\\# Valid"],
    ["a heading's end", "C# ##", "C# \\#\\#"],
    ["a heading's underline", "===", "\\==="],
    ["a rule, or a heading's underline", "---", "\\---"],
    ["an item", "- Valid", "\\- Valid"],
    ["another item", "+ Valid", "\\+ Valid"],
    ["a third item", "* Valid", "\\* Valid"],
    ["a numbered item", "1. Valid", "1\\. Valid"],
    ["a numbered item with a bracket", "12) Valid", "12\\) Valid"],
    ["a quote", "> Valid", "\\> Valid"],
    ["cells", "a | b", "a \\| b"],
    ["markup", "<b>", "\\<b\\>"],
    ["a link", "[a](https://b.example)", "\\[a\\](https://b.example)"],
    ["a character reference", "&#8238; &amp; R&D & Co", "\\&#8238; \\&amp; R\\&D & Co"],
    ["escapes", "a\\*b", "a\\\\\\*b"],
    ["several lines", "a\n# b\r\n- c\u2028> d", "a # b - c \\> d"],
    ["a number and a negative one", "2048 -1", "2048 -1"],
    ["a date and a version", "2026-11-23 1.2", "2026-11-23 1.2"],
  ];
  for (const [name, text, expected] of cases) {
    it(`is escaped: ${name}`, () => assert.equal(plainText(text), expected));
  }

  it("is escaped in time in proportion to its length", () => {
    // A pattern that is tried at each of them would take minutes.
    assert.equal(plainText(`a ${"#".repeat(500_000)}`).length, 2 + 2 * 500_000);
    assert.equal(plainText(`a${"#".repeat(500_000)}b`).length, 2 + 500_000);
  });

  it("cannot end a code block", () => {
    assert.equal(codeBlock("a"), "```\na\n```");
    assert.equal(codeBlock("a\n````\nb"), "`````\na\n````\nb\n`````");
  });

  it("cannot end a code span, and is on one line", () => {
    assert.equal(codeSpan("openssl x509 \\\n  -in a"), "`openssl x509 -in a`");
    assert.equal(codeSpan("a `b` ``c"), "``` a `b` ``c ```");
  });
});
