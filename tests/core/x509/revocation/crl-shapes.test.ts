/** CRLs in unusual shapes: what they say of a certificate, and why they say nothing. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../../core/kernel/context.ts";
import { isOperationError } from "../../../../core/kernel/errors.ts";
import { DerError } from "../../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../../core/x509/asn1/der-write.ts";
import { crlEnd, readCrl } from "../../../../core/x509/revocation/crl.ts";
import { crlIssuersOf, statusByCrls } from "../../../../core/x509/revocation/crl-status.ts";
import { revocationOf } from "../../../../core/x509/revocation/material.ts";
import { reasonName, revokedMessage } from "../../../../core/x509/revocation/reasons.ts";
import type { RevocationInputs } from "../../../../core/x509/revocation/verdict.ts";
import { bits, bytes, oid, seq } from "../rules/der.ts";
import { attribute, directory, intermediate, leaf, name, rdn, uri } from "../rules/maker.ts";
import {
  CA_NAME,
  caKey,
  entry,
  extension,
  inputs,
  list,
  listBytes,
  type ListParts,
  newKey,
  now,
  number,
  part,
  reason,
  SERIAL,
  signed,
  utcTime,
} from "./maker.ts";

const DAY = 86_400_000;
const A = uri("http://crl.example/a.crl");
const B = uri("http://crl.example/b.crl");
/** DistributionPointName of full names. */
const fullName = (...names: Parameters<typeof seq>) => element(0xa0, element(0xa0, ...names));
const fragment = (common: string) => element(0xa0, element(0xa1, attribute("CN", common)));
const TRUE = bytes(0xff);
const FRESHEST = extension("2.5.29.46", seq(seq(fullName(A))));

async function said(
  lists: Partial<ListParts> | Partial<ListParts>[],
  changes: Partial<RevocationInputs> = {},
): Promise<string> {
  const crls = [lists].flat().map(list);
  const { status, reason, problem, note } = await statusByCrls(crls, inputs(changes));
  return problem ?? [status, reason, note].filter((part) => part !== null).join(" ");
}

/** The certificate with these distribution points. */
const withPoints = (...points: Parameters<typeof seq>) => ({
  certificate: signed(leaf, caKey, {
    serial: SERIAL,
    extensions: { cRLDistributionPoints: seq(...points) },
  }),
});
const asCa = () => ({
  certificate: signed(intermediate, caKey, { serial: SERIAL, issuer: CA_NAME }),
});

