/** The build's entry point: renders each page to markup, without a browser. */
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { PopupPage } from "../popup/popup-page.tsx";
import { keep } from "./app/routing/from-document.tsx";
import type { Reference } from "./page/reference.ts";
import { App, preload } from "./app/shell/app.tsx";

/**
 * Returns the markup of the page at a path, or of the page for unknown addresses. Loads the page's
 * chunk first, because React would omit suspended content or add an inline script for it. `reference`
 * is the data of a page that is not in the app's list.
 */
export async function renderPage(path: string, reference?: Reference): Promise<string> {
  if (reference) keep(reference);
  await preload(path);
  return renderToString(
    <StrictMode>
      <MemoryRouter initialEntries={[path]}>
        <App />
      </MemoryRouter>
    </StrictMode>,
  );
}

export function renderPopup(): string {
  return renderToString(
    <StrictMode>
      <PopupPage />
    </StrictMode>,
  );
}
