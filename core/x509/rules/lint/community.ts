/** Rules from experience about common mistakes that no document forbids. */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { listed, quoted } from "../../../kernel/formatting.ts";
import { isDefaultValue } from "../../../names/default-values.ts";
import { practice } from "../../documents.ts";
import {
  ATTRIBUTE,
  type Attribute,
  DNS_NAME,
  lint,
  type LintEntry,
  type LintExamined,
  type LintRule,
  type LintRules,
  prefixed,
} from "./examined.ts";

const CLAUSE = practice("Common mistakes of CAs");
/** RFC 5280 does not mention these mistakes, so they do not apply to a private PKI. */
const PROFILES = ["public-tls", "smime", "client", "code-signing"] as const;

const common = (entry: LintEntry<"clause">): LintRule =>
  lint({ clause: CLAUSE, profiles: PROFILES, ...entry });

const severalInOne = (attributes: readonly Attribute[]): boolean =>
  attributes.some(({ rdn }, i) => i > 0 && attributes[i - 1].rdn === rdn);

/** UTF-8 that was read as Latin-1 or Windows-1252 and written as UTF-8 again: "Ã©" for "é"; and U+FFFD. */
const MISREAD = /\ufffd|Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
/** Attributes that hold text for people. */
const SPOKEN: ReadonlySet<string> = new Set([
  ...[ATTRIBUTE.givenName, ATTRIBUTE.surname, ATTRIBUTE.commonName, ATTRIBUTE.unit],
  ...[ATTRIBUTE.organization, ATTRIBUTE.locality, ATTRIBUTE.state, ATTRIBUTE.street],
  ...[ATTRIBUTE.postalCode, ATTRIBUTE.organizationIdentifier],
  ...["1.3.6.1.4.1.311.60.2.1.1", "1.3.6.1.4.1.311.60.2.1.2"],
]);
const says = ({ subject }: LintExamined, pattern: RegExp): boolean =>
  subject.some(({ oid, text }) => SPOKEN.has(oid) && pattern.test(text));

/** The rules for both lists of alternative names; `list` is what titles call it. */
function names(oid: string, list: string) {
  const some = (fault: (name: string) => boolean) => (examined: LintExamined) =>
    examined.names(oid, DNS_NAME).some(fault);
  return {
    dns_wildcard_bare: common({
      title: `A DNS name in its ${list} ends in a wildcard`,
      on: oid,
      check: some((name) => name.endsWith("*")),
    }),
    dns_wildcard_inside: common({
      title: `A DNS name in its ${list} has a wildcard that is not at its start`,
      on: oid,
      check: some((name) => name.lastIndexOf("*") > 0),
    }),
    dns_null: common({
      title: `A DNS name in its ${list} has a null character`,
      on: oid,
      check: some((name) => name.includes("\0")),
    }),
    dns_period_first: common({
      title: `A DNS name in its ${list} begins with a period`,
      on: oid,
      check: some((name) => name.startsWith(".")),
    }),
  } satisfies LintRules;
}

const isRedacted = (name: string) => /^(\*\.)?\?\./.test(name);

export const communityLints = {
  ...prefixed("san_", names(EXTENSION.subjectAltName, "alternative names")),
  ...prefixed("ian_", names(EXTENSION.issuerAltName, "issuer's alternative names")),
  san_dns_suffix_bare: common({
    severity: "info",
    title: "A DNS name in its alternative names is a public suffix",
    on: EXTENSION.subjectAltName,
    check: ({ domains }) => domains.some(({ isSuffix }) => isSuffix),
  }),
  ian_dns_short: common({
    severity: "warning",
    title: "A DNS name in its issuer's alternative names has fewer than three labels",
    on: EXTENSION.issuerAltName,
    check: (examined) =>
      examined.names(EXTENSION.issuerAltName, DNS_NAME).some((name) => name.split(".").length < 3),
  }),
  san_dns_twice: common({
    severity: "info",
    title: "A DNS name is among its alternative names twice",
    on: EXTENSION.subjectAltName,
    check: ({ dnsNames }) =>
      new Set(dnsNames.map((name) => name.toLowerCase())).size < dnsNames.length,
  }),
  dns_redacted: common({
    severity: "info",
    roles: ["leaf"],
    title: "A name is redacted",
    at: EXTENSION.subjectAltName,
    check: (examined) =>
      examined.dnsNames.some(isRedacted) ||
      (examined.texts(ATTRIBUTE.commonName).some(isRedacted) && { at: "subject" }),
  }),
  issuer_space_before: common({
    severity: "warning",
    title: "An attribute of the issuer begins with a space",
    at: "issuer",
    check: ({ issuer }) => issuer.some(({ text }) => /^\s/.test(text)),
  }),
  issuer_space_behind: common({
    severity: "warning",
    title: "An attribute of the issuer ends with a space",
    at: "issuer",
    check: ({ issuer }) => issuer.some(({ text }) => /\s$/.test(text)),
  }),
  subject_space_before: common({
    severity: "warning",
    title: "An attribute of the subject begins with a space",
    at: "subject",
    check: ({ subject }) => subject.some(({ text }) => /^\s/.test(text)),
  }),
  subject_space_behind: common({
    severity: "warning",
    title: "An attribute of the subject ends with a space",
    at: "subject",
    check: ({ subject }) => subject.some(({ text }) => /\s$/.test(text)),
  }),
  issuer_rdn_several: common({
    severity: "warning",
    title: "An RDN of the issuer has several attributes",
    at: "issuer",
    check: ({ issuer }) => severalInOne(issuer),
  }),
  subject_rdn_several: common({
    severity: "info",
    title: "An RDN of the subject has several attributes",
    at: "subject",
    check: ({ subject }) => severalInOne(subject),
  }),
  subject_html: common({
    title: "The subject has HTML entities",
    at: "subject",
    check: (examined) => says(examined, /&#?[a-z0-9]+;/i),
  }),
  subject_misread: common({
    title: "The subject has letters from a wrong character set",
    at: "subject",
    check: (examined) => says(examined, MISREAD),
  }),
  subject_default_value: common({
    severity: "warning",
    title: "The subject has a value that a program fills in",
    at: "subject",
    check: ({ subject }) => {
      const found = subject.flatMap(({ oid, text }) =>
        (SPOKEN.has(oid) || oid === ATTRIBUTE.country) && isDefaultValue(text) ? [text] : []
      );
      return found.length > 0 &&
        `The subject has ${
          listed(found.slice(0, 3).map(quoted))
        }, which a program fills in where nothing is entered.`;
    },
  }),
  country_not_upper_case: common({
    title: "The country is not in capital letters",
    at: "subject",
    check: (examined) => examined.texts(ATTRIBUTE.country).some((code) => !/^[A-Z]+$/.test(code)),
  }),
} satisfies LintRules;
