/**
 * Every screen in every state that a user meets: empty, in error, with a result. The tests of looks
 * and access, and the task that draws the screenshots, walk through the same ones.
 */
import type { Page } from "playwright";
import { exampleCertificate } from "../../core/examples.ts";
import * as TEXT from "../../core/texts.ts";
import { pageText } from "../../core/page-text.ts";
import { csrFixtures } from "../fixtures/csr/index.ts";
import { EXAMPLE_CHAIN } from "../../web/src/tools/chain/example.ts";
import { HOST, hostAnswer } from "./host-answers.ts";
import { button, filled, heading, textbox } from "./locators.ts";

export interface ScreenState {
  /** The screen, such as "csr"; with the state it is the name of the picture. */
  screen: string;
  state: string;
  path: string;
  /** Leads from the opened page to the state. */
  enter(page: Page): Promise<unknown>;
}

const press = (page: Page, name: string) => button(page, name).click();
/** Waits until the result has replaced the text that announces it. */
const result = (page: Page) =>
  page.getByRole("region", { name: "Result" }).getByRole("heading", { level: 2 }).nth(1).waitFor();
const alert = (page: Page) => page.getByRole("alert").first().waitFor();

/** Waits for the part of a result that comes last. */
const whole = (page: Page) => button(page, "Copy as JSON").waitFor();
/** The rules are checked by themselves, after the result. */
const rulesChecked = (page: Page) => page.getByText(/It passes \d+ rules\.$/).waitFor();

const stay = () => Promise.resolve();

const optionOf = (page: Page, list: string, option: string) =>
  page.getByLabel(list, { exact: true }).locator("option", { hasText: option })
    .waitFor({ state: "attached" });

/** Waits for the countries, which come all at once after the first paint. */
const countries = (page: Page) => optionOf(page, "Country", "Zimbabwe");

/** Waits also for the kinds of keys that the engine can make. */
async function wholeForm(page: Page): Promise<void> {
  await countries(page);
  await optionOf(page, "Key Type", "Ed25519");
}

async function generateCsr(page: Page): Promise<void> {
  await wholeForm(page);
  await press(page, "Fill Example Data");
  // The quickest to make.
  await page.getByLabel("Key Type", { exact: true }).selectOption("ECC");
  await press(page, "Generate CSR");
  await heading(page, "CSR and private key are ready");
  await whole(page);
}

/** The files of the inspector's fixture, whose names say nothing. */
const MESSY = new URL("../fixtures/inspect/messy/", import.meta.url).pathname;

async function startFromCertificate(page: Page): Promise<void> {
  await page.getByText("Start from a certificate or CSR").click();
  await textbox(page, "Certificate or CSR").fill(exampleCertificate);
  await press(page, "Fill in the form");
  await page.getByText("Filled in from the certificate").waitFor();
  await page.getByText("Use a private key that you have").click();
}

async function dropMessyFolder(page: Page): Promise<void> {
  await page.getByLabel("Open folder").setInputFiles(MESSY);
  await page.getByText("Select an item for its details").waitFor();
  // The verdict and the tree are drawn after the announcement.
  await page.getByRole("button", { name: "Save all", exact: true }).waitFor();
  await page.getByRole("group", { name: "Objects" }).waitFor();
}

/**
 * Eight addresses, one of which sends a chain that is not valid; of revocation nothing is known.
 */
async function analyzeHost(page: Page): Promise<void> {
  const addresses = Array.from({ length: 8 }, (_, i) => `192.0.2.${i + 1}`);
  const { chain, everywhere, revocation } = await hostAnswer(addresses);
  const stapling = { required: false, stapled: null };
  const data = { ...chain, everywhere, revocation, stapling, caa: null };
  await page.route(
    "**/api/chain/analyze-url",
    (route) => route.fulfill({ json: { success: true, data } }),
  );
  await press(page, "Analyze Chain");
  await heading(page, /^1 of 8 addresses/);
  await rulesChecked(page);
  await whole(page);
}

