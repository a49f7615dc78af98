/**
 * Reads the server's certificates through the runtime's TLS (rustls in Deno). It does not verify them:
 * users analyze chains because they are broken.
 *
 * This file also has everything that depends on undocumented behaviour of Deno: the `_handle` of a
 * TLS socket and the texts of rustls' errors. tests/api/network/runtime-handshake.test.ts checks them and
 * names the version of Deno that they were seen with.
 */
import { connect, type TLSSocket } from "node:tls";
import type { Buffer } from "node:buffer";
import { type Broken, type ConnectionLimits, exchange } from "./connection.ts";

export interface Target {
  /** An IP address that the guard has checked. */
  address: string;
  port: number;
  /** The host for server_name (RFC 6066, 3); null to omit the extension. */
  hostname: string | null;
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
  { address, port, hostname }: Target,
  alpn: string[] | undefined,
  limits: ConnectionLimits,
  signal: AbortSignal,
): Promise<Handshake> {
  const socket = connect({
    host: address,
    port,
    // Without a servername the runtime uses the IP address, which it does not send.
    ...(hostname !== null && { servername: hostname }),
    rejectUnauthorized: false,
    ALPNProtocols: alpn,
  });
  return exchange(socket, limits, signal, (socket, { done, fail }) => {
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
  });
}

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

/** Whether the handshake failed because the server accepts none of the protocols offered. */
export const isProtocolRefused = ({ message }: Broken): boolean =>
  message.includes("NoApplicationProtocol");

/** Whether the handshake failed because the server's certificates are longer than rustls reads. */
export const isTooLong = ({ message }: Broken): boolean =>
  message.includes("HandshakePayloadTooLarge");

/** The server's alert in words, such as "unrecognized name"; null if there was none. */
export function alertOf({ message }: Broken): string | null {
  // rustls writes the name of the alert as one word: "received fatal alert: UnrecognizedName".
  const name = /received fatal alert: ([A-Za-z]{1,40})/.exec(message)?.[1];
  return name?.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase() ?? null;
}
