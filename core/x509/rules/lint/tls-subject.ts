/** Rules of the Baseline Requirements about the subject of a TLS certificate. */
import { quoted } from "../../../kernel/formatting.ts";
import { COUNTRY_CODES } from "../../../assets/country-codes.ts";
import { readIpAddress } from "../../../names/ip-address.ts";
import { TAG } from "../../asn1/der.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { tlsRequirements } from "../../documents.ts";
import { reservedPolicies, TLS_POLICIES } from "../public.ts";
import { isReservedAddress } from "./hosts.ts";
import {
  ATTRIBUTE,
  type LintExamined,
  type LintRules,
  publicLint,
  serverLint,
  SINCE,
} from "./examined.ts";

/** Attributes that must be a PrintableString. */
const PRINTABLE_ONLY: ReadonlySet<string> = new Set([
  ATTRIBUTE.country,
  ATTRIBUTE.serialNumber,
  ATTRIBUTE.jurisdictionCountry,
]);

const { country, organization, givenName, surname, locality, state, street, postalCode, unit } =
  ATTRIBUTE;

const has = ({ subject }: LintExamined, ...types: readonly string[]): boolean =>
  subject.some(({ oid }) => types.includes(oid));
const isValidated = (examined: LintExamined, policy: keyof typeof TLS_POLICIES): boolean =>
  examined.policies.includes(TLS_POLICIES[policy]);
/** Returns whether the subject names a person or an organization. */
const namesPersonOrOrganization = (examined: LintExamined): boolean =>
  has(examined, organization, givenName, surname);
const BEFORE_PROFILES = { since: SINCE.requirements, until: SINCE.profiles } as const;
const WITH_NAMES = { since: "2016-09-07" } as const;

/** Defines a rule against an attribute that domain validation does not verify. */
const notInDomainValidated = (type: string, what: string) =>
  serverLint({
    clause: tlsRequirements("7.1.6.4 (versions before 2.0.0)"),
    ...BEFORE_PROFILES,
    title: `It is domain validated, but names ${what}`,
    at: "subject",
    check: (examined) => isValidated(examined, "dv") && has(examined, type),
  });

/** Defines a rule that a place requires the name of a person or organization. */
const notWithoutName = (type: string, what: string) =>
  serverLint({
    clause: tlsRequirements("7.1.4.2"),
    ...WITH_NAMES,
    title: `It names ${what}, but no person or organization`,
    at: "subject",
    check: (examined) => has(examined, type) && !namesPersonOrOrganization(examined),
  });

/** The order of attributes in a subject (7.1.4.2). */
const ORDER: readonly string[] = [
  ATTRIBUTE.domainComponent,
  ...[country, state, locality, postalCode, street, organization, surname, givenName, unit],
  ATTRIBUTE.commonName,
];

/** Attributes that may occur only once. Street, unit and domain components may be repeated. */
const SINGLE: ReadonlySet<string> = new Set([
  ...[ATTRIBUTE.commonName, surname, givenName, ATTRIBUTE.serialNumber, country, locality, state],
  ...[organization, ATTRIBUTE.businessCategory, ATTRIBUTE.organizationIdentifier],
  ...[ATTRIBUTE.jurisdictionLocality, ATTRIBUTE.jurisdictionState, ATTRIBUTE.jurisdictionCountry],
]);
/** Attributes that must be a PrintableString or a UTF8String. */
const TEXTS: ReadonlySet<string> = new Set([
  ...[state, locality, postalCode, street, organization, surname, givenName, unit],
  ...[ATTRIBUTE.commonName, ATTRIBUTE.businessCategory, ATTRIBUTE.organizationIdentifier],
  ATTRIBUTE.jurisdictionLocality,
  ATTRIBUTE.jurisdictionState,
]);

