/**
 * `deno task roots [FOLDER]`: updates the trust store, `core/assets/mozilla-roots.ts`, from the list of
 * Mozilla's roots in the newest Node. The lists in Deno and in older Nodes are years old. The limits
 * that Mozilla and Chrome set for single roots come from `roots/programs.tsv`. With a folder of lists
 * (`roots/README.md` names them) it also writes the tables that are made of them.
 */
import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

const TARGET = new URL("../../core/assets/mozilla-roots.ts", import.meta.url);
const RELEASE_LINE = "node@26";

const npm = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

const script = "JSON.stringify([process.versions.node, require('tls').rootCertificates])";
const [version, roots]: [string, string[]] = JSON.parse(
  npm("npx", "--yes", RELEASE_LINE, "-p", script),
);
const times = JSON.parse(npm("npm", "view", "node", "time", "--json"));
const date = String(times[version]).slice(0, 10);

const ders = roots.map((pem) => {
  const base64 = pem.split("-----")[2].replace(/\s/g, "");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
});
// Sorted, so that the difference shows which roots were added and removed.
const sorted = ders.map((der) => Array.from(der, (byte) => String.fromCharCode(byte)).join(""))
  .sort();

Deno.writeTextFileSync(
  TARGET,
  `/**
 * The roots of Mozilla's list, as Node ${version} carries them. Written by \`deno task roots\`.
 */
export const ROOTS = {
  /** Where the list was taken from. */
  source: "Node.js ${version}",
  /** The day on which that release was published. */
  date: "${date}",
  count: ${sorted.length},
  /** The certificates' DER one behind another, deflated (RFC 1951), in base64. */
  deflated:
    "${deflateRawSync(Buffer.from(sorted.join(""), "latin1"), { level: 9 }).toString("base64")}",
} as const;
`,
);

const run = (script: string, ...args: string[]) =>
  execFileSync(Deno.execPath(), [
    "run",
    "-A",
    fileURLToPath(new URL(script, import.meta.url)),
    ...args,
  ]);
// After the roots are written, because these scripts read them.
run("root-programs.ts");
const [folder] = Deno.args;
if (folder) {
  run("root-acceptance.ts", folder);
  run("ct-logs.ts", folder);
}
console.log(`${sorted.length} roots of Node ${version}, ${date}`);
