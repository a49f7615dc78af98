import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { createApp } from "../../api/app.ts";
import { bufferedSink, createLog, type LogLevel } from "../../api/log.ts";
import { contract } from "../../core/kernel/contract.ts";
import { bind, registry } from "../../core/kernel/execute.ts";
import { fields, requiredText } from "../../core/kernel/fields.ts";
import type { Site } from "../../api/site.ts";
import { testConfig } from "../support/server.ts";

const SECRETS = ["MIIEvQIBADANBg", "hunter2", "secret.example.com"];
const TOKEN = "0123456789abcdef0123456789abcdef";

const schema = {
  input: fields({ key: requiredText("Key"), domain: requiredText("Domain") }),
  output: v.object({ key: v.string() }),
};
const secretive = contract<typeof schema>({
  name: "test/secretive",
  summary: "Takes secrets.",
  failure: "FAILED",
});

function observed(
  environment: Record<string, string> = {},
  level: LogLevel = "info",
  site?: Site,
) {
  const lines: string[] = [];
  const app = createApp({
    operations: registry([bind(secretive, schema, () => Promise.resolve((input) => input))]),
    config: testConfig(environment),
    site,
    log: createLog(level, (line) => lines.push(line)),
  });
  const call = (path: string, init: RequestInit = {}, address = "192.0.2.77") =>
    app.request(`http://localhost${path}`, init, { address });
  return { call, lines, records: () => lines.map((line) => JSON.parse(line)) };
}

const BODY = JSON.stringify({ key: SECRETS[0], domain: SECRETS[2], password: SECRETS[1] });
const POST = { method: "POST", body: BODY, headers: { "content-type": "application/json" } };

describe("request log", () => {
  it("has one JSON line per request, without anything that the client sent", async () => {
    const { call, lines, records } = observed();
    const response = await call(`/api/test/secretive?password=${SECRETS[1]}`, {
      ...POST,
      headers: { ...POST.headers, authorization: `Bearer ${SECRETS[1]}` },
    });
    assert.equal(response.status, 200);
    assert.equal(lines.length, 1);
    assert(!lines[0].includes("\n"));
    for (const secret of [...SECRETS, "192.0.2.77"]) assert(!lines[0].includes(secret), secret);
    const [{ time, id, client, ms, ...rest }] = records();
    assert.deepEqual(rest, {
      level: "info",
      event: "request",
      method: "POST",
      path: "/api/test/secretive",
      status: 200,
      bytes: (await response.arrayBuffer()).byteLength,
    });
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(id, response.headers.get("x-request-id"));
    assert.match(client, /^[0-9a-f]{12}$/);
    assert(ms >= 0);
  });

  it("has the ID that a proxy of ours gave the request, and otherwise a new one", async () => {
    const handed = "4f1c0d9e-7b6a.req:1";
    const idOf = async (environment: Record<string, string>, id: string) => {
      const { call, records } = observed(environment);
      const answer = await call("/api/health", { headers: { "x-request-id": id } });
      assert.equal(records()[0].id, answer.headers.get("x-request-id"));
      return records()[0].id;
    };
    assert.equal(await idOf({ TRUST_PROXY: "1" }, handed), handed);
    assert.notEqual(await idOf({}, handed), handed, "without a proxy, the client chose it");
    for (const id of ["short", "x".repeat(129), "has two spaces", 'a"b"c"d"e', "%1b[31mred"]) {
      assert.match(await idOf({ TRUST_PROXY: "1" }, id), /^[0-9a-f-]{36}$/, id);
    }
  });

  it("distinguishes clients without naming them", async () => {
    const { call, records } = observed();
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) {
      await call("/api/health", {}, address);
    }
    const [first, second, third] = records().map(({ client }) => client);
    assert.equal(first, second);
    assert.notEqual(first, third);
    const other = observed();
    await other.call("/api/health", {}, "192.0.2.1");
    assert.notEqual(other.records()[0].client, first, "another process, another key");
  });

  it("shortens a long path and keeps it on one line", async () => {
    const { call, lines, records } = observed();
    await call(`/${"%0A".repeat(1_000)}`);
    await call(`/a\u2028${"b".repeat(5_000)}`);
    assert.equal(lines.length, 2);
    assert(lines.every((line) => line.length < 600 && !line.includes("\n")));
    assert.deepEqual(records().map(({ status }) => status), [404, 404]);
  });

  it("writes only lines of the configured level and above", async () => {
    for (const level of ["warn", "error", "silent"] as const) {
      const { call, lines } = observed({}, level);
      await call("/api/health");
      assert.deepEqual(lines, []);
    }
    const heard: string[] = [];
    const log = createLog("warn", (line) => heard.push(JSON.parse(line).event));
    log.error("a");
    log.warn("b");
    log.info("c");
    assert.deepEqual(heard, ["a", "b"]);
  });

  it("does not wait for its reader, and reports the number of dropped lines", async () => {
    const written: string[] = [];
    let release = () => {};
    const blocked = new Promise<void>((resolve) => release = resolve);
    const { sink, flush } = bufferedSink(async (bytes) => {
      await blocked;
      written.push(new TextDecoder().decode(bytes));
    });
    sink("first");
    await Promise.resolve();
    await Promise.resolve();
    for (let line = 0; line < 25_000; line++) sink("x");
    release();
    await flush();
    const lines = written.join("").trimEnd().split("\n");
    assert.equal(lines[0], "first");
    assert.equal(lines.filter((line) => line === "x").length, 10_000);
    assert.deepEqual(JSON.parse(lines.at(-1)!), {
      level: "warn",
      event: "log_dropped",
      dropped: 15_000,
    });
  });
});

