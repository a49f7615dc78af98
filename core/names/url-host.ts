/** The host that a person means: out of "example.com", a pasted URL, an IDN, a trailing dot. */
import { OperationError } from "../kernel/errors.ts";
import { NAMES_TEXT } from "./texts.ts";

/** The only port that is contacted (docs/decisions.md, "Limits of the API"). */
export const TLS_PORT = 443;

/** RFC 1035, 2.3.4, in text without the trailing dot. */
const MAX_NAME = 253;
/** RFC 1035, 2.3.1 and RFC 1123, 2.1: letters, digits, hyphens inside; at most 63 octets. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Letters, or an A-label (RFC 5890, 2.3.2.1), which stands for letters of another script. */
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;
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
  // What stands before an @ may be a secret, or make one host look like another.
  if (username || password || !isDomainName(name)) throw refuse(NAMES_TEXT.chainUrlInvalid);
  if (port !== "") throw refuse(NAMES_TEXT.portRefused(port));
  return name;
}

function withoutScheme(text: string): string {
  return text.replace(/^https?:\/\//i, "");
}

function isDomainName(name: string): boolean {
  const labels = name.split(".");
  return name.length <= MAX_NAME && labels.length >= 2 && TOP_LEVEL.test(labels.at(-1)!) &&
    labels.every((label) => LABEL.test(label));
}

function refuse(message: string): OperationError {
  return new OperationError("invalid_input", message, "url");
}
