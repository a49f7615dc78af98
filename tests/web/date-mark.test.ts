/** The tones of a chain's dates agree with the verdict, which warns in the last 30 days. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { markOf } from "../../web/src/page/date-mark.ts";

const END = "2027-03-01T00:00:00Z";
const renewal = { kind: "renew", date: "2026-12-01T00:00:00Z", certainty: "recommended" } as const;
const toneAt = (now: string) => {
  const isPast = now > renewal.date;
  return markOf({ ...renewal, isPast }, Date.parse(now), END).tone;
};

describe("the date for the renewal", () => {
  it("warns only when the certificate expires soon", () => {
    assert.equal(toneAt("2026-11-01T00:00:00Z"), "good");
    assert.equal(toneAt("2026-12-20T00:00:00Z"), "info");
    assert.equal(toneAt("2027-02-10T00:00:00Z"), "warn");
  });
});
