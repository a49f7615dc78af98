/**
 * Returns the milliseconds that this thread has run. Linux counts them without other threads; other
 * systems use the clock.
 */
export function threadTime(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
