/**
 * From the home page to a site that Chromium trusts, with nothing but the page's texts and
 * commands.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { inFolder } from "../support/certificate-checks.ts";
import { BROWSER_ARGS, findBrowser } from "../support/browser.ts";
import { needs } from "../support/programs.ts";
import { button, textbox } from "./locators.ts";
import { fullBrowserTest } from "./support.ts";

async function save(page: Page, name: string, folder: string): Promise<void> {
  const waiting = page.waitForEvent("download");
  await button(page, name).click();
  const download = await waiting;
  await download.saveAs(`${folder}/${download.suggestedFilename()}`);
}

async function copied(page: Page, name: string): Promise<string> {
  await button(page, name).click();
  return await page.evaluate(() => navigator.clipboard.readText());
}

/** A port that nothing listens on. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}

fullBrowserTest("certificate > leads from / to a page that Chromium trusts", async ({ page }) => {
  const browser = findBrowser();
  if (!needs("certutil", "node", "bash") || !browser) return;
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: /^Certificate Generator/ }).click();
  await textbox(page, "Name 1").fill("localhost");
  await button(page, "Generate certificate").click();
  await page.getByRole("heading", { name: "Certificate is ready" }).waitFor();
  await inFolder(async (folder) => {
    for (const name of ["Download CA certificate", "Download chain", "Download private key"]) {
      await save(page, name, folder);
    }
    await page.getByRole("tab", { name: "Node.js" }).click();
    const lines = await copied(page, "Copy lines for Node.js");
    // The port that the page suggests may be taken on this machine.
    const port = freePort();
    assert(lines.includes("8443"));
    const told = `.on("listening", () => console.log("listens"))`;
    await Deno.writeTextFile(
      `${folder}/server.mjs`,
      lines.replace("8443", `${port}`).replace(/;\s*$/, `${told};`),
    );
    // A home directory that no browser has used.
    const env = { HOME: folder, XDG_CONFIG_HOME: `${folder}/.config` };
    const trust = new Deno.Command("bash", {
      args: ["-c", await copied(page, "Copy command for Chrome on Linux")],
      cwd: folder,
      env,
    });
    const { code, stderr } = await trust.output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const server = new Deno.Command("node", {
      args: ["server.mjs"],
      cwd: folder,
      stdout: "piped",
    }).spawn();
    try {
      const reader = server.stdout.getReader();
      await reader.read();
      reader.releaseLock();
      const shown = await new Deno.Command(browser, {
        args: [
          ...BROWSER_ARGS,
          "--headless",
          `--user-data-dir=${folder}/profile`,
          "--dump-dom",
          `https://localhost:${port}/`,
        ],
        env,
        stderr: "null",
      }).output();
      assert.match(new TextDecoder().decode(shown.stdout), /It works/);
    } finally {
      server.kill();
      await server.stdout.cancel();
      await server.status;
    }
  });
}, { clipboard: true });
