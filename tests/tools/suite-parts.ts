/**
 * The parts that each tool gives to the suites which treat all tools alike. A tool has one file in this
 * folder: `page` if it has a page, `parity` if it has operations. `tools.generated.ts` imports them by
 * name, so a missing part does not compile.
 */
import type { Page } from "playwright";
import { actions } from "../e2e/locators.ts";
import { RULES_SAID } from "../support/said.ts";

/** Leads from the opened page to a state. */
type Enter = (page: Page) => Promise<unknown>;

/** A state of the page; `query` is added to the page's path. */
type State = Enter | { readonly query: string; readonly enter: Enter };

/** A way through the page that uses the keyboard only. */
interface KeyboardWay {
  readonly name: string;
  use(page: Page): Promise<void>;
}

export interface PageTests {
  /**
   * States of the page by name. The tests of accessibility and screen readers and the task that draws
   * the screenshots go through all of them.
   */
  readonly states:
    & Readonly<Record<"empty" | "error" | "result", State>>
    & Readonly<Record<string, State>>;
  /** At least one way from the page's address to its result, for tests/e2e/keyboard.test.ts. */
  readonly keyboard: readonly [KeyboardWay, ...KeyboardWay[]];
  /**
   * Results that tests/e2e/results.test.ts prints, by name; "" stands for the state "result". `isCopied`:
   * whether the page offers to copy the result as JSON and Markdown.
   */
  readonly results: Readonly<
    Record<string, { readonly isCopied: boolean; readonly enter?: Enter }>
  >;
  /**
   * The button that runs the tool after "Fill Example Data"; null if the example runs at once, and
   * "no example" if the page has none. tests/e2e/panel-tops.test.ts uses it.
   */
  readonly example: { readonly button: string | null } | "no example";
}

/** Inputs on which this process, the worker in each browser and the API must agree. */
interface ParitySet {
  readonly fixtures: readonly { readonly name: string; readonly input: unknown }[];
  /** Removes random parts from the answer to an input. */
  comparable?(value: unknown, input: unknown): unknown | Promise<unknown>;
}

/** By the name of the operation: every operation that runs on the device and on the API. */
export type ParityTests = Readonly<Record<string, ParitySet>>;

/** The page as it opens. */
export const stay: Enter = () => Promise.resolve();

/** Waits until the result has replaced the text that announces it. */
export const result: Enter = (page) =>
  page.getByRole("region", { name: "Result" }).getByRole("heading", { level: 2 }).nth(1).waitFor();

/** Waits for an error, under a field or above the result. */
export const error: Enter = (page) =>
  page.locator('[aria-invalid="true"]').or(page.getByRole("alert")).first().waitFor();

/** Waits for the last part of a result. */
export const wholeResult: Enter = actions;

/** Waits until the rules have been checked, which begins after the result. */
export const rulesChecked: Enter = (page) => page.getByText(RULES_SAID).waitFor();
