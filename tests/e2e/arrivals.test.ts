/** Text or files pasted or dropped outside the fields: the page takes them, or offers another page. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { p12 } from "../fixtures/pfx/index.ts";
import { button, CHAIN_VERDICT, field, heading, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const CERTIFICATE = matchFile("rsa-certificate.pem");
const KEY = matchFile("rsa-pkcs8-key.pem");

/** Pastes into the page itself, as right after opening it. */
const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }),
    );
  }, text);

const drop = (page: Page, files: Record<string, string>) =>
  page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of Object.entries(files)) {
      dataTransfer.items.add(new File([text], name));
    }
    const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
    document.querySelector("h1")!.dispatchEvent(event);
    if (!event.defaultPrevented) throw new Error("The browser would leave the page");
  }, files);

const offer = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

browserTest("arrivals > a page takes what is for it", async ({ page, requests }) => {
  await page.goto("/csr-decoder");
  await paste(page, csrFixture("p256-sha256"));
  await heading(page, TEXT.csrValid);
  await page.goto("/match");
  await drop(page, { "a.txt": KEY + CERTIFICATE });
  await heading(page, TEXT.matchCertificate);
  assert.equal((await textbox(page, "Certificate").inputValue()).trim(), CERTIFICATE.trim());
  assert.equal((await textbox(page, "Private Key").inputValue()).trim(), KEY.trim());
  await page.goto("/pfx");
  await paste(page, p12("openssl-aes").toBase64());
  await page.getByText("This file has a password").first().waitFor();
  await page.goto("/caa");
  await paste(page, 'example.com. IN CAA 0 issue "letsencrypt.org"');
  await page.getByRole("tab", { name: "Check existing records", selected: true }).waitFor();
  await page.goto("/chain");
  await paste(page, "https://shop.example.com/path");
  await field(page, "Domain").waitFor();
  await page.goto("/inspect");
  await drop(page, { "one.pem": CERTIFICATE, "two.key": KEY });
  await page.getByRole("heading", { name: "2 objects found" }).waitFor();
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
});

fullBrowserTest("arrivals > what is not for a page is offered to others", async ({ page }) => {
  await page.goto("/password");
  await paste(page, "what is this?");
  await paste(page, CERTIFICATE);
  await page.getByText("This is a certificate.", { exact: true }).waitFor();
  await offer(page, "Open in the inspector").waitFor();
  await offer(page, "Open in the chain analyzer").click();
  await heading(page, CHAIN_VERDICT);
  assert.equal(await offer(page, "Open in the inspector").count(), 0);
  // A paste into a field belongs to the field.
  await textbox(page, "Certificate").focus();
  await textbox(page, "Certificate").dispatchEvent("paste");
  await drop(page, { "k.pem": KEY });
  await page.getByText("This is a private key.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  assert.equal(await offer(page, "Open in the matcher").count(), 0);
});

/** Waits until the field "Domain" has this value: it is filled in after the page's code has loaded. */
const domainIs = (page: Page, domain: string) =>
  page.waitForFunction(
    (domain) =>
      [...document.querySelectorAll("input")].some(({ value, labels }) =>
        value === domain && labels?.[0]?.textContent.includes("Domain")
      ),
    domain,
  );

fullBrowserTest("arrivals > home: a domain, and what was pasted", async ({ page, requests }) => {
  await page.goto("/");
  const text = textbox(page, "Text to inspect");
  await text.fill("https://shop.example.com:8443/cart");
  await offer(page, "See its CAA records").click();
  await page.waitForURL("**/caa");
  await domainIs(page, "shop.example.com");
  // The other task has the same domain.
  await page.getByRole("tab", { name: "Generate records" }).click();
  await domainIs(page, "shop.example.com");
  // A wildcard is not a host name.
  await page.goto("/");
  await text.fill("*.example.com:8443");
  await offer(page, "See its CAA records").waitFor();
  assert.equal(await button(page, "Check this website").count(), 0);
  await offer(page, "See its CAA records").click();
  await page.waitForURL("**/caa");
  await domainIs(page, "*.example.com");
  await page.goto("/");
  await paste(page, CERTIFICATE);
  await page.waitForURL("**/inspect");
  await page.getByText("rsa.example.com").first().waitFor();
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
});

/** Drags over the page itself: files, or only text. */
const dragOver = (page: Page, kind: "files" | "text") =>
  page.evaluate((kind) => {
    const dataTransfer = new DataTransfer();
    if (kind === "text") dataTransfer.setData("text/plain", "text");
    else dataTransfer.items.add(new File(["x"], "a.pem"));
    document.querySelector("h1")!.dispatchEvent(
      new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer }),
    );
  }, kind);

/** Its place and text, as CSS shows them. */
const signOf = async (page: Page) => {
  await page.locator("html[data-drop]").waitFor();
  return await page.evaluate(() => {
    const { content, position } = getComputedStyle(document.documentElement, "::after");
    return `${position}: ${content}`;
  });
};

fullBrowserTest(
  "arrivals > files that are dragged over a page show where they go",
  async ({ page }) => {
    for (
      const [path, target] of [
        ["/", "The inspector opens them"],
        ["/inspect", "The inspector opens them"],
        ["/chain", "This page reads them if they fit"],
        ["/password", "We show which tool opens them"],
      ]
    ) {
      await page.goto(path);
      await dragOver(page, "files");
      const sign = await signOf(page);
      assert(sign.startsWith("fixed: ") && sign.includes(target), `${path}: ${sign}`);
      await drop(page, { "a.txt": CERTIFICATE });
      assert.equal(await page.locator("html[data-drop]").count(), 0);
    }
    // The last page stays, and its code for the sign is loaded: text shows none.
    await dragOver(page, "text");
    assert.equal(await page.locator("html[data-drop]").count(), 0);
    // The pointer leaves the window without another event.
    await page.goto("/csr");
    await dragOver(page, "files");
    await signOf(page);
    await page.locator("html:not([data-drop])").waitFor();
  },
);
