/** Reads typed IP addresses, and writes octets as an address in its shortest form. */

/** An IP address: its octets (4 or 16) and its text in the shortest form (RFC 5952). */
interface IpAddress {
  text: string;
  octets: Uint8Array<ArrayBuffer>;
}

/** Reads an IPv4 address in dotted decimals or an IPv6 address, in brackets or not. */
export function readIpAddress(text: string): IpAddress | null {
  const trimmed = text.trim();
  return readIpv4(trimmed) ?? readIpv6(trimmed);
}

function readIpv4(text: string): IpAddress | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  const octets = new Uint8Array(4);
  for (const [index, part] of parts.entries()) {
    const number = Number(part);
    // Some programs read a number with a leading zero as octal, others as decimal.
    if (String(number) !== part || !(number >= 0 && number <= 255)) return null;
    octets[index] = number;
  }
  return { text, octets };
}

function readIpv6(text: string): IpAddress | null {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  if (!/^[\da-f:.]+$/i.test(bare)) return null;
  const url = `http://[${bare}]/`;
  if (!URL.canParse(url)) return null;
  const short = new URL(url).hostname.slice(1, -1);
  const [head, tail] = short.split("::").map((half) => half === "" ? [] : half.split(":"));
  const zeros = tail === undefined ? [] : Array(8 - head.length - tail.length).fill("0");
  const octets = new Uint8Array(16);
  for (const [index, group] of [...head, ...zeros, ...(tail ?? [])].entries()) {
    const number = parseInt(group, 16);
    octets[2 * index] = number >>> 8;
    octets[2 * index + 1] = number & 0xff;
  }
  return { text: short, octets };
}

/** Writes the four octets from `at` on in dotted decimals. */
export function ipv4Text(bytes: Uint8Array, at: number): string {
  return `${bytes[at]}.${bytes[at + 1]}.${bytes[at + 2]}.${bytes[at + 3]}`;
}

/**
 * Writes the sixteen octets from `at` on as in RFC 5952: lower case, no leading zeros, "::" for the
 * longest run of two or more zero groups.
 */
export function ipv6Text(bytes: Uint8Array, at: number): string {
  const groups: number[] = [];
  for (let i = 0; i < 8; i++) groups.push((bytes[at + 2 * i] << 8) | bytes[at + 2 * i + 1]);
  let best = -1;
  let length = 1;
  for (let i = 0; i < 8;) {
    let run = i;
    while (run < 8 && groups[run] === 0) run++;
    if (run - i > length) {
      best = i;
      length = run - i;
    }
    i = run + 1;
  }
  const hex = (part: number[]) => part.map((group) => group.toString(16)).join(":");
  if (best === -1) return hex(groups);
  return `${hex(groups.slice(0, best))}::${hex(groups.slice(best + length))}`;
}
