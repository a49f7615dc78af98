/** When a tool runs without a click: after a pause, once for each input, and never for incomplete text. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { createLive, isFinished, PAUSE } from "../../web/src/run/live.ts";

/** A clock that the test advances. */
function withClock() {
  const starts: string[] = [];
  let waiting: { callback: () => void; left: number } | null = null;
  const live = createLive({
    start: (filled) => starts.push(filled ? "filled" : "typed"),
    later(callback, left) {
      const mine = waiting = { callback, left };
      return () => {
        if (waiting === mine) waiting = null;
      };
    },
  });
  const pass = (milliseconds: number) => {
    if (waiting === null || (waiting.left -= milliseconds) > 0) return;
    const { callback } = waiting;
    waiting = null;
    callback();
  };
  return { live, starts, pass, isWaiting: () => waiting !== null };
}

describe("a live run", () => {
  it("starts after a pause, counted from the last change", () => {
    const { live, starts, pass } = withClock();
    live.changed({ csr: "a" }, false);
    pass(PAUSE - 1);
    live.changed({ csr: "ab" }, false);
    pass(PAUSE - 1);
    assert.deepEqual(starts, []);
    pass(1);
    assert.deepEqual(starts, ["typed"]);
  });

  it("does not wait longer if the page renders again", () => {
    const { live, starts, pass } = withClock();
    live.changed({ csr: "a" }, false);
    pass(PAUSE - 1);
    live.changed({ csr: "a" }, false);
    pass(1);
    assert.deepEqual(starts, ["typed"]);
  });

  it("starts at once after a paste, even during a pause", () => {
    const { live, starts, isWaiting } = withClock();
    live.changed({ csr: "a" }, false);
    live.changed({ csr: "abc" }, true);
    assert.deepEqual(starts, ["filled"]);
    assert(!isWaiting());
  });

  it("does not start if the field was emptied or the page was left", () => {
    const { live, starts, pass, isWaiting } = withClock();
    for (const end of [() => live.changed(null, false), () => live.stop()]) {
      live.changed({ csr: "a" }, false);
      end();
      assert(!isWaiting());
      pass(PAUSE);
    }
    live.changed(null, true);
    assert.deepEqual(starts, []);
  });
});

const base64 = (pem: string) => pem.split("-----")[2].trim();

describe("a text is complete", () => {
  const bare = base64(exampleCertificate);
  const cases: [string, boolean, string][] = [
    ["a whole block", true, exampleCertificate],
    ["two whole blocks", true, exampleCertificate + examplePrivateKey],
    ["a block with text around it", true, `subject=\n${exampleCertificate}\nthanks`],
    ["nothing", false, " \n"],
    ["the beginning of a line of PEM", false, "-----BEG"],
    ["a block without its end", false, exampleCertificate.slice(0, 300)],
    ["a block whose last line is being typed", false, exampleCertificate.trimEnd().slice(0, -1)],
    ["a second block that is not whole", false, exampleCertificate + "-----BEGIN CERTIFICATE-----"],
    ["whole DER in base64", true, bare],
    ["the beginning of DER in base64", false, bare.slice(0, -8)],
    ["a letter", false, "x"],
    ["a short word", false, "certificate"],
    ["words", true, "Dear colleague, here it comes."],
    ["letters that are not DER", true, "A".repeat(64)],
    ["invalid base64", false, "M==="],
    ["a JSON object", true, '{"kty": "EC"}'],
    ["the beginning of a JSON object", false, '{"kty": "E'],
  ];
  for (const [name, expected, text] of cases) {
    it(`${expected ? "" : "not: "}${name}`, () => assert.equal(isFinished(text), expected));
  }
});
