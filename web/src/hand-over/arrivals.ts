/**
 * What is pasted or dropped beside every field. The page that is shown may take it, each kind into
 * its field. What it does not take is offered to other tools.
 */
import { useEffect } from "react";
import type { DroppedFile } from "../ui/form/dropped-files.ts";

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
