/** Functions that run in the page. They must not use anything outside. */
import type { Target } from "../engines/finder.ts";

type Find = (target: Target) => Element | null;

/**
 * Why a person cannot use this control now: null if it is visible, in the page's flow, inside the
 * window's width, not covered, enabled, and needs nothing to be opened first.
 */
export function obstacle(
  { target, find, disabled }: { target: Target; find: Find; disabled: boolean },
): string | null {
  const found = find(target) as (HTMLElement & { labels?: NodeListOf<HTMLElement> }) | null;
  if (!found) return "is not there or not visible";
  if (found.closest("[popover], [role=menu], details:not([open]) > :not(summary)")) {
    return "is inside something that must be opened";
  }
  if (found.closest("[inert], [aria-hidden=true]")) return "is inert";
  const isDisabled = found.matches(":disabled") || found.ariaDisabled === "true";
  if (isDisabled && !disabled) return "is disabled";
  const isLabelled = found.matches("input[type=checkbox], input[type=radio]");
  // A box may be drawn by its label.
  const shown = isLabelled && found.getBoundingClientRect().width < 4 ? found.labels![0] : found;
  shown.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const { left, right, top, bottom, width, height } = shown.getBoundingClientRect();
  if (width < 4 || height < 4) return `has the size ${width} x ${height}`;
  if (left < -1 || right > innerWidth + 1) {
    return `is outside the window's width: ${Math.round(left)} to ${Math.round(right)}`;
  }
  for (let at: HTMLElement | null = shown; at; at = at.parentElement) {
    const { position } = getComputedStyle(at);
    if (position === "fixed" && !at.closest("dialog")) return "is not in the page's flow";
  }
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const hit = document.elementFromPoint((left + right) / 2, y);
  const isHit = hit !== null &&
    (shown.contains(hit) || hit.contains(shown) && hit.matches("label, a, button") ||
      [...found.labels ?? []].some((label) => label.contains(hit)));
  if (!isHit) return `is covered by ${hit ? hit.outerHTML.slice(0, 80) : "nothing"}`;
  if (getComputedStyle(shown).pointerEvents === "none" && !isDisabled) return "takes no pointer";
  return null;
}

/** Whether a visible element has exactly this text, or a text that contains it, letter by letter. */
export function isWritten(
  { text, within, part, find }: {
    text: string;
    within?: string;
    part: boolean;
    find: Find;
  },
): boolean {
  const words = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
  const scope = within === undefined
    ? document.body
    : find({ kind: "region", name: within }) ?? document.querySelector(within);
  if (!scope) return false;
  // From the document's own text: capitals of a style would not count.
  return [...scope.querySelectorAll<HTMLElement>("*"), scope as HTMLElement].some((element) => {
    if (element.matches("script, style, option")) return false;
    const own = words(element.textContent);
    if (!(part ? own.includes(text) : own === text)) return false;
    const inner = [...element.children].some((child) =>
      part && words(child.textContent).includes(text)
    );
    return !inner && element.checkVisibility({ visibilityProperty: true });
  });
}

/** The values of all facts with this term, as the document writes them. */
export function factsOf({ term, within }: { term: string; within?: string }): string[] {
  const words = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
  const scope = within === undefined ? document.body : [
    ...document.querySelectorAll("section, [role=region], article, [aria-label]"),
  ].find((element) => {
    const by = element.getAttribute("aria-labelledby");
    const name = element.getAttribute("aria-label") ??
      (by ? document.getElementById(by)?.textContent : null) ??
      // A card is known by its heading.
      (element.localName === "section" ? element.querySelector("h1, h2")?.textContent : null);
    return words(name ?? "") === within;
  });
  if (!scope) return [];
  return [...scope.querySelectorAll("dt")].filter((dt) =>
    words(dt.textContent) === term && dt.checkVisibility()
  ).map((dt) => {
    const value = dt.nextElementSibling!.cloneNode(true) as Element;
    for (const control of value.querySelectorAll("button")) control.remove();
    return words(value.textContent);
  });
}

