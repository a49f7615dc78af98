/** The documents that are no page inside the shell. */

/** The popup is a document of its own, without the shell (docs/decisions.md, "The popup"). */
export const POPUP_PATH = "/csr/popup";

/** The build's file for addresses that are no page. */
export const NOT_FOUND_FILE = "404.html";

/** The popup's file in the build. */
const POPUP_FILE = "popup/index.html";

/** The address at which a document of the build is served. The error page has that of its file. */
export function addressOf(file: string): string {
  if (file === "index.html") return "/";
  if (file === POPUP_FILE) return POPUP_PATH;
  return file === NOT_FOUND_FILE ? `/${file}` : `/${file.replace(/\.html$/, "")}`;
}
