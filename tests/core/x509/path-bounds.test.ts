/** Limits of path building: the length of paths, the cost of finding issuers, unproven issuers. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { buildPath } from "../../../core/x509/path/build.ts";
import { Pool } from "../../../core/x509/path/pool.ts";
import { type Key, newKey, signed } from "./revocation/maker.ts";
import { bytes } from "./rules/der.ts";
import {
  basicConstraints,
  type Changes,
  critical,
  dns,
  ecKey,
  intermediate,
  leaf as leafOf,
  name,
  nameConstraints,
  root as rootOf,
} from "./rules/maker.ts";

const now = Date.parse("2026-05-01T12:00:00Z");
const key = newKey();
const other = newKey();
const WITHOUT_IDENTIFIERS = { authorityKeyIdentifier: null, subjectKeyIdentifier: null };

/** A CA of its own name and key, signed with the key under the issuer's name. */
const authority = (
  subject: string,
  issuer: string,
  changes: Changes = {},
  { own = key, by = key }: { own?: Key; by?: Key } = {},
): Certificate =>
  signed(intermediate, by, {
    ...{ subject: name({ CN: subject }), issuer: name({ CN: issuer }), key: own.spki },
    ...changes,
    extensions: { ...WITHOUT_IDENTIFIERS, basicConstraints: critical(basicConstraints(true)) },
  });
const leaf = (issuer: string, by = key): Certificate =>
  signed(leafOf, by, { issuer: name({ CN: issuer }), extensions: WITHOUT_IDENTIFIERS });

/** The path from the first certificate; `anchor` is the source of the last one. */
async function build(
  certificates: readonly Certificate[],
  anchor: "trust-store" | "roots" | "input" = "input",
) {
  const budget = new Budget();
  const pool = new Pool(budget);
  const candidates = certificates.map((certificate, position) => {
    const isLast = position === certificates.length - 1;
    return new Candidate(certificate, isLast ? anchor : "input", position);
  });
  for (const candidate of candidates) pool.add(candidate);
  const inputs = { now, reference: null, purpose: null, budget };
  const { trusted, ...path } = await buildPath(candidates[0], pool, inputs);
  const codes = path.findings.map(({ code, index }) => `${code}@${index}`);
  return { trusted, codes, positions: path.certificates.map(({ position }) => position) };
}

describe("limits of a path", () => {
  /** A leaf, CAs above it, and a root. */
  const chainOf = (length: number) => [
    leaf("CA 1"),
    ...Array.from(
      { length: length - 2 },
      (_, at) => authority(`CA ${at + 1}`, at === length - 3 ? "Root" : `CA ${at + 2}`),
    ),
    authority("Root", "Root"),
  ];

  it("allow twenty certificates up to the anchor, and no more", async () => {
    const whole = await build(chainOf(20), "trust-store");
    assert.equal(whole.trusted, true);
    assert.equal(whole.positions.length, 20);
    const longer = await build(chainOf(21), "trust-store");
    assert.equal(longer.trusted, false);
    assert.equal(longer.positions.length, 20);
    assert(longer.codes.includes("issuer_not_found@19"));
  });

  it("spend work for each possible issuer with the same name", () => {
    const budget = new Budget();
    const pool = new Pool(budget);
    const candidates = [
      leaf("A"),
      ...["1", "2", "3"].map((day) => authority("A", "Root", { serial: bytes(Number(day)) })),
    ].map((certificate) => new Candidate(certificate, "input", null));
    for (const candidate of candidates) pool.add(candidate);
    const before = budget.spent("work");
    assert.equal(pool.issuersByName(candidates[0]).length, 3);
    assert.equal(budget.spent("work") - before, 3);
    assert.equal(pool.issuersByName(candidates[1]).length, 0);
    assert.equal(budget.spent("work") - before, 3);
  });
});

describe("name constraints of a CA", () => {
  it("are not reported as malformed if the budget does not suffice to read them", () => {
    const extensions = { nameConstraints: nameConstraints({ permitted: [dns("example.com")] }) };
    const ca = new Candidate(intermediate({ extensions }), "input", null);
    assert.throws(() => ca.nameConstraints(new Budget({ nodes: 1 })), { code: "too_complex" });
    const constraints = ca.nameConstraints(new Budget());
    assert(constraints !== null && !(constraints instanceof Error));
  });
});

