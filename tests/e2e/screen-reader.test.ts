/**
 * Pages as a screen reader presents them, by Chromium's accessibility tree: named controls, headings
 * without gaps, and for each result its announcement and its headings.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { type ScreenState, screenStates } from "./states.ts";
import { browserTest } from "./support.ts";
import { partOf } from "../support/matrix.ts";
import { HEADLINE } from "../support/headlines.ts";

interface Outline {
  /** The text of the result's live region; null for a page that moves the focus instead. */
  announced: string | null;
  /** Level and text, in the order of the page. */
  headings: readonly string[];
}

/** A tool without an entry only has to pass the rules for all pages. */
const OUTLINES: Readonly<Record<string, Outline>> = {
  "inspect, result": {
    announced: "",
    headings: [
      "1 Inspector",
      "2 The private key in messy/server.key has no certificate or CSR in these files",
      "2 13 objects found",
      "2 Locked",
      "2 Together",
      "2 On their own",
      "2 Containers, lists and records",
      "2 Skipped",
      "2 Drop more",
      "2 Problems",
      "2 Keys and certificates",
      "2 Same name",
      "2 Security notice",
    ],
  },
  "inspect, object": {
    announced: "",
    headings: [
      "1 Inspector",
      "2 The private key in messy/server.key has no certificate or CSR in these files",
      "2 13 objects found",
      "2 Locked",
      "2 Together",
      "2 On their own",
      "2 Containers, lists and records",
      "2 Skipped",
      "2 Drop more",
      "2 alpha.example expired N days ago",
      "2 Findings",
      "2 Fits",
      "2 Facts",
      "2 Every field",
      "3 Subject",
      "3 Issuer",
      "3 Certificate",
      "3 Subject alternative names (2)",
      "3 Extensions (5)",
      "2 Chain",
      "3 Messy Root",
      "3 Messy Intermediate 1",
      "3 alpha.example",
      "2 Until when",
      "2 Compare",
      "2 With OpenSSL",
      "2 Security notice",
    ],
  },
  "csr, result": {
    announced: HEADLINE.csr_ready,
    headings: [
      "1 CSR Generator",
      "2 Your organization",
      "2 CSR and private key are ready",
      "2 CSR",
      "2 Private key",
      "2 Names in the CSR",
      "2 What your CA will ignore",
      "2 With OpenSSL",
      "2 Security notice",
    ],
  },
  "certificate, result": {
    announced: HEADLINE.certificate_ready,
    headings: [
      "1 Certificate Generator",
      "2 Certificate is ready",
      "2 Install it",
      "2 Make it work",
      "2 Is it live now?",
      "2 How to trust it",
      "2 Files",
      "3 CA certificate: for the devices",
      "3 Certificate: for the server",
      "3 Private key: only for the server",
      "2 What it says",
      "2 With OpenSSL",
      "2 Your CA: localhost_CA",
      "2 Security notice",
    ],
  },
  "csr-decoder, result": {
    announced: "VALID CSR",
    headings: [
      "1 CSR Decoder",
      "2 VALID CSR",
      "2 Subject Information",
      "2 Public Key Information",
      "2 Signature Information",
      "2 Subject alternative names",
      "2 With OpenSSL",
      "2 Security notice",
    ],
  },
  "chain, result": {
    announced:
      'www.ssl-tools.example is valid where "SSL Tools Example Root" is installed. Private root: devices on which "SSL Tools Example Root" is installed accept this chain.',
    headings: [
      "1 Chain Analyzer",
      '2 www.ssl-tools.example is valid where "SSL Tools Example Root" is installed',
      "2 Until when",
      "2 Certification path",
      "3 SSL Tools Example Root",
      "3 SSL Tools Example CA",
      "3 www.ssl-tools.example",
      "2 Problems",
      "2 End-entity certificate",
      "2 Make it work",
      "2 Install it",
      "2 Rules",
      "2 Technical details",
      "2 Subject alternative names",
      "2 With OpenSSL",
      "2 Security notice",
    ],
  },
  "match, result": {
    announced: "CERTIFICATE AND KEY MATCH",
    headings: [
      "1 Certificate Key Matcher",
      "2 CERTIFICATE AND KEY MATCH",
      "2 Make it work",
      "2 Is it live now?",
      "2 Certificate details",
      "2 Subject alternative names",
      "2 With OpenSSL",
      "2 Security notice",
    ],
  },
  "pfx, result": {
    announced: HEADLINE.pfx_ready,
    headings: [
      "1 PFX Converter",
      "2 PFX file is ready",
      "2 Make it work",
      "2 Install it",
      "2 In the file",
      "2 The file",
      "2 Certificate details",
      "2 Subject alternative names",
      "2 With OpenSSL",
      "2 Security notice",
    ],
  },
  "caa, result": {
    announced: "7 records generated",
    headings: [
      "1 CAA Generator",
      "2 What the 7 records will mean",
      "2 Only Sectigo and Provider may issue TLS certificates for example.com",
      "2 CAA records",
      "2 For your DNS",
      "2 Implementation guide",
      "3 Look at the existing records",
      "3 Add the records",
      "3 Wait until the records are visible",
      "3 Check them",
      "2 Security notice",
    ],
  },
  "password, result": {
    announced: "3 passwords generated, Very Strong",
    headings: [
      "1 Password Generator",
      "2 Passwords",
    ],
  },
  "csr-popup, result": {
    announced: null,
    headings: [
      "1 CSR and private key are ready",
      "2 CSR",
      "2 Private key",
    ],
  },
};

