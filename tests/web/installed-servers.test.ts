/**
 * nginx, Apache, Caddy and HAProxy with the lines and commands that the pages show, on the files of a download.
 * Each serves once without and once with client certificates, and curl and Chromium connect with a good, a
 * missing, a foreign and a revoked one.
 */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { unzipSync } from "fflate";
import { chromium } from "playwright";
import type { GeneratedCertificate } from "../../core/certificate/contract.ts";
import { pfxConvert } from "../../core/pfx/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import {
  clientCheckPrograms,
  curlCommand,
  type Program,
  serverPrograms,
} from "../../web/src/install/lines.ts";
import { SECRET } from "../../web/src/page/archive.ts";
import { bundleOf } from "../../web/src/tools/certificate/bundle.ts";
import { filesOf, pfxName } from "../../core/certificate/files.ts";
import { generated } from "../fixtures/certificate/generate.ts";
import { generatedCrl } from "../fixtures/crl/index.ts";
import { BROWSER_ARGS, findBrowser, needsBrowser } from "../support/browser.ts";
import { needs, needsAll, runProgram } from "../support/programs.ts";
import { apacheAround, nginxAround } from "../support/web-servers.ts";
import { isListening } from "../support/nginx.ts";
import { freePort } from "../support/ports.ts";
import { until } from "../support/redis.ts";

const PASSWORD = "correct horse";

const SERVERS = ["nginx", "apache2", "caddy", "haproxy"] as const;
type Server = (typeof SERVERS)[number];
/** The ids of their programs in the lists. */
const IDS: Readonly<Record<Server, string>> = {
  nginx: "nginx",
  apache2: "apache",
  caddy: "caddy",
  haproxy: "haproxy",
};

const root = await generated({ kind: "root-ca", names: ["localhost"] });
const CA = { caCertificate: root.certificate, caPrivateKey: root.privateKey! };
const below = (input: Parameters<typeof generated>[0]) =>
  generated({ ...input, issuer: "existing-ca", ...CA });
const server = await below({ names: ["localhost"] });
const client = (commonName: string) => below({ kind: "tls-client", commonName });
const clients = {
  alice: await client("alice"),
  bob: await client("bob"),
  mallory: await generated({ kind: "tls-client", commonName: "mallory" }),
};
const { crl } = await generatedCrl({
  ...CA,
  entries: [{ serialNumber: clients.bob.serialNumber, reason: "keyCompromise" }],
});
const rootFiles = filesOf(root);

const filesFor = (made: GeneratedCertificate) => {
  const { base, chain, key } = filesOf(made);
  return { base, chain, key: `${SECRET}/${key}`, pfx: `${SECRET}/${pfxName(made)}` };
};
const CHECKED = { base: rootFiles.base, cas: rootFiles.certificate, crl: "revoked.pem" };

async function pfxOf(made: GeneratedCertificate): Promise<Uint8Array<ArrayBuffer>> {
  const outcome = await execute(operations, pfxConvert.name, {
    certificate: made.chain,
    privateKey: made.privateKey,
    password: PASSWORD,
    encryption: "aes256-sha256",
  }, createContext());
  assert(outcome.ok);
  return Uint8Array.from(
    atob((outcome.value as { pfx: string }).pfx),
    (character) => character.charCodeAt(0),
  );
}

/** Unpacks a download below a folder. */
async function unpack(folder: string, made: GeneratedCertificate): Promise<void> {
  const { privateKey } = made;
  const keyFiles = [{ name: pfxName(made), content: await pfxOf(made), what: "A PFX file." }];
  const { bytes } = bundleOf({ made, privateKey, caKey: null, keyFiles }, Date.now());
  for (const [path, content] of Object.entries(unzipSync(bytes))) {
    await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]+$/, ""), { recursive: true });
    await Deno.writeFile(`${folder}/${path}`, content);
  }
}

interface Running {
  /** Without and with client certificates. */
  readonly open: number;
  readonly checked: number;
  stop(): Promise<void>;
}

/** Where the download is unpacked. */
let folder = "";

/** The lines with folders of this test in place of those of a server. */
const here = (text: string) =>
  text.replaceAll("/etc/ssl/", `${folder}/etc/`).replaceAll("/etc/haproxy/", `${folder}/etc/`)
    .replaceAll(/-g \w+ /g, "").replaceAll("sudo ", "");

