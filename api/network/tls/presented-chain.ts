/** Reads the certificates that a server presents, and the properties of the connection. */
import { isOperationError, OperationError } from "../../../core/kernel/errors.ts";
import { TLS_PORT } from "../../../core/names/hosts.ts";
import { readIpAddress } from "../../../core/names/ip-address.ts";
import { equalOctets } from "../../../core/kernel/octets.ts";
import * as TEXT from "../../../core/texts.ts";
import {
  Broken,
  type ConnectionLimits,
  type FailedAddress,
  firstAnswer,
  NotConnected,
} from "./connection.ts";
import { TimeIsUp } from "../concurrency.ts";
import { alertMeaning } from "./alerts.ts";
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
import {
  alertOf,
  type Handshake,
  isProtocolRefused,
  isTooLong,
  KEEPS_ORDER,
  runtimeHandshake,
  type Target,
} from "./runtime-handshake.ts";
import type { StartTls } from "./start-tls-ports.ts";
import { selectsPostQuantum } from "./post-quantum.ts";
import { FlightError } from "./server-flight.ts";

export interface PresentedChain extends Handshake {
  /** All addresses of the host, in the order in which they are tried. */
  addresses: string[];
  /** The address at which the certificates were read. */
  address: string;
  /** Addresses that failed before it. */
  failed: FailedAddress[];
  /** Whether an OCSP response was stapled; null if the runtime made the handshake and hides it. */
  ocspStapled: boolean | null;
  /** The stapled response as sent; null if there is none or it is not known. */
  ocspResponse: Uint8Array<ArrayBuffer> | null;
  /** The SCT list of the handshake; null if there is none or it is not known. */
  timestamps: Uint8Array<ArrayBuffer> | null;
  /** Whether the server requested a client certificate; null if the runtime hides it. */
  clientCertificateRequested: boolean | null;
  /** Whether the server ended the handshake because it has none of the protocols that browsers offer. */
  alpnRefused: boolean;
  /** Current clients no longer use the version, key exchange or cipher. */
  legacyProtocol: boolean;
  /** The handshake whose signature is to be verified; null if the runtime has verified it. */
  clear: ClearHandshake | null;
}

/** The port and protocol of a service. The API reads only HTTPS; the command line also takes others. */
interface Service {
  readonly port: number;
  /** The protocol in which TLS begins after a command; null if it begins at once. */
  readonly startTls: StartTls | null;
}
export const HTTPS: Service = { port: TLS_PORT, startTls: null };

export interface TlsAccess extends Resolution {
  service: Service;
  deadlines: Deadlines;
  /** Maps a port to the one to connect to. Only tests change it, to reach their own servers. */
  connectPort: (port: number) => number;
}

const ALPN = ["h2", "http/1.1"];

/**
 * Connects to the service of the host and reads the certificates at the first address that answers, in
 * the order sent and without judging them.
 *
 * @param hostname as returned by `hostToConnect`
 * @throws OperationError `host_refused`. If every address fails, the error of the first one
 * (`host_unreachable`, `host_without_tls`, `host_timeout`, or `too_complex` for too many
 * certificates), with a message that names the outcome at each address.
 */
