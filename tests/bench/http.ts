/** Shared parts of the measurements over HTTP: a bare echo and the server's memory. */
import { Hono } from "hono";
import { listen } from "../../api/http/server.ts";
import type { ServerProcess } from "../support/process.ts";
import { type Measured, postRequest, type Target } from "./load.ts";

/** Runs this file as a bare Hono server, a process of its own. */
const ECHO_FLAG = "--echo";
const TOKEN = crypto.randomUUID();

/** X-Forwarded-For names the client, so that one load can be many clients. */
export const UNLIMITED = { RATE_LIMIT_PER_MINUTE: "0", METRICS_TOKEN: TOKEN, TRUST_PROXY: "1" };
export const QUIET = ["--log-level=warn"];

export const rate = ({ requests, seconds }: Measured) => requests / seconds;
export const onlyOk = ({ statuses }: Measured) => statuses.size === 1 && statuses.has(200);

export function statusLine({ statuses }: Measured): string {
  return [...statuses].map(([status, count]) => `${status || "broken"}: ${count}`).join(", ");
}

/** A request of a contract's example. */
export function exampleTarget(
  port: number,
  path: string,
  example: unknown,
  client?: string,
): Target {
  return { port, request: postRequest(path, JSON.stringify(example), client) };
}

/** The same from several clients: light work of one client takes all threads but one. */
export const exampleTargets = (port: number, path: string, example: unknown): Target[] =>
  [1, 2, 3, 4].map((client) => exampleTarget(port, path, example, `192.0.2.${client}`));

/** Resident memory of the server, in bytes. */
export async function memory({ origin }: ServerProcess): Promise<number> {
  const response = await fetch(`${origin}/api/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  return Number(/^process_resident_memory_bytes (\d+)$/m.exec(await response.text())![1]);
}

export async function startEcho(): Promise<AsyncDisposable & { port: number; pid: number }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", import.meta.filename!, ECHO_FLAG],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const port = Number((await reader.read()).value);
  return {
    port,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await reader.cancel();
    },
  };
}

/** The same listener with a single route. */
async function serveEcho(): Promise<void> {
  const app = new Hono();
  app.post("/echo", async (context) => context.json(await context.req.json()));
  const { port } = await listen((request) => app.fetch(request), {
    hostname: "127.0.0.1",
    port: 0,
  });
  console.log(port);
}

if (import.meta.main && Deno.args.includes(ECHO_FLAG)) await serveEcho();
