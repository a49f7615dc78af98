/** Rules of the Baseline Requirements about the names in TLS certificates, onion services included. */
import { readIpAddress } from "../../../names/ip-address.ts";
import { hostOfUri } from "../../../names/hosts.ts";
import { TAG } from "../../asn1/der.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { tlsRequirements } from "../../documents.ts";
import { nameRules } from "../names.ts";
import { TLS_POLICIES } from "../public.ts";
import type { Broken, Role } from "../rule.ts";
import {
  type DomainParts,
  domainParts,
  isReserved,
  isReservedAddress,
  isSuffix,
  isTopLevel,
  reversedAddress,
  topLevelOf,
  wasDelegated,
} from "./hosts.ts";
import { labels } from "./names.ts";
import {
  ATTRIBUTE,
  type LintEntry,
  type LintExamined,
  type LintRules,
  publicLint,
  serverLint,
  SINCE,
} from "./examined.ts";

const DAY = 86_400_000;

/** Returns the first common name, unless it is an IP address or one of the DNS names. */
const commonHosts = (examined: LintExamined): readonly string[] =>
  examined.once(
    "common hosts",
    () =>
      examined.texts(ATTRIBUTE.commonName).slice(0, 1).filter((name) =>
        name && readIpAddress(name) === null && !examined.dnsNames.includes(name)
      ),
  );

const IN_SUBJECT: Broken = { at: "subject" };
/** Returns whether a DNS name has this fault, or the subject if only the common name has it. */
const someHost = (examined: LintExamined, fault: (name: string) => boolean): boolean | Broken =>
  examined.dnsNames.some(fault) || (commonHosts(examined).some(fault) && IN_SUBJECT);
/** The same for a fault of the name's parts by the public suffix list. */
const someDomain = (
  examined: LintExamined,
  fault: (parts: DomainParts) => boolean,
): boolean | Broken =>
  examined.domains.some(fault) ||
  (commonHosts(examined).map(domainParts).some(fault) && IN_SUBJECT);

/** Defines a rule about host names; a common name can break it too. */
const hostLint = (entry: LintEntry<"at">) => serverLint({ at: EXTENSION.subjectAltName, ...entry });

const isUnderscored = (label: string) => label.includes("_");
/** Hyphens as third and fourth characters are reserved for encodings such as xn-- (RFC 5890, 2.3.1). */
const isReservedLabel = (label: string) => label.slice(2, 4) === "--" && !/^xn--/i.test(label);
const isHostLabel = (label: string): boolean =>
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label) && !isReservedLabel(label);

/** A CA certificate that names hosts can be used as a server's certificate too. */
const ANY_ROLE: readonly Role[] = ["leaf", "intermediate", "root"];
const namesHosts = (examined: LintExamined) => examined.isLeaf || examined.dnsNames.length > 0;

