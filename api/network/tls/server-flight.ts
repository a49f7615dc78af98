/**
 * Parses the server's answer to a ClientHello: the messages from ServerHello to ServerHelloDone
 * (RFC 5246, 7.3), which are not encrypted up to TLS 1.2.
 *
 * It verifies nothing and has no keys. Every length is checked against the structure around it, and
 * the whole flight against fixed limits.
 */
import { uint16 } from "../../../core/kernel/octets.ts";
import { alertName } from "./alerts.ts";
import { ByteQueue } from "./byte-queue.ts";
import { CIPHER_SUITES } from "./cipher-suites.ts";
import { MAX_CERTIFICATE_BYTES, MAX_CERTIFICATES, TooManyCertificates } from "../limits.ts";

/** Why the flight has no certificates to read. */
export type FlightProblem =
  | "not_tls"
  | "no_start_tls"
  | "alert"
  | "no_certificate"
  | "malformed";

/** The server's bytes cannot be read as a flight. */
export class FlightError extends Error {
  override readonly name = "FlightError";
  /** @param alert the name of the server's alert in capitals, for the problem "alert" */
  constructor(readonly problem: FlightProblem, readonly alert = "") {
    super();
  }
}

const RECORD = { changeCipherSpec: 20, alert: 21, handshake: 22 } as const;
const HANDSHAKE = {
  helloRequest: 0,
  serverHello: 2,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateStatus: 22,
} as const;

const SIGNED_CERTIFICATE_TIMESTAMP = 18;

const RECORD_HEADER = 5;
const MESSAGE_HEADER = 4;
/** The most bytes of an unencrypted record (RFC 5246, 6.2.1). */
const MAX_RECORD = 1 << 14;
/** The other messages are small. A stapled OCSP response has a few KiB. */
const MAX_FLIGHT = MAX_CERTIFICATE_BYTES + 128 * 1024;

const VERSIONS: ReadonlyMap<number, string> = new Map([
  [0x0300, "SSLv3"],
  [0x0301, "TLSv1.0"],
  [0x0302, "TLSv1.1"],
  [0x0303, "TLSv1.2"],
]);

const FATAL = 2;
const CLOSE_NOTIFY = 0;

/** Parses the server's bytes as they arrive. */
export class ServerFlight {
  tlsVersion = "";
  /** The IANA name of the cipher suite. */
  cipher = "";
  /** In DER, in the order sent; null until the Certificate message was read. */
  certificates: Uint8Array<ArrayBuffer>[] | null = null;
  ocspStapled = false;
  /** The stapled OCSP response (RFC 6066, 8), not parsed; null if there is none. */
  ocspResponse: Uint8Array<ArrayBuffer> | null = null;
  /** The SCT list of the ServerHello (RFC 6962, 3.3.1), not parsed; null if there is none. */
  timestamps: Uint8Array<ArrayBuffer> | null = null;
  clientCertificateRequested = false;
  /** ServerHello.random (RFC 5246, 7.4.1.2). */
  serverRandom: Uint8Array<ArrayBuffer> = new Uint8Array();
  /** The body of ServerKeyExchange (RFC 5246, 7.4.3), not parsed; null if there is none. */
  keyExchange: Uint8Array<ArrayBuffer> | null = null;
  /** ServerHelloDone was read. */
  done = false;

  readonly #records = new ByteQueue();
  readonly #messages = new ByteQueue();

  /** Whether the server has sent anything. */
  get begun(): boolean {
    return this.#records.total > 0;
  }

