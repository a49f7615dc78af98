/**
 * `deno task test:unit`: the tests of the domain, the pool and the API that start no program, without
 * the attacks, and those of the architecture. `deno task test:unit caa` selects files by name.
 */
import { isPure, type Job, runJobs, testFiles } from "./support/jobs.ts";

const isChosen = (file: string) =>
  Deno.args.length === 0 || Deno.args.some((word) => file.includes(word));
const pureTests = (folder: string) =>
  testFiles(`tests/${folder}/`).filter((file) => isPure(file) && !file.includes("/hostile-"));

// Two jobs for two cores, each of which loads the engine once.
const jobs: Job[] = [
  { name: "core", files: pureTests("core") },
  {
    name: "workers, wasm, api, house",
    files: [
      ...["workers", "wasm", "api"].flatMap(pureTests),
      "tests/architecture.test.ts",
      "tests/dead-exports.test.ts",
    ],
  },
].map(({ name, files }) => ({ name, files: files.filter(isChosen) }))
  .filter(({ files }) => files.length > 0);

if (jobs.length === 0) console.error(`No test has ${Deno.args.join(" or ")} in its name`);
const results = await runJobs(jobs, {
  lanes: jobs.length,
  steps: {},
  env: {},
  onEnd({ name }, { passed, failed, seconds }) {
    console.log(`-- ${name}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s`);
  },
});
Deno.exit(results.length > 0 && results.every(({ ok }) => ok) ? 0 : 1);
