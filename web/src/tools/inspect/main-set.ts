/** The sets and the object that the overview shows. */
import type { InspectedSet, ObjectRow } from "../../../../core/inspect/contract.ts";
import { mainFile, mainSet } from "../../../../core/verdict/judge/inspect/main.ts";
import type { Picture } from "./inspection.ts";

/** The end entity that the overview shows opened: the only one. Null if the files come with a signed file. */
export function openedRow(picture: Picture): ObjectRow | null {
  const main = mainFile(picture) === null ? mainSet(picture) : null;
  return main === null ? null : picture.rows.get(main.certificate!)!;
}

/**
 * Whether the headline is about the end entity that is shown opened. An answer about a file with several parts, such as
 * a kubeconfig, says more.
 */
export const isHeadlineOfOpened = ({ verdict: { statements: [first] } }: Picture): boolean =>
  first?.relates !== true;

/** The sets that the overview lists, each with its actions. */
export function listedSets(picture: Picture): InspectedSet[] {
  const main = mainSet(picture);
  // A certificate without key and CSR is described in the tree, the main set in the headline.
  return picture.sets.filter((set) =>
    set !== main && (set.privateKeys.length > 0 || set.requests.length > 0)
  );
}
