/** A live host in the chain analyzer: its answer comes in parts, can be cut short, and asked again. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { HOST, hostAnswer } from "./host-answers.ts";
import { button, heading, section } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

interface Held {
  controllers: ReadableStreamDefaultController<Uint8Array>[];
  asked: unknown[];
  left: number;
  said: string[];
}

/** Holds the server's answers back: the test sends each of their lines. */
async function holdAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held: Held = { controllers: [], asked: [], left: 0, said: [] };
    Object.assign(globalThis, { held });
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) => {
      if (input !== "/api/chain/analyze-url") return fetch(input, init);
      held.asked.push([init?.body, new Headers(init?.headers).get("accept")]);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          held.controllers.push(controller);
          init?.signal?.addEventListener("abort", () => {
            held.left++;
            controller.error(init.signal!.reason);
          });
        },
      });
      const headers = { "content-type": "application/x-ndjson" };
      return Promise.resolve(new Response(body, { headers }));
    };
    // One entry for each time that something is announced.
    new MutationObserver(() => {
      const said = document.querySelector('section[aria-label="Result"] [role=status]')
        ?.textContent;
      if (said && said !== held.said.at(-1)) held.said.push(said);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

const held = (page: Page) =>
  page.evaluate(() => {
    const { asked, left, said } = (globalThis as unknown as { held: Held }).held;
    return { asked, left, said };
  });

/** Sends a line of the newest answer; null ends the answer, and false breaks the connection. */
const send = (page: Page, line: object | null | false) =>
  page.evaluate((line) => {
    const { controllers } = (globalThis as unknown as { held: Held }).held;
    const controller = controllers.at(-1)!;
    if (line === null) controller.close();
    else if (line === false) controller.error(new TypeError("network error"));
    else controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
  }, line);

const result = (page: Page) => page.getByRole("region", { name: "Result" });

async function analyze(page: Page): Promise<void> {
  await holdAnswers(page);
  await page.goto(`/chain?host=${HOST}`);
  await button(page, "Analyze Chain").click();
  await asked(page, 1);
}

/** Waits until the server has received this many requests. */
const asked = (page: Page, times: number) =>
  page.waitForFunction(
    (times) => (globalThis as unknown as { held: Held }).held.controllers.length === times,
    times,
  );

const EIGHT = Array.from({ length: 8 }, (_, i) => `192.0.2.${i + 1}`);

browserTest(
  "chain > a host's parts appear as they come, and are announced once",
  async ({ page }) => {
    const { chain, everywhere, revocation } = await hostAnswer(EIGHT);
    await analyze(page);
    const { asked } = await held(page);
    assert.deepEqual(asked, [
      [JSON.stringify({ url: HOST }), "application/x-ndjson, application/json"],
    ]);
    await send(page, { part: chain });
    await heading(page, / is valid at 192\.0\.2\.1 until /);
    await page.getByText("Still to come: addresses and revocation", { exact: true }).waitFor();
    await page.getByText("Reading the other addresses...").waitFor();
    assert(await page.getByRole("list", { name: /^Certification path/ }).isVisible());
    await send(page, { part: { everywhere } });
    await heading(page, "1 of 8 addresses serves a chain that is not valid");
    const addresses = section(page, "Every address");
    await addresses.getByText("At 192.0.2.8.").waitFor();
    await page.getByText("Still to come: revocation", { exact: true }).waitFor();
    assert.deepEqual((await held(page)).said, []);
    await send(page, { success: true, data: { ...chain, everywhere, revocation, caa: null } });
    await send(page, null);
    await button(page, "Refresh").waitFor();
    const place = section(page, "Revocation");
    await place.getByText("It did not answer in time").waitFor();
    const { said } = await held(page);
    assert.equal(said.length, 1);
    assert.match(said[0], /^1 of 8 addresses serves a chain that is not valid\. /);
  },
);

fullBrowserTest("chain > Cancel keeps what came, and Refresh asks again", async ({ page }) => {
  const { chain, everywhere, revocation } = await hostAnswer(["192.0.2.1"]);
  await analyze(page);
  await send(page, { part: chain });
  await page.getByText("Still to come: addresses and revocation", { exact: true }).waitFor();
  await button(page, "Cancel").focus();
  await page.keyboard.press("Enter");
  await page.getByText(/Not checked: addresses and revocation\.$/).last().waitFor();
  assert.equal(
    await result(page).getByText("Not checked. You cancelled it.").count(),
    2,
  );
  assert.equal((await held(page)).left, 1);
  assert.match((await held(page)).said.at(-1)!, /Not checked: addresses and revocation\.$/);
  // The focus stays where the button was.
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Refresh");
  await page.getByRole("textbox", { name: "Domain" }).fill("other.example");
  await page.getByRole("heading", { name: "Out of date" }).waitFor();
  await page.getByRole("textbox", { name: "Domain" }).fill(HOST);
  await button(page, "Refresh").click();
  await button(page, "Analyzing...").waitFor();
  await asked(page, 2);
  await send(page, { success: true, data: { ...chain, everywhere, revocation, caa: null } });
  await send(page, null);
  await heading(page, / is valid where /);
  const { asked: [first, second] } = await held(page);
  assert.deepEqual(first, second);
});

fullBrowserTest("chain > what came stays where the answer breaks off", async ({ page }) => {
  const { chain } = await hostAnswer(["192.0.2.1"]);
  await analyze(page);
  await send(page, { part: chain });
  await heading(page, / is valid at 192\.0\.2\.1 until /);
  await send(page, false);
  await page.getByRole("alert").filter({ hasText: "Network error occurred" }).waitFor();
  await heading(page, / is valid at 192\.0\.2\.1 until /);
  assert.equal(
    await result(page).getByText("Not checked. The connection broke.").count(),
    2,
  );
  await page.context().setOffline(true);
  await page.waitForFunction(() => {
    const buttons = [...document.querySelectorAll("button")];
    return buttons.some(({ textContent, disabled }) => textContent === "Refresh" && disabled);
  });
});

fullBrowserTest(
  "host > one that our server does not reach leads to a line to run",
  async ({ page }) => {
    const error = "HOST NOT FOUND OR NOT PUBLIC";
    await page.route("**/api/chain/analyze-url", (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, error, code: "host_refused", issues: [] },
      }));
    await page.goto("/chain");
    await page.getByRole("tab", { name: "From URL" }).click();
    await page.getByLabel("Domain").fill("intranet.example.com");
    await button(page, "Analyze Chain").click();
    const alert = page.getByRole("alert");
    await alert.getByText(error, { exact: true }).waitFor();
    await alert.getByText("openssl s_client -connect intranet.example.com:443", { exact: false })
      .waitFor();
  },
  { expectErrors: ["400"] },
);
