/** The list of documentation pages. */
import type { Doc } from "../page/page.ts";
import { apiDocs } from "./api/doc.ts";
import { csrPopupDocs } from "./csr-popup/doc.ts";

export const docs: readonly Doc[] = [apiDocs, csrPopupDocs];
