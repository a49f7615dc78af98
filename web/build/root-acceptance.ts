/**
 * Writes `core/assets/root-acceptance.ts` from the files of a folder: which roots Apple, Chrome, Microsoft
 * and Mozilla include, and which versions of iOS, Android and Windows had them. `roots/README.md` names the
 * files and their sources. `deno run -A web/build/root-acceptance.ts FOLDER` needs no network.
 */
import { createHash } from "node:crypto";
import { Budget } from "../../core/kernel/context.ts";
import { Candidate } from "../../core/x509/constraints/candidate.ts";
import { readBundle } from "../../core/x509/cms/bundles.ts";
import { encodeBase64 } from "../../core/x509/pem/base64.ts";
import { mozillaRoots } from "../../core/x509/path/trust-store.ts";

const TARGET = new URL("../../core/assets/root-acceptance.ts", import.meta.url);

/** The dates of the files, which do not state them. */
const DATES = { programs: "2026-08-22", platforms: "2026-07-19", mozilla: "2026-05-01" } as const;

const PROGRAMS = ["apple", "chrome", "microsoft", "mozilla"] as const;
const PLATFORMS = { iOS: "Apple", Android: "Android", Windows: "Windows" } as const;

/** The letters of the table, best first: if two records of one root differ, the better one is newer. */
const LETTERS: Readonly<Record<string, string>> = {
  "Included": "I",
  "NotBefore": "D",
  "Blocked": "B",
  "Removed": "R",
  "Not Included": "N",
  "Not Yet Included": "N",
};
/** Included, but not for websites. */
const NOT_FOR_SITES = "E";
const BEST_FIRST = `ID${NOT_FOR_SITES}BRN`;
/** No record. */
const NO_RECORD = "-";

type Row = Readonly<Record<string, string>>;

