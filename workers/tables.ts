/** The tables of a context, made of log lists that a page has fetched. */
import { BUILT_IN_TABLES, type Tables } from "../core/kernel/context.ts";
import { latest } from "../core/kernel/once.ts";
import { keyOfLists, type ProgramLogs, tableNameOf } from "../core/x509/transparency/logs.ts";
import { ListError } from "../core/x509/transparency/published-list.ts";
import { acceptList } from "../core/x509/transparency/renew.ts";
import type { SignedList } from "./protocol.ts";

/** The clock of a device may be wrong by hours, and its site has already compared the date with a better one. */
const CLOCK_DIFFERENCE = 24 * 3_600_000;

/**
 * Checks lists by the signature of their source and as a server does. A list that must not be used, or that is not
 * newer than the built-in one, is left out. The result for the same lists is kept.
 */
export const checkedTables = latest(keyOfLists, check);

async function check(lists: readonly SignedList[]): Promise<Tables> {
  const tables = new Map<string, ProgramLogs>();
  for (const { publicKey, ...list } of lists) {
    try {
      const logs = await acceptList(list, {
        ...publicKey !== null && { publicKey },
        now: Date.now() + CLOCK_DIFFERENCE,
      });
      tables.set(tableNameOf(list.program), logs);
    } catch (fault) {
      if (!(fault instanceof ListError)) throw fault;
    }
  }
  return tables.size === 0 ? BUILT_IN_TABLES : tables;
}
