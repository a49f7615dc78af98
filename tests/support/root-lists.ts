/**
 * The lists of root programs and platforms from which `deno task data FOLDER` makes tables. They are not
 * part of the repository. SSL_TOOLS_ROOTS names their folder; the default is a folder next to the project.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const SETTING = "SSL_TOOLS_ROOTS";
const BESIDE = fileURLToPath(new URL("../../../shared/roots/", import.meta.url));

export const rootLists = resolve(Deno.env.get(SETTING) || BESIDE);

/** Whether the lists are there. If not, it prints a line and returns false, or throws in CI. */
export function needsRootLists(): boolean {
  try {
    if (Deno.statSync(`${rootLists}/programs.tsv`).isFile) return true;
  } catch {
    // Not there.
  }
  const line = `not run: needs the lists of root programs (${SETTING})`;
  if (Deno.env.get("CI")) throw new Error(line);
  console.log(line);
  return false;
}
