/** The API's documentation in a real Chromium, and the API called by a page of another site. */
import { exampleOf } from "../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import type { Page } from "playwright";
import { offered } from "../../core/operations.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import * as TEXT from "../../core/texts.ts";
import endpoints from "../../web/src/docs/api/endpoints.data.ts";
import { loadSite } from "../../api/site.ts";
import { createLog } from "../../api/log.ts";
import { memoryQuota } from "../../api/http/quota.ts";
import { startServer, testConfig } from "../support/server.ts";
import { section } from "./locators.ts";
import { browserTest, fullBrowserTest, launch } from "./support.ts";
import { needsBrowser } from "../support/browser.ts";

const region = (page: Page, name = "POST /api/csr/decode") => section(page, name);

/** With the part of csr/decode opened, as its address does. */
async function open(page: Page): Promise<void> {
  await page.goto("/api/docs#csr-decode");
  await region(page).getByRole("table").waitFor();
}

async function unfold(page: Page, name: string) {
  const part = region(page, `POST /api/${name}`);
  await part.getByText("Fields, request and answer").click();
  await part.getByRole("table").waitFor();
  return part;
}

fullBrowserTest("API docs > say what the contracts say", async ({ page, origin }) => {
  await open(page);
  assert.equal(await page.title(), "API Documentation | SSL Tools");
  // The browser's own search finds every field before a part is opened.
  for (const { name, fields, answer } of endpoints) {
    const text = await region(page, `POST /api/${name}`).innerText();
    for (const field of [...fields, ...answer]) assert(text.includes(field), `${name}: ${field}`);
  }
  for (const { contract } of offered) {
    const { name } = contract;
    const part = name === "csr/decode" ? region(page) : await unfold(page, name);
    assert(await part.getByText(contract.summary).isVisible(), contract.name);
    assert.match(await part.getByRole("table").innerText(), /Required/);
    await part.getByRole("button", { name: `Copy answer of /api/${name}`, exact: true }).waitFor();
  }
  for (const heading of ["Getting started", "Success and error", "Error codes", "Rate limit"]) {
    assert(await page.getByRole("heading", { name: heading, exact: true }).isVisible(), heading);
  }
  const host = await region(page, "POST /api/chain/analyze-url").innerText();
  assert.match(host, /"source": {\s+"url": "https:\/\/example\.com"/);
  assert.match(host, /Accept: application\/x-ndjson/);
  assert.match(await region(page, "POST /api/caa/lookup").innerText(), /"status": "records"/);
  // A list that is cut says so.
  assert.match(await region(page, "POST /api/chain/analyze").innerText(), /"… \d+ more"/);
  const limit = await section(page, "Rate limit").innerText();
  assert.match(limit, /100 requests a minute/);
  assert.match(limit, new RegExp(TEXT.rateLimited));
  await section(page, "Error codes").getByText("rate_limited").waitFor();
  assert((await region(page).innerText()).includes(`${origin}/api/csr/decode`));
});

fullBrowserTest("API docs > show errors as the API answers them", async ({ page, origin }) => {
  await open(page);
  const envelope = await section(page, "Success and error").innerText();
  assert.match(envelope, /caa\/generate and caa\/validate put their fields next to success/);
  const table = section(page, "Error codes").getByRole("table");
  await table.waitFor();
  const rows = (await table.getByRole("row").allInnerTexts()).map((row) => row.split("\t"));
  const json = { "content-type": "application/json" };
  const codes = new Set<string>();
  for (
    const [path, request] of [
      ["/api/nope", { method: "POST" }],
      ["/api/csr/decode", {}],
      ["/api/csr/decode", { method: "POST", body: "csr" }],
      ["/api/csr/decode", { method: "POST", headers: json, body: "{" }],
      ["/api/csr/decode", { method: "POST", headers: json, body: "{}" }],
      ["/api/csr/decode", { method: "POST", headers: json, body: " ".repeat(1024 * 1024 + 1) }],
      // This server's limit is used up by now.
      ["/api/csr/decode", { method: "POST", headers: json, body: "{}" }],
    ] as [string, RequestInit][]
  ) {
    const response = await fetch(origin + path, request);
    const { code, error } = await response.json();
    const row = rows.find((cells) => cells[1]?.trim() === code);
    assert(row, `${code} is in no row`);
    assert.equal(row[0].trim(), String(response.status));
    assert(row[2].includes(error), `${code}: "${error}" is not in "${row[2]}"`);
    codes.add(code);
  }
  assert.equal(codes.size, 6);
}, { env: { RATE_LIMIT_PER_MINUTE: "6" } });

fullBrowserTest(
  "API docs > show requests in four languages, and copy what is shown",
  async ({ page }) => {
    await open(page);
    // From here on the page's clock stands still, except for the time that is run below.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    const part = region(page);
    for (
      const [language, sign] of [
        ["curl", "curl http"],
        ["JavaScript", "await fetch("],
        ["Python", "urlopen(request)"],
        ["PowerShell", "Invoke-RestMethod"],
      ]
    ) {
      await part.getByRole("tab", { name: language }).click();
      const name = `Copy ${language} request to /api/csr/decode`;
      await part.getByRole("button", { name }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert(copied.includes(sign), language);
      // The button says "Copied!" for two seconds.
      const said = part.getByRole("button", { name: "Copied!" });
      await said.waitFor();
      await page.clock.runFor(1_900);
      assert(await said.isVisible());
      await page.clock.runFor(200);
      await part.getByRole("button", { name }).waitFor();
    }
  },
  { clipboard: true },
);

browserTest("API docs > try the real endpoint, errors too", async ({ page, requests }) => {
  await open(page);
  const part = region(page);
  await part.getByText("Try it").click();
  const send = part.getByRole("button", { name: "Send to /api/csr/decode" });
  await send.click();
  const status = part.getByRole("status");
  await status.getByText("200", { exact: true }).waitFor();
  assert.match(await status.innerText(), /"commonName": "example\.com"/);
  assert.match(await status.innerText(), /content-type: application\/json/);
  assert(requests.some((line) => /^POST .*\/api\/csr\/decode$/.test(line)));

  await part.getByLabel("Request body").fill("{}");
  await send.click();
  await status.getByText("400", { exact: true }).waitFor();
  assert.match(await status.innerText(), /"error": "CSR IS REQUIRED"/);
  await part.getByRole("button", { name: "Example again" }).click();
  assert.deepEqual(
    JSON.parse(await part.getByLabel("Request body").inputValue()),
    exampleOf(csrDecode),
  );
}, { expectErrors: ["status of 400"] });

fullBrowserTest("API docs > can be read offline, all but trying", async ({ page, context }) => {
  await open(page);
  await context.setOffline(true);
  await page.reload();
  await region(page).getByRole("table").waitFor();
  const part = region(page);
  await part.getByText("Try it").click();
  await part.getByText("You are offline").waitFor();
  assert(await part.getByRole("button", { name: "Send to" }).isDisabled());
  await part.getByRole("tab", { name: "Python" }).click();
  assert.match(await part.innerText(), /urllib\.request/);
}, { installed: true });

fullBrowserTest("API docs > fit a narrow screen", async ({ page }) => {
  await open(page);
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  assert(scroll <= client, `${scroll} > ${client}`);
}, { viewport: { width: 320, height: 700 } });

it("API > is called by a page of another origin, preflight and all; nothing else may be read", {
  sanitizeOps: false,
  sanitizeResources: false,
  ...needsBrowser(),
}, async () => {
  const browser = await launch();
  const requests: string[] = [];
  const quota = memoryQuota(100);
  await using server = await startServer({
    config: testConfig({ METRICS_TOKEN: "0".repeat(16) }),
    quota,
    site: await loadSite(new URL("../../dist/", import.meta.url)),
    log: createLog("info", (line) => requests.push(line)),
  });
  const { origin } = server;
  const elsewhere = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response("<title>elsewhere</title>", { headers: { "content-type": "text/html" } }),
  );
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${elsewhere.addr.port}/`);
    const answer = await page.evaluate(async ({ origin, body }) => {
      const response = await fetch(`${origin}/api/csr/decode`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return {
        status: response.status,
        limit: response.headers.get("ratelimit"),
        body: await response.json(),
      };
    }, { origin, body: JSON.stringify(exampleOf(csrDecode)) });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.data.signatureValid, true);
    assert.match(answer.limit!, /^"requests";r=\d+;t=\d+$/, "the headers can be read");
    const calls = requests.map((line) => JSON.parse(line))
      .filter(({ path }) => path === "/api/csr/decode").map((
        { method, status },
      ) => [method, status]);
    assert.deepEqual(calls, [["OPTIONS", 204], ["POST", 200]]);

    const read = (path: string) =>
      page.evaluate(async (url) => {
        try {
          return (await fetch(url)).status;
        } catch {
          return "refused";
        }
      }, origin + path);
    assert.equal(await read("/api/openapi.json"), 200);
    assert.equal(await read("/api/health"), 200);
    for (const path of ["/", "/csr", "/api/docs", "/sw.js", "/api/metrics"]) {
      assert.equal(await read(path), "refused", path);
    }
  } finally {
    quota.close();
    await context.close();
    await elsewhere.shutdown();
  }
});