/** Defines a rule against alternative names that are neither DNS names nor IP addresses. */
const otherKind = (tag: number, what: string) =>
  serverLint({
    clause: tlsRequirements("7.1.2.7.12"),
    since: SINCE.requirements,
    roles: ANY_ROLE,
    title: `Its alternative names include ${what}`,
    on: EXTENSION.subjectAltName,
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
    why: nameRules.san_missing.why,
    at: EXTENSION.subjectAltName,
    check: (examined) => !examined.has(EXTENSION.subjectAltName),
  }),
  san_reserved_address: publicLint({
    clause: tlsRequirements("4.2.2"),
    since: SINCE.requirements,
    title: "An alternative name is a reserved IP address",
    on: EXTENSION.subjectAltName,
    check: (examined) =>
      examined.parts(EXTENSION.subjectAltName)
        .some(({ tag, content }) => tag === 0x87 && isReserved(content)),
  }),
  host_character: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.requirements,
    title: "A DNS name has a character that host names cannot have",
    check: (examined) =>
      someHost(examined, (name) => !/^(\*\.)?([?][.])*([a-z0-9*_-]+\.)*[a-z0-9*_-]*$/i.test(name)),
  }),
  wildcard_partial: hostLint({
    clause: tlsRequirements("1.6.1, Wildcard Domain Name"),
    since: SINCE.requirements,
    roles: ANY_ROLE,
    title: "A wildcard is only a part of a label",
    check: (examined) =>
      namesHosts(examined) && someHost(examined, (name) => {
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
      someHost(examined, (name) => name.split(".").slice(1).some((label) => label.includes("*"))),
  }),
  wildcard_of_suffix: hostLint({
    severity: "warning",
    clause: tlsRequirements("3.2.2.6"),
    since: SINCE.requirements,
    title: "A wildcard covers every domain below a public suffix",
    check: (examined) =>
      someHost(examined, (name) => name.startsWith("*.") && isSuffix(name.slice(2))),
  }),
  host_is_top_level: hostLint({
    clause: tlsRequirements("1.6.1, Base Domain Name"),
    since: SINCE.requirements,
    title: "A DNS name is a top-level domain",
    check: (examined) => someHost(examined, (name) => !name.includes(".") && isTopLevel(name)),
  }),
  host_top_level_unknown: hostLint({
    clause: tlsRequirements("4.2.2"),
    since: SINCE.requirements,
    title: "A DNS name ends in a top-level domain that did not exist when it was issued",
    check: (examined) =>
      someHost(examined, (name) => {
        const top = topLevelOf(name);
        return top !== "onion" && !wasDelegated(top, examined.certificate.notBefore);
      }),
  }),
  label_reserved: serverLint({
    clause: tlsRequirements("7.1.4.2"),
    since: "2021-10-01",
    title: "A label has hyphens in third and fourth place, but does not begin with xn--",
    on: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).some(isReservedLabel),
  }),
  label_empty: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.requirements,
    title: "A DNS name has an empty label",
    check: (examined) => someHost(examined, (name) => name.split(".").includes("")),
  }),
  label_too_long: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    since: SINCE.requirements,
    title: "A DNS name has a label longer than 63 characters",
    check: (examined) =>
      someHost(examined, (name) => name.split(".").some(({ length }) => length > 63)),
  }),
  domain_hyphen: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    title: "A domain begins or ends with a hyphen",
    check: (examined) => someDomain(examined, ({ own }) => /^-|-$/.test(own)),
  }),
  domain_underscore: hostLint({
    clause: tlsRequirements("7.1.4.2"),
    title: "A domain has an underscore",
    check: (examined) => someDomain(examined, ({ own }) => isUnderscored(own)),
  }),
  host_underscore: hostLint({
    severity: "warning",
    clause: tlsRequirements("7.1.4.2"),
    title: "A name below a domain has an underscore",
    check: (examined) => someDomain(examined, ({ below }) => isUnderscored(below)),
  }),
  underscore_early: serverLint({
    clause: tlsRequirements("7.1.4.2.1 (versions before 1.6.2)"),
    until: "2018-12-10",
    title: "A DNS name has an underscore, which was not allowed then",
    on: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).some(isUnderscored),
  }),
  underscore_long_lived: serverLint({
    clause: tlsRequirements("7.1.4.2.1 (version 1.6.2)"),
    since: "2018-12-10",
    until: "2019-04-01",
    title: "A DNS name has an underscore, but the certificate is valid for 30 days or more",
    on: EXTENSION.subjectAltName,
    check: (examined) =>
      labels(examined).some(isUnderscored) &&
      examined.certificate.notAfter - examined.certificate.notBefore >= 30 * DAY,
  }),
  underscore_no_hyphen: serverLint({
    clause: tlsRequirements("7.1.4.2.1 (version 1.6.2)"),
    since: "2018-12-10",
    until: "2019-04-01",
    title: "A label has an underscore where a hyphen is not allowed",
    on: EXTENSION.subjectAltName,
    check: (examined) =>
      labels(examined).some((label) =>
        isUnderscored(label) && label !== "*" && !isHostLabel(label.replaceAll("_", "-"))
      ),
  }),
  underscore_present: serverLint({
    clause: tlsRequirements("7.1.4.2"),
    since: "2019-04-01",
    title: "A DNS name has an underscore",
    on: EXTENSION.subjectAltName,
    check: (examined) => labels(examined).some(isUnderscored),
  }),
  reverse_zone: serverLint({
    clause: tlsRequirements("4.2.2"),
    since: "2026-03-15",
    title: "A DNS name is in the reverse zone of an IP address",
    on: EXTENSION.subjectAltName,
    check: ({ dnsNames }) => dnsNames.some((name) => reversedAddress(name) !== null),
  }),
  reverse_zone_malformed: publicLint({
    severity: "warning",
    clause: tlsRequirements("3.2.2.6"),
    since: SINCE.requirements,
    title: "A DNS name is in a reverse zone, but is not that of an IP address",
    on: EXTENSION.subjectAltName,
    check: ({ dnsNames }) => dnsNames.some((name) => reversedAddress(name) === ""),
  }),
  reverse_zone_reserved: publicLint({
    clause: tlsRequirements("4.2.2"),
    since: SINCE.requirements,
    title: "A DNS name is in the reverse zone of a reserved IP address",
    on: EXTENSION.subjectAltName,
    check: ({ dnsNames }) =>
      dnsNames.some((name) => {
        const address = reversedAddress(name);
        return address !== null && isReservedAddress(address);
      }),
  }),
} satisfies LintRules;

/** The extension with the hashes of descriptors of onion services. */
const DESCRIPTORS = "2.23.140.1.31";

/** The lengths of onion addresses of version 2 and version 3. */
const VERSION_2 = 16;
const VERSION_3 = 56;

/** The hashes of a descriptor with their lengths in octets. */
const HASH_OCTETS: ReadonlyMap<string, number> = new Map([
  ["2.16.840.1.101.3.4.2.1", 32],
  ["2.16.840.1.101.3.4.2.2", 48],
  ["2.16.840.1.101.3.4.2.3", 64],
]);

/**
 * Policies for extended validation that single authorities used until 2020, while .onion names required
 * extended validation. Certificates of that time rarely have the common policy.
 */
