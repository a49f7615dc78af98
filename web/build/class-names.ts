/**
 * Short names for the classes of CSS modules. Names occur hundreds of times in documents, styles
 * and scripts; with five random letters each they added more than a kilobyte to every first visit.
 * The first letter stands for the file, by its place among all, and the rest for the class within
 * the file. The same sources get the same names.
 */
/// <reference lib="deno.ns" />
import { basename } from "node:path";
import { listFiles } from "./sources.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = `${LETTERS}0123456789`;

/**
 * Names the classes of all CSS modules below a folder. Modules are distinguished by their file
 * names.
 */
export async function shortClassNames(
  folder: URL,
): Promise<(local: string, file: string) => string> {
  const files = (await listFiles(folder)).map(({ pathname }) => basename(pathname));
  return namerOf(files.filter((file) => file.endsWith(".module.css")));
}

function namerOf(files: readonly string[]): (local: string, file: string) => string {
  const modules = new Map(
    files.toSorted().map((file, place) => [
      file,
      { letter: LETTERS[place], names: new Map<string, string>() },
    ]),
  );
  if (modules.size < files.length) throw new Error("Two CSS modules have the same file name");
  if (files.length > LETTERS.length) throw new Error("There are more CSS modules than letters");
  return (local, path) => {
    const module = modules.get(basename(path).split("?")[0]);
    if (!module) throw new Error(`This CSS module is not the app's own: ${path}`);
    const { letter, names } = module;
    const name = names.get(local) ?? letter + inDigits(names.size);
    names.set(local, name);
    return name;
  };
}

function inDigits(value: number): string {
  const rest = value < DIGITS.length ? "" : inDigits(Math.floor(value / DIGITS.length) - 1);
  return rest + DIGITS[value % DIGITS.length];
}
