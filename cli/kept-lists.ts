/** The log lists that `data update` keeps in a file of this person. A command checks them each time that it uses them. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir, platform } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import type { SharedLists } from "../api/data/shared-lists.ts";
import { BUILT_IN_TABLES, type Tables } from "../core/kernel/context.ts";
import {
  LIST_SOURCES,
  type ListSource,
  readListSources,
  SOURCES_EXAMPLE,
} from "../core/x509/transparency/list-sources.ts";
import { type LogProgram, type ProgramLogs, tableNameOf } from "../core/x509/transparency/logs.ts";
import { ListError } from "../core/x509/transparency/published-list.ts";
import { acceptList, type FetchedList } from "../core/x509/transparency/renew.ts";
import { Misuse } from "./command.ts";

/** The file. SSL_TOOLS_DATA is a folder in place of the usual one for data of programs. */
export function listsFile(): string {
  const { SSL_TOOLS_DATA, XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  const folder = SSL_TOOLS_DATA ||
    join(
      (platform() === "win32" ? LOCALAPPDATA : XDG_DATA_HOME) || join(homedir(), ".local", "share"),
      "ssl-tools",
    );
  return join(folder, "log-lists.json");
}

/** The sources of the lists. DATA_SOURCES replaces addresses and keys, as on a server. Throws Misuse. */
export function listSources(): readonly ListSource[] {
  const text = process.env.DATA_SOURCES ?? "";
  if (text === "") return LIST_SOURCES;
  try {
    return readListSources(text);
  } catch (thrown) {
    throw new Misuse(
      `DATA_SOURCES is wrong in ${
        (thrown as Error).message
      }. Set it to ${SOURCES_EXAMPLE}, or to nothing`,
    );
  }
}

interface Entry {
  readonly bytes: string;
  readonly signature: string | null;
  readonly readAt: number;
}

type Entries = Partial<Record<LogProgram, Entry>>;

/** The lists in the file; empty without a file, or if we did not write it. */
async function keptLists(): Promise<FetchedList[]> {
  try {
    const entries: Entries = JSON.parse(await readFile(listsFile(), "utf8"));
    return listSources().flatMap(({ program }) => {
      const entry = entries[program];
      return entry === undefined ? [] : [{
        program,
        bytes: Uint8Array.fromBase64(entry.bytes),
        signature: entry.signature === null ? null : Uint8Array.fromBase64(entry.signature),
        readAt: entry.readAt,
      }];
    });
  } catch (thrown) {
    if (thrown instanceof Misuse) throw thrown;
    return [];
  }
}

/** The tables of the lists that are still newer than the built-in ones, and signed if their source signs. */
export async function keptTables(): Promise<Tables> {
  const tables = new Map<string, ProgramLogs>();
  const sources = listSources();
  for (const list of await keptLists()) {
    const { publicKey } = sources.find(({ program }) => program === list.program)!;
    try {
      const logs = await acceptList(list, { publicKey, now: Date.now() });
      tables.set(tableNameOf(list.program), logs);
    } catch (thrown) {
      if (!(thrown instanceof ListError)) throw thrown;
    }
  }
  return tables.size === 0 ? BUILT_IN_TABLES : tables;
}

/** The file as the place that keeps the newest lists, in which a server would share them with others. */
export function keptAsShared(): SharedLists {
  return {
    async newerThan(program, readAt) {
      const list = (await keptLists()).find((kept) => kept.program === program);
      return list !== undefined && list.readAt > readAt ? { ...list, ownKey: null } : null;
    },
    async put({ program, bytes, signature, readAt }) {
      const file = listsFile();
      const entries: Entries = {};
      for (const kept of await keptLists()) entries[kept.program] = entryOf(kept);
      entries[program] = entryOf({ program, bytes, signature, readAt });
      await mkdir(dirname(file), { recursive: true });
      // A command that reads meanwhile finds the old file or the new one.
      const unfinished = `${file}.${process.pid}`;
      await writeFile(unfinished, JSON.stringify(entries));
      await rename(unfinished, file);
    },
    takeTurn: () => Promise.resolve(true),
    endTurnIn: () => Promise.resolve(),
    close() {},
  };
}

const entryOf = ({ bytes, signature, readAt }: FetchedList): Entry => ({
  bytes: bytes.toBase64(),
  signature: signature?.toBase64() ?? null,
  readAt,
});