describe("the coverage of a CRL", () => {
  it("includes no revocation if there are no entries", async () => {
    assert.equal(await said({}), "good");
    assert.equal(await said({ entries: [entry(SERIAL)] }), "revoked");
    assert.equal(await said({ entries: [entry(bytes(0x4d, 2))] }), "good");
  });

  it("excludes certificates of another issuer, also for indirect CRLs", async () => {
    const issuer = name({ CN: "Another" });
    assert.equal(await said({ issuer }), "The CRL is from another issuer");
    assert.match(
      await said({ issuer, extensions: [part(element(0x84, TRUE))] }),
      /^The CRL is an indirect CRL from another issuer/,
    );
    assert.equal(
      await said({ issuer, extensions: [part(element(0x81, TRUE))] }),
      "The CRL is from another issuer",
    );
  });

  it("is limited to attribute certificates, user certificates or CAs", async () => {
    const attributes = { extensions: [part(element(0x85, TRUE))] };
    const users = { extensions: [part(element(0x81, TRUE))] };
    const authorities = { extensions: [part(element(0x82, TRUE))] };
    assert.equal(await said(attributes), "The CRL covers only attribute certificates");
    assert.equal(await said(users), "good");
    assert.equal(await said(users, asCa()), "The CRL does not cover CA certificates");
    assert.equal(await said(authorities), "The CRL covers only CA certificates");
    assert.equal(await said(authorities, asCa()), "good");
  });

  it("is limited to a distribution point, by a full or a relative name", async () => {
    const other = "The CRL covers only some certificates, and this is not one of them";
    const ofA = { extensions: [part(fullName(A, B))] };
    assert.equal(await said(ofA, withPoints(seq(fullName(B)))), "good");
    assert.equal(await said(ofA, withPoints(seq(fullName(uri("http://c.example/"))))), other);
    assert.equal(await said(ofA, withPoints(seq(element(0x81, bytes(6, 0x40))))), other);
    const relative = { extensions: [part(fragment("part 1"))] };
    assert.equal(await said(relative, withPoints(seq(fragment("part 1")))), "good");
    assert.equal(await said(relative, withPoints(seq(fragment("part 2")))), other);
    assert.equal(await said(relative), other);
  });

  it("is limited to a distribution point of this or another CRL issuer", async () => {
    const ofIssuer = (issuer: Parameters<typeof directory>[0], ...names: Parameters<typeof seq>) =>
      withPoints(seq(...names, element(0xa2, directory(issuer))));
    const ofA = { extensions: [part(fullName(A))] };
    assert.equal(await said(ofA, ofIssuer(CA_NAME, fullName(A))), "good");
    assert.match(
      await said(ofA, ofIssuer(name({ CN: "X" }), fullName(A))),
      /this is not one of them$/,
    );
    const either = withPoints(seq(fullName(A), element(0xa2, A, directory(CA_NAME))));
    assert.equal(await said(ofA, either), "good");
    // A distribution point without a name means the CRL that has its issuer's name.
    const named = { extensions: [part(fullName(directory(CA_NAME)))] };
    assert.equal(await said(named, ofIssuer(CA_NAME)), "good");
  });

  it("includes every point with its name, and the union of their reasons", async () => {
    const ofA = { extensions: [part(fullName(A))] };
    const one = element(0x81, bytes(6, 0x40));
    const rest = element(0x81, bytes(7, 0x3f, 0x80));
    const first = seq(fullName(A), one);
    const second = seq(fullName(B, A), rest);
    assert.equal(await said(ofA, withPoints(first, second)), "good");
    assert.equal(await said(ofA, withPoints(second, first)), "good");
    assert.equal(await said(ofA, withPoints(first, seq(fullName(A)))), "good");
    assert.match(
      await said(ofA, withPoints(first, seq(fullName(B), rest))),
      /not cover all revocation reasons/,
    );
    // One point is of another CRL issuer, the next one is not.
    const elsewhere = seq(fullName(A), element(0xa2, directory(name({ CN: "X" }))));
    assert.equal(await said(ofA, withPoints(elsewhere, seq(fullName(A)))), "good");
  });

  it("reads the distribution points of a certificate once, for any number of CRLs", () => {
    const { certificate } = withPoints(seq(fullName(A)), seq(fullName(B)));
    const budget = new Budget();
    crlIssuersOf(certificate, budget);
    const once = budget.spent("nodes");
    assert(once > 0);
    crlIssuersOf(certificate, budget);
    assert.equal(budget.spent("nodes"), once);
  });

  it("compares directory names by RFC 5280, 7.1: ignores case, spaces and string types", async () => {
    const point = (CN: string, tag?: number) =>
      fullName(directory(seq(rdn(attribute("CN", CN, tag)))));
    const ofOne = { extensions: [part(point("CRL  One"))] };
    assert.equal(await said(ofOne, withPoints(seq(point("crl one", 0x13)))), "good");
    assert.match(await said(ofOne, withPoints(seq(point("crl two")))), /this is not one of them$/);
    // The name of the issuer is a distribution point of its own (6.3.3).
    const ofIssuer = { extensions: [part(fullName(directory(CA_NAME)))] };
    assert.equal(await said(ofIssuer), "good");
    const shouted = name({ C: "nl", O: "EXAMPLE  trust", CN: "Example CA 1" });
    const relative = {
      extensions: [part(fullName(directory(seq(
        ...[rdn(attribute("C", "nl")), rdn(attribute("O", "EXAMPLE trust"))],
        ...[rdn(attribute("CN", "Example CA 1")), rdn(attribute("CN", "Part 1"))],
      ))))],
    };
    assert.equal(await said(relative, withPoints(seq(fragment("part 1")))), "good");
    const issued = seq(fragment("part 1"), element(0xa2, directory(shouted)));
    assert.equal(await said(relative, withPoints(issued)), "good");
    // A relative name is appended to the CRL issuer's name, not to the certificate issuer's.
    const another = seq(fragment("part 1"), element(0xa2, directory(name({ CN: "X" }))));
    assert.match(await said(relative, withPoints(another)), /this is not one of them$/);
  });

  it("is limited to the reasons of the CRL, of the point, or of both", async () => {
    // keyCompromise and cACompromise; keyCompromise alone.
    const two = bytes(5, 0x60);
    const one = bytes(6, 0x40);
    const none = "The CRL does not cover all revocation reasons";
    assert.equal(await said({ extensions: [part(element(0x83, two))] }), none);
    assert.match(
      await said({ extensions: [part(element(0x83, bytes(0)))] }),
      /^The CRL cannot be used: .*It covers no revocation reason/,
    );
    const ofA = [part(fullName(A))];
    assert.equal(
      await said({ extensions: ofA }, withPoints(seq(fullName(A), element(0x81, one)))),
      none,
    );
    const rest = bytes(7, 0x1f, 0x80);
    const both = [part(fullName(A), element(0x83, two)), part(fullName(A), element(0x83, rest))];
    const all = both.map((extension) => ({ extensions: [extension] }));
    assert.equal(await said(all, withPoints(seq(fullName(A)))), "good");
    assert.equal(await said(all, withPoints(seq(fullName(A), element(0x81, one)))), none);
    const crls = all.map((parts, index) => list({ ...parts, nextUpdate: now + (1 + index) * DAY }));
    const { nextUpdate } = await statusByCrls(crls, inputs(withPoints(seq(fullName(A)))));
    assert.equal(nextUpdate, "2026-05-02T12:00:00Z");
    const together = async (...ends: [parts: typeof all[number], end: number][]) => {
      const given = ends.map(([parts, end]) =>
        list({ ...parts, thisUpdate: now - end * 1000, nextUpdate: now + end * DAY })
      );
      const verdict = await statusByCrls(given, inputs(withPoints(seq(fullName(A)))));
      return `${verdict.thisUpdate} ${verdict.nextUpdate}`;
    };
    // The verdict holds until the first of the CRLs that it needs ends. A CRL whose scope another
    // one covers for longer is not needed.
    const first = "2026-05-01T11:59:57Z 2026-05-03T12:00:00Z";
    assert.equal(await together([all[0], 3], [all[1], 2]), first);
    assert.equal(await together([all[1], 2], [all[0], 3]), first);
    assert.equal(await together([all[0], 1], [all[1], 2], [all[0], 3]), first);
    // The same where each of them covers everything.
    const whole = { extensions: ofA };
    assert.equal(
      await together([whole, 1], [whole, 2]),
      "2026-05-01T11:59:58Z 2026-05-03T12:00:00Z",
    );
    assert.equal(await said([all[1], all[1]], withPoints(seq(fullName(A)))), none);
    // A revocation counts, even if the CRLs do not cover all reasons.
    assert.equal(
      await said({ ...all[0], entries: [entry(SERIAL, reason(1))] }, withPoints(seq(fullName(A)))),
      "revoked keyCompromise",
    );
  });
});