const ALL: readonly ScreenState[] = [
  { screen: "home", state: "empty", path: "/", enter: stay },
  {
    screen: "home",
    state: "tools",
    path: "/",
    async enter(page) {
      const menu = button(page, "Menu");
      await (await menu.isVisible() ? menu : button(page, "SSL Certificate Tools")).click();
      await page.getByRole("banner").getByRole("link", { name: "Chain Analyzer" }).waitFor();
    },
  },
  { screen: "inspect", state: "empty", path: "/inspect", enter: stay },
  {
    screen: "inspect",
    state: "error",
    path: "/inspect",
    async enter(page) {
      await press(page, "Inspect");
      await page.getByText(TEXT.inspectRequired).waitFor();
    },
  },
  { screen: "inspect", state: "result", path: "/inspect", enter: dropMessyFolder },
  {
    screen: "inspect",
    state: "object",
    path: "/inspect",
    async enter(page) {
      await dropMessyFolder(page);
      await page.getByRole("group", { name: "Objects" })
        .getByRole("button", { name: /^alpha\.example/ }).first().click();
      await press(page, "Show the structure");
      await page.getByRole("tree", { name: "ASN.1 elements" }).waitFor();
      await rulesChecked(page);
      await heading(page, "Save as");
    },
  },
  { screen: "csr", state: "started-from", path: "/csr", enter: startFromCertificate },
  { screen: "csr", state: "empty", path: "/csr", enter: wholeForm },
  {
    screen: "csr",
    state: "error",
    path: "/csr",
    async enter(page) {
      await textbox(page, "Common Name").fill("harbor_light");
      await press(page, "Generate CSR");
      await page.getByText(TEXT.cityRequired).waitFor();
    },
  },
  { screen: "csr", state: "result", path: "/csr", enter: generateCsr },
  { screen: "certificate", state: "empty", path: "/certificate", enter: stay },
  {
    screen: "certificate",
    state: "options",
    path: "/certificate",
    async enter(page) {
      await page.getByText("More options", { exact: true }).click();
      await page.getByLabel("Signed by", { exact: true }).selectOption("existing-ca");
      await textbox(page, "CA certificate").waitFor();
    },
  },
  {
    screen: "certificate",
    state: "error",
    path: "/certificate",
    async enter(page) {
      await textbox(page, "Name 1").fill("harbor_light");
      await press(page, "Generate certificate");
      await page.getByText(pageText(TEXT.certificateNameInvalid)).waitFor();
    },
  },
  {
    screen: "certificate",
    state: "result",
    path: "/certificate",
    async enter(page) {
      await press(page, "Fill Example Data");
      await press(page, "Generate certificate");
      await heading(page, "Certificate is ready");
      await whole(page);
    },
  },
  { screen: "csr-decoder", state: "empty", path: "/csr-decoder", enter: stay },
  {
    screen: "csr-decoder",
    state: "error",
    path: "/csr-decoder",
    async enter(page) {
      await textbox(page, "CSR").fill("no request");
      await press(page, "Decode CSR");
      await alert(page);
    },
  },
  {
    screen: "csr-decoder",
    state: "result",
    path: "/csr-decoder",
    async enter(page) {
      await press(page, "Fill Example Data");
      await heading(page, TEXT.csrValid);
      await whole(page);
    },
  },
  {
    screen: "csr-decoder",
    state: "again",
    path: "/csr-decoder",
    async enter(page) {
      const differs = csrFixtures.find(({ name }) => name === "name-malformed-utf8")!;
      await textbox(page, "CSR").fill(differs.input.csr);
      await page.getByText("Read again with another library", { exact: true }).click();
      await page.getByText("Differs", { exact: true }).waitFor();
      await whole(page);
    },
  },
  { screen: "chain", state: "empty", path: "/chain", enter: stay },
  {
    screen: "chain",
    state: "url",
    path: "/chain",
    async enter(page) {
      await page.getByRole("tab", { name: "From URL" }).click();
      await textbox(page, "Domain").waitFor();
    },
  },
  {
    screen: "chain",
    state: "error",
    path: "/chain",
    async enter(page) {
      await textbox(page, "Certificate").fill("no certificate");
      await press(page, "Analyze Chain");
      await page.locator('[aria-invalid="true"]').or(page.getByRole("alert")).first().waitFor();
    },
  },
  {
    screen: "chain",
    state: "result",
    path: "/chain",
    async enter(page) {
      await press(page, "Fill Example Data");
      await result(page);
      await rulesChecked(page);
      await heading(page, "Save as");
      await whole(page);
    },
  },
  {
    screen: "chain",
    state: "verifier",
    path: "/chain",
    async enter(page) {
      const [leaf, ca, root] = EXAMPLE_CHAIN.split(/(?<=END CERTIFICATE-----\n)/);
      await textbox(page, "Certificate").fill(leaf + ca);
      await page.getByText("Check for this host name").click();
      await textbox(page, "Host name").fill("other.example.net");
      await page.getByText("Also trust these roots").click();
      await textbox(page, "Roots").fill(root);
      await press(page, "Analyze Chain");
      await result(page);
      await rulesChecked(page);
      await whole(page);
    },
  },
  { screen: "chain", state: "host", path: `/chain?host=${HOST}`, enter: analyzeHost },
  { screen: "match", state: "empty", path: "/match", enter: stay },
  {
    screen: "match",
    state: "error",
    path: "/match",
    async enter(page) {
      await textbox(page, "Certificate").fill("no certificate");
      await textbox(page, "Private Key").fill("no key");
      await press(page, "Verify Match");
      await page.locator('[aria-invalid="true"]').or(page.getByRole("alert")).first().waitFor();
    },
  },
  {
    screen: "match",
    state: "result",
    path: "/match",
    async enter(page) {
      await press(page, "Fill Example Data");
      await press(page, "Verify Match");
      await result(page);
      await heading(page, "Save as");
      await whole(page);
    },
  },
  { screen: "pfx", state: "empty", path: "/pfx", enter: stay },
  {
    screen: "pfx",
    state: "error",
    path: "/pfx",
    async enter(page) {
      await textbox(page, "Certificate").fill("no certificate");
      await textbox(page, "Private Key").fill("no key");
      await page.getByLabel("Password", { exact: true }).fill("Harbor-Light-26");
      await press(page, "Convert");
      await page.locator('[aria-invalid="true"]').or(page.getByRole("alert")).first().waitFor();
    },
  },
  {
    screen: "pfx",
    state: "result",
    path: "/pfx",
    async enter(page) {
      await press(page, "Fill Example Data");
      await filled(page, "Certificate");
      await page.getByLabel("Password", { exact: true }).fill("Harbor-Light-26");
      await press(page, "Convert");
      await button(page, "Download PFX").waitFor();
    },
  },
  { screen: "caa", state: "empty", path: "/caa", enter: stay },
  {
    screen: "caa",
    state: "error",
    path: "/caa",
    async enter(page) {
      await press(page, "Generate");
      await page.getByText(TEXT.caaDomainRequired).waitFor();
    },
  },
  {
    screen: "caa",
    state: "result",
    path: "/caa",
    async enter(page) {
      await press(page, "Fill Example Data");
      await press(page, "Generate");
      await button(page, "Copy All").waitFor();
      await whole(page);
    },
  },
  {
    screen: "password",
    state: "empty",
    path: "/password",
    // A password is there without a click.
    enter: (page) => button(page, "Copy All").waitFor(),
  },
  {
    screen: "password",
    state: "error",
    path: "/password",
    async enter(page) {
      for (const name of ["Uppercase", "Lowercase", "Numbers", "Symbols"]) {
        await page.getByRole("checkbox", { name, exact: true }).uncheck();
      }
      await press(page, "Generate");
      await page.getByText(TEXT.passwordTypeRequired).waitFor();
    },
  },
  {
    screen: "password",
    state: "result",
    path: "/password",
    async enter(page) {
      await page.getByLabel("Number of Passwords").fill("3");
      await press(page, "Generate");
      await button(page, "Download passwords").waitFor();
    },
  },
  { screen: "api-docs", state: "page", path: "/api/docs", enter: stay },
  {
    screen: "api-docs",
    state: "endpoint",
    path: "/api/docs#chain-analyze",
    enter: async (page) => {
      await page.getByRole("table", { name: "Fields" }).waitFor();
    },
  },
  { screen: "csr-popup-docs", state: "page", path: "/csr/popup/docs", enter: stay },
  { screen: "csr-popup", state: "empty", path: "/csr/popup", enter: countries },
  {
    screen: "csr-popup",
    state: "error",
    path: "/csr/popup",
    async enter(page) {
      await press(page, "Generate CSR");
      await alert(page);
    },
  },
  {
    screen: "csr-popup",
    state: "result",
    path: "/csr/popup",
    async enter(page) {
      const values = {
        "Common Name": "www.harbor-light.example",
        "Organization": "Harbor Light Ltd",
        "City": "Dover",
        "State/Province": "Kent",
        "Administrative E-mail": "ops@harbor-light.example",
      };
      for (const [name, value] of Object.entries(values)) await textbox(page, name).fill(value);
      await press(page, "Generate CSR");
      await heading(page, "CSR and private key are ready");
    },
  },
  { screen: "unknown", state: "page", path: "/no-such-page", enter: stay },
];

export const screenStates: readonly ScreenState[] = ALL;
