/**
 * A server with access to a private network: a page of another site in the same browser must not be
 * able to explore that network through it.
 */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { type Browser, chromium } from "playwright";
import { BROWSER_ARGS, findBrowser, needsBrowser } from "../support/browser.ts";
import { launch, serve } from "./support.ts";

const INSIDE = { ALLOW_PRIVATE_NETWORK: "1" };

/** Serves an empty page on an origin of its own. */
function startElsewhere(): { origin: string; stop(): Promise<void> } {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () =>
      new Response("<!doctype html><title>Elsewhere</title>", {
        headers: { "content-type": "text/html" },
      }),
  );
  return { origin: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
}

/** The answer of chain/analyze-url of `api` to a page of `from`. */
async function callFrom(
  from: string,
  api: string,
  init: RequestInit,
  browser?: Browser,
): Promise<string> {
  const context = await (browser ?? await launch()).newContext();
  try {
    const page = await context.newPage();
    await page.goto(from);
    return await page.evaluate(async ({ url, init }) => {
      try {
        const response = await fetch(url, init);
        return `${response.type} ${response.status} ${await response.text()}`;
      } catch (error) {
        return (error as Error).name;
      }
    }, { url: `${api}/api/chain/analyze-url`, init });
  } finally {
    await context.close();
  }
}

const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
/** A name that the rule for domains accepts and that does not exist. */
const NOWHERE = json({ url: "nowhere.invalid" });

function browserTest(name: string, body: () => Promise<void>): void {
  it(`private network > ${name}`, {
    sanitizeOps: false,
    sanitizeResources: false,
    ...needsBrowser(),
  }, body);
}

browserTest("a page on another origin is refused", async () => {
  const elsewhere = startElsewhere();
  const inside = await serve(INSIDE);
  assert.equal(await callFrom(elsewhere.origin, inside, NOWHERE), "TypeError");
  // Without CORS the request is sent, but its answer is for pages of the same origin only (CORP).
  const hidden = await callFrom(elsewhere.origin, inside, {
    method: "POST",
    mode: "no-cors",
    headers: { "content-type": "text/plain" },
    body: JSON.stringify({ url: "nowhere.invalid" }),
  });
  assert.equal(hidden, "TypeError");
  await elsewhere.stop();
});

browserTest("its own page is answered", async () => {
  const inside = await serve(INSIDE);
  const answer = await callFrom(`${inside}/`, inside, NOWHERE);
  assert.match(answer, /^basic 400 .*HOST NOT FOUND OR NOT PUBLIC/);
});

browserTest("a page on another origin is answered by a public server", async () => {
  const elsewhere = startElsewhere();
  const open = await serve();
  const answer = await callFrom(elsewhere.origin, open, NOWHERE);
  assert.match(answer, /^cors 400 .*HOST NOT FOUND OR NOT PUBLIC/);
  await elsewhere.stop();
});

browserTest("a page that reaches it under another name is refused", async () => {
  const { port } = new URL(await serve(INSIDE));
  const rebound = `http://rebound.test:${port}`;
  // The name resolves to this machine, as after DNS rebinding: page and API have one origin.
  const browser = await chromium.launch({
    executablePath: findBrowser()!,
    args: [...BROWSER_ARGS, "--host-resolver-rules=MAP rebound.test 127.0.0.1"],
  });
  try {
    assert.match(await callFrom(`${rebound}/`, rebound, NOWHERE, browser), /^basic 403 /);
  } finally {
    await browser.close();
  }
});
