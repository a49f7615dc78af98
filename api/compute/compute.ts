/**
 * Runs operations: in processes (processes.ts), in threads (threads.ts) or on the main thread
 * (inline.ts).
 */
import type { Contract } from "../../core/kernel/contract.ts";
import type { Answer } from "../http/envelope.ts";
import type { Part } from "../request-context.ts";
import type { Busy, Kind } from "./schedule.ts";

export interface Demand {
  body: Uint8Array<ArrayBuffer>;
  /** The client whose share of the processes is used. */
  client: string;
  /** Aborted when the client disconnects. A function, because most requests never need the signal. */
  signal: () => AbortSignal;
  /** Called with each part of the answer as soon as it is known. */
  onPart?: (part: Part) => void;
}

export interface Compute {
  readonly kind: "processes" | "threads" | "inline";
  /** The number of processes or threads that there should be; 0 if operations run on the main thread. */
  readonly threads: number;
  /** How many of them work. */
  readonly working: number;
  /** Octets of all processes, and how many were replaced for each reason. */
  readonly processes?: Readonly<{ memory: number; ends: Readonly<Record<string, number>> }>;
  /** Never rejects. */
  run(contract: Contract, demand: Demand): Promise<Answer | Busy>;
  running(kind: Kind): number;
  waiting(kind: Kind): number;
  close(): void;
}
