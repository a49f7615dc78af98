/** Rules about the names of an end entity. */
import { abridged, counted, named, quoted, withCommas } from "../../kernel/formatting.ts";
import { ipv4Text, ipv6Text } from "../../names/ip-address.ts";
import { nearMiss, nearMissWords } from "../../names/near-miss.ts";
import {
  matchesReference,
  type PresentedName,
  type ReferenceName,
} from "../../names/service-identity.ts";
import { ascii } from "../../kernel/octets.ts";
import { isDnsName, readDomainName } from "../../names/domain-name.ts";
import { type HostFault, hostFault } from "../../names/host-faults.ts";
import type { Candidate } from "../constraints/candidate.ts";
import type { Certificate } from "../objects/certificates.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { practice, rfc5280, rfc9525, tlsRequirements } from "../documents.ts";
import { ADVICE, type Examined, policy, proof, publicPolicy, type Rules, WHY } from "./rule.ts";

const COMMON_NAME = "2.5.4.3";

const san = ({ candidate }: Examined) => candidate.raw(EXTENSION.subjectAltName);

/** Returns the alternative names; null if they are missing or cannot be read. */
function alternativeNames(examined: Examined): readonly PresentedName[] | null {
  const { candidate } = examined;
  if (!san(examined) || candidate.isBroken("subjectAltName")) return null;
  return candidate.names.alternative;
}

/** The DNS names of a list, kept because several rules read them. */
const known = new WeakMap<readonly PresentedName[], readonly string[]>();
function dnsNames(names: readonly PresentedName[]): readonly string[] {
  let list = known.get(names);
  if (!list) {
    list = names.flatMap(({ type, bytes }) => type === "DNS" ? [ascii(bytes)] : []);
    known.set(names, list);
  }
  return list;
}

/** The faults of DNS names, after "Its DNS name … " and after "2 of its DNS names ". */
const FAULTS: Readonly<Record<HostFault, readonly [one: string, several: string]>> = {
  malformed: ["is not well-formed", "are not well-formed"],
  notation: [
    "begins with the notation of a program, such as DNS: or IP Address=, which is not part of a name",
    "begin with the notation of a program, such as DNS: or IP Address=, which is not part of a name",
  ],
  second_entry: [
    "has a second entry at its end, such as IP Address=",
    "have a second entry at their ends, such as IP Address=",
  ],
  list: ["is a list of several names", "are lists of several names"],
  address: [
    "is an IP address, which clients look for only among IP addresses",
    "are IP addresses, which clients look for only among IP addresses",
  ],
  url: ["is a URL or has a path", "are URLs or have a path"],
  port: ["has a port number", "have a port number"],
  mailbox: ["is an e-mail address", "are e-mail addresses"],
  space: ["has a space", "have a space"],
  damaged: [
    "has letters that a program lost (U+FFFD)",
    "have letters that a program lost (U+FFFD)",
  ],
  not_ascii: [
    "has letters outside ASCII, which DNS names encode with xn--",
    "have letters outside ASCII, which DNS names encode with xn--",
  ],
  period: ["ends with a period", "end with a period"],
};

/** The fault of a host name, after its name: "is an IP address, …". */
export const hostFaultWords = (fault: HostFault): string => FAULTS[fault][0];

/**
 * RFC 5280, 4.2.1.6 requires the preferred syntax of RFC 1034, 3.5. Browsers match only such names. Names with the same
 * fault share a message.
 */
function nameFaults(names: readonly PresentedName[]): string[] {
  if (names.length === 0) return ["Its list of alternative names is empty."];
  const dns = dnsNames(names);
  const byFault = new Map<HostFault, string[]>();
  for (const name of dns) {
    const fault = hostFault(name);
    if (fault === null) continue;
    const same = byFault.get(fault);
    if (same) same.push(name);
    else byFault.set(fault, [name]);
  }
  const faults = [...byFault].map(([fault, same]) => namesMessage(same, ...FAULTS[fault]));
  const wide = dns.filter((name) => name.startsWith("*.") && !name.slice(2).includes("."));
  if (wide.length > 0) {
    const what = "for a whole top-level domain";
    faults.push(namesMessage(wide, `is a wildcard ${what}`, `are wildcards ${what}`));
  }
  const address = names.find(({ type, bytes }) =>
    type === "IP" && bytes.length !== 4 && bytes.length !== 16
  );
  if (address) {
    faults.push(
      `One of its IP addresses has ${counted(address.bytes.length, "byte")}, not 4 or 16.`,
    );
  }
  return faults;
}

