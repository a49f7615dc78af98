/**
 * `deno task data [FOLDER]`: renews the tables of core/assets and says what changed. Without FOLDER the files come
 * from their publishers (core/assets/sources.ts); FOLDER may also be the address of a mirror.
 *
 *   --words=FILE  writes what changed to a file too, as the text of a pull request
 *   --unsigned    takes lists of a folder without their signatures
 *   --date=DAY    the day on which the files of a folder were read; today if absent
 *   --dry-run     says what would change, and writes no table
 *
 * DATA_SOURCES replaces addresses and keys of the log lists, as on the server. A file that is malformed or too
 * small, a wrong signature, or two lists that contradict each other end it with one line, and nothing is written.
 */
/// <reference lib="deno.ns" />
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { createHash } from "node:crypto";
import { HAND_READ, LOG_LIST_SOURCES } from "../../../core/assets/sources.ts";
import { mozillaRoots } from "../../../core/x509/path/trust-store.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import { Budget } from "../../../core/kernel/context.ts";
import {
  loadBuiltInLogs,
  LOG_PROGRAMS,
  type LogProgram,
  type ProgramLogs,
} from "../../../core/x509/transparency/logs.ts";
import {
  checkIds,
  checkRenewal,
  ListError,
  readPublishedList,
} from "../../../core/x509/transparency/published-list.ts";
import { isSigned } from "../../../core/x509/transparency/renew.ts";
import { LIST_SOURCES, readListSources } from "../../../core/x509/transparency/list-sources.ts";
import { storeChanges } from "./changes.ts";
import { ctLogsFile, logChanges } from "./ct-logs.ts";
import { inputsFrom } from "./inputs.ts";
import { readNodeRoots, trustStoreFile } from "./trust-store.ts";

const ASSETS = new URL("../../../core/assets/", import.meta.url);
const ROOT_TABLES = fileURLToPath(new URL("root-tables.ts", import.meta.url));

/** Milliseconds before the day by which a fact must be read again. */
const SOON = 45 * 86_400_000;

const PROBLEMS: Readonly<Record<ListError["problem"], string>> = {
  too_large: "is larger than a log list",
  malformed: "is not a log list",
  bad_signature: "is not signed by its publisher's key",
  not_newer: "is older than the list in use",
  in_future: "has a date in the future",
  logs_missing: "lacks more than a fifth of the usable logs",
  few_operators: "has usable logs of fewer than two operators",
};

/** The newest list of a program, and the sentences about it. */
async function newestList(
  program: LogProgram,
  from: string | null,
  { unsigned, readAt }: { unsigned: boolean; readAt: number },
): Promise<{ list: ProgramLogs; words: string[] }> {
  const settings = Deno.env.get("DATA_SOURCES");
  const sources = settings ? readListSources(settings) : LIST_SOURCES;
  const { name, url, signatureUrl, publicKey, maxBytes } = sources.find((source) =>
    source.program === program
  )!;
  const inUse = (await loadBuiltInLogs())[program];
  const inputs = inputsFrom(from);
  const { file } = LOG_LIST_SOURCES[program];
  const bytes = await inputs.bytes({ name, url, file, maxBytes });
  if (bytes === null) {
    return { list: inUse, words: [`${name} stays as it is: ${file} was not given.`] };
  }
  try {
    const list = readPublishedList(program, bytes, readAt);
    if (publicKey !== null && !unsigned) {
      const signature = await inputs.bytes({
        name: `The signature of ${name}`,
        url: signatureUrl!,
        file: file.replace(".json", ".sig"),
        maxBytes: 4_096,
      });
      if (signature === null) {
        throw new Error(
          `${
            file.replace(".json", ".sig")
          } is missing, so it cannot be checked who published ${file}. Get it from ${signatureUrl}, or give --unsigned.`,
        );
      }
      if (!(await isSigned(bytes, signature, publicKey))) throw new ListError("bad_signature");
    }
    checkIds(list, (key) => new Uint8Array(createHash("sha256").update(key).digest()));
    if (sameLogs(inUse, list)) return { list: inUse, words: [] };
    checkRenewal(inUse, list, Date.now());
    return { list, words: logChanges(inUse, list) };
  } catch (error) {
    if (error instanceof ListError) throw new Error(`${name} ${PROBLEMS[error.problem]}`);
    throw error;
  }
}

/** Whether a list says nothing new. One without a date of its own is as new as the day on which it was read. */
const sameLogs = (inUse: ProgramLogs, list: ProgramLogs): boolean =>
  inUse.date >= list.date && inUse.entries.size === list.entries.size &&
  logChanges(inUse, list).length === 0;

const namesOf = (pems: readonly string[]): string[] =>
  readBundle(pems.join("\n"), new Budget()).certificates
    .map(({ certificate: { subject } }) => subject.commonName ?? subject.raw);

async function renew(): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      words: { type: "string" },
      unsigned: { type: "boolean" },
      date: { type: "string" },
      "dry-run": { type: "boolean" },
    },
  });
  const today = values.date ?? new Date().toISOString().slice(0, 10);
  if (Number.isNaN(Date.parse(today))) {
    throw new Error(`--date is "${today}": a day such as 2026-11-26 is accepted`);
  }
  const [from = null] = positionals;
  const isDry = values["dry-run"] === true;
  const words: string[] = [];
  const lists = {} as Record<LogProgram, ProgramLogs>;
  for (const program of LOG_PROGRAMS) {
    const { list, words: about } = await newestList(program, from, {
      unsigned: values.unsigned === true,
      readAt: Date.parse(today),
    });
    lists[program] = list;
    words.push(...about);
  }
  const logs = ctLogsFile(lists);
  // The newest Node is in the npm registry, so a folder does not have it.
  if (from === null) {
    const roots = readNodeRoots();
    const before = mozillaRoots().certificates.map(({ subject }) =>
      subject.commonName ?? subject.raw
    );
    words.push(...storeChanges(before, namesOf(roots.roots)));
    if (!isDry) {
      await Deno.writeTextFile(new URL("mozilla-roots.ts", ASSETS), trustStoreFile(roots));
    }
  }
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      ROOT_TABLES,
      isDry ? "dry-run" : "write",
      today,
      ...from === null ? [] : [from],
    ],
    stdin: "null",
  }).output();
  if (!success) {
    const lines = new TextDecoder().decode(stderr).split("\n");
    throw new Error(
      lines.find((line) => line.includes("Error:"))?.replace(/^.*Error: /, "") ?? lines[0],
    );
  }
  words.push(...JSON.parse(new TextDecoder().decode(stdout)));
  if (!isDry) await Deno.writeTextFile(new URL("ct-logs.ts", ASSETS), logs);
  if (words.length === 0) words.push("Nothing changed.");
  const soon = new Date(Date.parse(today) + SOON).toISOString().slice(0, 10);
  for (const { what, url, lookAgainBy } of HAND_READ.filter((fact) => fact.lookAgainBy <= soon)) {
    words.push(`Read again by ${lookAgainBy}: ${what} (${url}).`);
  }
  if (values.words !== undefined) {
    await Deno.writeTextFile(values.words, words.map((line) => `- ${line}\n`).join(""));
  }
  return words;
}

if (import.meta.main) {
  try {
    for (const line of await renew()) console.log(line);
  } catch (error) {
    console.error((error as Error).message);
    Deno.exit(1);
  }
}
