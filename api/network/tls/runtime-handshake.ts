/**
 * A TLS handshake by the runtime (rustls in Deno), as far as the server's certificates. Whether
 * they are worth anything is not asked here: a chain that is broken is what people come with.
 */
import { connect, type TLSSocket } from "node:tls";
import type { Buffer } from "node:buffer";
import { type ConnectionLimits, converse } from "./connection.ts";

export interface Target {
  /** The checked IP address; nothing is looked up any more. */
  address: string;
  port: number;
  /** For server_name (RFC 6066, 3); null to name no host. */
  hostname: string | null;
}

export interface Handshake {
  /** DER, in the order in which the server sent them. */
  certificates: Uint8Array<ArrayBuffer>[];
  /** "TLSv1.3", "TLSv1.2", … */
  tlsVersion: string;
  /** The name that IANA gives the cipher suite. */
  cipher: string;
  /** The protocol that the server chose (RFC 7301); null for none. */
  alpn: string | null;
}

/**
 * @param alpn the protocols to offer; servers that insist on another one refuse the handshake
 * @throws as `converse` does; Broken carries the runtime's words
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
    // Without one the runtime takes the address, which is not sent.
    ...(hostname !== null && { servername: hostname }),
    rejectUnauthorized: false,
    ALPNProtocols: alpn,
  });
  return converse(socket, limits, signal, (socket, { done, fail }) => {
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

/** The part of the runtime's TLS handle that knows the bytes themselves. */
interface RawChain {
  _handle?: { getPeerCertificateChain?(): { certificates: Uint8Array[] } };
}

/**
 * In Deno the issuerCertificate of each certificate is the next one that was sent, whoever signed
 * it; a self-signed last one points at itself. (In Node the same call sorts them.) It parses them
 * all, and one that is no certificate makes it throw: then the handle still has the bytes.
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
