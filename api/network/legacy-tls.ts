/**
 * Reads the certificates of servers with which the runtime's TLS cannot speak: TLS 1.0 and 1.1,
 * RSA key exchange, CBC, finite-field Diffie-Hellman, RSA keys under 2048 bits, or a client
 * certificate that is demanded. One ClientHello goes out, the answer is read, the socket is closed.
 */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { isModern } from "./cipher-suites.ts";
import { type Asked, clientHello } from "./client-hello.ts";
import { type ConnectionLimits, converse } from "./connection.ts";
import type { Handshake, Target } from "./runtime-tls.ts";
import type { ClearHandshake } from "./key-proof.ts";
import { ServerFlight } from "./server-flight.ts";

interface LegacyReading extends Handshake {
  ocspStapled: boolean;
  /** The stapled response as it came; null where there is none. */
  ocspResponse: Uint8Array<ArrayBuffer> | null;
  clientCertificateRequested: boolean;
  /** Current clients no longer use this version, key exchange or cipher. */
  legacyProtocol: boolean;
  clear: ClearHandshake;
}

/** @throws FlightError, TooManyCertificates, or as `converse` does */
export function readInTheClear(
  { address, port, hostname }: Target,
  limits: ConnectionLimits,
  signal: AbortSignal,
  asked: Asked = { hostname, key: null },
): Promise<LegacyReading> {
  const flight = new ServerFlight();
  const clientRandom = new Uint8Array(randomBytes(32));
  return converse(connect({ host: address, port }), limits, signal, (socket, { done, fail }) => {
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
  const { ocspStapled, ocspResponse, serverRandom, keyExchange } = flight;
  return {
    tlsVersion,
    cipher,
    alpn: null,
    certificates: certificates!,
    ocspStapled,
    ocspResponse,
    clientCertificateRequested,
    // The runtime also refuses modern servers: those that ask for a client certificate or have a
    // weak key.
    legacyProtocol: tlsVersion !== "TLSv1.2" || !isModern(cipher),
    clear: { tlsVersion, cipher, clientRandom, serverRandom, keyExchange },
  };
}
