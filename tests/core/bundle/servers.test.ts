/**
 * A shuffled folder of old and new files becomes a folder for each server; its own commands install it below a test's
 * folder, the real server starts with its lines, its own test command connects, and its own way back restores.
 */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import type { BundleResponse } from "../../../core/bundle/contract.ts";
import type { GeneratedCertificate } from "../../../core/certificate/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import type { TargetId } from "../../../core/targets.ts";
import { freePort } from "../../support/ports.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { apacheAround, nginxAround } from "../../support/web-servers.ts";

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

/** Servers by the folder of their configuration in /etc, and a whole configuration around the lines. */
const SERVERS: readonly {
  readonly target: TargetId;
  readonly etc: string;
  readonly start: readonly string[];
  readonly write: (port: number, lines: string, folder: string) => string;
}[] = [
  {
    target: "nginx",
    etc: "nginx",
    start: ["nginx", "-e", "FOLDER/nginx.log", "-c", "FILE"],
    write: (port, lines, folder) =>
      nginxAround(folder, [
        `server { listen 127.0.0.1:${port} ssl; ${lines} location / { return 200 works; } }`,
      ]),
  },
  {
    target: "apache",
    etc: "apache2",
    start: ["apache2", "-DFOREGROUND", "-f", "FILE"],
    write: (port, lines, folder) => apacheAround(folder, { [port]: lines }),
  },
  {
    target: "haproxy",
    etc: "haproxy",
    start: ["haproxy", "-db", "-f", "FILE"],
    write: (port, lines) =>
      `global
  ssl-default-bind-options ssl-min-ver TLSv1.2
defaults
  mode http
  timeout client 5s
  timeout server 5s
  timeout connect 5s
frontend f
  ${lines.replace(":443", `127.0.0.1:${port}`)}
  http-request return status 200 content-type text/plain string works
`,
  },
  {
    target: "caddy",
    etc: "caddy",
    start: ["caddy", "run", "--adapter", "caddyfile", "--config", "FILE"],
    write: (port, lines) =>
      `{
  admin off
  auto_https off
}
https://localhost:${port} {
${lines}
respond works
}
`,
  },
];

const PROGRAMS = ["nginx", "apache2", "caddy", "haproxy", "node", "openssl", "tar", "keytool"];

it("a shuffled folder runs on the servers of Debian", {
  sanitizeOps: false,
  sanitizeResources: false,
  ...needs(...PROGRAMS),
}, async (test) => {
  const names = ["localhost"];
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
      .replaceAll("/root/", `${folder}/root/`).replaceAll(/-g \w+ /g, "").replaceAll("sudo ", "");
  const run = async (unpacked: string, code: string) => {
    const { code: status, stdout, stderr } = await runProgram("sh", [
      "-ec",
      `cd ${unpacked}\n${here(code)}`,
    ]);
    assert.equal(status, 0, `${code}\n${stdout}${stderr}`);
    return stdout;
  };
  const unpack = async (target: TargetId) => {
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
  /** Starts a server, runs the test command of the folder, and ends the server. */
  const reached = async (
    [program, ...args]: readonly string[],
    port: number,
    { answer, unpacked }: { answer: BundleResponse; unpacked: string },
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
      while (!await isListening(port)) {
        if (ended) throw new Error(`${program} ended: ${await output}`);
      }
      const code = answer.test!.code!.replace(/:(?:443|8443) /, `:${port} `);
      const said = await run(unpacked, code);
      assert.match(said, /Verify return code: 0 \(ok\)/);
      const [served] = said.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)!;
      assert.equal(served.trim(), newest.certificate.trim());
    } finally {
      if (!ended) child.kill("SIGTERM");
      await status;
      await output;
    }
  };

  try {
    await Deno.mkdir(`${folder}/root`);
    for (const { target, etc, start, write } of SERVERS) {
      await test.step(target, async () => {
        const before = `${folder}/etc/${etc}/before.conf`;
        await Deno.mkdir(`${folder}/etc/${etc}`, { recursive: true });
        await Deno.writeTextFile(before, "before");
        const unpacked = await unpack(target);
        const [copy, lines] = unpacked.answer.steps;
        await run(unpacked.unpacked, copy.code!);
        const port = freePort();
        const file = `${folder}/${target}.conf`;
        await Deno.writeTextFile(file, write(port, here(lines.code!), folder));
        const words = start.map((word) => word.replace("FILE", file).replace("FOLDER", folder));
        await reached(words, port, unpacked);

        await Deno.writeTextFile(before, "changed");
        const [back] = unpacked.answer.undo!.code!.split(" && ");
        await run(unpacked.unpacked, back);
        assert.equal(await Deno.readTextFile(before), "before");
      });
    }

    await test.step("node", async () => {
      const unpacked = await unpack("node");
      const port = freePort();
      const file = `${unpacked.unpacked}/server.mjs`;
      const server = await Deno.readTextFile(file);
      await Deno.writeTextFile(file, server.replace("8443", `${port}, "127.0.0.1"`));
      await reached(["node", "server.mjs"], port, unpacked);
    });

    await test.step("java reads the keystore under the made password", async () => {
      const { answer, unpacked } = await unpack("java");
      const { code, stdout } = await runProgram("keytool", [
        ...["-list", "-v", "-keystore", `${unpacked}/localhost.p12`, "-storetype", "PKCS12"],
        ...["-storepass", answer.password!],
      ]);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /PrivateKeyEntry/);
      assert.match(stdout, /Certificate chain length: 2/);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function isListening(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}