const programOf = (programs: readonly Program[], server: Server): Program =>
  programs.find(({ id }) => id === IDS[server])!;

/** Runs the copy commands, and returns the lines of the configuration. */
async function installed(programs: readonly Program[], server: Server): Promise<string> {
  const { steps } = programOf(programs, server);
  const codes = steps.flatMap(({ code, copies }) => code ? [{ code, copies: copies! }] : []);
  const copy = codes.find(({ copies }) => copies === "commands for the files")!;
  const { code, stderr } = await runProgram("sh", ["-ec", `cd ${folder}\n${here(copy.code)}`]);
  assert.equal(code, 0, stderr);
  return here(codes.find(({ copies }) => /^(?:lines|words) for /.test(copies))!.code);
}

/** The configuration around the lines, and the commands that check and start it. */
const AROUND: Readonly<
  Record<Server, {
    write(parts: { open: number; checked: number; lines: string; check: string }): string;
    check: string[];
    start: string[];
  }>
> = {
  nginx: {
    write: ({ open, checked, lines, check }) =>
      nginxAround(folder, [
        `server { listen 127.0.0.1:${open} ssl; ${lines} location / { return 200 works; } }`,
        `server { listen 127.0.0.1:${checked} ssl; ${lines} ${check} location / { return 200 works; } }`,
      ]),
    check: ["nginx", "-t", "-e", "FOLDER/nginx.log", "-c", "FILE"],
    start: ["nginx", "-e", "FOLDER/nginx.log", "-c", "FILE"],
  },
  apache2: {
    write: ({ open, checked, lines, check }) =>
      apacheAround(folder, { [open]: lines, [checked]: `${lines}\n${check}` }),
    check: ["apache2", "-t", "-f", "FILE"],
    start: ["apache2", "-DFOREGROUND", "-f", "FILE"],
  },
  caddy: {
    write: ({ open, checked, lines, check }) =>
      `{
  admin off
  auto_https off
}
https://localhost:${open} {
${lines}
respond works
}
https://localhost:${checked} {
${lines} {
${check}
}
respond works
}
`,
    check: ["caddy", "validate", "--adapter", "caddyfile", "--config", "FILE"],
    start: ["caddy", "run", "--adapter", "caddyfile", "--config", "FILE"],
  },
  haproxy: {
    write: ({ open, checked, lines, check }) => {
      const frontend = (port: number, more: string) =>
        `frontend f${port}
  ${lines.replace(":443", `127.0.0.1:${port}`)} ${more}
  http-request return status 200 content-type text/plain string works
`;
      return `global
  ssl-default-bind-options ssl-min-ver TLSv1.2
defaults
  mode http
  timeout client 5s
  timeout server 5s
  timeout connect 5s
${frontend(open, "")}${frontend(checked, check)}`;
    },
    check: ["haproxy", "-c", "-f", "FILE"],
    start: ["haproxy", "-db", "-f", "FILE"],
  },
};

