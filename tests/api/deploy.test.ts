/** The deployment files, as far as one machine can test them. */
import assert from "node:assert/strict";
import { request } from "node:https";
import { describe, it } from "@std/testing/bdd";
import { ensureBuilt, permissionFlags, startProcess } from "../support/process.ts";
import { needs, runProgram } from "../support/programs.ts";
import { until } from "../support/redis.ts";
import { freePort } from "../support/ports.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (file: string) => Deno.readTextFile(new URL(`api/deploy/${file}`, ROOT));

await ensureBuilt();

describe("nginx.conf", () => {
  it("serves pages, disconnects slow clients and forwards the client's address", async () => {
    if (!needs("nginx", "openssl")) return;
    const folder = await Deno.makeTempDir();
    const [plain, secure] = [freePort(), freePort()];
    await using server = await startProcess({ TRUST_PROXY: "1", RATE_LIMIT_PER_MINUTE: "5" });
    const made = await runProgram("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-subj", "/CN=tools.example.com", "-keyout", `${folder}/key`, "-out", `${folder}/pem`],
    ]);
    assert.equal(made.code, 0);
    const snippet = (await read("nginx.conf"))
      .replace("127.0.0.1:8000", `127.0.0.1:${server.port}`)
      .replace("listen 80;", `listen 127.0.0.1:${plain};`)
      .replace("listen 443 ", `listen 127.0.0.1:${secure} `)
      .replace("/etc/ssl/tools.example.com.pem", `${folder}/pem`)
      .replace("/etc/ssl/private/tools.example.com.key", `${folder}/key`)
      .replaceAll("client_header_timeout 10s", "client_header_timeout 1s");
    await Deno.writeTextFile(
      `${folder}/nginx.conf`,
      // nginx's workers write into this folder, which only this user may read.
      `${
        Deno.uid() === 0 ? "user root;" : ""
      } daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
       events {}
       http { access_log off; client_body_temp_path ${folder}/body;
         proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
         uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
         ${snippet} }`,
    );
    const nginx = new Deno.Command("nginx", {
      args: ["-p", folder, "-c", `${folder}/nginx.conf`],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    try {
      await until(() => isListening(secure));
      const call = (path: string, body?: string, headers: Record<string, string> = {}) =>
        overTls(secure, path, body, headers);

      const page = await call("/csr");
      assert.equal(page.status, 200);
      assert.match(page.headers["strict-transport-security"] as string, /max-age=/);
      assert.match(page.headers["content-security-policy"] as string, /script-src 'self'/);
      assert.equal((await call("/api/health")).status, 200);
      // Canonical links have this site's origin, whatever host the client sends.
      const evil = await call("/csr", undefined, { host: "evil.example" });
      assert.match(evil.body, /rel="canonical" href="https:\/\/tools\.example\.com\/csr"/);

      const large = await call("/api/csr/decode", " ".repeat(1024 * 1024 + 1));
      assert.equal(large.status, 413);
      assert.equal(JSON.parse(large.body).code, "body_too_large");

      const statuses: number[] = [];
      for (let host = 1; host <= 6; host++) {
        const spoofed = { "x-forwarded-for": `203.0.113.${host}` };
        statuses.push((await call("/api/csr/decode", '{"csr":"x"}', spoofed)).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);

      const redirect = await fetch(`http://127.0.0.1:${plain}/csr`, { redirect: "manual" });
      await redirect.body?.cancel();
      assert.equal(redirect.status, 308);

      // nginx closes a connection with half a header sooner than an idle one.
      const open = async (text: string) => {
        const connection = await Deno.connect({ hostname: "127.0.0.1", port: plain });
        await connection.write(new TextEncoder().encode(text));
        return connection;
      };
      using resting = await open("GET / HTTP/1.1\r\nHost: tools.example.com\r\n\r\n");
      await resting.read(new Uint8Array(4096));
      using slow = await open("GET / HTTP/1.1\r\nHost: to");
      const end = async (connection: Deno.Conn, name: string) => {
        while (await connection.read(new Uint8Array(1024)).catch(() => null) !== null);
        return name;
      };
      const both = [end(resting, "resting"), end(slow, "slow")];
      assert.equal(await Promise.race(both), "slow");
    } finally {
      nginx.kill("SIGTERM");
      await nginx.status;
      await Deno.remove(folder, { recursive: true });
    }
  });
});

describe("ssl-tools.service", () => {
  it("is accepted by systemd, with a low exposure level", async () => {
    if (!needs("systemd-analyze")) return;
    const folder = await Deno.makeTempDir();
    try {
      const unit = `${folder}/ssl-tools.service`;
      const text = await read("ssl-tools.service");
      // systemd-analyze checks that the program exists, and on this machine it may be elsewhere.
      await Deno.writeTextFile(unit, text.replace("/usr/local/bin/deno", Deno.execPath()));
      const verified = await runProgram("systemd-analyze", ["verify", unit]);
      assert.deepEqual([verified.code, verified.stderr], [0, ""]);
      const checked = await runProgram("systemd-analyze", ["security", "--offline=true", unit]);
      const exposure = /exposure level for ssl-tools\.service: (\d+\.\d+)/.exec(checked.stdout);
      assert(exposure && Number(exposure[1]) < 2, checked.stdout.slice(-200));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});

describe("permissions", () => {
  it("are the same in every deployment", async () => {
    const flags = await permissionFlags();
    assert(flags.length > 4);
    for (const file of ["ssl-tools.service", "Containerfile"]) {
      const found = (await read(file)).split("\n")
        .find((line) => line.includes("api/main.ts") && /^(ExecStart|CMD)/.test(line))!
        .match(/--(?:no-prompt|v8-flags|allow-[a-z]+)(?:=[^\s",]+(?:,[A-Za-z_/-]+)*)?/g);
      assert.deepEqual(found, flags, file);
    }
  });
});

describe("fetch entry", () => {
  it("serves pages and the API, and knows the client's address", async () => {
    const port = freePort();
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["serve", "--no-check", ...await permissionFlags()],
        ...["--host", "127.0.0.1", "--port", String(port), "api/deploy/fetch.ts"],
      ],
      cwd: ROOT,
      env: { NO_COLOR: "1", RATE_LIMIT_PER_MINUTE: "2" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const output = new Response(child.stdout).text();
    try {
      await until(() => isListening(port));
      const call = async (path: string, init?: RequestInit) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
        return { status: response.status, text: await response.text() };
      };
      const post = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"csr":"x"}',
      };
      assert.match((await call("/csr")).text, /<title>/);
      assert.equal((await call("/api/health")).status, 200);
      assert.equal((await call("/api/csr/decode", post)).status, 200);
      assert.equal((await call("/api/csr/decode", post)).status, 200);
      assert.equal((await call("/api/csr/decode", post)).status, 429);
    } finally {
      child.kill("SIGTERM");
      await child.status;
    }
    const requests = (await output).split("\n").filter((line) => line.includes('"request"'));
    assert.equal(requests.length, 5);
  });
});

async function isListening(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A POST of JSON, or a GET, to a server whose certificate no public CA issued. */
function overTls(
  port: number,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method: body === undefined ? "GET" : "POST",
      headers: {
        host: "tools.example.com",
        connection: "close",
        ...(body === undefined ? {} : {
          "content-type": "application/json",
          "content-length": String(body.length),
        }),
        ...headers,
      },
      rejectUnauthorized: false,
      agent: false,
    }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => text += chunk);
      response.on(
        "end",
        () => resolve({ status: response.statusCode!, headers: response.headers, body: text }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
