/** Starts Node as a contender, because the `node:crypto` of Deno has other code. */
import type { Contender } from "./harness.ts";

const SCRIPT = new URL("node-peer.mjs", import.meta.url);

interface Peer {
  run(order: string): Promise<void>;
}

let peer: Peer | null | undefined;

/** Started once; null without the program. */
function nodePeer(): Peer | null {
  if (peer !== undefined) return peer;
  try {
    const child = new Deno.Command("node", {
      args: [SCRIPT.pathname],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    child.unref();
    const input = child.stdin.getWriter();
    const output = child.stdout.getReader();
    const encoder = new TextEncoder();
    peer = {
      async run(order) {
        await input.write(encoder.encode(`${order}\n`));
        if ((await output.read()).done) throw new Error("Node has ended");
      },
    };
  } catch (fault) {
    if (!(fault instanceof Deno.errors.NotFound)) throw fault;
    peer = null;
  }
  return peer;
}

/** Node's own node:crypto; no contender where Node is missing. One message asks for many operations. */
export function node(
  task: "read" | "verify",
  certificates: readonly Uint8Array[],
  times = 200,
): Contender[] {
  const peer = nodePeer();
  if (peer === null) return [];
  const inputs = certificates.map((certificate) => certificate.toBase64());
  const order = JSON.stringify({ task, inputs, times });
  const name = task === "read"
    ? "Node's own node:crypto"
    : "Node's own node:crypto, only signatures";
  return [{ name, operations: times, run: () => peer.run(order) }];
}
