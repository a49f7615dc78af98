/**
 * The texts of the API in the sources, each with the form that a page shows. `deno task texts` prints
 * all of them; `…` stands for a value.
 */
import { pageText } from "../../core/page-text.ts";

const ROOT = new URL("../../", import.meta.url);

/**
 * Capitals that are not sentences: lists of DNS types and countries, octets, code for other systems.
 */
const NO_TEXTS = [
  "core/caa/authorities.ts",
  "core/assets/country-codes.ts",
  "core/example-answers.json",
  "core/x509/documents.ts",
];

/** A literal with at least two words in capitals. */
const LITERAL = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const CAPITALS = /(?<![\w/])[A-Z][A-Z'#/,:-]+[:,]? (?:[^a-z]*[ (])?[A-Z]{2,}/;

export async function apiTexts(): Promise<{ file: string; text: string }[]> {
  const texts: { file: string; text: string }[] = [];
  for (const folder of ["core", "api"]) {
    for await (const file of sources(folder)) {
      if (NO_TEXTS.includes(file)) continue;
      const source = await Deno.readTextFile(new URL(file, ROOT));
      for (const [, double, single, template] of withoutComments(source).matchAll(LITERAL)) {
        const text = (double ?? single ?? withoutValues(template)).replace(/\\(.)/g, "$1");
        if (CAPITALS.test(text) && !text.includes("\n")) texts.push({ file, text });
      }
    }
  }
  return texts;
}

async function* sources(folder: string): AsyncGenerator<string> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(`${folder}/`, ROOT)));
  for (const { name, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    const path = `${folder}/${name}`;
    if (isDirectory && name !== "node_modules") yield* sources(path);
    else if (name.endsWith(".ts") && !name.endsWith(".d.ts")) yield path;
  }
}

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}

/** A template with an ellipsis for each value, even if the value is a template itself. */
function withoutValues(template: string): string {
  return template.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "…");
}

if (import.meta.main) {
  let last = "";
  for (const { file, text } of await apiTexts()) {
    if (file !== last) console.log(`\n${last = file}`);
    console.log(`  ${text}\n    ${pageText(text)}`);
  }
}