/** Returns the names that a common name may repeat. */
const namesOf = (examined: LintExamined): string[] => [
  ...examined.dnsNames,
  ...(examined.value(EXTENSION.subjectAltName) ?? []).flatMap(({ type, value }) =>
    type === "IP" ? [value] : []
  ),
];
const commonNames = (examined: LintExamined) => examined.texts(ATTRIBUTE.commonName);
// deno-lint-ignore no-control-regex -- control characters are what is looked for
const NOT_IN_PLACES = /[\0-\x1f\x7f=:{};"|\\[\]]/;

export const tlsSubjectLints = {
  dv_names_locality: notInDomainValidated(locality, "a locality"),
  dv_names_organization: notInDomainValidated(organization, "an organization"),
  dv_names_postal_code: notInDomainValidated(postalCode, "a postal code"),
  dv_names_state: notInDomainValidated(state, "a state or province"),
  dv_names_street: notInDomainValidated(street, "a street address"),
  dv_subject: serverLint({
    clause: tlsRequirements("7.1.2.7.2"),
    since: SINCE.profiles,
    title: "It is domain validated, but its subject has more than country and common name",
    at: "subject",
    // The rule policies_several reports a certificate that claims another validation as well.
    check: (examined) =>
      isValidated(examined, "dv") && reservedPolicies(examined).length === 1 &&
      examined.subject.some(({ oid }) => oid !== country && oid !== ATTRIBUTE.commonName),
  }),
  iv_without_name: serverLint({
    clause: tlsRequirements("7.1.6.4 (versions before 2.0.0)"),
    since: "2015-09-28",
    until: SINCE.profiles,
    title: "It is individual validated, but names neither a person nor an organization",
    at: "subject",
    check: (examined) =>
      isValidated(examined, "iv") && !has(examined, organization) &&
      !(has(examined, givenName) && has(examined, surname)),
  }),
  iv_without_person: serverLint({
    clause: tlsRequirements("7.1.2.7.3"),
    since: SINCE.profiles,
    title: "It is individual validated, but lacks given name or surname",
    at: "subject",
    check: (examined) =>
      isValidated(examined, "iv") && !(has(examined, givenName) && has(examined, surname)),
  }),
  iv_without_country: serverLint({
    clause: tlsRequirements("7.1.2.7.3"),
    since: "2015-09-28",
    title: "It is individual validated, but names no country",
    at: "subject",
    check: (examined) => isValidated(examined, "iv") && !has(examined, country),
  }),
  iv_without_place: serverLint({
    clause: tlsRequirements("7.1.2.7.3"),
    since: "2015-09-28",
    title: "It is individual validated, but names neither locality nor state",
    at: "subject",
    check: (examined) => isValidated(examined, "iv") && !has(examined, locality, state),
  }),
  ov_without_organization: serverLint({
    clause: tlsRequirements("7.1.2.7.4"),
    since: SINCE.requirements,
    title: "It is organization validated, but names no organization",
    at: "subject",
    check: (examined) => isValidated(examined, "ov") && !has(examined, organization),
  }),
  ov_without_country: serverLint({
    clause: tlsRequirements("7.1.2.7.4"),
    since: SINCE.requirements,
    title: "It is organization validated, but names no country",
    at: "subject",
    check: (examined) => isValidated(examined, "ov") && !has(examined, country),
  }),
  ov_without_place: serverLint({
    clause: tlsRequirements("7.1.2.7.4"),
    since: SINCE.requirements,
    title: "It is organization validated, but names neither locality nor state",
    at: "subject",
    check: (examined) => isValidated(examined, "ov") && !has(examined, locality, state),
  }),
  somebody_without_country: serverLint({
    clause: tlsRequirements("7.1.4.2"),
    ...WITH_NAMES,
    title: "It names a person or organization, but no country",
    at: "subject",
    check: (examined) => namesPersonOrOrganization(examined) && !has(examined, country),
  }),
  somebody_without_locality: serverLint({
    clause: tlsRequirements("7.1.4.2"),
    ...WITH_NAMES,
    title: "It names a person or organization, but neither locality nor state",
    at: "subject",
    check: (examined) => namesPersonOrOrganization(examined) && !has(examined, locality, state),
  }),
  person_without_policy: serverLint({
    clause: tlsRequirements("7.1.2.7.3"),
    ...WITH_NAMES,
    title: "It names a person, but is not individual validated",
    at: EXTENSION.certificatePolicies,
    check: (examined) => has(examined, givenName, surname) && !isValidated(examined, "iv"),
  }),
  locality_without_name: notWithoutName(locality, "a locality"),
  postal_code_without_name: notWithoutName(postalCode, "a postal code"),
  state_without_name: notWithoutName(state, "a state or province"),
  street_without_name: notWithoutName(street, "a street address"),
  unit_forbidden: serverLint({
    clause: tlsRequirements("7.1.2.7 (Ballot SC47)"),
    since: "2022-09-01",
    title: "It names an organizational unit",
    at: "subject",
    check: (examined) => has(examined, unit),
  }),
  unit_without_organization: publicLint({
    clause: tlsRequirements("7.1.4.2"),
    since: "2021-08-16",
    title: "It names an organizational unit, but no organization",
    at: "subject",
    check: (examined) => has(examined, unit) && !has(examined, organization),
  }),
  subject_order: serverLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.profiles,
    title: "The attributes of the subject are not in the required order",
    at: "subject",
    check({ subject }) {
      const places = subject.map(({ oid }) => ORDER.indexOf(oid)).filter((place) => place >= 0);
      return places.some((place, i) => i > 0 && place < places[i - 1]);
    },
  }),
  subject_string_type: publicLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.profiles,
    title: "An attribute of the subject has a string type that is not allowed",
    at: "subject",
    check: ({ subject }) =>
      subject.some(({ oid, tag }) => {
        if (PRINTABLE_ONLY.has(oid)) return tag !== TAG.PRINTABLE_STRING;
        if (oid === ATTRIBUTE.domainComponent) return tag !== TAG.IA5_STRING;
        return TEXTS.has(oid) && tag !== TAG.PRINTABLE_STRING && tag !== TAG.UTF8_STRING;
      }),
  }),
  subject_attribute_twice: publicLint({
    clause: tlsRequirements("7.1.4.1"),
    since: SINCE.profiles,
    title: "The subject has an attribute with the same value twice",
    at: "subject",
    check({ subject }) {
      const seen = subject.map(({ oid, text }) => `${oid} ${text}`);
      return new Set(seen).size < seen.length;
    },
  }),
  subject_type_twice: publicLint({
    clause: tlsRequirements("7.1.4.1"),
    since: SINCE.profiles,
    title: "The subject has two attributes of a type that is allowed once",
    at: "subject",
    check({ subject }) {
      const types = subject.map(({ oid }) => oid).filter((oid) => SINGLE.has(oid));
      return new Set(types).size < types.length;
    },
  }),
  subject_place_characters: publicLint({
    clause: tlsRequirements("3.2.2.1"),
    since: SINCE.requirements,
    title: "State or locality has characters that do not occur in place names",
    at: "subject",
    check: (examined) =>
      [...examined.texts(state), ...examined.texts(locality)].some((text) =>
        NOT_IN_PLACES.test(text)
      ),
  }),
  subject_says_nothing: publicLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.requirements,
    title: "An attribute of the subject has neither letters nor digits",
    at: "subject",
    check: ({ subject }) =>
      subject.some(({ text, isText }) => isText && !/[a-z0-9]|[^\0-\x7f]/i.test(text)),
  }),
  country_unknown: publicLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.requirements,
    title: "The country is not a code of ISO 3166-1",
    at: "subject",
    check: (examined) => {
      const code = examined.texts(country).find((code) => !isCountry(code.toUpperCase()));
      return code !== undefined && `The country ${quoted(code)} is not a code of ISO 3166-1.`;
    },
  }),
  common_name_not_a_name: serverLint({
    clause: tlsRequirements("7.1.4.3"),
    since: SINCE.requirements,
    title: "The common name is not among the alternative names",
    at: "subject",
    check(examined) {
      const names = namesOf(examined).map((name) => name.toLowerCase());
      return commonNames(examined).some((name) => !names.includes(name.toLowerCase()));
    },
  }),
  common_name_not_exactly_a_name: serverLint({
    clause: tlsRequirements("7.1.4.3"),
    since: "2021-08-25",
    title: "The common name is not exactly one of the alternative names",
    at: "subject",
    check(examined) {
      const names = namesOf(examined);
      return commonNames(examined).some((name) => !names.includes(name));
    },
  }),
  common_name_present: serverLint({
    severity: "info",
    clause: tlsRequirements("7.1.2.7.2 to 7.1.2.7.4"),
    since: SINCE.requirements,
    title: "It has a common name, which is not recommended",
    why: "Clients read only the alternative names.",
    at: "subject",
    check: (examined) => commonNames(examined).length > 0,
  }),
  common_names_several: serverLint({
    severity: "warning",
    clause: tlsRequirements("7.1.4.3"),
    since: SINCE.requirements,
    title: "It has several common names",
    at: "subject",
    check: (examined) => commonNames(examined).length > 1,
  }),
  common_name_reserved_address: publicLint({
    clause: tlsRequirements("4.2.2"),
    since: SINCE.requirements,
    title: "The common name is a reserved IP address",
    at: "subject",
    check: (examined) =>
      commonNames(examined).some((name) => readIpAddress(name) !== null && isReservedAddress(name)),
  }),
} satisfies LintRules;

/**
 * Codes outside ISO 3166-1: XK is used for Kosovo, and XX stands for a country without a code (S/MIME
 * Baseline Requirements, 7.1.4.2.2 n; the Baseline Requirements for TLS say the same).
 */
const FURTHER_CODES: ReadonlySet<string> = new Set(["XK", "XX"]);

/** Returns whether a subject may have this country code, given in upper case. */
export const isCountry = (code: string): boolean =>
  COUNTRY_CODES.has(code) || FURTHER_CODES.has(code);
