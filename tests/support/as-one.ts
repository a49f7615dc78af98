/** Runs the test files that TEST_FILES names in one process. Their tests begin with the file's name. */
import { nameFile } from "./bdd.ts";
import { LEFT, leftToFull } from "./matrix.ts";

for (const file of Deno.env.get("TEST_FILES")!.split(" ")) {
  nameFile(file);
  await import(new URL(`../../${file}`, import.meta.url).href);
}
// The runner reads this line (jobs.ts).
console.log(`${LEFT}${leftToFull()}`);
