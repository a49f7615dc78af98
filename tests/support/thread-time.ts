/**
 * Milliseconds that this thread has run. Linux counts them apart from the time in which the thread
 * had to wait for others; elsewhere the clock must do.
 */
export function threadTime(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
