/** The documentation of the API, /api/docs, and of the popup, /csr/popup/docs. */
import assert from "node:assert/strict";
import { until } from "../../engines/page.ts";
import { banner, copies, dismissible, link, seen, usable, words } from "../checks.ts";
import { each, row, type Table } from "../row.ts";
import { layoutRows } from "./common.ts";

const CALLS = [
  "csr/generate",
  "csr/decode",
  "chain/analyze",
  "chain/analyze-url",
  "match/verify",
  "pfx/convert",
  "caa/generate",
  "caa/validate",
];

/** Statuses with the uppercase message of each. */
const ERRORS = {
  "400": "CSR IS REQUIRED",
  "404": "ENDPOINT NOT FOUND",
  "429": "RATE LIMIT EXCEEDED",
  "500": "INTERNAL SERVER ERROR",
};

export const apiDocs: Table = {
  path: "/api/docs",
  states: { async idle() {} },
  rows: [
    ...layoutRows("/api/docs", "API Documentation"),
    ...each(
      CALLS,
      (call) =>
        row("2", "describes the REST endpoints", "idle", seen("heading", `POST /api/${call}`)),
    ),
    row(
      "2",
      "the success/error envelope",
      "idle",
      seen("heading", "Success and error"),
      words("success: true"),
      words("success: false"),
    ),
    row("2", "error codes", "idle", seen("heading", "Error codes")),
    ...each(
      Object.entries(ERRORS),
      ([status, message]) =>
        row(
          "8",
          "API documentation error format: uppercase message with HTTP status",
          "idle",
          async ({ page }) => {
            await until(`${status} ${message}`, () =>
              page.evaluate(
                ({ status, message }) =>
                  [...document.querySelectorAll("tr")].some(({ innerText }) =>
                    innerText.includes(status) && innerText.includes(message)
                  ),
                { status, message },
              ), page.patience);
          },
        ),
    ),
    row("2", "and rate limit", "idle", seen("heading", "Rate limit")),
    row("9", "API rate limit: 100 requests per minute", "idle", words("100 requests a minute")),
    row("9", "no authentication", "idle", words("You need no API key and no account")),
    row("2", "copy icons reset after 2 seconds", "idle", copies("Copy Success", /"success": true/)),
    row(
      "6",
      "The API allows cross-origin use from any origin",
      "idle",
      words("Pages of any site may call it (CORS)"),
    ),
  ],
};

const METHODS = [
  "Direct link",
  "Popup window",
  "Modal iframe",
  "Pre-filled via messages",
  "Receiving generated data",
];
const BLOCKED = "POPUP BLOCKED! PLEASE ALLOW POPUPS FOR THIS SITE TO SEE THE DEMO.";

export const popupDocs: Table = {
  path: "/csr/popup/docs",
  states: {
    async idle() {},
    async blocked({ page }) {
      await page.evaluate(() => {
        const opened: unknown[][] = [];
        Object.assign(globalThis, {
          opened,
          open: (...given: unknown[]) => {
            opened.push(given);
            return null;
          },
        });
      });
      await page.click("button", "Open popup window");
    },
    async framed({ page }) {
      await page.click("button", "Open modal iframe");
      await page.wait("frame", "");
    },
    async end(stage) {
      await stage.goto("/");
    },
  },
  rows: [
    ...layoutRows("/csr/popup/docs", null),
    ...each(
      [...METHODS.entries()],
      ([index, name]) =>
        row(
          "2",
          `five integration methods: ${name.toLowerCase()}`,
          "idle",
          seen("heading", `${index + 1}. ${name}`),
        ),
    ),
    row("2", "with demos: direct link", "idle", link("Open the generator")),
    ...each([
      "Open popup window",
      "Open modal iframe",
      "Open pre-filled popup",
      "Generate and receive",
    ], (name) => row("2", "five integration methods with demos", "idle", usable("button", name))),
    row("8", `Popup blocked (docs demo): '${BLOCKED}'`, "blocked", banner(BLOCKED), dismissible),
    row("9", "Popup window size 1000x800", "blocked", async ({ page }) => {
      const [, , features] = await page.evaluate(() =>
        (globalThis as unknown as { opened: string[][] }).opened[0]
      );
      assert.match(features, /\bwidth=1000\b/);
      assert.match(features, /\bheight=800\b/);
    }),
    row("9", "iframe modal 1000x850", "idle", words('width="1000" height="850"')),
    row("9", "iframe modal 1000x850", "framed", async ({ page, size }) => {
      const { width, height } = await page.evaluate(() => {
        const { width, height } = document.querySelector("dialog iframe")!.getBoundingClientRect();
        return { width, height };
      });
      // As large as that, or as the window allows.
      assert(
        width === 1000 || width < 1000 && size.width < 1040 && width > size.width - 60,
        `${width}`,
      );
      assert(
        height === 850 || height < 850 && size.height < 890 && height > size.height - 160,
        `${height}`,
      );
    }),
    row(
      "2",
      "copy icons reset after 2 seconds",
      "idle",
      copies("Copy popup window", /csrPopup\.open/),
    ),
  ],
};
