/**
 * Addresses to pages inside the shell, by the one list of pages. Of the router this takes the history
 * alone: what a page shows comes from what its user enters, so there is nothing to match, load or
 * act on, and the first visit is 22 kB lighter without all that.
 */
import { type ComponentType, lazy, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { Once } from "../../start/start.tsx";
import { ErrorBoundary, FailedPage, UnknownPage } from "./error-page.tsx";
import { loaders, pathOf } from "../routing/loaders.ts";
import { Shell } from "./shell.tsx";

/** Each page's component as it was first used: changing it later would throw away its state. */
const components = new Map<string, ComponentType>();

function componentOf(path: string): ComponentType {
  let component = components.get(path);
  if (!component) {
    component = lazy(loaders[path]);
    components.set(path, component);
  }
  return component;
}

/**
 * Loads the page of an address before anything is drawn, so that the first render is the whole
 * page: no empty shell in the browser, nothing suspended while prerendering. What does not load is
 * tried again by the render, which then shows the error page.
 */
export async function preload(pathname: string): Promise<void> {
  const path = pathOf(pathname);
  if (!path) return;
  try {
    components.set(path, (await loaders[path]()).default);
  } catch {
    // The render will try again and show the error page.
  }
}

interface AppProps {
  /** Called once, after the first page has rendered or hydrated. */
  onReady?: () => void;
}

export function App({ onReady }: AppProps) {
  const { pathname } = useLocation();
  const path = pathOf(pathname);
  const Component = path && componentOf(path);
  return (
    <ErrorBoundary fallback={<FailedPage />}>
      <Shell>
        <ErrorBoundary key={pathname} fallback={<FailedPage />}>
          {/* Going elsewhere is a transition: the page before stays until the next is there. */}
          <Suspense>
            {Component ? <Component /> : <UnknownPage />}
            {/* In here, for this is taken over after what is around it. */}
            <Once call={onReady} />
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </ErrorBoundary>
  );
}
