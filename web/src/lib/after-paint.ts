/**
 * Calls `act` after the next frame, so that a press shows its effect before the work that it asks
 * for begins. Returns a function that cancels it.
 */
export function afterPaint(act: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => task = setTimeout(act));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}
