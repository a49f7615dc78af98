import { startTransition, useEffect, useState } from "react";

/**
 * The number of rows to render: it grows by a slice with each frame up to `wanted`, so that a click
 * on hundreds of rows has an effect before all of them are rendered.
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
