/**
 * `deno task generated` renews every generated file that is committed; `deno task generated PART …` only
 * the named parts. Later parts need the earlier ones.
 */
const PARTS: Readonly<Record<string, { readonly script: string; readonly writes: string }>> = {
  registries: {
    script: "web/build/registries.ts",
    writes:
      "the lists of operations, examples, pages and tests, from core/tools.ts and the folders",
  },
  examples: {
    script: "tests/support/answers.ts",
    writes: "the answers to the contracts' examples",
  },
  rules: {
    script: "tests/support/rule-examples.ts",
    writes: "the examples of the rules' pages, from the cases of the rules' tests",
  },
  commands: {
    script: "tests/support/documented-tasks.ts",
    writes: "the output of the everyday tasks of the command line, in docs/cli.md",
  },
  cards: { script: "web/build/cards.ts", writes: "missing cards for social networks" },
};

const chosen = Deno.args.length > 0 ? Deno.args : Object.keys(PARTS);
const unknown = chosen.filter((part) => !Object.hasOwn(PARTS, part));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join('", "')}". The parts are:`);
  for (const [part, { writes }] of Object.entries(PARTS)) {
    console.error(`  ${part.padEnd(11)} ${writes}`);
  }
  Deno.exit(2);
}
for (const [part, { script, writes }] of Object.entries(PARTS)) {
  if (!chosen.includes(part)) continue;
  console.log(`${part}: ${writes}`);
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script],
    stdin: "null",
  }).spawn().status;
  if (code !== 0) Deno.exit(code);
}
const format = new Deno.Command(Deno.execPath(), {
  args: ["fmt", "--quiet", "core/example-answers.json"],
});
Deno.exit((await format.output()).code);
