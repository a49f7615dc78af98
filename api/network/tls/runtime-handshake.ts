/**
 * Reads the server's certificates through the runtime's TLS (rustls in Deno, OpenSSL in Node). It does not verify them:
 * users analyze chains because they are broken.
 *
 * This file also has everything that depends on undocumented behaviour of Deno: the `_handle` of a
 * TLS socket and the texts of rustls' errors. tests/api/network/runtime-handshake.test.ts checks them and
 * names the version of Deno that they were seen with.
 */
import type { Buffer } from "node:buffer";
import { connect as connectPlain } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { alertName } from "./alerts.ts";
import { Broken, type ConnectionLimits, exchange } from "./connection.ts";
import { whenTlsBegins } from "./start-tls.ts";
import type { StartTls } from "./start-tls-ports.ts";

export interface Target {
  /** An IP address that the guard has checked. */
  address: string;
  port: number;
  /** The host for server_name (RFC 6066, 3); null to omit the extension. */
  hostname: string | null;
  /** The protocol in which TLS begins after a command; null if it begins at once. */
  startTls: StartTls | null;
}

export interface Handshake {
  /** In DER, in the order in which the server sent them. */
  certificates: Uint8Array<ArrayBuffer>[];
  /** "TLSv1.3", "TLSv1.2", … */
  tlsVersion: string;
  /** The IANA name of the cipher suite. */
  cipher: string;
  /** The application protocol that the server selected (RFC 7301), or null. */
  alpn: string | null;
}

/**
 * @param alpn the protocols to offer; a server that accepts none of them refuses the handshake
 * @throws as `exchange` does; the message of Broken is the runtime's
 */
export function runtimeHandshake(
  { address, port, hostname, startTls }: Target,
  alpn: string[] | undefined,
  limits: ConnectionLimits,
  signal: AbortSignal,
): Promise<Handshake> {
  const options = {
    // Without a servername the runtime uses the IP address, which it does not send.
    ...(hostname !== null && { servername: hostname }),
    rejectUnauthorized: false,
    ALPNProtocols: alpn,
  };
  const readWhenSecure = (socket: TLSSocket, done: (read: Handshake) => void, fail: Fail) =>
    socket.once("secureConnect", () => {
      try {
        done({
          certificates: certificatesSent(socket),
          tlsVersion: socket.getProtocol() ?? "",
          cipher: socket.getCipher().standardName,
          alpn: socket.alpnProtocol || null,
        });
      } catch (fault) {
        fail(fault);
      }
    });
  if (startTls === null) {
    const socket = connect({ host: address, port, ...options });
    return exchange(
      socket,
      limits,
      signal,
      (socket, { done, fail }) => readWhenSecure(socket, done, fail),
    );
  }
  return exchange(
    connectPlain({ host: address, port }),
    limits,
    signal,
    (plain, { done, fail }) => {
      const begin = () => {
        const socket = connect({ socket: plain, ...options });
        socket.on("error", ({ message }) => fail(new Broken(message)));
        readWhenSecure(socket, done, fail);
      };
      whenTlsBegins(plain, startTls, begin, fail);
    },
  );
}

type Fail = (fault: unknown) => void;

/** Deno's internal handle of a TLS socket, which has the certificates as bytes. */
interface RawChain {
  _handle?: { getPeerCertificateChain?(): { certificates: Uint8Array[] } };
}

/**
 * Returns the certificates in the order sent. In Deno, `issuerCertificate` is the next certificate that
 * was sent, even if it is not the issuer; a self-signed last one refers to itself. (Node sorts them.)
 * getPeerCertificate throws if one of them cannot be parsed. The socket's handle still has the bytes.
 */
function certificatesSent(socket: TLSSocket): Uint8Array<ArrayBuffer>[] {
  const sent: Uint8Array<ArrayBuffer>[] = [];
  try {
    let certificate: { raw: Buffer; issuerCertificate?: unknown } = socket.getPeerCertificate(true);
    while (certificate?.raw) {
      sent.push(new Uint8Array(certificate.raw));
      const next = certificate.issuerCertificate as typeof certificate;
      if (next === certificate) break;
      certificate = next;
    }
    return sent;
  } catch (fault) {
    const raw = (socket as unknown as RawChain)._handle?.getPeerCertificateChain?.();
    if (!raw) throw fault;
    return raw.certificates.map((bytes) => new Uint8Array(bytes));
  }
}

/**
 * Whether the runtime returns the certificates in the order sent. Node returns only those that it can put into a path.
 */
export const KEEPS_ORDER = "Deno" in globalThis;

/** Whether the handshake failed because the server accepts none of the protocols offered. */
export const isProtocolRefused = ({ message }: Broken): boolean =>
  message.includes("NoApplicationProtocol") || alertCode(message) === NO_APPLICATION_PROTOCOL;

/** Whether the handshake failed because the server's certificates are longer than the runtime reads. */
export const isTooLong = ({ message }: Broken): boolean =>
  message.includes("HandshakePayloadTooLarge") || message.includes("excessive message size");

const NO_APPLICATION_PROTOCOL = 120;

/** The server's alert in words, such as "unrecognized name"; null if there was none. */
export function alertOf({ message }: Broken): string | null {
  const code = alertCode(message);
  if (code !== null) return alertName(code);
  // rustls writes the name of the alert as one word: "received fatal alert: UnrecognizedName".
  const name = /received fatal alert: ([A-Za-z]{1,40})/.exec(message)?.[1];
  return name?.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase() ?? null;
}

/** The number of the alert in an error of OpenSSL, which Node uses: "SSL alert number 112"; null without one. */
function alertCode(message: string): number | null {
  const digits = /SSL alert number (\d{1,3})/.exec(message)?.[1];
  return digits === undefined ? null : Number(digits);
}
