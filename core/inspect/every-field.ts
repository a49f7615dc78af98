/**
 * What an object holds beyond its row and its info: its numbers in full, names as people read them,
 * extensions that nothing decodes, and where in its bytes each field is.
 */
import { type Asn1Node, asn1Tree } from "../x509/asn1/tree.ts";
import { toHex } from "../x509/asn1/hex.ts";
import type { ComparableKey } from "../x509/keys/comparable-keys.ts";
import { extensionName } from "../x509/objects/extensions/identifiers.ts";
import { identifierName } from "../x509/objects/identifier-names.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import type { GeneralName } from "../x509/shapes.ts";
import { mixedScripts, unicodeName } from "../names/unicode-domain-name.ts";
import type { InspectedObject } from "./objects.ts";

/** A name in A-labels as people read it. */
interface InternationalName {
  ascii: string;
  unicode: string;
  /** Scripts that one label mixes and no language writes together; null where none does. */
  mixed: string[] | null;
}

export interface EveryField {
  /** The numbers of the public key: "Modulus", "Public exponent", "Public point", "Public key". */
  numbers: { name: string; hex: string }[];
  /** Of the serial number; null where there is none. */
  serialDecimal: string | null;
  /** The signature's octets; null where there is none. */
  signatureValue: string | null;
  names: InternationalName[];
  /** Extensions that nothing here decodes, by OID: what ASN.1 is in them. */
  trees: { oid: string; nodes: Asn1Node[] }[];
  /** The first byte of each field, by the names of RFC 5280 and of extensions. */
  offsets: { field: string; offset: number }[];
}

/** Hex is in upper case, without separators; offsets count from the object's first byte. */
export function everyField(object: InspectedObject): EveryField {
  const certificate = object.kind === "certificate" ? object.certificate : null;
  const request = object.kind === "request" ? object.request : null;
  const names = certificate?.extension("2.5.29.17")?.value ??
    request?.extensions.subjectAltName ?? [];
  const commonName = (certificate ?? request)?.subject.commonName ?? null;
  const signature = (certificate ?? request)?.signature;
  return {
    numbers: "key" in object && object.key ? numbersOf(object.key) : [],
    serialDecimal: certificate && decimal(certificate.serial),
    signatureValue: signature ? toHex(signature.bytes) : null,
    names: internationalNames(names, commonName),
    trees: certificate ? treesOf(certificate) : [],
    offsets: fieldsOf(object, certificate ? asn1Tree(certificate.bytes, identifierName).nodes : []),
  };
}

function numbersOf({ numbers }: ComparableKey): EveryField["numbers"] {
  switch (numbers?.kind) {
    case "rsa":
      return [
        { name: "Modulus", hex: toHex(numbers.modulus) },
        { name: "Public exponent", hex: toHex(numbers.exponent) },
      ];
    case "point":
      return [{ name: "Public point", hex: toHex(numbers.point) }];
    case "octets":
      return [{ name: "Public key", hex: toHex(numbers.octets) }];
    default:
      return [];
  }
}

/** Longer ones are no serial numbers (RFC 5280, 4.1.2.2, has 20 octets), and expensive to convert. */
const MAX_SERIAL = 64;

/** Two's complement, as an INTEGER is written. */
function decimal(octets: Uint8Array): string | null {
  if (octets.length === 0 || octets.length > MAX_SERIAL) return null;
  return BigInt.asIntN(octets.length * 8, BigInt(`0x${toHex(octets)}`)).toString();
}

/** More of them are not looked at. */
const MAX_NAMES = 1000;

function internationalNames(
  names: readonly GeneralName[],
  commonName: string | null,
): InternationalName[] {
  const texts = names.slice(0, MAX_NAMES)
    .filter(({ type }) => type === "DNS" || type === "email").map(({ value }) => value);
  if (commonName !== null) texts.push(commonName);
  return [...new Set(texts)].flatMap((ascii) => {
    // A name that is written in Unicode already is against the rules, and may mix scripts as well.
    const unicode = unicodeName(ascii) ?? ascii;
    const mixed = ascii.includes(" ") ? null : mixedScripts(unicode);
    return unicode === ascii && mixed === null ? [] : [{ ascii, unicode, mixed }];
  });
}

/** More elements are shown in the structure alone. */
const MAX_NODES = 200;

function treesOf(certificate: Certificate): EveryField["trees"] {
  return certificate.extensions.flatMap((raw) => {
    const { value, problem } = certificate.decode(raw);
    if (problem !== null || value !== null && value !== undefined) return [];
    const { nodes } = asn1Tree(certificate.bytes.slice(raw.body, raw.end), identifierName);
    return nodes.length === 0 ? [] : [{ oid: raw.oid, nodes: nodes.slice(0, MAX_NODES) }];
  });
}

/** The fields of TBSCertificate in their order (RFC 5280, 4.1). */
const FIELDS = [
  "serialNumber",
  "signature",
  "issuer",
  "validity",
  "subject",
  "subjectPublicKeyInfo",
] as const;

/** Where the fields of a certificate begin, by its elements. */
export function fieldsOf(
  object: InspectedObject,
  nodes: readonly Asn1Node[],
): EveryField["offsets"] {
  const certificate = object.kind === "certificate" ? object.certificate : null;
  if (certificate === null) return [];
  const inside = nodes.filter(({ depth, offset }) =>
    depth === 2 && offset < certificate.tbs.byteOffset - certificate.bytes.byteOffset +
        certificate.tbs.length
  );
  const fields = inside[0]?.tag === "[0]" ? inside.slice(1) : inside;
  const outside = nodes.filter(({ depth }) => depth === 1);
  return [
    ...FIELDS.flatMap((field, place) =>
      fields[place] ? [{ field, offset: fields[place].offset }] : []
    ),
    ...certificate.extensions.map(({ oid, start }) => ({
      field: extensionName(oid),
      offset: start,
    })),
    ...outside[2] ? [{ field: "signatureValue", offset: outside[2].offset }] : [],
  ];
}
