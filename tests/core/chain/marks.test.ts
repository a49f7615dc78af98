/** The row of marks: one sentence, and a mark for each program and platform. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { marksOf } from "../../../core/chain/marks.ts";
import { acceptance, AS_OF, type Outcome, type Program } from "./acceptances.ts";

const marks = (given: Partial<Parameters<typeof marksOf>[0]>) =>
  marksOf({ problems: [], ...given })!;

const summary = (outcomes: Partial<Record<Program["name"], Outcome>>) =>
  marks({ acceptance: acceptance(outcomes) }).summary;

describe("the marks of a chain", () => {
  it("say first where it works, in the names of browsers", () => {
    assert.equal(summary({}), "Works in Chrome, Edge, Firefox and Safari, and on iPhones.");
    assert.equal(
      summary({ Apple: "refused" }),
      "Works in Chrome, Edge and Firefox. Does not work in Safari or on iPhones: " +
        `Apple does not include Root ${AS_OF}`,
    );
    assert.equal(
      summary({ Chrome: "refused", Apple: "refused", Mozilla: "refused" }),
      "Works in Edge. Does not work in Chrome, Firefox or Safari, or on iPhones: " +
        "they do not include the root Root for websites (as of 22 Aug 2026).",
    );
    assert.equal(
      summary({ Microsoft: "unknown" }),
      "Works in Chrome, Firefox and Safari, and on iPhones. " +
        `May not work in Edge: Microsoft may include Root ${AS_OF}`,
    );
  });

  it("have a word for each program, and the versions of each platform", () => {
    const row = marks({ acceptance: acceptance({ Apple: "refused", Mozilla: "unknown" }) }).marks;
    assert.deepEqual(row.map(({ name, outcome, word }) => `${name}: ${outcome}, ${word}`), [
      "Chrome: accepted, Works",
      "Apple: refused, Refused",
      "Microsoft: accepted, Works",
      "Mozilla: unknown, Not known",
      "Android apps: accepted, 16 and later",
      // A certificate that Apple refuses does not work on iOS, even if its versions had the root.
      "iOS: refused, Refused",
    ]);
  });

  it("join the root's cause with that of Certificate Transparency, the worse one first", () => {
    const policies = [
      { vendor: "Chrome", outcome: "refused" as const, message: "One SCT is not enough." },
      { vendor: "Apple", outcome: "unknown" as const, message: "The log list is too old." },
    ];
    const row = marks({
      acceptance: acceptance({ Apple: "refused" }),
      transparency: { policies },
    }).marks;
    assert.deepEqual([row[0].outcome, row[0].reasons], [
      "refused",
      ["One SCT is not enough.", `Chrome includes Root ${AS_OF}`],
    ]);
    assert.deepEqual([row[1].outcome, row[1].reasons], [
      "refused",
      [`Apple does not include Root ${AS_OF}`, "The log list is too old."],
    ]);
    assert.equal(row[3].outcome, "accepted");
  });

  it("name the limit of the root as the cause", () => {
    const known = acceptance({ Apple: "refused", Microsoft: "refused" });
    for (const program of known.programs.slice(1, 3)) program.state = "included_before";
    assert.equal(
      marks({ acceptance: known }).summary,
      "Works in Chrome and Firefox. Does not work in Edge or Safari, or on iPhones: " +
        "they accept only older certificates under the root Root.",
    );
  });

  it("name Certificate Transparency as the cause, which Edge requires too", () => {
    const of = (outcome: Outcome, chrome = outcome, handshake = "none") => {
      const policies = ["Chrome", "Apple", "Firefox"].map((vendor) => ({
        vendor,
        outcome: vendor === "Chrome" ? chrome : outcome,
        message: `A sentence about ${vendor}.`,
      }));
      const sources = { handshake };
      return marks({ acceptance: acceptance({}), transparency: { policies, sources } });
    };
    assert.equal(
      of("refused").summary,
      "Does not work in Chrome, Firefox or Safari, or on iPhones: it has too few SCTs of Certificate " +
        "Transparency logs. May not work in Edge: Edge requires Certificate Transparency like " +
        "Chrome, and states no rules for it.",
    );
    assert.equal(
      of("unknown").summary,
      "May not work in Chrome, Edge, Firefox or Safari, or on iPhones: it is not known whether its " +
        "SCTs of Certificate Transparency logs suffice.",
    );
    assert.equal(
      of("accepted").summary,
      "Works in Chrome, Edge, Firefox and Safari, and on iPhones.",
    );
    assert.match(
      of("refused", "refused", "unknown").summary,
      / too few SCTs of Certificate Transparency logs, unless the server sends more\. May not /,
    );
    // The verdicts by Apple's and Mozilla's lists do not apply to Edge.
    assert.equal(of("refused", "accepted").marks[2].outcome, "accepted");
  });

  it("are one sentence for a private root, and for what every client refuses", () => {
    const message = "A private root works only where it is installed.";
    const of = (given: Parameters<typeof marks>[0]) => {
      const { summary, marks: row } = marks(given);
      assert.deepEqual(row, []);
      return summary;
    };
    const empty = { ...acceptance(), programs: [], platforms: [], roots: [] };
    assert.equal(of({ acceptance: { ...empty, scope: "private", message } }), message);
    const problem = (code: string) => ({ code }) as ChainResponse["problems"][number];
    assert.match(
      of({ acceptance: acceptance(), problems: [problem("revoked")] }),
      /revoked/,
    );
    assert.match(
      of({ acceptance: acceptance(), problems: [problem("host_name_mismatch")] }),
      /host name/,
    );
  });

  it("are absent for a certificate that is not for websites", () => {
    assert.equal(marksOf({ problems: [] }), null);
  });
});
