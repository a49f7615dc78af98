/**
 * The trees of objects: each certificate below its issuer, keys and requests below what they fit.
 */
import type { Link, ObjectRow } from "../../../../core/inspect/contract.ts";
import { printable } from "../../../../core/kernel/formatting.ts";
import type { ObjectNode } from "../../ui/data/object-tree.tsx";
import type { Picture } from "./inspection.ts";
import { factsOf, iconOf, statusOf, titleOf } from "./words.ts";

/**
 * An object with the objects below it. Among thousands, only those that are drawn get their texts.
 */
export interface Tree {
  key: string;
  row: ObjectRow;
  /** Why it fits no other object. */
  why?: string;
  relation?: string;
  unproven?: boolean;
  children: readonly Tree[];
}

interface Forest {
  /** Trees with more than one object. */
  together: Tree[];
  /** Objects that fit no other object, each with the reason. */
  alone: Tree[];
  /** Containers, records, and objects of which only the name is known. */
  others: Tree[];
}

const OTHERS = new Set<ObjectRow["kind"]>([
  "pkcs7",
  "pkcs12",
  "jks",
  "crl",
  "ocsp-request",
  "ocsp-response",
  "ec-parameters",
  "dh-parameters",
  "dsa-parameters",
  "spkac",
  "openpgp",
  "caa-record",
]);
/** Trees are drawn to this depth, which no real chain exceeds. */
const MAX_DEPTH = 16;

export const treeOf = (row: ObjectRow): Tree => ({ key: String(row.id), row, children: [] });

type Card = Omit<ObjectNode, "children">;

/** The card of each tree that was drawn, so that the same card is not rendered again. */
const cards = new WeakMap<Tree, Card>();

function cardOf(tree: Tree): Card {
  let card = cards.get(tree);
  if (!card) {
    const { key, row, why, relation, unproven } = tree;
    card = {
      key,
      id: row.id,
      icon: iconOf(row),
      title: titleOf(row),
      facts: why ? [why, ...factsOf(row)] : factsOf(row),
      status: statusOf(row),
      relation,
      unproven,
    };
    cards.set(tree, card);
  }
  return card;
}

interface Branch {
  id: number;
  relation: string;
  unproven: boolean;
}

export function forestOf({ rows, links, leftovers, skipped }: Picture): Forest {
  const branches = branchesOf(rows, links);
  const hanging = new Set([...branches.values()].flatMap((list) => list.map(({ id }) => id)));
  const why = new Map(leftovers.map(({ id, message }) => [id, message]));
  const unreadable = new Set(skipped.map(({ id }) => id));
  const forest: Forest = { together: [], alone: [], others: [] };
  const drawn = new Set<number>();
  const plant = (row: ObjectRow) => {
    const message = why.get(row.id);
    if (OTHERS.has(row.kind)) forest.others.push(treeOf(row));
    else if (branches.has(row.id)) {
      forest.together.push(grow(row, rows, branches, [row.id], drawn));
    } else forest.alone.push({ ...treeOf(row), why: message });
    drawn.add(row.id);
  };
  for (const row of rows.values()) {
    if (!hanging.has(row.id) && !unreadable.has(row.id)) plant(row);
  }
  // Authorities that signed each other hang only below one another, so none of them is a root here.
  for (const row of rows.values()) {
    if (!drawn.has(row.id) && !unreadable.has(row.id)) plant(row);
  }
  return forest;
}

function grow(
  row: ObjectRow,
  rows: ReadonlyMap<number, ObjectRow>,
  branches: ReadonlyMap<number, Branch[]>,
  path: readonly number[],
  drawn: Set<number>,
): Tree {
  drawn.add(row.id);
  const list = path.length < MAX_DEPTH ? branches.get(row.id) ?? [] : [];
  return {
    key: path.join("/"),
    row,
    children: list
      // Two authorities may have signed each other.
      .filter(({ id }) => !path.includes(id))
      .map(({ id, relation, unproven }) => ({
        ...grow(rows.get(id)!, rows, branches, [...path, id], drawn),
        relation,
        unproven,
      })),
  };
}

/** The objects drawn below each object: every line of the picture. */
function branchesOf(
  rows: ReadonlyMap<number, ObjectRow>,
  links: readonly Link[],
): Map<number, Branch[]> {
  const branches = new Map<number, Branch[]>();
  const hang = (on: number, { id, relation, unproven }: Branch) => {
    const list = branches.get(on);
    if (!list) branches.set(on, [{ id, relation, unproven }]);
    else if (!list.some((branch) => branch.id === id)) list.push({ id, relation, unproven });
  };
  const signed = new Set<number>();
  for (const { kind, from, to, holds } of links) {
    if (kind !== "issuer") continue;
    // With several issuers the first fits best; the details name the others.
    if (signed.has(to)) continue;
    signed.add(to);
    hang(from, { id: to, relation: `issued by ${nameOf(rows, from)}`, unproven: holds === null });
  }
  /** Keys by the certificates and requests that they fit. */
  const groups = new Map<number, { id: number; unproven: boolean }[]>();
  for (const { kind, from, to, holds } of links) {
    if (kind === "name") {
      hang(to, { id: from, relation: "a name that it covers", unproven: false });
    } else if (kind === "key") {
      const member = { id: to, unproven: holds === null };
      const group = groups.get(from);
      if (group) group.push(member);
      else groups.set(from, [member]);
    }
  }
  for (const [hub, members] of groups) {
    const certificates = members.filter(({ id }) => rows.get(id)?.kind === "certificate");
    const others = members.filter(({ id }) => rows.get(id)?.kind !== "certificate");
    const relation = "holds the same key";
    if (certificates.length === 0) {
      for (const { id, unproven } of others) hang(hub, { id, relation, unproven });
      continue;
    }
    for (const { id, unproven } of certificates) {
      hang(id, { id: hub, relation, unproven });
      for (const other of others) hang(id, { ...other, relation });
    }
  }
  return branches;
}

const nameOf = (rows: ReadonlyMap<number, ObjectRow>, id: number): string =>
  printable(titleOf(rows.get(id)!));

/** The first trees as cards, up to the limit, in drawing order. */
export function pruned(trees: readonly Tree[], room: number): ObjectNode[] {
  let left = room;
  const cut = (list: readonly Tree[]): ObjectNode[] => {
    const kept: ObjectNode[] = [];
    for (const tree of list) {
      if (left <= 0) break;
      left--;
      kept.push({ ...cardOf(tree), children: cut(tree.children) });
    }
    return kept;
  };
  return cut(trees);
}

/** The objects in the trees. One that fits several is drawn with each of them and counted once. */
export function objectsIn(trees: readonly Tree[]): ReadonlySet<number> {
  const ids = new Set<number>();
  const visit = (list: readonly Tree[]) => {
    for (const { row, children } of list) {
      ids.add(row.id);
      visit(children);
    }
  };
  visit(trees);
  return ids;
}

/** The number of cards in the trees. */
export function sizeOf(trees: readonly Tree[]): number {
  return trees.reduce((sum, { children }) => sum + 1 + sizeOf(children), 0);
}
