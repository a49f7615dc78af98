/** The objects that are not in the folder, each with the reason, so that nothing is lost unseen. */
import type { Collection } from "../inspect/collection.ts";
import { type InspectedObject, isUnreadable } from "../inspect/objects.ts";
import type { Results } from "../inspect/results.ts";
import type { BundleResponse } from "./contract.ts";
import type { Leaf } from "./choose.ts";
import type { LeftOut } from "./options.ts";

/** `used` are the ids of the objects in the folder. */
export function leftOut(
  collection: Collection,
  { members }: Results,
  used: ReadonlySet<number>,
  chosen: { readonly leaf: Leaf; readonly others: readonly Leaf[] } | null,
): BundleResponse["leftOut"] {
  const same = new Set(chosen?.others.map(({ id }) => id));
  const leaves = new Set(members.all.map(({ certificate }) => certificate));
  const why = (object: InspectedObject): LeftOut => {
    const { id, kind } = object;
    if ("opened" in object && !object.opened) return "locked";
    if (isUnreadable(object)) return "unreadable";
    if (same.has(id)) return "older";
    if (kind === "certificate" && leaves.has(id)) return "other_name";
    return kind === "private-key" ? "other_key" : "not_needed";
  };
  return [...collection.objects].flatMap((object) => {
    const isUsed = used.has(object.id) ||
      [...collection.contentsOf(object.id)].some((content) => used.has(content));
    if (isUsed) return [];
    return [{ file: object.places[0].file, kind: object.kind, why: why(object) }];
  });
}
