/** Finds the data of a page that is not in the app: in the document that is open, or in the page's own. */
import { type ComponentType, useEffect } from "react";
import { tabTitle } from "../../lib/site-name.ts";
import { unknownPage } from "./unknown.ts";
import type { Page, PageModule } from "../../page/page.ts";
import { DATA_ID, isReference } from "../../page/reference-address.ts";
import { isList, type Reference } from "../../page/reference.ts";
import { UnknownPage } from "./unknown-page.tsx";

const known = new Map<string, Reference>();

/** Keeps the data of a page. The build gives the data in this way. */
export function keep(reference: Reference): void {
  known.set(reference.page.path, reference);
}

/** Returns the page at an address that is not in the app's list. Throws if it cannot be loaded. */
export async function load(path: string): Promise<PageModule> {
  const reference = await find(path);
  if (reference === null) return { default: withHead(unknownPage, UnknownPage) };
  const { Content } = isList(reference)
    ? await import("../../docs/reference/lists.tsx")
    : await import("../../docs/reference/details.tsx");
  return { default: withHead(reference.page, () => <Content reference={reference} />) };
}

/** Returns a component that gives the document its head. A built document has it already. */
function withHead(page: Page, Content: ComponentType): ComponentType {
  return () => {
    useEffect(() => {
      const title = tabTitle(page.title);
      if (document.title === title) return;
      document.title = title;
      // Only search engines and social networks read the rest.
      import("./show-head.ts").then(({ show }) => show(page), () => {});
    }, []);
    return <Content />;
  };
}

async function find(path: string): Promise<Reference | null> {
  if (!isReference(path)) return null;
  let reference = known.get(path) ?? opened();
  if (reference?.page.path !== path) reference = await fetched(path);
  if (reference) keep(reference);
  return reference;
}

/** The data in the document that is open. */
function opened(): Reference | null {
  const data = globalThis.document?.getElementById(DATA_ID)?.textContent;
  return data ? JSON.parse(data) : null;
}

/** The build escapes every "<" in the data. */
const DATA = new RegExp(`<script [^>]*id="${DATA_ID}"[^>]*>([^<]*)<`);

async function fetched(path: string): Promise<Reference | null> {
  const response = await fetch(path);
  if (response.status === 404) return null;
  const data = DATA.exec(await response.text());
  if (!response.ok || !data) throw new Error("The page was not loaded");
  return JSON.parse(data[1]);
}