const EXTENDED: ReadonlySet<string> = new Set([
  TLS_POLICIES.ev,
  "0.4.0.2042.1.4",
  "0.4.0.2042.1.5",
  "1.2.392.200091.100.721.1",
  "1.2.40.0.17.1.22",
  "1.3.159.1.17.1",
  "1.3.6.1.4.1.13177.10.1.3.10",
  "1.3.6.1.4.1.14370.1.6",
  "1.3.6.1.4.1.14777.6.1.1",
  "1.3.6.1.4.1.17326.10.14.2.1.2",
  "1.3.6.1.4.1.17326.10.8.2.1.2",
  "1.3.6.1.4.1.22234.2.5.2.3.1",
  "1.3.6.1.4.1.23223.1.1.1",
  "1.3.6.1.4.1.23223.2",
  "1.3.6.1.4.1.34697.2.1",
  "1.3.6.1.4.1.34697.2.2",
  "1.3.6.1.4.1.34697.2.3",
  "1.3.6.1.4.1.34697.2.4",
  "1.3.6.1.4.1.36305.2",
  "1.3.6.1.4.1.4146.1.1",
  "1.3.6.1.4.1.6334.1.100.1",
  "1.3.6.1.4.1.6449.1.2.1.5.1",
  "1.3.6.1.4.1.782.1.2.1.8.1",
  "1.3.6.1.4.1.7879.13.24.1",
  "1.3.6.1.4.1.8024.0.2.100.1.2",
  "2.16.528.1.1001.1.1.1.12.6.1.1.1",
  "2.16.578.1.26.1.3.3",
  "2.16.756.1.83.21.0",
  "2.16.756.1.89.1.2.1.1",
  "2.16.792.1.2.1.1.5.7.1.9",
  "2.16.792.3.0.4.1.1.4",
  "2.16.840.1.113733.1.7.23.6",
  "2.16.840.1.113733.1.7.48.1",
  "2.16.840.1.114028.10.1.2",
  "2.16.840.1.114171.500.9",
  "2.16.840.1.114404.1.1.2.4.1",
  "2.16.840.1.114412.1.3.0.2",
  "2.16.840.1.114412.2.1",
  "2.16.840.1.114413.1.7.23.3",
  "2.16.840.1.114414.1.7.23.3",
]);
const isExtended = ({ policies }: LintExamined) => policies.some((oid) => EXTENDED.has(oid));

/** Returns the label of an onion service, "abc" in "www.abc.onion", or null. */
const onionOf = (name: string): string | null =>
  /\.onion$/i.test(name) ? name.toLowerCase().split(".").at(-2)! : null;
const onions = (examined: LintExamined): string[] =>
  [...examined.dnsNames, ...commonHosts(examined)].map(onionOf).filter((label) => label !== null);

/** Returns the services of the descriptors; null if a descriptor is malformed. */
function described(examined: LintExamined): string[] | null {
  const services: string[] = [];
  for (const { inner: [address, algorithm, hash] } of examined.parts(DESCRIPTORS)) {
    if (!address || !algorithm || hash?.tag !== TAG.BIT_STRING) return null;
    const [oid] = algorithm.inner;
    const text = address.octets;
    const host = hostOfUri(text);
    if (!oid || !/^https:/i.test(text) || host === null) return null;
    if (HASH_OCTETS.get(oid.oid) !== hash.length - 1) return null;
    services.push(host.split(".").at(-2) ?? "");
  }
  return services;
}

export const onionNameLints = {
  onion_malformed: publicLint({
    clause: tlsRequirements("Appendix B"),
    since: "2015-05-01",
    title: "A .onion name is not the address of an onion service",
    at: EXTENSION.subjectAltName,
    check: (examined) =>
      someHost(examined, (name) => {
        const label = onionOf(name);
        return label !== null && (!/^[a-z2-7]+$/.test(label) ||
          (label.length !== VERSION_3 && !(label.length === VERSION_2 && isExtended(examined))));
      }),
  }),
  onion_not_extended: serverLint({
    clause: tlsRequirements("7.1.4.2.1 (versions before 1.6.9)"),
    since: "2015-05-01",
    until: "2020-03-27",
    title: "It has a .onion name, but is not extended validated",
    at: EXTENSION.certificatePolicies,
    check: (examined) => onions(examined).length > 0 && !isExtended(examined),
  }),
  onion_descriptor_wrong: publicLint({
    clause: tlsRequirements("Appendix B (Ballot 201)"),
    since: "2017-07-28",
    title: "The hashes of descriptors do not match its .onion names",
    at: DESCRIPTORS,
    check(examined) {
      const named = onions(examined);
      if (!examined.has(DESCRIPTORS)) {
        return isExtended(examined) && named.some(({ length }) => length === VERSION_2);
      }
      const services = described(examined);
      return services === null || services.length === 0 ||
        new Set(services).size < services.length ||
        services.some((service) => !named.includes(service)) ||
        (isExtended(examined) && named.some((service) => !services.includes(service)));
    },
  }),
} satisfies LintRules;
