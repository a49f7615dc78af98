/** The pages of rules and error texts, and their lists, with the data that their documents hold. */
import type { Reference } from "../../src/page/reference.ts";
import { errorPages } from "./error-pages.ts";
import { rulePages } from "./rule-pages.ts";

let made: Promise<readonly Reference[]> | undefined;

export function references(): Promise<readonly Reference[]> {
  return made ??= rulePages().then((rules) => [...rules, ...errorPages()]);
}
