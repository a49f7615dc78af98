/**
 * What goes wrong around the app, done on purpose: each ends in a sentence and a way to go on, and
 * what was entered is still there.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { EXAMPLE_CHAIN } from "../fixtures/chain/example.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { brokenOff, type Front, startFront, withPrefix } from "../support/front.ts";
import { button, chainStatus, chooseKey, field, heading, textbox } from "./locators.ts";
import {
  type BrowserTest,
  browserTest,
  type BrowserTestOptions,
  fullBrowserTest,
  untilOffline,
  workerOf,
} from "./support.ts";
import { partOf } from "../support/matrix.ts";
import { HEADLINE } from "../support/headlines.ts";

const CSR = csrFixture("p256-sha256");
const CERTIFICATE = matchFile("rsa-certificate.pem");
const KEY = matchFile("rsa-pkcs8-key.pem");

const alert = (page: Page, text: string) =>
  page.getByRole("alert").filter({ hasText: text }).waitFor();
const posts = (requests: readonly string[]) => requests.filter((line) => line.startsWith("POST"));

/** A test behind a proxy that can inject faults. */
function drill(
  name: string,
  body: (test: BrowserTest & { front: Front }) => Promise<void>,
  options: BrowserTestOptions = {},
  register = browserTest,
): void {
  register(`drill > ${name}`, async (test) => {
    await using front = startFront(test.origin);
    await body({ ...test, front });
    // The server's connections are about to be closed, and nothing may wait for them.
    await test.page.goto("about:blank");
  }, { allowOrigin: ({ hostname }) => hostname === "127.0.0.1", ...options });
}

/** A drill of the full run only: in every run another one has a fault of this kind. */
const fullDrill: typeof drill = (name, body, options) =>
  drill(name, body, options, fullBrowserTest);

async function decode(page: Page): Promise<void> {
  await button(page, "Decode CSR").click();
  await heading(page, TEXT.csrValid);
}

// The worker

browserTest("drill > a worker that breaks in the middle of its work", async ({ page }) => {
  await page.goto("/csr");
  await button(page, "Fill Example Data").click();
  await chooseKey(page, "ECC");
  await field(page, "City").fill("Dover");
  await button(page, "Generate CSR").click();
  await heading(page, HEADLINE.csr_ready);
  await (await workerOf(page)).evaluate(() => {
    Object.assign(crypto.subtle, {
      generateKey: () =>
        new Promise(() => {
          setTimeout(() => {
            throw new Error("broken");
          });
        }),
    });
  });
  await button(page, "Generate CSR").click();
  await button(page, "Generate without it").click();
  await alert(page, TEXT.workerCrashed);
  assert.equal(await field(page, "City").inputValue(), "Dover");
  // The next call gets a new worker.
  await button(page, "Generate CSR").click();
  await heading(page, HEADLINE.csr_ready);
});

browserTest("drill > a worker that is gone without a word", async ({ page }) => {
  await page.goto("/match");
  await textbox(page, "Certificate").fill(CERTIFICATE);
  await textbox(page, "Private Key").fill(KEY);
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchCertificate);
  const worker = await workerOf(page);
  // From here on the page's clock runs as the test says.
  await page.clock.install();
  await worker.evaluate(() => close());
  await button(page, "Verify Match").click();
  await button(page, "Cancel").waitFor();
  await page.clock.runFor(61_000);
  await alert(page, TEXT.workerTimeLimit(60));
  assert.equal(await textbox(page, "Private Key").inputValue(), KEY);
  await page.clock.resume();
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchCertificate);
});

fullBrowserTest(
  "drill > the inspector's worker breaks, and reads everything again",
  async ({ page }) => {
    await page.goto("/inspect");
    await textbox(page, "Text to inspect").fill(CERTIFICATE);
    await button(page, "Inspect").click();
    await heading(page, "1 object found");
    await (await workerOf(page)).evaluate(() => {
      addEventListener("message", () => {
        throw new Error("broken");
      });
    });
    await textbox(page, "Text to inspect").fill(KEY);
    await button(page, "Inspect").click();
    await alert(page, TEXT.workerCrashed);
    await button(page, "Try again").click();
    await heading(page, "2 objects found");
  },
);

