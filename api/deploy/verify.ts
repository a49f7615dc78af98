/**
 * `deno task verify URL` checks whether a site serves a build of this commit. It compares every page
 * and file, or those that further arguments name, and checks the log lists at /data by their
 * signatures. A site may serve other content to other clients, so run this from different networks.
 */
import { compareData } from "./compare-data.ts";
import { compareSite } from "./compare-site.ts";

const [address, ...only] = Deno.args;
const url = URL.canParse(address) ? new URL(address) : null;
if (!url || !/^https?:$/.test(url.protocol)) {
  console.error("Usage: deno task verify https://ssl-tools.example [/page ...]");
  Deno.exit(2);
}
const dist = new URL("../../dist/", import.meta.url);
const { paths, octets, differences } = await compareSite(
  url.origin,
  dist,
  only.map((path) => new URL(path, url).pathname),
);
for (const { path, encodings, what } of differences) {
  console.log(`${path} ${what} (accept-encoding: ${encodings.join("; ")})`);
}
const { sound, faults } = await compareData(url.origin);
for (const line of [...sound, ...faults]) console.log(line);
const count = (n: number) => n.toLocaleString("en");
console.log(
  differences.length === 0
    ? `${url.origin} serves this build: ${count(paths)} pages and files, ${
      count(octets)
    } octets, all equal.`
    : `${url.origin} does not serve this build: ${count(differences.length)} of ${
      count(paths)
    } pages and files differ.`,
);
Deno.exit(differences.length === 0 && faults.length === 0 ? 0 : 1);
