/**
 * The CSR popup on pages of other origins: as a window and as a frame, from the network and with
 * the service worker in control.
 */
import assert from "node:assert/strict";
import type { Frame, Page } from "playwright";
import type { CsrPopup } from "../../web/public/csr-popup.d.ts";
import { withoutRandomness } from "../fixtures/csr/generate.ts";
import { type Heard, type HostPages, LISTENING, serveHostPages } from "./host-pages.ts";
import { startDownload } from "./locators.ts";
import { type BrowserTest, browserTest, fullBrowserTest, workerOf } from "./support.ts";
import { isFull, partOf } from "../support/matrix.ts";

const SOURCE = "ssl-tools-csr";
const isLocal = (url: URL) => url.hostname === "127.0.0.1" || url.hostname === "localhost";

type View = Page | Frame;

const button = (view: View, name: string) => view.getByRole("button", { name, exact: true });
const field = (view: View, name: string) => view.getByLabel(name, { exact: true });
const csr = (view: View) => view.getByRole("textbox", { name: "CSR", exact: true });

const heard = (host: View) =>
  host.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);

/** Waits until the host has heard a message of this type, and gives all that it heard. */
async function untilHeard(host: View, type: string): Promise<Heard[]> {
  await host.waitForFunction(
    (type) =>
      (globalThis as unknown as { heard: Heard[] }).heard.some(({ data }) => data.type === type),
    type,
  );
  return await heard(host);
}

/**
 * Round trips through the popup's event loop: messages that were sent before have been handled
 * then.
 */
async function settle(view: View): Promise<void> {
  await view.evaluate(() =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => requestAnimationFrame(() => setTimeout(resolve));
      port2.postMessage(null);
    })
  );
}

/** The frame with this address, once it is there. */
async function frameAt(page: Page, url: string): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((frame) => frame.url() === url);
    if (frame) return frame;
    await page.waitForEvent("framenavigated");
  }
}

/** Presses Close. A click of Playwright's that closes its own page may end in an error. */
const closeWindow = (popup: Page) =>
  Promise.all([
    popup.waitForEvent("close"),
    button(popup, "Close").evaluate((element: HTMLElement) => setTimeout(() => element.click())),
  ]);

async function fill(view: View): Promise<void> {
  const values = {
    "Common Name": "*.example.com",
    "Organization": "Example, Inc.",
    "City": "Köln",
    "State/Province": "NRW",
    "Administrative E-mail": "admin@example.com",
  };
  for (const [name, value] of Object.entries(values)) await field(view, name).fill(value);
}

const values = async (view: View) => ({
  commonName: await view.getByLabel(/^Common Name/).inputValue(),
  organization: await field(view, "Organization").inputValue(),
  email: await field(view, "Administrative E-mail").inputValue(),
  certificateType: await field(view, "Certificate Type").inputValue(),
});
const EMPTY = { commonName: "", organization: "", email: "", certificateType: "SSL/TLS" };
const PREFILL = {
  commonName: "jo@example.com",
  organization: "Host, Inc.",
  email: "host@example.com",
  certificateType: "S/MIME",
};
const prefill = (data: unknown = PREFILL) => ({ source: SOURCE, type: "prefill", data });

interface Embedded {
  /** The page of the other site. */
  host: Page;
  popup: View;
  /** Posts to the popup from the host's own window. */
  post(message: unknown): Promise<void>;
}

type Mode = "window" | "frame";

interface PopupTest extends BrowserTest {
  hosts: HostPages;
  /** Origin of the host page. */
  address: string;
  /** Whether the service worker answers for the popup. */
  controlled: boolean;
}

