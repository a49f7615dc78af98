/**
 * Finds out whether a server agrees on a key with X25519MLKEM768 (draft-ietf-tls-ecdhe-mlkem). One
 * ClientHello offers that group first and no key share. The server must then name the group that it
 * selects in a HelloRetryRequest (RFC 8446, 4.2.8), and the connection is closed.
 */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { uint16 } from "../../../core/kernel/octets.ts";
import { ByteQueue } from "./byte-queue.ts";
import { clientHello, codes, EXTENSION, extension, RECORD_HANDSHAKE } from "./client-hello.ts";
import { type ConnectionLimits, exchange } from "./connection.ts";
import { whenTlsBegins } from "./start-tls.ts";
import type { Target } from "./runtime-handshake.ts";

/** The group, then those that every client offers: x25519, secp256r1, secp384r1. */
const X25519MLKEM768 = 0x11ec;
const GROUPS = [X25519MLKEM768, 29, 23, 24];

const RECORD_HEADER = 5;
const MAX_RECORD = 1 << 14;
const SERVER_HELLO = 2;

/** SHA-256 of "HelloRetryRequest", the random of such a message (RFC 8446, 4.1.3). */
const RETRY_RANDOM = "cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c";

/**
 * Returns true if the server selects the group, false if it selects another one, and null if its answer
 * does not tell.
 *
 * @throws as `exchange` does
 */
export function selectsPostQuantum(
  { address, port, hostname, startTls }: Target,
  limits: ConnectionLimits,
  signal: AbortSignal,
): Promise<boolean | null> {
  const received = new ByteQueue();
  return exchange(connect({ host: address, port }), limits, signal, (socket, { done, fail }) => {
    const begin = () => {
      socket.write(hello(hostname));
      socket.on("data", (chunk: Uint8Array) => {
        // The answer ends with the first record, so the queue never holds more than one record and a chunk.
        received.append(chunk);
        const answer = readAnswer(received.unread());
        if (answer !== undefined) done(answer);
      });
    };
    whenTlsBegins(socket, startTls, begin, fail);
  });
}

/** The first record of the server: undefined while it is not complete. */
function readAnswer(bytes: Uint8Array): boolean | null | undefined {
  if (bytes.length < RECORD_HEADER) return undefined;
  const length = uint16(bytes, 3);
  if (bytes[0] !== RECORD_HANDSHAKE || length > MAX_RECORD) return null;
  if (bytes.length < RECORD_HEADER + length) return undefined;
  const group = selectedGroup(bytes.subarray(RECORD_HEADER, RECORD_HEADER + length));
  return group === null ? null : group === X25519MLKEM768;
}

/** The group that a HelloRetryRequest names; null for any other message, and for a malformed one. */
function selectedGroup(message: Uint8Array): number | null {
  const random = new Uint8Array(message.subarray(6, 38));
  if (message[0] !== SERVER_HELLO || random.toHex() !== RETRY_RANDOM) return null;
  // Header, version, random, session id with its length, cipher suite, compression.
  let at = 38 + 1 + message[38] + 3;
  if (at + 2 > message.length) return null;
  const end = at + 2 + uint16(message, at);
  if (end > message.length) return null;
  for (at += 2; at + 4 <= end;) {
    const length = uint16(message, at + 2);
    const isShare = uint16(message, at) === EXTENSION.keyShare && length === 2;
    if (isShare && at + 6 <= end) return uint16(message, at + 4);
    at += 4 + length;
  }
  return null;
}

const hello = (hostname: string | null): Uint8Array =>
  clientHello({
    hostname,
    random: randomBytes(32),
    // Middleboxes expect a session id (RFC 8446, D.4).
    sessionId: randomBytes(32),
    suites: [0x1301, 0x1302, 0x1303],
    extensions: [
      extension(EXTENSION.supportedGroups, codes(GROUPS)),
      extension(EXTENSION.signatureAlgorithms, codes(SIGNATURES)),
      extension(EXTENSION.supportedVersions, [2, 3, 4]),
      extension(EXTENSION.keyShare, codes([])),
    ],
  });

/** ECDSA, PSS, EdDSA and PKCS#1. */
const SIGNATURES = [0x0403, 0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0807, 0x0401, 0x0501, 0x0601];
