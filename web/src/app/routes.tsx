/** Addresses to pages. Each page is a chunk of its own. */
import { matchRoutes, type RouteObject } from "react-router-dom";
import { FailedPage, UnknownPage } from "./error-page.tsx";
import { pages } from "./pages.ts";
import { Shell } from "./shell.tsx";

const pageRoutes: RouteObject[] = pages.map(({ path, load }) => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
}));

export const routes: RouteObject[] = [{
  element: <Shell />,
  errorElement: (
    <Shell>
      <FailedPage />
    </Shell>
  ),
  children: [{
    errorElement: <FailedPage />,
    children: [...pageRoutes, { path: "*", element: <UnknownPage /> }],
  }],
}];

/**
 * Loads the page of an address into its route, so that the first render is the whole page: no
 * flash of an empty shell in the browser, and nothing suspended while prerendering. A page that
 * does not load is left to the router, which shows the error page.
 */
export async function preload(pathname: string): Promise<void> {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    if (typeof route.lazy !== "function") continue;
    try {
      Object.assign(route, await route.lazy(), { lazy: undefined });
    } catch {
      // Tried again by the router.
    }
  }
}
