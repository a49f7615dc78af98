/**
 * Writes the extensions of requests and certificates in DER (RFC 5280, 4.2.1), each with the criticality that
 * the RFC requires or recommends.
 */
import type { AlternativeName } from "../../names/alternative-name.ts";
import { readIpAddress } from "../../names/ip-address.ts";
import { constructed, primitive, TAG } from "../asn1/der.ts";
import { element, integer, objectIdentifier } from "../asn1/der-write.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { addressName, generalName, textName } from "./names.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The bits of KeyUsage by their number (4.2.1.3). */
const KEY_USAGE_BITS = {
  digitalSignature: 0,
  keyEncipherment: 2,
  keyAgreement: 4,
  keyCertSign: 5,
  cRLSign: 6,
} as const;
export type KeyUsageName = keyof typeof KEY_USAGE_BITS;

/** RFC 5280, 4.2.1.12. */
const PURPOSES = {
  serverAuth: "1.3.6.1.5.5.7.3.1",
  clientAuth: "1.3.6.1.5.5.7.3.2",
  emailProtection: "1.3.6.1.5.5.7.3.4",
} as const;
export type Purpose = keyof typeof PURPOSES;

const TRUE = element(TAG.BOOLEAN, Uint8Array.of(0xff));

function extension(oid: string, critical: boolean, value: Bytes): Bytes {
  const octets = element(TAG.OCTET_STRING, value);
  return critical
    ? element(TAG.SEQUENCE, objectIdentifier(oid), TRUE, octets)
    : element(TAG.SEQUENCE, objectIdentifier(oid), octets);
}

/** Critical, as RFC 5280 recommends (4.2.1.3). Needs at least one usage. */
export function keyUsage(usages: readonly KeyUsageName[]): Bytes {
  const bits = usages.map((usage) => KEY_USAGE_BITS[usage]);
  const octet = bits.reduce<number>((all, bit) => all | 0x80 >> bit, 0);
  // X.690, 11.2.2: a named bit list ends with its last bit that is set.
  const unused = 7 - Math.max(...bits);
  return extension(EXTENSION.keyUsage, true, element(TAG.BIT_STRING, Uint8Array.of(unused, octet)));
}

/** Has one purpose. Not critical, which the RFC leaves to the CA (4.2.1.12). */
export const extendedKeyUsage = (purpose: Purpose): Bytes =>
  extension(
    EXTENSION.extendedKeyUsage,
    false,
    element(TAG.SEQUENCE, objectIdentifier(PURPOSES[purpose])),
  );

/** It must be critical if the subject is empty (4.2.1.6). */
export function subjectAltName(
  names: readonly AlternativeName[],
  { critical }: { critical: boolean },
): Bytes {
  const value = element(TAG.SEQUENCE, ...names.map(generalName));
  return extension(EXTENSION.subjectAltName, critical, value);
}

/**
 * Always critical, as a CA needs it (4.2.1.9). `pathLength` is the number of CAs that may follow; null for no
 * limit, and for a certificate that is not a CA.
 */
export function basicConstraints(
  { ca, pathLength }: { ca: boolean; pathLength: number | null },
): Bytes {
  const parts = [...ca ? [TRUE] : [], ...pathLength === null ? [] : [integer(pathLength)]];
  return extension(EXTENSION.basicConstraints, true, element(TAG.SEQUENCE, ...parts));
}

/** Never critical (4.2.1.2). */
export const subjectKeyIdentifier = (identifier: Uint8Array): Bytes =>
  extension(EXTENSION.subjectKeyIdentifier, false, element(TAG.OCTET_STRING, identifier));

/** With only the issuer's key identifier; never critical (4.2.1.1). */
export const authorityKeyIdentifier = (identifier: Uint8Array): Bytes =>
  extension(
    EXTENSION.authorityKeyIdentifier,
    false,
    element(TAG.SEQUENCE, element(primitive(0), identifier)),
  );

/** The base of a subtree. An IP address is written with its prefix length: "192.0.2.1/32". */
export interface SubtreeBase {
  type: AlternativeName["type"];
  value: string;
}

/** Critical (4.2.1.10). Leaves out an empty list, because a list that is present must not be empty. */
export function nameConstraints(
  permitted: readonly SubtreeBase[],
  excluded: readonly SubtreeBase[],
): Bytes {
  const lists = [permitted, excluded].flatMap((bases, tag) =>
    bases.length === 0 ? [] : [element(constructed(tag), ...bases.map(subtree))]
  );
  return extension(EXTENSION.nameConstraints, true, element(TAG.SEQUENCE, ...lists));
}

/** A GeneralSubtree, whose `minimum` is the default of 0. */
function subtree({ type, value }: SubtreeBase): Bytes {
  const base = type === "IP" ? addressName(addressRange(value)) : textName(type, value);
  return element(TAG.SEQUENCE, base);
}

/** The octets of the address, then those of the mask. */
function addressRange(text: string): Bytes {
  const [address, prefix] = text.split("/");
  const { octets } = readIpAddress(address)!;
  const range = new Uint8Array(2 * octets.length);
  range.set(octets);
  for (let bit = 0; bit < Number(prefix); bit++) {
    range[octets.length + (bit >> 3)] |= 0x80 >> (bit & 7);
  }
  return range;
}
