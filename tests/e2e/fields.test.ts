/**
 * The fields of every page help the keyboard of a phone and the browser's autofill: each has the
 * attributes of the table. A field without an entry fails, and in the full run, which visits every page,
 * an entry without a field.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { pages } from "../../web/src/app/routing/pages.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { button, field, heading, openFormats, textbox } from "./locators.ts";
import { isFull, partOf } from "../support/matrix.ts";
import { browserTest } from "./support.ts";

/** Type, autocapitalize, autocomplete, inputmode, enterkeyhint and spellcheck, with "-" for an absent one. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  "email off - - go false": ["IODEF E-mail"],
  "email off - email go false": ["Common Name (E-mail)"],
  "email off email email go false": ["Administrative E-mail"],
  "password off off - go false": ["Key Passphrase", "New passphrase", "Passphrase", "Password"],
  "search off off - search false": ["Search objects"],
  "text characters country - go false": ["Country code"],
  "text off - - go false": ["Common name", "Name N of several"],
  "text off - numeric go false": ["Path length", "Valid for days"],
  "text off - url go false": ["Common Name", "Issuer domain", "Domain"],
  "text off - url next false": ["Additional name N", "Name N"],
  "text off off - go false": ["Friendly Name"],
  "text off off url go false": ["Host name"],
  "text words address-level1 - go false": ["State/Province"],
  "text words address-level2 - go false": ["City"],
  "text words organization - go false": ["Organization"],
  "textarea off off - - false": [
    "CA certificate",
    "CA private key",
    "Certificate or CSR",
    "Existing Records",
    "Or a PFX file with both",
    "PFX File",
    "Private Key",
    "Request body",
    "Your Private Key",
    "CSR",
    "Certificate",
    "Roots",
  ],
  "textarea off off - enter false": ["Text to inspect"],
  "url off - - go false": ["Account URI"],
};

const openAll = (page: Page) =>
  page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLDetailsElement>("main details")) {
      each.open = true;
    }
  });

const MESSY = new URL("../fixtures/inspect/messy", import.meta.url).pathname;

/** Leads to the fields that a page does not show at first. Each step may lead to more of them. */
const STEPS: Readonly<Record<string, readonly ((page: Page) => Promise<unknown>)[]>> = {
  "/": [],
  "/inspect": [async (page) => {
    await page.getByLabel("Open folder").setInputFiles(MESSY);
    await heading(page, "13 objects found");
  }],
  "/csr": [
    async (page) => {
      await button(page, "Add a name").click();
      await textbox(page, "Your Private Key").waitFor();
      await textbox(page, "Certificate or CSR").waitFor();
    },
    (page) => field(page, "Certificate Type").selectOption("S/MIME"),
  ],
  "/csr/popup": [],
  "/certificate": [
    async (page) => {
      await field(page, "Kind").selectOption("intermediate-ca");
      await field(page, "Signed by").selectOption("existing-ca");
      await textbox(page, "CA certificate").waitFor();
      await textbox(page, "Name 1 of several").waitFor();
    },
  ],
  "/chain": [
    async (page) => {
      await textbox(page, "Host name").waitFor();
      await textbox(page, "Roots").waitFor();
    },
    (page) => page.getByRole("tab", { name: "From URL" }).click(),
  ],
  "/match": [
    async (page) => {
      await textbox(page, "Certificate").fill(matchFile("rsa-certificate.pem"));
      await textbox(page, "Private Key").fill(matchFile("rsa-pbes2-aes-256-cbc-key.pem"));
      await field(page, "Passphrase").waitFor();
    },
    async (page) => {
      await textbox(page, "Private Key").fill(matchFile("rsa-pkcs8-key.pem"));
      await button(page, "Verify Match").click();
      await openFormats(page);
      await field(page, "Format").selectOption({ label: "Private key, PKCS#8 encrypted" });
    },
  ],
  "/pfx": [async (page) => {
    await page.getByRole("tab", { name: "PFX to PEM" }).click();
    await field(page, "Key Format").selectOption("encrypted");
  }],
  "/caa": [
    (page) => page.getByLabel("iodef", { exact: true }).check(),
    async (page) => {
      await page.getByRole("tab", { name: "Check existing records" }).click();
      await field(page, "Authority").selectOption({ label: "Another CA, by its domain" });
    },
  ],
  "/api/docs#chain-analyze": [
    async (page) => {
      await page.getByText("Try it", { exact: true }).click();
      await field(page, "Request body").waitFor();
    },
  ],
};

browserTest("fields > have the attributes that keyboards and autofill need", async ({ page }) => {
  page.setDefaultTimeout(20_000);
  const found = new Map<string, string>();
  const paths = Object.keys(STEPS);
  const others = pages.map(({ path }) => path).filter((path) =>
    !paths.some((known) => known.split("#")[0] === path)
  );
  for (const path of partOf([...paths, ...others], 3)) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // The documentation folds twenty operations, which have the same fields.
    if (!path.startsWith("/api/")) await openAll(page);
    for (const step of [() => Promise.resolve(), ...STEPS[path] ?? []]) {
      await step(page);
      for (const [name, attributes] of await fieldsOf(page)) {
        const known = found.get(name);
        assert(known === undefined || known === attributes, `${path}, ${name}: ${attributes}`);
        found.set(name, attributes);
      }
    }
  }
  const expected = Object.entries(EXPECTED).flatMap(([attributes, names]) =>
    names.map((name): [string, string] => [name, attributes])
  );
  const visited = expected.filter(([name]) => isFull || found.has(name));
  const sorted = (entries: Iterable<[string, string]>) => Object.fromEntries([...entries].sort());
  assert.deepEqual(sorted(found), sorted(visited));
});

/** Name and attributes of each field that the user can type into. Numbers in a name are left out. */
const fieldsOf = (page: Page): Promise<[string, string][]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      "input, textarea",
    );
    return [...all]
      .filter(({ type, readOnly }) => !readOnly && !/^(?:checkbox|radio|range|file)$/.test(type))
      .map((field) => {
        const name = field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? "";
        const attributes = ["autocapitalize", "autocomplete", "inputmode", "enterkeyhint"]
          .map((name) => field.getAttribute(name) ?? "-");
        return [
          name.replace(/\d+/g, "N"),
          [field.type, ...attributes, field.getAttribute("spellcheck") ?? "-"].join(" "),
        ];
      });
  });
