/**
 * What else a host presents: at its other addresses, and at the first one without a server name, for
 * RSA and for ECDSA certificates alone. None of it changes the answer of the first address or holds
 * it up for longer than a bound.
 */
import {
  isOperationError,
  OperationError,
  type OperationErrorCode,
} from "../../../core/kernel/errors.ts";
import * as TEXT from "../../../core/texts.ts";
import type { FailedAddress } from "./connection.ts";
import type { Asked } from "./clear-handshake.ts";
import type { ConnectionLimits } from "./connection.ts";
import { Deadline } from "../concurrency.ts";
import type { ClearHandshake } from "./key-proof.ts";
import { readInTheClear } from "./clear-handshake.ts";
import { MAX_FURTHER_ADDRESSES, MAX_PARALLEL_HANDSHAKES } from "../limits.ts";
import { runtimeHandshake, type Target } from "./runtime-handshake.ts";
import { FlightError } from "./server-flight.ts";
import { Turnstile } from "../concurrency.ts";

/**
 * A server that speaks TLS 1.3 alone encrypts its certificates, and the runtime does not let the
 * kinds of keys be chosen (signature_algorithms, RFC 8446, 4.2.3).
 */
class Encrypted extends Error {}

const isVersionRefused = (fault: unknown): boolean =>
  fault instanceof FlightError && fault.alert === "PROTOCOL VERSION";

/** How the server was asked. */
export type AskedFor = "as clients do" | "no server name" | "RSA" | "ECDSA";

export interface FurtherReading {
  address: string;
  asked: AskedFor;
  /** DER, in the order sent; null where nothing could be read. */
  certificates: Uint8Array<ArrayBuffer>[] | null;
  tlsVersion: string | null;
  /** Why nothing could be read; null where something was. */
  problem: string | null;
  /** The code of that problem; null where something was read. */
  code: OperationErrorCode | null;
  /** A stapled OCSP response; null where there was none, or where that is not known. */
  ocspResponse: Uint8Array<ArrayBuffer> | null;
  /** The handshake to verify; null where the runtime verified it, or where nothing was read. */
  clear: ClearHandshake | null;
}

type Read = Pick<FurtherReading, "certificates" | "tlsVersion" | "ocspResponse" | "clear">;

/** Handshakes beside the first ones, of all requests of the process together. */
const turnstile = new Turnstile(32);

/** Which addresses are read, and how each is asked. */
export interface ReadingQuestion {
  hostname: string;
  /** What the first address spoke when it was asked as clients do. */
  tlsVersion: string | null;
  addresses: readonly string[];
  asked: readonly AskedFor[];
}

interface Parts extends Omit<ReadingQuestion, "hostname"> {
  target: Omit<Target, "address">;
  /** Reads an address as clients do. */
  read: (target: Target, signal: AbortSignal) => Promise<Omit<Read, "ocspResponse">>;
  limits: ConnectionLimits;
  /** Milliseconds for all of it. */
  furtherMs: number;
  /** A fault in the words of an error. */
  describe: (fault: unknown, signal: AbortSignal) => unknown;
}

/** The other ways in which the first address is asked; other addresses are asked as clients do. */
export const OTHERWISE: readonly AskedFor[] = ["no server name", "RSA", "ECDSA"];

/** The reading of an address that failed. */
export const notRead = (
  { address, code, problem }: FailedAddress,
  asked: AskedFor,
): FurtherReading => ({
  ...{ address, asked, certificates: null, tlsVersion: null, problem, code },
  ...{ ocspResponse: null, clear: null },
});

/**
 * Reads each address in each way, MAX_FURTHER_ADDRESSES readings at most, within `furtherMs`. What
 * fails is a `problem` in the answer. Settles when all connections are closed.
 */
export async function furtherReadings(
  { target, tlsVersion, addresses, asked, read, limits, furtherMs, describe }: Parts,
  parent: AbortSignal,
): Promise<FurtherReading[]> {
  using deadline = new Deadline(furtherMs, parent);
  const { signal } = deadline;
  const inTheClear = (at: Target, as: Asked) => readInTheClear(at, limits, signal, as);
  const { hostname } = target;
  const readAs = async (way: AskedFor, at: Target): Promise<Partial<Read>> => {
    if (way === "as clients do") return await read(at, signal);
    const isNewer = tlsVersion === "TLSv1.3";
    if (way !== "no server name") {
      return await inTheClear(at, { hostname, key: way }).catch((fault) => {
        throw isNewer && isVersionRefused(fault) ? new Encrypted() : fault;
      });
    }
    return isNewer
      ? await runtimeHandshake({ ...at, hostname: null }, undefined, limits, signal)
      : await inTheClear(at, { hostname: null, key: null });
  };
  const jobs = addresses.flatMap((address) => asked.map((way) => ({ address, way })))
    .slice(0, MAX_FURTHER_ADDRESSES);
  const own = new Turnstile(MAX_PARALLEL_HANDSHAKES);
  const readings = jobs.map(async ({ address, way }): Promise<FurtherReading> => {
    const at = { ...target, address };
    try {
      const found = await own.pass(() => turnstile.pass(() => readAs(way, at), signal), signal);
      return {
        address,
        asked: way,
        certificates: found.certificates ?? null,
        tlsVersion: found.tlsVersion ?? null,
        problem: null,
        code: null,
        ocspResponse: found.ocspResponse ?? null,
        clear: found.clear ?? null,
      };
    } catch (fault) {
      const words = fault instanceof Encrypted
        ? new OperationError("unsupported", TEXT.hostOnlyEncrypted)
        : describe(fault, signal);
      if (!isOperationError(words)) throw fault;
      return notRead({ address, code: words.code, problem: words.message }, way);
    }
  });
  try {
    return await Promise.all(readings);
  } finally {
    // A fault of ours in one of them ends the others, which would go on without a reader.
    deadline.end();
    await Promise.allSettled(readings);
  }
}
