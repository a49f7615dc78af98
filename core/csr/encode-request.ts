/** The certification request of PKCS#10 (RFC 2986, 4.1) in DER. */
import { constructed, primitive, TAG } from "../x509/asn1/der.ts";
import { element } from "../x509/asn1/der-write.ts";
import { encodeOid } from "../x509/asn1/oids.ts";
import type { AlternativeName } from "../names/alternative-name.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The attributes of a subject. An empty one is left out. */
interface Subject {
  country: string;
  state: string;
  city: string;
  organization: string;
  organizationUnit: string;
  commonName: string;
  email: string;
}

/** RFC 5280, 4.2.1.3, by the number of the bit. */
const KEY_USAGE_BITS = { digitalSignature: 0, keyEncipherment: 2, keyAgreement: 4 } as const;
export type KeyUsageName = keyof typeof KEY_USAGE_BITS;

/** RFC 5280, 4.2.1.12. */
const PURPOSES = {
  serverAuth: "1.3.6.1.5.5.7.3.1",
  emailProtection: "1.3.6.1.5.5.7.3.4",
} as const;

interface RequestInfo {
  subject: Subject;
  /** subjectPublicKeyInfo in DER. */
  publicKey: Bytes;
  subjectAltName: readonly AlternativeName[];
  keyUsage: readonly KeyUsageName[];
  extendedKeyUsage: keyof typeof PURPOSES;
}

const SIGNATURES = {
  RSA: {
    "SHA-256": "1.2.840.113549.1.1.11",
    "SHA-384": "1.2.840.113549.1.1.12",
    "SHA-512": "1.2.840.113549.1.1.13",
  },
  ECC: {
    "SHA-256": "1.2.840.10045.4.3.2",
    "SHA-384": "1.2.840.10045.4.3.3",
    "SHA-512": "1.2.840.10045.4.3.4",
  },
} as const;

/** What a request is signed with. */
interface SignatureAlgorithm {
  keyType: keyof typeof SIGNATURES;
  digestAlgorithm: keyof (typeof SIGNATURES)["RSA"];
}

const text = new TextEncoder();
const utf8 = (value: string) => element(TAG.UTF8_STRING, text.encode(value));
const printable = (value: string) => element(TAG.PRINTABLE_STRING, text.encode(value));
const ia5 = (value: string) => element(TAG.IA5_STRING, text.encode(value));
const oid = (dotted: string) => element(TAG.OID, encodeOid(dotted));
const sequence = (...parts: Bytes[]) => element(TAG.SEQUENCE, ...parts);
const set = (...parts: Bytes[]) => element(TAG.SET, ...parts);
const bitString = (unused: number, bytes: Bytes) =>
  element(TAG.BIT_STRING, Uint8Array.of(unused), bytes);

/** CertificationRequestInfo: what is signed. */
export function encodeRequestInfo(info: RequestInfo): Bytes {
  const version = element(TAG.INTEGER, Uint8Array.of(0));
  return sequence(
    version,
    encodeSubject(info.subject),
    info.publicKey,
    element(constructed(0), extensionRequest(info)),
  );
}

/**
 * CertificationRequest.
 * @param signature as WebCrypto makes it: for ECDSA r and s in equal halves (IEEE P1363).
 */
export function encodeRequest(
  info: Bytes,
  { keyType, digestAlgorithm }: SignatureAlgorithm,
  signature: Bytes,
): Bytes {
  const algorithm = oid(SIGNATURES[keyType][digestAlgorithm]);
  return keyType === "RSA"
    // RFC 4055, 5: the parameters are NULL. RFC 5758, 3.2: there are none.
    ? sequence(info, sequence(algorithm, element(TAG.NULL)), bitString(0, signature))
    : sequence(info, sequence(algorithm), bitString(0, ecdsaSignatureValue(signature)));
}

/** One attribute each RDN, in the order in which OpenSSL asks for them. */
function encodeSubject(subject: Subject): Bytes {
  const values: [type: string, value: string, string: (value: string) => Bytes][] = [
    ["2.5.4.6", subject.country, printable],
    ["2.5.4.8", subject.state, utf8],
    ["2.5.4.7", subject.city, utf8],
    ["2.5.4.10", subject.organization, utf8],
    ["2.5.4.11", subject.organizationUnit, utf8],
    ["2.5.4.3", subject.commonName, utf8],
    ["1.2.840.113549.1.9.1", subject.email, ia5],
  ];
  return sequence(
    ...values.filter(([, value]) => value !== "").map(([type, value, string]) =>
      set(sequence(oid(type), string(value)))
    ),
  );
}

/** The attribute that carries the wanted extensions (RFC 2985, 5.4.2). */
function extensionRequest({ keyUsage, extendedKeyUsage, subjectAltName }: RequestInfo): Bytes {
  const extensions = sequence(
    extension("2.5.29.15", keyUsageBits(keyUsage), true),
    extension("2.5.29.37", sequence(oid(PURPOSES[extendedKeyUsage])), false),
    extension("2.5.29.17", sequence(...subjectAltName.map(generalName)), false),
  );
  return sequence(oid("1.2.840.113549.1.9.14"), set(extensions));
}

function extension(id: string, value: Bytes, critical: boolean): Bytes {
  // FALSE is the default, which DER leaves out.
  const flag = critical ? [element(TAG.BOOLEAN, Uint8Array.of(0xff))] : [];
  return sequence(oid(id), ...flag, element(TAG.OCTET_STRING, value));
}

/** A named bit list: zero bits at the end are left out (X.690, 11.2.2). All known ones fit an octet. */
function keyUsageBits(usages: readonly KeyUsageName[]): Bytes {
  let octet = 0;
  for (const usage of usages) octet |= 0x80 >> KEY_USAGE_BITS[usage];
  const unused = 31 - Math.clz32(octet & -octet);
  return bitString(unused, Uint8Array.of(octet));
}

function generalName(name: AlternativeName): Bytes {
  switch (name.type) {
    case "email":
      return element(primitive(1), text.encode(name.value));
    case "DNS":
      return element(primitive(2), text.encode(name.value));
    case "IP":
      return element(primitive(7), name.octets);
  }
}

/** Ecdsa-Sig-Value (RFC 3279, 2.2.3). */
function ecdsaSignatureValue(signature: Bytes): Bytes {
  const half = signature.length / 2;
  return sequence(
    unsignedInteger(signature.subarray(0, half)),
    unsignedInteger(signature.subarray(half)),
  );
}

/** Shortest form of a number that is not negative: no zeros before it but one that keeps it so. */
function unsignedInteger(octets: Bytes): Bytes {
  let first = 0;
  while (first < octets.length - 1 && octets[first] === 0) first++;
  const digits = octets.subarray(first);
  return digits[0] < 0x80
    ? element(TAG.INTEGER, digits)
    : element(TAG.INTEGER, Uint8Array.of(0), digits);
}