describe("a path to an anchor", () => {
  it("is preferred if every signature is valid, to one with an unverifiable signature", async () => {
    // No point of P-256 has this x, so no signature verifies, and no rule reports a compressed point.
    const noPoint = ecKey(undefined, bytes(2, ...new Uint8Array(32).fill(7)));
    const [A, ROOT] = [name({ CN: "A" }), name({ CN: "Root" })];
    const parts = { subject: A, issuer: ROOT, key: key.spki };
    const end = signed(leafOf, key, { issuer: A });
    const unverifiable = signed(intermediate, key, { ...parts, key: noPoint, to: "2030-12-31" });
    const sound = signed(intermediate, key, { ...parts, to: "2030-01-01" });
    const root = signed(rootOf, key, { ...parts, subject: ROOT });
    assert.deepEqual(await build([end, unverifiable, sound, root], "trust-store"), {
      ...{ trusted: true, codes: [], positions: [0, 2, 3] },
    });
    // Even if it breaks a rule that is not about proof.
    const flawed = signed(intermediate, key, {
      ...{ ...parts, to: "2030-01-01" },
      extensions: { basicConstraints: basicConstraints(true) },
    });
    for (const anchor of ["trust-store", "roots", "input"] as const) {
      const { positions } = await build([end, unverifiable, flawed, root], anchor);
      assert.deepEqual(positions, [0, 2, 3], anchor);
    }
    const alone = await build([end, unverifiable, root], "trust-store");
    assert.deepEqual(alone.positions, [0, 1, 2]);
    assert.deepEqual(alone.codes, ["signature_unverifiable@0"]);
  });
});

describe("the least broken path", () => {
  it("has valid signatures rather than an invalid one", async () => {
    const expired = authority("A", "Root X", { to: "2026-02-01T00:00:00Z" });
    const claimed = authority("A", "Root Y");
    const rootX = authority("Root X", "Root X");
    const rootY = authority("Root Y", "Root Y", {}, { own: other, by: other });
    for (
      const [rest, positions] of [
        [[expired, claimed, rootX, rootY], [0, 1, 3]],
        [[claimed, expired, rootY, rootX], [0, 2, 4]],
      ] as const
    ) {
      const found = await build([leaf("A"), ...rest]);
      assert.deepEqual(found.positions, positions);
      assert(!found.codes.some((code) => code.startsWith("signature_invalid")));
    }
  });

  it("is chosen among the first thirty-two", async () => {
    // The certificate without a fault ends first, so it is tried last.
    const sound = authority("A", "Root", { to: "2027-01-01" });
    const noCa = (at: number) =>
      signed(intermediate, key, {
        ...{ subject: name({ CN: "A" }), issuer: name({ CN: "Root" }), key: key.spki },
        ...{ serial: bytes(1, at), to: "2030-01-01" },
        extensions: { ...WITHOUT_IDENTIFIERS, basicConstraints: critical(basicConstraints(false)) },
      });
    const others = Array.from({ length: 32 }, (_, at) => noCa(at));
    assert.deepEqual((await build([leaf("A"), sound, ...others.slice(1)])).positions, [0, 1]);
    assert.deepEqual((await build([leaf("A"), sound, ...others])).positions, [0, 2]);
  });

  it("continues with the issuer that signed, among many with its name", async () => {
    const signer = authority("A", "Root", { to: "2027-01-01" });
    const stranger = authority("A", "Root", { to: "2030-01-01" }, { own: other });
    assert.deepEqual((await build([leaf("A"), stranger, signer])).positions, [0, 2]);
  });

  it("has the issuer that is still valid if neither of two issuers signed", async () => {
    // RFC 5280, 4.1.2.5: the last second is part of the validity.
    const last = new Date(now).toISOString();
    const valid = authority("A", "Root", { to: last });
    const future = authority("A", "Root", { from: "2026-06-01", to: "2031-01-01" });
    for (const issuers of [[valid, future], [future, valid]]) {
      const { positions } = await build([leaf("A", other), ...issuers]);
      assert.deepEqual(positions, [0, 1 + issuers.indexOf(valid)]);
    }
  });
});
