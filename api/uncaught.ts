/**
 * Keeps the server running after a fault of its own code that nothing caught: an exception in a timer or a
 * listener, or a rejection that nothing awaits. Deno would end the process, and with it every request. A
 * compute process ends all the same, because it has only one request to lose.
 */
import { type Fault, faultOf } from "./compute/protocol.ts";

/** Records the faults that nothing caught, and counts them for the metrics. */
export class Uncaught {
  readonly #onFault: (fault: Fault) => void;
  #count = 0;

  constructor(onFault: (fault: Fault) => void) {
    this.#onFault = onFault;
  }

  get count(): number {
    return this.#count;
  }

  /** From now on, a fault does not end the process. Called after the start, which may fail. */
  survive(): void {
    addEventListener("error", (event) => this.#note(event, event.error));
    addEventListener("unhandledrejection", (event) => this.#note(event, event.reason));
  }

  #note(event: Event, thrown: unknown): void {
    // Otherwise Deno would end the process.
    event.preventDefault();
    this.#count += 1;
    this.#onFault(faultOf("uncaught", thrown));
  }
}
