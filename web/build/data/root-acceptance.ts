/**
 * Makes `core/assets/root-acceptance.ts`: which roots Apple, Chrome, Microsoft and Mozilla include, and which
 * versions of iOS, Android and Windows had them.
 */
import { createHash } from "node:crypto";
import { Budget } from "../../../core/kernel/context.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import { encodeBase64 } from "../../../core/x509/pem/base64.ts";
import { mozillaRoots } from "../../../core/x509/path/trust-store.ts";
import type { Lists } from "./lists.ts";
import type { Platforms } from "./platforms.ts";
import type { Row } from "./table.ts";

const PROGRAMS = ["apple", "chrome", "microsoft", "mozilla"] as const;

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

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

interface AcceptanceInputs {
  /** CCADB's records: rows of `readRecords`. */
  readonly records: readonly Row[];
  /** The certificates of the records in PEM. */
  readonly certificates: string;
  /** Mozilla's list: rows of `readCertdata`. */
  readonly nss: readonly Row[];
  readonly platforms: Platforms;
  readonly lists: Lists;
}

/** The text of the asset. Throws if the inputs contradict each other or have an unknown state. */
export function acceptanceFile(
  { records: rows, certificates, nss: nssRows, platforms, lists }: AcceptanceInputs,
): string {
  const records = Map.groupBy(rows, ({ sha256 }) => sha256);
  const nss = new Map(nssRows.map((row) => [row.sha256, row]));
  const store = new Set(mozillaRoots().certificates.map(({ bytes }) => sha256(bytes)));

  // One row for each CA, which is a name and a key: several certificates can be the same root.
  const roots = new Map<string, { candidates: Candidate[]; fingerprints: string[] }>();
  const given = readBundle(certificates, new Budget()).certificates.map(({ certificate }) =>
    certificate
  );
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
  if (missing.length > 0) {
    throw new Error(`The certificates of these roots are missing: ${missing.join(", ")}`);
  }

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
      ...platforms.rangesOf(fingerprints),
      // The trust store has the name and the key of the others.
      ...isInStore ? [] : [encodeBase64(subjectDer), encodeBase64(spki)],
    ].join("\t");
  });
  const historic = platforms.others(known).map(([id, ranges]) => [id, ...ranges].join("\t"));
  return `/**
 * Which roots Apple, Chrome, Microsoft and Mozilla include, and which versions of iOS, Android and Windows
 * had them. Written by \`deno task data\`; web/build/data/README.md names the sources.
 */
export const ROOT_ACCEPTANCE = {
  /** CCADB's report of all certificates. */
  programs: "${lists.ccadb}",
  /** Mozilla's certdata.txt, which says for what a root is trusted. */
  mozilla: "${lists.mozilla}",
  /** The trust stores of platforms, as the Trust Stores Observatory read them. */
  platforms: "${lists.platforms}",
  /** The versions that were read, oldest first, each with the day on which it was read. */
  versions: {
${
    Object.entries(platforms.versions).map(([platform, list]) =>
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
