/**
 * Whether Mozilla and Chrome trust the root of a path. A program may trust a root only for certificates that
 * were issued up to a certain day: Mozilla compares notBefore, Chrome the first timestamp of a log, which
 * no CA can backdate.
 */
import type { Certificate } from "../objects/certificates.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { formatTime } from "../asn1/time.ts";
import { day as dayOf } from "../../kernel/dates.ts";
import { anchorsOf, PROGRAM_NAMES, type TrustStore } from "./trust-store.ts";
import type { Candidate } from "../constraints/candidate.ts";
import type { Path } from "./build.ts";

export interface ProgramVerdict {
  name: (typeof PROGRAM_NAMES)[number];
  /** Whether it trusts the root for this certificate; null if unknown. */
  trusts: boolean | null;
  /** The instant after which issued certificates are not trusted; null if there is no limit. */
  until: string | null;
  /** "Chrome: not for certificates issued after 11 Nov 2024." */
  message: string;
  /** The list that the verdict comes from, with its date. */
  list: string;
}

/**
 * Returns the verdict of each program; an empty list if the path does not end at a root of the store, or if
 * the store has no root programs.
 *
 * @param verified the earliest verified timestamp of a log in milliseconds since 1970; null if none could be
 * verified; undefined if timestamps were not checked, or there are none
 * @param now milliseconds since 1970; without it, whether a program still trusts what a CA signs is unknown
 */
export function programVerdicts(
  { certificates, trusted }: Pick<Path, "certificates" | "trusted">,
  store: TrustStore,
  { verified, now }: { verified?: number | null; now?: number } = {},
): ProgramVerdict[] {
  if (!trusted || !store.programs) return [];
  const place = placeOf(certificates[certificates.length - 1], store);
  const leaf = certificates[0].certificate;
  return PROGRAM_NAMES.map((name) => {
    const { list, trustOf } = store.programs![name];
    const { isListed, until } = trustOf(place);
    const base = { name, until: until === null ? null : formatTime(until), list };
    if (certificates[0].isCa && isListed && until !== null) {
      // The date limits the certificates that the CA signs, not its own (acceptance.ts says the same).
      const trusts = now !== undefined && now <= until ? true : null;
      return {
        ...base,
        trusts,
        message: `${name}: only certificates issued until ${dayOf(until)}.`,
      };
    }
    const logged = verified === undefined ? loggedAt(leaf) : verified;
    const issued = name === "Chrome" ? logged : leaf.notBefore;
    const trusts = isListed && until !== null ? issued === null ? null : issued <= until : isListed;
    return { ...base, trusts, message: `${name}: ${describeTrust(isListed, trusts, until)}.` };
  });
}

/** OIDs of the policies for extended validation under the root of a path; empty if it is not listed. */
export const evPoliciesOf = (
  { certificates, trusted }: Pick<Path, "certificates" | "trusted">,
  store: TrustStore,
): readonly string[] =>
  trusted ? store.evPolicies?.(placeOf(certificates[certificates.length - 1], store)) ?? [] : [];

const placeOf = ({ identity }: Candidate, store: TrustStore): number =>
  anchorsOf(store).findIndex((anchor) => anchor.identity === identity);

function describeTrust(
  isListed: boolean | null,
  trusts: boolean | null,
  until: number | null,
): string {
  if (isListed === null) return "not known, the root is younger than its list";
  if (trusts === null) return "not known, no timestamp of a log could be verified";
  if (until === null) return trusts ? "yes" : "no";
  const day = dayOf(until);
  return trusts
    ? `yes, as for all certificates issued until ${day}`
    : `not for certificates issued after ${day}`;
}

/** Whether the certificate itself contains timestamps of logs. */
export const hasTimestamps = (certificate: Certificate): boolean =>
  (certificate.extension(EXTENSION.signedCertificateTimestamps)?.value ?? []).length > 0;

/** The first timestamp of a log in the certificate; notBefore if it has none. */
export function loggedAt(certificate: Certificate): number {
  const stamps = certificate.extension(EXTENSION.signedCertificateTimestamps)?.value ?? [];
  const instants = stamps.flatMap(({ timestamp }) => timestamp ? [Date.parse(timestamp)] : []);
  return instants.length === 0 ? certificate.notBefore : Math.min(...instants);
}