async function start(server_: Server): Promise<Running> {
  const lines = await installed(serverPrograms(filesFor(server)), server_);
  const check = await installed(clientCheckPrograms(CHECKED), server_);
  const [open, checked] = [freePort(), freePort()];
  const around = AROUND[server_];
  const file = `${folder}/${server_}.conf`;
  await Deno.writeTextFile(file, around.write({ open, checked, lines, check }));
  const words = (args: string[]) =>
    args.map((arg) => arg.replace("FILE", file).replace("FOLDER", folder));
  const [program, ...args] = words(around.check);
  const { code, stderr } = await runProgram(program, args);
  assert.equal(code, 0, stderr);
  const [started, ...startArgs] = words(around.start);
  const child = new Deno.Command(started, {
    args: startArgs,
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const output = new Response(child.stderr).text();
  for (const port of [open, checked]) await listening(port, child);
  return {
    open,
    checked,
    async stop() {
      // One that has ended cannot be killed.
      const ended = await Promise.race([child.status, null]);
      if (!ended) child.kill("SIGTERM");
      const { code } = await child.status;
      const log = await Deno.readTextFile(`${folder}/${server_}.log`).catch(() => "");
      const said = `${started} ended by itself with ${code}: ${await output}${log}`;
      assert(!ended, said);
    },
  };
}

/** Resolves when the port accepts connections; throws if the program ends before. */
async function listening(port: number, child: Deno.ChildProcess): Promise<void> {
  let ended = false;
  child.status.then(() => ended = true);
  await until(async () => ended || await isListening(`127.0.0.1:${port}`));
  if (ended) throw new Error("The server ended");
}

/** The status that curl gets with the command of a page, or 0 and why it got none. */
async function answerTo(
  port: number,
  made: GeneratedCertificate | null,
): Promise<{ status: number; why: string }> {
  const trust = `--cacert ${rootFiles.certificate}`;
  const command = made
    ? `${curlCommand(filesFor(made))} ${trust}`
    : `curl ${trust} https://example.com/`;
  const line = command.replace("https://example.com/", `https://localhost:${port}/`);
  const { stdout, stderr } = await runProgram("sh", [
    "-c",
    `cd ${folder} && ${line} -sS -o /dev/null -w '%{http_code}'`,
  ]);
  return { status: Number(stdout), why: stderr.trim() };
}

const isServed = (status: number) => status >= 200 && status < 300;

/** One step for each part, so that the servers start once. */
it("the lines that pages show for servers", {
  sanitizeOps: false,
  sanitizeResources: false,
  ...needsAll(needs(...SERVERS, "curl", "keytool"), needsBrowser()),
}, async (test) => {
  const executablePath = findBrowser()!;
  folder = await Deno.makeTempDir();
  // Apache's processes read it too.
  await Deno.chmod(folder, 0o755);
  const running = new Map<Server, Running>();
  try {
    for (const made of [root, server, ...Object.values(clients)]) await unpack(folder, made);
    await Deno.writeTextFile(`${folder}/${CHECKED.crl}`, crl);
    for (const name of SERVERS) running.set(name, await start(name));

    for (const name of SERVERS) {
      await test.step(`${name} serves with them, and checks its clients`, async () => {
        const { open, checked } = running.get(name)!;
        const asked = {
          open: await answerTo(open, null),
          good: await answerTo(checked, clients.alice),
          missing: await answerTo(checked, null),
          foreign: await answerTo(checked, clients.mallory),
          revoked: await answerTo(checked, clients.bob),
        };
        const answers = Object.fromEntries(
          Object.entries(asked).map(([who, { status }]) => [who, isServed(status)]),
        );
        // Caddy does not read CRLs, which the page says.
        const revoked = name === "caddy";
        const expected = { open: true, good: true, missing: false, foreign: false, revoked };
        assert.deepEqual(answers, expected, JSON.stringify(asked, null, 2));
      });
    }

    await test.step("Chromium logs in with a good certificate, and with no other", async () => {
      const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
      try {
        const origin = `https://localhost:${running.get("nginx")!.checked}`;
        const statuses: Record<string, boolean> = {};
        for (const [name, made] of [...Object.entries(clients), ["nobody", null] as const]) {
          const pfx = made && {
            origin,
            pfxPath: `${folder}/${filesFor(made).pfx}`,
            passphrase: PASSWORD,
          };
          const context = await browser.newContext({
            ignoreHTTPSErrors: true,
            ...pfx && { clientCertificates: [pfx] },
          });
          const page = await context.newPage();
          const response = await page.goto(origin).catch(() => null);
          statuses[name] = response !== null && isServed(response.status());
          await context.close();
        }
        const expected = { alice: true, bob: false, mallory: false, nobody: false };
        assert.deepEqual(statuses, expected);
      } finally {
        await browser.close();
      }
    });

    await test.step("keytool reads the file for Tomcat", async () => {
      const { code, stdout } = await runProgram("keytool", [
        ...["-list", "-keystore", `${folder}/${filesFor(server).pfx}`, "-storetype", "PKCS12"],
        ...["-storepass", PASSWORD],
      ]);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /PrivateKeyEntry/);
    });
  } finally {
    await Promise.all([...running.values()].map((each) => each.stop()));
    await Deno.remove(folder, { recursive: true });
  }
});
