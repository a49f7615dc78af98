/**
 * Certificates whose signatures hold, so that readers go further than with noise: the path is judged,
 * constraints, policies, timestamps and CRLs apply.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { concatenate } from "../../../core/kernel/octets.ts";
import { readHeader } from "../../../core/x509/asn1/header.ts";
import { constructed, primitive } from "../../../core/x509/asn1/der.ts";
import { element, objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import * as der from "../../support/hostile-der.ts";
import { type Content, contentsOf, derRoom, objectsOf, pieces } from "./content.ts";
import { EXTENSIONS } from "./extensions.ts";

/** One key for all authorities: each could have signed each. */
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const SPKI = new Uint8Array(publicKey.export({ format: "der", type: "spki" }));

/** The first element of the content: the part that is signed. */
function signedPart(bytes: der.Bytes): der.Bytes {
  const outer = readHeader(bytes, 0, bytes.length)!;
  const inner = readHeader(bytes, outer.body, outer.end)!;
  return bytes.slice(outer.body, inner.end);
}

const signatureOf = (bytes: der.Bytes): der.Bytes =>
  new Uint8Array(sign("sha256", signedPart(bytes), privateKey));

/** A certificate with our key and a valid signature. */
export function validCertificate(parts: Partial<der.CertificateParts>): der.Bytes {
  const whole = { subject: "a.example", issuer: "root", spki: SPKI, ...parts };
  return der.certificate({ ...whole, signature: signatureOf(der.certificate(whole)) });
}

const authority = (subject: string, issuer: string, serial: number, more: der.Bytes[] = []) =>
  validCertificate({ subject, issuer, serial, extensions: [der.authority(), ...more] });
const inPem = (list: readonly der.Bytes[]): string =>
  list.map((one) => der.pem("CERTIFICATE", one)).join("");

/** The root of all. A request gives it as a root, or has it among its certificates. */
export const ROOT = inPem([authority("root", "root", 1)]);

/** Forms of names and of constraints on them, by number. */
const FORMS: Readonly<Record<string, (index: number, isName: boolean) => der.Bytes>> = {
  "DNS names": (index, isName) => der.generalName.dns(`${isName ? "a." : ""}${index}.example`),
  "mail addresses": (index, isName) =>
    der.generalName.email(`${isName ? "a@" : ""}b${index}.example`),
  "URIs": (index, isName) =>
    element(primitive(6), new TextEncoder().encode(`${isName ? "http://" : ""}c${index}.example`)),
  "addresses": (index, isName) =>
    der.generalName.ip(
      Uint8Array.of(
        10,
        index >> 16,
        index >> 8 & 255,
        index & 255,
        ...isName ? [] : [255, 255, 255, 255],
      ),
    ),
  "international mail addresses": (index, isName) =>
    isName
      ? element(
        constructed(0),
        objectIdentifier("1.3.6.1.5.5.7.8.9"),
        element(
          constructed(0),
          element(0x0c, new TextEncoder().encode(`\u00e9@b${index}.example`)),
        ),
      )
      : der.generalName.email(`b${index}.example`),
  "directory names": (index) => element(constructed(4), der.commonName(`x${index}`)),
};

const CHAINS: Readonly<Record<string, (room: number) => der.Bytes[]>> = {
  "a valid mesh of 12 authorities": (room) => {
    const names = 12;
    return [
      validCertificate({ subject: "leaf", issuer: "ca0" }),
      ...pieces(room - 400, (index) => {
        const [from, to] = [index % names, Math.floor(index / names) % names];
        return authority(`ca${from}`, index % 29 === 28 ? "root" : `ca${to}`, index + 2);
      }),
    ];
  },
  "a valid ladder": (room) => [
    validCertificate({ subject: "leaf", issuer: "ca0" }),
    ...pieces(room - 400, (index) => authority(`ca${index}`, `ca${index + 1}`, index + 2)),
  ],
  "many valid leaves of one authority": (room) =>
    pieces(room, (index) => validCertificate({ subject: `a${index}`, serial: index + 2 })),
  "many valid authorities above one leaf": (room) => [
    validCertificate({ subject: "leaf", issuer: "ca" }),
    ...pieces(room - 400, (index) => authority("ca", "root", index + 2)),
  ],
  ...Object.fromEntries(
    Object.entries(FORMS).map(([name, one]) => [
      `${name} under constraints on them`,
      (room: number) => [
        validCertificate({
          issuer: "ca",
          extensions: [der.alternativeNames(pieces(room / 2, (index) => one(index, true)))],
        }),
        authority("ca", "root", 2, [
          der.nameConstraints(pieces(room / 2 - 600, (index) => one(index + 1_000_000, false))),
        ]),
      ],
    ]),
  ),
  "policies and their mappings in six authorities": (room) => [
    validCertificate({
      issuer: "ca0",
      extensions: EXTENSIONS["a long certificatePolicies"](room / 14),
    }),
    ...[0, 1, 2, 3, 4, 5].map((level) =>
      authority(`ca${level}`, level === 5 ? "root" : `ca${level + 1}`, level + 2, [
        ...EXTENSIONS["a long certificatePolicies"](room / 14),
        ...EXTENSIONS["a long policyMappings"](room / 14),
      ])
    ),
  ],
  ...Object.fromEntries(
    Object.entries(EXTENSIONS).map(([name, make]) => [
      `a valid leaf with ${name}`,
      (room: number) => [validCertificate({ extensions: make(room - 400) })],
    ]),
  ),
};

export const validChains: readonly Content[] = contentsOf(
  "certificate",
  Object.fromEntries(
    Object.entries(CHAINS).map(([name, make]) => [
      name,
      (octets: number) => inPem(make(derRoom(octets))) + ROOT,
    ]),
  ),
);

export const validRequests: readonly Content[] = objectsOf("request", "CERTIFICATE REQUEST", {
  "a valid request of many names": (room) =>
    validRequest("a.example", [
      der.alternativeNames(pieces(room - 400, (index) => der.generalName.dns(`a${index}.example`))),
    ]),
  "a valid request with many parts of its name": (room) =>
    validRequest(
      der.sequence(concatenate(pieces(room - 400, (index) => der.relativeName(`x${index}`)))),
      [],
    ),
});

function validRequest(subject: der.NameParts, extensions: readonly der.Bytes[]): der.Bytes {
  const attributes = extensions.length > 0 ? [der.requestedExtensions(extensions)] : [];
  const unsigned = der.requestWith(subject, SPKI, attributes);
  return der.requestWith(subject, SPKI, attributes, signatureOf(unsigned));
}

/** A CRL of the root with a valid signature. */
export function validCrl(
  revoked: readonly der.Bytes[],
  extensions: readonly der.Bytes[],
): der.Bytes {
  const list = (signature: der.Bytes) =>
    der.certificateList("root", revoked, extensions, signature);
  return list(signatureOf(list(der.ecdsaSignature(Uint8Array.of(1), Uint8Array.of(1)))));
}