/** Opens or frames the popup on the host's page, which listens before. */
async function embed(
  { page: host, controlled }: PopupTest,
  address: string,
  site: string,
  mode: Mode,
  attributes: Record<string, string> = {},
): Promise<Embedded> {
  await host.goto(address);
  const url = `${site}/csr/popup`;
  let popup: View;
  if (mode === "window") {
    [popup] = await Promise.all([
      host.waitForEvent("popup"),
      host.evaluate((url) => {
        Object.assign(globalThis, {
          target: open(url, "_blank", "popup,width=1000,height=800"),
        });
      }, url),
    ]);
  } else {
    await host.evaluate(({ url, attributes }) => {
      const frame = document.createElement("iframe");
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
      frame.width = "900";
      frame.height = "800";
      frame.src = url;
      document.body.append(frame);
      Object.assign(globalThis, { target: frame.contentWindow });
    }, { url, attributes });
    popup = await frameAt(host, url);
  }
  await popup.getByRole("heading", { level: 1 }).waitFor();
  const isControlled = await popup.evaluate(() =>
    // A document in an opaque origin has no service worker to ask about.
    globalThis.origin !== "null" && navigator.serviceWorker.controller !== null
  );
  assert.equal(isControlled, controlled && !attributes.sandbox);
  const post = async (message: unknown) => {
    await host.evaluate(
      (message) => (globalThis as unknown as { target: Window }).target.postMessage(message, "*"),
      message,
    );
    await settle(popup);
  };
  return { host, popup, post };
}

/**
 * One test on host pages with the service worker in control, and in the full run from the network too.
 */
function popupTest(
  name: string,
  pages: Parameters<typeof serveHostPages>[0],
  body: (test: PopupTest) => Promise<void>,
  { controlled: both, ...options }: {
    expectErrors?: string[];
    controlled?: readonly boolean[];
  } = {},
): void {
  for (const controlled of both ?? partOf([false, true], 2, 1)) {
    browserTest(
      `csr popup > ${name}${controlled ? ", service worker in control" : ""}`,
      async (test) => {
        await using hosts = await serveHostPages(pages);
        // Frames of another site have a storage of their own, without our service worker.
        const address = controlled ? hosts.sameSite : hosts.otherSite;
        await body({ ...test, hosts, address, controlled });
      },
      { allowOrigin: isLocal, installed: controlled, ...options },
    );
  }
}

const LISTENS = { "/": { html: LISTENING } };

