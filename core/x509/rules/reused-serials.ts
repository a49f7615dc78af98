/** Certificates of one issuer that have the same serial number (RFC 5280, 4.1.2.2). */
import { authorityName } from "../../names/certificate-name.ts";
import { toHex } from "../asn1/hex.ts";
import type { Candidate } from "../constraints/candidate.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
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

/** The issuer and the serial number that a group has in common. */
export function reusedSerial([{ certificate }]: readonly Candidate[]) {
  const { issuer, serial } = certificate;
  return {
    issuer: authorityName(issuer),
    serialNumber: formatSerialNumber(serial, 0, serial.length),
  };
}
