/** Certificates of one issuer that have the same serial number (RFC 5280, 4.1.2.2). */
import { authorityName } from "../../names/certificate-name.ts";
import { toHex } from "../asn1/hex.ts";
import type { Candidate } from "../constraints/candidate.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { named } from "../../kernel/formatting.ts";
import { formatSerialNumber } from "../objects/serial-numbers.ts";

/**
 * Groups of certificates that have issuer and serial number in common. `candidates`: different certificates. A
 * precertificate shares both with its certificate (RFC 6962, 3.1), so it does not count.
 */
export function reusedSerials<C extends Candidate>(candidates: Iterable<C>): C[][] {
  const groups = Map.groupBy(
    [...candidates].filter((one) => one.raw(EXTENSION.precertificatePoison) === undefined),
    ({ issuerKey, certificate: { serial } }) => `${toHex(serial)}\n${issuerKey}`,
  );
  return [...groups.values()].filter((group) =>
    group.length > 1 && new Set(group.map(({ certificate }) => toHex(certificate.bytes))).size > 1
  );
}

/** What a group has in common. */
interface ReusedSerial {
  readonly issuer: string;
  readonly serialNumber: string;
}

/** The issuer and the serial number of a group. */
export function reusedSerial([{ certificate }]: readonly Candidate[]): ReusedSerial {
  const { issuer, serial } = certificate;
  return {
    issuer: authorityName(issuer),
    serialNumber: formatSerialNumber(serial, 0, serial.length),
  };
}

/** "Example CA" has issued two certificates with the serial number 01. */
export const reusedText = ({ issuer, serialNumber }: ReusedSerial): string =>
  `${named(issuer)} issued another certificate with the same serial number, ${serialNumber}. ` +
  "Firefox refuses both (SEC_ERROR_REUSED_ISSUER_AND_SERIAL).";
