/**
 * What else a host presents: at its other addresses, and at the first one without a server name, for
 * RSA and for ECDSA certificates alone. None of it changes the answer of the first address or holds
 * it up for longer than a bound.
 */
import { isOperationError } from "../../core/kernel/errors.ts";
import type { Asked } from "./client-hello.ts";
import type { ConnectionLimits } from "./connection.ts";
import { Deadline } from "./deadline.ts";
import { readInTheClear } from "./legacy-tls.ts";
import { MAX_FURTHER_ADDRESSES, MAX_PARALLEL_HANDSHAKES } from "./limits.ts";
import type { Target } from "./runtime-tls.ts";
import { Turnstile } from "./turnstile.ts";

/** How the server was asked. */
type AskedFor = "as clients do" | "no server name" | "RSA" | "ECDSA";

export interface FurtherReading {
  address: string;
  asked: AskedFor;
  /** DER, in the order sent; null where nothing could be read. */
  certificates: Uint8Array<ArrayBuffer>[] | null;
  tlsVersion: string | null;
  /** Why nothing could be read; null where something was. */
  problem: string | null;
  /** A stapled OCSP response; null where there was none, or where that is not known. */
  ocspResponse: Uint8Array<ArrayBuffer> | null;
}

type Read = Pick<FurtherReading, "certificates" | "tlsVersion" | "ocspResponse">;

/** Handshakes beside the first ones, of all requests of the process together. */
const turnstile = new Turnstile(32);

interface Parts {
  target: Target;
  /** The other addresses, all checked. */
  others: readonly string[];
  /** Reads an address as clients do. */
  read: (target: Target, signal: AbortSignal) => Promise<Omit<Read, "ocspResponse">>;
  limits: ConnectionLimits;
  /** Milliseconds for all of it. */
  furtherMs: number;
  /** A fault in the words of an error. */
  inWords: (fault: unknown, signal: AbortSignal) => unknown;
}

interface Job {
  asked: AskedFor;
  at: Target;
  read: (at: Target) => Promise<Partial<Read>>;
}

export async function furtherReadings(
  { target, others, read, limits, furtherMs, inWords }: Parts,
  parent: AbortSignal,
): Promise<FurtherReading[]> {
  using deadline = new Deadline(furtherMs, parent);
  const { signal } = deadline;
  const inTheClear = (asked: Asked) => (at: Target) => readInTheClear(at, limits, signal, asked);
  const { hostname } = target;
  const elsewhere = others.slice(0, MAX_FURTHER_ADDRESSES).map((address): Job => ({
    asked: "as clients do",
    at: { ...target, address },
    read: (at) => read(at, signal),
  }));
  const jobs: Job[] = [
    ...elsewhere,
    { asked: "no server name", at: target, read: inTheClear({ hostname: null, key: null }) },
    { asked: "RSA", at: target, read: inTheClear({ hostname, key: "RSA" }) },
    { asked: "ECDSA", at: target, read: inTheClear({ hostname, key: "ECDSA" }) },
  ];
  const own = new Turnstile(MAX_PARALLEL_HANDSHAKES);
  return await Promise.all(jobs.map(async ({ asked, at, read }): Promise<FurtherReading> => {
    const { address } = at;
    try {
      const found = await own.pass(() => turnstile.pass(() => read(at), signal), signal);
      return {
        address,
        asked,
        certificates: found.certificates ?? null,
        tlsVersion: found.tlsVersion ?? null,
        problem: null,
        ocspResponse: found.ocspResponse ?? null,
      };
    } catch (fault) {
      const words = inWords(fault, signal);
      if (!isOperationError(words)) throw fault;
      const nothing = { certificates: null, tlsVersion: null, ocspResponse: null };
      return { address, asked, ...nothing, problem: words.message };
    }
  }));
}
