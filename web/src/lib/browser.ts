/** Capabilities of this browser, and whether it is online. */
import type { Capability } from "../../../core/kernel/contract.ts";
import { useSyncExternalStore } from "react";

/** Every operation on the device runs in a module worker, whatever else it needs. */
export type Missing = Capability | "module-worker";

const PROBES: Readonly<Record<Missing, () => boolean>> = {
  "module-worker": hasModuleWorkers,
  "webassembly": () => typeof WebAssembly === "object" && WebAssembly.validate(EMPTY_MODULE),
  // Absent if the page was loaded over plain http from another machine.
  "subtle-crypto": () => globalThis.crypto?.subtle !== undefined,
};

/** Magic number and version: the smallest valid module. */
const EMPTY_MODULE = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);

/** Results of the probes. Pages ask on every render, and the answer cannot change. */
const known = new Map<Missing, boolean>();

function has(need: Missing): boolean {
  let present = known.get(need);
  if (present === undefined) known.set(need, present = PROBES[need]());
  return present;
}

/** Returns the first capability in `needs` that this browser lacks, or null. */
export function firstMissing(needs: readonly Capability[]): Missing | null {
  return (["module-worker", ...needs] as const).find((need) => !has(need)) ?? null;
}

/**
 * A browser that supports module workers reads `type` before it parses the URL. The URL is invalid, so
 * the probe starts no worker and fetches nothing.
 */
function hasModuleWorkers(): boolean {
  if (typeof Worker !== "function") return false;
  let isRead = false;
  const options: WorkerOptions = {
    get type(): WorkerType {
      isRead = true;
      return "module";
    },
  };
  try {
    new Worker("http://[", options).terminate();
  } catch {
    // Expected: the URL is invalid.
  }
  return isRead;
}

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Returns `navigator.onLine`, and follows its changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine, () => true);
}
