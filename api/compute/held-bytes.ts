/**
 * Bytes of CRLs and OCSP responses that wait to be judged, in the whole process and of each client.
 * Short ones always find room in the process: those who send long ones must not keep them out.
 */
import { MAX_SHORT_LIST_BYTES } from "../network/limits.ts";
import { Tally } from "./tally.ts";

const MIB = 1024 * 1024;
const MOST = 64 * MIB;
const MOST_PER_CLIENT = 16 * MIB;

export class HeldBytes {
  readonly #tally = new Tally();

  get total(): number {
    return this.#tally.total;
  }

  /** Counts the bytes if there is room for them. */
  take(client: string, bytes: number): boolean {
    const hasRoom = bytes <= MAX_SHORT_LIST_BYTES || this.total + bytes <= MOST;
    if (!hasRoom || this.#tally.of(client) + bytes > MOST_PER_CLIENT) return false;
    this.#tally.add(client, bytes);
    return true;
  }

  release(client: string, bytes: number): void {
    this.#tally.add(client, -bytes);
  }
}
