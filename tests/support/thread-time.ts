/**
 * Milliseconds that this thread has run. Linux counts them without the time in which other threads
 * ran; elsewhere the clock is used.
 */
export function threadTime(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
