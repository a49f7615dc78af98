/**
 * The objects as a map: certificates below their issuers, and with them the keys, CSRs, names and signed files that
 * belong to them. Missing issuers and keys are gaps.
 */
import type { Link, ObjectRow } from "../../../../core/inspect/contract.ts";
import { named, namedFile } from "../../../../core/kernel/formatting.ts";
import { mainSet } from "../../../../core/verdict/judge/inspect/main.ts";
import { COUNTED_KINDS, KINDS } from "../../../../core/verdict/text/kind-words.ts";
import { matchStatus } from "../../page/match-status.ts";
import type { LineState, MapLine, MapObject } from "../../ui/map/layout.ts";
import { missing, Tiles, type TileText, toneRank } from "../../ui/map/tiles.ts";
import type { Picture } from "./inspection.ts";
import { iconOf, kindOf, statusOf, titleOf } from "./words.ts";

interface PictureMap {
  objects: readonly MapObject[];
  lines: readonly MapLine[];
  describe: (key: string) => TileText;
}

export const keyOf = (id: number): string => String(id);

/** The object with this key; undefined for a gap and for a root of the trust store. */
export const rowAt = ({ rows }: Picture, key: string): ObjectRow | undefined =>
  rows.get(Number(key));

const stateOf = (holds: boolean | null): LineState => holds ? "proven" : "unproven";

export function mapOf(picture: Picture): PictureMap {
  const { rows, skipped } = picture;
  const unreadable = new Set(skipped.map(({ id }) => id));
  const found: MapObject[] = [];
  for (const row of rows.values()) {
    if (unreadable.has(row.id)) continue;
    const rank = toneRank(statusOf(row)?.tone);
    found.push({ key: keyOf(row.id), kind: COUNTED_KINDS[row.kind][1], rank });
  }
  /** Gaps, and certificates that are not among the files. */
  const others = new Tiles();
  const lines = [
    ...linesOf(picture),
    ...signedLines(rows),
    ...chainLines(picture, others),
    ...keyGaps(picture, others),
  ];
  const belonging = belongingOf(picture);
  return {
    objects: [...found, ...others.objects],
    lines,
    // Among thousands, only those that are drawn get their texts.
    describe(key) {
      const row = rowAt(picture, key);
      return row ? textOf(row, belonging) : others.describe(key);
    },
  };
}

/** Proven relations, and those that this tool cannot verify. */
function* linesOf({ rows, links }: Picture): Generator<MapLine> {
  /** The objects with the same key, by the key's own object. */
  const groups = new Map<number, Link[]>();
  for (const link of links) {
    const [from, to] = [keyOf(link.from), keyOf(link.to)];
    if (link.kind === "issuer") yield { from, to, state: stateOf(link.holds) };
    else if (link.kind === "name") yield { from: to, to: from, state: "proven" };
    else if (link.kind === "key") {
      const group = groups.get(link.from);
      if (group) group.push(link);
      else groups.set(link.from, [link]);
    }
  }
  for (const [hub, members] of groups) {
    const isCertificate = ({ to }: Link) => rows.get(to)?.kind === "certificate";
    const certificates = members.filter(isCertificate);
    const others = members.filter((link) => !isCertificate(link));
    for (const { to, holds } of certificates) {
      yield { from: keyOf(to), to: keyOf(hub), state: stateOf(holds) };
    }
    for (const { to, holds } of others) {
      // One certificate is enough: a renewal with the same key has the same CSR.
      const from = certificates[0]?.to ?? hub;
      yield { from: keyOf(from), to: keyOf(to), state: stateOf(holds) };
    }
  }
}

/** Signed files with their signers' certificates, and encrypted ones with their recipients' certificates. */
function* signedLines(rows: Picture["rows"]): Generator<MapLine> {
  for (const { id, signed, encrypted } of rows.values()) {
    for (const { certificate, signature } of signed?.signers ?? []) {
      if (certificate === null) continue;
      const state = { holds: "proven", fails: "broken", unknown: "unproven" } as const;
      yield { from: keyOf(certificate), to: keyOf(id), state: state[signature.outcome] };
    }
    for (const { certificate } of encrypted?.recipients ?? []) {
      if (certificate !== null) yield { from: keyOf(certificate), to: keyOf(id), state: "proven" };
    }
  }
}