for (const mode of ["window", "frame"] as const) {
  // Either every combination, or one for each test, by turns: a frame under the service worker, a
  // window under it, a frame from the network, a window from it.
  const taken = (test: number) => {
    if (isFull) return { controlled: [false, true] };
    return { controlled: (test % 2 === 0) === (mode === "frame") ? [test % 4 < 2] : [] };
  };

  popupTest(`a ${mode} is ready, is filled in, gives and closes`, LISTENS, async (test) => {
    const { origin, address } = test;
    const { host, popup, post } = await embed(test, address, origin, mode);
    assert.deepEqual(await untilHeard(host, "ready"), [
      { origin, data: { source: SOURCE, type: "ready" } },
    ]);
    await popup.getByText(`The private key will be given to ${address}`).waitFor();
    assert.deepEqual(await values(popup), EMPTY);

    await post(prefill());
    assert.deepEqual(await values(popup), PREFILL);
    await post(prefill({ commonName: "www.example.com", certificateType: "SSL/TLS" }));
    assert.deepEqual(await values(popup), {
      ...PREFILL,
      commonName: "www.example.com",
      certificateType: "SSL/TLS",
    });
    assert.equal((await heard(host)).length, 1, "a prefill sends nothing");
    assert.equal(await csr(popup).count(), 0);

    await fill(popup);
    await button(popup, "Generate CSR").click();
    const messages = await untilHeard(host, "generated");
    assert.equal(messages.length, 2);
    assert.equal(messages[1].origin, origin);
    const { data } = messages[1].data;
    const { csr: request, privateKey, ...rest } = data as Record<string, string>;
    assert.deepEqual(rest, {
      commonName: "*.example.com",
      isWildcard: true,
      keyType: "RSA",
      keySize: 2048,
      digestAlgorithm: "SHA-256",
    });
    await withoutRandomness({ ok: true, value: { csr: request, privateKey } });
    assert.equal(await csr(popup).inputValue(), request);
    assert.equal(
      await popup.getByRole("textbox", { name: "Private Key", exact: true }).inputValue(),
      privateKey,
    );
    const saving = mode === "window" ? popup as Page : host;
    const download = await startDownload(
      saving,
      () => button(popup, "Download private key").click(),
    );
    assert.equal(download.suggestedFilename(), "wildcard.example.com.key.txt");

    // A prefill does not replace a result, and the next form is empty.
    await post(prefill());
    await button(popup, "Generate Another").click();
    assert.deepEqual(await values(popup), EMPTY);
    assert.equal(await field(popup, "Organization Unit").inputValue(), "IT Department");
    assert.equal(await field(popup, "Country").inputValue(), "US");

    if (mode === "window") await closeWindow(popup as Page);
    else await button(popup, "Close").click();
    const last = (await untilHeard(host, "close")).at(-1);
    assert.deepEqual(last, { origin, data: { source: SOURCE, type: "close" } });
    assert.equal((await heard(host)).length, 3);
  }, taken(0));

  popupTest(`a ${mode} takes no message from elsewhere and none that is malformed`, {
    ...LISTENS,
    "/bystander": { html: "" },
  }, async (test) => {
    const { origin, address, hosts } = test;
    const { host, popup, post } = await embed(test, address, origin, mode);
    await untilHeard(host, "ready");
    const malformed: unknown[] = [
      null,
      "prefill",
      [],
      { source: SOURCE, type: "prefill" },
      { source: SOURCE, type: "submit", data: PREFILL },
      { source: "other", type: "prefill", data: PREFILL },
      prefill({ ...PREFILL, commonName: 7 }),
      prefill({ ...PREFILL, certificateType: "VPN" }),
      prefill({ ...PREFILL, email: "x".repeat(2000) }),
      prefill([PREFILL]),
    ];
    for (const message of malformed) await post(message);
    assert.deepEqual(await values(popup), EMPTY);

    // Messages from other windows: one of the host's own origin, others of a third origin.
    for (const bystander of [address, hosts.otherSite, hosts.sameSite]) {
      await host.evaluate((url) => {
        const frame = document.createElement("iframe");
        frame.src = url;
        document.body.append(frame);
        return new Promise((resolve) => frame.onload = resolve);
      }, `${bystander}/bystander`);
      const other = host.frames().filter((frame) => frame.url().endsWith("/bystander")).at(-1)!;
      await other.evaluate(({ message, mode }) => {
        const parent = globalThis.parent as Window & { target?: Window };
        const popup = mode === "frame" ? parent.frames[0] : null;
        if (popup) return popup.postMessage(message, "*");
        // Only the same origin can get a handle of the window.
        try {
          parent.target!.postMessage(message, "*");
        } catch {
          // Expected: another origin gets none.
        }
      }, { message: prefill(), mode });
      await settle(popup);
    }
    // And the popup's own window.
    await popup.evaluate((message) => postMessage(message, "*"), prefill());
    await settle(popup);
    assert.deepEqual(await values(popup), EMPTY);
    assert.equal((await heard(host)).length, 1, "more messages than that it is ready");
  }, taken(1));

  popupTest(`a ${mode} sends nothing to a host without a referrer`, {
    "/": { html: LISTENING, headers: { "referrer-policy": "no-referrer" } },
  }, async (test) => {
    const { origin, address } = test;
    const { host, popup, post } = await embed(test, address, origin, mode);
    await popup.getByText("Nothing will be given to the site around this page").waitFor();
    await post(prefill());
    assert.deepEqual(await values(popup), EMPTY);
    await fill(popup);
    await button(popup, "Generate CSR").click();
    await csr(popup).waitFor();
    await settle(popup);
    assert.deepEqual(await heard(host), []);
    if (mode === "frame") {
      // Only its host could remove the frame, and the host is not known.
      assert.equal(await button(popup, "Close").count(), 0);
      // No page received the key.
      await button(popup, "Generate Another").click();
      await button(popup, "Generate without it").click();
      assert.equal(await button(popup, "Close").count(), 0);
      await popup.getByText("Only that site can close this frame.").waitFor();
      return;
    }
    await startDownload(popup as Page, () => button(popup, "Download private key").click());
    await closeWindow(popup as Page);
    assert.deepEqual(await heard(host), []);
  }, taken(2));

  popupTest(`a ${mode} also reports faults of its fields`, LISTENS, async (test) => {
    const { origin, address } = test;
    const { host, popup } = await embed(test, address, origin, mode);
    await untilHeard(host, "ready");
    const errors = async () =>
      (await untilHeard(host, "error")).slice(1).map(({ data: { error } }) => error);
    await button(popup, "Generate CSR").click();
    assert.deepEqual(await errors(), ["ALL FIELDS MARKED WITH * ARE REQUIRED"]);
    await fill(popup);
    await field(popup, "Common Name").fill("no domain");
    await button(popup, "Generate CSR").click();
    await popup.getByText("INVALID DOMAIN NAME FORMAT").waitFor();
    await settle(popup);
    assert.deepEqual((await errors()).at(-1), "INVALID DOMAIN NAME FORMAT");
  }, taken(3));

  popupTest(`a ${mode} says why making failed, and can be tried again`, LISTENS, async (test) => {
    const { origin, address, page } = test;
    const { host, popup } = await embed(test, address, origin, mode);
    const owner = mode === "window" ? popup as Page : page;
    await fill(popup);
    await button(popup, "Generate CSR").click();
    const worker = await workerOf(owner);
    await csr(popup).waitFor();
    await worker.evaluate(() => {
      const { subtle } = crypto;
      const original = subtle.generateKey;
      Object.assign(subtle, {
        generateKey() {
          Object.assign(subtle, { generateKey: original });
          return Promise.reject(new Error("not today"));
        },
      });
    });
    await button(popup, "Generate Another").click();
    await fill(popup);
    await button(popup, "Generate CSR").click();
    const text = "FAILED TO GENERATE SSL CERTIFICATE CSR";
    await popup.getByRole("alert").filter({ hasText: text }).waitFor();
    const messages = await untilHeard(host, "error");
    assert.deepEqual(messages.at(-1), {
      origin,
      data: { source: SOURCE, type: "error", error: text },
    });
    await button(popup, "Generate CSR").click();
    await csr(popup).waitFor();
    assert.equal((await heard(host)).at(-1)!.data.type, "generated");
  }, taken(4));
}

