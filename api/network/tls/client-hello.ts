/** Writes a ClientHello (RFC 5246, 7.4.1.2; RFC 8446, 4.1.2). */

export const RECORD_HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const TLS_1_0 = [0x03, 0x01];
const TLS_1_2 = [0x03, 0x03];

export const EXTENSION = {
  serverName: 0,
  statusRequest: 5,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  signedCertificateTimestamp: 18,
  supportedVersions: 43,
  keyShare: 51,
} as const;

interface Hello {
  /** In A-labels, at most 253 characters; null to omit server_name. */
  hostname: string | null;
  /** 32 random bytes. */
  random: Uint8Array;
  /** Empty if no session is to be resumed. */
  sessionId: Uint8Array;
  suites: readonly number[];
  /** The extensions after server_name, each made by `extension`. */
  extensions: readonly number[][];
}

/** Returns a ClientHello as one record. */
export function clientHello(
  { hostname, random, sessionId, suites, extensions }: Hello,
): Uint8Array {
  const name = [...new TextEncoder().encode(hostname ?? "")];
  const serverName = extension(EXTENSION.serverName, vector16([0, ...vector16(name)]));
  const body = [
    ...TLS_1_2,
    ...random,
    ...[sessionId.length, ...sessionId],
    ...codes(suites),
    ...[1, 0], // one compression method: none
    ...vector16([...(hostname === null ? [] : serverName), ...extensions.flat()]),
  ];
  const message = [CLIENT_HELLO, 0, ...uint16(body.length), ...body];
  return new Uint8Array([RECORD_HANDSHAKE, ...TLS_1_0, ...vector16(message)]);
}

export const extension = (type: number, data: number[]): number[] => [
  ...uint16(type),
  ...vector16(data),
];
/** A list of code points with its length. */
export const codes = (list: readonly number[]): number[] => vector16(list.flatMap(uint16));
const vector16 = (content: number[]): number[] => [...uint16(content.length), ...content];
const uint16 = (value: number): number[] => [value >>> 8, value & 0xff];
