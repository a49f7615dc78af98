/** The head of the page for unknown addresses. */
import * as TEXT from "../../../../core/texts.ts";
import type { Page } from "../../page/page.ts";

export const unknownPage: Page = {
  path: "",
  title: TEXT.applicationError,
  description: "There is no page at this address.",
  keywords: [],
};