describe("a CRL is not used", () => {
  it("if the issuer may not sign CRLs, or another key signed it", async () => {
    const issuer = (extensions: Parameters<typeof intermediate>[0]) => ({
      issuer: intermediate({ key: caKey.spki, ...extensions }),
    });
    const identified = (octet: number) => ({
      extensions: [extension("2.5.29.35", seq(element(0x80, new Uint8Array(20).fill(octet))))],
    });
    assert.equal(await said({}, issuer({ extensions: { keyUsage: null } })), "good");
    assert.equal(
      await said({}, issuer({ extensions: { keyUsage: bits(2, 4) } })),
      "The issuer is not allowed to sign CRLs",
    );
    assert.equal(await said(identified(7)), "good");
    const another = "The CRL is signed with another key of the issuer";
    assert.equal(await said(identified(8)), another);
    const unidentified = issuer({ extensions: { subjectKeyIdentifier: null } });
    assert.equal(await said(identified(8), unidentified), "good");
    assert.match(await said({ key: newKey() }), /^The CRL's signature is wrong: /);
    const ofEd25519 = seq(oid("1.3.101.112"));
    assert.match(
      await said({ algorithm: ofEd25519 }),
      /algorithms inside and after the signed part differ/,
    );
  });

  it("if its issuer's key is not supported", async () => {
    const key = seq(seq(oid("1.2.3.4")), bits(0, 1, 2));
    assert.match(
      await said({}, { issuer: intermediate({ key }) }),
      /^The CRL's signature cannot be verified: /,
    );
  });

  it("if it is not yet or no longer valid", async () => {
    const minute = 60_000;
    assert.equal(await said({ nextUpdate: null }), "The CRL cannot be used: It has no nextUpdate");
    assert.equal(await said({ nextUpdate: now }), "good");
    assert.match(
      await said({ nextUpdate: now - 1000 }),
      /^The CRL expired on 1 May 2026, 11:59:59 UTC/,
    );
    // Clocks differ by five minutes.
    assert.equal(await said({ thisUpdate: now + 5 * minute }), "good");
    assert.equal(await said({ thisUpdate: now + 5 * minute + 1000 }), "The CRL is not yet valid");
  });

  it("if an extension or an entry cannot be read", async () => {
    const point = extension("2.5.29.28", bytes(4, 0), true);
    assert.match(await said({ extensions: [point] }), /An extension cannot be read/);
    assert.match(await said({ extensions: [bytes(4, 0)] }), /An extension cannot be read/);
    const read = list({ extensions: [point] });
    assert.deepEqual(read.findings.map(({ code }) => code), ["extension_malformed"]);
    const empty = seq(element(2), utcTime(now));
    const undated = seq(element(2, SERIAL), bytes(5, 0));
    for (const odd of [empty, undated]) {
      assert.match(await said({ entries: [odd] }), /cannot be used: An entry cannot be read/);
    }
  });

  it("if an entry names its issuer without a directory name, or malformed", () => {
    const indirect = part(element(0x84, TRUE));
    const usable = (issuer: Parameters<typeof seq>[0]) =>
      list({
        extensions: [indirect],
        entries: [entry(SERIAL, extension("2.5.29.29", issuer, true))],
      })
        .unusable;
    assert.equal(usable(seq(directory(CA_NAME))), null);
    // Its entry could be about the certificates of any issuer.
    assert.match(usable(seq(A))!, /^An entry does not name its issuer by a directory name$/);
    assert.equal(usable(seq(A, directory(CA_NAME))), null);
    assert.match(usable(bytes(0x31, 0))!, /^An entry cannot be read: /);
    assert.match(usable(seq(element(0xa4, bytes(5, 0))))!, /^An entry cannot be read: /);
  });

  it("but throws if the budget runs out, which is not a fault of the CRL", () => {
    const made = listBytes({
      extensions: [number("2.5.29.20", 1), part(element(0x81, TRUE))],
      entries: [entry(SERIAL, extension("1.2.3.4", bytes(5, 0)))],
    });
    let nodes = 1;
    for (;; nodes++) {
      try {
        assert.equal(readCrl(made, new Budget({ nodes })).unusable, null);
        break;
      } catch (thrown) {
        assert(isOperationError(thrown) && thrown.code === "too_complex", String(thrown));
      }
    }
    assert(nodes > 20 && nodes < 200);
  });

  it("if there is none", async () => {
    const { problem } = await revocationOf({ crls: [], responses: [] }, inputs());
    assert.equal(problem, "No CRL or OCSP response was given");
  });
});

describe("delta CRLs", () => {
  const complete = (value: number, ...entries: ReturnType<typeof entry>[]) => ({
    extensions: [number("2.5.29.20", value)],
    entries,
  });
  const delta = (value: number, base: number, ...entries: ReturnType<typeof entry>[]) => ({
    extensions: [number("2.5.29.20", value), number("2.5.29.27", base, true)],
    entries,
  });
  const held = entry(SERIAL, reason(6));
  const removed = entry(SERIAL, reason(8));

  it("release only certificates on hold in the CRL that they complete", async () => {
    const onHold = "revoked certificateHold";
    assert.equal(await said([complete(10, held), delta(11, 10, removed)]), "good");
    assert.equal(await said([complete(10, held), delta(11, 9, removed)]), "good");
    assert.equal(await said([complete(10, held), delta(11, 11, removed)]), onHold);
    assert.equal(await said([complete(11, held), delta(11, 10, removed)]), onHold);
    assert.equal(await said([complete(256, held), delta(200, 100, removed)]), onHold);
    assert.equal(await said([complete(200, held), delta(256, 100, removed)]), "good");
    assert.equal(await said([complete(10, held), delta(11, 10, entry(SERIAL, reason(1)))]), onHold);
    assert.equal(
      await said([complete(10, held), { ...delta(11, 10, removed), nextUpdate: now - 1000 }]),
      onHold,
    );
    assert.equal(
      await said([complete(10, entry(SERIAL, reason(1))), delta(11, 10, removed)]),
      "revoked keyCompromise",
    );
    // A CRL without a number counts as older than all.
    assert.equal(await said([{ entries: [held] }, delta(11, 0, removed)]), onHold);
    const scoped = { ...complete(10, held), extensions: [number("2.5.29.20", 10), part()] };
    assert.equal(await said([scoped, delta(11, 10, removed)]), onHold);
  });

  it("are reported as missing if they are announced and not given", async () => {
    const naming = { extensions: [number("2.5.29.20", 10), FRESHEST] };
    const note = "good Newer revocations are in a delta CRL, which was not checked";
    assert.equal(await said(naming), note);
    assert.equal(await said([naming, delta(11, 10)]), "good");
    assert.equal(await said([naming, { ...delta(11, 10), nextUpdate: now - 1000 }]), note);
    const certificate = signed(leaf, caKey, {
      serial: SERIAL,
      extensions: { "2.5.29.46": seq(seq(fullName(A))) },
    });
    assert.equal(await said({}, { certificate }), note);
  });

  it("are not used without the CRL that they complete", async () => {
    assert.match(await said(delta(11, 10)), /the complete CRL is missing$/);
    assert.equal(await said(delta(11, 10, entry(SERIAL, reason(4)))), "revoked superseded");
  });
});

describe("reading a CRL", () => {
  const codes = (changes: Partial<ListParts>) => list(changes).findings.map(({ code }) => code);

  it("reports oddities outside the entries", () => {
    assert.deepEqual(codes({}), []);
    assert.deepEqual(codes({ entries: [] }), ["list_empty"]);
    assert.deepEqual(codes({ nextUpdate: null }), ["next_update_missing"]);
    assert.deepEqual(codes({ version: [integer(2)] }), ["version_unknown"]);
    assert.deepEqual(codes({ more: bytes(0) }), ["trailing_data"]);
    assert.match(list({ more: bytes(0) }).findings[0].message, /^1 byte after the CRL/);
    assert.deepEqual(codes({ extensions: [extension("2.5.29.20", bytes(2, 2, 0, 1))] }).length, 1);
    assert.deepEqual(codes({ version: [] }), []);
    assert.deepEqual([list({ version: [] }).version, list().version], [1, 2]);
    assert.equal(list({ more: bytes(0, 0) }).bytes.length, listBytes().length);
    assert.throws(() => readCrl(listBytes().slice(0, -1), new Budget()), DerError);
    assert.throws(() => readCrl(bytes(4, 0), new Budget()), DerError);
  });

  it("returns its numbers without leading zeros", () => {
    const read = list({ extensions: [number("2.5.29.20", 200), number("2.5.29.27", 0, true)] });
    assert.deepEqual([read.number, read.baseNumber], ["C8", "00"]);
    assert.equal(read.isDelta, true);
  });

  it("reads nextUpdate without reading the rest", () => {
    const end = (changes: Partial<ListParts>) => crlEnd(listBytes(changes), new Budget());
    assert.equal(end({}), now + DAY);
    assert.equal(end({ version: [] }), now + DAY);
    assert.equal(end({ nextUpdate: null, entries: [entry(SERIAL)] }), null);
    assert.throws(() => crlEnd(bytes(0x30, 2, 0x30, 0), new Budget()), DerError);
  });

  it("returns reason and date of an entry with other extensions", () => {
    const invalidity = extension(
      "2.5.29.24",
      element(0x18, new TextEncoder().encode("20260401000000Z")),
    );
    const harmless = extension("1.2.3.4", bytes(5, 0));
    const entries = [
      entry(bytes(1), reason(1)),
      entry(bytes(2), reason(4), invalidity),
      entry(bytes(3), harmless),
      entry(bytes(4), reason(7)),
      entry(bytes(5)),
      entry(bytes(6), extension("2.5.29.21", bytes(4, 1, 1))),
    ];
    const read = list({ entries });
    assert.match(read.unusable!, /^An entry cannot be read: /);
    const told = read.slice(0, 9, new Budget());
    assert.deepEqual(told.map(({ reason, invalidityDate }) => [reason, invalidityDate]), [
      ["keyCompromise", null],
      ["superseded", "2026-04-01T00:00:00Z"],
      [null, null],
      ["reason 7", null],
      [null, null],
      [null, null],
    ]);
    const cursor = read.entries(new Budget());
    const reasons: (string | null)[] = [];
    while (cursor.next()) reasons.push(cursor.reason);
    assert.deepEqual(reasons, told.map(({ reason }) => reason));
  });

  it("returns slices within the list", () => {
    const read = list({
      entries: Array.from({ length: 1030 }, (_, i) => entry(bytes(1, 2, i >> 8, i))),
    });
    const serials = (first: number, most: number) =>
      read.slice(first, most, new Budget()).map(({ serialNumber }) => serialNumber);
    assert.deepEqual(serials(1023, 2), ["010203FF", "01020400"]);
    assert.deepEqual(serials(0, 1), ["01020000"]);
    assert.equal(serials(1020, 100).length, 10);
    assert.deepEqual(serials(2048, 1), []);
    assert.deepEqual(serials(-1, 1), []);
    assert.deepEqual(serials(NaN, 1), []);
    assert.deepEqual(list().slice(0, 1, new Budget()), []);
  });

  it("finds an entry whose serial number has redundant leading zeros", async () => {
    assert.equal(await said({ entries: [entry(bytes(0, ...SERIAL))] }), "revoked");
    assert.equal(await said({ entries: [entry(bytes(0, 0, ...SERIAL))] }), "revoked");
    assert.equal(await said({ entries: [entry(bytes(...SERIAL, 0))] }), "good");
    const high = bytes(0, 0x80);
    const certificate = signed(leaf, caKey, { serial: high });
    assert.equal(await said({ entries: [entry(high)] }, { certificate }), "revoked");
    assert.equal(await said({ entries: [entry(bytes(0x80))] }, { certificate }), "good");
    // A number of one octet, and one whose third octet is high.
    for (const serial of [bytes(0x4d), bytes(0x4d, 0x81)]) {
      const certificate = signed(leaf, caKey, { serial });
      assert.equal(
        await said({ entries: [entry(bytes(0, ...serial))] }, { certificate }),
        "revoked",
      );
    }
  });

  it("charges the extensions of an entry unless there is only a reason", () => {
    const work = (dotted: string, count: number) => {
      const extensions = [extension(dotted, element(0x0a, bytes(1)))];
      const entries = Array.from({ length: count }, () => entry(SERIAL, ...extensions));
      const budget = new Budget();
      readCrl(listBytes({ entries }), budget);
      return budget.spent("work");
    };
    // reasonCode, and another one of the same length.
    const more = work("2.5.29.99", 10) - work("2.5.29.21", 10);
    assert(Math.abs(more - 10 * 2) < 0.001);
  });

  it("uses the entry that revokes, if a certificate has two", async () => {
    const [gone, back] = [entry(SERIAL, reason(1)), entry(SERIAL, reason(8))];
    assert.equal(await said({ entries: [back, gone] }), "revoked keyCompromise");
    assert.equal(await said({ entries: [gone, back] }), "revoked keyCompromise");
    assert.equal(
      await said({ entries: [gone, entry(SERIAL, reason(4))] }),
      "revoked keyCompromise",
    );
  });
});

describe("the sentence about a revocation", () => {
  it("has the date and the reason if they are known", () => {
    const at = "2026-11-01T12:00:00Z";
    const message = (revokedAt: string | null, reason: string | null) =>
      revokedMessage({ revokedAt, reason });
    assert.equal(message(null, null), "It was revoked.");
    assert.equal(message(at, "unspecified"), "It was revoked on 1 Nov 2026, 12:00:00 UTC.");
    assert.equal(message(null, "superseded"), "It was revoked (superseded).");
    // RFC 5280, 5.3.1.
    assert.deepEqual(Array.from({ length: 12 }, (_, code) => reasonName(code)), [
      ...["unspecified", "keyCompromise", "cACompromise", "affiliationChanged", "superseded"],
      ...["cessationOfOperation", "certificateHold", "reason 7", "removeFromCRL"],
      ...["privilegeWithdrawn", "aACompromise", "reason 11"],
    ]);
    assert.equal(message(null, "cACompromise"), "It was revoked (CA compromise).");
  });
});
