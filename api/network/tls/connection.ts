/** One TCP connection from its opening to its close, with a limit on each part. */
import type { Socket } from "node:net";
import { Deadline, TimeIsUp, until } from "../concurrency.ts";
import type { OperationErrorCode } from "../../../core/kernel/errors.ts";

/** The TCP connection was not made: refused, or not answered in time. */
export class NotConnected extends Error {
  override readonly name = "NotConnected";
  constructor(readonly timedOut: boolean) {
    super();
  }
}

/** The connection failed or was closed by the other side before there was an answer. */
export class Broken extends Error {
  override readonly name = "Broken";
}

export interface ConnectionLimits {
  /** Milliseconds until the TCP connection is open. */
  connectMs: number;
  /** Milliseconds for everything after that. */
  talkMs: number;
}

interface Settle<T> {
  done(result: T): void;
  fail(fault: unknown): void;
}

/**
 * Talks over a socket that has just begun to connect, until `talk` settles it. Whatever
 * happens, the promise settles only when the socket is closed, so nothing is left behind.
 *
 * @throws NotConnected, Broken, TimeIsUp, or the signal's reason
 */
export function converse<S extends Socket, T>(
  socket: S,
  { connectMs, talkMs }: ConnectionLimits,
  signal: AbortSignal,
  talk: (socket: S, settle: Settle<T>) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let outcome: (() => void) | null = null;
    let timer = setTimeout(() => fail(new NotConnected(true)), connectMs);
    const end = (settled: () => void) => {
      if (outcome) return;
      outcome = settled;
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      socket.destroy();
    };
    const done = (result: T) => end(() => resolve(result));
    const fail = (fault: unknown) => end(() => reject(fault));
    const stop = () => fail(signal.reason);
    const broken = (why: string) => isOpen ? new Broken(why) : new NotConnected(false);
    socket.once("connect", () => {
      if (outcome) return;
      isOpen = true;
      clearTimeout(timer);
      timer = setTimeout(() => fail(new TimeIsUp()), talkMs);
    });
    socket.on("error", (error) => fail(broken(error.message)));
    socket.once("close", () => {
      fail(broken("closed"));
      outcome!();
    });
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    else talk(socket, { done, fail });
  });
}

/** Tries the addresses of a host until one answers, so that a broken one does not hide the others. */

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
