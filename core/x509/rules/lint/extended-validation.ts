/** Rules of the EV Guidelines about the subject of a server's certificate. */
import { extendedValidation } from "../../documents.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { TLS_POLICIES } from "../public.ts";
import { ATTRIBUTE, type LintEntry, type LintRules, serverLint, SINCE } from "./examined.ts";
import { isCountry } from "./tls-subject.ts";

const extended = (entry: LintEntry) =>
  serverLint({
    since: SINCE.requirements,
    applies: ({ isResponder, policies }) => !isResponder && policies.includes(TLS_POLICIES.ev),
    why: "Extended validation must say which registered organization runs the server.",
    ...entry,
  });

/** Defines a rule that the subject has one of these attributes. */
const named = (clause: string, what: string, ...types: string[]) =>
  extended({
    clause: extendedValidation(clause),
    title: `It has extended validation, but ${what}`,
    at: "subject",
    check: (examined) => types.every((type) => examined.texts(type).length === 0),
  });

/** The identifier octet of an address. */
const IP_ADDRESS = 0x87;

const CATEGORIES: readonly string[] = [
  "private organization",
  "government entity",
  "business entity",
  "non-commercial entity",
];

export const extendedValidationLints = {
  ev_without_organization: named("7.1.4.2.1", "names no organization", ATTRIBUTE.organization),
  ev_without_category: named("7.1.4.2.3", "has no business category", ATTRIBUTE.businessCategory),
  ev_category_unknown: extended({
    clause: extendedValidation("7.1.4.2.3"),
    since: SINCE.profiles,
    title: "Its business category is none of the four that extended validation has",
    at: "subject",
    check: (examined) =>
      examined.texts(ATTRIBUTE.businessCategory)
        .some((category) => !CATEGORIES.includes(category.toLowerCase())),
  }),
  ev_without_jurisdiction: named(
    "7.1.4.2.4",
    "does not name the country in which the organization is registered",
    ATTRIBUTE.jurisdictionCountry,
  ),
  ev_jurisdiction_unknown: extended({
    clause: extendedValidation("7.1.4.2.4"),
    title: "The country of registration is not a code of ISO 3166-1",
    at: "subject",
    check: (examined) =>
      examined.texts(ATTRIBUTE.jurisdictionCountry).some((code) => !isCountry(code.toUpperCase())),
  }),
  ev_without_number: named("7.1.4.2.5", "has no registration number", ATTRIBUTE.serialNumber),
  ev_without_place: named(
    "7.1.4.2.6",
    "names neither locality nor state",
    ...[ATTRIBUTE.locality, ATTRIBUTE.state],
  ),
  ev_without_country: named("7.1.4.2.6", "names no country", ATTRIBUTE.country),
  ev_wildcard: extended({
    clause: extendedValidation("7.1.2.1"),
    title: "It has extended validation, but a wildcard that is not for an onion service",
    on: EXTENSION.subjectAltName,
    check: ({ dnsNames }) =>
      dnsNames.some((name) => name.startsWith("*.") && !/\.onion$/i.test(name)),
  }),
  ev_address: extended({
    clause: extendedValidation("7.1.2.1"),
    title: "It has extended validation, but an IP address, where only domain names are allowed",
    on: EXTENSION.subjectAltName,
    check: (examined) => examined.names(EXTENSION.subjectAltName, IP_ADDRESS).length > 0,
  }),
} satisfies LintRules;
