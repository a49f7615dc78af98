/** The deployment files, as far as one machine can test them. */
import assert from "node:assert/strict";
import { request } from "node:https";
import { load, loadAll } from "js-yaml";
import { describe, it } from "@std/testing/bdd";
import { createMetrics } from "../../api/metrics.ts";
import { ensureBuilt, permissionFlags, serveArguments, startProcess } from "../support/process.ts";
import { needs, runProgram } from "../support/programs.ts";
import { until } from "../support/redis.ts";
import { isListening, makeServerCertificate, startNginx } from "../support/nginx.ts";
import { freePort } from "../support/ports.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (file: string) => Deno.readTextFile(new URL(`api/deploy/${file}`, ROOT));

await ensureBuilt();

describe("nginx.conf", () => {
  it(
    "serves pages, disconnects slow clients and forwards the client's address",
    needs("nginx", "openssl"),
    async () => {
      const folder = await Deno.makeTempDir();
      try {
        const [plain, secure] = [freePort(), freePort()];
        using other = startFaultyInstance();
        await using server = await startProcess({ TRUST_PROXY: "1", RATE_LIMIT_PER_MINUTE: "5" });
        await using _nginx = await startNginx({
          // Every second request goes first to an instance that fails.
          instances: [`127.0.0.1:${other.port} max_fails=0`, `127.0.0.1:${server.port}`],
          plain: `127.0.0.1:${plain}`,
          secure: `127.0.0.1:${secure}`,
          ...await makeServerCertificate(folder, "tools.example.com"),
          headerTimeout: "1s",
        });
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

        // No POST of the instance that fails is repeated at the other one.
        const statuses: number[] = [];
        let lost = 0;
        for (let host = 1; statuses.length < 6; host++) {
          const spoofed = { "x-forwarded-for": `203.0.113.${host}` };
          const { status } = await call("/api/csr/decode", '{"csr":"x"}', spoofed);
          if (status === 502) lost++;
          else statuses.push(status);
        }
        assert(lost >= 4, `${lost} were lost`);
        assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);

        const assets = page.body.match(/\/assets\/[\w.-]+/g)!;
        for (const path of assets) assert.equal((await call(path)).status, 200, path);
        assert.equal((await call("/assets/none.js")).status, 404);
        assert(other.ended > 2 && other.missed > 1, JSON.stringify(other));

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
        await Deno.remove(folder, { recursive: true });
      }
    },
  );
});

