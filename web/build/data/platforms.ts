/**
 * Which versions of iOS, Android and Windows had which root. The Trust Stores Observatory reads them; its tables
 * are given as `platforms.tsv` and `platform-versions.tsv`. Without them, the asset in use has the same facts.
 */
import { ROOT_ACCEPTANCE } from "../../../core/assets/root-acceptance.ts";
import type { Row } from "./table.ts";

/** The platforms, and their names in the observatory's tables. */
const PLATFORMS = { iOS: "Apple", Android: "Android", Windows: "Windows" } as const;

type Versions = Record<keyof typeof PLATFORMS, { version: string; fetched: string }[]>;

export interface Platforms {
  /** Oldest first, each with the day on which it was read. */
  readonly versions: Versions;
  /** For iOS, Android and Windows the places of the first and the last version of each range: "0-4,6-". */
  rangesOf(fingerprints: readonly string[]): readonly string[];
  /** The ranges of the roots that are not among these, by the first half of the SHA-256. */
  others(known: ReadonlySet<string>): (readonly [string, readonly string[]])[];
}

/** Reads the tables of the observatory. */
export function readPlatforms(held: readonly Row[], versionRows: readonly Row[]): Platforms {
  const versions = versionsOf(versionRows);
  return {
    versions,
    rangesOf: (fingerprints) => rangesOf(fingerprints, held, versions),
    others: (known) =>
      [...new Set(held.map(({ sha256 }) => sha256))]
        .filter((fingerprint) => !known.has(fingerprint))
        .map((id) => [id.slice(0, 32), rangesOf([id], held, versions)] as const),
  };
}

/** The facts of the asset in use. */
export function platformsInUse(): Platforms {
  const linesOf = (text: string) => text.trim().split("\n").map((line) => line.split("\t"));
  const current = linesOf(ROOT_ACCEPTANCE.roots).map(([ids, , , iOS, android, windows]) => ({
    ids: ids.split(" "),
    ranges: [iOS ?? "", android ?? "", windows ?? ""],
  }));
  const historic = linesOf(ROOT_ACCEPTANCE.historic)
    .map(([half, ...ranges]) => [half, ranges] as const);
  const halves = new Map(historic);
  return {
    versions: Object.fromEntries(
      Object.entries(ROOT_ACCEPTANCE.versions).map(([platform, rows]) => [
        platform,
        rows.map(([version, fetched]) => ({ version, fetched })),
      ]),
    ) as Versions,
    rangesOf: (fingerprints) =>
      current.find(({ ids }) => ids.some((id) => fingerprints.includes(id)))?.ranges ??
        fingerprints.map((id) => halves.get(id.slice(0, 32))).find((ranges) => ranges) ??
        ["", "", ""],
    others: (known) => {
      const taken = new Set([...known].map((id) => id.slice(0, 32)));
      const dropped = current.filter(({ ids }) => !ids.some((id) => known.has(id)))
        .map(({ ids, ranges }) => [ids[0].slice(0, 32), ranges] as const);
      return [...historic.filter(([half]) => !taken.has(half)), ...dropped]
        .filter(([, ranges]) => ranges.some((range) => range !== ""));
    },
  };
}

function versionsOf(rows: readonly Row[]): Versions {
  const of = (platform: string) =>
    rows.filter((row) => row.platform === platform).map(({ version, fetched }) => ({
      version: version.replace(/^(iOS|Android) /, ""),
      fetched,
    }));
  return { iOS: of("Apple"), Android: of("Android"), Windows: of("Windows") };
}

/** For each platform the places of the first and the last version of each range: "0-4,6-". */
function rangesOf(fingerprints: readonly string[], held: readonly Row[], versions: Versions) {
  return Object.entries(PLATFORMS).map(([platform, key]) => {
    const list = versions[platform as keyof Versions];
    const placeOf = (version: string) => {
      const place = list.findIndex((one) => one.version === version.replace(/^\w+ /, ""));
      if (place === -1) throw new Error(`platform-versions.tsv lacks ${version}`);
      return place;
    };
    const has = list.map(() => false);
    for (const row of held) {
      if (row.platform !== key || !fingerprints.includes(row.sha256)) continue;
      const last = row["last (empty: still there)"];
      has.fill(true, placeOf(row.from), last ? placeOf(last) + 1 : list.length);
    }
    return rangesIn(has);
  });
}

function rangesIn(has: readonly boolean[]): string {
  const ranges: string[] = [];
  for (let from = 0; from < has.length; from++) {
    if (!has[from]) continue;
    let to = from;
    while (has[to + 1]) to++;
    ranges.push(to === has.length - 1 ? `${from}-` : `${from}-${to}`);
    from = to;
  }
  return ranges.join(",");
}
