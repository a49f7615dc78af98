/** Rules about distinguished names (RFC 5280, Appendix A), general names (4.2.1.6) and DNS names. */
import { withCommas } from "../../../kernel/formatting.ts";
import { readIpAddress } from "../../../names/ip-address.ts";
import { decodeLabel, unicodeName } from "../../../names/unicode-domain-name.ts";
import { TAG } from "../../asn1/der.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { type Clause, rfc5280, rfc5890, rfc8399 } from "../../documents.ts";
import {
  ATTRIBUTE,
  type Attribute,
  DNS_NAME,
  EMAIL,
  lint,
  type LintExamined,
  type LintRule,
  type LintRules,
  prefixed,
  SINCE,
} from "./examined.ts";

/** Counts Unicode characters; `length` counts some of them twice. */
const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** Defines a rule that limits an attribute to `most` characters; `what` is its name in the title. */
function longest(
  oid: string,
  most: number,
  what: string,
  extra: Partial<LintRule> = {},
  clause: Clause = rfc5280("Appendix A.1"),
): LintRule {
  return lint({
    clause,
    title: `Its ${what} is longer than ${withCommas(most)} characters`,
    at: "subject",
    check: (examined) => examined.texts(oid).some((text) => characters(text) > most),
    ...extra,
  });
}

const isPrintable = (attribute: Attribute) => attribute.tag === TAG.PRINTABLE_STRING;
/** X.680, table 10. */
const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]+$/;
// deno-lint-ignore no-control-regex -- control characters are what is looked for
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

const notPrintable = (attributes: readonly Attribute[], oid: string) =>
  attributes.some((attribute) => attribute.oid === oid && !isPrintable(attribute));

const warning = { severity: "warning" } as const;

export const subjectLints = {
  common_name_too_long: longest(ATTRIBUTE.commonName, 64, "common name"),
  email_too_long: longest(ATTRIBUTE.email, 255, "e-mail address"),
  given_name_too_long: longest(ATTRIBUTE.givenName, 32_768, "given name"),
  given_name_long: longest(ATTRIBUTE.givenName, 64, "given name", warning),
  surname_too_long: longest(ATTRIBUTE.surname, 32_768, "surname"),
  surname_long: longest(ATTRIBUTE.surname, 64, "surname", warning),
  locality_too_long: longest(ATTRIBUTE.locality, 128, "locality"),
  organization_too_long: longest(ATTRIBUTE.organization, 64, "organization"),
  unit_too_long: longest(ATTRIBUTE.unit, 64, "organizational unit"),
  postal_code_too_long: longest(ATTRIBUTE.postalCode, 16, "postal code"),
  state_too_long: longest(ATTRIBUTE.state, 128, "state or province"),
  street_too_long: longest(ATTRIBUTE.street, 128, "street address"),
  subject_serial_too_long: longest(ATTRIBUTE.serialNumber, 64, "subject's serial number"),
  country_not_printable: lint({
    clause: rfc5280("Appendix A.1"),
    title: "The subject's country is not a PrintableString",
    at: "subject",
    check: ({ subject }) => notPrintable(subject, ATTRIBUTE.country),
  }),
  issuer_country_not_printable: lint({
    clause: rfc5280("Appendix A.1"),
    title: "The issuer's country is not a PrintableString",
    at: "issuer",
    check: ({ issuer }) => notPrintable(issuer, ATTRIBUTE.country),
  }),
  subject_serial_not_printable: lint({
    clause: rfc5280("Appendix A.1"),
    title: "The subject's serial number is not a PrintableString",
    at: "subject",
    check: ({ subject }) => notPrintable(subject, ATTRIBUTE.serialNumber),
  }),
  printable_string_wrong: lint({
    clause: rfc5280("Appendix B"),
    title: "A PrintableString of the subject is empty, or has characters that are not allowed",
    at: "subject",
    check: ({ subject }) =>
      subject.some((attribute) =>
        isPrintable(attribute) && !PRINTABLE.test(attribute.value.octets)
      ),
  }),
  subject_control_characters: lint({
    clause: rfc5280("Appendix A.1"),
    title: "The subject has control characters",
    at: "subject",
    check: ({ subject }) => subject.some(({ text }) => CONTROL.test(text)),
  }),
  subject_email_not_in_san: lint({
    clause: rfc5280("4.1.2.6"),
    title: "The subject's e-mail address is not among the alternative names",
    at: EXTENSION.subjectAltName,
    check: (examined: LintExamined) =>
      examined.texts(ATTRIBUTE.email).some((email) => !examined.emails.includes(email)),
  }),
  ca_subject_empty: lint({
    clause: rfc5280("4.1.2.6"),
    title: "It is a CA without a name",
    at: "subject",
    check: (examined) => examined.isCa && examined.subject.every(({ text }) => text === ""),
  }),
  issuer_without_name: lint({
    clause: rfc5280("4.1.2.4"),
    title: "Its issuer has no name",
    at: "issuer",
    check: ({ issuer }) => issuer.every(({ text }) => text === ""),
  }),
} satisfies LintRules;

const URI = 0x86;

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Returns the parts of a URI (RFC 3986, appendix B); null if it has characters that a URI cannot have. */
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

