/** The host that a person means: out of "example.com", a pasted URL, an IDN, a trailing dot. */
import { OperationError } from "../kernel/errors.ts";
import { isDnsName, readDomainName } from "./domain-name.ts";
import { readIpAddress } from "./ip-address.ts";
import * as NAMES_TEXT from "./texts.ts";

/** The only port that is contacted (docs/decisions.md, "Limits of the API"). */
export const TLS_PORT = 443;

/** Longer than any URL that somebody pastes to name a host. */
const MAX_INPUT = 2048;

/**
 * Takes the host name out of what was typed or pasted, in lower case and as A-labels.
 *
 * @throws OperationError `invalid_input` on `url`, with the words of the page: nothing there,
 * no domain name, or a port other than 443.
 */
export function urlHost(text: string): string {
  const typed = withoutScheme(text.trim());
  if (typed === "") throw refuse(NAMES_TEXT.chainUrlRequired);
  // The scheme only decides which port goes without saying, and that is 443 here.
  const address = `https://${typed}`;
  if (typed.length > MAX_INPUT || !URL.canParse(address)) throw refuse(NAMES_TEXT.chainUrlInvalid);
  const { hostname, port, username, password } = new URL(address);
  const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  // What is before an @ may be a secret, or make one host look like another.
  if (username || password || readDomainName(name, { wildcard: false }) === null) {
    throw refuse(NAMES_TEXT.chainUrlInvalid);
  }
  if (port !== "") throw refuse(NAMES_TEXT.portRefused(port));
  return name;
}

function withoutScheme(text: string): string {
  return text.replace(/^https?:\/\//i, "");
}

function refuse(message: string): OperationError {
  return new OperationError("invalid_input", message, "url");
}

/** The domain that CAA records are at. */
interface Domain {
  /** In lower case and A-labels, without the wildcard label. */
  readonly name: string;
  /** It was written with a leading `*.`. */
  readonly wildcard: boolean;
}

/** Reads a domain name; of a URL its host counts, and port, path and query do not. Null: none. */
export function readDomain(text: string): Domain | null {
  const host = hostOf(text.trim());
  // The root's dot is how a name is written in a zone; one is dropped, two are a fault.
  const typed = host.endsWith(".") ? host.slice(0, -1) : host;
  const wildcard = typed.startsWith("*.");
  const name = readDomainName(wildcard ? typed.slice(2) : typed, { wildcard: false });
  return name === null ? null : { name, wildcard };
}

/** The name that records for `domain` are at, wildcard label removed; null if it is not a name. */
export function baseName(domain: string): string | null {
  return readDomain(domain)?.name ?? null;
}

/** The text without scheme, path, query and port. An at sign stays, and makes it no name. */
function hostOf(text: string): string {
  return withoutScheme(text).replace(/[/?#].*$/s, "").replace(/:[0-9]{0,5}$/, "");
}

/** The host of an absolute URI (RFC 3986, 3.2) if it is a domain name, else null. */
export function uriHost(text: string): string | null {
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