/** Roles that a screen reader presents by name. */
const NAMED = new Set([
  ...["button", "checkbox", "combobox", "link", "option", "radio", "searchbox", "slider"],
  ...["spinbutton", "switch", "tab", "textbox", "tree"],
  ...["dialog", "heading", "region", "tabpanel"],
]);

interface Item {
  role: string;
  name: string | null;
  level: number;
  line: string;
}

/** The items of a tree as Playwright prints it: role, quoted name, attributes, text. */
function itemsOf(tree: string): Item[] {
  return tree.split("\n").flatMap((line) => {
    const [, role, name, attributes] =
      /^\s*- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/.exec(line) ??
        [];
    if (role === undefined) return [];
    const level = Number(/\[level=(\d)\]/.exec(attributes)?.[1] ?? 0);
    return [{ role, name: name ?? null, level, line }];
  });
}

/** The rules for all pages, and the outline of this one if the table has it. */
async function assertPresented(page: Page, name: string): Promise<void> {
  const tree = await page.locator("body").ariaSnapshot();
  const items = itemsOf(tree);
  assert.equal(items.filter(({ role }) => role === "main").length, 1, `${name}: main landmarks`);
  const unnamed = items.filter((item) => NAMED.has(item.role) && !item.name);
  assert.deepEqual(unnamed.map(({ line }) => line), [], `${name}: without a name`);

  const headings = items.filter(({ role }) => role === "heading");
  assert.equal(headings.filter(({ level }) => level === 1).length, 1, `${name}: of level 1`);
  const skipping = headings.filter(({ level }, place) =>
    level > (headings[place - 1]?.level ?? 0) + 1
  );
  assert.deepEqual(skipping.map(({ line }) => line), [], `${name}: levels left out above`);

  const outline = OUTLINES[name];
  if (!outline) return;
  const told = headings.map(({ level, name }) =>
    `${level} ${name!.replace(/[\d.]+ (?:days?|years) ago/, "N days ago")}`.replaceAll('\\"', '"')
  );
  assert.deepEqual(told, outline.headings, name);
  const announced = page.getByRole("region", { name: "Result", exact: true })
    .getByRole("status").first();
  const isAnnounced = await announced.count() > 0;
  assert.equal(isAnnounced ? await announced.innerText() : null, outline.announced, name);
}

const read = screenStates.filter(({ state }) => ["empty", "result", "object"].includes(state));
for (const [screen, states] of partOf([...Map.groupBy(read, ({ screen }) => screen)], 4)) {
  browserTest(`screen reader > ${screen}`, async ({ page }) => {
    let shown: ScreenState | null = null;
    for (const next of states) {
      // An empty page goes on to its result without being opened again.
      if (shown?.state !== "empty" || shown.path !== next.path) await page.goto(next.path);
      await next.enter(page);
      await assertPresented(page, `${screen}, ${next.state}`);
      shown = next;
    }
  });
}
