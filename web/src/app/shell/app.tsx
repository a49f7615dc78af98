/**
 * Shows the page of the current address inside the shell. The app uses only the history of the router.
 * It does not need route matching, loaders or actions, because pages show what the user enters. The
 * first visit is 22 kB smaller without them.
 */
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { Once } from "../../start/start.tsx";
import { ErrorBoundary, FailedPage } from "./error-page.tsx";
import { loaderOf, pathOf } from "../routing/loaders.ts";
import { Shell } from "./shell.tsx";

/** The components of the pages. Each must stay the same, because a new one would lose its state. */
const components = new Map<string, ComponentType>();

function componentOf(path: string): ComponentType {
  let component = components.get(path);
  if (!component) {
    component = lazy(loaderOf(path));
    components.set(path, component);
  }
  return component;
}

/**
 * Loads the page of an address before the first render, so that the browser never shows an empty shell
 * and prerendering never suspends.
 */
export async function preload(pathname: string): Promise<void> {
  const path = pathOf(pathname);
  try {
    components.set(path, (await loaderOf(path)()).default);
  } catch {
    // The render will try again and show the error page.
  }
}

interface AppProps {
  /** Called once, after the first page has rendered or hydrated. */
  onReady?: () => void;
}

/** False until a page has replaced the first one. */
let hasNavigated = false;

/**
 * Moves the focus to the heading of a page that replaces another one, so that screen readers read it and
 * continue there. The first page starts at the top as usual.
 */
function Arrived() {
  useEffect(() => {
    if (hasNavigated) {
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
    hasNavigated = true;
  }, []);
  return null;
}

export function App({ onReady }: AppProps) {
  const { pathname } = useLocation();
  const Component = componentOf(pathOf(pathname));
  return (
    <ErrorBoundary fallback={<FailedPage />}>
      <Shell>
        <ErrorBoundary key={pathname} fallback={<FailedPage />}>
          {/* Navigation is a transition: the previous page stays until the next one has loaded. */}
          <Suspense>
            <Component />
            <Arrived />
            {/* Inside of Suspense, because React hydrates this boundary last. */}
            <Once call={onReady} />
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </ErrorBoundary>
  );
}
