/** The tables of contexts, made of log lists that the server has checked. */
import type { Tables } from "../../core/kernel/context.ts";
import { tableNameOf } from "../../core/x509/transparency/logs.ts";
import { readPublishedList } from "../../core/x509/transparency/published-list.ts";
import type { SentList } from "./protocol.ts";

let last: { key: string; tables: Tables } | undefined;

/** The result for the same lists is kept. */
export function tablesOf(lists: readonly SentList[]): Tables {
  const key = lists.map(({ program, readAt }) => `${program} ${readAt}`).join();
  if (last?.key !== key) {
    const read = lists.map(({ program, bytes, readAt }) =>
      [tableNameOf(program), readPublishedList(program, bytes, readAt)] as const
    );
    last = { key, tables: new Map(read) };
  }
  return last.tables;
}
