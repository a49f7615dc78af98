/** What experience objects to in any certificate, though no document forbids it. */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { practice } from "../documents.ts";
import {
  ATTRIBUTE,
  lint,
  type LintExamined,
  type LintRule,
  type LintRules,
  prefixed,
} from "./examined.ts";
import { DNS_NAME, HAS, inSubject, unusualDnsNameIn } from "./features.ts";
import type { Attribute } from "./attributes.ts";

const CLAUSE = practice("Common mistakes of authorities");
/** RFC 5280 says nothing of these, so a private PKI is not judged by them. */
const PROFILES = ["public-tls", "smime", "client", "code-signing"] as const;

const common = (entry: Pick<LintRule, "title" | "check"> & Partial<LintRule>): LintRule =>
  lint({ clause: CLAUSE, profiles: PROFILES, ...entry });

const severalInOne = (attributes: readonly Attribute[]): boolean =>
  attributes.some(({ rdn }, i) => i > 0 && attributes[i - 1].rdn === rdn);

/** UTF-8 that was read as Latin-1 or Windows-1252 and written as UTF-8 again: "Ã©" for "é". */
const MISREAD = /Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
/** Attributes that are texts for people. */
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
      needs: unusualDnsNameIn(oid),
      title: `A DNS name in its ${list} ends in a wildcard`,
      check: some((name) => name.endsWith("*")),
    }),
    dns_wildcard_inside: common({
      needs: unusualDnsNameIn(oid),
      title: `A DNS name in its ${list} has a wildcard that is not at its start`,
      check: some((name) => name.lastIndexOf("*") > 0),
    }),
    dns_null: common({
      needs: unusualDnsNameIn(oid),
      title: `A DNS name in its ${list} has a null character`,
      check: some((name) => name.includes("\0")),
    }),
    dns_period_first: common({
      needs: unusualDnsNameIn(oid),
      title: `A DNS name in its ${list} begins with a period`,
      check: some((name) => name.startsWith(".")),
    }),
  } satisfies LintRules;
}

export const communityLints = {
  ...prefixed("san_", names(EXTENSION.subjectAltName, "alternative names")),
  ...prefixed("ian_", names(EXTENSION.issuerAltName, "issuer's alternative names")),
  san_dns_suffix_bare: common({
    severity: "info",
    title: "A DNS name in its alternative names is a public suffix",
    check: ({ domains }) => domains.some(({ isSuffix }) => isSuffix),
  }),
  ian_dns_short: common({
    needs: [EXTENSION.issuerAltName],
    severity: "warning",
    title: "A DNS name in its issuer's alternative names has fewer than three labels",
    check: (examined) =>
      examined.names(EXTENSION.issuerAltName, DNS_NAME).some((name) => name.split(".").length < 3),
  }),
  san_dns_twice: common({
    severity: "info",
    title: "A DNS name is among its alternative names twice",
    check: ({ dnsNames }) =>
      new Set(dnsNames.map((name) => name.toLowerCase())).size < dnsNames.length,
  }),
  dns_redacted: common({
    needs: [HAS.unusualName],
    severity: "info",
    roles: ["leaf"],
    title: "A name is redacted",
    check: (examined) =>
      [...examined.dnsNames, ...examined.texts(ATTRIBUTE.commonName)]
        .some((name) => /^(\*\.)?\?\./.test(name)),
  }),
  issuer_space_before: common({
    needs: [HAS.unusualIssuer],
    severity: "warning",
    title: "An attribute of the issuer begins with a space",
    check: ({ issuer }) => issuer.some(({ text }) => /^\s/.test(text)),
  }),
  issuer_space_behind: common({
    needs: [HAS.unusualIssuer],
    severity: "warning",
    title: "An attribute of the issuer ends with a space",
    check: ({ issuer }) => issuer.some(({ text }) => /\s$/.test(text)),
  }),
  subject_space_before: common({
    needs: [HAS.unusualSubject],
    severity: "warning",
    title: "An attribute of the subject begins with a space",
    check: ({ subject }) => subject.some(({ text }) => /^\s/.test(text)),
  }),
  subject_space_behind: common({
    needs: [HAS.unusualSubject],
    severity: "warning",
    title: "An attribute of the subject ends with a space",
    check: ({ subject }) => subject.some(({ text }) => /\s$/.test(text)),
  }),
  issuer_rdn_several: common({
    needs: [HAS.unusualIssuer],
    severity: "warning",
    title: "An RDN of the issuer has several attributes",
    check: ({ issuer }) => severalInOne(issuer),
  }),
  subject_rdn_several: common({
    needs: [HAS.unusualSubject],
    severity: "info",
    title: "An RDN of the subject has several attributes",
    check: ({ subject }) => severalInOne(subject),
  }),
  subject_html: common({
    needs: [HAS.unusualSubject],
    title: "The subject has HTML entities",
    check: (examined) => says(examined, /&#?[a-z0-9]+;/i),
  }),
  subject_misread: common({
    needs: [HAS.unusualSubject],
    title: "The subject has letters from a wrong character set",
    check: (examined) => says(examined, MISREAD),
  }),
  country_not_upper_case: common({
    needs: [inSubject(ATTRIBUTE.country)],
    title: "The country is not in capital letters",
    check: (examined) => examined.texts(ATTRIBUTE.country).some((code) => !/^[A-Z]+$/.test(code)),
  }),
} satisfies LintRules;
