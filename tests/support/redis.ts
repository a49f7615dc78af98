/** A real Redis on a free port, which a test starts and stops. */

export interface TestRedis extends AsyncDisposable {
  url: string;
  /** Kills it, as in a crash. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** Suspends it: connections stay open without an answer. */
  pause(): void;
  resume(): void;
}

/** Reserves a port, and by default starts a server on it. */
export async function startRedis(
  { started = true, password = "", hostname = "127.0.0.1" } = {},
): Promise<TestRedis> {
  const probe = Deno.listen({ hostname, port: 0 });
  const { port } = probe.addr as Deno.NetAddr;
  probe.close();
  let process: Deno.ChildProcess | undefined;

  const redis: TestRedis = {
    url: `redis://${password && `:${password}@`}${hostname}:${port}`,
    async start() {
      process = new Deno.Command("redis-server", {
        args: [
          ...["--port", String(port), "--bind", hostname, "--save", "", "--appendonly", "no"],
          ...(password ? ["--requirepass", password] : []),
        ],
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn();
      await until(async () => /^(\+PONG|-NOAUTH)/.test(await ping(hostname, port)));
    },
    async kill() {
      process?.kill("SIGKILL");
      await process?.status;
      process = undefined;
    },
    pause: () => process!.kill("SIGSTOP"),
    resume: () => process!.kill("SIGCONT"),
    [Symbol.asyncDispose]: () => redis.kill(),
  };
  if (started) await redis.start();
  return redis;
}

async function ping(hostname: string, port: number): Promise<string> {
  try {
    using connection = await Deno.connect({ hostname, port });
    await connection.write(new TextEncoder().encode("PING\r\n"));
    const buffer = new Uint8Array(16);
    const read = await connection.read(buffer) ?? 0;
    return new TextDecoder().decode(buffer.subarray(0, read));
  } catch {
    return "";
  }
}

/** Repeats a check until it is true; fails after a minute. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!await condition()) {
    if (performance.now() > end) {
      throw new Error("The condition did not become true within a minute");
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
