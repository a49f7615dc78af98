/** Rules of the Baseline Requirements about the names in TLS certificates. */
import { readIpAddress } from "../../../names/ip-address.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { tlsRequirements } from "../documents.ts";
import type { Role } from "../rule.ts";
import { isReserved, isReservedAddress } from "./addresses.ts";
import { labels } from "./dns-names.ts";
import {
  type DomainParts,
  domainParts,
  isSuffix,
  isTopLevel,
  topLevelOf,
  wasDelegated,
} from "./domains.ts";
import {
  aboutHosts,
  ATTRIBUTE,
  type LintEntry,
  type LintExamined,
  type LintRules,
  publicLint,
  serverLint,
  SINCE,
} from "./examined.ts";
import { reversedAddress } from "./reverse-zone.ts";

const DAY = 86_400_000;

/** The first common name, which is that of a host unless it is an IP address: then null. */
const commonHost = (examined: LintExamined): string | null =>
  examined.once("common host", () => {
    const [commonName] = examined.texts(ATTRIBUTE.commonName);
    return commonName && readIpAddress(commonName) === null ? commonName : null;
  });

/** The DNS names, and the common name of a host. */
export const hosts = (examined: LintExamined): readonly string[] =>
  examined.once("hosts", () => {
    const commonName = commonHost(examined);
    return commonName === null || examined.dnsNames.includes(commonName)
      ? examined.dnsNames
      : [...examined.dnsNames, commonName];
  });
/** What the public suffix list says of them. */
const domains = (examined: LintExamined): readonly DomainParts[] =>
  examined.once(
    "host domains",
    () =>
      hosts(examined) === examined.dnsNames
        ? examined.domains
        : [...examined.domains, domainParts(commonHost(examined)!)],
  );
/** A rule about the names of servers, which a common name alone can break. */
const hostLint = (entry: Omit<LintEntry, "at">) =>
  serverLint({ ...entry, ...aboutHosts(entry.check) });

const isUnderscored = (label: string) => label.includes("_");
/** Hyphens in third and fourth place are reserved for encodings, of which xn-- is one (RFC 5890, 2.3.1). */
const isReservedLabel = (label: string) => label.slice(2, 4) === "--" && !/^xn--/i.test(label);
const isHostLabel = (label: string): boolean =>
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label) && !isReservedLabel(label);

/** A CA that names hosts is used as a server's certificate, whatever else it is. */
const ANY_ROLE: readonly Role[] = ["leaf", "intermediate", "root"];
const namesHosts = (examined: LintExamined) => examined.isLeaf || examined.dnsNames.length > 0;

/** Names of subjectAltName of other kinds than DNS names and IP addresses. */
const otherKind = (tag: number, what: string) =>
  serverLint({
    clause: tlsRequirements("7.1.2.7.12"),
    since: SINCE.requirements,
    roles: ANY_ROLE,
    title: `Its alternative names include ${what}`,
    at: EXTENSION.subjectAltName,
    check: (examined) =>
      namesHosts(examined) &&
      examined.parts(EXTENSION.subjectAltName).some((name) => (name.tag & 0xdf) === tag),
  });

