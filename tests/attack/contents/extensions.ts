/** The content of each extension that has a decoder, with as many parts as fit. */
import { concatenate } from "../../../core/kernel/octets.ts";
import { constructed, primitive, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import { EXTENSION } from "../../../core/x509/objects/extensions/identifiers.ts";
import {
  alternativeNames,
  type Bytes,
  commonName,
  extension,
  generalName,
  noise,
  octets,
  relativeName,
  sequence,
} from "../../support/hostile-der.ts";
import { pieces } from "./content.ts";

const NULL = element(TAG.NULL);
const utf8 = new TextEncoder();
const ia5 = (text: string) => element(0x16, utf8.encode(text));
const many = (room: number, one: (index: number) => Bytes): Bytes =>
  sequence(concatenate(pieces(room, one)));
const oids = (room: number) => many(room, (index) => objectIdentifier(`1.3.6.1.${index}`));
const uri = (text: string) => element(primitive(6), utf8.encode(text));
const names = (room: number) => many(room, (index) => generalName.dns(`a${index}.example`));
const bits = (room: number) => element(TAG.BIT_STRING, new Uint8Array(room).fill(0xff).with(0, 0));
const long = (room: number) => ia5("http://a.example/" + "x".repeat(room));
const points = (room: number) =>
  many(room, (index) =>
    sequence(element(
      constructed(0),
      element(constructed(0), uri(`http://a.example/${index}`)),
    )));
const access = (room: number) =>
  many(
    room,
    (index) => sequence(objectIdentifier("1.3.6.1.5.5.7.48.2"), uri(`http://a.example/${index}`)),
  );

/** Timestamps of 64 kB at most, because their list has a length of 16 bits. */
function timestamps(room: number): Bytes {
  const one = (index: number) =>
    concatenate([
      Uint8Array.of(0, 50, 0),
      noise(32, index),
      new Uint8Array(8),
      Uint8Array.of(0, 0, 4, 3, 0, 3, 0x30, 1, 0),
    ]);
  const list = concatenate(pieces(Math.min(room, 65_000), one));
  return octets(concatenate([Uint8Array.of(list.length >> 8, list.length & 0xff), list]));
}

/** The compiler asks for a line here when a decoder is added. */
const VALUES: Readonly<Record<keyof typeof EXTENSION, (room: number) => Bytes>> = {
  subjectKeyIdentifier: (room) => octets(noise(room, 1)),
  keyUsage: bits,
  privateKeyUsagePeriod: (room) => sequence(element(primitive(0), utf8.encode("2".repeat(room)))),
  subjectAltName: names,
  issuerAltName: names,
  basicConstraints: (room) =>
    sequence(element(0x01, Uint8Array.of(0xff)), element(TAG.INTEGER, noise(room, 1).with(0, 1))),
  nameConstraints: (room) =>
    sequence(element(
      constructed(0),
      concatenate(pieces(room, (index) => sequence(generalName.dns(`a${index}.example`)))),
    )),
  cRLDistributionPoints: points,
  certificatePolicies: (room) =>
    many(room, (index) => sequence(objectIdentifier(`1.3.6.1.${index}`))),
  policyMappings: (room) =>
    many(
      room,
      (index) =>
        sequence(objectIdentifier(`1.3.6.1.${index}`), objectIdentifier(`1.3.6.2.${index}`)),
    ),
  authorityKeyIdentifier: (room) =>
    sequence(element(
      constructed(1),
      concatenate(pieces(room, (index) => element(constructed(4), commonName(`a${index}`)))),
    )),
  policyConstraints: (room) => sequence(element(primitive(0), noise(room, 1).with(0, 1))),
  extendedKeyUsage: oids,
  freshestCRL: points,
  inhibitAnyPolicy: (room) => element(TAG.INTEGER, noise(room, 1).with(0, 1)),
  authorityInfoAccess: access,
  subjectInfoAccess: access,
  tlsFeature: (room) => many(room, (index) => integer(index)),
  ocspNoCheck: (room) => element(TAG.NULL, new Uint8Array(room)),
  signedCertificateTimestamps: timestamps,
  precertificatePoison: (room) => element(TAG.NULL, new Uint8Array(room)),
  smimeCapabilities: (room) =>
    many(room, (index) => sequence(objectIdentifier(`1.3.6.1.${index}`), integer(index))),
  msCertificateTemplateName: (room) => element(0x1e, new Uint8Array(room - room % 2).fill(0x41)),
  msCaVersion: (room) => element(TAG.INTEGER, noise(room, 1).with(0, 1)),
  msCertificateTemplate: (room) =>
    sequence(
      objectIdentifier("1.3.6.1." + "1.".repeat(Math.min(room, 2_000)) + "1"),
      element(TAG.INTEGER, noise(room, 1).with(0, 1)),
    ),
  msApplicationPolicies: (room) =>
    many(room, (index) => sequence(objectIdentifier(`1.3.6.1.${index}`))),
  msNtdsCaSecurity: (room) =>
    many(room, (index) =>
      element(
        constructed(0),
        objectIdentifier("1.3.6.1.4.1.311.25.2.1"),
        element(constructed(0), octets(utf8.encode(`S-1-5-21-${index}`))),
      )),
  netscapeCertType: bits,
  netscapeBaseUrl: long,
  netscapeRevocationUrl: long,
  netscapeCaRevocationUrl: long,
  netscapeRenewalUrl: long,
  netscapeCaPolicyUrl: long,
  netscapeSslServerName: long,
  netscapeComment: long,
};

type Maker = (room: number) => Bytes[];

/** Extensions of every kind that has a decoder, one for each shape. */
const DECODED: Record<string, Maker> = Object.fromEntries(
  Object.entries(VALUES).map(([name, value]): [string, Maker] => [
    `a long ${name}`,
    (room) => [extension(EXTENSION[name as keyof typeof EXTENSION], value(room))],
  ]),
);

const alternative = (one: (index: number) => Bytes): Maker => (room) => [
  alternativeNames(pieces(room, one)),
];

/** The forms of alternative names, and of names that are wrong. */
const NAMES: Record<string, Maker> = {
  "names that are all the same": alternative(() => generalName.dns("a.b")),
  "names with control characters": alternative(() => generalName.dns("\0\x01\x02")),
  "empty names": alternative(() => generalName.dns("")),
  "internationalized names": alternative((index) =>
    generalName.dns(`xn--${"fsq".repeat(13)}${index}.xn--p1ai`)
  ),
  "punycode that decodes to nothing": alternative((index) =>
    generalName.dns(`xn--${"9".repeat(50)}${index}.example`)
  ),
  "names of 120 labels": alternative((index) => generalName.dns("a.".repeat(120) + index)),
  "one name of all labels": (room) => [alternativeNames([generalName.dns("a.".repeat(room / 2))])],
  "wildcards": alternative((index) => generalName.dns(`*.a${index}.example`)),
  "mail addresses": alternative((index) => generalName.email(`a@b${index}.example`)),
  "mail addresses of many signs": alternative(() => generalName.email("@".repeat(60))),
  "URIs": alternative((index) => uri(`http://b${index}.example/`)),
  "invalid URIs": alternative(() => uri("http://[::%@:")),
  "addresses": alternative((index) =>
    generalName.ip(Uint8Array.of(10, index >> 16, index >> 8 & 0xff, index & 0xff))
  ),
  "addresses of 3 octets": alternative(() => generalName.ip(Uint8Array.of(1, 2, 3))),
  "directory names": alternative((index) => element(constructed(4), commonName(`x${index}`))),
  "other names": alternative((index) =>
    element(
      constructed(0),
      objectIdentifier("1.3.6.1.5.5.7.8.9"),
      element(constructed(0), element(0x0c, utf8.encode(`a@b${index}.example`))),
    )
  ),
  "names of the form X.400": alternative(() => generalName.x400(NULL)),
};

/** Extensions that fit no decoder, and too many of them. */
const FORMS: Record<string, Maker> = {
  "as many unknown extensions as fit": (room) =>
    pieces(room, (index) => extension(`1.2.3.${index}`, NULL)),
  "one extension as often as it fits": (room) =>
    pieces(room, () => alternativeNames([generalName.dns("a.example")])),
  "critical unknown extensions": (room) =>
    pieces(room, (index) => extension(`1.2.3.${index}`, NULL, true)),
  "an extension of nested sequences": (room) => [extension("1.2.3.4", nested(room))],
  "qualifiers of one policy": (room) => [extension(
    EXTENSION.certificatePolicies,
    sequence(sequence(
      objectIdentifier("1.3.6.1.5"),
      many(
        room,
        (index) =>
          sequence(objectIdentifier("1.3.6.1.5.5.7.2.1"), ia5(`http://a.example/${index}`)),
      ),
    )),
  )],
  "notices of policies": (room) => [extension(
    EXTENSION.certificatePolicies,
    many(room, (index) =>
      sequence(
        objectIdentifier(`1.3.6.1.${index}`),
        sequence(sequence(
          objectIdentifier("1.3.6.1.5.5.7.2.2"),
          sequence(element(0x0c, utf8.encode("n".repeat(180)))),
        )),
      )),
  )],
  "reasons of distribution points": (room) => [extension(
    EXTENSION.cRLDistributionPoints,
    many(room, () => sequence(element(primitive(1), Uint8Array.of(0, 0xff)))),
  )],
  "relative names of distribution points": (room) => [extension(
    EXTENSION.cRLDistributionPoints,
    many(room, (index) =>
      sequence(element(
        constructed(0),
        element(constructed(1), relativeName(`x${index}`).slice(2)),
      ))),
  )],
  // Of a CRL. In a certificate it is unknown.
  "an issuing point": (room) => [extension(
    "2.5.29.28",
    sequence(element(
      constructed(0),
      element(
        constructed(1),
        relativeName(...pieces(room, (index) => `x${index}`.padEnd(14))).slice(4),
      ),
    )),
    true,
  )],
  "statements of qualified certificates": (room) => [extension(
    "1.3.6.1.5.5.7.1.3",
    many(room, (index) => sequence(objectIdentifier(`0.4.0.1862.1.${index % 9}`))),
  )],
  "address blocks": (room) => [extension(
    "1.3.6.1.5.5.7.1.7",
    many(
      room,
      (index) =>
        sequence(octets(Uint8Array.of(0, 1)), sequence(element(TAG.BIT_STRING, noise(4, index)))),
    ),
  )],
};

/** Sequences inside one another, deeper than any reader goes. */
export function nested(room: number): Bytes {
  let inner: Bytes = NULL;
  for (let depth = 0; depth < Math.min(4_000, room / 8); depth++) inner = sequence(inner);
  return inner;
}

/** Lists of extensions, by what is in them. */
export const EXTENSIONS: Readonly<Record<string, Maker>> = { ...DECODED, ...NAMES, ...FORMS };
