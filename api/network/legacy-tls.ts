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
import { ServerFlight } from "./server-flight.ts";

interface LegacyReading extends Handshake {
  ocspStapled: boolean;
  /** The stapled response as it came; null where there is none. */
  ocspResponse: Uint8Array<ArrayBuffer> | null;
  clientCertificateRequested: boolean;
  /** Version, key exchange, cipher or key are of a time that current clients have left behind. */
  legacyProtocol: boolean;
}

/** @throws FlightError, TooManyCertificates, or as `converse` does */
export function readInTheClear(
  { address, port, hostname }: Target,
  limits: ConnectionLimits,
  signal: AbortSignal,
  asked: Asked = { hostname, key: null },
): Promise<LegacyReading> {
  const flight = new ServerFlight();
  return converse(connect({ host: address, port }), limits, signal, (socket, { done, fail }) => {
    socket.once("connect", () => socket.write(clientHello(asked, randomBytes(32))));
    socket.on("data", (chunk: Uint8Array) => {
      try {
        flight.push(chunk);
      } catch (fault) {
        return fail(fault);
      }
      if (flight.done) done(reading(flight));
    });
  });
}

function reading(flight: ServerFlight): LegacyReading {
  const { tlsVersion, cipher, certificates, clientCertificateRequested } = flight;
  const { ocspStapled, ocspResponse } = flight;
  // A modern server that only wants to see the client's certificate has nothing legacy about it.
  const modern = tlsVersion === "TLSv1.2" && isModern(cipher) && clientCertificateRequested;
  return {
    tlsVersion,
    cipher,
    alpn: null,
    certificates: certificates!,
    ocspStapled,
    ocspResponse,
    clientCertificateRequested,
    legacyProtocol: !modern,
  };
}
