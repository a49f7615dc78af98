/** The newest statement about a hold counts (RFC 5280, 5.2.3 and 5.3.1), and no other revocation ends. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import { statusByCrls } from "../../../../core/x509/revocation/crl-status.ts";
import { revocationOf } from "../../../../core/x509/revocation/material.ts";
import { bytes, octets, seq } from "../rules/der.ts";
import {
  answer,
  entry,
  extension,
  GOOD,
  inputs,
  list,
  type ListParts,
  now,
  number,
  part,
  reason,
  response,
  revoked,
  SERIAL,
} from "./maker.ts";

const HOUR = 3_600_000;
const HELD = [entry(SERIAL, reason(6))];
const COMPROMISED = [entry(SERIAL, reason(1))];
const ON_HOLD = "revoked certificateHold";

const numbered = (value: number, changes: Partial<ListParts> = {}): Partial<ListParts> => ({
  ...changes,
  extensions: [number("2.5.29.20", value), ...changes.extensions ?? []],
});
const delta = (value: number, base: number, changes: Partial<ListParts> = {}) =>
  numbered(value, {
    ...changes,
    extensions: [number("2.5.29.27", base, true), ...changes.extensions ?? []],
  });

/** The verdict, which must be the same in either order of the CRLs. */
async function said(...lists: Partial<ListParts>[]): Promise<string> {
  const verdict = async (given: Partial<ListParts>[]) => {
    const { status, reason, problem } = await statusByCrls(given.map(list), inputs());
    return problem ?? [status, reason].filter((part) => part !== null).join(" ");
  };
  const found = await verdict(lists);
  assert.equal(await verdict(lists.toReversed()), found);
  return found;
}

describe("a hold in a complete CRL", () => {
  it("ends with a CRL of a higher number without the entry, and only a hold does", async () => {
    assert.equal(await said(numbered(10, { entries: HELD }), numbered(11)), "good");
    assert.equal(
      await said(numbered(10, { entries: COMPROMISED }), numbered(11)),
      "revoked keyCompromise",
    );
    assert.equal(await said(numbered(10), numbered(11, { entries: HELD })), ON_HOLD);
    assert.equal(await said(numbered(255, { entries: HELD }), numbered(256)), "good");
    const again = [numbered(10, { entries: HELD }), numbered(11), numbered(12, { entries: HELD })];
    assert.equal(await said(...again), ON_HOLD);
  });

  it("ends with a later CRL where the numbers are equal or one is missing", async () => {
    const later = { thisUpdate: now - HOUR };
    assert.equal(await said({ entries: HELD }, later), "good");
    assert.equal(await said({ entries: HELD, ...later }, {}), ON_HOLD);
    assert.equal(await said({ entries: HELD }, {}), ON_HOLD);
    assert.equal(await said(numbered(10, { entries: HELD }), later), "good");
    assert.equal(await said(numbered(10, { entries: HELD }), numbered(10, later)), "good");
    // The number comes first.
    assert.equal(await said(numbered(10, { entries: HELD, ...later }), numbered(11)), "good");
  });

  it("does not end with a CRL of another scope, of the future, or that has expired", async () => {
    const users = { extensions: [part(element(0x81, bytes(0xff)))] };
    assert.equal(await said(numbered(10, { entries: HELD }), numbered(11, users)), ON_HOLD);
    const held = numbered(10, { entries: HELD, ...users });
    assert.equal(await said(held, numbered(11)), ON_HOLD);
    assert.equal(await said(held, numbered(11, users)), "good");
    const expired = { nextUpdate: now - HOUR };
    assert.equal(await said(numbered(10, { entries: HELD }), numbered(11, expired)), ON_HOLD);
    const early = { thisUpdate: now + HOUR };
    assert.equal(await said(numbered(10, { entries: HELD }), numbered(11, early)), ON_HOLD);
  });

  it("still replaces an older CRL without the entry after its CRL has expired", async () => {
    const expired = { entries: HELD, nextUpdate: now - HOUR };
    assert.match(await said(numbered(10), numbered(11, expired)), /^The CRL expired on /);
    assert.equal(await said(numbered(11), numbered(10, expired)), "good");
    // At an earlier time the later CRL does not exist.
    const early = { entries: HELD, thisUpdate: now + HOUR };
    assert.equal(await said(numbered(10), numbered(11, early)), "good");
  });

  it("gives the period of the CRL that ended it", async () => {
    const lists = [
      numbered(10, { entries: HELD, nextUpdate: now + 9 * HOUR }),
      numbered(11, { nextUpdate: now + HOUR }),
    ];
    const { nextUpdate } = await statusByCrls(lists.map(list), inputs());
    assert.equal(nextUpdate, "2026-05-01T13:00:00Z");
  });
});

