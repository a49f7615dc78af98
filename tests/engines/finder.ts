/** Finds a control by its kind and its full name, as a user would name it. */

export type Kind = "button" | "link" | "field" | "heading" | "text" | "frame" | "region";

export interface Target {
  kind: Kind;
  /**
   * The whole accessible name; for a text any part of it, in either case. Empty finds the first of
   * the kind.
   */
  name: string;
  /** Only inside the region, dialog or banner of this name or role. */
  within?: string;
}

/**
 * Runs in the page, so it must not use anything outside. It knows the ways of naming that our pages
 * use, not all of the specification of accessible names.
 */
export function findElement({ kind, name, within }: Target): Element | null {
  const words = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  /** The text with that of pictures. */
  const textOf = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue!;
    if (node instanceof HTMLImageElement) return node.alt;
    return [...node.childNodes].map(textOf).join("");
  };
  const nameOf = (element: Element): string => {
    const by = element.getAttribute("aria-labelledby");
    if (by) {
      return words(by.split(" ").map((id) => document.getElementById(id)?.textContent).join(" "));
    }
    const label = element.getAttribute("aria-label");
    if (label) return words(label);
    // A card is known by its heading.
    if (element.localName === "section") return words(element.querySelector("h1, h2")?.textContent);
    const labels = (element as HTMLInputElement).labels;
    if (labels?.length) return words([...labels].map((label) => label.textContent).join(" "));
    return words(textOf(element));
  };
  const isShown = (element: Element) =>
    element.matches("input[type=file]") || element.checkVisibility({ visibilityProperty: true });
  const selectors: Record<Kind, string> = {
    button: "button, summary, [role=button], [role=tab], [role=menuitem]",
    link: "a[href]",
    field: "input, textarea, select",
    heading: "h1, h2, h3, h4",
    text: "*",
    frame: "iframe",
    region: "section, [role=region], [role=group], dialog, [role=dialog], [role=alert]",
  };
  const scopes = within === undefined
    ? [document.body]
    : [...document.querySelectorAll("section, [role], dialog, header, main, nav")].filter((scope) =>
      isShown(scope) &&
      (scope.getAttribute("role") === within || scope.localName === within ||
        nameOf(scope) === within)
    );
  for (const scope of scopes) {
    for (const element of scope.querySelectorAll(selectors[kind])) {
      if (!isShown(element)) continue;
      if (kind === "text") {
        const has = (element: Element) =>
          words((element as HTMLElement).innerText).toLowerCase().includes(name.toLowerCase());
        if (!has(element) || [...element.children].some(has)) continue;
        return element;
      }
      if (name === "" || nameOf(element) === name) return element;
    }
  }
  return null;
}