// A deployment

drill("the worker's script is missing after a deployment", async ({ page, front }) => {
  // The worker's own script, not the page's chunk "worker-client": older versions of Chromium do not
  // load a failed module again in the same page (whatwg/html, 10327).
  front.fault = (_, path) =>
    path.startsWith("/assets/worker-worker-") ? new Response("Not found", { status: 404 }) : null;
  await page.goto(`${front.origin}/csr-decoder`);
  await textbox(page, "CSR").fill(CSR);
  await button(page, "Decode CSR").click();
  await alert(page, TEXT.workerCrashed);
  assert.equal(await textbox(page, "CSR").inputValue(), CSR);
  // The server still answers, where a reload would lose too much.
  await field(page, "Where it runs").selectOption("server");
  await decode(page);
  await field(page, "Where it runs").selectOption("device");
  front.fault = () => null;
  await decode(page);
}, { expectErrors: ["404"] });

fullDrill("an operation's code is missing after a deployment", async ({ page, front }) => {
  front.fault = (_, path) =>
    path.startsWith("/assets/worker-decode") ? new Response("Not found", { status: 404 }) : null;
  await page.goto(`${front.origin}/csr-decoder`);
  await textbox(page, "CSR").fill(CSR);
  await button(page, "Decode CSR").click();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /Reload the page/);
  assert.equal(await textbox(page, "CSR").inputValue(), CSR);
  front.fault = () => null;
  await decode(page);
}, { expectErrors: ["404", "Failed to fetch dynamically imported module"] });

fullDrill("the example's code is missing after a deployment", async ({ page, front }) => {
  front.fault = (_, path) =>
    /^\/assets\/(?:decode-)?example/.test(path) ? new Response("Not found", { status: 404 }) : null;
  for (const path of ["/csr-decoder", "/match", "/pfx", "/chain"]) {
    await page.goto(`${front.origin}${path}`);
    await button(page, "Fill Example Data").click();
    await alert(page, TEXT.workerCrashed);
  }
  front.fault = () => null;
  await page.reload();
  await button(page, "Fill Example Data").click();
  await page.getByText("Private root: ").last().waitFor();
}, { expectErrors: ["404", "Failed to fetch dynamically imported module"] });

fullDrill("a tab's code is missing after a deployment", async ({ page, front }) => {
  // Only the tabs themselves: "open-values" belongs to the page.
  const tab = /^\/assets\/(?:open|check)-[\w-]{8}\.js$/;
  front.fault = (_, path) => tab.test(path) ? new Response("Not found", { status: 404 }) : null;
  for (const [path, name] of [["/pfx", "PFX to PEM"], ["/caa", "Check existing records"]]) {
    await page.goto(`${front.origin}${path}`);
    await page.getByRole("tab", { name }).click();
    await alert(page, TEXT.workerCrashed);
  }
}, { expectErrors: ["404", "Failed to fetch dynamically imported module"] });

drill("a page's code is missing after a deployment", async ({ page, front }) => {
  await page.goto(`${front.origin}/`);
  front.fault = (_, path) =>
    path.startsWith("/assets/page-csr-decoder") ? new Response("", { status: 404 }) : null;
  await page.getByRole("main").getByRole("link", { name: /CSR Decoder/ }).click();
  await heading(page, TEXT.applicationError);
  front.fault = () => null;
  await button(page, "Load again").click();
  await textbox(page, "CSR").fill(CSR);
  await decode(page);
}, { expectErrors: ["404", "Failed to fetch dynamically imported module", "Failed to load"] });

