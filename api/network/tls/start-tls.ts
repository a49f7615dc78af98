/**
 * Asks a server of another protocol to change to TLS (STARTTLS), before the handshake: SMTP (RFC 3207), IMAP (RFC
 * 9051, 6.2.1), POP3 (RFC 2595, 4), LDAP (RFC 4511, 4.14) and PostgreSQL ("SSL Session Encryption"). Only the command
 * line uses it.
 */
import type { Socket } from "node:net";
import { readHeader } from "../../../core/x509/asn1/header.ts";
import { ByteQueue } from "./byte-queue.ts";
import { FlightError } from "./server-flight.ts";
import type { StartTls } from "./start-tls-ports.ts";

/** The most bytes of the dialogue: greetings and lists of extensions are short. */
const MAX_DIALOGUE = 16 * 1024;

/** The number of bytes of a complete reply, and whether it agrees; null while it is not complete. */
type Reply = { length: number; agrees: boolean } | null;

/** The bytes to send (null before a greeting), and the reply that continues the dialogue. */
interface Turn {
  readonly send: Uint8Array | null;
  readonly read: (bytes: Uint8Array) => Reply;
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A reply of whole lines that ends with the first line that `last` matches. */
const lines = (send: string | null, last: RegExp, good: RegExp): Turn => ({
  send: send === null ? null : ascii(send),
  read: (bytes) => {
    const text = new TextDecoder("latin1").decode(bytes);
    for (let start = 0, end; (end = text.indexOf("\n", start)) !== -1; start = end + 1) {
      const line = text.slice(start, end);
      if (last.test(line)) return { length: end + 1, agrees: good.test(line) };
    }
    return null;
  },
});

/** ExtendedRequest with the OID of StartTLS, 1.3.6.1.4.1.1466.20037, as message 1. */
const LDAP_REQUEST = new Uint8Array([
  ...[0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16],
  ...ascii("1.3.6.1.4.1.1466.20037"),
]);
const EXTENDED_RESPONSE = 0x78;
/** SSLRequest: its length and the code 80877103. */
const POSTGRES_REQUEST = new Uint8Array([0, 0, 0, 8, 4, 210, 22, 47]);

/** A final line of SMTP has a space after its code, the lines before it a hyphen. */
const SMTP_LAST = /^\d{3} /;

const TURNS: Readonly<Record<StartTls, readonly Turn[]>> = {
  smtp: [
    lines(null, SMTP_LAST, /^220 /),
    lines("EHLO [127.0.0.1]\r\n", SMTP_LAST, /^250 /),
    lines("STARTTLS\r\n", SMTP_LAST, /^220 /),
  ],
  imap: [
    lines(null, /^\* /, /^\* OK/i),
    lines("a STARTTLS\r\n", /^a /i, /^a OK/i),
  ],
  pop3: [
    lines(null, /^[+-]/, /^\+OK/i),
    lines("STLS\r\n", /^[+-]/, /^\+OK/i),
  ],
  ldap: [{ send: LDAP_REQUEST, read: ldapReply }],
  postgres: [{
    send: POSTGRES_REQUEST,
    read: ([first]) => first === undefined ? null : { length: 1, agrees: first === 0x53 },
  }],
};

/** LDAPMessage with an ExtendedResponse, whose first field is the result: 0 is success. */
function ldapReply(bytes: Uint8Array): Reply {
  const message = readHeader(bytes, 0, bytes.length);
  if (message?.length == null) return null;
  const end = message.body + message.length;
  if (end > bytes.length) return null;
  const id = readHeader(bytes, message.body, end);
  const at = id?.length == null ? end : id.body + id.length;
  const response = bytes[at] === EXTENDED_RESPONSE ? readHeader(bytes, at, end) : null;
  const result = response?.body;
  const agrees = result !== undefined && bytes[result] === 0x0a && bytes[result + 1] === 1 &&
    bytes[result + 2] === 0;
  return { length: end, agrees };
}

/**
 * Calls `ready` when TLS can begin on the socket, which has just started to connect: at once, or with a protocol after
 * its dialogue. `fail` gets a FlightError if the server does not agree. Bytes after its last reply are a fault too,
 * because TLS would not protect them.
 */
export function whenTlsBegins(
  socket: Socket,
  protocol: StartTls | null,
  ready: () => void,
  fail: (fault: unknown) => void,
): void {
  if (protocol === null) return void socket.once("connect", ready);
  const turns = TURNS[protocol];
  const received = new ByteQueue();
  let at = 0;
  const say = () => {
    const { send } = turns[at];
    if (send !== null) socket.write(send);
  };
  const take = (chunk: Uint8Array) => {
    received.append(chunk);
    const reply = turns[at].read(received.unread());
    if (reply === null) {
      if (received.total > MAX_DIALOGUE) fail(new FlightError("no_start_tls"));
      return;
    }
    received.skip(reply.length);
    if (!reply.agrees || received.unread().length > 0) return fail(new FlightError("no_start_tls"));
    if (++at < turns.length) return say();
    socket.off("data", take);
    ready();
  };
  socket.once("connect", say);
  socket.on("data", take);
}
