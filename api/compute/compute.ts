/** Runs operations, either in compute threads (threads.ts) or on the main thread (inline.ts). */
import type { Contract } from "../../core/kernel/contract.ts";
import type { Answer } from "../http/envelope.ts";
import type { Part } from "../request-context.ts";
import type { Busy, Kind } from "./schedule.ts";

export interface Demand {
  body: Uint8Array<ArrayBuffer>;
  /** The client whose share of the threads is used. */
  client: string;
  /** Aborted when the client disconnects. A function, because most requests never need the signal. */
  signal: () => AbortSignal;
  /** Called with each part of the answer as soon as it is known. */
  onPart?: (part: Part) => void;
}

export interface Compute {
  /** The number of compute threads; 0 if operations run on the main thread. */
  readonly threads: number;
  /** Never rejects. */
  run(contract: Contract, demand: Demand): Promise<Answer | Busy>;
  running(kind: Kind): number;
  waiting(kind: Kind): number;
  close(): void;
}