popupTest("a key is not given to where the opener has gone since", {
  ...LISTENS,
}, async (test) => {
  const { origin, hosts, address } = test;
  const { host, popup } = await embed(test, address, origin, "window");
  await untilHeard(host, "ready");
  const elsewhere = address === hosts.otherSite ? hosts.sameSite : hosts.otherSite;
  // The page navigates itself: a navigation by the driver would separate the windows.
  await Promise.all([
    host.waitForURL(`${elsewhere}/`),
    host.evaluate((url) => location.assign(url), elsewhere),
  ]);
  assert(await popup.evaluate(() => !globalThis.opener.closed), "the popup knows the window still");
  await fill(popup);
  await button(popup, "Generate CSR").click();
  await csr(popup).waitFor();
  await settle(popup);
  assert.deepEqual(await heard(host), []);
}, { expectErrors: ["Failed to execute 'postMessage'"] });

popupTest("a sandboxed frame is offered a window and gets nothing", LISTENS, async (test) => {
  const { origin, address, context } = test;
  const { host, popup, post } = await embed(test, address, origin, "frame", {
    sandbox: "allow-scripts allow-popups allow-popups-to-escape-sandbox",
  });
  assert.equal(await popup.evaluate(() => globalThis.origin), "null");
  const offer = popup.getByRole("link", { name: "Open the CSR generator" });
  // The document shows the form until its code has found out where it is.
  await offer.waitFor();
  await post(prefill());
  assert.equal(await button(popup, "Generate CSR").count(), 0);
  assert.deepEqual(await heard(host), []);
  const [window] = await Promise.all([context.waitForEvent("page"), offer.click()]);
  await button(window, "Generate CSR").waitFor();
  assert.equal(await window.evaluate(() => globalThis.opener), null);
  assert.equal(await button(window, "Close").count(), 0);
}, {
  // The browser's console reports what a sandboxed document may not do.
  expectErrors: ["sandbox", "Blocked", "blocked", "CORS", "Failed to load resource"],
});

popupTest("a host in an opaque origin gets nothing", {
  "/": {
    html: LISTENING,
    headers: {
      "content-security-policy":
        "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
    },
  },
}, async (test) => {
  const { origin, address } = test;
  const { host, popup, post } = await embed(test, address, origin, "window");
  assert.equal(await host.evaluate(() => globalThis.origin), "null");
  await post(prefill());
  assert.deepEqual(await values(popup), EMPTY);
  await fill(popup);
  await button(popup, "Generate CSR").click();
  await csr(popup).waitFor();
  await settle(popup);
  assert.deepEqual(await heard(host), []);
}, { expectErrors: ["Failed to execute 'postMessage'"] });

