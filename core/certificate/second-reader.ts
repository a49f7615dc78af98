/**
 * A certificate or CSR as @peculiar/x509 reads it, whose reader shares no code with ours. No other
 * file reads with it, so no other result depends on it.
 */
// The library stops at its first line without it.
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

/** As deno.json has it; a test compares the two. */
export const LIBRARY = { name: "@peculiar/x509", version: "2.2.0" } as const;

/** RFC 2985, 5.4.2. */
const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
/** Old Windows asks for extensions in it. The library does not look there. */
const MICROSOFT_REQUEST = "1.3.6.1.4.1.311.2.1.14";

/** Opens what the library keeps to its subclasses: the values before it puts them in its words. */
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

/** Reads the DER of a certificate with the library. Throws whatever the library throws. */
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

/** Reads the DER of a CSR with the library. Throws whatever the library throws. */
export function readRequestAgain(der: Uint8Array<ArrayBuffer>): Reading {
  const { certificationRequestInfo: info, signatureAlgorithm } = new OpenRequest(der).whole;
  // The library's type says that the attributes are there; in some requests they are not.
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

/** Null for what the library throws at: it does not read the field. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** As answers write dates; a fraction of a second stays. Throws for an impossible date. */
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
  // The library has null for NULL.
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

/** The names in the library's decoder; it leaves out those that it has no type for. */
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
