import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { shellPath, shellWord } from "../../../core/kernel/formatting.ts";
import { needs, runProgram } from "../../support/programs.ts";

/** Texts that mean something to a shell, to printf, or to the terminal that a command is pasted into. */
const TEXTS = [
  ...["plain.pem", "-n", "a b", "it's", "$(id)", "`id`", '"', "*", "a\\b", "ü", "100%", "%s", "!x"],
  "shop.example\x03\x15 touch made\n# ",
  "\x1b[201~\rtouch made\r",
  "bank.example \u202e\u2066",
  '-\u200b it\'s 100% \\n "$(id)" `id` !x\u2028',
  "\x7f\x80\x9b\u0085\ufeff ü 日本",
];

/** Other than a newline that ends one of our own lines, nothing unseen may be in a command. */
const NOT_PASTED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe("words of a command line", () => {
  for (const shell of ["bash", "sh"]) {
    it(`give back the text in ${shell}`, async () => {
      if (!needs(shell)) return;
      for (const text of TEXTS) {
        const word = await runProgram(shell, ["-c", `printf %s ${shellWord(text)}`]);
        assert.equal(word.stdout, text);
        const path = await runProgram(shell, ["-c", `printf %s ${shellPath(text)}`]);
        assert.equal(path.stdout, text.startsWith("-") ? `./${text}` : text);
      }
    });
  }

  it("contain no character that a terminal obeys or that a reader does not see", () => {
    for (const text of TEXTS) {
      assert.doesNotMatch(shellWord(text), NOT_PASTED);
      assert.doesNotMatch(shellPath(text), NOT_PASTED);
    }
  });

  it("in single quotes as they are where all of it can be seen", () => {
    assert.equal(shellWord("it's"), `'it'\\''s'`);
    assert.equal(shellPath("site/a-1.pem"), "site/a-1.pem");
  });
});
