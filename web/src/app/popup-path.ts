/** The popup is a document of its own, without the shell (decisions.md, section 7). */
export const POPUP_PATH = "/csr/popup";