/** The texts of the errors under a field. */
export function errorsUnder({ name, find }: { name: string; find: Find }): string[] {
  const field = find({ kind: "field", name }) ?? find({ kind: "region", name });
  if (!field) return ["(no such field)"];
  const words = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
  const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
  return ids.filter((id) => id.includes("-error")).map((id) =>
    words(document.getElementById(id)?.textContent ?? null)
  ).filter((text) => text !== "");
}

/** The short texts on a certificate's card, each with the hue of its letters in degrees. */
export function statusOf({ name }: { name: string }): { text: string; hue: number }[] {
  const words = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
  const card = [...document.querySelectorAll("article")].find((article) =>
    words(article.querySelector("h1, h2, h3, h4")?.textContent ?? null) === name
  );
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const hueOf = (colour: string) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
    const most = Math.max(r, g, b);
    const range = most - Math.min(r, g, b) || 1;
    const sixth = most === r
      ? (g - b) / range
      : most === g
      ? 2 + (b - r) / range
      : 4 + (r - g) / range;
    return Math.round((sixth * 60 + 360) % 360);
  };
  const own = (element: Element) =>
    words(
      [...element.childNodes].map((node) => node.nodeType === 3 ? node.nodeValue : "").join(""),
    );
  return [...card?.querySelectorAll("*") ?? []]
    .filter((element) => own(element) !== "" && element.checkVisibility())
    .map((element) => ({ text: own(element), hue: hueOf(getComputedStyle(element).color) }));
}

export interface PageClock {
  /** Runs the held timers that are due within the next milliseconds. */
  pass(milliseconds: number): void;
  /** Gives the timers back. */
  end(): void;
}

/**
 * Holds the page's timers of 50 ms and more until `pass` lets time pass. Longer ones than a minute are
 * not the page's: a driver sets them for its own time limit.
 */
export function hold(): void {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const held = new Map<number, { at: number; run: () => void }>();
  let now = 0;
  let last = 0;
  globalThis.setTimeout = ((run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
    if (delay < 50 || delay > 60_000) return start(run, delay, ...given);
    held.set(--last, { at: now + delay, run: () => run(...given) });
    return last;
  }) as typeof setTimeout;
  globalThis.clearTimeout = ((id?: number) => {
    if (id === undefined || !held.delete(id)) stop(id);
  }) as typeof clearTimeout;
  const pass = (milliseconds: number) => {
    now += milliseconds;
    const due = [...held].filter(([, { at }]) => at <= now).sort(([, a], [, b]) => a.at - b.at);
    for (const [id, { run }] of due) {
      if (held.delete(id)) run();
    }
  };
  const end = () => {
    Object.assign(globalThis, { setTimeout: start, clearTimeout: stop });
    pass(Infinity);
  };
  Object.assign(globalThis, { pageClock: { pass, end } satisfies PageClock });
}

export interface Handed {
  name: string;
  text: string;
}

/** Records what the page copies, saves and asks, instead of the browser. */
export function record({ agrees }: { agrees: boolean }): void {
  const recorded = { copied: [] as string[], saved: [] as Handed[], asked: [] as string[] };
  Object.assign(globalThis, { recorded });
  const clipboard = {
    writeText: (text: string) => Promise.resolve(void recorded.copied.push(text)),
  };
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  const { createObjectURL } = URL;
  let given: Blob | undefined;
  URL.createObjectURL = (blob) => createObjectURL(given = blob as Blob);
  HTMLAnchorElement.prototype.click = async function () {
    const name = this.download;
    const bytes = new Uint8Array(await given!.arrayBuffer());
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    recorded.saved.push({ name, text });
  };
  globalThis.confirm = (text) => {
    recorded.asked.push(`confirm: ${text}`);
    return agrees;
  };
  globalThis.alert = (text) => {
    recorded.asked.push(`alert: ${text}`);
  };
}