export async function presentedChain(
  hostname: string,
  access: TlsAccess,
  signal: AbortSignal,
): Promise<PresentedChain> {
  const addresses = await publicAddresses(hostname, access, signal);
  const describe = describing(access.service);
  const target = targetOf(hostname, access);
  const { answered, failed: faults } = await firstAnswer(
    addresses.slice(0, 1 + MAX_FURTHER_ADDRESSES),
    (address, until) => readFrom({ ...target, address }, limitsOf(access), until),
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
  // The request was aborted before any address was tried.
  if (!first) throw describe(signal.reason, signal);
  throw new OperationError(
    first.code,
    failed.length === 1 ? first.problem : TEXT.hostAtNoAddress(failed),
  );
}

/**
 * Reads the certificates that the host presents at other addresses, and to other kinds of requests.
 * The addresses come from the look-up of the first reading. They are checked again but not looked up
 * again.
 */
export async function readFurther(
  { hostname, tlsVersion, addresses, asked }: ReadingQuestion,
  access: TlsAccess,
  signal: AbortSignal,
): Promise<FurtherReading[]> {
  const limits = limitsOf(access);
  return await furtherReadings(
    {
      target: targetOf(hostname, access),
      tlsVersion,
      addresses: addresses.filter((address) => access.guard(address)),
      asked,
      read: (target, until) => readFrom(target, limits, until),
      limits,
      furtherMs: access.deadlines.furtherMs,
      describe: describing(access.service),
    },
    signal,
  );
}

/** The address and host to ask for post-quantum key agreement. */
export interface PostQuantumQuestion {
  hostname: string;
  /** The address of the first reading. */
  address: string;
}

/**
 * Whether the server at an address selects X25519MLKEM768; null if that could not be determined. The
 * address is checked again.
 */
export async function postQuantum(
  { hostname, address }: PostQuantumQuestion,
  access: TlsAccess,
  signal: AbortSignal,
): Promise<{ selected: boolean | null }> {
  if (!access.guard(address)) return { selected: null };
  const target = { ...targetOf(hostname, access), address };
  try {
    return { selected: await selectsPostQuantum(target, limitsOf(access), signal) };
  } catch (fault) {
    // The fault of one more connection says nothing about the host, whose certificates were read.
    if (!isOperationError(describing(access.service)(fault, signal))) throw fault;
    return { selected: null };
  }
}

/** An address is not sent as server name (RFC 6066, 3). */
const targetOf = (
  hostname: string,
  { service: { port, startTls }, connectPort }: TlsAccess,
): Omit<Target, "address"> => ({
  port: connectPort(port),
  hostname: readIpAddress(hostname.replace(/^\[|\]$/g, "")) === null ? hostname : null,
  startTls,
});

const limitsOf = ({ deadlines: { connectMs, handshakeMs } }: TlsAccess): ConnectionLimits => ({
  connectMs,
  exchangeMs: handshakeMs,
});

type Answer = Omit<PresentedChain, "addresses" | "address" | "failed">;

async function readFrom(
  target: Target,
  limits: ConnectionLimits,
  signal: AbortSignal,
): Promise<Answer> {
  let refusal: Broken;
  try {
    const offered = target.startTls === null ? ALPN : undefined;
    const handshake = await runtimeHandshake(target, offered, limits, signal);
    return complete(KEEPS_ORDER ? handshake : await inOrder(handshake, target, limits, signal));
  } catch (fault) {
    if (!(fault instanceof Broken)) throw fault;
    refusal = fault;
  }
  const alpnRefused = isProtocolRefused(refusal);
  if (alpnRefused) {
    try {
      return complete(await runtimeHandshake(target, undefined, limits, signal), true);
    } catch (fault) {
      if (!(fault instanceof Broken)) throw fault;
      refusal = fault;
    }
  }
  try {
    return { ...await readInTheClear(target, limits, signal), alpnRefused };
  } catch (fault) {
    throw clearerFault(refusal, fault);
  }
}

/**
 * The handshake with the certificates as they are sent, which a second connection reads in the clear. Without it they
 * stay in the order of the runtime: if the server has only TLS 1.3, or sends another certificate in an older version.
 */
async function inOrder(
  handshake: Handshake,
  target: Target,
  limits: ConnectionLimits,
  signal: AbortSignal,
): Promise<Handshake> {
  try {
    const { certificates } = await readInTheClear(target, limits, signal);
    const isSame = equalOctets(certificates[0], handshake.certificates[0]);
    return isSame ? { ...handshake, certificates } : handshake;
  } catch {
    signal.throwIfAborted();
    return handshake;
  }
}

function complete(handshake: Handshake, alpnRefused = false): Answer {
  if (handshake.certificates.length > MAX_CERTIFICATES) throw new TooManyCertificates();
  return {
    ...handshake,
    ocspStapled: null,
    ocspResponse: null,
    timestamps: null,
    clientCertificateRequested: null,
    alpnRefused,
    legacyProtocol: false,
    clear: null,
  };
}

/**
 * Chooses between the fault of the runtime's handshake and that of the handshake in the clear, which is
 * usually more precise. With a server that supports only TLS 1.3 it is not: our ClientHello offers at
 * most TLS 1.2, so the server answers only that the version is refused.
 */
function clearerFault(refusal: Broken, fault: unknown): unknown {
  if (isTooLong(refusal)) return new TooManyCertificates();
  // The first connection was made, so the host is not out of reach.
  if (fault instanceof NotConnected && !fault.timedOut) return refusal;
  const onlyNewer = fault instanceof FlightError && fault.alert === "protocol version";
  if (!onlyNewer) return fault;
  const alert = alertOf(refusal);
  return alert ? new FlightError("alert", alert) : new FlightError("malformed");
}

/** Returns the function that turns a fault into the OperationError that reports it, or returns one that none reports. */
const describing = ({ port }: Service) => (fault: unknown, signal: AbortSignal): unknown => {
  if (fault instanceof TooManyCertificates) {
    return new OperationError(
      "too_complex",
      TEXT.hostTooManyCertificates(MAX_CERTIFICATES, MAX_CERTIFICATE_BYTES / 1024),
    );
  }
  if (fault instanceof FlightError) {
    return new OperationError("host_without_tls", flightText(fault, port));
  }
  if (fault instanceof Broken) {
    return new OperationError("host_without_tls", TEXT.hostClosed(port));
  }
  if (fault instanceof NotConnected && !fault.timedOut) {
    return new OperationError("host_unreachable", TEXT.hostUnreachable(port));
  }
  // An aborted request has no reader. Returning an error keeps it out of the log of faults.
  if (fault instanceof NotConnected || fault instanceof TimeIsUp || signal.aborted) {
    return new OperationError("host_timeout", TEXT.hostTimeout(port));
  }
  return fault;
};

function flightText({ problem, alert }: FlightError, port: number): string {
  switch (problem) {
    case "alert":
      return TEXT.hostEndedHandshake(alert, alertMeaning(alert));
    case "no_certificate":
      return TEXT.hostWithoutCertificate;
    case "malformed":
      return TEXT.hostHandshakeFailed;
    case "not_tls":
      return TEXT.hostWithoutTls(port);
    case "no_start_tls":
      return TEXT.hostWithoutStartTls(port);
  }
}
