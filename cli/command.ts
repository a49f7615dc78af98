/** The shape of a command, and its options. */
import type { Report } from "./report.ts";

/** An option with a value, or a switch. */
export interface Option {
  readonly type: "string" | "boolean";
  /** The placeholder of the value in the help; absent for a switch. */
  readonly value?: string;
  readonly help: string;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  /** One sentence. */
  readonly summary: string;
  /** The arguments in the help. */
  readonly arguments: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Command lines with a sentence about each. */
  readonly examples: readonly {
    readonly line: string;
    readonly help: string;
  }[];
  readonly run: (paths: readonly string[], values: Values) => Promise<Report>;
}

/** The value of an option; "" if it is not given. */
export const valueOf = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === "string" ? value : "";
};

/** The value of --at. A time of day may be left out: 2026-11-21 is its first second. */
export const timeOf = ({ at }: Values): string | undefined =>
  typeof at !== "string" ? undefined : /^\d{4}-\d\d-\d\d$/.test(at) ? `${at}T00:00:00Z` : at;
