/**
 * Every screen in every state that a user meets: empty, in error, with a result. The tests of
 * appearance and accessibility and the task that draws the screenshots go through them. The states of
 * a tool's page are in tests/tools; here are those of the other pages.
 */
import type { Page } from "playwright";
import { countries } from "../tools/csr.ts";
import { stay } from "../tools/suite-parts.ts";
import { pageTests } from "../tools/tools.generated.ts";
import { button, heading, textbox } from "./locators.ts";
import { HEADLINE } from "../support/headlines.ts";

export interface ScreenState {
  /** The screen, such as "csr"; with the state it is the name of the picture. */
  screen: string;
  state: string;
  path: string;
  /** Leads from the opened page to the state. */
  enter(page: Page): Promise<unknown>;
}

const HOME: readonly ScreenState[] = [
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
];

const TOOLS: readonly ScreenState[] = Object.entries(pageTests).flatMap(([screen, { states }]) =>
  Object.entries(states).map(([state, given]) => {
    const { query, enter } = typeof given === "function" ? { query: "", enter: given } : given;
    return { screen, state, path: `/${screen}${query}`, enter };
  })
);

const OTHERS: readonly ScreenState[] = [
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
      await button(page, "Generate CSR").click();
      await page.getByRole("alert").first().waitFor();
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
      await button(page, "Generate CSR").click();
      await heading(page, HEADLINE.csr_ready);
    },
  },
  { screen: "unknown", state: "page", path: "/no-such-page", enter: stay },
];

export const screenStates: readonly ScreenState[] = [...HOME, ...TOOLS, ...OTHERS];

/** Returns one state of a screen. */
export function stateOf(screen: string, state: string): ScreenState {
  const found = screenStates.find((each) => each.screen === screen && each.state === state);
  if (!found) throw new Error(`No state "${state}" of ${screen}`);
  return found;
}
