/** What this browser offers. Probed without starting anything. */
import type { Capability } from "../../../core/kernel/contract.ts";

/** Everything on the device runs in a module worker, whatever else it needs. */
export type Missing = Capability | "module-worker";

const PROBES: Readonly<Record<Missing, () => boolean>> = {
  "module-worker": hasModuleWorkers,
  "webassembly": () => typeof WebAssembly === "object" && WebAssembly.validate(EMPTY_MODULE),
  // Absent where the site is served over plain http from another machine.
  "subtle-crypto": () => globalThis.crypto?.subtle !== undefined,
};

/** Magic number and version: the smallest module there is. */
const EMPTY_MODULE = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);

/** What each probe found: a page asks each time it is drawn, and a browser does not change. */
const known = new Map<Missing, boolean>();

function has(need: Missing): boolean {
  let present = known.get(need);
  if (present === undefined) known.set(need, present = PROBES[need]());
  return present;
}

/** The first thing that an operation needs and this browser lacks, or null. */
export function firstMissing(needs: readonly Capability[]): Missing | null {
  return (["module-worker", ...needs] as const).find((need) => !has(need)) ?? null;
}

/**
 * A browser that knows module workers reads `type` before it looks at the address. The address
 * cannot be parsed, so nothing is ever started or fetched.
 */
function hasModuleWorkers(): boolean {
  if (typeof Worker !== "function") return false;
  let asked = false;
  const options: WorkerOptions = {
    get type(): WorkerType {
      asked = true;
      return "module";
    },
  };
  try {
    new Worker("http://[", options).terminate();
  } catch {
    // Expected: the address cannot be parsed.
  }
  return asked;
}
