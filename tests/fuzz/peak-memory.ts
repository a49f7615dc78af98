/**
 * The peak memory of the process, as Linux counts it. Other systems have no measurement.
 */
const CLEAR = "/proc/self/clear_refs";
const STATUS = "/proc/self/status";

/** Returns the growth of peak memory during `work` in MiB; null if it cannot be measured. */
export async function peakOf(work: () => unknown): Promise<number | null> {
  try {
    // 5 resets the peak to the current use.
    Deno.writeTextFileSync(CLEAR, "5");
  } catch {
    await work();
    return null;
  }
  const before = peak();
  await work();
  return peak() - before;
}

function peak(): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync(STATUS));
  return Number(line?.[1] ?? NaN) / 1024;
}
