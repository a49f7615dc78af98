/** What an address that is no page says of itself. */
import * as TEXT from "../../../../core/texts.ts";
import type { Page } from "../../page/page.ts";

export const unknownPage: Page = {
  path: "",
  title: TEXT.applicationError,
  description: "There is no page at this address.",
  keywords: [],
};
