/** The documentation pages, as the tools are listed: metadata at once, the page as a chunk. */
import type { PageModule } from "../app/pages.ts";

export interface Doc {
  readonly path: string;
  readonly label: string;
  readonly heading: string;
  readonly lead: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

export const apiDocs: Doc = {
  path: "/api/docs",
  label: "API Documentation",
  heading: "API documentation",
  lead: "Every tool with an endpoint, for your scripts: JSON over POST, no key, no account.",
  title: "API Documentation",
  description:
    "The free REST API behind SSL Tools: endpoints, the success and error envelope, error codes and the rate limit.",
  keywords: ["SSL API", "CSR API", "certificate API", "REST", "OpenAPI"],
};

export const csrPopupDocs: Doc = {
  path: "/csr/popup/docs",
  label: "CSR Popup Integration",
  heading: "CSR popup integration",
  lead: "Let your own site's visitors make their CSR and key, in a popup window or a frame.",
  title: "CSR Popup Integration",
  description:
    "Embed the CSR generator in your own site: direct link, popup window, modal iframe, pre-filled fields and receiving the generated data.",
  keywords: ["CSR popup", "embed CSR generator", "iframe", "postMessage", "integration"],
};

export interface DocEntry {
  readonly doc: Doc;
  readonly load: () => Promise<PageModule>;
}

export const docEntries: readonly DocEntry[] = [
  { doc: apiDocs, load: () => import("./api/page.tsx") },
  { doc: csrPopupDocs, load: () => import("./csr-popup/page.tsx") },
];
