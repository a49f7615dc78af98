/** The tables of contexts, made of log lists that the server has checked. */
import type { Tables } from "../../core/kernel/context.ts";
import { latest } from "../../core/kernel/once.ts";
import { keyOfLists, tableNameOf } from "../../core/x509/transparency/logs.ts";
import { readPublishedList } from "../../core/x509/transparency/published-list.ts";
import type { SentList } from "./protocol.ts";

/** The result for the same lists is kept. */
export const tablesOf = latest(
  keyOfLists,
  (lists: readonly SentList[]): Tables =>
    new Map(lists.map(({ program, bytes, readAt }) => [
      tableNameOf(program),
      readPublishedList(program, bytes, readAt),
    ])),
);
