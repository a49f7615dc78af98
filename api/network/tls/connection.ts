/** TCP connections with time limits, and attempts at several addresses of a host. */
import type { Socket } from "node:net";
import { Deadline, TimeIsUp, until } from "../concurrency.ts";
import type { OperationErrorCode } from "../../../core/kernel/errors.ts";

/** The TCP connection was refused, or not established in time. */
export class NotConnected extends Error {
  override readonly name = "NotConnected";
  constructor(readonly timedOut: boolean) {
    super();
  }
}

/** The connection failed, or the server closed it, before there was an answer. */
export class Broken extends Error {
  override readonly name = "Broken";
}

export interface ConnectionLimits {
  /** Milliseconds for opening the TCP connection. */
  connectMs: number;
  /** Milliseconds for everything after that. */
  exchangeMs: number;
}

const AFTER_CONNECTING = ["ECONNRESET", "EPIPE"];

interface Settle<T> {
  done(result: T): void;
  fail(fault: unknown): void;
}

/**
 * Runs an exchange over a socket that has just started to connect, until `start` calls `done` or
 * `fail`. The promise settles only after the socket is closed.
 *
 * @throws NotConnected, Broken, TimeIsUp, or the signal's reason
 */
export function exchange<S extends Socket, T>(
  socket: S,
  { connectMs, exchangeMs }: ConnectionLimits,
  signal: AbortSignal,
  start: (socket: S, settle: Settle<T>) => void,
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
    // A host that resets a connection has accepted it, whether we hear of that before or not.
    const broken = (why: string, code = "") =>
      isOpen || AFTER_CONNECTING.includes(code) ? new Broken(why) : new NotConnected(false);
    socket.once("connect", () => {
      if (outcome) return;
      isOpen = true;
      clearTimeout(timer);
      timer = setTimeout(() => fail(new TimeIsUp()), exchangeMs);
    });
    socket.on(
      "error",
      (error: Error & { code?: string }) => fail(broken(error.message, error.code)),
    );
    socket.once("close", () => {
      fail(broken("closed"));
      outcome!();
    });
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    else start(socket, { done, fail });
  });
}

/** An address at which the certificates could not be read, and the reason. */
export interface FailedAddress {
  address: string;
  code: OperationErrorCode;
  problem: string;
}

interface Attempts<T> {
  /** The address that answered first, and its answer; null if none did. */
  answered: { address: string; value: T } | null;
  /** Addresses that failed before that, in the order of the attempts. */
  failed: { address: string; fault: unknown }[];
}

/**
 * Tries the addresses of a host until one answers. Each attempt starts when the previous one has
 * failed, or has had no answer for `delayMs` milliseconds (RFC 8305, 5). After the first answer, the
 * other attempts are aborted and not reported. Settles when all of them have ended; never rejects.
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
