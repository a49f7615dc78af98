/**
 * The alerts with which a server ends a handshake: their names, meanings and next steps. RFC 5246,
 * 7.2; RFC 6066, 9; RFC 7301, 3.2; RFC 7507, 3; RFC 8446, 6.
 */

interface Alert {
  /** As in "unrecognized name". */
  readonly name: string;
  /** Its meaning and the next step, in one or two sentences without a full stop at the end. */
  readonly meaning: string;
}

const BUG = "The server did not understand our handshake: look into its log";
const CLIENT_CERTIFICATE =
  "The server checks certificates of clients, and we sent none. Connect with a certificate that it accepts";

const ALERTS: ReadonlyMap<number, Alert> = new Map([
  [0, "close notify", "The server closed the connection. Look into its log"],
  [10, "unexpected message", BUG],
  [20, "bad record MAC", BUG],
  [21, "decryption failed", BUG],
  [22, "record overflow", BUG],
  [30, "decompression failure", BUG],
  [
    40,
    "handshake failure",
    "We and the server have no cipher suite, curve or signature algorithm in common, or it has no usable certificate. " +
    "Turn on ECDHE with AES-GCM, and check certificate and key of the server",
  ],
  [41, "no certificate", CLIENT_CERTIFICATE],
  [42, "bad certificate", CLIENT_CERTIFICATE],
  [43, "unsupported certificate", CLIENT_CERTIFICATE],
  [44, "certificate revoked", CLIENT_CERTIFICATE],
  [45, "certificate expired", CLIENT_CERTIFICATE],
  [46, "certificate unknown", CLIENT_CERTIFICATE],
  [47, "illegal parameter", BUG],
  [48, "unknown CA", CLIENT_CERTIFICATE],
  [
    49,
    "access denied",
    "The server does not let us in. Check its list of allowed clients and addresses",
  ],
  [50, "decode error", BUG],
  [51, "decrypt error", BUG],
  [60, "export restriction", BUG],
  [
    70,
    "protocol version",
    "The server has none of TLS 1.0 to 1.3 in common with us. Turn on TLS 1.2 and 1.3",
  ],
  [
    71,
    "insufficient security",
    "The server requires stronger cipher suites than we have. Check its list of cipher suites",
  ],
  [
    80,
    "internal error",
    "The server failed, often because it has no certificate for this name. " +
    "Look into its log",
  ],
  [86, "inappropriate fallback", BUG],
  [90, "user canceled", "The server canceled the handshake. Look into its log"],
  [100, "no renegotiation", BUG],
  [109, "missing extension", BUG],
  [110, "unsupported extension", BUG],
  [111, "certificate unobtainable", BUG],
  [
    112,
    "unrecognized name",
    "The server has no virtual host for this name. Add the name to its configuration, or check the DNS record",
  ],
  [113, "bad certificate status response", BUG],
  [114, "bad certificate hash value", BUG],
  [
    115,
    "unknown PSK identity",
    "The server accepts only clients with a shared key (PSK). It shows no certificate to others",
  ],
  [116, "certificate required", CLIENT_CERTIFICATE],
  [
    120,
    "no application protocol",
    "The server has none of h2 and http/1.1. Let it accept one of them",
  ],
  [
    121,
    "ECH required",
    "The server requires Encrypted Client Hello, which this tool does not send",
  ],
].map(([code, name, meaning]) => [code, { name, meaning }] as [number, Alert]));

/** The name of an alert by its code; "alert 123" for an unknown one. */
export const alertName = (code: number): string => ALERTS.get(code)?.name ?? `alert ${code}`;

const plain = (name: string): string =>
  name.toLowerCase().replaceAll(/[^a-z]/g, "").replace("recognis", "recogniz");
const MEANINGS = new Map([...ALERTS.values()].map(({ name, meaning }) => [plain(name), meaning]));

/** The meaning of an alert and the next step, by its name in any spelling. */
export const alertMeaning = (name: string): string =>
  MEANINGS.get(plain(name)) ?? "Look into the log of the server";
