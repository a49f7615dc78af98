/** Rules about the extensions that lead to the issuer: key identifiers and authority information. */
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { rfc5280, tlsRequirements } from "../documents.ts";
import {
  ADVICE,
  type Examined,
  isVersion3,
  policy,
  publicPolicy,
  type Rules,
  WHY,
} from "./rule.ts";

const aki = ({ certificate }: Examined) => certificate.extension(EXTENSION.authorityKeyIdentifier);
const ski = ({ certificate }: Examined) => certificate.extension(EXTENSION.subjectKeyIdentifier);
const aia = ({ certificate }: Examined) => certificate.extension(EXTENSION.authorityInfoAccess);

export const identifierRules = {
  aki_critical: policy({
    clause: rfc5280("4.2.1.1"),
    title: "Authority key identifier is critical",
    why: WHY.strict,
    advice: ADVICE.reissue,
    on: EXTENSION.authorityKeyIdentifier,
    check: (examined) =>
      isVersion3(examined) && aki(examined)?.critical
        ? "Its authority key identifier is marked as critical."
        : null,
  }),
  aki_malformed: publicPolicy({
    clause: tlsRequirements("7.1.2.11.1"),
    title: "Authority key identifier is malformed",
    why: "Clients may look for the issuer under a wrong key, or not find it.",
    advice: ADVICE.reissue,
    on: EXTENSION.authorityKeyIdentifier,
    check(examined) {
      const { candidate, role } = examined;
      const extension = isVersion3(examined) ? aki(examined) : null;
      if (!extension) return null;
      if (extension.problem) return "Its authority key identifier cannot be read.";
      if (!extension.value) return null;
      const { keyIdentifier, authorityCertIssuer, authorityCertSerialNumber } = extension.value;
      if (keyIdentifier === null) return "Its authority key identifier has no key identifier.";
      const found: string[] = [];
      if (authorityCertIssuer !== null || authorityCertSerialNumber !== null) {
        found.push("Its authority key identifier has more than a key identifier.");
      }
      const own = candidate.keyIdentifier;
      if (role === "root" && candidate.isSelfIssued && own !== null && keyIdentifier !== own) {
        found.push("Its authority key identifier is not that of its own key.");
      }
      return found;
    },
  }),
  aki_contradicts_issuer: policy({
    severity: "warning",
    privately: "warning",
    clause: rfc5280("4.2.1.1"),
    title: "Authority key identifier is not that of the issuer",
    why:
      "OpenSSL and GnuTLS do not find the issuer and refuse the chain, so curl and nginx do too.",
    advice: "Issue the certificate again with the subject key identifier of its CA.",
  }),
  aki_names_another: policy({
    severity: "warning",
    privately: "warning",
    clause: rfc5280("4.2.1.1"),
    title: "Authority key identifier names another certificate of the issuer",
    why: "OpenSSL and Java compare the serial number in it and refuse the chain, so curl does too.",
    advice:
      "Issue the certificate again with a key identifier only, or use the CA certificate that it names.",
  }),
  aki_missing: policy({
    clause: rfc5280("4.2.1.1"),
    roles: ["leaf", "intermediate"],
    title: "Authority key identifier is missing",
    why: "Clients find its issuer more slowly, or the wrong one among several.",
    advice: ADVICE.reissue,
    at: EXTENSION.authorityKeyIdentifier,
    check: (examined) =>
      isVersion3(examined) && !aki(examined) &&
        !(examined.role === "leaf" && examined.candidate.isSelfIssued)
        ? "It has no authority key identifier."
        : null,
  }),
  ski_critical: policy({
    clause: rfc5280("4.2.1.2"),
    title: "Subject key identifier is critical",
    why: WHY.strict,
    advice: ADVICE.authority,
    on: EXTENSION.subjectKeyIdentifier,
    check: (examined) =>
      isVersion3(examined) && ski(examined)?.critical
        ? "Its subject key identifier is marked as critical."
        : null,
  }),
  ski_missing: policy({
    clause: rfc5280("4.2.1.2"),
    roles: ["intermediate", "root"],
    title: "CA has no subject key identifier",
    why: "Clients find it as an issuer more slowly, or take a wrong one.",
    advice: ADVICE.authority,
    at: EXTENSION.subjectKeyIdentifier,
    check: (examined) =>
      isVersion3(examined) && examined.candidate.isCa && !ski(examined)
        ? "It has no subject key identifier."
        : null,
  }),
  aia_critical: policy({
    clause: rfc5280("4.2.2.1"),
    title: "Authority information access is critical",
    why: WHY.strict,
    advice: ADVICE.reissue,
    on: EXTENSION.authorityInfoAccess,
    check: (examined) =>
      isVersion3(examined) && aia(examined)?.critical
        ? "Its authority information access is marked as critical."
        : null,
  }),
  aia_malformed: policy({
    clause: rfc5280("4.2.2.1"),
    title: "Authority information access cannot be read",
    why: "Clients that miss the issuer cannot fetch it.",
    advice: ADVICE.reissue,
    on: EXTENSION.authorityInfoAccess,
    check: (examined) =>
      isVersion3(examined) && aia(examined)?.problem
        ? "Its authority information access cannot be read."
        : null,
  }),
} satisfies Rules;
