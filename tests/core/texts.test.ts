/** Our texts are written once, as sentences. Those that the specification fixes stay in capitals. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as SPECIFIED from "../../core/specified-texts.ts";

const ROOT = new URL("../../", import.meta.url);
const specified: ReadonlySet<string> = new Set(Object.values(SPECIFIED));

const LITERAL = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
/** Words that only sentences have. */
const CAPITALS = /\b(?:THE|THIS|ITS|IS|ARE|WAS|NOT|NO|OF|MUST|CANNOT|AT|HAS|TO|FOR|AND|OR|WITH)\b/;

/** Folders with the words of others: data, and what programs print. */
const OTHERS = ["core/assets/", "web/src/docs/errors/"];

describe("the texts of core, api and pages", () => {
  it("are in capitals only if they are specified", async () => {
    let count = 0;
    const found: string[] = [];
    for (const folder of ["core", "api", "workers", "web/src", "web/popup"]) {
      for await (const file of sources(folder)) {
        const source = await Deno.readTextFile(new URL(file, ROOT));
        for (const [, double, single, template] of withoutComments(source).matchAll(LITERAL)) {
          const text = double ?? single ?? withoutValues(template);
          count++;
          if (CAPITALS.test(text) && text.includes(" ") && !specified.has(text)) {
            found.push(`${file}: ${text}`);
          }
        }
      }
    }
    assert(count > 5000, String(count));
    assert.deepEqual(found, []);
  });
});

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory && name !== "node_modules") yield* sources(path);
    else if (/(?<!\.d)\.tsx?$/.test(name) && !OTHERS.some((other) => path.startsWith(other))) {
      yield path;
    }
  }
}

const withoutComments = (source: string) => source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");

/** A template with an ellipsis for each value, even if the value is a template itself. */
const withoutValues = (template: string) => template.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "…");
