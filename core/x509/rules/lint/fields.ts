/** Rules about version, serial number, dates and the identifiers of algorithms. */
import { TAG } from "../../asn1/der.ts";
import { serialFaults } from "../../objects/serial-numbers.ts";
import { rfc4055, rfc5280 } from "../../documents.ts";
import { lint, type LintExamined, type LintRules, SINCE } from "./examined.ts";
import type { Tlv } from "../../asn1/elements.ts";
import { ADVICE, type Broken } from "../rule.ts";

const utc = (examined: LintExamined) => examined.timesOf(TAG.UTC_TIME);
const generalized = (examined: LintExamined) => examined.timesOf(TAG.GENERALIZED_TIME);

/** Returns the place of the first unique identifier, or null. */
function uniqueIdentifier({ fields }: LintExamined): Broken | null {
  const has = (number: number) => fields.some(({ tag }) => (tag & 0x9f) === (0x80 | number));
  return has(1) ? { at: "issuerUniqueID" } : has(2) ? { at: "subjectUniqueID" } : null;
}

/** RSA with PKCS#1 padding and the hashes of RFC 4055. */
const RSA_SIGNATURE = /^1\.2\.840\.113549\.1\.1\.(2|3|4|5|11|12|13|14)$/;
const RSA_ENCRYPTION = "1.2.840.113549.1.1.1";

/** Returns whether the parameters of an AlgorithmIdentifier are NULL. */
const hasNull = (algorithm: Tlv | undefined): boolean => {
  const [, parameters, more] = algorithm?.inner ?? [];
  return parameters?.tag === TAG.NULL && parameters.length === 0 && more === undefined;
};
const oidIn = (algorithm: Tlv | undefined): string => algorithm?.inner[0]?.oid ?? "";

export const frameLints = {
  unique_identifier: lint({
    clause: rfc5280("4.1.2.8"),
    since: SINCE.rfc5280,
    title: "It has a unique identifier",
    at: "tbsCertificate",
    check: uniqueIdentifier,
  }),
  unique_identifier_in_version_1: lint({
    clause: rfc5280("4.1.2.8"),
    title: "It has a unique identifier, but is a version 1 certificate",
    at: "tbsCertificate",
    check: (examined) =>
      [2, 3].includes(examined.certificate.version) ? null : uniqueIdentifier(examined),
  }),
  serial_too_long: lint({
    clause: rfc5280("4.1.2.2"),
    since: SINCE.rfc3280,
    title: "Its serial number is longer than 20 bytes",
    at: "serialNumber",
    check: ({ fields }) => (fields[0]?.length ?? 0) > 20,
  }),
  serial_not_positive: lint({
    clause: rfc5280("4.1.2.2"),
    since: SINCE.rfc3280,
    title: "Its serial number is not positive",
    at: "serialNumber",
    check: ({ certificate: { serial } }) =>
      serialFaults(serial).some((fault) => fault === "negative" || fault === "zero"),
  }),
  generalized_time_without_seconds: lint({
    clause: rfc5280("4.1.2.5.2"),
    title: "A GeneralizedTime has no seconds",
    at: "validity",
    check: (examined) => generalized(examined).some((text) => !/^\d{14}/.test(text)),
  }),
  generalized_time_with_fraction: lint({
    clause: rfc5280("4.1.2.5.2"),
    title: "A GeneralizedTime has fractions of a second",
    at: "validity",
    check: (examined) => generalized(examined).some((text) => /^\d{10,14}[.,]/.test(text)),
  }),
  generalized_time_not_zulu: lint({
    clause: rfc5280("4.1.2.5.2"),
    title: "A GeneralizedTime is not in UTC",
    at: "validity",
    check: (examined) => generalized(examined).some((text) => !text.endsWith("Z")),
  }),
  utc_time_without_seconds: lint({
    clause: rfc5280("4.1.2.5.1"),
    title: "A UTCTime has no seconds",
    at: "validity",
    check: (examined) => utc(examined).some((text) => !/^\d{12}/.test(text)),
  }),
  utc_time_not_zulu: lint({
    clause: rfc5280("4.1.2.5.1"),
    title: "A UTCTime is not in UTC",
    at: "validity",
    check: (examined) => utc(examined).some((text) => !text.endsWith("Z")),
  }),
  generalized_time_before_2050: lint({
    clause: rfc5280("4.1.2.5"),
    title: "A date before 2050 is a GeneralizedTime",
    at: "validity",
    check: (examined) => generalized(examined).some((text) => text < "2050"),
  }),
  key_parameters_not_null: lint({
    clause: rfc4055("1.2"),
    since: SINCE.rfc5280,
    title: "The algorithm of its RSA key lacks the parameter NULL",
    advice: ADVICE.reissue,
    at: "subjectPublicKeyInfo",
    check: ({ fields }) => {
      const [algorithm] = fields[5]?.inner ?? [];
      return oidIn(algorithm) === RSA_ENCRYPTION && !hasNull(algorithm);
    },
  }),
  signature_parameters_not_null: lint({
    clause: rfc4055("5"),
    since: SINCE.rfc5280,
    title: "Its RSA signature algorithm lacks the parameter NULL",
    at: "signature",
    check: ({ fields }) => RSA_SIGNATURE.test(oidIn(fields[1])) && !hasNull(fields[1]),
  }),
} satisfies LintRules;
