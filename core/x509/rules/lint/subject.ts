/** Rules about distinguished names: lengths and types of their attributes (RFC 5280, Appendix A). */
import { withCommas } from "../../../kernel/formatting.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { TAG } from "../../asn1/der.ts";
import { type Clause, rfc5280 } from "../documents.ts";
import { ATTRIBUTE, lint, type LintExamined, type LintRule, type LintRules } from "./examined.ts";
import type { Attribute } from "./attributes.ts";

/** Unicode characters, where `length` counts some of them twice. */
const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** A rule that an attribute has at most so many characters; `what` names it in the title. */
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
    check: (examined) =>
      examined.texts(oid).some((text) => text.length > most && characters(text) > most),
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
