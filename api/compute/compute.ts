/** How an operation is worked on: in threads of their own, or on the thread that answers. */
import type { Contract } from "../../core/kernel/contract.ts";
import type { Answer } from "../http/envelope.ts";
import type { Part } from "../request-context.ts";
import type { Busy, Kind } from "./schedule.ts";

export interface Demand {
  body: Uint8Array<ArrayBuffer>;
  /** Who asks, as far as shares are concerned. */
  client: string;
  /** Aborted when the caller has left. Made when first asked for. */
  signal: () => AbortSignal;
  /** Called with each part of the answer when it is known. */
  onPart?: (part: Part) => void;
}

export interface Compute {
  /** Threads that compute; 0 where the thread that answers does. */
  readonly threads: number;
  /** Never rejects. */
  run(contract: Contract, demand: Demand): Promise<Answer | Busy>;
  running(kind: Kind): number;
  waiting(kind: Kind): number;
  close(): void;
}
