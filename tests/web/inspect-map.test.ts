/** The objects of the inspector as a map: lines to what they belong to, and gaps. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { InspectedChain, InspectedSet, Link, ObjectRow } from "../../core/inspect/contract.ts";
import type { Picture } from "../../web/src/tools/inspect/inspection.ts";
import { mapOf } from "../../web/src/tools/inspect/map-of.ts";

const row = (id: number, kind: ObjectRow["kind"], more: Partial<ObjectRow> = {}) => ({
  id,
  kind,
  name: kind === "private-key" ? "" : `${id}.example`,
  places: [{ file: `${id}.pem`, position: 0, form: "PEM" }],
  publicKey: null,
  issuer: kind === "certificate" ? "The issuer" : null,
  notAfter: null,
  role: kind === "certificate" ? "leaf" : null,
  locked: false,
  problem: null,
  findings: [],
  ...more,
} as unknown as ObjectRow);

const link = (kind: Link["kind"], from: number, to: number, holds: true | null = true): Link => ({
  kind,
  from,
  to,
  holds,
  reason: null,
});

const set = (certificate: number, privateKeys: number[]) => ({
  certificate,
  privateKeys,
  requests: [],
  verdict: { statements: privateKeys.length > 0 ? [] : [{ code: "missing_key" }] },
} as unknown as InspectedSet);

const chain = (
  certificates: readonly { id: number | null; name?: string; signedByNext?: boolean | null }[],
  missingIssuer: string | null = null,
) => ({
  certificates: certificates.map(({ id, name = "", signedByNext = null }) => ({
    id,
    name,
    signedByNext,
  })),
  missingIssuer,
} as unknown as InspectedChain);

function mapped(rows: readonly ObjectRow[], more: Partial<Picture> = {}) {
  const picture = {
    rows: new Map(rows.map((row) => [row.id, row])),
    links: [],
    chains: [],
    sets: [],
    skipped: [],
    ...more,
  } as unknown as Picture;
  const map = mapOf(picture);
  return {
    ...map,
    lines: map.lines.map(({ from, to, state }) => `${from} > ${to} ${state}`),
    gaps: map.objects.flatMap(({ key, isGap }) => isGap ? [map.describe(key).title] : []),
  };
}

describe("the map of the inspector", () => {
  it("has certificates below their issuers, and below them their keys, CSRs and names", () => {
    const rows = [
      row(0, "private-key"),
      row(1, "certificate"),
      row(2, "certificate"),
      row(3, "request"),
      row(4, "domain-name"),
    ];
    const { lines, describe: textOf } = mapped(rows, {
      links: [
        link("key", 0, 2),
        link("key", 0, 3, null),
        link("issuer", 1, 2),
        link("name", 4, 2),
      ],
    });
    assert.deepEqual(lines.sort(), [
      "1 > 2 proven",
      "2 > 0 proven",
      "2 > 3 unproven",
      "2 > 4 proven",
    ]);
    assert.deepEqual(textOf("0").status, { tone: "good", text: "Matches" });
    assert.deepEqual(textOf("0").title, "0.pem");
    assert.equal(textOf("2").title, "2.example");
  });

  it("has a gap with the name of a missing issuer, once for all that it signed", () => {
    const name = "CN=The issuer,O=Example";
    const { lines, gaps } = mapped([row(1, "certificate"), row(2, "certificate")], {
      chains: [chain([{ id: 1 }], name), chain([{ id: 2 }], name)],
    });
    assert.deepEqual(gaps, ["The issuer"]);
    assert.deepEqual(lines, [`issuer ${name} > 1 missing`, `issuer ${name} > 2 missing`]);
  });

  it("has the root of the trust store, and a signature that does not hold", () => {
    const { lines, gaps, describe: textOf } = mapped(
      [row(1, "certificate"), row(2, "certificate")],
      {
        chains: [chain([
          { id: 1, signedByNext: false },
          { id: 2, signedByNext: true },
          { id: null, name: "Some Root" },
        ])],
      },
    );
    assert.deepEqual(lines, ["2 > 1 broken", "store Some Root > 2 proven"]);
    assert.deepEqual([gaps, textOf("store Some Root").title], [[], "Some Root"]);
  });

  it("has a gap for the key of the only end entity", () => {
    const { lines, gaps } = mapped([row(1, "certificate")], { sets: [set(1, [])] });
    assert.deepEqual([gaps, lines], [["Private key"], ["1 > key 1 missing"]]);
  });

  it("has gaps for keys where most certificates have theirs, but not in a list of certificates", () => {
    const rows = [1, 2, 3].map((id) => row(id, "certificate"));
    const most = mapped(rows, { sets: [set(1, [7]), set(2, [8]), set(3, [])] });
    assert.deepEqual(most.lines, ["3 > key 3 missing"]);
    const list = mapped(rows, { sets: [set(1, []), set(2, []), set(3, [8])] });
    assert.deepEqual(list.gaps, []);
  });

  it("has a signed file below the certificate of its signer", () => {
    const signer = { certificate: 1, signature: { outcome: "fails", message: "" } };
    const signed = { outcome: "fails", signers: [signer] } as unknown as ObjectRow["signed"];
    const { lines } = mapped([row(1, "certificate"), row(2, "pkcs7", { signed })]);
    assert.deepEqual(lines, ["1 > 2 broken"]);
  });

  it("leaves out files that could not be read, which are listed below", () => {
    const skipped = [{ id: 2, file: "2.pem", position: 0, message: "" }];
    const { objects } = mapped([row(1, "certificate"), row(2, "certificate")], { skipped });
    assert.deepEqual(objects.map(({ key }) => key), ["1"]);
  });
});
