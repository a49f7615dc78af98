import { startTransition, useEffect, useState } from "react";

/**
 * As many rows as were asked for, a slice more with each picture: a press that asks for hundreds is
 * answered before they are drawn.
 */
export function useSlices(wanted: number, slice: number): number {
  const [drawn, setDrawn] = useState(wanted);
  useEffect(() => {
    if (drawn >= wanted) return;
    const frame = requestAnimationFrame(() =>
      startTransition(() => setDrawn(Math.min(drawn + slice, wanted)))
    );
    return () => cancelAnimationFrame(frame);
  }, [drawn, wanted, slice]);
  return Math.min(drawn, wanted);
}
