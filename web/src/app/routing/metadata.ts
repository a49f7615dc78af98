/**
 * The document head of a page as plain data, so that the browser sets it on navigation and a
 * prerenderer writes the same into HTML.
 */
import type { Page } from "../../page/page.ts";
import { SITE_NAME, tabTitle } from "../../lib/site-name.ts";

/** Pixels of the pictures that social networks show of a page; web/build/cards.ts draws them. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** The path of a page's picture: `/cards/csr-popup-docs.png` for `/csr/popup/docs`. */
export function cardPath(path: string): string {
  return `/cards/${path.slice(1).replaceAll("/", "-") || "home"}.png`;
}

interface HeadTag {
  readonly tag: "meta" | "link";
  /** The attribute that makes the tag unique in a head, and its value. */
  readonly key: readonly [attribute: "name" | "property" | "rel", value: string];
  readonly content: readonly [attribute: "content" | "href", value: string];
}

export interface Head {
  readonly title: string;
  readonly tags: readonly HeadTag[];
}

/** `origin`: scheme and host of canonical and card addresses, without a slash at the end. */
export function headOf(page: Page, origin: string): Head {
  const title = tabTitle(page.title);
  const address = origin + page.path;
  const meta = (name: string, content: string): HeadTag => (
    { tag: "meta", key: ["name", name], content: ["content", content] }
  );
  const card = (property: string, content: string): HeadTag => (
    { tag: "meta", key: ["property", property], content: ["content", content] }
  );
  if (!page.path) {
    return { title, tags: [meta("description", page.description), meta("robots", "noindex")] };
  }
  return {
    title,
    tags: [
      meta("description", page.description),
      meta("keywords", page.keywords.join(", ")),
      { tag: "link", key: ["rel", "canonical"], content: ["href", address] },
      card("og:type", "website"),
      card("og:site_name", SITE_NAME),
      card("og:title", title),
      card("og:description", page.description),
      card("og:url", address),
      card("og:image", origin + cardPath(page.card ?? page.path)),
      card("og:image:width", String(CARD_SIZE.width)),
      card("og:image:height", String(CARD_SIZE.height)),
      card("og:image:alt", `${page.title}: ${page.description}`),
      meta("twitter:card", "summary_large_image"),
    ],
  };
}

/** Applies `head` to the document, and removes tags of the previous page. */
export function applyHead(document: Document, { title, tags }: Head): void {
  document.title = title;
  const wanted = new Set(tags.map(selectorOf));
  for (const element of document.head.querySelectorAll(MANAGED)) {
    if (![...wanted].some((selector) => element.matches(selector))) element.remove();
  }
  for (const tag of tags) {
    let element = document.head.querySelector(selectorOf(tag));
    if (!element) {
      element = document.head.appendChild(document.createElement(tag.tag));
      element.setAttribute(...tag.key);
    }
    element.setAttribute(...tag.content);
  }
}

const MANAGED = [
  "meta[name=description]",
  "meta[name=keywords]",
  "meta[name=robots]",
  "meta[name^='twitter:']",
  "meta[property^='og:']",
  "link[rel=canonical]",
].join(",");

function selectorOf({ tag, key: [attribute, value] }: HeadTag): string {
  return `${tag}[${attribute}="${value}"]`;
}
