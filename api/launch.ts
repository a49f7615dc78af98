/**
 * Starts the server, and for it the compute processes. Usage:
 *
 *     deno run --no-config --no-prompt --allow-run --allow-env api/launch.ts run FLAGS api/main.ts
 *
 * The arguments are those of Deno for the server. This is the only process that may start others, which
 * for Deno is every permission: so it has no access to the network, reads no input of a client, and
 * follows only the server's two orders (compute/keeper.ts). The server and the compute processes
 * cannot start anything.
 */
import { spawn } from "node:child_process";
import process from "node:process";
import { Keeper } from "./compute/keeper.ts";
import { LAUNCHED } from "./compute/link.ts";
import { Uncaught } from "./uncaught.ts";

const server = spawn(Deno.execPath(), [...Deno.args, `--${LAUNCHED}`], {
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
const keeper = new Keeper((notice) => {
  // A server that has ended needs no notice.
  if (server.connected) server.send(notice, () => {});
});
server.on("message", (order) => keeper.obey(order as never));
// The process of a container with ID 1 ignores signals that it does not handle.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => pass(signal));
}
server.on("error", (fault) => {
  if (server.pid !== undefined) return;
  console.error(`The server could not be started: ${fault.message}`);
  Deno.exit(1);
});
server.on("exit", async (code, signal) => {
  await keeper.close();
  if (signal !== null) console.error(`The server was ended by ${signal}`);
  process.exit(code ?? 1);
});
// The server and all processes would end with the launcher.
new Uncaught(({ error, place }) => console.error(`The launcher had a fault: ${error} ${place}`))
  .survive();

/** Sends a signal to the server. The method of the child would also close its channel. */
function pass(signal: Deno.Signal): void {
  try {
    if (server.pid !== undefined) Deno.kill(server.pid, signal);
  } catch {
    // The server has ended by itself.
  }
}
