/** The server as a process: start, permissions, shutdown. */
import { exampleOf } from "../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { VERSION } from "../../core/version.ts";
import { readRecord } from "../../web/build/sources.ts";
import { freePort } from "../support/ports.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { exampleCertificate, exampleIssuer } from "../../core/examples.ts";
import { operations } from "../../core/operations.ts";
import {
  descendants,
  ensureBuilt,
  permissionFlags,
  runAsServed,
  runServer,
  serveArguments,
  startProcess,
} from "../support/process.ts";
import { startFront, withPrefix } from "../support/front.ts";
import { needs } from "../support/programs.ts";
import { startRedis, until } from "../support/redis.ts";
import { callApi } from "../support/server.ts";
import { isFull, partOf } from "../support/matrix.ts";

await ensureBuilt();

/** An argument of a command that runs the server. */
const STARTS = /[,[\s]"(?:\.\/)?api\/(?:main|launch)\.ts"[,\]\s]/;

/** The command that the task runs after the build. */
async function verify(
  address: string,
  ...paths: string[]
): Promise<{ code: number; said: string }> {
  const { tasks } = JSON.parse(
    await Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
  );
  const args = tasks.verify.command.split(" && ").at(-1).split(" ").slice(1);
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...args, address, ...paths],
    cwd: new URL("../../", import.meta.url),
    stderr: "null",
  }).output();
  return { code, said: new TextDecoder().decode(stdout) };
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}

