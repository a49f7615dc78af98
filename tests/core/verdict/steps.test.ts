/** The next steps: pages, API and command line say them, so none may speak of what only a page has. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { inspectEnglish } from "../../../core/verdict/inspect.ts";
import { bundleEnglish } from "../../../core/verdict/text/bundle.ts";
import { caaEnglish } from "../../../core/verdict/text/caa.ts";
import { certificateEnglish } from "../../../core/verdict/text/certificate.ts";
import { csrFaultEnglish } from "../../../core/verdict/text/csr-fault.ts";
import { csrEnglish } from "../../../core/verdict/text/csr.ts";
import { chainEnglish } from "../../../core/verdict/text/english.ts";
import { madeEnglish } from "../../../core/verdict/text/made.ts";
import { matchEnglish } from "../../../core/verdict/text/match.ts";
import { pfxEnglish } from "../../../core/verdict/text/pfx.ts";
import { prefillEnglish } from "../../../core/verdict/text/prefill.ts";

/** All languages but that of the live check, which only a page has. */
const LANGUAGES = {
  bundle: bundleEnglish,
  caa: caaEnglish,
  certificate: certificateEnglish,
  chain: chainEnglish,
  csr: csrEnglish,
  csrFault: csrFaultEnglish,
  inspect: inspectEnglish,
  made: madeEnglish,
  match: matchEnglish,
  pfx: pfxEnglish,
  prefill: prefillEnglish,
};

/** Words for places and acts of a page: a terminal has no "below" and nothing to paste into, press or select. */
const OF_A_PAGE = /\b(?:below|paste|press|click|select|button|field|tab)\b/i;

/** Facts with a value for every name, and a kind that all kinds of steps know. */
const facts: object = new Proxy({ kind: "tls-server" }, {
  get: (known, name) => Reflect.get(known, name) ?? "x",
});

describe("the next steps", () => {
  for (const [name, { steps }] of Object.entries(LANGUAGES)) {
    it(`of ${name} make sense without a page`, () => {
      for (const [code, say] of Object.entries(steps)) {
        assert.doesNotMatch((say as (facts: object) => string)(facts), OF_A_PAGE, code);
      }
    });
  }
});
