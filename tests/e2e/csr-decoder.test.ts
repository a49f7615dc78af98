/** The CSR decoder in a real Chromium. */
import assert from "node:assert/strict";
import type { Page, Route } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { csrFixture as fixture } from "../fixtures/csr/index.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const VALID = fixture("rsa2048-sha256");

const area = (page: Page) => page.getByRole("textbox", { name: "CSR", exact: true });
const decode = (page: Page) => page.getByRole("button", { name: "Decode CSR" });

async function open(page: Page): Promise<void> {
  await page.goto("/csr-decoder");
  await area(page).waitFor();
}

/**
 * Types the text and presses the button, which answers even if the decoder was about to run by
 * itself.
 */
async function enter(page: Page, text: string): Promise<void> {
  await area(page).fill(text);
  await decode(page).click();
}

browserTest(
  "decoder > reads a request and says that its signature holds",
  async ({ page, requests }) => {
    await open(page);
    const before = requests.length;
    await enter(page, VALID);
    await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
    await page.getByText(TEXT.csrVerified).waitFor();
    for (
      const heading of ["Subject Information", "Public Key Information", "Signature Information"]
    ) {
      assert(await page.getByRole("heading", { name: heading }).isVisible(), heading);
    }
    assert(await page.getByText("2048 bits").isVisible());
    assert.equal(await area(page).inputValue(), VALID);
    const sent = requests.slice(before).filter((line) => line.startsWith("POST"));
    assert.deepEqual(sent, [], "nothing is sent");
  },
);

fullBrowserTest("decoder > warns of a signature that does not hold", async ({ page }) => {
  await open(page);
  await enter(page, fixture("tampered-rsa-signature"));
  await page.getByRole("heading", { name: TEXT.csrSignatureFailed }).waitFor();
  assert(await page.getByRole("heading", { name: "Subject Information" }).isVisible());
});

fullBrowserTest(
  "decoder > does not call a signature bad that it cannot verify",
  async ({ page }) => {
    await open(page);
    await enter(page, fixture("dsa1024"));
    await page.getByRole("heading", { name: TEXT.csrSignatureUnknown }).waitFor();
    assert.equal(await page.getByText(TEXT.csrSignatureFailed).count(), 0);
  },
);

fullBrowserTest(
  "decoder > names text that is not a request, keeps it, and lets the banner be dismissed",
  async ({ page }) => {
    await open(page);
    const certificate = fixture("is-certificate");
    await enter(page, certificate);
    // A string would match it in other letters too.
    const alert = page.getByRole("alert").filter({ hasText: /^THIS IS A CERTIFICATE, NOT A CSR/ });
    await alert.waitFor();
    assert.equal(await area(page).inputValue(), certificate);
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await alert.waitFor({ state: "detached" });
    assert.equal(await area(page).inputValue(), certificate);
  },
);

fullBrowserTest("decoder > asks for a request only under the field", async ({ page }) => {
  await open(page);
  await decode(page).click();
  await page.getByText(TEXT.csrRequired).waitFor();
  assert.equal(await page.getByText(TEXT.csrRequired).count(), 1);
  assert.equal(await page.getByRole("alert").filter({ hasText: TEXT.csrRequired }).count(), 0);
  assert.equal(await area(page).getAttribute("aria-invalid"), "true");
  await area(page).fill("x");
  await page.getByText(TEXT.csrRequired).waitFor({ state: "detached" });
});

fullBrowserTest("decoder > works with only the keyboard", async ({ page }) => {
  await open(page);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.tagName === "TEXTAREA" && activeElement.isConnected;
    });
  for (let presses = 0; !await focused(); presses++) {
    assert(presses < 20, "the text area is not reached by Tab");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.insertText(VALID);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
});

browserTest("decoder > counts what a public CA will say among the findings", async ({ page }) => {
  await open(page);
  // Its subject has a byte that its text type does not allow.
  await enter(page, fixture("name-malformed-utf8"));
  await page.getByRole("heading", { name: "What a public CA will say" }).waitFor();
  const listed = page.locator("section").filter({
    has: page.getByRole("heading", { name: /^(?:What a public CA will say|Findings)$/ }),
  }).getByRole("listitem");
  const fact = page.locator("dl > div").filter({ hasText: /^Findings/ }).locator("dd");
  assert.equal(await fact.innerText(), String(await listed.count()));
});

fullBrowserTest("decoder > reads a dropped DER file", async ({ page }) => {
  await open(page);
  const der = Uint8Array.from(
    atob(VALID.split("-----")[2].replace(/\s/g, "")),
    (c) => c.charCodeAt(0),
  );
  const transfer = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], "request.der"));
    return transfer;
  }, [...der]);
  await area(page).dispatchEvent("drop", { dataTransfer: transfer });
  await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
});

fullBrowserTest(
  "decoder > refuses ten megabytes by their size and stays awake",
  async ({ page }) => {
    await open(page);
    await area(page).evaluate((element) => {
      const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!;
      set.call(element, "A".repeat(10 * 1024 * 1024));
      element.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await decode(page).click();
    await page.getByText("CSR is too large: 10.0 MiB, at most 1 MiB").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await enter(page, VALID);
    await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
  },
);

fullBrowserTest(
  "decoder > works with the network off after the first visit",
  async ({ page, context }) => {
    await open(page);
    await context.setOffline(true);
    await page.reload();
    await enter(page, VALID);
    await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
  },
  { installed: true },
);

browserTest(
  "decoder > runs on the server when the user says so, and remembers it",
  async ({ page, requests }) => {
    await open(page);
    await page.getByLabel("Where it runs").selectOption({ label: "On the server" });
    await enter(page, VALID);
    await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
    assert(requests.some((line) => line.startsWith("POST") && line.endsWith("/api/csr/decode")));
    await page.reload();
    await area(page).waitFor();
    const chosen = await page.getByLabel("Where it runs").evaluate((element) =>
      (element as HTMLSelectElement).selectedOptions[0].label
    );
    assert.equal(chosen, "On the server");
  },
);

fullBrowserTest(
  "decoder > says that the API failed, in the order of the texts",
  async ({ page }) => {
    await open(page);
    await page.getByLabel("Where it runs").selectOption({ label: "On the server" });
    const answers: [Parameters<Route["fulfill"]>[0] | null, string][] = [
      [
        { status: 429, json: { success: false, error: "RATE LIMIT EXCEEDED" } },
        "RATE LIMIT EXCEEDED",
      ],
      [{ status: 500, json: {} }, TEXT.errorOccurred],
      [{ status: 200, body: "<html>", contentType: "text/html" }, TEXT.networkError],
      [{ status: 200, json: { success: false } }, TEXT.csrDecodeFailed],
      [null, TEXT.networkError],
    ];
    for (const [answer, text] of answers) {
      await page.unrouteAll();
      await page.route(
        "**/api/csr/decode",
        (route) => answer ? route.fulfill(answer) : route.abort(),
      );
      await enter(page, VALID);
      await page.getByRole("alert").filter({ hasText: text }).waitFor();
      assert.equal(await area(page).inputValue(), VALID);
    }
  },
  { expectErrors: ["Failed to load resource"] },
);