describe("metrics", () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it("do not exist without METRICS_TOKEN", async () => {
    const { call } = observed();
    for (const init of [{}, bearer(""), bearer("null"), bearer(TOKEN)]) {
      assert.equal((await call("/api/metrics", init)).status, 404);
    }
  });

  it("need the token, and are not readable for pages of other sites", async () => {
    const { call } = observed({ METRICS_TOKEN: TOKEN });
    const wrong = [
      {},
      bearer(TOKEN.slice(1)),
      bearer(`${TOKEN}0`),
      { headers: { authorization: TOKEN } },
    ];
    for (const init of wrong) {
      const refused = await call("/api/metrics", init);
      assert.equal(refused.status, 401);
      assert.equal(refused.headers.get("www-authenticate"), "Bearer");
      assert.equal((await refused.json()).code, "unauthorized");
    }
    const { headers } = bearer(TOKEN);
    const served = await call("/api/metrics", {
      headers: { ...headers, origin: "https://elsewhere.example" },
    });
    assert.equal(served.status, 200);
    assert.equal(served.headers.get("access-control-allow-origin"), null);
    assert.equal(served.headers.get("cache-control"), "no-store");
    assert.match(served.headers.get("content-type")!, /^text\/plain; version=0\.0\.4/);
    await served.body?.cancel();
  });

  it("count answers only under names that the server knows", async () => {
    const { call } = observed({ METRICS_TOKEN: TOKEN });
    await call("/api/test/secretive", POST);
    await call("/api/test/secretive", POST);
    await call("/api/test/secretive", { ...POST, body: "{" });
    for (const path of ["/api/evil", `/api/${SECRETS[2]}`, '/api/"}', "/x", "/y"]) await call(path);
    await call("/api/health", { method: "BREW" });
    const text = await (await call("/api/metrics", bearer(TOKEN))).text();
    const count = (labels: string) =>
      Number(text.split(`http_request_duration_seconds_count{${labels}} `)[1]?.split("\n")[0]);
    const route = 'route="/api/test/secretive"';
    assert.equal(count(`method="POST",${route},status="200"`), 2);
    assert.equal(count(`method="POST",${route},status="400"`), 1);
    assert.equal(count('method="GET",route="/api/other",status="404"'), 3);
    assert.equal(count('method="GET",route="/",status="404"'), 2);
    assert.equal(count('method="other",route="/api/health",status="405"'), 1);
    for (const secret of SECRETS) assert(!text.includes(secret));
    assert(!text.includes("evil") && !text.includes("192.0.2"));
    assertPrometheus(text);
  });
});

/** The text format: HELP, TYPE, then samples of that name; histograms cumulative up to +Inf. */
function assertPrometheus(text: string): void {
  assert(text.endsWith("\n"));
  let name = "";
  const buckets = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    const head = /^# (HELP|TYPE) ([a-z_]+) /.exec(line);
    if (head) {
      name = head[2];
      continue;
    }
    const sample = /^([a-z_]+)(\{(?:[a-z]+="[^"\\\n]*",?)+\})? (\d+(?:\.\d+)?(?:e-?\d+)?)$/.exec(
      line,
    );
    assert(sample && sample[1].startsWith(name), line);
    if (!line.includes("_bucket{")) continue;
    const series = sample[2].replace(/,le="[^"]*"/, "");
    assert(Number(sample[3]) >= (buckets.get(series) ?? 0), line);
    buckets.set(series, Number(sample[3]));
  }
  assert(buckets.size > 0);
  for (const [series, count] of buckets) {
    assert(text.includes(`http_request_duration_seconds_count${series} ${count}\n`), series);
  }
}

describe("health", () => {
  it("names the build that is served, as each answer and the metrics do", async () => {
    const build = "0123456789ab";
    const site = { build, paths: [], respond: () => new Response("page") };
    const { call } = observed({ METRICS_TOKEN: TOKEN }, "silent", site);
    const health = await call("/api/health");
    assert.equal((await health.json()).data.build, build);
    for (const answer of [health, await call("/csr"), await call("/api/none")]) {
      assert.equal(answer.headers.get("x-build"), build);
    }
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await call("/api/metrics", { headers })).text();
    assert.match(text, new RegExp(`^build_info\\{version="[\\d.]+",build="${build}"\\} 1$`, "m"));
    for (const table of ["root-acceptance", "roots-chrome", "roots-mozilla"]) {
      assert.match(text, new RegExp(`^data_age_seconds\\{table="${table}"\\} \\d+$`, "m"));
    }
  });

  it("reports the version, the uptime, the store and where operations run", async () => {
    const { call } = observed();
    const response = await call("/api/health");
    const { success, data } = await response.json();
    assert.equal(success, true);
    assert.equal(data.status, "ok");
    assert.match(data.version, /^\d+\.\d+\.\d+$/);
    assert(Number.isInteger(data.uptime) && data.uptime >= 0);
    assert.equal(data.store, "memory");
    assert.equal(data.build, null);
    assert.deepEqual(data.compute, { kind: "inline", threads: 0, working: 0 });
    assert.equal((await call("/api/health", { method: "POST" })).headers.get("allow"), "GET, HEAD");
  });
});
