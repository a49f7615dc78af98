/** Rules about the forms of names, which apply to alternative names of subject and issuer alike. */
import { readIpAddress } from "../../../names/ip-address.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { type Clause, rfc5280 } from "../documents.ts";
import {
  DNS_NAME,
  EMAIL,
  lint,
  type LintExamined,
  type LintRules,
  prefixed,
  SINCE,
} from "./examined.ts";

const URI = 0x86;

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** The parts of a URI (RFC 3986, appendix B); null for what a URI may not hold. */
function uriParts(
  text: string,
): { scheme: string; user: string; host: string | null; path: string } | null {
  if (/[\0- \x7f]|%(?![0-9a-f]{2})/i.test(text)) return null;
  const found = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)/.exec(text)!;
  const [, scheme = "", authority, path] = found;
  if (scheme !== "" && !/^[a-z][a-z0-9+.-]*$/i.test(scheme)) return null;
  if (authority === undefined) return { scheme, user: "", host: null, path };
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1).replace(/:\d*$/, "");
  return { scheme, user: authority.slice(0, at + 1), host, path };
}

/** Whether a host is a domain name of several labels, or an IP address. */
function isFullHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (readIpAddress(bare) !== null) return true;
  const labels = host.replace(/\.$/, "").split(".");
  return labels.length > 1 &&
    labels.every((label) => /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/i.test(label));
}

/** The rules for both lists of alternative names; `list` is what titles call it. */
function forms(oid: string, clause: Clause, list: string) {
  const names = (examined: LintExamined) => examined.parts(oid);
  const some = (tag: number, fault: (text: string) => boolean) => (examined: LintExamined) =>
    examined.names(oid, tag).some(fault);
  return {
    dns_not_ascii: lint({
      clause,
      title: `A DNS name in its ${list} is not ASCII`,
      at: oid,
      check: some(DNS_NAME, (text) => !isAscii(text)),
    }),
    name_empty: lint({
      clause,
      title: `One of its ${list} is empty`,
      at: oid,
      check: (examined) => names(examined).some(({ content }) => content.length === 0),
    }),
    list_empty: lint({
      clause,
      title: `The list of its ${list} is empty`,
      at: oid,
      check: (examined) => examined.has(oid) && names(examined).length === 0,
    }),
    email_malformed: lint({
      clause,
      title: `An e-mail address in its ${list} is not a plain address`,
      at: oid,
      check: some(
        EMAIL,
        (text) => text.includes(" ") || text.startsWith("<") || text.endsWith(")"),
      ),
    }),
    dns_space: lint({
      clause,
      title: `A DNS name in its ${list} is a space`,
      at: oid,
      check: some(DNS_NAME, (text) => text === " "),
    }),
    uri_malformed: lint({
      clause,
      since: SINCE.rfc5280,
      title: `A URI in its ${list} has no scheme, or nothing after it`,
      at: oid,
      check: some(URI, (text) => {
        const parts = uriParts(text);
        return parts === null || parts.scheme === "" ||
          (!parts.host && parts.user === "" && parts.path === "");
      }),
    }),
    uri_host_incomplete: lint({
      clause,
      since: SINCE.rfc5280,
      title: `The host of a URI in its ${list} is neither a full domain name nor an IP address`,
      at: oid,
      check: some(URI, (text) => {
        const parts = uriParts(text);
        if (parts === null) return true;
        if (parts.host !== null) return !isFullHost(parts.host);
        // A URI such as urn: or mailto: has no host that could be incomplete.
        return parts.scheme === "" || parts.path === "" || parts.path.startsWith("/");
      }),
    }),
    uri_not_ascii: lint({
      clause,
      since: SINCE.rfc5280,
      title: `A URI in its ${list} is not ASCII`,
      at: oid,
      check: some(URI, (text) => !isAscii(text)),
    }),
    uri_relative: lint({
      clause,
      since: SINCE.rfc5280,
      title: `A URI in its ${list} is relative`,
      at: oid,
      check: some(URI, (text) => (uriParts(text)?.scheme ?? "") === ""),
    }),
  } satisfies LintRules;
}

export const generalNameLints = {
  ...prefixed("san_", forms(EXTENSION.subjectAltName, rfc5280("4.2.1.6"), "alternative names")),
  ...prefixed(
    "ian_",
    forms(EXTENSION.issuerAltName, rfc5280("4.2.1.7"), "issuer's alternative names"),
  ),
} satisfies LintRules;
