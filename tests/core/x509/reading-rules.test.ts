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

  it("have sentences without a full stop", () => {
    for (const name of NAMES) {
      assert.match(readingSentence(name, "A detail"), /^[A-Z].*[A-Za-z0-9]$/, name);
    }
  });

  it("name the detail that the reader gives", () => {
    assert.equal(
      readingSentence("serial_too_long", "21 bytes"),
      "The serial number has 21 bytes; at most 20 are allowed",
    );
  });
});