describe("a request that ends an instance", () => {
  it(
    "does not go to the next one through nginx, but an instance that is down is skipped",
    needs("nginx", "openssl"),
    async () => {
      const folder = await Deno.makeTempDir();
      try {
        using first = startDyingInstance();
        using second = startDyingInstance();
        const [plain, secure] = [freePort(), freePort()];
        const at = (instances: readonly { port: number }[]) =>
          instances.map(({ port }) => `127.0.0.1:${port} max_fails=0`);
        const certificate = await makeServerCertificate(folder, "tools.example.com");
        const listening = { plain: `127.0.0.1:${plain}`, secure: `127.0.0.1:${secure}` };
        {
          await using _nginx = await startNginx({
            instances: at([first, second]),
            ...listening,
            ...certificate,
          });
          const answer = await overTls(secure, "/api/csr/decode", '{"csr":"x"}', {});
          assert.equal(answer.status, 502);
          assert.equal(first.requests + second.requests, 1);
        }
        await using server = await startProcess({ TRUST_PROXY: "1" });
        await using _nginx = await startNginx({
          instances: at([{ port: freePort() }, server]),
          ...listening,
          ...certificate,
        });
        for (let n = 0; n < 4; n++) {
          assert.equal((await overTls(secure, "/api/csr/decode", '{"csr":"x"}', {})).status, 200);
        }
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  );
});

describe("compose.yaml and kubernetes.yaml", () => {
  it("set only what the server reads, and take away every right that it does not need", async () => {
    const flags = await permissionFlags();
    const names = flags.find((flag) => flag.startsWith("--allow-env="))!.split("=")[1].split(",");
    const { services } = load(await read("compose.yaml")) as Compose;
    for (const name of Object.keys(services.app.environment!)) assert(names.includes(name), name);
    for (const [name, service] of Object.entries(services)) {
      assert.deepEqual([service.read_only, service.cap_drop], [true, ["ALL"]], name);
      assert.deepEqual(service.security_opt, ["no-new-privileges:true"], name);
    }
    const containerfile = new URL(
      services.app.build!.dockerfile,
      new URL("api/deploy/../../", ROOT),
    );
    assert.match(await Deno.readTextFile(containerfile), /EXPOSE 8000/);
    assert.deepEqual(services.app.ports, ["127.0.0.1:8000:8000"]);

    const [deployment, service, budget] = loadAll(await read("kubernetes.yaml")) as Manifest[];
    assert.deepEqual(
      [deployment.kind, service.kind, budget.kind],
      ["Deployment", "Service", "PodDisruptionBudget"],
    );
    const { template, selector } = deployment.spec;
    for (const { spec } of [service, budget]) {
      assert.deepEqual(spec.selector?.matchLabels ?? spec.selector, template!.metadata.labels);
    }
    assert.deepEqual(selector?.matchLabels, template!.metadata.labels);
    const [container] = template!.spec.containers;
    for (const { name } of container.env) assert(names.includes(name), name);
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    assert.equal(template!.spec.securityContext.runAsNonRoot, true);
    const drain = Number(container.env.find(({ name }) => name === "DRAIN_SECONDS")!.value);
    assert(template!.spec.terminationGracePeriodSeconds > drain + 10);
    await using server = await startProcess({});
    for (const probe of ["readinessProbe", "livenessProbe", "startupProbe"] as const) {
      const answer = await fetch(server.origin + container[probe].httpGet.path);
      await answer.body?.cancel();
      assert.equal(answer.status, 200, probe);
    }
  });
});

describe("the alerts and the dashboard", () => {
  it("ask only for metrics and labels that the server has", async () => {
    const ends = { crashed: 1, memory: 1, shared_memory: 1, silence: 1, start: 1 };
    const compute = {
      ...{ running: () => 0, waiting: () => 0, working: 1 },
      processes: { memory: 1, ends },
    };
    const status = () => Promise.resolve([{ table: "ct-logs-chrome", ageSeconds: 1 }]);
    const metrics = createMetrics(compute as never, { total: 0 }, {
      lists: { status } as never,
      build: "0",
    });
    metrics.observe("POST", "/api/csr/decode", 200, 0.1);
    const text = await metrics.render();
    const samples = new Set(text.match(/^[a-z_]+/gm));
    const labels = new Set([...text.matchAll(/([a-z_]+)="/g)].map(([, label]) => label));

    const { groups } = load(await read("monitoring/alerts.yaml")) as Alerts;
    const { panels } = JSON.parse(await read("monitoring/dashboard.json")) as Dashboard;
    const rules = groups.flatMap(({ rules }) => rules);
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    assert(expressions.length > 20);
    for (const expression of expressions) {
      const bare = expression.replace(/"[^"]*"/g, "").replace(/\[[^\]]*\]/g, "");
      const used = bare.replace(/\{[^}]*\}/g, "").replace(/\bby *\([^)]*\)/g, "")
        .match(/\b[a-z]+(?:_[a-z]+)+\b/g)!.filter((name) => name !== "histogram_quantile");
      assert(used.length > 0, expression);
      for (const name of used) assert(samples.has(name), `${name} in ${expression}`);
      const asked = [
        ...[...bare.matchAll(/\bby *\(([^)]*)\)/g)].flatMap(([, list]) => list.split(",")),
        ...[...bare.matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) => list.split(",")),
      ].map((label) => label.replace(/[=~!].*/, "").trim());
      // Prometheus adds the instance.
      for (const label of asked) assert(label === "instance" || labels.has(label), label);
    }
    for (const { alert, annotations, labels } of rules) {
      assert(annotations.summary && annotations.description && labels.severity, alert);
    }
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  });
});

describe("Caddyfile", () => {
  it("passes a body on only when all of it has arrived", needs("caddy"), async () => {
    const folder = await Deno.makeTempDir();
    const upstream = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const port = freePort();
    // The same lines on a port of this machine, without a certificate and without the port of its own API.
    const lines = (await read("Caddyfile"))
      .replace("tools.example.com {", `http://127.0.0.1:${port} {`)
      .replace("127.0.0.1:8000", `127.0.0.1:${(upstream.addr as Deno.NetAddr).port}`)
      .replace(/^\{/m, "{\n\tadmin off\n\tauto_https off");
    await Deno.writeTextFile(`${folder}/Caddyfile`, lines);
    const caddy = new Deno.Command("caddy", {
      args: ["run", "--adapter", "caddyfile", "--config", `${folder}/Caddyfile`],
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    try {
      await until(() => isListening(`127.0.0.1:${port}`));
      const next = async () => {
        const connection = await upstream.accept();
        const buffer = new Uint8Array(4096);
        const length = await connection.read(buffer) ?? 0;
        await connection.write(
          new TextEncoder().encode("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"),
        );
        connection.close();
        return new TextDecoder().decode(buffer.subarray(0, length)).split(" ")[1];
      };
      using client = await Deno.connect({ hostname: "127.0.0.1", port });
      const send = (text: string) => client.write(new TextEncoder().encode(text));
      await send(`POST /slow HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 20\r\n\r\n{`);
      const answered = fetch(`http://127.0.0.1:${port}/quick`).catch(() => null);
      assert.equal(await next(), "/quick");
      await answered;
      const slow = next();
      await send(`"csr":"aaaaaaaaaaa"}`);
      assert.equal(await slow, "/slow");
    } finally {
      caddy.kill("SIGTERM");
      await caddy.status;
      upstream.close();
      await Deno.remove(folder, { recursive: true });
    }
  });
});

describe("ssl-tools.service", () => {
  it("is accepted by systemd, with a low exposure level", needs("systemd-analyze"), async () => {
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
    const words = await serveArguments();
    assert(words.length > 10);
    for (const file of ["ssl-tools.service", "Containerfile"]) {
      const command = (await read(file)).split("\n")
        .find((line) => line.includes("api/main.ts") && /^(ExecStart|CMD)/.test(line))!;
      const [, ...found] = command.startsWith("CMD")
        ? JSON.parse(command.slice("CMD".length))
        : command.slice("ExecStart=".length).split(" ");
      // A service loads nothing from the network when it starts.
      assert.deepEqual(found.filter((word: string) => word !== "--cached-only"), words, file);
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
      env: { NO_COLOR: "1", RATE_LIMIT_PER_MINUTE: "2", DATA_REFRESH_HOURS: "0" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const output = new Response(child.stdout).text();
    try {
      await until(() => isListening(`127.0.0.1:${port}`));
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

interface FaultyInstance extends Disposable {
  port: number;
  /** The number of requests during which it ended. */
  ended: number;
  /** The number of assets that it did not have. */
  missed: number;
}

/** An instance that ends with every connection once it has got a request. Counts the requests. */
function startDyingInstance() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const instance = {
    port: (listener.addr as Deno.NetAddr).port,
    requests: 0,
    [Symbol.dispose]: () => listener.close(),
  };
  (async () => {
    for await (const connection of listener) {
      if (await connection.read(new Uint8Array(4096)) !== null) instance.requests++;
      connection.close();
    }
  })();
  return instance;
}

/** An instance of another build, which has none of the assets, and ends during every other request. */
function startFaultyInstance(): FaultyInstance {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const instance: FaultyInstance = {
    ...{ port: (listener.addr as Deno.NetAddr).port, ended: 0, missed: 0 },
    [Symbol.dispose]: () => listener.close(),
  };
  (async () => {
    for await (const connection of listener) {
      const buffer = new Uint8Array(4096);
      const read = await connection.read(buffer) ?? 0;
      if (new TextDecoder().decode(buffer.subarray(0, read)).startsWith("GET /assets/")) {
        instance.missed++;
        const answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        await connection.write(new TextEncoder().encode(answer));
      } else instance.ended++;
      connection.close();
    }
  })();
  return instance;
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

interface Compose {
  services: Record<string, {
    build?: { dockerfile: string };
    environment?: Record<string, string>;
    ports?: string[];
    read_only: boolean;
    cap_drop: string[];
    security_opt: string[];
  }>;
}

interface Manifest {
  kind: string;
  spec: {
    selector?: Record<string, string> & { matchLabels?: Record<string, string> };
    template?: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsNonRoot: boolean };
        containers: (
          & { env: { name: string; value?: string }[]; securityContext: unknown }
          & Record<
            "readinessProbe" | "livenessProbe" | "startupProbe",
            { httpGet: { path: string } }
          >
        )[];
      };
    };
  };
}

interface Alerts {
  groups: {
    rules: {
      alert: string;
      expr: string;
      labels: Record<string, string>;
      annotations: Record<string, string>;
    }[];
  }[];
}

interface Dashboard {
  panels: { id: number; targets: { expr: string }[] }[];
}
