/** The documents that are no page inside the shell. */

/** The popup is a document of its own, without the shell (decisions.md, section 7). */
export const POPUP_PATH = "/csr/popup";

/** The build's file for addresses that are no page. */
export const NOT_FOUND_FILE = "404.html";
