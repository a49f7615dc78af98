/**
 * Runs every bench of this folder, or those whose file names are given:
 *
 *     deno task bench
 *     deno task bench csr
 */
import { type Bench, format, race } from "./harness.ts";

const NOT_BENCHES = new Set(["main.ts", "harness.ts", "api.ts", "load.ts"]);
const files = [...Deno.readDirSync(new URL(".", import.meta.url))]
  .map(({ name }) => name)
  .filter((name) => name.endsWith(".ts") && !NOT_BENCHES.has(name))
  .filter((name) => Deno.args.length === 0 || Deno.args.includes(name.slice(0, -3)))
  .sort();

for (const file of files) {
  const { benches = [], report }: { benches?: Bench[]; report?: () => Promise<string> } =
    await import(`./${file}`);
  for (const bench of benches) console.log(format(bench.name, await race(bench)) + "\n");
  // What is measured in a browser measures itself.
  if (report) console.log(await report() + "\n");
}
// A server that a bench has started would keep this process alive; its end takes it along.
Deno.exit();
