/**
 * The lists of root programs and platforms from which `deno task data FOLDER` makes tables. They are not
 * part of the repository. SSL_TOOLS_ROOTS names their folder; the default is a folder next to the project.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Needed } from "./programs.ts";
import { isFile } from "./browser.ts";

const SETTING = "SSL_TOOLS_ROOTS";
const BESIDE = fileURLToPath(new URL("../../../shared/roots/", import.meta.url));

export const rootLists = resolve(Deno.env.get(SETTING) || BESIDE);

/** The option of a test that needs the lists. */
export function needsRootLists(): Needed {
  return { missing: isFile(`${rootLists}/programs.tsv`) ? [] : ["lists of root programs"] };
}
