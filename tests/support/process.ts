/** The server as it is deployed: a process of its own, under the permissions of `deno task serve`. */

const ROOT = new URL("../../", import.meta.url);

export interface ServerProcess extends AsyncDisposable {
  origin: string;
  port: number;
  pid: number;
  /** Lines of the log so far. */
  log: string[];
  /** Asks it to end, and returns its exit code. */
  stop(signal?: Deno.Signal): Promise<number>;
}

/** The flags of the task, permissions above all, which the deployment files repeat. */
export async function permissionFlags(): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  return tasks.serve.command.split(" ").filter((word: string) => word.startsWith("--"));
}

/** Makes sure that there is a build to serve. */
export async function ensureBuilt(): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "web/build/build.ts", "--if-needed"],
    cwd: ROOT,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`The build failed: ${new TextDecoder().decode(stderr)}`);
}

/** Runs a server that is expected to end by itself: its exit code and its output. */
export async function runServer(
  environment: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await command(environment, args, await permissionFlags())
    .output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

export async function startProcess(
  environment: Record<string, string> = {},
  args: string[] = [],
  { fileLimit }: { fileLimit?: number } = {},
): Promise<ServerProcess> {
  const flags = await permissionFlags();
  const child = command({ PORT: "0", ...environment }, args, flags, fileLimit).spawn();
  const log: string[] = [];
  const listening = Promise.withResolvers<string>();
  const reading = (async () => {
    let rest = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const address = /^SSL Tools is served on (\S+)$/.exec(line);
        if (address) listening.resolve(address[1]);
        else log.push(line);
      }
    }
    listening.reject(new Error("The server ended at its start"));
  })();
  const errors = new Response(child.stderr).text();
  let origin: string;
  try {
    origin = (await listening.promise).replace("localhost", "127.0.0.1");
  } catch (error) {
    throw new Error(await errors, { cause: error });
  }
  let ended = false;

  async function stop(signal: Deno.Signal = "SIGTERM") {
    if (!ended) child.kill(signal);
    const { code } = await child.status;
    ended = true;
    await Promise.all([reading, errors]);
    return code;
  }

  return {
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid,
    log,
    stop,
    async [Symbol.asyncDispose]() {
      if (!ended) await stop("SIGKILL");
    },
  };
}

function command(
  environment: Record<string, string>,
  args: string[],
  flags: string[],
  fileLimit?: number,
): Deno.Command {
  const own = ["run", "--no-check", ...flags, "api/main.ts", ...args];
  const limited = ["-c", `ulimit -n ${fileLimit}; exec "$@"`, "bash", Deno.execPath(), ...own];
  return new Deno.Command(fileLimit ? "bash" : Deno.execPath(), {
    args: fileLimit ? limited : own,
    cwd: ROOT,
    env: { NO_COLOR: "1", ...environment },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}