describe("a hold and a delta CRL", () => {
  it("ends with a newer complete CRL if it was in the delta", async () => {
    const held = delta(11, 10, { entries: HELD });
    assert.equal(await said(numbered(10), held), ON_HOLD);
    assert.equal(await said(numbered(12), held), "good");
    assert.equal(await said(numbered(11), held), ON_HOLD);
  });

  it("ends with a delta of the same key only (6.3.3 (c)(3))", async () => {
    const by = (octet: number) =>
      extension("2.5.29.35", seq(element(0x80, new Uint8Array(20).fill(octet))));
    const held = numbered(10, { entries: HELD, extensions: [by(7)] });
    const removed = { entries: [entry(SERIAL, reason(8))] };
    assert.equal(await said(held, delta(11, 10, { ...removed, extensions: [by(7)] })), "good");
    assert.equal(await said(held, delta(11, 10, removed)), ON_HOLD);
  });
});

describe("a hold in an OCSP response", () => {
  const at = (thisUpdate: number, status = GOOD) => answer({ status, thisUpdate });
  const later = now - HOUR;
  const earlier = now - 2 * HOUR;

  /** The status by these answers, in one response and in several. */
  async function said(...answers: ReturnType<typeof answer>[]): Promise<string> {
    const verdict = async (...given: (typeof answers)[]) => {
      const responses = await Promise.all(given.map((answers) => response({ answers })));
      const { status, reason } = await revocationOf({ crls: [], responses }, inputs());
      return [status, reason].filter((part) => part !== null).join(" ");
    };
    const found = await verdict(answers);
    assert.equal(await verdict(answers.toReversed()), found);
    assert.equal(await verdict(...answers.map((answer) => [answer])), found);
    return found;
  }

  it("ends with a later good answer, and only a hold does", async () => {
    assert.equal(await said(at(earlier, revoked(6)), at(later)), "good");
    assert.equal(await said(at(earlier), at(later, revoked(6))), ON_HOLD);
    assert.equal(await said(at(later), at(later, revoked(6))), ON_HOLD);
    assert.equal(await said(at(earlier, revoked(1)), at(later)), "revoked keyCompromise");
    assert.equal(await said(at(earlier, revoked()), at(later)), "revoked");
    assert.equal(
      await said(at(earlier, revoked(6)), at(later), at(later + HOUR, revoked(6))),
      ON_HOLD,
    );
  });

  it("gives the period of the answer that ended it", async () => {
    const answers = [at(earlier - HOUR), at(earlier, revoked(6)), at(later)];
    const responses = [await response({ answers })];
    const { thisUpdate } = await revocationOf({ crls: [], responses }, inputs());
    assert.equal(thisUpdate, "2026-05-01T11:00:00Z");
  });

  it("does not end with a CRL, nor one in a CRL with an answer", async () => {
    const status = async (crls: ReturnType<typeof list>[], answered: ReturnType<typeof answer>) => {
      const responses = [await response({ answers: [answered] })];
      return (await revocationOf({ crls, responses }, inputs())).status;
    };
    assert.equal(await status([list()], at(now - 48 * HOUR, revoked(6))), "revoked");
    assert.equal(await status([list({ entries: HELD })], at(later)), "revoked");
  });
});

describe("several CRLs without an answer", () => {
  const broken = { extensions: [extension("1.2.3.4", octets(bytes(1)), true)] };
  const other = { issuer: seq() };
  const ofCas = { extensions: [part(element(0x82, bytes(0xff)))] };
  const expired = { nextUpdate: now - HOUR };

  it("report the problem of the closest match, whatever their order", async () => {
    assert.match(await said(other, broken), /^The CRL cannot be used: /);
    assert.match(await said(other, ofCas), /^The CRL covers only CA certificates$/);
    assert.match(await said(ofCas, broken), /^The CRL cannot be used: /);
    assert.match(await said(other, ofCas, expired, broken), /^The CRL expired on /);
  });

  it("yield to an OCSP response that is a closer match, and the other way round", async () => {
    const elsewhere = await response({ answers: [answer({ serial: bytes(9) })] });
    const problem = async (crls: Partial<ListParts>[], responses = [elsewhere]) =>
      (await revocationOf({ crls: crls.map(list), responses }, inputs())).problem!;
    assert.match(await problem([broken]), /^The CRL cannot be used: /);
    const old = await response({ answers: [answer({ nextUpdate: now - HOUR })] });
    assert.match(await problem([broken], [elsewhere, old]), /^The OCSP response expired on /);
  });
});
