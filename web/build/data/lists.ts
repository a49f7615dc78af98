/** The dates and versions of the lists from which the tables of roots were made: `lists.json`. */
import lists from "./lists.json" with { type: "json" };

export interface Lists {
  /** The days on which they were read, ISO 8601, because most of them have no date. */
  readonly mozilla: string;
  readonly chrome: { readonly version: number; readonly date: string };
  readonly ccadb: string;
  readonly platforms: string;
}

/** Those of the tables in use. */
export const LISTS: Lists = lists;
