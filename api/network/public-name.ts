/**
 * Which names strangers may ask this server's resolvers for. A resolver inside a network also
 * answers for names that exist only there, so a look-up for anybody must not reach those.
 */
import { parse } from "tldts";
import { reservedDomain } from "../../core/names/reserved-names.ts";

/** Reserved names that no resolver is to be asked for, not even inside a private network. */
const NEVER_ASKED: ReadonlySet<string> = new Set(["alt", "arpa", "invalid", "localhost", "onion"]);

/**
 * Whether a name is under a top-level domain of the public DNS: one that the ICANN section of the
 * Public Suffix List has. Reserved names do not count, though that list has some of them, and neither does
 * "arpa": it holds reverse names, and no authority certifies them. `name` is in lower case and A-labels.
 */
export function isPublicName(name: string): boolean {
  return topLevel(name) !== "arpa" && reservedDomain(name) === null &&
    parse(name, NAMES).isIcann === true;
}

/** Whether a name may be asked for at all where the names of a private network are allowed. */
export function isAskedInside(name: string): boolean {
  return !NEVER_ASKED.has(topLevel(name)) || name === "home.arpa" || name.endsWith(".home.arpa");
}

/** The name has been read already, and is no URL. */
const NAMES = { extractHostname: false, validateHostname: false, detectIp: false };

/** The last label of a name. */
export function topLevel(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
