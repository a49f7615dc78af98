/** The promise that keys cannot leave: the worker's own policy allows no connection. */
import assert from "node:assert/strict";
import { TEXT } from "../../core/texts.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { browserTest, workerOf } from "./support.ts";

browserTest("worker policy > decodes, and cannot reach any network", async ({ page, origin }) => {
  await page.goto("/csr-decoder");
  await page.getByRole("textbox", { name: "CSR", exact: true }).fill(csrFixture("p256-sha256"));
  await page.getByRole("button", { name: "Decode CSR" }).click();
  const worker = await workerOf(page);
  await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
  const attempts = await worker.evaluate(async (origin) => {
    const tried = async (attempt: () => unknown) => {
      try {
        await attempt();
        return "reached";
      } catch {
        return "blocked";
      }
    };
    return [
      await tried(() => fetch(`${origin}/api/openapi.json`)),
      await tried(() => fetch(`${origin}/favicon.svg`)),
      await tried(() =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(origin.replace("http", "ws"));
          socket.onopen = resolve;
          socket.onerror = reject;
        })
      ),
      await tried(() => new Function("return 1")()),
    ];
  }, origin);
  assert.deepEqual(attempts, ["blocked", "blocked", "blocked", "blocked"]);
  // The same calls from the page do reach it: what blocked them was the worker's policy.
  assert.equal(await page.evaluate(async () => (await fetch("/favicon.svg")).status), 200);
}, { expectErrors: ["Content Security Policy", "violates"] });
