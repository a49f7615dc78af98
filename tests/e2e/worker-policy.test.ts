/** Keys cannot leave a worker: its policy allows only imports of scripts of its own site. */
import assert from "node:assert/strict";
import * as TEXT from "../../core/texts.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { browserTest, workerOf } from "./support.ts";

browserTest(
  "worker policy > decodes, and can reach nothing but scripts of its own site",
  async ({ page, origin, requests }) => {
    await page.goto("/csr-decoder");
    await page.getByRole("textbox", { name: "CSR", exact: true }).fill(csrFixture("p256-sha256"));
    await page.getByRole("button", { name: "Decode CSR" }).click();
    const worker = await workerOf(page);
    await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
    // Another site: the same machine on another port. It would answer and count the request.
    let elsewhere = 0;
    const other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      elsewhere++;
      return new Response("export default 1", {
        headers: { "content-type": "text/javascript", "access-control-allow-origin": "*" },
      });
    });
    const attempts = await worker.evaluate(async ([origin, elsewhere, script]) => {
      const tried = async (attempt: () => unknown) => {
        try {
          await attempt();
          return "reached";
        } catch {
          return "blocked";
        }
      };
      const isRefusedWorker = (script: string) =>
        new Promise<boolean>((resolve) => {
          // The violation is reported before the worker's error.
          let refused = false;
          addEventListener("securitypolicyviolation", (event) => {
            refused ||= (event as SecurityPolicyViolationEvent).effectiveDirective === "worker-src";
          });
          new Worker(script, { type: "module" }).onerror = () => resolve(refused);
        });
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
        // Without its own directive, script-src would allow a worker of a worker (CSP Level 3, worker-src).
        await isRefusedWorker(`${origin}/secret-worker.js`) ? "blocked" : "reached",
        await tried(() => fetch(elsewhere)),
        await tried(() => import(`${elsewhere}/script.js`)),
        await tried(() => import(URL.createObjectURL(new Blob(["export default 1"])))),
        // The one way that is left (SECURITY.md, "What a worker's script can reach").
        await tried(() => import(`${script}?secret`)),
      ];
    }, [origin, `http://127.0.0.1:${other.addr.port}`, worker.url()]);
    await other.shutdown();
    assert.deepEqual(attempts, [...Array.from({ length: 8 }, () => "blocked"), "reached"]);
    assert.equal(elsewhere, 0);
    assert(!requests.some((request) => request.includes("secret-worker")));
    // From the page the same calls succeed, so it was the worker's policy that blocked them.
    assert.equal(await page.evaluate(async () => (await fetch("/favicon.svg")).status), 200);
  },
  {
    expectErrors: ["Content Security Policy", "violates", "404"],
    // The browser reports the attempt; that nothing arrived is asserted above.
    allowOrigin: ({ pathname }) => pathname === "/script.js",
  },
);