/** Returns whether a host is an IP address or a domain name of several labels. */
function isFullHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (readIpAddress(bare) !== null) return true;
  const labels = host.replace(/\.$/, "").split(".");
  return labels.length > 1 &&
    labels.every((label) => /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/i.test(label));
}

/** Defines the rules that apply to both lists of alternative names; `list` is the name in titles. */
function forms(oid: string, clause: Clause, list: string) {
  const names = (examined: LintExamined) => examined.parts(oid);
  const some = (tag: number, fault: (text: string) => boolean) => (examined: LintExamined) =>
    examined.names(oid, tag).some(fault);
  return {
    dns_not_ascii: lint({
      clause,
      title: `A DNS name in its ${list} is not ASCII`,
      on: oid,
      check: some(DNS_NAME, (text) => !isAscii(text)),
    }),
    name_empty: lint({
      clause,
      title: `One of its ${list} is empty`,
      on: oid,
      check: (examined) => names(examined).some(({ content }) => content.length === 0),
    }),
    list_empty: lint({
      clause,
      title: `The list of its ${list} is empty`,
      on: oid,
      check: (examined) => names(examined).length === 0,
    }),
    email_malformed: lint({
      clause,
      title: `An e-mail address in its ${list} is not a plain address`,
      on: oid,
      check: some(
        EMAIL,
        (text) => text.includes(" ") || text.startsWith("<") || text.endsWith(")"),
      ),
    }),
    dns_space: lint({
      clause,
      title: `A DNS name in its ${list} is a space`,
      on: oid,
      check: some(DNS_NAME, (text) => text === " "),
    }),
    uri_malformed: lint({
      clause,
      since: SINCE.rfc5280,
      title: `A URI in its ${list} has no scheme, or nothing after it`,
      on: oid,
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
      on: oid,
      check: some(URI, (text) => {
        const parts = uriParts(text);
        if (parts === null) return true;
        if (parts.host !== null) return !isFullHost(parts.host);
        // A URI such as urn: or mailto: does not have a host.
        return parts.scheme === "" || parts.path === "" || parts.path.startsWith("/");
      }),
    }),
    uri_not_ascii: lint({
      clause,
      since: SINCE.rfc5280,
      title: `A URI in its ${list} is not ASCII`,
      on: oid,
      check: some(URI, (text) => !isAscii(text)),
    }),
    uri_relative: lint({
      clause,
      since: SINCE.rfc5280,
      title: `A URI in its ${list} is relative`,
      on: oid,
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

/** Returns the labels of all DNS names. */
export const labels = (examined: LintExamined): readonly string[] =>
  examined.once("labels", () => examined.dnsNames.flatMap((name) => name.split(".")));

const registrable = (examined: LintExamined, fault: (label: string) => boolean): boolean =>
  examined.domains.some(({ own }) => fault(own));

/** Returns the labels that begin with xn--, in lower case. */
const encoded = (examined: LintExamined): readonly string[] =>
  examined.once(
    "encoded labels",
    () =>
      labels(examined).filter((label) => /^xn--/i.test(label)).map((label) => label.toLowerCase()),
  );

export const dnsNameLints = {
  dns_label_empty: lint({
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "A DNS name has an empty label",
    on: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).includes(""),
  }),
  dns_label_too_long: lint({
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "A DNS name has a label longer than 63 characters",
    on: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).some(({ length }) => length > 63),
  }),
  dns_name_too_long: lint({
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    title: "A DNS name is longer than 253 characters",
    on: EXTENSION.subjectAltName,
    check: ({ dnsNames }) => dnsNames.some(({ length }) => length > 253),
  }),
  dns_domain_hyphen: lint({
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "A domain begins or ends with a hyphen",
    on: EXTENSION.subjectAltName,
    check: (examined) => registrable(examined, (label) => /^-|-$/.test(label)),
  }),
  dns_domain_underscore: lint({
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "A domain has an underscore",
    on: EXTENSION.subjectAltName,
    check: (examined) => registrable(examined, (label) => label.includes("_")),
  }),
  dns_host_underscore: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "A name below a domain has an underscore",
    on: EXTENSION.subjectAltName,
    check: ({ domains }) => domains.some(({ below }) => below.includes("_")),
  }),
  dns_punycode_malformed: lint({
    clause: rfc5890("2.3.2.1"),
    since: SINCE.rfc3490,
    title: "A label that begins with xn-- is not Punycode",
    on: EXTENSION.subjectAltName,
    check: (examined) => encoded(examined).some((label) => decodeLabel(label) === null),
  }),
  dns_unicode_not_normalized: lint({
    clause: rfc8399("2.2"),
    since: SINCE.rfc8399,
    title:
      "A label that begins with xn-- decodes to text that is not in Unicode normalization form C",
    on: EXTENSION.subjectAltName,
    check: (examined) =>
      encoded(examined).some((label) => {
        const unicode = decodeLabel(label);
        return unicode !== null && unicode !== unicode.normalize("NFC");
      }),
  }),
  dns_punycode_wrong: lint({
    clause: rfc5890("2.3.2.1"),
    since: SINCE.rfc3490,
    title: "A label that begins with xn-- does not encode a valid Unicode label",
    on: EXTENSION.subjectAltName,
    check: (examined) => encoded(examined).some((label) => unicodeName(label) === null),
  }),
} satisfies LintRules;