fullDrill("Back is pressed while a page is still loading", async ({ page, front }) => {
  await page.goto(`${front.origin}/csr-decoder`);
  await page.getByRole("banner").getByRole("button", { name: "SSL Certificate Tools" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Certificate Key Matcher" }).click();
  await page.waitForURL("**/match");
  const held = Promise.withResolvers<null>();
  const asked = Promise.withResolvers<void>();
  // The page's own code: the name of the worker's begins differently.
  await page.route("**/assets/page-match*", async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  // After the call has returned, because it could not return from a document that is gone.
  const later = (work: string) => page.evaluate(`void setTimeout(() => ${work})`);
  await Promise.all([
    asked.promise,
    // The request may be seen before the document that it belongs to.
    page.waitForEvent("framenavigated"),
    later("location.reload()"),
  ]);
  await later("history.back()");
  await page.waitForURL("**/csr-decoder", { waitUntil: "commit" });
  held.resolve(null);
  await page.waitForFunction(() => "ready" in document.documentElement.dataset);
  await textbox(page, "CSR").fill(CSR);
  await decode(page);
});

drill("a new version while a tool is in use", async ({ page, front, origin }) => {
  let version = "";
  front.fault = (_, path) => path === "/sw.js" ? withPrefix(origin, path, version) : null;
  await page.goto(`${front.origin}/csr`);
  await untilOffline(page);
  await button(page, "Fill Example Data").click();
  await chooseKey(page, "ECC");
  await field(page, "City").fill("Dover");
  const generate = () => button(page, "Generate CSR").click();
  await generate();
  await heading(page, HEADLINE.csr_ready);
  // A key is being made when the new version arrives.
  const worker = await workerOf(page);
  await worker.evaluate(() => {
    const { generateKey } = crypto.subtle;
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(globalThis, { goOn: resolve });
    Object.assign(crypto.subtle, {
      generateKey: async (...given: Parameters<typeof generateKey>) => {
        await promise;
        return generateKey.apply(crypto.subtle, given);
      },
    });
  });
  await generate();
  await button(page, "Generate without it").click();
  await button(page, "Cancel").waitFor();
  const update = () =>
    page.evaluate(async () => void (await navigator.serviceWorker.ready).update());
  version = "// 2\n";
  await update();
  const offer = page.getByRole("status").filter({ hasText: "A new version is ready" });
  await offer.getByText("Reloading clears what you typed").waitFor();
  await worker.evaluate(() => Reflect.get(globalThis, "goOn")());
  await heading(page, HEADLINE.csr_ready);
  await button(page, "Later").click();
  await offer.waitFor({ state: "detached" });
  assert.equal(await field(page, "City").inputValue(), "Dover");
  // After the user agrees it takes over and the page is reloaded; an unsaved key is asked about
  // first.
  version = "// 3\n";
  await update();
  await offer.waitFor();
  page.on("dialog", (dialog) => dialog.accept());
  await Promise.all([page.waitForEvent("load"), button(page, "Reload").click()]);
  await page.waitForFunction(() => "ready" in document.documentElement.dataset);
  await button(page, "Fill Example Data").click();
  await chooseKey(page, "ECC");
  await generate();
  await heading(page, HEADLINE.csr_ready);
  assert.equal(await offer.count(), 0);
});

// Storage

const BROKEN_STORAGE = [
  ["denied", () => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  }],
  ["full", () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  }],
] as const;

for (const [name, breakStorage] of partOf(BROKEN_STORAGE, 2)) {
  browserTest(`drill > storage that is ${name}`, async ({ page, requests }) => {
    await page.addInitScript(breakStorage);
    await page.addInitScript(() => {
      if (!navigator.serviceWorker) return;
      navigator.serviceWorker.register = () =>
        Promise.reject(new DOMException("no room", "QuotaExceededError"));
    });
    await page.goto("/csr-decoder");
    await textbox(page, "CSR").fill(CSR);
    await field(page, "Theme").selectOption("dark");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await field(page, "Where it runs").selectOption("server");
    const answered = page.waitForResponse("**/api/csr/decode");
    await decode(page);
    await answered;
    assert.equal(posts(requests).length, 1);
    await field(page, "Where it runs").selectOption("device");
    await decode(page);
    assert.equal(posts(requests).length, 1);
    assert.equal(await textbox(page, "CSR").inputValue(), CSR);
    assert.equal(await page.getByText("Works offline now").count(), 0, "nothing is promised");
  });
}

// The device

fullDrill("a clock that is ten years ahead", async ({ page, front, origin }) => {
  // Added once, although each part of the worker's code begins with it.
  const prefix = "globalThis.ahead ??= (({ now }) => " +
    "Date.now = () => now() + 3652 * 86_400_000)(Date);\n";
  front.fault = (_, path) =>
    /^\/assets\/worker-[\w-]+\.js$/.test(path) ? withPrefix(origin, path, prefix) : null;
  const year = new Date(Date.now() + 3652 * 86_400_000).getUTCFullYear();
  const told = new RegExp(`Dates are checked against this device's clock: \\d+ \\w+ ${year}`);
  await page.goto(`${front.origin}/match`);
  await button(page, "Fill Example Data").click();
  await button(page, "Verify Match").click();
  await page.getByText("Expired", { exact: true }).first().waitFor();
  await page.getByText(told).waitFor();
  await page.goto(`${front.origin}/chain`);
  await textbox(page, "Certificate").fill(EXAMPLE_CHAIN);
  await chainStatus(page, "INVALID").waitFor();
  await page.getByText(told).waitFor();
  // The server has another clock.
  await field(page, "Where it runs").selectOption("server");
  await button(page, "Analyze Chain").click();
  await chainStatus(page, "VALID").waitFor();
  await page.getByText(/Dates are checked against the server's clock/).waitFor();
  await page.goto(`${front.origin}/inspect`);
  await textbox(page, "Text to inspect").fill(CERTIFICATE);
  await button(page, "Inspect").click();
  await page.getByText(told).waitFor();
});

for (
  const [name, lacking, take] of [
    ["WebAssembly is disabled", "it has no WebAssembly", () => {
      Reflect.deleteProperty(globalThis, "WebAssembly");
    }],
    ["crypto.subtle is absent", "cryptography needs https", () => {
      Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
    }],
    ["the browser lacks module workers", "it has no module workers", () => {
      Reflect.deleteProperty(globalThis, "Worker");
    }],
  ] as const
) {
  browserTest(`drill > ${name}`, async ({ page, requests }) => {
    await page.addInitScript(take);
    await page.goto("/match");
    await page.getByText(lacking).waitFor();
    await textbox(page, "Certificate").fill(CERTIFICATE);
    await textbox(page, "Private Key").fill(KEY);
    const dialog = page.getByRole("dialog");
    await button(page, "Verify Match").click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(posts(requests), [], "a key is never sent unasked");
    assert.equal(await textbox(page, "Private Key").inputValue(), KEY);
    await button(page, "Verify Match").click();
    await dialog.getByRole("button", { name: "Send it" }).click();
    await heading(page, TEXT.matchCertificate);
    await page.goto("/inspect");
    await page.getByText("This browser cannot inspect files here").waitFor();
    assert(await button(page, "Inspect").isDisabled());
  });
}

browserTest("drill > passwords in a browser without workers", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "Worker"));
  await page.goto("/password");
  await field(page, "Password Length").fill("40");
  await button(page, "Generate").click();
  await alert(page, TEXT.workerCrashed);
  assert.equal(await field(page, "Password Length").inputValue(), "40");
});

