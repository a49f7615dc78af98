/**
 * A shuffled folder of old and new files becomes a folder for a server; its own commands install it below a test's
 * folder, the real server starts with its lines, and its own test command connects.
 */
import assert from "node:assert/strict";
import type { BundleResponse } from "../../core/bundle/contract.ts";
import type { GeneratedCertificate } from "../../core/certificate/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import type { TargetId } from "../../core/targets.ts";
import { isListening } from "./nginx.ts";
import { runProgram } from "./programs.ts";
import { until } from "./redis.ts";

/** A full name, because Java sends no server name without a dot. It is in no DNS. */
export const FULL_NAME = "shop.corp.test";

const DAY = 24 * 60 * 60 * 1000;

async function answerAt<T>(name: string, input: unknown, now = Date.now()): Promise<T> {
  const outcome = await execute(operations, name, input, createContext({ now }));
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as T;
}

type Made = GeneratedCertificate;
const certified = (input: object, ago: number): Promise<Made> =>
  answerAt("certificate/generate", input, Date.now() - ago * DAY);
const by = ({ certificate, privateKey }: Made) => ({
  issuer: "existing-ca",
  caCertificate: certificate,
  caPrivateKey: privateKey,
});

interface Unpacked {
  readonly answer: BundleResponse;
  /** The folder with its files. */
  readonly unpacked: string;
}

interface Started {
  readonly command: readonly string[];
  readonly port: number;
  /** Runs while the server listens. */
  readonly whileUp?: () => Promise<void>;
}

/** Folders of bundles below `folder`, which is removed at the end. */
export interface BundleServers {
  readonly folder: string;
  /** A path below /etc or /root as this test has it. */
  here(text: string): string;
  /** Runs the commands of a step in an unpacked folder. */
  run(unpacked: string, code: string): Promise<string>;
  unpack(target: TargetId): Promise<Unpacked>;
  /** Starts a server, runs the test command of the folder, and ends the server. */
  reached(unpacked: Unpacked, started: Started): Promise<void>;
}

/** `keepsGroups`: the files get the groups that the commands name, which must exist. */
export async function withBundleServers(
  test: (servers: BundleServers) => Promise<void>,
  { keepsGroups = false } = {},
): Promise<void> {
  const names = ["localhost", FULL_NAME];
  const root = await certified(
    { kind: "root-ca", names, pathLength: 1, nameConstraints: false, days: 730 },
    500,
  );
  const intermediate = await certified(
    { kind: "intermediate-ca", names, nameConstraints: false, days: 720, ...by(root) },
    499,
  );
  const expired = await certified({ names, days: 90, ...by(intermediate) }, 400);
  const older = await certified({ names, days: 150, ...by(intermediate) }, 100);
  const newest = await certified({ names, days: 150, ...by(intermediate) }, 10);
  const texts = [
    { name: "1.key", text: older.privateKey! },
    { name: "2.crt", text: expired.certificate },
    { name: "3.crt", text: root.certificate },
    { name: "4.crt", text: older.certificate },
    { name: "5.key", text: newest.privateKey! },
    { name: "6.crt", text: intermediate.certificate },
    { name: "7.key", text: expired.privateKey! },
    { name: "8.crt", text: newest.certificate },
  ];
  const bundle = (target: TargetId) => answerAt<BundleResponse>("bundle/make", { texts, target });
  const folder = await Deno.makeTempDir();
  await Deno.chmod(folder, 0o755);

  /** The folders of a server below the one of this test, and nothing of the service manager. */
  const here = (text: string) =>
    text.replaceAll("/etc/", `${folder}/etc/`).replaceAll("-C /etc ", `-C ${folder}/etc `)
      .replaceAll("/root/", `${folder}/root/`).replaceAll("sudo ", "")
      .replaceAll(keepsGroups ? /(?!)/g : /-g \w+ /g, "");
  const run = async (unpacked: string, code: string) => {
    const { code: status, stdout, stderr } = await runProgram("sh", [
      "-ec",
      `cd ${unpacked}\n${here(code)}`,
    ]);
    assert.equal(status, 0, `${code}\n${stdout}${stderr}`);
    return stdout;
  };
  const unpack = async (target: TargetId): Promise<Unpacked> => {
    const answer = await bundle(target);
    assert(answer.ready, JSON.stringify(answer.verdict));
    const unpacked = `${folder}/${target}`;
    await Deno.mkdir(unpacked);
    for (const { path, content, encoding } of answer.files) {
      const bytes = encoding === "base64"
        ? Uint8Array.fromBase64(content)
        : new TextEncoder().encode(content);
      await Deno.writeFile(`${unpacked}/${path}`, bytes);
    }
    return { answer, unpacked };
  };
  const reached: BundleServers["reached"] = async (
    { answer, unpacked },
    { command: [program, ...args], port, whileUp },
  ) => {
    const child = new Deno.Command(program, {
      args: [...args],
      cwd: unpacked,
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const output = new Response(child.stderr).text();
    let ended = false;
    const status = child.status.then((status) => (ended = true, status));
    try {
      await until(async () => ended || await isListening(`127.0.0.1:${port}`));
      if (ended) throw new Error(`${program} ended: ${await output}`);
      const code = answer.test!.code!.replace(/:\d+ /, `:${port} `);
      const said = await run(unpacked, code);
      assert.match(said, /Verify return code: 0 \(ok\)/);
      const [served] = said.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)!;
      assert.equal(served.trim(), newest.certificate.trim());
      await whileUp?.();
    } finally {
      if (!ended) child.kill("SIGTERM");
      await status;
      await output;
    }
  };

  try {
    await Deno.mkdir(`${folder}/root`);
    await test({ folder, here, run, unpack, reached });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
