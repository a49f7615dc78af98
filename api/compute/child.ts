/**
 * The script of a compute process. It connects to the server, gives up its only permission, gets the
 * code of the operations, and then answers one call after the other until the connection ends.
 *
 * A second thread, the watch, reports the memory and the processor time of the process, and the number
 * of calls that began, on standard error, also while an operation keeps the main thread busy. The server kills the process if a report
 * exceeds a limit, or if the reports stop (processes.ts).
 */
import process from "node:process";
import { decode, encode, Frames, writeAll } from "./frames.ts";
import type { Assignment } from "./keeper.ts";
import type { Call, Reply } from "./protocol.ts";
import type { answer as Answer } from "./worker.ts";

/** The longest call: a body of 1 MiB, or the CRLs of one request. */
const MOST = 64 * 1024 * 1024;
/** A frame above this length is freed at once, not by a later garbage collection. */
const LARGE = 256 * 1024;

/** Places of the memory that both threads share. */
const CALLS = 0;
const BUSY = 1;
const ASLEEP = 2;
const shared = new Int32Array(new SharedArrayBuffer(12));

// The launcher ends this process. A signal to the group must not end requests that are under way.
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => {});

const { id, port, token }: Assignment = await new Response(Deno.stdin.readable).json();
const connection = await Deno.connect({ hostname: "127.0.0.1", port });
connection.setNoDelay();
if (
  (await Deno.permissions.revoke({ name: "net", host: `127.0.0.1:${port}` })).state !== "denied"
) {
  // The state of a permission that was given up is "prompt", and --no-prompt refuses every prompt.
  const { state } = await Deno.permissions.query({ name: "net", host: `127.0.0.1:${port}` });
  if (state === "granted") throw new Error("The permission was not given up");
}
const frames = new Frames(connection, MOST);
await writeAll(connection, encode({ id, token }));
const code = await frames.read();
if (code === null) Deno.exit(0);
const answer = load(new TextDecoder().decode(code));
startWatch();

for (let frame = await frames.read(); frame !== null; frame = await frames.read()) {
  Atomics.add(shared, CALLS, 1);
  Atomics.store(shared, BUSY, 1);
  if (Atomics.load(shared, ASLEEP) === 1) Atomics.notify(shared, CALLS);
  // The usage of all threads, because signatures are verified in others. It takes two microseconds to
  // read, and the usage of one thread 20.
  const before = process.cpuUsage();
  const step = await answer(decode(frame) as Call);
  if (frame.length > LARGE) frame.buffer.transfer(0);
  const after = process.cpuUsage();
  const reply: Reply & { cpu: number } = {
    ...step,
    used: milliseconds(after) - milliseconds(before),
    cpu: milliseconds(after),
  };
  Atomics.store(shared, BUSY, 0);
  await writeAll(connection, encode(reply));
}
Deno.exit(0);

function milliseconds({ user, system }: { user: number; system: number }): number {
  return (user + system) / 1000;
}

/**
 * The function of the bundle. It is a script, because Deno parses a module a second time, which takes
 * 70 MB.
 */
function load(code: string): typeof Answer {
  return new Function(`${code}\nreturn compute.answer;`)();
}

function startWatch(): void {
  const script = new Blob([`(${watch})()`], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(script), {
    type: "module",
    deno: { permissions: "none" },
  } as WorkerOptions);
  worker.postMessage(shared);
}

/** Runs as a script of its own, so it uses nothing of this module. */
function watch(): void {
  self.onmessage = ({ data: shared }: MessageEvent<Int32Array<SharedArrayBuffer>>) => {
    const [CALLS, BUSY, ASLEEP] = [0, 1, 2];
    const encoder = new TextEncoder();
    let quiet = 0;
    for (let seen = -1;;) {
      const calls = Atomics.load(shared, CALLS);
      quiet = calls === seen && Atomics.load(shared, BUSY) === 0 ? quiet + 1 : 0;
      seen = calls;
      const { user, system } = process.cpuUsage();
      const cpu = Math.round((user + system) / 1000);
      const report = `${Deno.memoryUsage().rss} ${cpu} ${calls}\n`;
      try {
        Deno.stderr.writeSync(encoder.encode(report));
      } catch {
        // The launcher has ended, so this process has no limit any more.
        process.kill(process.pid, "SIGKILL");
      }
      if (quiet < 20) Atomics.wait(shared, ASLEEP, 0, 50);
      else {
        // Sleep until the next call. It is noticed even if it comes between these two lines.
        Atomics.store(shared, ASLEEP, 1);
        Atomics.wait(shared, CALLS, seen);
        Atomics.store(shared, ASLEEP, 0);
      }
    }
  };
}
