/** The public facts that the menu "Share" of a result gives away. */
import type { ShortAnswer } from "../../../core/verdict/text/short.ts";
import type { LinkPath } from "../links/link.ts";

/** A live host, or the public objects of a text for a page. */
export type Linked =
  | { readonly host: string }
  | {
    readonly path: LinkPath;
    /** A function if it must be collected first. */
    readonly text: string | (() => Promise<string>);
    /** True if its names are known to all, such as those of a publicly trusted certificate. */
    readonly isPublic: boolean;
  };

export interface Shared extends ShortAnswer {
  /** Null for a result that no link can hold, such as one about a private key. */
  readonly link: Linked | null;
  /** A CSR that the user will send to a CA. */
  readonly request?: { readonly csr: string; readonly names: readonly string[] };
}