// The server

const HTML = "<!doctype html><title>Gateway</title><h1>Welcome to nginx</h1>";
const html = (status: number) =>
  new Response(HTML, { status, headers: { "content-type": "text/html" } });

const FAULTS: Record<string, (front: Front) => void> = {
  "answers HTML": (front) => front.fault = (_, path) => isApi(path) ? html(200) : null,
  "answers HTML with status 502": (front) =>
    front.fault = (_, path) => isApi(path) ? html(502) : null,
  "answers nothing": (front) => front.fault = (_, path) => isApi(path) ? new Response() : null,
  "loses the connection in the middle of its answer": (front) =>
    front.fault = (_, path) => isApi(path) ? brokenOff('{"success":true,"da') : null,
  "takes too long": (front) =>
    front.fault = (_, path) => isApi(path) ? new Promise<Response>(() => {}) : null,
};
const isApi = (path: string) => path.startsWith("/api/") && path !== "/api/docs";

for (const [name, cause] of partOf(Object.entries(FAULTS), 6)) {
  drill(`a server that ${name}`, async ({ page, front }) => {
    await page.addInitScript(() => {
      // The client's own limit of a minute is too long for a test: here it is a hundred times
      // shorter.
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds / 100);
    });
    await page.goto(`${front.origin}/csr-decoder`);
    await field(page, "Where it runs").selectOption("server");
    await textbox(page, "CSR").fill(CSR);
    cause(front);
    await button(page, "Decode CSR").click();
    await alert(page, TEXT.networkError);
    assert.equal(await textbox(page, "CSR").inputValue(), CSR);
    // Two ways to go on: on the device, and on the server once it answers again.
    await field(page, "Where it runs").selectOption("device");
    await decode(page);
    await field(page, "Where it runs").selectOption("server");
    front.fault = () => null;
    await decode(page);
    await page.getByText(/^Last result: on the server/).waitFor();

    // Reading a live host needs the server.
    await page.goto(`${front.origin}/chain`);
    await page.getByRole("tab", { name: "From URL" }).click();
    await textbox(page, "Domain").fill("www.example.com");
    cause(front);
    await button(page, "Analyze Chain").click();
    await alert(page, TEXT.networkError);
    assert.equal(await textbox(page, "Domain").inputValue(), "www.example.com");
    assert(await button(page, "Analyze Chain").isEnabled());
  }, { expectErrors: ["Failed to load resource", "net::ERR"] });
}

