/** Matching a certificate's names with the name of a server (RFC 9525, section 6; RFC 6125). */

/** The name by which a client knows the server. */
export type ReferenceName =
  | { type: "DNS"; name: string }
  | { type: "IP"; bytes: Uint8Array }
  | { type: "email"; address: string };

/** A name that the certificate presents: subjectAltName's content octets, and its type. */
export interface PresentedName {
  type: "DNS" | "IP" | "email" | "URI" | "DirName" | "other";
  bytes: Uint8Array<ArrayBuffer>;
}

const MAX_NAME = 253;

/**
 * Whether `name` is a DNS name of letters, digits and hyphens in labels of 1 to 63 characters (RFC
 * 1034, 3.5; underscores as they are found in practice), with "*" as its whole first label if
 * `wildcard` allows it. Upper case is the caller's to fold.
 */
export function isDnsName(name: string, { wildcard }: { wildcard: boolean }): boolean {
  if (name.length === 0 || name.length > MAX_NAME) return false;
  const labels = name.split(".");
  if (wildcard && labels[0] === "*") labels.shift();
  return labels.length > 0 && labels.every(isLabel);
}

function isLabel(label: string): boolean {
  return /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label);
}

/**
 * Whether a presented DNS name covers `host`, whose labels are A-labels. A wildcard stands for exactly one label, is the whole
 * first one, and has at least two labels behind it, or it would span a whole top-level domain.
 */
export function matchesDnsName(presented: string, host: string): boolean {
  const name = certifiedName(presented);
  return name !== null && certifyingNames(host).includes(name);
}

/** A presented DNS name as `certifyingNames` lists it; null for one that covers no host. */
export function certifiedName(presented: string): string | null {
  // Only what is ASCII is folded: other letters have lower cases inside of ASCII.
  if (!isDnsName(presented, { wildcard: true })) return null;
  const pattern = presented.toLowerCase();
  return !pattern.startsWith("*.") || pattern.includes(".", 2) ? pattern : null;
}

/** The presented names that cover `host`, at most two: its own, and the wildcard for its first label. */
export function certifyingNames(host: string): string[] {
  const bare = host.endsWith(".") ? host.slice(0, -1) : host;
  if (!isDnsName(bare, { wildcard: false })) return [];
  const name = bare.toLowerCase();
  const dot = name.indexOf(".");
  // RFC 9525, 6.3: the wildcard is for a label of the host, and A-labels are labels like others.
  return dot > 0 ? [name, `*${name.slice(dot)}`] : [name];
}

/**
 * Whether one of the names that a certificate presents is the server's. The common name is not
 * looked at (RFC 9525, 2): it stands in no list here.
 */
export function matchesReference(
  presented: readonly PresentedName[],
  reference: ReferenceName,
): boolean {
  const certifying = reference.type === "DNS" ? certifyingNames(reference.name) : [];
  return presented.some(({ type, bytes }) => {
    if (type !== reference.type) return false;
    switch (reference.type) {
      case "IP":
        return sameBytes(bytes, reference.bytes);
      case "DNS":
        return certifying.includes(certifiedName(ascii(bytes)) ?? "");
      case "email":
        return sameMailbox(ascii(bytes), reference.address);
    }
  });
}

/** RFC 5280, 7.5: the local part as it is, the host without regard to case. */
function sameMailbox(a: string, b: string): boolean {
  const split = (address: string) => {
    const at = address.lastIndexOf("@");
    return [address.slice(0, at), address.slice(at + 1).toLowerCase()];
  };
  return split(a).join("@") === split(b).join("@");
}

/** One character an octet; what is not ASCII then fails every syntax check. */
export function ascii(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/**
 * The reference for a host as written in a URL: an IPv4 address in dotted form, an IPv6 address
 * with or without brackets, else a DNS name.
 */
export function referenceFor(host: string): ReferenceName {
  const bytes = addressBytes(host);
  return bytes ? { type: "IP", bytes } : { type: "DNS", name: host };
}

/** An IP address as 4 or 16 bytes; null for what is none. */
export function addressBytes(text: string): Uint8Array | null {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  return bare.includes(":") ? ipv6Bytes(bare) : ipv4Bytes(bare);
}

function ipv4Bytes(text: string): Uint8Array | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  const bytes = new Uint8Array(4);
  for (const [index, part] of parts.entries()) {
    if (!/^(0|[1-9][0-9]{0,2})$/.test(part) || Number(part) > 255) return null;
    bytes[index] = Number(part);
  }
  return bytes;
}

function ipv6Bytes(text: string): Uint8Array | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const head = groups(halves[0]);
  const tail = halves.length === 2 ? groups(halves[1]) : [];
  if (!head || !tail) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const all = [...head, ...Array<number>(missing).fill(0), ...tail];
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

function groups(text: string): number[] | null {
  if (text === "") return [];
  const found: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    const v4 = index === parts.length - 1 && part.includes(".") ? ipv4Bytes(part) : null;
    if (v4) found.push(v4[0] << 8 | v4[1], v4[2] << 8 | v4[3]);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) found.push(parseInt(part, 16));
    else return null;
  }
  return found;
}
