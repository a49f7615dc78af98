/** The catalogue of rules that readers check. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { citation } from "../../../core/x509/documents.ts";
import {
  READING_RULES,
  type ReadingRuleName,
  readingSentence,
} from "../../../core/x509/reading-rules.ts";

const NAMES = Object.keys(READING_RULES) as ReadingRuleName[];

describe("rules of the readers", () => {
  it("cite a clause", () => {
    for (const name of NAMES) assert(citation(READING_RULES[name].clause).length > 5, name);
  });

  it("have sentences in capitals without a full stop", () => {
    for (const name of NAMES) {
      assert.match(readingSentence(name, "A DETAIL"), /^[A-Z][A-Z0-9 ,:'-]*[A-Z0-9]$/, name);
    }
  });

  it("name the detail that the reader gives", () => {
    assert.equal(
      readingSentence("serial_too_long", "21 BYTES"),
      "THE SERIAL NUMBER HAS 21 BYTES, AT MOST 20 ARE ALLOWED",
    );
  });
});
