/** Starts the app in its document: hydrates the prerendered markup. */
import { type ReactNode, StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { findEarlyInput, repeatEarlyClick } from "./early-input.ts";
import { followTheme } from "./theme.ts";
import { allowOwnScripts } from "./trusted-types.ts";

/** `view` receives a function to call when the page reacts to events. */
export function start(view: (onReady: () => void) => ReactNode): void {
  allowOwnScripts();
  followTheme(document.documentElement);
  const root = document.getElementById("root")!;
  const restoreInput = findEarlyInput(root);
  const app = (
    <StrictMode>
      {view(() => {
        restoreInput();
        // From now on the page reacts to events, and public/early.js marks no more clicks.
        document.documentElement.dataset.ready = "";
        // In a separate task, so that the restored input is rendered before the click acts on it.
        setTimeout(() => repeatEarlyClick(root));
      })}
    </StrictMode>
  );
  // The document of the development server is empty; a built document contains the page.
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

const done = new WeakSet<() => void>();

/** Calls the function once, when its siblings have rendered or hydrated. */
export function Once({ call }: { call: (() => void) | undefined }) {
  useEffect(() => {
    if (!call || done.has(call)) return;
    done.add(call);
    call();
  }, [call]);
  return null;
}
