/** Statements that hold on many pages, and states that many tools have. */
import assert from "node:assert/strict";
import { provider } from "../../../core/provider.ts";
import { all, banner, button, dismissible, link, seen, usable, words } from "../checks.ts";
import { type Check, each, type Row, row, type Table } from "../row.ts";
import type { Stage } from "../stage.ts";

/** The seven tools as the dropdown lists them, with their routes. */
export const TOOLS: Readonly<Record<string, string>> = {
  "CSR Generator": "/csr",
  "CSR Decoder": "/csr-decoder",
  "Chain Analyzer": "/chain",
  "Certificate Key Matcher": "/match",
  "PFX Converter": "/pfx",
  "CAA Generator": "/caa",
  "Password Generator": "/password",
};

/** The 26 organization units of section 3. */
export const UNITS = [
  ..."IT Department,Administration,Customer Service,Engineering,Finance,Human Resources,Legal"
    .split(","),
  ..."Marketing,Operations,Product Development,Research and Development,Sales,Security".split(","),
  ..."Support,Technical Support,Web Development,Cloud Services,Data Center,DevOps".split(","),
  ..."E-Commerce,Infrastructure,Network Operations,Quality Assurance".split(","),
  ..."Server Administration,Software Development,System Administration".split(","),
];

/** The content of a meta tag, or the address of a link, in the document's head. */
const head = (selector: string, fits: (content: string) => boolean): Check => async ({ page }) => {
  const found = await page.evaluate((selector) => {
    const tag = document.head.querySelector(selector);
    return tag?.getAttribute("content") ?? (tag as HTMLLinkElement | null)?.href ?? null;
  }, selector);
  assert(found !== null && fits(found), `${selector} is ${JSON.stringify(found)}`);
};

const isText = (content: string) => content.length > 10;

/** The title of the document, as a page's own words and the site's name. */
const title: Check = async ({ page }) => {
  const found = await page.evaluate(() => document.title);
  assert.match(found, /^\S.* \| SSL Tools$/);
};

/** Opens the menu where there is one, checks, and closes it again. */
export const inMenu = (check: Check): Check => async (stage) => {
  if (stage.isWide) return await check(stage);
  await stage.page.click("button", "Menu");
  try {
    await check(stage);
  } finally {
    await stage.page.evaluate(() =>
      document.querySelector<HTMLElement>("header button[aria-controls][aria-expanded=true]")
        ?.click()
    );
  }
};

/** How an entry of the bar is painted, without the entry's own text. */
async function lookOf({ page }: Stage, name: string): Promise<string> {
  return await page.evaluate((name) => {
    const entries = [...document.querySelectorAll<HTMLElement>("header nav :is(a, button)")];
    const entry = entries.find((one) => one.textContent!.trim() === name && one.checkVisibility())!;
    const { color, backgroundColor, fontWeight, borderBottomColor, boxShadow } = getComputedStyle(
      entry,
    );
    return [color, backgroundColor, fontWeight, borderBottomColor, boxShadow].join();
  }, name);
}

/** The entry is the current one, and looks different from another. */
const active = (current: string, entry: string, other: string): Check => async (stage) => {
  const found = await stage.page.evaluate(() =>
    [...document.querySelectorAll("header nav [aria-current=page]")].map((one) =>
      one.textContent!.trim()
    )
  );
  assert.deepEqual(found, [current]);
  assert.notEqual(await lookOf(stage, entry), await lookOf(stage, other));
};

