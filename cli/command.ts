/** The shape of a command, and its options. */
import type { Report } from "./report.ts";

/** An option with a value, or a switch. */
export interface Option {
  readonly type: "string" | "boolean";
  /** The placeholder of the value in the help; absent for a switch. */
  readonly value?: string;
  /** One letter that stands for the name. */
  readonly short?: string;
  readonly help: string;
}

type Options = Readonly<Record<string, Option>>;
export type Values = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  /** One sentence. */
  readonly summary: string;
  /** The arguments in the help; "" for a command that takes none. */
  readonly arguments: string;
  readonly options: Options;
  /** Command lines with a sentence about each. */
  readonly examples: readonly {
    readonly line: string;
    readonly help: string;
  }[];
  readonly run: (paths: readonly string[], values: Values) => Promise<Report>;
}

/** A wrong command line. The message names the fault and the right form. */
export class Misuse extends Error {}

/** The value of an option; "" if it is not given. */
export const valueOf = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === "string" ? value : "";
};

/** The value of an option as a number; undefined if it is not given, and NaN for another text. */
export const numberOf = (values: Values, name: string): number | undefined => {
  const value = values[name];
  return typeof value === "string" ? Number(value.trim() || NaN) : undefined;
};

/** The parts of a value that are separated by commas. */
export const listOf = (values: Values, name: string): string[] =>
  valueOf(values, name).split(",").map((part) => part.trim()).filter((part) => part !== "");

/** The value of --at. A time of day may be left out: 2026-11-21 is its first second. */
export const timeOf = ({ at }: Values): string | undefined =>
  typeof at !== "string" ? undefined : /^\d{4}-\d\d-\d\d$/.test(at) ? `${at}T00:00:00Z` : at;

export const AT: Option = {
  type: "string",
  value: "TIME",
  help: "Judge dates at this time (2026-11-21T12:00:00Z) instead of now",
};

/** Where a command writes its files. */
export const OUTPUT: Options = {
  output: {
    type: "string",
    value: "PLACE",
    short: "o",
    help: "Write to this folder or new file; - for standard output",
  },
  force: { type: "boolean", help: "Overwrite files" },
};

/** The options that name a secret. `name`: "passphrase"; `what`: "The passphrase of the key". */
export const secretOptions = (name: string, what: string): Options => ({
  [`${name}-file`]: { type: "string", value: "FILE", help: `${what} is in FILE` },
  [`${name}-env`]: {
    type: "string",
    value: "NAME",
    help: `${what} is in the environment variable NAME`,
  },
});
