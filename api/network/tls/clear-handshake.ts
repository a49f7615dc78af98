/**
 * Reads the certificates of servers that the runtime's TLS does not support: those with TLS 1.0 or
 * 1.1, RSA key exchange, CBC, finite-field Diffie-Hellman or RSA keys under 2048 bits, and those that
 * require a client certificate. Up to TLS 1.2 certificates are not encrypted, so it is enough to send
 * a ClientHello (RFC 5246, 7.4.1.2), read the answer and close the socket.
 */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { CIPHER_SUITES, isModern } from "./cipher-suites.ts";
import { type ConnectionLimits, exchange } from "./connection.ts";
import type { Handshake, Target } from "./runtime-handshake.ts";
import type { ClearHandshake } from "./key-proof.ts";
import { ServerFlight } from "./server-flight.ts";

interface LegacyReading extends Handshake {
  ocspStapled: boolean;
  /** The stapled response as sent, or null. */
  ocspResponse: Uint8Array<ArrayBuffer> | null;
  /** The SCT list of the handshake, or null. */
  timestamps: Uint8Array<ArrayBuffer> | null;
  clientCertificateRequested: boolean;
  /** Current clients no longer use this version, key exchange or cipher. */
  legacyProtocol: boolean;
  clear: ClearHandshake;
}

/** @throws FlightError, TooManyCertificates, or as `exchange` does */
export function readInTheClear(
  { address, port, hostname }: Target,
  limits: ConnectionLimits,
  signal: AbortSignal,
  asked: Asked = { hostname, key: null },
): Promise<LegacyReading> {
  const flight = new ServerFlight();
  const clientRandom = new Uint8Array(randomBytes(32));
  return exchange(connect({ host: address, port }), limits, signal, (socket, { done, fail }) => {
    socket.once("connect", () => socket.write(clientHello(asked, clientRandom)));
    socket.on("data", (chunk: Uint8Array) => {
      try {
        flight.push(chunk);
      } catch (fault) {
        return fail(fault);
      }
      if (flight.done) done(reading(flight, clientRandom));
    });
  });
}

function reading(
  flight: ServerFlight,
  clientRandom: Uint8Array<ArrayBuffer>,
): LegacyReading {
  const { tlsVersion, cipher, certificates, clientCertificateRequested } = flight;
  const { ocspStapled, ocspResponse, timestamps, serverRandom, keyExchange } = flight;
  return {
    tlsVersion,
    cipher,
    alpn: null,
    certificates: certificates!,
    ocspStapled,
    ocspResponse,
    timestamps,
    clientCertificateRequested,
    // Some of these servers are modern: they request a client certificate, or have a weak key.
    legacyProtocol: tlsVersion !== "TLSv1.2" || !isModern(cipher),
    clear: { tlsVersion, cipher, clientRandom, serverRandom, keyExchange },
  };
}

const RECORD_HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const TLS_1_0 = [0x03, 0x01];
const TLS_1_2 = [0x03, 0x03];

/** RFC 5746, 3.3: some servers refuse clients that do not send it. */
const EMPTY_RENEGOTIATION_INFO_SCSV = 0x00ff;

/** x25519, secp256r1, secp384r1, secp521r1, x448, secp256k1 and the curves of older servers. */
const GROUPS = [29, 23, 24, 25, 30, 22, 21, 19, 14, 13];

/**
 * Hash and signature algorithms (RFC 5246, 7.4.1.4.1). SHA-1 and MD5 are included, because the
 * connection is used only to read certificates.
 */
const SIGNATURES = [
  0x0403,
  0x0503,
  0x0603,
  0x0807,
  0x0808,
  0x0804,
  0x0805,
  0x0806,
  0x0809,
  0x080a,
  0x080b,
  0x0401,
  0x0501,
  0x0601,
  0x0303,
  0x0301,
  0x0402,
  0x0302,
  0x0203,
  0x0201,
  0x0202,
  0x0101,
];

const EXTENSION = {
  serverName: 0,
  statusRequest: 5,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  signedCertificateTimestamp: 18,
} as const;

/** A server may have a certificate for each of these key types. */
type KeyKind = "RSA" | "ECDSA";

/** The options of a ClientHello. */
export interface Asked {
  /** In A-labels, at most 253 characters; null to omit server_name. */
  hostname: string | null;
  /** The only key type to accept in certificates; null for any. */
  key: KeyKind | null;
}

/** Whether the certificates of a cipher suite have this key type. */
const isFor = (kind: KeyKind, suite: string): boolean =>
  kind === "ECDSA" ? suite.includes("_ECDSA_") : /^TLS_(?:DHE_|ECDHE_)?RSA_/.test(suite);

/** Whether keys of this type make signatures of this code point. RSA keys also make PSS signatures. */
function isSignedBy(kind: KeyKind, code: number): boolean {
  const isPss = code >= 0x0804 && code <= 0x0806;
  return kind === "ECDSA"
    ? (code & 0xff) === 3 || code === 0x0807 || code === 0x0808
    : (code & 0xff) === 1 || isPss;
}

/**
 * Returns a ClientHello as one record. It offers at most TLS 1.2, because TLS 1.3 encrypts
 * certificates.
 *
 * @param random 32 random bytes
 */
function clientHello({ hostname, key }: Asked, random: Uint8Array): Uint8Array {
  const name = [...new TextEncoder().encode(hostname ?? "")];
  const signatures = SIGNATURES.filter((code) => key === null || isSignedBy(key, code));
  const offered = [...CIPHER_SUITES].filter(([, suite]) => key === null || isFor(key, suite));
  const extensions = [
    ...(hostname === null ? [] : extension(EXTENSION.serverName, vector16([0, ...vector16(name)]))),
    // RFC 6066, 8: type ocsp, no responder ids, no extensions.
    ...extension(EXTENSION.statusRequest, [1, 0, 0, 0, 0]),
    ...extension(EXTENSION.supportedGroups, vector16(GROUPS.flatMap(uint16))),
    ...extension(EXTENSION.pointFormats, [1, 0]),
    ...extension(EXTENSION.signatureAlgorithms, vector16(signatures.flatMap(uint16))),
    ...extension(EXTENSION.signedCertificateTimestamp, []),
  ];
  const suites = [...offered.map(([code]) => code), EMPTY_RENEGOTIATION_INFO_SCSV];
  const body = [
    ...TLS_1_2,
    ...random,
    0, // no session to resume
    ...vector16(suites.flatMap(uint16)),
    1, // one compression method: none
    0,
    ...vector16(extensions),
  ];
  const message = [CLIENT_HELLO, 0, ...uint16(body.length), ...body];
  return new Uint8Array([RECORD_HANDSHAKE, ...TLS_1_0, ...vector16(message)]);
}

function extension(type: number, data: number[]): number[] {
  return [...uint16(type), ...vector16(data)];
}

function vector16(content: number[]): number[] {
  return [...uint16(content.length), ...content];
}

function uint16(value: number): number[] {
  return [value >>> 8, value & 0xff];
}
