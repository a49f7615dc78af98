/**
 * Calls once the next picture is there: a press is seen to be taken before the work begins that it asks
 * for. Gives what ends the waiting.
 */
export function afterPicture(act: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => task = setTimeout(act));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}
