/** The answer in few lines: bounded, in one piece, and with nothing of others that acts. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import {
  headlineOf,
  mailText,
  requestReply,
  type ShortAnswer,
  shortMarkdown,
} from "../../../core/verdict/text/short.ts";

const LINK = "https://tools.example/chain#c=AbC_-";

function answer(verdict: Partial<ShortAnswer["verdict"]>, name = "shop.example"): ShortAnswer {
  return {
    name,
    verdict: {
      level: "bad",
      title: "shop.example expired 12 days ago",
      cause: "Its issuer is missing.",
      next: "Renew it.",
      statements: [],
      ...verdict,
    },
  };
}
const statements = (count: number, text = "A sentence") =>
  Array.from({ length: count }, (_, at) => ({
    code: "a",
    level: "warning" as const,
    text: `${text} ${at}.`,
    next: null,
    about: null,
  }));
const lines = (text: string) => text.trimEnd().split("\n");

const HOSTILE = "a\r\nb\u2028c\u202ed <img src=x> [x](http://a.example) @all\n\n# x ".repeat(200);

describe("the short answer", () => {
  it("has the answer, the cause, the one thing to do and the link", () => {
    assert.deepEqual(lines(mailText(answer({}), LINK)), [
      "shop.example expired 12 days ago.",
      "Its issuer is missing.",
      "To do: Renew it.",
      LINK,
    ]);
    assert.deepEqual(lines(mailText(answer({ cause: "", next: null }), LINK)), [
      "shop.example expired 12 days ago.",
      LINK,
    ]);
  });

  it("names its object once", () => {
    assert.equal(headlineOf(answer({})), "shop.example expired 12 days ago");
    assert.equal(headlineOf(answer({ title: "CSR VALID" })), "shop.example: CSR VALID");
    assert.equal(headlineOf(answer({ title: "CSR VALID" }, "")), "CSR VALID");
    assert.equal(
      headlineOf(answer({ title: "www.shop.example expired" })),
      "shop.example: www.shop.example expired",
    );
  });

  it("has at most five lines of plain text, and fifteen of Markdown", () => {
    const worst = answer({
      title: HOSTILE,
      cause: HOSTILE,
      next: HOSTILE,
      statements: statements(499, HOSTILE),
    }, HOSTILE);
    const mail = mailText(worst, LINK);
    const markdown = shortMarkdown(worst, LINK);
    assert(lines(mail).length <= 5, String(lines(mail).length));
    assert(lines(markdown).length <= 15, String(lines(markdown).length));
    assert.equal(lines(markdown).at(-1), `494 more: ${LINK}`);
    for (const text of [mail, markdown]) {
      assert.doesNotMatch(text, /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}]/u);
      assert(text.length < 50_000, "names have no limit, but lines do");
    }
    assert.doesNotMatch(markdown, /<img|\]\(|http:|@all/);
  });

  it("lists no statement that title and cause have said", () => {
    const said = answer({
      statements: [
        ...statements(3).map((one) => ({ ...one, shown: true as const })),
        { ...statements(1)[0], text: "Other." },
      ],
    });
    assert.deepEqual(
      lines(shortMarkdown(said, LINK)).filter((line) => line.startsWith("- ")),
      ["- warning: Other."],
    );
  });
});

describe("the reply with a CSR", () => {
  const csr = "-----BEGIN CERTIFICATE REQUEST-----\nMII\n-----END CERTIFICATE REQUEST-----\n";

  it("has the CSR, its names, and says where the private key stays", () => {
    const text = requestReply({ csr, names: ["shop.example", "www.shop.example\n"] });
    assert(text.includes(csr));
    assert.match(text, /^Names: shop\.example, www\.shop\.example\\u\{a\}$/m);
    assert.match(text, /^The private key stays with us\./m);
  });
});
