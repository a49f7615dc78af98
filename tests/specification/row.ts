/** A row of the table: a statement of the specification, where it holds, and what proves it. */
import type { Size, Stage } from "./stage.ts";

/** Proves one statement on a page in its state; throws if it does not hold. */
export type Check = (stage: Stage) => Promise<void>;

export interface Row {
  /** The section of the specification, or "D8" for section 8 of the decisions on top of it. */
  section: string;
  /** Words of that document. */
  says: string;
  /** The states of the page in which it must hold. */
  states: readonly string[];
  checks: readonly Check[];
}

/** The states of one page in their order. Each is entered from the previous one. */
export interface Table {
  path: string;
  states: Readonly<Record<string, (stage: Stage) => Promise<void>>>;
  rows: readonly Row[];
  /** Default: those of the runner. */
  sizes?: readonly Size[];
  /** Whether the service worker is installed before the first state. */
  installed?: boolean;
}

/** `states`: their names, separated by spaces. */
export function row(section: string, says: string, states: string, ...checks: Check[]): Row {
  return { section, says, states: states.split(" "), checks };
}

/** One row for each item. */
export const each = <T>(items: readonly T[], rowOf: (item: T) => Row): Row[] => items.map(rowOf);

/** Thrown by a check that the engine's driver cannot make. */
export class NotRun extends Error {
  constructor(readonly needs: string) {
    super(`not run: needs ${needs}`);
  }
}