function readTable(path: string): Row[] {
  const [head, ...lines] = Deno.readTextFileSync(path).trimEnd().split("\n")
    .map((line) => line.split("\t"));
  return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""])));
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The text of the asset. Throws if the files contradict themselves or have an unknown state. */
export function acceptanceFile(folder: string): string {
  const records = Map.groupBy(readTable(`${folder}/programs.tsv`), ({ sha256 }) => sha256);
  const nss = new Map(readTable(`${folder}/mozilla-roots.tsv`).map((row) => [row.sha256, row]));
  const held = readTable(`${folder}/platforms.tsv`);
  const versions = versionsOf(readTable(`${folder}/platform-versions.tsv`));
  const store = new Set(mozillaRoots().certificates.map(({ bytes }) => sha256(bytes)));

  // One row for each CA, which is a name and a key: several certificates can be the same root.
  const roots = new Map<string, { candidates: Candidate[]; fingerprints: string[] }>();
  const text = Deno.readTextFileSync(`${folder}/programs.pem`);
  const given = readBundle(text, new Budget()).certificates.map(({ certificate }) => certificate);
  for (const certificate of [...mozillaRoots().certificates, ...given]) {
    const candidate = new Candidate(certificate, "trust-store", null);
    const fingerprint = sha256(certificate.bytes);
    const root = roots.get(candidate.identity) ?? { candidates: [], fingerprints: [] };
    roots.set(candidate.identity, root);
    if (root.fingerprints.includes(fingerprint)) continue;
    root.candidates.push(candidate);
    root.fingerprints.push(fingerprint);
  }
  const missing = [...records.keys()].filter((fingerprint) =>
    !given.some(({ bytes }) => sha256(bytes) === fingerprint)
  );
  if (missing.length > 0) throw new Error(`programs.pem lacks ${missing.join(", ")}`);

  const known = new Set<string>();
  const lines = [...roots.values()].map(({ candidates: [candidate], fingerprints }) => {
    for (const fingerprint of fingerprints) known.add(fingerprint);
    const isInStore = fingerprints.some((fingerprint) => store.has(fingerprint));
    const states = PROGRAMS.map((program) => {
      const states = fingerprints.flatMap((fingerprint) =>
        (records.get(fingerprint) ?? []).map((record) => stateOf(record, program, nss, store))
      );
      return BEST_FIRST.split("").find((letter) => states.includes(letter)) ??
        states[0] ?? NO_RECORD;
    });
    const { subjectDer, spki } = candidate.certificate;
    return [
      fingerprints.join(" "),
      nameOf(candidate),
      states.join(""),
      ...rangesOf(fingerprints, held, versions),
      // The trust store has the name and the key of the others.
      ...isInStore ? [] : [encodeBase64(subjectDer), encodeBase64(spki)],
    ].join("\t");
  });
  const historic = [...new Set(held.map(({ sha256 }) => sha256))]
    .filter((fingerprint) => !known.has(fingerprint))
    .map((fingerprint) =>
      [fingerprint.slice(0, 32), ...rangesOf([fingerprint], held, versions)].join("\t")
    );
  return `/**
 * Which roots Apple, Chrome, Microsoft and Mozilla include, and which versions of iOS, Android and Windows
 * had them. Written by \`deno task roots FOLDER\`; web/build/roots/README.md names the sources.
 */
export const ROOT_ACCEPTANCE = {
  /** CCADB's report of all certificates. */
  programs: "${DATES.programs}",
  /** Mozilla's certdata.txt, which says for what a root is trusted. */
  mozilla: "${DATES.mozilla}",
  /** The trust stores of platforms, as the Trust Stores Observatory read them. */
  platforms: "${DATES.platforms}",
  /** The versions that were read, oldest first, each with the day on which it was read. */
  versions: {
${
    Object.entries(versions).map(([platform, list]) =>
      `    ${platform}: [\n${
        list.map(({ version, fetched }) => `      ["${version}", "${fetched}"],\n`).join("")
      }    ],\n`
    ).join("")
  }  },
  /**
   * One line for each root of a program: SHA-256 of its certificates; its name; its state in the programs of
   * Apple, Chrome, Microsoft and Mozilla; the versions of iOS, Android and Windows with it, by their places
   * above, the last one empty if it is still there; its subject and its subjectPublicKeyInfo in base64,
   * unless it is in mozilla-roots.ts. The states: I included, E included but not for websites, D included
   * for certificates before a date, N not included, R removed, B blocked, - no record.
   */
  roots: \`
${lines.sort().join("\n")}
\`,
  /** The other roots that a platform had: the first half of the SHA-256, and the versions as above. */
  historic: \`
${historic.sort().join("\n")}
\`,
} as const;
`;
}

/** Three roots of GlobalSign have the common name "GlobalSign" and differ in their unit. */
function nameOf({ certificate: { subject } }: Candidate): string {
  const { commonName, organizationName, organizationalUnitName, raw } = subject;
  if (commonName === null || commonName === organizationName) {
    return organizationalUnitName ?? commonName ?? raw;
  }
  return commonName;
}

/**
 * CCADB's record of Mozilla has no trust bits of its own, so certdata.txt decides about websites. Some
 * records of sold roots say that Mozilla includes them, and neither certdata.txt nor the newer list has them.
 */
function stateOf(
  record: Row,
  program: string,
  nss: ReadonlyMap<string, Row>,
  store: ReadonlySet<string>,
): string {
  const letter = LETTERS[record[program]];
  if (!letter) throw new Error(`${program}: unknown state "${record[program]}"`);
  if (program !== "mozilla" || letter !== "I" || store.has(record.sha256)) return letter;
  const known = nss.get(record.sha256);
  return !known ? "R" : known.server_auth === "no" ? NOT_FOR_SITES : letter;
}

type Versions = Record<keyof typeof PLATFORMS, { version: string; fetched: string }[]>;

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

if (import.meta.main) {
  const [folder] = Deno.args;
  if (!folder) throw new Error("Name the folder with programs.tsv and the other files.");
  Deno.writeTextFileSync(TARGET, acceptanceFile(folder));
}
