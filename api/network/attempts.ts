/** Tries the addresses of a host until one answers, so that a broken one does not hide the others. */
import type { OperationErrorCode } from "../../core/kernel/errors.ts";
import { Deadline, until } from "./deadline.ts";

/** An address that could not be read, and why. */
export interface FailedAddress {
  address: string;
  code: OperationErrorCode;
  problem: string;
}

interface Attempts<T> {
  /** The address that answered first, and its answer; null where none did. */
  answered: { address: string; value: T } | null;
  /** Addresses that failed until then, in the order of the attempts, each with its fault. */
  failed: { address: string; fault: unknown }[];
}

/**
 * The next address is tried when the one before failed, or has not answered for `delayMs`
 * milliseconds (RFC 8305, 5). When one answers, attempts under way are aborted, and count as not
 * made. Settles when all of them have ended; never rejects.
 */
export async function firstAnswer<T>(
  addresses: readonly string[],
  read: (address: string, signal: AbortSignal) => Promise<T>,
  delayMs: number,
  parent: AbortSignal,
): Promise<Attempts<T>> {
  const superseded = new AbortController();
  const signal = AbortSignal.any([parent, superseded.signal]);
  const faults = new Map<string, unknown>();
  let answered: Attempts<T>["answered"] = null;
  const attempt = async (address: string) => {
    try {
      const value = await read(address, signal);
      answered ??= { address, value };
      superseded.abort();
    } catch (fault) {
      if (!superseded.signal.aborted) faults.set(address, fault);
    }
  };
  const attempts: Promise<void>[] = [];
  for (const address of addresses) {
    if (signal.aborted) break;
    using turn = new Deadline(delayMs, signal);
    const made = attempt(address);
    attempts.push(made);
    await until(made, turn.signal).catch(() => {});
  }
  await Promise.all(attempts);
  const failed = addresses.filter((address) => faults.has(address))
    .map((address) => ({ address, fault: faults.get(address) }));
  return { answered, failed };
}
