/**
 * Reads the certificates of servers that the runtime's TLS does not support: those with TLS 1.0 or
 * 1.1, RSA key exchange, CBC, finite-field Diffie-Hellman or RSA keys under 2048 bits, and those that
 * require a client certificate. Up to TLS 1.2 certificates are not encrypted, so it is enough to send
 * a ClientHello (RFC 5246, 7.4.1.2), read the answer and close the socket.
 */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { clientHello, codes, EXTENSION, extension } from "./client-hello.ts";
import { CIPHER_SUITES, isModern } from "./cipher-suites.ts";
import { type ConnectionLimits, exchange } from "./connection.ts";
import type { Handshake, Target } from "./runtime-handshake.ts";
import type { ClearHandshake } from "./key-proof.ts";
import { whenTlsBegins } from "./start-tls.ts";
import { FlightError, ServerFlight } from "./server-flight.ts";

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
  { address, port, hostname, startTls }: Target,
  limits: ConnectionLimits,
  signal: AbortSignal,
  asked: Asked = { hostname, key: null },
): Promise<LegacyReading> {
  const flight = new ServerFlight();
  const clientRandom = new Uint8Array(randomBytes(32));
  return exchange(connect({ host: address, port }), limits, signal, (socket, { done, fail }) => {
    const begin = () => {
      socket.write(hello(asked, clientRandom));
      socket.on("data", take);
    };
    socket.once("end", () => {
      if (flight.begun) fail(new FlightError("malformed"));
    });
    const take = (chunk: Uint8Array) => {
      try {
        flight.push(chunk);
      } catch (fault) {
        return fail(fault);
      }
      if (flight.done) done(reading(flight, clientRandom));
    };
    whenTlsBegins(socket, startTls, begin, fail);
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

/** Offers at most TLS 1.2, because TLS 1.3 encrypts certificates. */
function hello({ hostname, key }: Asked, random: Uint8Array): Uint8Array {
  const signatures = SIGNATURES.filter((code) => key === null || isSignedBy(key, code));
  const offered = [...CIPHER_SUITES].filter(([, suite]) => key === null || isFor(key, suite));
  return clientHello({
    hostname,
    random,
    sessionId: new Uint8Array(),
    suites: [...offered.map(([code]) => code), EMPTY_RENEGOTIATION_INFO_SCSV],
    extensions: [
      // RFC 6066, 8: type ocsp, no responder ids, no extensions.
      extension(EXTENSION.statusRequest, [1, 0, 0, 0, 0]),
      extension(EXTENSION.supportedGroups, codes(GROUPS)),
      extension(EXTENSION.pointFormats, [1, 0]),
      extension(EXTENSION.signatureAlgorithms, codes(signatures)),
      extension(EXTENSION.signedCertificateTimestamp, []),
    ],
  });
}
