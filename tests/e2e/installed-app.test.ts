/** The installed app: files that the system opens with it, the offer to install, its badge. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { tools } from "../../web/src/tools/index.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { chainOf, p12, pem } from "../fixtures/pfx/index.ts";
import { button, CHAIN_VERDICT, heading } from "./locators.ts";
import { browserTest, fullBrowserTest, untilOffline } from "./support.ts";

const derOf = (pem: string) =>
  Uint8Array.from(atob(pem.split("-----")[2].replace(/\s/g, "")), (c) => c.charCodeAt(0));

/** Stands in for the system's part of the File Handling API, which a test cannot reach. */
async function withLaunchQueue(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "launchQueue", {
      value: { setConsumer: (consumer: unknown) => Object.assign(globalThis, { consumer }) },
    });
  });
}

async function launchWith(
  page: Page,
  files: { name: string; content: string | Uint8Array }[],
): Promise<void> {
  await page.evaluate(
    async (files) => {
      const handles = files.map(({ name, bytes }) => ({
        getFile: () => Promise.resolve(new File([new Uint8Array(bytes)], name)),
      }));
      const { consumer } = globalThis as unknown as {
        consumer: (launch: { files: unknown[] }) => Promise<void>;
      };
      await consumer({ files: handles });
    },
    files.map(({ name, content }) => ({
      name,
      bytes: [...typeof content === "string" ? new TextEncoder().encode(content) : content],
    })),
  );
}

const REQUEST = csrFixture("p256-sha256");
const CHAIN = chainOf("p256", 3);

const LAUNCHES: [
  name: string,
  files: { name: string; content: string | Uint8Array }[],
  path: string,
  result: string | RegExp,
][] = [
  ["a .csr", [{ name: "my.csr", content: REQUEST }], "/csr-decoder", TEXT.csrValid],
  ["a .pem chain", [{ name: "my.pem", content: pem(...CHAIN) }], "/chain", CHAIN_VERDICT],
  [
    "several .crt",
    CHAIN.map((name) => ({ name: `${name}.crt`, content: pem(name) })),
    "/chain",
    CHAIN_VERDICT,
  ],
  ["a .der", [{ name: "my.der", content: derOf(pem(CHAIN[0])) }], "/inspect", "1 object found"],
  ["a .pfx", [{ name: "my.pfx", content: p12("openssl-aes") }], "/inspect", "1 object found"],
  ["a key", [{ name: "my.pem", content: pem("p256-key") }], "/inspect", "1 object found"],
  [
    "a mixture",
    [{ name: "my.csr", content: REQUEST }, { name: "my.pem", content: pem(CHAIN[0]) }],
    "/inspect",
    "2 objects found",
  ],
];

fullBrowserTest("installed app > opens files in the tool that is right for them", async (test) => {
  const { page, requests } = test;
  await withLaunchQueue(page);
  for (const [name, files, path, result] of LAUNCHES) {
    await page.goto("/");
    await launchWith(page, files);
    await page.waitForURL((url) => url.pathname === path);
    await heading(page, result);
    assert.equal(new URL(page.url()).search, "", name);
  }
  assert.deepEqual(requests.filter((line) => !line.startsWith("GET")), []);
});

browserTest("installed app > a launch without files stays where it is", async ({ page }) => {
  await withLaunchQueue(page);
  await page.goto("/caa");
  await launchWith(page, []);
  assert.equal(new URL(page.url()).pathname, "/caa");
});

browserTest(
  "installed app > its manifest names what it opens, and takes no share",
  async (test) => {
    const { page } = test;
    await page.goto("/");
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!;
      return await (await fetch(link.href)).json();
    });
    const endings = manifest.file_handlers.flatMap(
      ({ accept }: { accept: Record<string, string[]> }) => Object.values(accept).flat(),
    );
    assert.deepEqual(endings.sort(), [
      ".cer",
      ".crt",
      ".csr",
      ".der",
      ".p12",
      ".p7b",
      ".pem",
      ".pfx",
    ]);
    // A share target would upload the file where no service worker is in control.
    assert.equal(manifest.share_target, undefined);
    assert.equal(manifest.shortcuts.length, tools.length);
  },
);

/** The browser's event that the app can be installed; counts how often its dialog was opened. */
async function canBeInstalled(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    Object.assign(globalThis, { asked: 0, held: () => event.defaultPrevented });
    Object.assign(event, {
      prompt() {
        Object.assign(globalThis, { asked: Reflect.get(globalThis, "asked") + 1 });
        return Promise.resolve({ outcome: "accepted" });
      },
    });
    dispatchEvent(event);
  });
}

fullBrowserTest("installed app > is offered once, after a tool was of use", async ({ page }) => {
  const offer = page.getByRole("status").filter({ hasText: "Install these tools?" });
  const footer = page.getByRole("contentinfo").getByRole("button", { name: "Install" });
  const useTool = async () => {
    await button(page, "Fill Example Data").click();
    await heading(page, TEXT.csrValid);
  };
  const asked = () => page.evaluate(() => Reflect.get(globalThis, "asked"));
  await page.goto("/csr-decoder");
  assert.equal(await footer.count(), 0, "there is nothing to install yet");
  await canBeInstalled(page);
  assert(await page.evaluate(() => Reflect.get(globalThis, "held")()), "the browser's own waits");
  await footer.waitFor();
  assert.equal(await offer.count(), 0, "not before it was of use");
  await useTool();
  await offer.waitFor();
  await button(page, "No, thanks").click();
  await offer.waitFor({ state: "detached" });
  assert.equal(await asked(), 0);

  await page.reload();
  await canBeInstalled(page);
  await useTool();
  assert.equal(await offer.count(), 0, "no is an answer");
  // The button in the footer stays.
  await footer.click();
  await footer.waitFor({ state: "detached" });
  assert.equal(await asked(), 1);
});

browserTest("installed app > shows whether it is complete and connected", async (test) => {
  const { page, context } = test;
  await page.goto("/");
  await untilOffline(page);
  const banner = page.getByRole("banner");
  await banner.getByText("Works offline now", { exact: true }).waitFor();
  await context.setOffline(true);
  await banner.getByText("Offline", { exact: true }).waitFor();
  await context.setOffline(false);
  await banner.getByText("Works offline now", { exact: true }).waitFor();
});