fullBrowserTest(
  "csr popup > names what is missing, and judges names as the page does",
  async ({ page }) => {
    await page.goto("/csr/popup");
    assert.equal(await button(page, "Close").count(), 0, "there is nothing to close in a tab");
    for (const label of ["Key Type", "Key Size", "Curve", "Digest Algorithm"]) {
      assert.equal(await field(page, label).count(), 0);
    }
    await button(page, "Generate CSR").click();
    const alert = page.getByRole("alert");
    await alert.filter({ hasText: "ALL FIELDS MARKED WITH * ARE REQUIRED" }).waitFor();
    assert(await field(page, "Common Name").evaluate((e) => e === document.activeElement));
    await fill(page);
    await field(page, "Common Name").fill("example");
    await button(page, "Generate CSR").click();
    await page.getByText("INVALID DOMAIN NAME FORMAT").waitFor();
    assert.equal(await alert.count(), 0);
    await field(page, "Certificate Type").selectOption("S/MIME");
    await button(page, "Generate CSR").click();
    await page.getByText("INVALID E-MAIL ADDRESS FORMAT").waitFor();
    await field(page, "Common Name (E-mail)").fill("jo@example.com");
    await button(page, "Generate CSR").click();
    await csr(page).waitFor();
    await page.getByText("There is no other copy").waitFor();
  },
);

fullBrowserTest("csr popup > works offline", async ({ page, context, origin }) => {
  await page.goto("/");
  await context.setOffline(true);
  await page.goto(`${origin}/csr/popup`);
  await fill(page);
  await button(page, "Generate CSR").click();
  await csr(page).waitFor();
}, { installed: true });

for (const controlled of partOf([false, true], 2)) {
  const suffix = controlled ? ", service worker in control" : "";
  const open = async (page: Page) => {
    await page.goto("/csr/popup/docs");
    await page.getByRole("heading", { name: "1. Direct link" }).waitFor();
  };

  fullBrowserTest(`csr popup docs > each demo works${suffix}`, async ({ page, origin }) => {
    await open(page);
    const opened = async (name: string): Promise<Page> => {
      const [popup] = await Promise.all([page.waitForEvent("popup"), button(page, name).click()]);
      await button(popup, "Generate CSR").waitFor();
      return popup;
    };
    const link = page.getByRole("link", { name: "Open the generator" });
    const [direct] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await button(direct, "Generate CSR").waitFor();
    assert.equal(await direct.getByText("will be given to").count(), 0);
    await direct.close();

    const popup = await opened("Open popup window");
    assert.deepEqual(await popup.evaluate(() => [innerWidth, innerHeight]), [1000, 800]);
    await popup.getByText(`The private key will be given to ${origin}`).waitFor();
    await fill(popup);
    await button(popup, "Generate CSR").click();
    await page.getByText("*.example.com", { exact: true }).waitFor();
    const [, line] = (await csr(popup).inputValue()).split("\n");
    assert(!(await page.content()).includes(line), "what was received is not shown");
    await closeWindow(popup);

    await button(page, "Open modal iframe").click();
    const dialog = page.getByRole("dialog", { name: "CSR generator" });
    const frame = await frameAt(page, `${origin}/csr/popup`);
    await button(frame, "Generate CSR").waitFor();
    assert.deepEqual(
      await frame.evaluate(() => [innerWidth, innerHeight]),
      [1000, 850],
    );
    await fill(frame);
    await field(frame, "Common Name").fill("framed.example.com");
    await button(frame, "Generate CSR").click();
    await csr(frame).waitFor();
    await button(frame, "Close").click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("framed.example.com", { exact: true }).waitFor();

    const filled = await opened("Open pre-filled popup");
    await filled.waitForFunction(() => document.querySelector("input")!.value !== "");
    assert.equal(await field(filled, "Common Name").inputValue(), "www.example.com");
    assert.equal(await csr(filled).count(), 0, "it is not sent by itself");
    await filled.close();
    await page.getByText("The popup was closed before a CSR was made.").waitFor();

    const receiving = await opened("Generate and receive");
    await fill(receiving);
    await Promise.all([
      receiving.waitForEvent("close"),
      button(receiving, "Generate CSR").click(),
    ]);
    await page.getByText("*.example.com", { exact: true }).waitFor();
  }, { installed: controlled });
}