/** Facts of the chains that no link has: roots of the trust store, missing issuers, and invalid signatures. */
function* chainLines({ chains, rows }: Picture, others: Tiles): Generator<MapLine> {
  for (const { certificates, missingIssuer } of chains) {
    for (const [index, { id, signedByNext }] of certificates.entries()) {
      const above = certificates[index + 1];
      // The links have the signatures among the files.
      if (id === null || above === undefined) continue;
      if (above.id !== null && signedByNext !== false) continue;
      const from = above.id === null ? `store ${above.name}` : keyOf(above.id);
      if (above.id === null) {
        others.add(from, COUNTED_KINDS.certificate[1], {
          icon: iconOf({ kind: "certificate" }),
          title: above.name,
          note: "Root, from the trust store",
          status: { tone: "neutral", text: "In Mozilla's list" },
        });
      }
      const state = signedByNext === false ? "broken" : stateOf(signedByNext);
      yield { from, to: keyOf(id), state };
    }
    const last = certificates.at(-1);
    if (missingIssuer === null || !last || last.id === null) continue;
    const from = `issuer ${missingIssuer}`;
    others.add(from, COUNTED_KINDS.certificate[1], {
      icon: iconOf({ kind: "certificate" }),
      title: rows.get(last.id)?.issuer || missingIssuer,
      note: "Issuer",
      ...missing("warn"),
    });
    yield { from, to: keyOf(last.id), state: "missing" };
  }
}

/** Missing private keys, unless most certificates come without one, as in a list of certificates. */
function* keyGaps(picture: Picture, others: Tiles): Generator<MapLine> {
  const { sets } = picture;
  const lacking = sets.filter(({ certificate, verdict: { statements } }) =>
    certificate !== null && statements.some(({ code }) => code === "missing_key")
  );
  const main = mainSet(picture);
  const withKey = sets.filter(({ privateKeys }) => privateKeys.length > 0).length;
  for (const set of lacking) {
    if (set !== main && withKey < lacking.length) continue;
    const to = `key ${set.certificate}`;
    others.add(to, COUNTED_KINDS["private-key"][1], {
      icon: iconOf({ kind: "private-key" }),
      title: KINDS["private-key"],
      note: named(titleOf(picture.rows.get(set.certificate!)!)),
      ...missing("info"),
    });
    yield { from: keyOf(set.certificate!), to, state: "missing" };
  }
}

/** The objects with a relation: whether it is proven. */
function belongingOf({ links }: Picture): ReadonlyMap<number, boolean> {
  const belonging = new Map<number, boolean>();
  for (const { kind, from, to, holds } of links) {
    if (kind !== "key") continue;
    for (const id of [from, to]) belonging.set(id, belonging.get(id) || holds === true);
  }
  return belonging;
}

const KEYS: ReadonlySet<ObjectRow["kind"]> = new Set(["private-key", "public-key", "request"]);

function textOf(row: ObjectRow, belonging: ReadonlyMap<number, boolean>): TileText {
  const { name, places: [{ file }] } = row;
  // The picture shows that it is a certificate.
  const what = kindOf(row).replace("Certificate, ", "");
  return {
    icon: iconOf(row),
    title: titleOf(row),
    note: name === "" ? what : `${what}, ${namedFile(file)}`,
    status: statusOf(row) ?? wellStatus(row, belonging.get(row.id)),
  };
}

/** The status of an object without a finding. `fits`: whether it has the same key as another one. */
function wellStatus({ kind }: ObjectRow, fits: boolean | undefined): TileText["status"] {
  if (kind === "certificate") return { tone: "good", text: "Valid" };
  if (!KEYS.has(kind)) return undefined;
  return fits === undefined ? { tone: "neutral", text: "On its own" } : matchStatus(fits || null);
}