/** The frame of the page at this address: bar, head, footer. `entry`: the current entry of the bar. */
export function layoutRows(path: string, entry: string | null): Row[] {
  const canonical = (content: string) => new URL(content, "http://x").pathname === path;
  const shown = entry !== null && entry in TOOLS ? "SSL Certificate Tools" : entry;
  const rows = [
    row("2", "Page titles take the form '{page title} | SSL Tools'", "idle", title),
    row("2", "each page also has description", "idle", head("meta[name=description]", isText)),
    row("2", "keywords", "idle", head("meta[name=keywords]", isText)),
    row(
      "2",
      "social-card",
      "idle",
      head("meta[property='og:title']", isText),
      head("meta[property='og:description']", isText),
      head("meta[property='og:image']", (content) => /\/cards\/.*\.png$/.test(content)),
      head("meta[name='twitter:card']", isText),
    ),
    row("2", "canonical metadata", "idle", head("link[rel=canonical]", canonical)),
    row("2", "Top bar with logo", "idle", link("SSL Tools", "header")),
    row("2", "Home", "idle", inMenu(link("Home", "header"))),
    row(
      "2",
      "an 'SSL Certificate Tools' dropdown listing the seven tools",
      "idle",
      async (stage) => {
        if (stage.isWide) await button("SSL Certificate Tools", "header")(stage);
        else await inMenu(all(...Object.keys(TOOLS).map((name) => link(name, "header"))))(stage);
      },
    ),
    row("2", "API Documentation", "idle", inMenu(link("API Documentation", "header"))),
    row(
      "2",
      "Footer with copyright year and a link to the provider's site",
      "idle",
      words(`© ${new Date().getFullYear()}`),
      link(provider.name),
    ),
    row("2", "A collapsible mobile menu has the same entries", "idle", async (stage) => {
      if (!stage.isWide) await button("Menu")(stage);
    }),
  ];
  if (entry !== null) {
    const other = entry === "Home" ? "API Documentation" : "Home";
    rows.push(row(
      "2",
      "The active entry is highlighted",
      "idle",
      inMenu((stage) => active(entry, stage.isWide ? shown! : entry, other)(stage)),
    ));
  }
  return rows;
}

export const securityRow = (states: string): Row =>
  row(
    "1",
    "Every server-backed tool page and the home page carry a security notice advising users to use such tools inside their own hosting or server environment, for privacy and security",
    states,
    seen("heading", "Security notice"),
    words("For your privacy and security, use tools like these inside your own hosting or server"),
  );

/** One row for each field: it is visible and usable in all of these states. */
export const fieldRows = (states: string, fields: Readonly<Record<string, string>>): Row[] =>
  Object.entries(fields).map(([name, says]) => row("2", says, states, usable("field", name)));

export const buttonRows = (states: string, names: readonly string[], says: string): Row[] =>
  each(names, (name) => row("2", says, states, button(name)));

interface Tool {
  /** The button that calls the server. */
  act: string;
  /** The button of the question that comes before a private key is sent. */
  agree?: string;
  /** The text for a failure without any message. */
  failure: string;
}

const json = (body: unknown, status: number) => Response.json(body, { status });

/**
 * States in which the server's answers fail. They begin with a form that can be sent, on the server, or
 * with a call that is held back.
 */
export function failureStates({ act, agree }: Tool): Table["states"] {
  const answered = (response: () => Response) => async (stage: Stage) => {
    if (!stage.holds) await stage.held(act, agree);
    stage.release(response());
  };
  return {
    refused: answered(() =>
      json({ success: false, error: "THE SERVER'S OWN MESSAGE", code: "x", issues: [] }, 400)
    ),
    wordless: answered(() => json({}, 500)),
    unreadable: answered(() =>
      new Response("<p>Bad gateway", { headers: { "content-type": "text/html" } })
    ),
    broken: answered(() =>
      new Response(
        new ReadableStream({ start: (controller) => controller.error(new Error("broken off")) }),
        { headers: { "content-type": "application/json" } },
      )
    ),
    nameless: answered(() => json({ success: false }, 200)),
  };
}

/** The error catalogue for one tool, in the states of `failureStates`. */
export const failureRows = ({ failure }: Tool): Row[] => [
  row(
    "8",
    "Errors appear in dismissible banners using the server's message when one is given",
    "refused",
    banner("THE SERVER'S OWN MESSAGE"),
    dismissible,
  ),
  row(
    "8",
    "Non-OK reply without server message: 'An error occurred'",
    "wordless",
    all(
      banner("An error occurred"),
      dismissible,
    ),
  ),
  row(
    "8",
    "reply not JSON: 'Network error occurred'",
    "unreadable",
    all(
      banner("Network error occurred"),
      dismissible,
    ),
  ),
  row(
    "8",
    "Request fails: 'Network error occurred'",
    "broken",
    all(
      banner("Network error occurred"),
      dismissible,
    ),
  ),
  row("8", `otherwise a fallback: '${failure}'`, "nameless", all(banner(failure), dismissible)),
];
