/** The build's entry into the app: every page as markup, without a browser. */
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { PopupPage } from "../popup/popup-page.tsx";
import { App, preload } from "./app/shell/app.tsx";

/**
 * The markup of the page at a path; of the error page where there is none. The page's chunk is
 * resolved first: what suspends would be left out, or come with an inline script.
 */
export async function renderPage(path: string): Promise<string> {
  await preload(path);
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
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
