/**
 * `deno task rehearse`: the site as an operator runs it, in a network namespace, and what happens to
 * it there. README.md says what it needs. The output is kept in last-run.txt.
 */
import assert from "node:assert/strict";
import { createServer } from "node:https";
import { chromium } from "playwright";
import { exampleOf } from "../../core/example-inputs.ts";
import { offered } from "../../core/operations.ts";
import { BROWSER_ARGS, findBrowser } from "../support/browser.ts";
import { copySources } from "../support/copy-sources.ts";
import { makeServerCertificate } from "../support/nginx.ts";
import { ensureBuilt } from "../support/process.ts";
import { until } from "../support/redis.ts";
import { missingPrograms, PACKAGES, runProgram } from "../support/programs.ts";
import {
  ADDRESSES,
  HOSTS,
  NAME,
  post,
  RESPONDER,
  SHOP,
  type Site,
  startLoad,
  startSite,
  statusesOf,
  TOKEN,
} from "./site.ts";

const ROOT = new URL("../../", import.meta.url);
const OUTPUT = new URL("last-run.txt", import.meta.url);
const NAMESPACE = "ssl-tools-rehearsal";
const INSIDE = "--inside";

/** Debian's packages of programs that no test needs. */
const OTHER_PACKAGES: Record<string, string> = { ip: "iproute2", promtool: "prometheus" };

/** No limit that a client of the rehearsal reaches. */
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: "1000000" };
/** The site may read hosts of the namespace, and knows its own names. */
const PRIVATE = {
  ...UNLIMITED,
  ALLOW_PRIVATE_NETWORK: "1",
  PUBLIC_HOSTS: [NAME, ...ADDRESSES.instances].join(","),
};

const lines: string[] = [];

function report(line: string): void {
  console.log(line);
  lines.push(line);
}

if (Deno.args[0] === INSIDE) await rehearse(new URL(`file://${Deno.args[1]}/`), Deno.args[2]);
else await prepare();

/** Outside the namespace: copies and builds the project, and makes the namespace. */
async function prepare(): Promise<void> {
  const missing = missingPrograms(["nginx", "redis-server", "openssl", "ip", "promtool"]);
  if (missing.length > 0 || !findBrowser()) {
    const packages = missing.map((program) => OTHER_PACKAGES[program] ?? PACKAGES[program]);
    console.error(`Install (Debian's names): ${packages.join(" ") || "chromium"}`);
    Deno.exit(1);
  }
  if (Deno.uid() !== 0) {
    console.error("Run it as root, because it makes a network namespace");
    Deno.exit(1);
  }
  await ensureBuilt();
  const folder = await Deno.makeTempDir({ prefix: "rehearsal-" });
  const copy = new URL(`file://${folder}/site/`);
  let code = 1;
  try {
    await copySources(ROOT, copy);
    await run(Deno.execPath(), ["install"], copy);
    await run("cp", ["-a", new URL("dist", ROOT).pathname, copy.pathname]);
    await Deno.writeTextFile(`${folder}/hosts`, HOSTS.join("\n") + "\n");
    await removeNamespace();
    await run("ip", ["netns", "add", NAMESPACE]);
    const inside = (...command: string[]) => ["netns", "exec", NAMESPACE, ...command];
    await run("ip", inside("ip", "link", "set", "lo", "up"));
    for (const address of Object.values(ADDRESSES).flat()) {
      await run("ip", inside("ip", "address", "add", `${address}/32`, "dev", "lo"));
    }
    // The namespace has its own /etc/hosts, because this command also has its own mounts.
    const start = `mount --bind ${folder}/hosts /etc/hosts && exec "$@"`;
    const self = ["run", "-A", import.meta.filename!, INSIDE, `${folder}/site`, folder];
    const child = new Deno.Command("ip", {
      args: inside("sh", "-c", start, "sh", Deno.execPath(), ...self),
      stdin: "null",
    }).spawn();
    code = (await child.status).code;
  } finally {
    await removeNamespace();
    await Deno.remove(folder, { recursive: true });
  }
  Deno.exit(code);
}

/** Removes the namespace, also that of a run that did not end by itself. */
async function removeNamespace(): Promise<void> {
  await new Deno.Command("ip", { args: ["netns", "delete", NAMESPACE] }).output();
}

async function run(program: string, args: string[], cwd?: URL): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, cwd }).output();
  if (!success) throw new Error(`${program}: ${new TextDecoder().decode(stderr)}`);
}

