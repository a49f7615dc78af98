/**
 * What one page gives to the next: in memory alone, never in an address or a store, taken once and
 * gone with the tab.
 */
import { useEffect, useEffectEvent } from "react";

/** What a page can be given, by its path. */
export interface HandOver {
  "/inspect": { files: readonly { path: string; file: File }[]; text: string };
  "/csr": { text: string };
  "/csr-decoder": { csr: string };
  "/chain": { certificate: string };
  "/match": { certificate: string; privateKey: string };
  "/pfx": { certificate: string; privateKey: string; pfx?: string };
  "/caa": { domain: string; records: string };
}

const given = new Map<keyof HandOver, unknown>();

/** Lays something ready for the page at `path`; what lay there before is forgotten. */
export function handOver<Path extends keyof HandOver>(path: Path, data: HandOver[Path]): void {
  given.set(path, data);
}

/** Takes what lies ready, which is gone then; null when there is nothing. */
function takeHandOver<Path extends keyof HandOver>(path: Path): HandOver[Path] | null {
  const data = given.get(path) as HandOver[Path] | undefined;
  given.delete(path);
  return data ?? null;
}

// Also for a page that the browser keeps to come back to: it must not keep keys.
if (typeof addEventListener === "function") addEventListener("pagehide", () => given.clear());

/** Calls `take` once after the page was drawn, when something lies ready for it. */
export function useHandOver<Path extends keyof HandOver>(
  path: Path,
  take: (data: HandOver[Path]) => void,
): void {
  const onTaken = useEffectEvent(take);
  useEffect(() => {
    const data = takeHandOver(path);
    if (data !== null) onTaken(data);
  }, [path]);
}
