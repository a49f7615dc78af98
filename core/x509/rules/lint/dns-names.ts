/** Rules about the DNS names of an end entity: labels, underscores, internationalized names. */
import { rfc5280, rfc5890, rfc8399 } from "../documents.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { decodeLabel, unicodeName } from "../../../names/unicode-domain-name.ts";
import { lint, type LintExamined, type LintRules, SINCE } from "./examined.ts";

/** The labels of all DNS names. */
export const labels = (examined: LintExamined): readonly string[] =>
  examined.once("labels", () => examined.dnsNames.flatMap((name) => name.split(".")));

const registrable = (examined: LintExamined, fault: (label: string) => boolean): boolean =>
  examined.domains.some(({ own }) => fault(own));

/** Labels that begin with xn--, in lower case. */
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
    at: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).includes(""),
  }),
  dns_label_too_long: lint({
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "A DNS name has a label longer than 63 characters",
    at: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).some(({ length }) => length > 63),
  }),
  dns_name_too_long: lint({
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    title: "A DNS name is longer than 253 characters",
    at: EXTENSION.subjectAltName,
    check: ({ dnsNames }) => dnsNames.some(({ length }) => length > 253),
  }),
  dns_domain_hyphen: lint({
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "A domain begins or ends with a hyphen",
    at: EXTENSION.subjectAltName,
    check: (examined) => registrable(examined, (label) => /^-|-$/.test(label)),
  }),
  dns_domain_underscore: lint({
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "A domain has an underscore",
    at: EXTENSION.subjectAltName,
    check: (examined) => registrable(examined, (label) => label.includes("_")),
  }),
  dns_host_underscore: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.6"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "A name below a domain has an underscore",
    at: EXTENSION.subjectAltName,
    check: ({ domains }) => domains.some(({ below }) => below.includes("_")),
  }),
  dns_punycode_malformed: lint({
    clause: rfc5890("2.3.2.1"),
    since: SINCE.rfc3490,
    title: "A label that begins with xn-- is not Punycode",
    at: EXTENSION.subjectAltName,
    check: (examined) => encoded(examined).some((label) => decodeLabel(label) === null),
  }),
  dns_unicode_not_normalized: lint({
    clause: rfc8399("2.2"),
    since: SINCE.rfc8399,
    title:
      "A label that begins with xn-- decodes to text that is not in Unicode normalization form C",
    at: EXTENSION.subjectAltName,
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
    at: EXTENSION.subjectAltName,
    check: (examined) => encoded(examined).some((label) => unicodeName(label) === null),
  }),
} satisfies LintRules;
