/**
 * Reads the host out of a longer text. The readers differ because their texts differ:
 *
 * | Reader            | Text                       | Accepts                            | Otherwise |
 * | ----------------- | -------------------------- | ---------------------------------- | --------- |
 * | `hostToConnect`   | a typed host or URL        | a domain name, port 443, no user   | throws    |
 * | `readTypedDomain` | a typed domain or URL      | also a wildcard, and any port      | null      |
 * | `ownerName`       | the same                   | the same, without the wildcard     | null      |
 * | `hostOfUri`       | a URI in a certificate     | A-labels, one label, a user        | null      |
 *
 * `readReferenceName` (service-identity.ts) reads a typed name that is not part of a longer text; it may
 * be an IP address.
 */
import { OperationError } from "../kernel/errors.ts";
import { isDnsName, readDomainName } from "./domain-name.ts";
import { readIpAddress } from "./ip-address.ts";
import * as NAMES_TEXT from "./texts.ts";

/** The only port that is contacted (docs/decisions.md, "Limits of the API"). */
export const TLS_PORT = 443;

/** Longer than any URL that a user pastes to name a host. */
const MAX_INPUT = 2048;

/**
 * Returns the host that a user asks to connect to, in lower case and as A-labels. The text is a domain
 * name or a URL. IP addresses, wildcards, names of one label and user names are refused.
 *
 * @throws OperationError `invalid_input` on `url` with the page's text: for an empty text, for anything
 * that is not a domain name, and for a port other than 443.
 */
export function hostToConnect(text: string): string {
  const typed = withoutScheme(text.trim());
  if (typed === "") throw refuse(NAMES_TEXT.chainUrlRequired);
  // The scheme only sets the default port, and only port 443 is contacted.
  const address = `https://${typed}`;
  if (typed.length > MAX_INPUT || isToken(typed) || !URL.canParse(address)) {
    throw refuse(NAMES_TEXT.chainUrlInvalid);
  }
  const { hostname, port, username, password } = new URL(address);
  const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  // The text before an @ may be a secret, or make one host look like another.
  if (username || password || readDomainName(name, { wildcard: false }) === null) {
    throw refuse(NAMES_TEXT.chainUrlInvalid);
  }
  if (port !== "") throw refuse(NAMES_TEXT.portRefused(port));
  return name;
}

/**
 * Whether it is a JSON Web Token (RFC 7519), whose parts can look like labels. A token may be a secret, so no
 * part of it is sent as a name. No top-level domain begins like one.
 */
const isToken = (text: string): boolean => /^eyJ[\w-]*\.eyJ/.test(text);

function withoutScheme(text: string): string {
  return text.replace(/^https?:\/\//i, "");
}

function refuse(message: string): OperationError {
  return new OperationError("invalid_input", message, "url");
}

/** A domain as a user types it, to ask for CAA records or to write them. */
interface TypedDomain {
  /** In lower case and A-labels, without the wildcard label. */
  readonly name: string;
  /** Whether it was written with a leading `*.`. */
  readonly wildcard: boolean;
}

/**
 * Reads a typed domain name, or the host of a URL, whose port, path and query are ignored. Returns null
 * for any other text, such as an IP address or a URL with a user name.
 */
export function readTypedDomain(text: string): TypedDomain | null {
  const host = hostOf(text.trim());
  if (isToken(host)) return null;
  // A name in a zone file ends with the root's dot; two dots are an error.
  const typed = host.endsWith(".") ? host.slice(0, -1) : host;
  const wildcard = typed.startsWith("*.");
  const name = readDomainName(wildcard ? typed.slice(2) : typed, { wildcard: false });
  return name === null ? null : { name, wildcard };
}

/** The owner name of the CAA records for a typed domain: without the wildcard label. */
export function ownerName(domain: string): string | null {
  return readTypedDomain(domain)?.name ?? null;
}

/** The text without scheme, path, query and port. An at sign stays, so the rest is not a name. */
function hostOf(text: string): string {
  return withoutScheme(text).replace(/[/?#].*$/s, "").replace(/:[0-9]{0,5}$/, "");
}

/**
 * Returns the host of an absolute URI (RFC 3986, 3.2) in lower case, as name constraints and rules compare
 * it. Null if the host is an IP address, has characters outside ASCII or is missing. Unlike a typed
 * domain it may be a single label and may follow a user name.
 */
export function hostOfUri(text: string): string | null {
  const start = text.indexOf("://");
  if (start <= 0) return null;
  const rest = text.slice(start + 3);
  const end = ["/", "?", "#"].map((mark) => rest.indexOf(mark)).filter((at) => at >= 0);
  const authority = rest.slice(0, Math.min(rest.length, ...end));
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  const colon = host.startsWith("[") ? -1 : host.lastIndexOf(":");
  const bare = (colon >= 0 ? host.slice(0, colon) : host).toLowerCase();
  return isDnsName(bare, { wildcard: false }) && readIpAddress(bare) === null ? bare : null;
}