  /** @throws FlightError, TooManyCertificates */
  push(chunk: Uint8Array): void {
    if (this.#records.total + chunk.length > MAX_FLIGHT) throw new TooManyCertificates();
    this.#records.append(chunk);
    while (!this.done && this.#readRecord());
  }

  #readRecord(): boolean {
    const bytes = this.#records.unread();
    // The first byte distinguishes TLS from other protocols, such as HTTP.
    if (bytes.length > 0 && !isRecordType(bytes[0])) throw new FlightError("not_tls");
    if (bytes.length < RECORD_HEADER) return false;
    if (bytes[1] !== 3) throw new FlightError("not_tls");
    const end = RECORD_HEADER + uint16(bytes, 3);
    if (end - RECORD_HEADER > MAX_RECORD) throw new FlightError("malformed");
    if (bytes.length < end) return false;
    const content = bytes.subarray(RECORD_HEADER, end);
    if (bytes[0] === RECORD.alert) readAlert(content);
    // Everything after ChangeCipherSpec is encrypted.
    else if (bytes[0] === RECORD.changeCipherSpec) throw new FlightError("malformed");
    else {
      this.#messages.append(content);
      while (!this.done && this.#readMessage());
    }
    this.#records.skip(end);
    return true;
  }

  #readMessage(): boolean {
    const bytes = this.#messages.unread();
    if (bytes.length < MESSAGE_HEADER) return false;
    const length = uint24(bytes, 1);
    if (length > MAX_CERTIFICATE_BYTES) throw new TooManyCertificates();
    const end = MESSAGE_HEADER + length;
    if (bytes.length < end) return false;
    this.#take(bytes[0], bytes.subarray(MESSAGE_HEADER, end));
    this.#messages.skip(end);
    return true;
  }

  #take(type: number, body: Uint8Array): void {
    if (type === HANDSHAKE.helloRequest) return;
    if ((this.tlsVersion === "") !== (type === HANDSHAKE.serverHello)) {
      throw new FlightError("malformed");
    }
    switch (type) {
      case HANDSHAKE.serverHello:
        this.#takeServerHello(body);
        return;
      case HANDSHAKE.certificate:
        if (this.certificates) throw new FlightError("malformed");
        this.certificates = readCertificates(body);
        return;
      case HANDSHAKE.certificateStatus:
        this.ocspStapled = body.length > MESSAGE_HEADER;
        // CertificateStatus: type ocsp, and the response with its length.
        if (this.ocspStapled && body[0] === 1 && uint24(body, 1) === body.length - 4) {
          this.ocspResponse = new Uint8Array(body.subarray(4));
        }
        return;
      case HANDSHAKE.certificateRequest:
        this.clientCertificateRequested = true;
        return;
      case HANDSHAKE.serverKeyExchange:
        if (!this.certificates) throw new FlightError("no_certificate");
        if (this.keyExchange) throw new FlightError("malformed");
        this.keyExchange = new Uint8Array(body);
        return;
      case HANDSHAKE.serverHelloDone:
        if (!this.certificates) throw new FlightError("no_certificate");
        this.done = true;
        return;
      default:
        throw new FlightError("malformed");
    }
  }

  #takeServerHello(body: Uint8Array): void {
    // version, random, session id with its length, cipher suite
    const suite = 2 + 32 + 1 + (body[34] ?? 0);
    const version = VERSIONS.get(body.length >= 2 ? uint16(body, 0) : 0);
    if (!version || body[34] > 32 || body.length < suite + 3) throw new FlightError("malformed");
    const cipher = CIPHER_SUITES.get(uint16(body, suite));
    if (!cipher) throw new FlightError("malformed");
    this.tlsVersion = version;
    this.cipher = cipher;
    this.serverRandom = new Uint8Array(body.subarray(2, 34));
    this.timestamps = readTimestamps(body, suite + 3);
  }
}

/** The SCT list among the extensions at `at`; null if it is missing or malformed. */
function readTimestamps(body: Uint8Array, at: number): Uint8Array<ArrayBuffer> | null {
  const end = at + 2 + (at + 2 <= body.length ? uint16(body, at) : 0);
  if (end > body.length) return null;
  for (at += 2; at + 4 <= end;) {
    const next = at + 4 + uint16(body, at + 2);
    if (next > end) return null;
    if (uint16(body, at) === SIGNED_CERTIFICATE_TIMESTAMP) {
      return new Uint8Array(body.subarray(at + 4, next));
    }
    at = next;
  }
  return null;
}

/** The certificate_list (RFC 5246, 7.4.2): its length, then each certificate with its length. */
function readCertificates(body: Uint8Array): Uint8Array<ArrayBuffer>[] {
  if (body.length < 3 || uint24(body, 0) !== body.length - 3) throw new FlightError("malformed");
  const certificates: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 3; at < body.length;) {
    if (at + 3 > body.length) throw new FlightError("malformed");
    const end = at + 3 + uint24(body, at);
    if (end === at + 3 || end > body.length) throw new FlightError("malformed");
    if (certificates.length === MAX_CERTIFICATES) throw new TooManyCertificates();
    certificates.push(new Uint8Array(body.subarray(at + 3, end)));
    at = end;
  }
  if (certificates.length === 0) throw new FlightError("no_certificate");
  return certificates;
}

function readAlert(content: Uint8Array): void {
  if (content.length < 2) throw new FlightError("malformed");
  const [level, code] = content;
  // A warning, such as unrecognized_name, may come before the answer.
  if (level !== FATAL && code !== CLOSE_NOTIFY) return;
  throw new FlightError("alert", alertName(code));
}

function isRecordType(octet: number): boolean {
  return octet === RECORD.handshake || octet === RECORD.alert || octet === RECORD.changeCipherSpec;
}

function uint24(bytes: Uint8Array, at: number): number {
  return bytes[at] << 16 | bytes[at + 1] << 8 | bytes[at + 2];
}
