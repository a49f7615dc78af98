/** The set or the file that a verdict on all files is about, if there is only one. */
import { isReplaced } from "./replaced.ts";

interface Row {
  readonly role: string | null;
  readonly findings: readonly { readonly code: string }[];
  readonly signed?: unknown;
  readonly encrypted?: unknown;
}

interface Found<S, R> {
  readonly sets: readonly S[];
  readonly rows: ReadonlyMap<number, R>;
}

/**
 * The set of the only end-entity certificate; null if there are several or none. Expired ones that it
 * replaces do not count.
 */
export function mainSet<S extends { readonly certificate: number | null }>(
  { sets, rows }: Found<S, Row>,
): S | null {
  const isLeaf = ({ certificate }: S) => {
    const row = certificate === null ? undefined : rows.get(certificate);
    return row?.role === "leaf" && !isReplaced(row);
  };
  const first = sets.find(isLeaf);
  return first === undefined || sets.findLast(isLeaf) !== first ? null : first;
}

/** The only signed or encrypted file, if the other objects are its certificates; otherwise null. */
export function mainFile<R extends Row>(
  { sets, rows }: Found<{ readonly privateKeys: readonly number[] }, R>,
): R | null {
  const files = [...rows.values()].filter(({ signed, encrypted }) =>
    signed !== undefined || encrypted !== undefined
  );
  const hasKeys = sets.some(({ privateKeys }) => privateKeys.length > 0);
  return files.length === 1 && !hasKeys ? files[0] : null;
}
