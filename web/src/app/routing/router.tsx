import type { ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";

/**
 * The router of the document. A change of page is a transition, so the page that is shown stays until the
 * code of the next one has arrived. Both choices are those of the router's next major version.
 */
export function DocumentRouter({ children }: { children: ReactNode }) {
  return (
    <BrowserRouter future={{ v7_startTransition: true, v7_relativeSplatPath: true }}>
      {children}
    </BrowserRouter>
  );
}
