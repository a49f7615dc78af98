/**
 * What one page passes to the next: in memory alone, never in an address or a storage, taken once
 * and gone with the tab.
 */
import { useEffect, useEffectEvent } from "react";
import type { DroppedFile } from "../ui/form/dropped-files.ts";

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

/** Keeps data for the page at `path`; data kept for it before is dropped. */
export function handOver<Path extends keyof HandOver>(path: Path, data: HandOver[Path]): void {
  given.set(path, data);
}

/** Takes the data kept for a page, which is gone then; null if there is none. */
function takeHandOver<Path extends keyof HandOver>(path: Path): HandOver[Path] | null {
  const data = given.get(path) as HandOver[Path] | undefined;
  given.delete(path);
  return data ?? null;
}

// A page that the browser keeps for Back must not keep keys either.
if (typeof addEventListener === "function") addEventListener("pagehide", () => given.clear());

/** Calls `take` once after the page was drawn, if data is kept for it. */
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

/**
 * What is pasted or dropped beside every field. The page that is shown may take it, each kind into
 * its field. What it does not take is offered to other tools.
 */

export type Kind = "certificate" | "request" | "key" | "pfx" | "records" | "host" | "other";

export interface Arrival {
  readonly text: string;
  readonly files: readonly DroppedFile[];
}

/** Each function takes the texts of its kind; `all` takes anything, and returns whether it did. */
export type Takers =
  & { readonly [K in Exclude<Kind, "other">]?: (text: string) => void }
  & { readonly all?: (arrival: Arrival, kinds: readonly Kind[]) => boolean };

let ofPage: Takers = {};

/** What the page that is shown takes now. */
export const takersOfPage = (): Takers => ofPage;

export function useArrivals(takers: Takers): void {
  useEffect(() => {
    ofPage = takers;
    return () => {
      if (ofPage === takers) ofPage = {};
    };
  });
}
