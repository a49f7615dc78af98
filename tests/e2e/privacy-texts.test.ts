/** The texts about privacy are true wherever the tool runs, by choice or of necessity. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { exampleCertificate } from "../../core/examples.ts";
import { chainText } from "../fixtures/chain/index.ts";
import { button, field, section, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

/** Sentences that would be false if data is sent. */
const KEEPS =
  /stays? (?:on this device|in (?:this|your) browser)|without the upload|by your (?:own )?browser|in your own browser|exists nowhere else|(?:sent|send it) nowhere|leaving your device|runs on your device/i;
const SENDS = /is sent to our server/;
const ADVICE = "For your privacy and security, use tools like these inside your own hosting or " +
  "server environment.";

const withoutCrypto = () => Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
const textOf = (page: Page) => page.locator("main").innerText();
const notice = (page: Page) => page.getByRole("complementary", { name: "Security notice" });

const TOOLS = ["/csr", "/csr-decoder", "/chain", "/match", "/pfx", "/caa"];

browserTest(
  "privacy texts > on the device: what you enter stays in this browser",
  async ({ page }) => {
    for (const path of [...TOOLS, "/"]) {
      await page.goto(path);
      const said = await notice(page).innerText();
      assert(said.includes(ADVICE), path);
      assert.match(said, /What you enter stays in this browser/, path);
      assert(!SENDS.test(await textOf(page)), path);
    }
    await page.goto("/csr/popup");
    const said = await notice(page).innerText();
    assert(said.includes(ADVICE));
    assert.match(said, /The key is made in this browser/);
  },
);

fullBrowserTest(
  "privacy texts > on the server by choice: what you enter is sent",
  async ({ page }) => {
    for (const path of TOOLS) {
      await page.goto(path);
      await field(page, "Where it runs").selectOption("server");
      const text = await textOf(page);
      assert.match(await notice(page).innerText(), SENDS, path);
      assert(!KEEPS.test(text), `${path}: ${KEEPS.exec(text)?.[0]}`);
      assert(!KEEPS.test(await page.title()), path);
    }
  },
);

fullBrowserTest(
  "privacy texts > on the server without WebCrypto: what you enter is sent",
  async ({ page }) => {
    await page.addInitScript(withoutCrypto);
    // The CAA generator needs no cryptography and runs here.
    for (const path of [...TOOLS.filter((path) => path !== "/caa"), "/", "/csr/popup"]) {
      await page.goto(path);
      await notice(page).getByText(/sent to our server/).waitFor();
      assert((await notice(page).innerText()).includes(ADVICE), path);
      const text = await textOf(page);
      assert(!KEEPS.test(text), `${path}: ${KEEPS.exec(text)?.[0]}`);
    }
  },
);

browserTest(
  "privacy texts > a look-up sends the domain, wherever records are read",
  async ({ page }) => {
    await page.goto("/caa");
    await page.getByRole("tab", { name: "Check existing records" }).click();
    for (const said of [await notice(page).innerText(), await textOf(page)]) {
      assert(!said.includes("What you enter stays"), said);
      assert.match(
        said,
        /Records that you paste stay in this browser.*"Look up" sends the domain to our server/,
      );
    }
  },
);

fullBrowserTest("privacy texts > completing a chain sends its certificates", async ({ page }) => {
  await page.route("**/api/chain/analyze", (route) => route.abort());
  await page.goto("/chain");
  const stays = notice(page).getByText("What you enter stays in this browser");
  await stays.waitFor();
  await page.getByRole("checkbox", { name: "Complete chains online" }).check();
  await notice(page).getByText("the certificates are sent to our server").waitFor();
  await page.getByRole("checkbox", { name: "Complete chains online" }).uncheck();
  await stays.waitFor();
  await textbox(page, "Certificate").fill(chainText("lasting-incomplete"));
  await button(page, "Analyze Chain").click();
  await button(page, "Complete chain online").click();
  await notice(page).getByText("its certificates were sent to our server").waitFor();
  await button(page, "Reset").click();
  await stays.waitFor();
  await page.goto("/pfx");
  await textbox(page, "Certificate").fill(chainText("lasting-incomplete"));
  await page.getByText("Only the certificates are sent to our server").waitFor();
  await button(page, "Complete chain online").click();
  await notice(page).getByText("its certificates were sent to our server").waitFor();
}, { expectErrors: ["Failed to load resource", "net::ERR"] });

browserTest(
  "privacy texts > the popup has a title and a description of its own",
  async ({ page }) => {
    const head = async (path: string) => {
      await page.goto(path);
      const description = page.locator('meta[name="description"]');
      return [await page.title(), await description.getAttribute("content")];
    };
    const [title, description] = await head("/csr/popup");
    assert.equal(title, "CSR Popup | SSL Tools");
    assert(description);
    const [pageTitle, pageDescription] = await head("/csr");
    assert.notEqual(title, pageTitle);
    assert.notEqual(description, pageDescription);
  },
);

fullBrowserTest(
  "privacy texts > a name for one thing: the certificate's field after a result",
  async ({ page }) => {
    const named = () => page.getByLabel("Certificate", { exact: true });
    await page.goto("/match");
    await button(page, "Fill Example Data").click();
    await button(page, "Verify Match").click();
    await section(page, "Certificate details").waitFor();
    assert.equal(await named().count(), 1);
    await page.goto("/pfx");
    await textbox(page, "Certificate").fill(exampleCertificate);
    await button(page, "Fill Example Data").click();
    await button(page, "Convert").click();
    await section(page, "Certificate details").waitFor();
    assert.equal(await named().count(), 1);
  },
);
