/**
 * Makes `core/assets/mozilla-roots.ts`, the trust store, of the list of Mozilla's roots in the newest Node. The
 * lists in Deno and in older Nodes are years old.
 */
import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { deflateRawSync } from "node:zlib";

const RELEASE_LINE = "node@26";

interface NodeRoots {
  readonly version: string;
  /** The day on which that release was published. */
  readonly date: string;
  /** In PEM. */
  readonly roots: readonly string[];
}

/** Runs the newest Node of the release line, from the npm registry. */
export function readNodeRoots(): NodeRoots {
  const npm = (command: string, ...args: string[]) =>
    execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const script = "JSON.stringify([process.versions.node, require('tls').rootCertificates])";
  const [version, roots]: [string, string[]] = JSON.parse(
    npm("npx", "--yes", RELEASE_LINE, "-p", script),
  );
  const times = JSON.parse(npm("npm", "view", "node", "time", "--json"));
  return { version, date: String(times[version]).slice(0, 10), roots };
}

/** The text of the asset. */
export function trustStoreFile({ version, date, roots }: NodeRoots): string {
  const ders = roots.map((pem) => {
    const base64 = pem.split("-----")[2].replace(/\s/g, "");
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  });
  // Sorted, so that the difference shows which roots were added and removed.
  const sorted = ders.map((der) => Array.from(der, (byte) => String.fromCharCode(byte)).join(""))
    .sort();
  return `/**
 * The roots of Mozilla's list, as Node ${version} carries them. Written by \`deno task data\`.
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
`;
}
