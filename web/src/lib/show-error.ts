/** A field's error in sight: under a long field it may be below the window, and a press seems dead. */
import { afterPaint } from "./after-paint.ts";
import { coveredByHeader } from "./covered-by-header.ts";

/** CSS pixels between the error and the window's lower edge. */
const ROOM = 16;

/**
 * Scrolls once the error is drawn, as far as it takes and no further; the field's name stays in sight
 * where both fit. `control`: an input, or a group of some.
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
