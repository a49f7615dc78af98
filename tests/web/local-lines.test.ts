/** The lines for programs on the own computer, run as they are shown. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { describe, it } from "@std/testing/bdd";
import { isLocalName, localPrograms } from "../../web/src/install/local-lines.ts";
import { systemOf } from "../../web/src/lib/system.ts";
import { generated } from "../fixtures/certificate/generate.ts";
import { inFolder } from "../support/certificate-checks.ts";
import { freePort } from "../support/ports.ts";
import { needs, runProgram } from "../support/programs.ts";

const FILES = { chain: "localhost_chain.pem", key: "secret/localhost.key" };

const codesOf = (id: string): string[] =>
  localPrograms(FILES).find((program) => program.id === id)!.steps.flatMap(({ code }) =>
    code ?? []
  );

/** A folder as the ZIP unpacks it. */
const unpacked = (work: (folder: string) => Promise<void>) =>
  inFolder(async (folder) => {
    const made = await generated({ names: ["localhost", "127.0.0.1", "::1"] });
    await Deno.mkdir(`${folder}/secret`);
    await Deno.writeTextFile(`${folder}/${FILES.chain}`, made.chain);
    await Deno.writeTextFile(`${folder}/${FILES.key}`, made.privateKey!);
    await Deno.writeTextFile(`${folder}/ca.crt`, made.ca!.certificate);
    await work(folder);
  });

describe("the lines for localhost", () => {
  it("make Vite serve with the certificate", needs("node", "curl"), async () => {
    await unpacked(async (folder) => {
      const [config] = codesOf("vite");
      await Deno.symlink(
        fileURLToPath(new URL("../../node_modules", import.meta.url)),
        `${folder}/node_modules`,
      );
      await Deno.writeTextFile(`${folder}/vite.config.js`, config);
      await Deno.writeTextFile(`${folder}/package.json`, `{ "type": "module" }`);
      await Deno.writeTextFile(`${folder}/index.html`, "<p>It works</p>");
      const port = freePort();
      const script = `import { createServer } from "vite";
        const server = await createServer({ root: ".", server: { port: ${port}, strictPort: true } });
        await server.listen();
        console.log("listens");`;
      await Deno.writeTextFile(`${folder}/serve.mjs`, script);
      const server = new Deno.Command("node", {
        args: ["serve.mjs"],
        cwd: folder,
        stdout: "piped",
      }).spawn();
      try {
        await said(server, "listens");
        const url = `https://localhost:${port}/`;
        const { stdout, stderr } = await runProgram("curl", [
          ...["-sS", "--cacert", `${folder}/ca.crt`, url],
        ]);
        assert.match(stdout, /It works/, stderr);
      } finally {
        server.kill();
        await server.status;
      }
    });
  });

  it("make Caddy serve with the certificate", needs("caddy", "curl"), async () => {
    await unpacked(async (folder) => {
      const [lines] = codesOf("caddy");
      const port = freePort();
      const own = lines.replace("8443", `${port}`).replace("{\n", "{\n  admin off\n");
      await Deno.writeTextFile(`${folder}/Caddyfile`, own);
      const server = new Deno.Command("caddy", {
        args: ["run"],
        cwd: folder,
        env: { HOME: folder },
        stdout: "null",
        stderr: "piped",
      }).spawn();
      try {
        await said(server, "serving initial configuration", "stderr");
        const { stdout, stderr } = await runProgram("curl", [
          ...["-sS", "--cacert", `${folder}/ca.crt`, `https://localhost:${port}/`],
        ]);
        assert.equal(stdout, "It works", stderr);
      } finally {
        server.kill();
        await server.status;
      }
    });
  });

  it("make nginx in a container serve with the certificate", needs("nginx", "curl"), async () => {
    await unpacked(async (folder) => {
      const [lines, command] = codesOf("docker");
      assert.match(
        command,
        /-v "\$PWD:\/tls:ro" .*:\/etc\/nginx\/conf\.d\/default\.conf:ro" nginx$/,
      );
      const port = freePort();
      const own = lines.replace("443", `127.0.0.1:${port}`).replaceAll("/tls/", `${folder}/`);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
      await Deno.writeTextFile(
        `${folder}/nginx.conf`,
        `pid ${folder}/pid; events {} http { access_log off; ${temporary} ${own} }`,
      );
      const nginx = ["-c", `${folder}/nginx.conf`, "-e", `${folder}/errors`];
      const started = await runProgram("nginx", nginx);
      assert.equal(started.code, 0, started.stderr);
      try {
        const { stdout, stderr } = await runProgram("curl", [
          ...["-sS", "--cacert", `${folder}/ca.crt`, `https://localhost:${port}/`],
        ]);
        assert.equal(stdout, "It works\n", stderr);
      } finally {
        await runProgram("nginx", [...nginx, "-s", "stop"]);
      }
    });
  });

  it("are only for names of the own computer", () => {
    for (
      const name of ["localhost", "app.localhost", "127.0.0.1", "127.1.2.3", "::1", "LOCALHOST"]
    ) {
      assert(isLocalName(name), name);
    }
    for (const name of ["localhost.example", "nas.lan", "128.0.0.1", "127.example", "::2"]) {
      assert(!isLocalName(name), name);
    }
  });
});

/** Waits until the program prints the words, and drops all later ones: a closed pipe would end the program. */
async function said(
  program: Deno.ChildProcess,
  words: string,
  stream: "stdout" | "stderr" = "stdout",
): Promise<void> {
  let text = "";
  for await (const part of program[stream].values({ preventCancel: true })) {
    text += new TextDecoder().decode(part);
    if (text.includes(words)) break;
  }
  assert(text.includes(words), text);
  program[stream].pipeTo(new WritableStream());
}

describe("the system of this device", () => {
  const cases: readonly (readonly [ReturnType<typeof systemOf>, string, touch?: number])[] = [
    ["windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0"],
    ["macos", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15"],
    ["ios", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15", 5],
    ["ios", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile", 5],
    ["android", "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/150.0 Mobile", 5],
    ["linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
    [null, "Mozilla/5.0 (X11; OpenBSD amd64) Gecko/20100101 Firefox/140.0"],
  ];
  for (const [system, userAgent, maxTouchPoints = 0] of cases) {
    it(`${system} > ${userAgent}`, () =>
      assert.equal(systemOf({ userAgent, maxTouchPoints }), system));
  }
});
