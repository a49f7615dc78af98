/** Pairs of objects that can be compared. */
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { Picture } from "./inspection.ts";

/** The ids of two objects; `before` is the older one. */
export interface Compared {
  before: number;
  after: number;
}

/** A comparison, and the object that was open when it began. Another object ends it. */
export interface Comparing {
  pair: Compared;
  from: number | null;
}

export const isComparable = ({ kind, problem }: ObjectRow): boolean =>
  (kind === "certificate" || kind === "request") && problem === null;

/** The pair of two objects: as it is known, or a CSR before a certificate, and an older certificate before a newer one. */
export function pairOf(
  { comparable }: Pick<Picture, "comparable">,
  a: ObjectRow,
  b: ObjectRow,
): Compared {
  const isPair = ({ before, after }: Compared) =>
    before === a.id && after === b.id || before === b.id && after === a.id;
  const isLater = (a.notBefore ?? "") > (b.notBefore ?? "");
  return comparable.find(isPair) ??
    (isLater ? { before: b.id, after: a.id } : { before: a.id, after: b.id });
}
