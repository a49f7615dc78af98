/** Documents of the build that are not pages inside the shell. */

/** The popup is a separate document without the shell (docs/decisions.md, "The popup"). */
export const POPUP_PATH = "/csr/popup";

/** The file that the server sends for unknown addresses. */
export const NOT_FOUND_FILE = "404.html";

/** The popup's file in the build. */
const POPUP_FILE = "popup/index.html";

/** Returns the URL path of a document of the build. The error page keeps its file name. */
export function addressOf(file: string): string {
  if (file === "index.html") return "/";
  if (file === POPUP_FILE) return POPUP_PATH;
  return file === NOT_FOUND_FILE ? `/${file}` : `/${file.replace(/\.html$/, "")}`;
}