/** The number of names that a message quotes. It counts the others. */
const MAX_QUOTED = 3;

/** Returns a message such as 'Its DNS name "a_b.example" is not well-formed.' */
function namesMessage(names: readonly string[], one: string, several: string): string {
  const shown = abridged(names, MAX_QUOTED, quoted);
  return names.length === 1
    ? `Its DNS name ${shown} ${one}.`
    : `${withCommas(names.length)} of its DNS names ${several}: ${shown}.`;
}

const addressText = (bytes: Uint8Array): string =>
  bytes.length === 4 ? ipv4Text(bytes, 0) : ipv6Text(bytes, 0);

/** The names that it has, and the one that it lacks. */
function otherHost(certificate: Certificate, reference: ReferenceName): string {
  const names = certificate.extension(EXTENSION.subjectAltName)?.value ?? [];
  const host = reference.type === "DNS" ? reference.name : addressText(reference.bytes);
  const own = names.filter(({ type }) => type === "DNS" || type === "IP").map(({ value }) => value);
  const near = nearMiss(names, certificate.subject.commonName, host);
  const what = own.length === 0
    ? `It has no names of hosts, and clients look for ${host}.`
    : `It is for ${abridged(own, MAX_QUOTED, named)}, not for ${host}.`;
  return near === null ? what : `${what} ${nearMissWords(near)}`;
}

const isInternal = (name: string) =>
  !name.includes(".") && name.toLowerCase() !== "localhost" && isDnsName(name, { wildcard: false });

