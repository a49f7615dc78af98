import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { shellPath, shellWord } from "../../../core/kernel/formatting.ts";
import { needs, runProgram } from "../../support/programs.ts";

/** Texts with a meaning for a shell, for printf, or for the terminal into which a command is pasted. */
const TEXTS = [
  ...["plain.pem", "-n", "a b", "it's", "$(id)", "`id`", '"', "*", "a\\b", "ü", "100%", "%s", "!x"],
  "shop.example\x03\x15 touch made\n# ",
  "\x1b[201~\rtouch made\r",
  "bank.example \u202e\u2066",
  '-\u200b it\'s 100% \\n "$(id)" `id` !x\u2028',
  "\x7f\x80\x9b\u0085\ufeff ü 日本",
];

/** Invisible characters. A command must not contain any, except newlines between its lines. */
const NOT_PASTED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe("words of a command line", () => {
  for (const shell of ["bash", "sh"]) {
    it(`evaluate to the text in ${shell}`, needs(shell), async () => {
      for (const text of TEXTS) {
        const word = await runProgram(shell, ["-c", `printf %s ${shellWord(text)}`]);
        assert.equal(word.stdout, text);
        const path = await runProgram(shell, ["-c", `printf %s ${shellPath(text)}`]);
        assert.equal(path.stdout, text.startsWith("-") ? `./${text}` : text);
      }
    });
  }

  it("contain no invisible character and no control character", () => {
    for (const text of TEXTS) {
      assert.doesNotMatch(shellWord(text), NOT_PASTED);
      assert.doesNotMatch(shellPath(text), NOT_PASTED);
    }
  });

  it("keep visible text unchanged in single quotes", () => {
    assert.equal(shellWord("it's"), `'it'\\''s'`);
    assert.equal(shellPath("site/a-1.pem"), "site/a-1.pem");
  });
});
