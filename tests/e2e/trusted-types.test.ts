/** Strings that become markup or the address of a script: only those of web/src/start/trusted-types.ts. */
import assert from "node:assert/strict";
import * as TEXT from "../../core/texts.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { browserTest } from "./support.ts";

for (const path of ["/csr-decoder", "/csr/popup"]) {
  browserTest(
    `trusted types > refuse markup and scripts that are not ours: ${path}`,
    async ({ page }) => {
      await page.goto(path);
      await page.locator("html[data-ready]").waitFor();
      const attempts = await page.evaluate(() => {
        const tried = (attempt: () => unknown) => {
          try {
            attempt();
            return "done";
          } catch (thrown) {
            return (thrown as Error).name;
          }
        };
        const [icon] = document.querySelectorAll("svg");
        const copy = icon.cloneNode() as SVGElement;
        const script = document.createElement("script");
        return [
          tried(() => document.createElement("div").innerHTML = "<img src=x onerror=alert(1)>"),
          tried(() => script.text = "alert(1)"),
          tried(() => script.src = "/early.js"),
          tried(() => script.src = "https://other.example/assets/worker.js"),
          tried(() => new Worker("/early.js")),
          tried(() => new Worker("data:text/javascript,0")),
          tried(() => new Worker(URL.createObjectURL(new Blob(["0"])))),
          tried(() => copy.innerHTML = icon.innerHTML + "<script>alert(1)</script>"),
        ];
      });
      assert.deepEqual(attempts, attempts.map(() => "TypeError"));
    },
    { expectErrors: ["Trusted", "TrustedHTML", "TrustedScript"] },
  );
}

browserTest(
  "trusted types > let tools start their worker and draw their icons",
  async ({ page }) => {
    await page.goto("/csr-decoder");
    await page.getByRole("textbox", { name: "CSR", exact: true }).fill(csrFixture("p256-sha256"));
    await page.getByRole("button", { name: "Decode CSR" }).click();
    await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
    const empty = await page.locator("svg").evaluateAll((all) =>
      all.filter(({ childElementCount }) => childElementCount === 0).length
    );
    assert.equal(empty, 0);
  },
);
