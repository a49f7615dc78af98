/** Rules about the names of onion services (Baseline Requirements, Appendix B). */
import { TAG } from "../../asn1/der.ts";
import { tlsRequirements } from "../documents.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { TLS_POLICIES } from "../public.ts";
import {
  aboutHosts,
  type LintExamined,
  type LintRules,
  publicLint,
  serverLint,
} from "./examined.ts";
import { hosts } from "./tls-names.ts";
import { uriHost } from "../../../names/url-host.ts";

/** The extension with the hashes of descriptors of onion services. */
const DESCRIPTORS = "2.23.140.1.31";

/** Letters in an address of the second and of the third version. */
const VERSION_2 = 16;
const VERSION_3 = 56;

/** Octets of the hashes that a descriptor may be named by. */
const HASH_OCTETS: ReadonlyMap<string, number> = new Map([
  ["2.16.840.1.101.3.4.2.1", 32],
  ["2.16.840.1.101.3.4.2.2", 48],
  ["2.16.840.1.101.3.4.2.3", 64],
]);

/**
 * Policies for extended validation that authorities had until 2020, while .onion names required it:
 * certificates of that time rarely have the policy that all authorities share.
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

/** The labels that name onion services: "abc" of "www.abc.onion". */
const onions = (examined: LintExamined): string[] =>
  hosts(examined).map((name) => name.toLowerCase()).filter((name) => name.endsWith(".onion"))
    .map((name) => name.split(".").at(-2)!);

/** The services that descriptors are for; null where a descriptor is malformed. */
function described(examined: LintExamined): string[] | null {
  const services: string[] = [];
  for (const { inner: [address, algorithm, hash] } of examined.parts(DESCRIPTORS)) {
    if (!address || !algorithm || hash?.tag !== TAG.BIT_STRING) return null;
    const [oid] = algorithm.inner;
    const text = address.octets;
    const host = uriHost(text);
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
    ...aboutHosts((examined) =>
      onions(examined).some((label) =>
        !/^[a-z2-7]+$/.test(label) ||
        (label.length !== VERSION_3 && !(label.length === VERSION_2 && isExtended(examined)))
      )
    ),
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
