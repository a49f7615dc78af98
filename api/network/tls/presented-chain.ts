/** What a server really sends: its certificates and how it was spoken with. */
import { isOperationError, OperationError } from "../../../core/kernel/errors.ts";
import { TLS_PORT } from "../../../core/names/url-host.ts";
import * as TEXT from "../../../core/texts.ts";
import { type FailedAddress, firstAnswer } from "./connection.ts";
import { Broken, type ConnectionLimits, NotConnected } from "./connection.ts";
import { TimeIsUp } from "../concurrency.ts";
import { type FurtherReading, furtherReadings, type ReadingQuestion } from "./further-readings.ts";
import type { ClearHandshake } from "./key-proof.ts";
import { readInTheClear } from "./clear-handshake.ts";
import {
  type Deadlines,
  MAX_CERTIFICATE_BYTES,
  MAX_CERTIFICATES,
  MAX_FURTHER_ADDRESSES,
  TooManyCertificates,
} from "../limits.ts";
import { publicAddresses, type Resolution } from "../dns/resolve.ts";
import { type Handshake, runtimeHandshake, type Target } from "./runtime-handshake.ts";
import { FlightError } from "./server-flight.ts";

export interface PresentedChain extends Handshake {
  /** All addresses of the host, in the order in which they are tried. */
  addresses: string[];
  /** The first one that could be read. */
  address: string;
  /** Addresses that were tried before it and could not be read. */
  failed: FailedAddress[];
  /** Whether an OCSP response was stapled; null where the runtime does not say. */
  ocspStapled: boolean | null;
  /** The stapled response as it came; null where there is none, or the runtime does not say. */
  ocspResponse: Uint8Array<ArrayBuffer> | null;
  /** Whether the server asked for a client certificate; null where the runtime does not say. */
  clientCertificateRequested: boolean | null;
  /** Current clients no longer use the version, key exchange or cipher. */
  legacyProtocol: boolean;
  /** The handshake to verify; null where the runtime verified it. */
  clear: ClearHandshake | null;
}

export interface TlsAccess extends Resolution {
  deadlines: Deadlines;
  /** The port that is really connected to. Tests put their servers elsewhere; nobody else does. */
  connectPort: (port: number) => number;
}

const ALPN = ["h2", "http/1.1"];

/**
 * Connects to port 443 of the host and reads the certificates that it sends, in its order and
 * whatever their state, at the first address that can be read.
 *
 * @param hostname as `urlHost` gives it
 * @throws OperationError `host_refused`. Where no address can be read: the error of the first one
 * (`host_unreachable`, `host_without_tls`, `host_timeout`, or `too_complex` for more certificates
 * than are read), whose message names the outcome at each address.
 */
export async function presentedChain(
  hostname: string,
  access: TlsAccess,
  signal: AbortSignal,
): Promise<PresentedChain> {
  const addresses = await publicAddresses(hostname, access, signal);
  const port = access.connectPort(TLS_PORT);
  const { answered, failed: faults } = await firstAnswer(
    addresses.slice(0, 1 + MAX_FURTHER_ADDRESSES),
    (address, until) => readFrom({ address, port, hostname }, limitsOf(access), until),
    access.deadlines.attemptMs,
    signal,
  );
  const failed = faults.map(({ address, fault }): FailedAddress => {
    const described = describe(fault, signal);
    if (!isOperationError(described)) throw described;
    return { address, code: described.code, problem: described.message };
  });
  if (answered) return { addresses, address: answered.address, failed, ...answered.value };
  const [first] = failed;
  // Without a first one the request was aborted before any address was tried.
  if (!first) throw describe(signal.reason, signal);
  throw new OperationError(
    first.code,
    failed.length === 1 ? first.problem : TEXT.hostAtNoAddress(failed),
  );
}

/**
 * What the host presents elsewhere, and to those who ask otherwise: `question` is a ReadingQuestion
 * as JSON. Its addresses are those that were looked up and checked before, and are checked again:
 * nothing is looked up here.
 */