fullBrowserTest(
  "csr popup docs > its code can be copied and shows this site",
  async ({ page, origin }) => {
    await page.goto("/csr/popup/docs");
    await button(page, "Copy popup window").click();
    await button(page, "Copied!").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert(copied.includes(`<script src="${origin}/csr-popup.js"></script>`));
    await button(page, "Copy message types").click();
    const types = await Deno.readTextFile(new URL("../../web/popup/messages.ts", import.meta.url));
    await page.waitForFunction(
      (types) => navigator.clipboard.readText().then((text) => text === types),
      types,
    );
  },
  { clipboard: true },
);

browserTest("csr popup > by itself, it loses no key in silence and keeps the focus", async (
  { page },
) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  await page.goto("/csr/popup");
  await fill(page);
  await button(page, "Generate CSR").click();
  await csr(page).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.id);
  assert.equal(await focused(), "content");
  await button(page, "Generate Another").click();
  const dialog = page.getByRole("dialog", { name: "Replace the private key?" });
  const download = await startDownload(
    page,
    () => dialog.getByRole("button", { name: "Download all (ZIP)" }).click(),
  );
  assert.equal(download.suggestedFilename(), "wildcard.example.com.zip");
  await dialog.getByRole("button", { name: "I saved it" }).click();
  await field(page, "Common Name").waitFor();
  assert.equal(await focused(), "content");
  assert.equal(await page.evaluate(() => scrollY), 0);
}, { viewport: { width: 320, height: 568 } });

fullBrowserTest("csr popup > a frame in a small window has a margin, and shows Close", async (
  { page, origin },
) => {
  await page.goto("/csr/popup/docs");
  await page.getByRole("heading", { name: "1. Direct link" }).waitFor();
  await button(page, "Open modal iframe").click();
  const box = await page.getByRole("dialog", { name: "CSR generator" }).boundingBox();
  assert(box);
  assert(box.y >= 16 && box.y + box.height <= 800 - 16, JSON.stringify(box));
  const frame = await frameAt(page, `${origin}/csr/popup`);
  const close = button(frame, "Close");
  const isInView = async () => {
    await close.waitFor();
    return await close.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  };
  assert(await isInView());
  await fill(frame);
  await button(frame, "Generate CSR").click();
  await csr(frame).waitFor();
  assert(await isInView());
}, { viewport: { width: 1280, height: 800 } });

browserTest("csr popup > the helper works on a page of another site", async ({ page, origin }) => {
  await using hosts = await serveHostPages({
    "/": { html: `<script src="${origin}/csr-popup.js"></script>` },
  });
  await page.goto(hosts.otherSite);
  for (const mode of ["window", "frame"] as const) {
    const open = page.evaluate((mode) => {
      const { csrPopup } = globalThis as unknown as { csrPopup: CsrPopup };
      Object.assign(globalThis, {
        answer: csrPopup.open({
          mode,
          prefill: { commonName: "helped.example.com", organization: "Helped" },
          closeWhenGenerated: true,
        }),
      });
    }, mode);
    const [popup] = await Promise.all([
      mode === "window" ? page.waitForEvent("popup") : page.waitForEvent("frameattached"),
      open,
    ]);
    await popup.waitForURL(`${origin}/csr/popup`);
    await popup.waitForFunction(() => document.querySelector("input")?.value);
    await fill(popup);
    await button(popup, "Generate CSR").click();
    const answer = await page.evaluate(() =>
      (globalThis as unknown as { answer: Promise<Record<string, string>> }).answer
    );
    await withoutRandomness({ ok: true, value: answer });
    assert.equal(answer.commonName, "*.example.com");
  }
  // The result may arrive before the host's dialog has closed.
  await page.locator("dialog").waitFor({ state: "detached" });
}, { allowOrigin: isLocal });