drill("a server that is slow can be given up", async ({ page, front }) => {
  await page.goto(`${front.origin}/csr-decoder`);
  await field(page, "Where it runs").selectOption("server");
  await textbox(page, "CSR").fill(CSR);
  FAULTS["takes too long"](front);
  await button(page, "Decode CSR").click();
  await button(page, "Cancel").click();
  await heading(page, /will appear here/);
  assert.equal(await textbox(page, "CSR").inputValue(), CSR);
  await field(page, "Where it runs").selectOption("device");
  await decode(page);
});

fullDrill("a server that is down", async ({ page, front, context }) => {
  await page.goto(`${front.origin}/csr-decoder`);
  await field(page, "Where it runs").selectOption("server");
  await textbox(page, "CSR").fill(CSR);
  await context.route("**/api/csr/decode", (route) => route.abort("connectionrefused"));
  await button(page, "Decode CSR").click();
  await alert(page, TEXT.networkError);
  assert.equal(await textbox(page, "CSR").inputValue(), CSR);
  await button(page, "Dismiss").click();
  await context.unroute("**/api/csr/decode");
  await decode(page);
}, { expectErrors: ["Failed to load resource"] });

fullDrill(
  "a connection that is lost while a request is under way",
  async ({ page, front, context }) => {
    await page.goto(`${front.origin}/csr-decoder`);
    await textbox(page, "CSR").fill(CSR);
    await decode(page);
    await field(page, "Where it runs").selectOption("server");
    const asked = Promise.withResolvers<void>();
    front.fault = (_, path) => {
      if (!isApi(path)) return null;
      asked.resolve();
      return new Promise<Response>(() => {});
    };
    await button(page, "Decode CSR").click();
    await asked.promise;
    await context.setOffline(true);
    await page.getByText("Offline", { exact: true }).waitFor();
    // The request may still be answered, but the user does not have to wait.
    await button(page, "Cancel").click();
    await button(page, "Decode CSR").click();
    await alert(page, TEXT.networkError);
    assert.equal(await textbox(page, "CSR").inputValue(), CSR);
    await field(page, "Where it runs").selectOption("device");
    await decode(page);
    await context.setOffline(false);
  },
  { expectErrors: ["Failed to load resource", "net::ERR"] },
);
