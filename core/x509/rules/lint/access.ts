/** Rules about where CRLs and issuers are found. */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { rfc5280 } from "../documents.ts";
import { lint, type LintRules, SINCE } from "./examined.ts";

/** https is not among them: a client would have to check the certificate of that server first. */
const isFetchable = (address: string) => /^(http|ldap):\/\//i.test(address);

export const accessLints = {
  crl_point_incomplete: lint({
    clause: rfc5280("4.2.1.13"),
    since: SINCE.rfc3280,
    title: "A CRL distribution point has neither a name nor a CRL issuer",
    at: EXTENSION.cRLDistributionPoints,
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
    at: EXTENSION.cRLDistributionPoints,
    check: (examined) =>
      examined.has(EXTENSION.cRLDistributionPoints) && !examined.crlAddresses.some(isFetchable),
  }),
  issuer_address_not_fetchable: lint({
    severity: "warning",
    clause: rfc5280("4.2.2.1"),
    since: SINCE.rfc5280,
    title: "It has no HTTP or LDAP address of its issuer, only others",
    at: EXTENSION.authorityInfoAccess,
    check: (examined) => {
      const locations = examined.access("caIssuers");
      return locations.length > 0 &&
        !locations.some(({ type, value }) => type === "URI" && isFetchable(value));
    },
  }),
} satisfies LintRules;
