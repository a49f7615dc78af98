/** How a document begins: its markup, which the build made, is taken over by the app. */
import { type ReactNode, StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { findEarlyInput, repeatEarlyPress } from "./early-input.ts";
import { followTheme } from "./theme.ts";

/** `view` gets what is to be called once the page listens. */
export function start(view: (onReady: () => void) => ReactNode): void {
  followTheme(document.documentElement);
  const root = document.getElementById("root")!;
  const restoreInput = findEarlyInput(root);
  const app = (
    <StrictMode>
      {view(() => {
        restoreInput();
        // From here on the page answers to what is done to it.
        document.documentElement.dataset.ready = "";
        // In a task of its own: what was entered is drawn by then, and the press is for that.
        setTimeout(() => repeatEarlyPress(root));
      })}
    </StrictMode>
  );
  // The development server's document is empty; a built one holds the page.
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

const done = new WeakSet<() => void>();

/** Calls the function once, when what is beside it is drawn or taken over. */
export function Once({ call }: { call: (() => void) | undefined }) {
  useEffect(() => {
    if (!call || done.has(call)) return;
    done.add(call);
    call();
  }, [call]);
  return null;
}
