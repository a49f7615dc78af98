/** Starts threads that compute, from the file that the build made. */
import type { WorkerLike } from "../../workers/pool.ts";

const SCRIPT = new URL("../../dist/server/compute-worker.js", import.meta.url);

/**
 * A way to start threads, or null where the platform has none. The script is read once: a build that
 * takes this one's place while the server runs does not change what the next thread is.
 */
export async function threadSpawner(): Promise<(() => WorkerLike) | null> {
  if (typeof Worker !== "function") return null;
  const script = new Blob([await Deno.readFile(SCRIPT)], { type: "text/javascript" });
  const url = URL.createObjectURL(script);
  return () => new Worker(url, { type: "module", ...WITHOUT_PERMISSIONS });
}

/**
 * What a thread computes comes from strangers, and it needs nothing but its messages: no file, no
 * socket, no environment. That permissions can be taken away is a setting in deno.json (`unstable`).
 */
export const WITHOUT_PERMISSIONS = { deno: { permissions: "none" } } as WorkerOptions;
