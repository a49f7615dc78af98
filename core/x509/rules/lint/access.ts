/** Rules about where CRLs, OCSP responders and issuers are found, and about timestamps of logs. */
import { TAG } from "../../asn1/der.ts";
import { EXTENSION } from "../../objects/extensions.ts";
import { rfc5280, rfc6962 } from "../documents.ts";
import { lint, type LintExamined, type LintRules, SINCE } from "./examined.ts";
import { elements } from "./tlv.ts";

const isFetchable = (address: string) => /^(https?|ldaps?):\/\//i.test(address);

/** The list of timestamps, with the two octets of its length. */
export const timestampList = (examined: LintExamined): Uint8Array | null => {
  const content = examined.content(EXTENSION.signedCertificateTimestamps);
  const [value] = content ? elements(content) : [];
  return value?.tag === TAG.OCTET_STRING ? value.content : null;
};

export const accessLints = {
  crl_point_incomplete: lint({
    clause: rfc5280("4.2.1.13"),
    since: SINCE.rfc3280,
    title: "A CRL distribution point has neither a place nor an issuer of the CRL",
    check: (examined) =>
      (examined.value(EXTENSION.cRLDistributionPoints) ?? []).some((point) =>
        point.names.length === 0 && point.relativeName === null && point.crlIssuer.length === 0
      ),
  }),
  crl_point_without_address: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.13"),
    since: SINCE.rfc5280,
    title: "No CRL distribution point has an HTTP or LDAP address",
    check: (examined) =>
      examined.has(EXTENSION.cRLDistributionPoints) && !examined.crlAddresses.some(isFetchable),
  }),
  issuer_address_not_fetchable: lint({
    severity: "warning",
    clause: rfc5280("4.2.2.1"),
    since: SINCE.rfc5280,
    title: "It says where its issuer is found, but not by an HTTP or LDAP address",
    check: (examined) => {
      const locations = examined.access("caIssuers");
      return locations.length > 0 &&
        !locations.some(({ type, value }) => type === "URI" && isFetchable(value));
    },
  }),
  timestamps_empty: lint({
    clause: rfc6962("3.3"),
    since: SINCE.rfc6962,
    roles: ["leaf"],
    title: "Its list of signed certificate timestamps is empty",
    check: (examined) => {
      const list = timestampList(examined);
      return list !== null && list.length >= 2 && list[0] === 0 && list[1] === 0;
    },
  }),
  precertificate_with_timestamps: lint({
    clause: rfc6962("3.3"),
    since: SINCE.rfc6962,
    title: "It is a precertificate, and has timestamps of logs already",
    check: (examined) =>
      examined.has(EXTENSION.precertificatePoison) &&
      examined.has(EXTENSION.signedCertificateTimestamps),
  }),
} satisfies LintRules;
