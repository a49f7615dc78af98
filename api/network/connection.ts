/** One TCP connection from its opening to its close, with a limit on each part. */
import type { Socket } from "node:net";
import { TimeIsUp } from "./deadline.ts";

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
