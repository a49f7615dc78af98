/**
 * The most memory that the process used at one time, as Linux counts it; elsewhere nothing is
 * measured.
 */
const CLEAR = "/proc/self/clear_refs";
const STATUS = "/proc/self/status";

/** MiB by which memory grew at its peak while `work` ran; null if that cannot be measured. */
export async function peakOf(work: () => unknown): Promise<number | null> {
  try {
    // 5 sets the peak back to what is used now.
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
