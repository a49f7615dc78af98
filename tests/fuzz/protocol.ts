/** The messages between the fuzzing process and its workers. */
import type { Find, Report } from "./fuzzer.ts";

export interface Start {
  /** Names of the targets; empty for all of them. */
  only: string[];
  seed: number;
  seconds: number;
  /** Whether many inputs have the largest allowed size. */
  large: boolean;
  /** Shared memory with the current input of the worker, for the case that it hangs. */
  current: SharedArrayBuffer;
}

export type Message =
  | { type: "ready" }
  | { type: "report"; report: Report }
  | { type: "find"; find: Find }
  | { type: "failed"; message: string }
  | { type: "done" };

/** Layout of `current`: numbers first, then the input. */
export const RUNS = 0;
export const TARGET = 1;
export const LENGTH = 2;
export const HEADER_BYTES = 16;
export const CURRENT_BYTES = HEADER_BYTES + 4 * 1024 * 1024;
