/** The server as deployed: a child process with the permissions of `deno task serve`. */
import { hashSources, readRecord } from "../../web/build/sources.ts";

const ROOT = new URL("../../", import.meta.url);

export interface ServerProcess extends AsyncDisposable {
  origin: string;
  port: number;
  pid: number;
  /** The lines of the log so far. */
  log: string[];
  /** Stderr without the line of the address; resolves when the process has exited. */
  errors: Promise<string>;
  /** Sends a signal, waits for the exit, and returns the exit code. */
  stop(signal?: Deno.Signal): Promise<number>;
}

/** The command of the task without "deno". The deployment files repeat it. */
export async function serveArguments(): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  return tasks.serve.command.split(" ").slice(1);
}

/** The flags of the server in that command, most of them permissions. */
export async function permissionFlags(): Promise<string[]> {
  const words = await serveArguments();
  return words.slice(words.indexOf("api/launch.ts")).filter((word) => word.startsWith("--"));
}

/** Builds the app unless `dist` was built from the present sources. */
export async function ensureBuilt(): Promise<void> {
  if ((await readRecord())?.sources === await hashSources()) return;
  console.log("Building the app, because this test reads dist and the sources have changed");
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "web/build/build.ts"],
    cwd: ROOT,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`The build failed: ${new TextDecoder().decode(stderr)}`);
}

/** Runs a script with the server's permissions, and returns its output. */
export async function runAsServed(
  script: string,
  environment: Record<string, string>,
): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", ...await permissionFlags(), "-"],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...environment },
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" } as const,
  }).spawn();
  const output = child.output();
  await new Blob([script]).stream().pipeTo(child.stdin);
  const { code, stdout, stderr } = await output;
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Runs a server that should exit by itself, and returns its exit code and output. */
export async function runServer(
  environment: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await (await serverCommand(environment, args)).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** The line with which the start ends. */
const SERVED = /^SSL Tools is served on (\S+)\n/m;

export async function startProcess(
  environment: Record<string, string> = {},
  args: string[] = [],
  { fileLimit, folder }: { fileLimit?: number; folder?: URL } = {},
): Promise<ServerProcess> {
  const command = await serverCommand({ PORT: "0", ...environment }, args, { fileLimit, folder });
  const child = command.spawn();
  const log: string[] = [];
  const listening = Promise.withResolvers<string>();
  const reading = (async () => {
    let rest = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      log.push(...lines);
    }
  })();
  const errors = (async () => {
    let text = "";
    for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
      text += part;
      const address = SERVED.exec(text);
      if (!address) continue;
      listening.resolve(address[1]);
      text = text.replace(SERVED, "");
    }
    listening.reject(new Error("The server ended at its start"));
    return text;
  })();
  let origin: string;
  try {
    origin = (await listening.promise).replace("localhost", "127.0.0.1");
  } catch (error) {
    throw new Error([await errors, ...log].join("\n"), { cause: error });
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
    errors,
    stop,
    async [Symbol.asyncDispose]() {
      if (!ended) await stop("SIGKILL");
    },
  };
}

interface CommandOptions {
  fileLimit?: number;
  stderr?: "piped" | "inherit";
  /** The project's folder, if the server is that of a copy. */
  folder?: URL;
}

/** The server with the flags of its task. No test starts it in another way (tests/api/start.test.ts). */
export async function serverCommand(
  environment: Record<string, string>,
  args: string[] = [],
  { fileLimit, stderr = "piped", folder = ROOT }: CommandOptions = {},
): Promise<Deno.Command> {
  const words = await serveArguments();
  const own = [
    ...words.flatMap((word) => word === "run" ? ["run", "--no-check"] : [word]),
    ...args,
  ];
  const limited = ["-c", `ulimit -n ${fileLimit}; exec "$@"`, "bash", Deno.execPath(), ...own];
  return new Deno.Command(fileLimit ? "bash" : Deno.execPath(), {
    args: fileLimit ? limited : own,
    cwd: folder,
    // No test asks the publishers of log lists.
    env: { NO_COLOR: "1", DRAIN_SECONDS: "0", DATA_REFRESH_HOURS: "0", ...environment },
    stdin: "null",
    stdout: "piped",
    stderr,
  });
}

/** The processes that a process and its children started. */
export async function descendants(pid: number): Promise<number[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-eo", "pid,ppid"] }).output();
  const rows = new TextDecoder().decode(stdout).split("\n").map((line) => line.trim().split(/\s+/));
  const of = (parent: number): number[] =>
    rows.filter(([, ppid]) => Number(ppid) === parent).flatMap((
      [own],
    ) => [Number(own), ...of(Number(own))]);
  return of(pid);
}
