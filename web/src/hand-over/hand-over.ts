/**
 * Passes data from one page to the next, and pasted or dropped data to the current page. The data stays
 * in memory: it is never in an address or in storage, and can be taken once.
 */
import { useEffect, useEffectEvent } from "react";
import type { DroppedFile } from "../ui/form/dropped-files.ts";

/** The data that each page accepts, by its path. */
export interface HandOver {
  "/inspect": { files: readonly { path: string; file: File }[]; text: string };
  /** A certificate or CSR to renew, or a name. */
  "/csr": { text: string } | { name: string };
  "/csr-decoder": { csr: string };
  /** Certificates, or a host that the user has agreed to contact. */
  "/chain": { certificate: string } | { host: string };
  "/match": { certificate: string; privateKey: string };
  "/pfx": { certificate: string; privateKey: string; pfx?: string };
  "/caa": { domain: string; records: string };
}

const given = new Map<keyof HandOver, unknown>();
/** The pages that are shown take data at once. */
const shown = new Map<keyof HandOver, () => void>();

/** Keeps data for the page at `path` and drops earlier data for the same page. */
export function handOver<Path extends keyof HandOver>(path: Path, data: HandOver[Path]): void {
  given.set(path, data);
  shown.get(path)?.();
}

/** Removes and returns the data for a page; null if there is no data. */
function takeHandOver<Path extends keyof HandOver>(path: Path): HandOver[Path] | null {
  const data = given.get(path) as HandOver[Path] | undefined;
  given.delete(path);
  return data ?? null;
}

// A page that the browser keeps for Back must not keep private keys.
if (typeof addEventListener === "function") addEventListener("pagehide", () => given.clear());

/** Calls `take` after the page was drawn, if there is data for it, and for data that comes while it is shown. */
export function useHandOver<Path extends keyof HandOver>(
  path: Path,
  take: (data: HandOver[Path]) => void,
): void {
  const onTaken = useEffectEvent(take);
  useEffect(() => {
    const receive = () => {
      const data = takeHandOver(path);
      if (data !== null) onTaken(data);
    };
    receive();
    shown.set(path, receive);
    return () => {
      if (shown.get(path) === receive) shown.delete(path);
    };
  }, [path]);
}

export type Kind = "certificate" | "request" | "key" | "pfx" | "crl" | "records" | "host" | "other";

/** Data that was pasted or dropped outside of every field. */
export interface Arrival {
  readonly text: string;
  readonly files: readonly DroppedFile[];
}

/** Each function takes texts of its kind. `all` is called for other data and returns whether it took it. */
export type Takers =
  & { readonly [K in Exclude<Kind, "other">]?: (text: string) => void }
  & { readonly all?: (arrival: Arrival, kinds: readonly Kind[]) => boolean };

let ofPage: Takers = {};

/** The functions of the current page. */
export const takersOfPage = (): Takers => ofPage;

/** Registers the data that this page takes. The rest is offered to other tools. */
export function useArrivals(takers: Takers): void {
  useEffect(() => {
    ofPage = takers;
    return () => {
      if (ofPage === takers) ofPage = {};
    };
  });
}
