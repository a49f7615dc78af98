/**
 * Reads a certificate or CSR with @peculiar/x509, which shares no code with our reader. Only read-again.ts uses
 * this reader, so no other result depends on it.
 */
// The library does not load without it.
import "reflect-metadata";
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  type AlgorithmIdentifier,
  type Extension,
  Extensions,
  type Name,
  type SubjectPublicKeyInfo,
} from "@peculiar/asn1-x509";
import {
  ExtensionFactory,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509Certificate,
} from "@peculiar/x509";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { toHex } from "../x509/asn1/hex.ts";
import type { Algorithm, Reading, ReadName } from "./readings.ts";

/** The version in deno.json; a test compares the two. */
export const LIBRARY = { name: "@peculiar/x509", version: "2.2.0" } as const;

/** RFC 2985, 5.4.2. */
const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
/** Old Windows versions request extensions in this attribute, which the library does not read. */
const MICROSOFT_REQUEST = "1.3.6.1.4.1.311.2.1.14";

/** Gives access to protected fields of the library: the values before it formats them. */
class OpenCertificate extends X509Certificate {
  get whole() {
    return this.asn;
  }
}
class OpenRequest extends Pkcs10CertificateRequest {
  get whole() {
    return this.asn;
  }
}

/** Reads the DER of a certificate with the library. Throws any error of the library. */
export function readCertificateAgain(der: Uint8Array<ArrayBuffer>): Reading {
  const certificate = new OpenCertificate(der);
  const { tbsCertificate: tbs, signatureAlgorithm } = certificate.whole;
  const { subject, issuer, subjectPublicKeyInfo, extensions = new Extensions() } = tbs;
  return {
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    serialNumber: attempt(() =>
      certificate.serialNumber.toUpperCase().replace(/^(?:00)+(?=..)/, "")
    ),
    notBefore: attempt(() => timeText(certificate.notBefore)),
    notAfter: attempt(() => timeText(certificate.notAfter)),
    publicKey: keyOf(subjectPublicKeyInfo),
    signatureAlgorithm: algorithmOf(signatureAlgorithm),
    ...extensionsOf(extensions),
  };
}

/** Reads the DER of a CSR with the library. Throws any error of the library. */
export function readRequestAgain(der: Uint8Array<ArrayBuffer>): Reading {
  const { certificationRequestInfo: info, signatureAlgorithm } = new OpenRequest(der).whole;
  // The library declares the attributes as present, but some requests have none.
  const attributes = (info.attributes as typeof info.attributes | undefined) ?? [];
  const request = attributes.find(({ type }) => type === EXTENSION_REQUEST);
  const extensions = attempt(() => {
    if (request?.values[0]) return AsnConvert.parse(request.values[0], Extensions);
    return attributes.some(({ type }) => type === MICROSOFT_REQUEST) ? null : new Extensions();
  });
  return {
    subject: nameOf(info.subject),
    publicKey: keyOf(info.subjectPKInfo),
    signatureAlgorithm: algorithmOf(signatureAlgorithm),
    ...extensions ? extensionsOf(extensions) : { names: null, extensions: null },
  };
}

/** Null if the library throws, which means that it does not read the field. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A date in the form of answers, with a fraction of a second if it has one. Throws for an invalid date. */
const timeText = (time: Date): string => time.toISOString().replace(".000Z", "Z");

const nameOf = (name: Name): ReadName =>
  name.flatMap((attributes, rdn) =>
    attributes.map(({ type: oid, value }) => ({
      rdn,
      oid,
      value: value.anyValue === undefined ? value.toString() : null,
    }))
  );

const hexOf = (bytes: ArrayBuffer): string => toHex(new Uint8Array(bytes));

function algorithmOf({ algorithm, parameters }: AlgorithmIdentifier): Algorithm {
  // The library represents NULL as null.
  return { oid: algorithm, parameters: parameters === null ? "0500" : hexOf(parameters ?? NONE) };
}
const NONE = new ArrayBuffer(0);

const keyOf = ({ algorithm, subjectPublicKey }: SubjectPublicKeyInfo) => ({
  ...algorithmOf(algorithm),
  key: hexOf(subjectPublicKey),
});

function extensionsOf(list: readonly Extension[]): Pick<Reading, "names" | "extensions"> {
  const alternative = list.find(({ extnID }) => extnID === EXTENSION.subjectAltName);
  return {
    names: alternative ? attempt(() => namesOf(alternative)) : [],
    extensions: list.map(({ extnID, critical, extnValue }) => ({
      oid: extnID,
      critical,
      value: hexOf(extnValue.buffer),
    })),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  dns: "DNS",
  ip: "IP",
  email: "email",
  url: "URI",
  id: "RegisteredID",
};

/** The names that the library decodes; it leaves out types that it does not support. */
function namesOf(alternative: Extension): string[] {
  const extension = ExtensionFactory.create(AsnConvert.serialize(alternative));
  if (!(extension instanceof SubjectAlternativeNameExtension)) throw new TypeError("other type");
  return extension.names.toJSON().flatMap(({ type, value }) =>
    // An address of a wrong length is in hex, which we write in upper case.
    Object.hasOwn(TYPES, type)
      ? [
        `${TYPES[type]}:${
          /^[0-9a-f]+$/.test(value) && type === "ip" ? value.toUpperCase() : value
        }`,
      ]
      : []
  );
}
