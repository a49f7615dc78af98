/**
 * Reads further certificates of a host: at its other addresses, and at the first one without a server
 * name, with only RSA and with only ECDSA. These readings never change the result of the first address,
 * and have a time limit of their own.
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
import { Semaphore } from "../concurrency.ts";

/**
 * The server supports only TLS 1.3, which encrypts certificates, and the runtime has no option for
 * the key types to offer (signature_algorithms, RFC 8446, 4.2.3).
 */
class Encrypted extends Error {}

const isVersionRefused = (fault: unknown): boolean =>
  fault instanceof FlightError && fault.alert === "protocol version";

/** The kind of ClientHello. "as clients do": with the server name and all key types. */
export type AskedFor = "as clients do" | "no server name" | "RSA" | "ECDSA";

export interface FurtherReading {
  address: string;
  asked: AskedFor;
  /** In DER, in the order sent; null if the reading failed. */
  certificates: Uint8Array<ArrayBuffer>[] | null;
  tlsVersion: string | null;
  /** Why the reading failed; null if it did not. */
  problem: string | null;
  /** The error code of that problem. */
  code: OperationErrorCode | null;
  /** The stapled OCSP response; null if there is none or it is not known. */
  ocspResponse: Uint8Array<ArrayBuffer> | null;
  /** The SCT list of the handshake; null if there is none or it is not known. */
  timestamps: Uint8Array<ArrayBuffer> | null;
  /** The handshake to verify; null if the runtime has verified it, or the reading failed. */
  clear: ClearHandshake | null;
}

type Read = Pick<
  FurtherReading,
  "certificates" | "tlsVersion" | "ocspResponse" | "timestamps" | "clear"
>;

/** Limits the further handshakes of all requests of the process together. */
const semaphore = new Semaphore(32);

/** The addresses to read, and the kinds of ClientHello to send to each. */
export interface ReadingQuestion {
  hostname: string;
  /** The version of TLS that the first address negotiated. */
  tlsVersion: string | null;
  addresses: readonly string[];
  asked: readonly AskedFor[];
}

interface Parts extends Omit<ReadingQuestion, "hostname"> {
  target: Omit<Target, "address">;
  /** Reads the certificates at an address as clients do. */
  read: (target: Target, signal: AbortSignal) => Promise<Omit<Read, "ocspResponse" | "timestamps">>;
  limits: ConnectionLimits;
  /** Milliseconds for all readings together. */
  furtherMs: number;
  /** Returns the OperationError that reports a fault, or the fault itself if none does. */
  describe: (fault: unknown, signal: AbortSignal) => unknown;
}

/** The kinds of ClientHello that only the first address gets. */
export const OTHERWISE: readonly AskedFor[] = ["no server name", "RSA", "ECDSA"];

/** The result for an address that has failed before. */
export const notRead = (
  { address, code, problem }: FailedAddress,
  asked: AskedFor,
): FurtherReading => ({
  address,
  asked,
  certificates: null,
  tlsVersion: null,
  problem,
  code,
  ocspResponse: null,
  timestamps: null,
  clear: null,
});

/**
 * Makes up to MAX_FURTHER_ADDRESSES readings, one for each address and kind of ClientHello. A reading
 * that fails has its reason in `problem`. Settles when all connections are closed.
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
  const own = new Semaphore(MAX_PARALLEL_HANDSHAKES);
  const readings = jobs.map(async ({ address, way }): Promise<FurtherReading> => {
    const at = { ...target, address };
    try {
      const found = await own.run(() => semaphore.run(() => readAs(way, at), signal), signal);
      return {
        address,
        asked: way,
        certificates: found.certificates ?? null,
        tlsVersion: found.tlsVersion ?? null,
        problem: null,
        code: null,
        ocspResponse: found.ocspResponse ?? null,
        timestamps: found.timestamps ?? null,
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
    // An internal fault in one of them ends the others, because their results are not used any more.
    deadline.end();
    await Promise.allSettled(readings);
  }
}