describe("server process", () => {
  it("serves pages, files and every operation under the permissions of its task", async () => {
    await using server = await startProcess({ RATE_LIMIT_PER_MINUTE: "1000" });
    for (const path of ["/", "/csr", "/api/docs", "/sw.js", "/api/health", "/api/openapi.json"]) {
      const response = await fetch(server.origin + path);
      await response.body?.cancel();
      assert.equal(response.status, 200, path);
    }
    for (const { contract } of operations.values()) {
      if (contract.runs !== "both") continue;
      const answer = await callApi(server.origin, contract.name, exampleOf(contract));
      assert.equal(answer.status, 200, `${contract.name}: ${JSON.stringify(answer.body)}`);
    }
    const code = await server.stop();
    assert.equal(code, 0);
    const records = server.log.map((line) => JSON.parse(line));
    assert(records.every(({ level }) => level === "info"), server.log.join("\n"));
    const text = server.log.join("\n");
    for (const sent of [exampleOf(csrDecode).csr!, exampleCertificate, exampleIssuer]) {
      assert(!text.includes(sent.split("\n")[1]));
    }
  });

  it("says at its start which settings canonical links and the sitemap need", async () => {
    const said = async (environment: Record<string, string>) => {
      await using server = await startProcess(environment);
      await server.stop();
      return await server.errors;
    };
    assert.match(await said({}), /^Canonical links .* set SITE_URL .* TRUST_PROXY .*\n$/);
    assert.equal(await said({ SITE_URL: "https://tools.example.com" }), "");
    assert.equal(await said({ TRUST_PROXY: "1" }), "");
  });

  it("logs its version, build and settings without secrets when it listens", async () => {
    const secrets = ["hunter2hunter2hunter2", "secret-user"];
    await using server = await startProcess({
      METRICS_TOKEN: secrets[0],
      REDIS_URL: `redis://${secrets[1]}:${secrets[0]}@127.0.0.1:${freePort()}`,
      RATE_LIMIT_PER_MINUTE: "77",
    });
    await server.stop();
    const records = server.log.map((line) => JSON.parse(line));
    const { build, ...started } = records.find(({ event }) => event === "started");
    assert.equal(build, (await readRecord())?.sources.slice(0, 12));
    assert.equal(started.version, VERSION);
    assert.equal(new URL(started.url).port, String(server.port));
    const settings = Object.keys(started).filter((name) => name === name.toUpperCase());
    const allowed = (await permissionFlags()).find((flag) => flag.startsWith("--allow-env="))!;
    const names = allowed.slice("--allow-env=".length).split(",");
    assert.deepEqual(settings, names.filter((name) => name !== "HOST" && name !== "PORT"));
    assert.deepEqual(
      [started.METRICS_TOKEN, started.REDIS_URL, started.RATE_LIMIT_PER_MINUTE],
      [true, true, 77],
    );
    for (const secret of secrets) assert(!server.log.join("\n").includes(secret));
    const lost = records.find(({ event }) => event === "redis_lost");
    assert.equal(lost.reason, "ECONNREFUSED");
  });

  it("is distinguished by deno task verify from a server of another build", async () => {
    await using server = await startProcess({});
    await using front = startFront(server.origin);
    // A comparison of the whole build reads thousands of answers.
    const paths = isFull ? [] : ["/", "/csr", "/sw.js", "/no-such-page"];
    const same = await verify(front.origin, ...paths);
    assert.equal(same.code, 0, same.said);
    assert.match(
      same.said,
      /serves this build: \d+ pages and files, [\d,]+ octets, all equal\.\n$/,
    );
    front.fault = (_, pathname) =>
      pathname === "/sw.js" ? withPrefix(server.origin, pathname, " ") : null;
    const other = await verify(front.origin, ...paths);
    assert.equal(other.code, 1);
    assert.match(other.said, /^\/sw\.js differs from octet 0 of \d+ on /);
    assert.match(other.said, /does not serve this build: 1 of \d+ pages and files differ\.\n$/);
    assert.equal((await verify("nowhere")).code, 2);
  });

  it("reaches Redis under these permissions too", needs("redis-server"), async () => {
    await using redis = await startRedis();
    await using server = await startProcess({ REDIS_URL: redis.url });
    await until(async () => {
      const response = await fetch(`${server.origin}/api/health`);
      return (await response.json()).data.store === "redis";
    });
    assert.equal((await callApi(server.origin, "csr/decode", { csr: "x" })).status, 200);
    assert.equal(await server.stop(), 0);
  });

  it("has no permissions that it does not need", async () => {
    const flags = await permissionFlags();
    assert(!flags.some((flag) => /^(-A|--allow-(all|run|write|ffi|import))/.test(flag)));
    // Every permission is restricted except the network's, which the guard in the code restricts.
    const others = flags.filter((flag) => !/^--(no-prompt|allow-net|v8-flags=.*)$/.test(flag));
    for (const flag of others) {
      assert.match(flag, /^--allow-(read|env|sys)=\S+$/);
    }
    const all = (await serveArguments()).filter((word) => word.startsWith("--"));
    const launcher = all.slice(0, all.length - flags.length);
    assert.deepEqual(launcher, ["--no-config", "--no-prompt", "--allow-run", "--allow-env"]);
  });

  it("is started by tests only with the flags of its task", async () => {
    const starting: string[] = [];
    const walk = async (folder: URL) => {
      for await (const { name, isDirectory } of Deno.readDir(folder)) {
        const at = new URL(isDirectory ? `${name}/` : name, folder);
        if (isDirectory && name !== "fixtures") await walk(at);
        else if (/\.tsx?$/.test(name) && STARTS.test(await Deno.readTextFile(at))) {
          starting.push(at.pathname.split("/tests/").at(-1)!);
        }
      }
    };
    await walk(new URL("../", import.meta.url));
    // tests/support/process.ts takes the command from deno.json.
    assert.deepEqual(starting, []);
  });

  it("reports that it is not ready before it stops to listen, and answers meanwhile", async () => {
    await using server = await startProcess({ DRAIN_SECONDS: "2" });
    const ready = async () => {
      const response = await fetch(`${server.origin}/api/ready`);
      await response.body?.cancel();
      return response.status;
    };
    assert.equal(await ready(), 200);
    const ending = server.stop();
    await until(() => server.log.some((line) => line.includes('"draining"')));
    assert.equal(await ready(), 503);
    const answer = await callApi(server.origin, csrDecode.name, exampleOf(csrDecode));
    assert.equal(answer.status, 200);
    assert.equal(await ending, 0);
  });

  it("runs operations in processes, and ends with them if its launcher is killed", async () => {
    await using server = await startProcess({ COMPUTE_THREADS: "2" });
    const health = async () => (await (await fetch(`${server.origin}/api/health`)).json()).data;
    await until(async () => (await health()).compute.working === 2);
    assert.deepEqual((await health()).compute, { kind: "processes", threads: 2, working: 2 });
    const family = await descendants(server.pid);
    assert.equal(family.length, 3);
    await server.stop("SIGKILL");
    await until(() => family.every((pid) => !isRunning(pid)));
  });

  it("says in one line that it runs operations in threads if it has no launcher", async () => {
    const answer = await runAsServed(
      `globalThis.onload = () => {};
       const { assemble } = await import("./api/assemble.ts");
       const { readConfig } = await import("./api/config.ts");
       const { createLog } = await import("./api/log.ts");
       const config = readConfig(() => undefined);
       const { compute } = await assemble(config, createLog("warn", (line) => console.log(line)));
       console.log(compute.kind);
       compute.close();`,
      {},
    );
    const lines = answer.trimEnd().split("\n");
    assert.equal(lines.length, 2, answer);
    assert.equal(JSON.parse(lines[0]).event, "no_processes");
    assert.equal(lines[1], "threads");
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`finishes its requests and ends on ${signal}`, async () => {
      await using server = await startProcess();
      const body = JSON.stringify(exampleOf(csrDecode));
      using slow = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
      const encoder = new TextEncoder();
      const head = "POST /api/csr/decode HTTP/1.1\r\nHost: localhost\r\n" +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      await slow.write(encoder.encode(head + body.slice(0, 10)));
      // An idle connection, which must not delay the end.
      using idle = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
      // The answer on a third connection proves that the other two have arrived.
      await (await fetch(`${server.origin}/api/health`)).body?.cancel();

      const ending = server.stop(signal);
      await until(() => server.log.some((line) => line.includes('"stopping"')));
      await assert.rejects(Deno.connect({ hostname: "127.0.0.1", port: server.port }));
      await slow.write(encoder.encode(body.slice(10)));
      const buffer = new Uint8Array(64 * 1024);
      const read = await slow.read(buffer);
      const answer = new TextDecoder().decode(buffer.subarray(0, read ?? 0));
      assert.match(answer, /^HTTP\/1\.1 200 /);
      assert.equal(await ending, 0);
      assert.equal(await idle.read(buffer), null);
    });
  }

  it("ends even if a client does not finish, and disconnects it without an answer", async () => {
    await using server = await startProcess();
    using stuck = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    const head = "POST /api/csr/decode HTTP/1.1\r\nHost: localhost\r\n" +
      "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    await stuck.write(new TextEncoder().encode(head));
    await (await fetch(`${server.origin}/api/health`)).body?.cancel();
    const ending = server.stop();
    assert.equal(await stuck.read(new Uint8Array(1024)).catch(() => null), null);
    assert.equal(await ending, 0);
  });

  const wrong: [Record<string, string>, string[], RegExp][] = [
    [{ PORT: "http" }, [], /^PORT is "http": a whole number from 0 to 65535 is accepted$/],
    [{ RATE_LIMIT_PER_MINUTE: "-1" }, [], /^RATE_LIMIT_PER_MINUTE is "-1": .* is accepted$/],
    [{ REDIS_URL: "http://:hunter2@h" }, [], /^REDIS_URL is not a Redis address: (?!.*hunter2)/],
    [{ TRUST_PROXY: "yes" }, [], /^TRUST_PROXY is "yes": a whole number from 0 to 16 is accepted$/],
    [{}, ["--log-level", "loud"], /^--log-level is "loud": error, warn, info, silent is accepted$/],
    [{ METRICS_TOKEN: "short" }, [], /^METRICS_TOKEN is too short: (?!.*"short")/],
    [{}, ["--loud"], /--loud/],
  ];
  for (const [environment, args, line] of partOf(wrong, 2)) {
    const name = [...Object.keys(environment), ...args].join(" ");
    it(`does not start with an invalid ${name}, and says why in one line`, async () => {
      const { code, stdout, stderr } = await runServer(environment, args);
      assert.equal(code, 1);
      assert.equal(stdout, "");
      assert.match(stderr.trimEnd(), line);
      assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
    });
  }

  it("logs at the level of --log-level", async () => {
    await using server = await startProcess({}, ["--log-level=warn"]);
    await (await fetch(`${server.origin}/api/health`)).body?.cancel();
    await server.stop();
    assert.deepEqual(server.log, []);
  });

  it(
    "still accepts connections after more of them than it may open files",
    needs("bash"),
    async () => {
      await using server = await startProcess({}, [], { fileLimit: 1_200 });
      await until(() => server.log.some((line) => line.includes("few_files")));
      const held: Deno.Conn[] = [];
      try {
        for (let count = 0; count < 1_500; count++) {
          held.push(await Deno.connect({ hostname: "127.0.0.1", port: server.port }));
        }
        const answer = await callApi(server.origin, "csr/decode", exampleOf(csrDecode));
        assert.equal(answer.status, 200);
      } finally {
        for (const connection of held) connection.close();
      }
      assert.equal((await callApi(server.origin, "csr/decode", exampleOf(csrDecode))).status, 200);
      assert.equal(await server.stop(), 0);
    },
  );

  // Opening five thousand takes more than a minute, so only `deno task test:full` opens all.
  const idle = isFull ? 5_000 : 500;

  it(`holds ${idle} idle connections and serves the next request`, async () => {
    await using server = await startProcess();
    const held: Deno.Conn[] = [];
    try {
      for (let count = 0; count < idle; count++) {
        held.push(await Deno.connect({ hostname: "127.0.0.1", port: server.port }));
      }
      const answer = await callApi(server.origin, "csr/decode", exampleOf(csrDecode));
      assert.equal(answer.status, 200);
    } finally {
      for (const connection of held) connection.close();
    }
  });

  it("says in one line that its port is in use", async () => {
    using other = Deno.listen({ hostname: "0.0.0.0", port: 0 });
    const { port } = other.addr;
    const { code, stderr } = await runServer({ PORT: String(port) });
    assert.equal(code, 1);
    assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
    assert.match(stderr, new RegExp(`^PORT ${port} is in use.* PORT=${port + 1} deno task start`));
    // The task says the same before it builds.
    const { tasks } = JSON.parse(
      await Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
    );
    const [first] = tasks.start.command.split(" && ");
    const before = await new Deno.Command(Deno.execPath(), {
      args: first.split(" ").slice(1),
      cwd: new URL("../../", import.meta.url),
      env: { NO_COLOR: "1", PORT: String(port) },
    }).output();
    assert.equal(before.code, 1);
    assert.equal(new TextDecoder().decode(before.stderr), stderr);
  });
});