export const nameRules = {
  host_name_mismatch: proof({
    merkleTree: true,
    clause: rfc9525("6"),
    roles: ["leaf"],
    title: "Host name does not match",
    at: EXTENSION.subjectAltName,
    why: "Clients refuse a certificate for another name.",
    advice:
      "Get a certificate with this name, or make the server send the certificate that has it.",
    check: ({ candidate, certificate, inputs: { reference } }) =>
      reference !== null && !matchesReference(candidate.names.alternative, reference)
        ? otherHost(certificate, reference)
        : null,
  }),
  host_name_underscore: policy({
    clause: practice("Names that OpenSSL matches with wildcards"),
    severity: "warning",
    privately: "warning",
    linted: false,
    roles: ["leaf"],
    title: "Wildcard for a name with an underscore",
    at: EXTENSION.subjectAltName,
    why:
      "OpenSSL and .NET match a wildcard only with letters, digits and hyphens. Browsers accept it.",
    advice:
      "Use a host name without underscores. Public CAs put none with underscores into certificates.",
    check: ({ candidate, inputs: { reference } }) =>
      reference?.type === "DNS" && reference.name.split(".")[0].includes("_") &&
        matchesReference(candidate.names.alternative, reference) &&
        !dnsNames(candidate.names.alternative).some((name) => name.toLowerCase() === reference.name)
        ? `A wildcard covers ${reference.name} in browsers, but not in programs with OpenSSL or .NET.`
        : null,
  }),
  san_missing: publicPolicy({
    clause: rfc9525("6.3; Baseline Requirements, 7.1.2.7.12"),
    // Browsers and most libraries ignore the common name, under private CAs too.
    privately: "warning",
    servers: true,
    title: "No alternative names",
    why: "Browsers and most libraries look for the name only there.",
    advice:
      "Browsers ignore the common name. Get a certificate with its names as alternative names.",
    at: EXTENSION.subjectAltName,
    check: (examined) =>
      san(examined)
        ? null
        : "It has no subject alternative names, where browsers look for its names.",
  }),
  san_criticality: policy({
    clause: rfc5280("4.2.1.6"),
    roles: ["leaf"],
    title: "Alternative names have the wrong criticality",
    why: WHY.strict,
    advice: ADVICE.reissue,
    on: EXTENSION.subjectAltName,
    check(examined) {
      const raw = san(examined);
      if (!raw) return null;
      const isEmpty = examined.certificate.subject.attributes.length === 0;
      if (isEmpty && !raw.critical) {
        return "Its subject is empty, but its alternative names are not critical.";
      }
      return !isEmpty && raw.critical && isServer(examined)
        ? "Its alternative names are critical, though its subject is not empty."
        : null;
    },
  }),
  san_malformed: policy({
    clause: rfc5280("4.2.1.6"),
    servers: true,
    title: "Alternative name is malformed",
    why: "Most clients match a malformed name with no host. Many accept one with underscores.",
    advice: ADVICE.reissue,
    on: EXTENSION.subjectAltName,
    check(examined) {
      const names = alternativeNames(examined);
      return names === null ? null : nameFaults(names);
    },
  }),
  san_internal_name: publicPolicy({
    severity: "warning",
    clause: tlsRequirements("4.2.2"),
    servers: true,
    title: "Name of a single label",
    why: "The public DNS has no hosts of a single label.",
    advice: "No public CA issues a certificate for it. Use a full domain name, or a private CA.",
    on: EXTENSION.subjectAltName,
    check(examined) {
      const internal = dnsNames(alternativeNames(examined) ?? []).filter(isInternal);
      if (internal.length === 0) return null;
      const what = ", which the public DNS does not have";
      return namesMessage(internal, `is a single label${what}`, `are single labels${what}`);
    },
  }),
  common_name_not_in_san: publicPolicy({
    severity: "warning",
    clause: tlsRequirements("7.1.4.3"),
    servers: true,
    title: "Common name is not among the alternative names",
    why: "Clients do not read the common name, so the name in it does not count.",
    advice: "Clients ignore it. It should repeat one of the alternative names.",
    at: "subject",
    check(examined) {
      const names = alternativeNames(examined);
      if (names === null) return null;
      const given = new Set<string>();
      for (const { type, bytes } of names) {
        if (type === "DNS" || type === "email") given.add(ascii(bytes));
      }
      const { certificate } = examined;
      const addresses = certificate.extension(EXTENSION.subjectAltName)?.value ?? [];
      for (const { type, value } of addresses) if (type === "IP") given.add(value);
      return certificate.subject.attributes
        .filter(({ oid, value }) => oid === COMMON_NAME && !given.has(value))
        .map(() => "Its common name is not among its alternative names.");
    },
  }),
  unit_present: publicPolicy({
    severity: "warning",
    clause: tlsRequirements("7.1.2.7.2 to 7.1.2.7.4 (Ballot SC47)"),
    title: "Organizational unit",
    why: "CAs no longer verify or issue it, so a renewal comes without it.",
    advice: "Nothing has to be done now. Do not rely on the unit after the next renewal.",
  }),
} satisfies Rules;

/**
 * Whether the certificate of a private CA may be for a server. The rules for servers check the purposes; without them,
 * a common name that is a domain name shows a server.
 */
export const looksLikeServer = ({ extendedKeyUsage, certificate }: Candidate): boolean =>
  extendedKeyUsage !== null || readDomainName(certificate.subject.commonName ?? "") !== null;

/** Returns whether the rules for servers apply, by the requested purpose or else by its own purposes. */
export function isServer({ candidate, certificate, role, inputs }: Examined): boolean {
  if (role !== "leaf" || certificate.version !== 3) return false;
  const { extendedKeyUsage } = candidate;
  return inputs.purpose === "serverAuth" ||
    (inputs.purpose === null &&
      (extendedKeyUsage === null || extendedKeyUsage.includes("serverAuth")));
}