export async function readFurther(
  question: string,
  access: TlsAccess,
  signal: AbortSignal,
): Promise<FurtherReading[]> {
  const { hostname, tlsVersion, addresses, asked } = JSON.parse(question) as ReadingQuestion;
  const limits = limitsOf(access);
  return await furtherReadings(
    {
      target: { hostname, port: access.connectPort(TLS_PORT) },
      tlsVersion,
      addresses: addresses.filter((address) => access.guard(address)),
      asked,
      read: (target, until) => readFrom(target, limits, until),
      limits,
      furtherMs: access.deadlines.furtherMs,
      describe,
    },
    signal,
  );
}

const limitsOf = ({ deadlines: { connectMs, handshakeMs } }: TlsAccess): ConnectionLimits => ({
  connectMs,
  talkMs: handshakeMs,
});

type Answer = Omit<PresentedChain, "addresses" | "address" | "failed">;

async function readFrom(
  target: Target,
  limits: ConnectionLimits,
  signal: AbortSignal,
): Promise<Answer> {
  let refusal: Broken;
  try {
    return complete(await runtimeHandshake(target, ALPN, limits, signal));
  } catch (fault) {
    if (!(fault instanceof Broken)) throw fault;
    refusal = fault;
  }
  if (refusal.message.includes("NoApplicationProtocol")) {
    try {
      return complete(await runtimeHandshake(target, undefined, limits, signal));
    } catch (fault) {
      if (!(fault instanceof Broken)) throw fault;
      refusal = fault;
    }
  }
  try {
    return await readInTheClear(target, limits, signal);
  } catch (fault) {
    throw clearerFault(refusal, fault);
  }
}

function complete(handshake: Handshake): Answer {
  if (handshake.certificates.length > MAX_CERTIFICATES) throw new TooManyCertificates();
  return {
    ...handshake,
    ocspStapled: null,
    ocspResponse: null,
    clientCertificateRequested: null,
    legacyProtocol: false,
    clear: null,
  };
}

/**
 * Of the runtime's fault and the reader's, the one that says more. That is the reader's, except with a
 * server that speaks TLS 1.3 alone: it says nothing else to the reader.
 */
function clearerFault(refusal: Broken, fault: unknown): unknown {
  if (refusal.message.includes("HandshakePayloadTooLarge")) return new TooManyCertificates();
  const onlyNewer = fault instanceof FlightError && fault.alert === "PROTOCOL VERSION";
  if (!onlyNewer) return fault;
  const alert = RUNTIME_ALERT.exec(refusal.message)?.[1].replace(/(?<=[a-z])(?=[A-Z])/g, " ");
  return alert ? new FlightError("alert", alert.toUpperCase()) : new FlightError("malformed");
}

/** How the runtime reports an alert, its name in one word. */
const RUNTIME_ALERT = /received fatal alert: ([A-Za-z]{1,40})/;

function describe(fault: unknown, signal: AbortSignal): unknown {
  if (fault instanceof TooManyCertificates) {
    return new OperationError(
      "too_complex",
      TEXT.hostTooManyCertificates(MAX_CERTIFICATES, MAX_CERTIFICATE_BYTES / 1024),
    );
  }
  if (fault instanceof FlightError) {
    return new OperationError("host_without_tls", flightText(fault));
  }
  if (fault instanceof Broken) {
    return new OperationError("host_without_tls", TEXT.hostWithoutTls);
  }
  if (fault instanceof NotConnected && !fault.timedOut) {
    return new OperationError("host_unreachable", TEXT.hostUnreachable);
  }
  // Nobody reads the answer of an aborted request; it only must not count as a fault of ours.
  if (fault instanceof NotConnected || fault instanceof TimeIsUp || signal.aborted) {
    return new OperationError("host_timeout", TEXT.hostTimeout);
  }
  return fault;
}

function flightText({ problem, alert }: FlightError): string {
  switch (problem) {
    case "alert":
      return TEXT.hostEndedHandshake(alert);
    case "no_certificate":
      return TEXT.hostWithoutCertificate;
    case "malformed":
      return TEXT.hostHandshakeFailed;
    case "not_tls":
      return TEXT.hostWithoutTls;
  }
}
