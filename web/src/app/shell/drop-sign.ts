/** While the user drags files over the page: that they can be dropped anywhere, and where they go. */
import "../../ui/feedback/drop-sign.css";
import { takersOfPage } from "../../hand-over/hand-over.ts";

/** Milliseconds after the last event of a drag. Browsers send one at least every 550 ms (HTML, 6.11.5). */
const DRAG_ENDS = 700;

let timer: ReturnType<typeof setTimeout>;

/** Shows the sign until the drag ends. Call it for each `dragover` event. */
export function show(): void {
  const { dataset } = document.documentElement;
  clearTimeout(timer);
  // No event tells reliably that the pointer has left the window.
  timer = setTimeout(() => delete dataset.drop, DRAG_ENDS);
  dataset.drop ??= `Drop the files anywhere. ${destination()}`;
}

function destination(): string {
  const { all, ...others } = takersOfPage();
  if (all) return "The inspector opens them.";
  return Object.keys(others).length > 0
    ? "This page reads them if they fit, or we show which tool does."
    : "We show which tool opens them.";
}
