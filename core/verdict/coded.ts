/** Makes the entries of the tables of codes. */
import type { Level, Outcome } from "./levels.ts";

export interface Entry {
  readonly level: Level;
  readonly outcome: Outcome;
}

/** An entry of a table, with the type of its facts, which does not exist at run time. */
interface Coded<Facts> extends Entry {
  readonly facts?: Facts;
}

export const code = <Facts>(level: Level, outcome: Outcome): Coded<Facts> => ({ level, outcome });

export const bad = <Facts>() => code<Facts>("bad", "fails");
export const warning = <Facts>() => code<Facts>("warning", "fails");
export const good = <Facts>() => code<Facts>("good", "holds");
export const note = <Facts>() => code<Facts>("note", "holds");
export const unknown = <Facts>() => code<Facts>("note", "unknown");