export const tlsNameLints = {
  san_holds_email: otherKind(0x81, "an e-mail address"),
  san_holds_uri: otherKind(0x86, "a URI"),
  san_holds_other_name: otherKind(0x80, "a name of another type"),
  san_holds_directory_name: otherKind(0x84, "a directory name"),
  san_holds_edi_party: otherKind(0x85, "an EDI party name"),
  san_holds_registered_id: otherKind(0x88, "a registered identifier"),
  san_not_present: serverLint({
    clause: tlsRequirements("7.1.2.7.12"),
    since: SINCE.requirements,
    title: "It has no alternative names",
    at: EXTENSION.subjectAltName,
    check: (examined) => !examined.has(EXTENSION.subjectAltName),
  }),
  san_reserved_address: publicLint({
    clause: tlsRequirements("4.2.2"),
    since: SINCE.requirements,
    title: "An alternative name is a reserved IP address",
    at: EXTENSION.subjectAltName,
    check: (examined) =>
      examined.parts(EXTENSION.subjectAltName)
        .some(({ tag, content }) => tag === 0x87 && isReserved(content)),
  }),
  host_character: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.requirements,
    title: "A DNS name has a character that host names cannot have",
    check: (examined) =>
      hosts(examined).some((name) =>
        !/^(\*\.)?([?][.])*([a-z0-9*_-]+\.)*[a-z0-9*_-]*$/i.test(name)
      ),
  }),
  wildcard_partial: hostLint({
    clause: tlsRequirements("1.6.1, Wildcard Domain Name"),
    since: SINCE.requirements,
    roles: ANY_ROLE,
    title: "A wildcard is only a part of a label",
    check: (examined) =>
      namesHosts(examined) && hosts(examined).some((name) => {
        const [first] = name.split(".");
        return first.includes("*") && first !== "*";
      }),
  }),
  wildcard_inside: hostLint({
    clause: tlsRequirements("1.6.1, Wildcard Domain Name"),
    since: SINCE.requirements,
    roles: ANY_ROLE,
    title: "A wildcard is not in the first label",
    check: (examined) =>
      namesHosts(examined) &&
      hosts(examined).some((name) => name.split(".").slice(1).some((label) => label.includes("*"))),
  }),
  wildcard_of_suffix: hostLint({
    severity: "warning",
    clause: tlsRequirements("3.2.2.6"),
    since: SINCE.requirements,
    title: "A wildcard covers every domain below a public suffix",
    check: (examined) =>
      hosts(examined).some((name) => name.startsWith("*.") && isSuffix(name.slice(2))),
  }),
  host_is_top_level: hostLint({
    clause: tlsRequirements("1.6.1, Base Domain Name"),
    since: SINCE.requirements,
    title: "A DNS name is a top-level domain",
    check: (examined) => hosts(examined).some((name) => !name.includes(".") && isTopLevel(name)),
  }),
  host_top_level_unknown: hostLint({
    clause: tlsRequirements("4.2.2"),
    since: SINCE.requirements,
    title: "A DNS name ends in a top-level domain that did not exist when it was issued",
    check: (examined) =>
      hosts(examined).map(topLevelOf).some((top) =>
        top !== "onion" && !wasDelegated(top, examined.certificate.notBefore)
      ),
  }),
  label_reserved: serverLint({
    clause: tlsRequirements("7.1.4.2"),
    since: "2021-10-01",
    title: "A label has hyphens in third and fourth place, but does not begin with xn--",
    at: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).some(isReservedLabel),
  }),
  label_empty: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.requirements,
    title: "A DNS name has an empty label",
    check: (examined) => hosts(examined).some((name) => name.split(".").includes("")),
  }),
  label_too_long: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.requirements,
    title: "A DNS name has a label longer than 63 characters",
    check: (examined) =>
      hosts(examined).some((name) => name.split(".").some(({ length }) => length > 63)),
  }),
  domain_hyphen: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    title: "A domain begins or ends with a hyphen",
    check: (examined) => domains(examined).some(({ own }) => /^-|-$/.test(own)),
  }),
  domain_underscore: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    title: "A domain has an underscore",
    check: (examined) => domains(examined).some(({ own }) => isUnderscored(own)),
  }),
  host_underscore: hostLint({
    severity: "warning",
    clause: tlsRequirements("7.1.4.2"),
    title: "A name below a domain has an underscore",
    check: (examined) => domains(examined).some(({ below }) => isUnderscored(below)),
  }),
  underscore_early: serverLint({
    clause: tlsRequirements("7.1.4.2.1 (versions before 1.6.2)"),
    until: "2018-12-10",
    title: "A DNS name has an underscore, which was not allowed then",
    at: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).some(isUnderscored),
  }),
  underscore_long_lived: serverLint({
    clause: tlsRequirements("7.1.4.2.1 (version 1.6.2)"),
    since: "2018-12-10",
    until: "2019-04-01",
    title: "A DNS name has an underscore, but the certificate is valid for 30 days or more",
    at: EXTENSION.subjectAltName,
    check: (examined) =>
      labels(examined).some(isUnderscored) &&
      examined.certificate.notAfter - examined.certificate.notBefore >= 30 * DAY,
  }),
  underscore_no_hyphen: serverLint({
    clause: tlsRequirements("7.1.4.2.1 (version 1.6.2)"),
    since: "2018-12-10",
    until: "2019-04-01",
    title: "A label has an underscore where a hyphen is not allowed",
    at: EXTENSION.subjectAltName,
    check: (examined) =>
      labels(examined).some((label) =>
        isUnderscored(label) && label !== "*" && !isHostLabel(label.replaceAll("_", "-"))
      ),
  }),
  underscore_present: serverLint({
    clause: tlsRequirements("7.1.4.2"),
    since: "2019-04-01",
    title: "A DNS name has an underscore",
    at: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).some(isUnderscored),
  }),
  reverse_zone: serverLint({
    clause: tlsRequirements("4.2.2"),
    since: "2026-03-15",
    title: "A DNS name is in the reverse zone of an IP address",
    at: EXTENSION.subjectAltName,
    check: ({ dnsNames }) => dnsNames.some((name) => reversedAddress(name) !== null),
  }),
  reverse_zone_malformed: publicLint({
    severity: "warning",
    clause: tlsRequirements("3.2.2.6"),
    since: SINCE.requirements,
    title: "A DNS name is in a reverse zone, but is not that of an IP address",
    at: EXTENSION.subjectAltName,
    check: ({ dnsNames }) => dnsNames.some((name) => reversedAddress(name) === ""),
  }),
  reverse_zone_reserved: publicLint({
    clause: tlsRequirements("4.2.2"),
    since: SINCE.requirements,
    title: "A DNS name is in the reverse zone of a reserved IP address",
    at: EXTENSION.subjectAltName,
    check: ({ dnsNames }) =>
      dnsNames.some((name) => {
        const address = reversedAddress(name);
        return address !== null && isReservedAddress(address);
      }),
  }),
} satisfies LintRules;