/** Inside the namespace: starts the site, and runs every step. */
async function rehearse(folder: URL, files: string): Promise<void> {
  report(
    `SSL Tools rehearsed on ${new Date().toISOString().slice(0, 10)}, with ${await versions()}`,
  );
  report(
    `nginx ${ADDRESSES.site}, instances ${
      ADDRESSES.instances.join(" and ")
    }, Redis ${ADDRESSES.redis}, in one network namespace`,
  );
  await using site = await startSite(folder, files);
  let failed = 0;
  const step = async (title: string, body: () => Promise<string>) => {
    const started = performance.now();
    try {
      const seen = await body();
      report(`ok      ${title}: ${seen} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      report(`FAILED  ${title}: ${error instanceof Error ? error.message : error}`);
    }
  };
  await site.restart(UNLIMITED);
  await step("pages", () => pages(site, folder));
  await step("API", () => api(site));
  await step("one rate limit", () => sharedLimit(site));
  await site.restart(PRIVATE);
  await step("an answer in parts", () => inParts(site, files));
  await site.restart(UNLIMITED);
  await step("an instance is killed under load", () => killed(site));
  await step("Redis is killed under load, and comes back", () => redisLost(site));
  await step("a new build, while a page is open", () => newBuild(site, folder));
  await step("verify", () => verify(site, folder));
  await step("metrics", () => metrics(site));
  report(failed === 0 ? "Every step passed" : `${failed} steps FAILED`);
  await Deno.writeTextFile(OUTPUT, lines.join("\n") + "\n");
  if (failed > 0) Deno.exitCode = 1;
}

async function versions(): Promise<string> {
  const first = async (program: string, argument: string) => {
    const { stdout, stderr } = await runProgram(program, [argument]);
    return /\d+(\.\d+)+/.exec(stdout + stderr)![0];
  };
  const debian = (await Deno.readTextFile("/etc/debian_version").catch(() => "")).trim();
  return [
    `Deno ${Deno.version.deno}`,
    `nginx ${await first("nginx", "-v")}`,
    `Redis ${await first("redis-server", "--version")}`,
    `promtool ${await first("promtool", "--version")}`,
    ...debian ? [`Debian ${debian}`] : [],
  ].join(", ");
}

async function pages(site: Site, folder: URL): Promise<string> {
  const { routes } = JSON.parse(await Deno.readTextFile(new URL("dist/site.json", folder)));
  for (const path of routes) {
    const page = await site.call(path);
    assert.equal(page.status, 200, path);
    assert.match(page.text, /<title>/, path);
    assert.match(page.headers.get("strict-transport-security")!, /max-age=/);
    assert.match(page.headers.get("content-security-policy")!, /script-src 'self'/);
  }
  assert.equal((await site.call("/none")).status, 404);
  const plain = await fetch(`http://${NAME}/csr?x=1`, { redirect: "manual" });
  await plain.body?.cancel();
  assert.equal(plain.headers.get("location"), `${site.origin}/csr?x=1`);
  const sitemap = await site.call("/sitemap.xml");
  assert(sitemap.text.includes(`<loc>${site.origin}/csr</loc>`));
  return `${routes.length} pages with 200, their policies and the site's own origin; http leads to https`;
}

async function api(site: Site): Promise<string> {
  let count = 0;
  for (const { contract } of offered) {
    // No DNS and no other host can be reached from the namespace.
    if (contract.runs === "network") continue;
    const answer = await site.call(`/api/${contract.name}`, post(exampleOf(contract)));
    assert.equal(answer.status, 200, contract.name);
    assert.equal(JSON.parse(answer.text).success, true, contract.name);
    count++;
  }
  const document = JSON.parse((await site.call("/api/openapi.json")).text);
  const shares = await Promise.all(ADDRESSES.instances.map((_, index) => site.answered(index)));
  assert(shares.every((share) => share > 0));
  return `${count} operations answer their examples with 200, ${shares.join(" and ")} of them by ` +
    `the two instances; OpenAPI ${document.openapi}`;
}

async function sharedLimit(site: Site): Promise<string> {
  await site.restart({ RATE_LIMIT_PER_MINUTE: "50" });
  const [client, otherClient] = site.clients;
  const call = (from = client) => site.call("/api/csr/decode", post({ csr: "x" }), from);
  const answers = await Promise.all(Array.from({ length: 80 }, () => call()));
  const allowed = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 429);
  assert.deepEqual([allowed, refused.length], [50, 30]);
  assert(refused.every(({ headers }) => Number(headers.get("retry-after")) > 0));
  const other = await call(otherClient);
  assert.equal(other.status, 200);
  const spoofed = await site.call(
    "/api/csr/decode",
    post({ csr: "x" }, { "x-forwarded-for": "203.0.113.7" }),
    client,
  );
  assert.equal(spoofed.status, 429);
  const shares = await Promise.all(ADDRESSES.instances.map((_, index) => site.answered(index)));
  assert(shares.every((share) => share > 0));
  return `of 80 requests at once, which went to both instances (${shares.join(" and ")} with ` +
    `those after them), 50 were answered and 30 got 429; another address got 200, and a forged ` +
    `X-Forwarded-For 429`;
}

async function inParts(site: Site, files: string): Promise<string> {
  const { certificate, key } = await makeServerCertificate(files, SHOP, [
    `authorityInfoAccess=OCSP;URI:http://${RESPONDER}/`,
  ]);
  const shop = createServer({
    cert: await Deno.readTextFile(certificate),
    key: await Deno.readTextFile(key),
  });
  await new Promise<void>((resolve) => shop.listen(443, ADDRESSES.shop, resolve));
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await using _responder = Deno.serve(
    { hostname: ADDRESSES.responder, port: 80, onListen() {} },
    async () => {
      asked.resolve();
      await released.promise;
      return new Response(null, { status: 503 });
    },
  );
  try {
    const body = { url: SHOP, roots: await Deno.readTextFile(`${files}/${SHOP}-ca.pem`) };
    const response = await site.fetch(
      "/api/chain/analyze-url",
      post(body, { accept: "application/x-ndjson" }),
    );
    assert.equal(response.headers.get("content-type"), "application/x-ndjson");
    const parts: string[] = [];
    let before = 0;
    let rest = "";
    let whole: { success?: boolean } = {};
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const texts = (rest + text).split("\n");
      rest = texts.pop()!;
      for (const line of texts.map((text) => JSON.parse(text))) {
        if (line.part) parts.push(...Object.keys(line.part));
        else whole = line;
      }
      if (before === 0 && parts.includes("everywhere")) {
        // The responder has not answered yet, so a proxy that buffers would not have sent these parts.
        await asked.promise;
        before = parts.length;
        released.resolve();
      }
    }
    assert(before > 0 && whole.success === true);
    return `${before} parts arrived through nginx while the OCSP responder was silent, the whole ` +
      `answer after it`;
  } finally {
    released.resolve();
    shop.closeAllConnections();
    await new Promise((resolve) => shop.close(resolve));
  }
}

async function killed(site: Site): Promise<string> {
  const load = startLoad(site);
  await load.more(300);
  await site.stop(0, "SIGKILL");
  const atDeath = load.count();
  await load.more(300);
  await site.start(0);
  await load.more(100);
  await isBack(site, 0);
  await site.stop(1, "SIGTERM");
  await load.more(300);
  await site.start(1);
  await isBack(site, 1);
  await load.stop();
  // Of each connection, the request that the killed instance had begun is lost, and none is repeated.
  const failures = load.count() - load.statuses.get(200)!;
  assert(failures <= 8 && failures === (load.statuses.get(502) ?? 0), statusesOf(load));
  return `8 connections sent requests without a pause. One instance was killed after ${atDeath} ` +
    `answers and started again, then the other one ended by SIGTERM and started again: ` +
    `${statusesOf(load)}. Requests that the killed instance had begun were not repeated`;
}

/** Waits until nginx sends requests to an instance again. */
async function isBack(site: Site, index: number): Promise<void> {
  const before = await site.answered(index);
  await until(async () => await site.answered(index) > before);
}

async function redisLost(site: Site): Promise<string> {
  const stores = () => Promise.all(ADDRESSES.instances.map((_, index) => site.store(index)));
  const load = startLoad(site);
  await load.more(200);
  await site.redis.kill();
  await until(async () => (await stores()).every((store) => store !== "redis"));
  const [without] = await stores();
  await load.more(300);
  await site.redis.start();
  await until(async () => (await stores()).every((store) => store === "redis"));
  await load.more(200);
  await load.stop();
  assert.deepEqual([...load.statuses.keys()], [200], statusesOf(load));
  const events = site.instances.flatMap(({ log }) => log.map((line) => JSON.parse(line).event));
  const count = (event: string) => events.filter((one) => one === event).length;
  assert.deepEqual([count("redis_lost"), count("redis_back")], [2, 2]);
  return `${statusesOf(load)}; both instances counted in "${without}", and in Redis again after it`;
}

async function newBuild(site: Site, folder: URL): Promise<string> {
  const assets = async () => {
    const names: string[] = [];
    for await (const { name } of Deno.readDir(new URL("dist/assets/", folder))) {
      if (!/\.(br|gz)$/.test(name)) names.push(name);
    }
    return new Set(names);
  };
  const old = await assets();
  const browser = await chromium.launch({
    executablePath: findBrowser()!,
    args: [...BROWSER_ARGS, `--host-resolver-rules=MAP ${NAME} ${ADDRESSES.site}`],
  });
  try {
    // As on a first visit, before the service worker has installed the app.
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      serviceWorkers: "block",
      baseURL: site.origin,
    });
    const open = async () => {
      const page = await context.newPage();
      const loaded: string[] = [];
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("response", (response) => {
        const name = /\/assets\/([^?]+)$/.exec(response.url())?.[1];
        if (!name) return;
        loaded.push(name);
        if (response.status() !== 200) faults.push(`${response.status()} ${name}`);
      });
      await page.goto("/chain");
      await page.getByRole("textbox", { name: "Certificate", exact: true }).waitFor();
      return { page, loaded, faults };
    };
    const analyze = async ({ page }: Awaited<ReturnType<typeof open>>) => {
      // The page analyzes the example at once.
      await page.getByRole("button", { name: "Fill Example Data" }).click();
      await page.getByText("VALID", { exact: true }).first().waitFor();
    };
    const page = await open();
    const before = page.loaded.length;

    // A changed name of the provider gives most files of the build new names.
    const provider = new URL("core/provider.ts", folder);
    const source = await Deno.readTextFile(provider);
    await Deno.writeTextFile(provider, source.replace('name: "Provider"', 'name: "Renamed"'));
    await run(Deno.execPath(), ["run", "-A", "--no-check", "web/build/build.ts"], folder);
    const renewed = await assets();

    const load = startLoad(site);
    await site.stop(0);
    await site.start(0);
    await load.more(100);
    await isBack(site, 0);
    // One instance has the new build, the other one has the old build.
    const between = await open();
    await analyze(between);
    assert.deepEqual(between.faults, []);
    await site.stop(1);
    await site.start(1);
    await isBack(site, 1);
    await load.stop();
    assert.deepEqual([...load.statuses.keys()], [200], statusesOf(load));

    await analyze(page);
    assert.deepEqual(page.faults, []);
    const later = page.loaded.slice(before);
    const onlyOld = later.filter((name) => old.has(name) && !renewed.has(name));
    assert(onlyOld.length > 0);
    const fresh = await open();
    await fresh.page.getByText("Renamed").first().waitFor();
    assert.deepEqual(fresh.faults, []);
    const shared = [...old].filter((name) => renewed.has(name)).length;
    return `${renewed.size - shared} of ${renewed.size} assets have new names; instances were ` +
      `replaced one after the other under load (${statusesOf(load)}). A page opened in between ` +
      `loaded ${between.loaded.length} assets from both. The page of the old build then analyzed a ` +
      `chain and loaded ${later.length} more assets, ${onlyOld.length} of them only in the old build`;
  } finally {
    await browser.close();
  }
}

async function verify(site: Site, folder: URL): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "verify", site.origin],
    cwd: folder,
    env: { DENO_CERT: site.ca, NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder().decode(stdout).trim().split("\n").at(-1)!;
  assert.equal(code, 0, text + new TextDecoder().decode(stderr));
  return text;
}

async function metrics(site: Site): Promise<string> {
  assert.equal((await site.call("/api/metrics")).status, 401);
  let series = 0;
  for (const { origin } of site.instances) {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await fetch(`${origin}/api/metrics`, { headers })).text();
    const { code, stdout, stderr } = await runProgram("promtool", ["check", "metrics"], text);
    assert.equal(code, 0, stdout + stderr);
    series += text.split("\n").filter((line) => /^[a-z]/.test(line)).length;
  }
  const rules = new URL("api/deploy/monitoring/alerts.yaml", ROOT).pathname;
  const { code, stdout, stderr } = await runProgram("promtool", ["check", "rules", rules]);
  assert.equal(code, 0, stdout + stderr);
  return `promtool accepts ${series} samples of both instances and the alert rules; without the ` +
    "token the answer is 401";
}
