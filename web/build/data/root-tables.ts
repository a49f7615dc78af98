/**
 * Makes the tables of roots of the files in a folder and prints what changed. It runs in a process of its own after
 * the trust store was written, because it reads the store.
 */
/// <reference lib="deno.ns" />
import { ROOT_ACCEPTANCE } from "../../../core/assets/root-acceptance.ts";
import { ROOT_SOURCES } from "../../../core/assets/sources.ts";
import { mozillaRoots } from "../../../core/x509/path/trust-store.ts";
import { createHash } from "node:crypto";
import { readCertificates, readRecords, yearsOf } from "./ccadb.ts";
import { readCertdata } from "./certdata.ts";
import { rootChanges, rootsIn } from "./changes.ts";
import { readChromeRoots } from "./chrome-root-store.ts";
import { certificatesOf, inputsFrom } from "./inputs.ts";
import { LISTS, type Lists } from "./lists.ts";
import { platformsInUse, readPlatforms } from "./platforms.ts";
import { acceptanceFile } from "./root-acceptance.ts";
import { programsFile, programsTable } from "./root-programs.ts";
import { readTable, type Row } from "./table.ts";

const ASSETS = new URL("../../../core/assets/", import.meta.url);
const PROGRAMS = new URL("programs.tsv", import.meta.url);
const LISTS_FILE = new URL("lists.json", import.meta.url);

interface Made {
  /** Texts by the URL of their file. */
  files: Map<URL, string>;
  /** What changed, and what could not be renewed, in sentences. */
  words: string[];
}

/**
 * Makes the tables as far as their files are there.
 *
 * @param from a folder or mirror, as in `inputsFrom`
 * @param today the day on which the files were read, ISO 8601
 * @throws Error if a file is malformed, or if two of them contradict each other
 */
export async function rootTables(from: string | null, today: string): Promise<Made> {
  const inputs = inputsFrom(from);
  const local = from !== null && !/^https?:/.test(from) ? from : null;
  const words: string[] = [];
  const files = new Map<URL, string>();
  const [csv, textproto, certdata] = await Promise.all([
    inputs.text(ROOT_SOURCES.records),
    inputs.text(ROOT_SOURCES.chrome),
    inputs.text(ROOT_SOURCES.mozilla),
  ]);
  const chrome = textproto === null ? null : readChromeRoots(textproto);
  const nss = certdata === null
    ? await tableIn(local, "mozilla-roots.tsv")
    : readCertdata(certdata);
  const records = csv === null ? await tableIn(local, "programs.tsv") : readRecords(csv);
  const lists: Lists = {
    mozilla: certdata === null ? LISTS.mozilla : today,
    chrome: chrome === null ? LISTS.chrome : { version: chrome.version, date: today },
    ccadb: csv === null ? LISTS.ccadb : today,
    platforms: LISTS.platforms,
  };
  if (certdata !== null) refuseContradiction(nss!);
  let table = await Deno.readTextFile(PROGRAMS);
  if (chrome && nss && records) {
    table = programsTable(nss, chrome, records);
    files.set(PROGRAMS, table);
    if (chrome.version !== LISTS.chrome.version) {
      words.push(
        `Chrome's root store is version ${chrome.version}, before ${LISTS.chrome.version}.`,
      );
    }
  } else {words.push(
      "The dates of Mozilla and Chrome stay as they are: their lists were not given.",
    );}
  files.set(new URL("root-programs.ts", ASSETS), programsFile(table, lists));
  const certificates = csv === null
    ? await textIn(local, "programs.pem")
    : await certificatesFor(records!);
  if (records && nss && certificates !== null) {
    const held = await tableIn(local, "platforms.tsv");
    const versions = await tableIn(local, "platform-versions.tsv");
    const platforms = held && versions ? readPlatforms(held, versions) : platformsInUse();
    const file = acceptanceFile({ records, certificates, nss, platforms, lists });
    files.set(new URL("root-acceptance.ts", ASSETS), file);
    words.push(...rootChanges(ROOT_ACCEPTANCE.roots, rootsIn(file)));
  } else {words.push(
      "The decisions of root programs stay as they are: CCADB's report was not given.",
    );}
  files.set(LISTS_FILE, JSON.stringify(lists, null, 2) + "\n");
  return { files, words };

  async function certificatesFor(rows: readonly Row[]): Promise<string> {
    const all = new Map<string, string>();
    for (const year of yearsOf(rows)) {
      const report = await inputs.text(certificatesOf(year));
      for (const [id, pem] of report === null ? [] : readCertificates(report)) all.set(id, pem);
    }
    return rows.flatMap(({ sha256 }) => all.get(sha256) ?? []).join("\n");
  }
}

/** A root of the store that Mozilla's list does not trust for servers is a contradiction of the same program. */
function refuseContradiction(nss: readonly Row[]): void {
  const refused = new Set(
    nss.filter(({ server_auth }) => server_auth === "no").map(({ sha256 }) => sha256),
  );
  for (const { bytes, subject } of mozillaRoots().certificates) {
    if (refused.has(createHash("sha256").update(bytes).digest("hex"))) {
      const name = subject.commonName ?? subject.raw;
      throw new Error(
        `The trust store has ${name}, which Mozilla's list does not trust for servers`,
      );
    }
  }
}

async function textIn(folder: string | null, name: string): Promise<string | null> {
  if (folder === null) return null;
  try {
    return await Deno.readTextFile(`${folder}/${name}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function tableIn(folder: string | null, name: string): Promise<Row[] | null> {
  const text = await textIn(folder, name);
  return text === null ? null : readTable(text);
}

if (import.meta.main) {
  const [mode, today, from] = Deno.args;
  const { files, words } = await rootTables(from ?? null, today);
  if (mode === "write") { for (const [url, text] of files) await Deno.writeTextFile(url, text); }
  console.log(JSON.stringify(words));
}
