/** Timing and scrolling of the drawn page. */

/**
 * Calls `act` after the next frame, so that the effect of a click is drawn before the work that the
 * click starts. Returns a function that cancels the call.
 */
export function afterPaint(act: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => task = setTimeout(act));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}

/** Milliseconds after which screen readers know a new live region. */
const KNOWN_AFTER = 100;
const ANNOUNCED_FOR = 2000;

/**
 * Lets screen readers say a short text that is not shown, such as "Copied!": they do not report the changed
 * name of a focused button.
 */
export function announce(text: string): void {
  const region = document.createElement("div");
  region.role = "status";
  region.style.cssText = "position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
  // An open dialog hides the rest of the page from screen readers.
  (document.querySelector("dialog[open]") ?? document.body).append(region);
  setTimeout(() => region.textContent = text, KNOWN_AFTER);
  setTimeout(() => region.remove(), ANNOUNCED_FOR);
}

/** The height of the sticky header in CSS pixels, as `scroll-padding-top` sets it. */
export function coveredByHeader(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

/** CSS pixels between a field's error and the lower edge of the window. */
const ROOM = 16;

/**
 * Scrolls the error of a field into view once it is drawn. Below a long field the error may be outside
 * the window, and then a click seems to do nothing. Scrolls no further than necessary, and keeps the
 * label in view if both fit. `control`: an input, or a group of inputs. Returns a function that
 * cancels it.
 */
export function showErrorOf(control: Element): () => void {
  return afterPaint(() => {
    const error = namedBy(control, "aria-describedby").find((element) =>
      element.id.includes("-error")
    );
    if (!error) return;
    const { top: errorTop, bottom } = error.getBoundingClientRect();
    const name = nameOf(control) ?? control;
    const { top } = name.getBoundingClientRect();
    const upper = coveredByHeader();
    const lower = (visualViewport?.height ?? innerHeight) - ROOM;
    const fits = bottom - top <= lower - upper;
    const inSight = errorTop >= upper && bottom <= lower;
    const by = fits && top < upper ? top - upper : inSight ? 0 : bottom - lower;
    if (by !== 0) scrollBy({ top: by, behavior: "instant" });
  });
}

function nameOf(control: Element): HTMLElement | undefined {
  const labels = (control as HTMLInputElement).labels;
  return labels?.[0] ?? namedBy(control, "aria-labelledby")[0];
}

function namedBy(control: Element, attribute: string): HTMLElement[] {
  const ids = control.getAttribute(attribute)?.split(/\s+/) ?? [];
  return ids.map((id) => document.getElementById(id)).filter((element) => element !== null);
}

const FIELDS = "input, textarea, select, [contenteditable]";

/** Whether an event is about a field, which handles it by itself. */
export const isInField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(FIELDS) !== null;

/** Whether a dialog is open above the page. */
export const isDialogOpen = (): boolean => document.querySelector("dialog[open]") !== null;
