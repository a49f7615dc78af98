/**
 * The inner loop, `deno task test:unit`: the tests of the domain, the pool and the API that stay in
 * their own process and are no attack, and those of the house. Words choose files, as in `deno task test:unit caa`.
 */
import { isPure, testFiles } from "./support/jobs.ts";

const FOLDERS = ["core", "wasm", "workers", "api"];

const files = [
  ...FOLDERS.flatMap((folder) => testFiles(`tests/${folder}/`))
    .filter((file) => isPure(file) && !file.includes("/hostile-")),
  "tests/architecture.test.ts",
  "tests/dead-exports.test.ts",
].filter((file) => Deno.args.length === 0 || Deno.args.some((word) => file.includes(word)));

const { code } = await new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "-A",
    "--no-check",
    "--parallel",
    "--sanitize-ops",
    "--sanitize-resources",
    ...files,
  ],
  cwd: new URL("../", import.meta.url),
}).spawn().status;
Deno.exit(code);
