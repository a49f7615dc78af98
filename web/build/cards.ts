/**
 * Draws the cards, the pictures that social networks show of a page, with a local Chromium. `deno task
 * generated` draws those that are missing. After a change of a page's heading or lead, name the page:
 * `deno run -A web/build/cards.ts /csr`; after a change of the design, draw all: `--all`. The cards are
 * committed.
 */
/// <reference lib="deno.ns" />
import { chromium } from "playwright";
import { CARD_SIZE, cardPath } from "../src/app/routing/metadata.ts";
import { pages } from "../src/app/routing/pages.ts";
import { SITE_NAME } from "../src/lib/site-name.ts";
import { docs } from "../src/docs/index.ts";
import { ERRORS_PATH } from "../src/docs/errors/error-text.ts";
import { RULES_PATH } from "../src/page/reference.ts";
import { allTools } from "../src/tools/index.ts";
import { findBrowser } from "../../tests/support/browser.ts";

const folder = new URL("../public/", import.meta.url);
const mark = (await Deno.readTextFile(new URL("favicon.svg", folder)))
  .match(/<path\s+d="[^"]+"/g)!.map((path) => `${path}/>`).join("");

const HOME = {
  heading: "Certificates, without the upload.",
  lead: "Create, check, convert and repair certificates right in your browser.",
};
const POINTS = ["Runs on your device", "Works offline", "Open source"];

/** The lists of rules and error texts. Their pages share the card. */
const LISTS: Readonly<Record<string, { heading: string; lead: string }>> = {
  [RULES_PATH]: {
    heading: "Certificate rules",
    lead: "Each rule with its reason and its remedy, and most with an example.",
  },
  [ERRORS_PATH]: {
    heading: "SSL error messages",
    lead: "Each message with its usual causes and the fix.",
  },
};

function textsOf(path: string): { heading: string; lead: string } {
  if (Object.hasOwn(LISTS, path)) return LISTS[path];
  const named = [...allTools, ...docs].find((one) => one.path === path);
  return named ? { heading: named.label, lead: named.lead } : HOME;
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const links = (width: number, stroke: string) =>
  `<svg viewBox="1 8 30 16" width="${width}" fill="none" stroke="${stroke}" stroke-width="2.8">${mark}</svg>`;

const document = ({ heading, lead }: { heading: string; lead: string }) =>
  `<style>
  * { margin: 0; box-sizing: border-box }
  body {
    ${Object.entries(CARD_SIZE).map(([side, pixels]) => `${side}: ${pixels}px`).join(";")};
    padding: 76px 88px 72px; display: flex; flex-direction: column; position: relative; isolation: isolate;
    overflow: hidden; background: #fbfbf9; color: #17191c;
    font-family: Inter, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  }
  .name { display: flex; align-items: center; gap: 18px; font-size: 34px; font-weight: 700 }
  h1 { margin-top: auto; max-width: 17ch; font-size: 88px; line-height: 1.06; letter-spacing: -.03em; text-wrap: balance }
  p { margin-top: 26px; max-width: 30em; font-size: 33px; line-height: 1.35; color: #55575c; text-wrap: balance }
  ul { display: flex; gap: 40px; margin-top: 44px; padding: 0; list-style: none;
    font-size: 26px; font-weight: 700; color: #0b5f5a }
  .ground { position: absolute; z-index: -1; right: -190px; top: -40px }
</style>
<div class="ground">${links(620, "#eaf4f2")}</div>
<div class="name">${links(72, "#0b5f5a")}${SITE_NAME}</div>
<h1>${escape(heading)}</h1>
<p>${escape(lead)}</p>
<ul>${POINTS.map((point) => `<li>${point}</li>`).join("")}</ul>`;

async function isMissing(file: URL): Promise<boolean> {
  try {
    return !(await Deno.stat(file)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}

const fileOf = (path: string) => new URL(`.${cardPath(path)}`, folder);
const wanted: string[] = [];
for (const path of [...pages.map(({ path }) => path), ...Object.keys(LISTS)]) {
  const isNamed = Deno.args.includes(path) || Deno.args.includes("--all");
  if (isNamed || await isMissing(fileOf(path))) wanted.push(path);
}
if (wanted.length > 0) {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({ viewport: CARD_SIZE });
  await Deno.mkdir(new URL("cards/", folder), { recursive: true });
  for (const path of wanted) {
    await page.setContent(document(textsOf(path)));
    await page.screenshot({ path: fileOf(path).pathname });
  }
  await browser.close();
}
console.log(`Cards drawn: ${wanted.join(", ") || "none"}`);
