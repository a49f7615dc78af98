/**
 * The commands that the documents tell people to type: their tasks, files and folders exist, they name
 * the version of Deno that CI uses, and the quick ones run.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { runProgram } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => Deno.readTextFileSync(new URL(path, ROOT));

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "api/deploy/README.md",
  "tests/rehearsal/README.md",
  ...[...Deno.readDirSync(new URL("docs/", ROOT))].map(({ name }) => `docs/${name}`)
    .filter((path) => path.endsWith(".md")),
];

/** The commands of Deno in code, without comments. A span of code may break over two lines. */
function commandsOf(text: string): string[] {
  const fences = [...text.matchAll(/^```\w*\n([^]*?)^```/gm)].flatMap(([, lines]) =>
    lines.split("\n")
  );
  const spans = [...text.replaceAll(/^```[^]*?^```/gm, "").matchAll(/`([^`]+)`/g)]
    .map(([, span]) => span.replaceAll(/\s+/g, " "));
  return [...fences, ...spans].map((line) => line.replace(/\s+#.*/, "").trim())
    .filter((line) =>
      /^(?:[A-Z_]+=\S+ )*(?:deno|npx --yes deno@\S+) (?:task|run|test|check)\b/.test(line)
    );
}

const COMMANDS = DOCUMENTS.flatMap((document) =>
  commandsOf(read(document)).map((command) => ({ document, command }))
);

const { tasks } = JSON.parse(read("deno.json"));

/** The paths among the words of a command. */
const pathsIn = (command: string) =>
  command.split(" ").filter((word) =>
    /^(?:api|cli|core|tests|wasm|web|workers)(?:\/|$)/.test(word)
  );

function exists(path: string): boolean {
  try {
    return Boolean(Deno.statSync(new URL(path, ROOT)));
  } catch {
    return false;
  }
}

describe("the commands of the documents", () => {
  it("are found", () => {
    assert(COMMANDS.length > 30, String(COMMANDS.length));
    assert(COMMANDS.some(({ command }) => command.startsWith("npx")));
  });

  it("name tasks that exist", () => {
    const unknown = COMMANDS.filter(({ command }) => {
      const task = / task (?:-\S+ )*([\w:-]+)/.exec(command)?.[1];
      return task !== undefined && !(task in tasks);
    });
    assert.deepEqual(unknown, []);
  });

  it("name files and folders that exist", () => {
    const missing = COMMANDS.filter(({ command }) => {
      const paths = / (?:run|test|check)\b/.test(command) && !/ task /.test(command)
        ? pathsIn(command)
        : [];
      return paths.some((path) => !exists(path));
    });
    assert.deepEqual(missing, []);
  });

  it("name the version of Deno that CI runs", () => {
    const [, version] = /deno@(\S+)/.exec(read(".ci/run"))!;
    const others = COMMANDS.filter(({ command }) =>
      /deno@/.test(command) && !command.includes(`deno@${version} `)
    );
    assert.deepEqual(others, []);
  });

  it("list the tasks", async () => {
    const { code, stdout, stderr } = await runProgram(Deno.execPath(), ["task"]);
    assert.equal(code, 0, stderr);
    for (const name of Object.keys(tasks)) assert((stdout + stderr).includes(name), name);
  });

  it("load the tests that a new tool is tried with", async () => {
    const { command } = COMMANDS.find(({ document, command }) =>
      document === "CONTRIBUTING.md" && command.startsWith("deno test -A tests/core/contracts")
    )!;
    const [, ...words] = command.split(" ");
    // `deno task check` reads their types.
    const { code, stderr } = await runProgram(Deno.execPath(), [
      ...words,
      "--no-check",
      "--no-run",
    ]);
    assert.equal(code, 0, stderr);
  });
});
