/** Hostile certificates, chains and requests. */
import { concatenate } from "../../../core/kernel/octets.ts";
import { constructed, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import * as der from "../../support/hostile-der.ts";
import { POINT_256 } from "../../support/hostile-bodies.ts";
import { type Content, contentsOf, joined, objectsOf, pieces } from "./content.ts";
import { EXTENSIONS, nested } from "./extensions.ts";
import { validChains, validRequests } from "./valid.ts";

const SPKI = der.ecKey(der.P256, POINT_256);
const utf8 = new TextEncoder();

const certificate = (parts: Partial<der.CertificateParts>): der.Bytes =>
  der.certificate({ subject: "a.example", issuer: "a.example", spki: SPKI, ...parts });
const small = (index: number): der.Bytes => certificate({ serial: index + 1 });
const authority = (subject: string, issuer: string, serial: number): der.Bytes =>
  certificate({ subject, issuer, serial, extensions: [der.authority()] });
const inPem = (one: (index: number) => der.Bytes) => (octets: number): string =>
  joined(octets, (index) => der.pem("CERTIFICATE", one(index)));

/** Names, with nothing else that is long. The name occurs twice: as subject and as issuer. */
const NAMES: Readonly<Record<string, (room: number) => der.Bytes>> = {
  "one long common name": (room) => der.commonName("x".repeat(room / 2)),
  "one long common name of wide characters": (room) => der.commonName("\u4e2d".repeat(room / 6)),
  "a name of many parts": (room) =>
    der.sequence(concatenate(pieces(room / 2, (index) => der.relativeName(`x${index}`)))),
  "a name of one part with many values": (room) =>
    der.sequence(
      der.relativeName(...Array.from({ length: room / 30 }, (_, index) => `x${index}`)),
    ),
  "a name of empty parts": (room) =>
    der.sequence(concatenate(pieces(room / 2, () => element(TAG.SET)))),
  "a name of an invalid text": (room) =>
    der.sequence(element(
      TAG.SET,
      der.sequence(objectIdentifier("2.5.4.3"), element(0x0c, der.noise(room / 2, 1))),
    )),
};

/** Keys that are long or do not exist. */
const KEYS: Readonly<Record<string, (room: number) => der.Bytes>> = {
  "a modulus as long as fits": (room) => der.rsaKey((room - 400) * 8, 1),
  "an exponent as long as fits": (room) => der.rsaKey(2048, 1, der.oddNumber((room - 800) * 8, 2)),
  "a key of 65 kbit": (room) => der.rsaKey(Math.min(65_536, room * 4), 1),
  "long parameters of RSASSA-PSS": (room) =>
    der.rsaKeyOf(
      der.algorithm(
        "1.2.840.113549.1.1.10",
        der.sequence(
          element(constructed(0), der.algorithm("2.16.840.1.101.3.4.2.1")),
          element(
            constructed(2),
            element(TAG.INTEGER, der.noise(Math.max(room - 1_200, 8), 1).with(0, 1)),
          ),
        ),
      ),
      2048,
      1,
    ),
  "an unknown algorithm": (room) => der.octetKey("1.2.3.4", der.noise(room - 400, 1)),
  "a point on no curve": (room) => der.ecKey(der.P256, der.noise(room - 400, 1).with(0, 4)),
  "explicit parameters of a curve": (room) =>
    der.sequence(
      der.algorithm("1.2.840.10045.2.1", der.sequence(integer(1), element(TAG.NULL), nested(room))),
      der.bits(POINT_256),
    ),
};

const CERTIFICATES: readonly Content[] = objectsOf("certificate", "CERTIFICATE", {
  ...Object.fromEntries(
    Object.entries(NAMES).map(([name, make]) => [
      `a certificate with ${name}`,
      (room: number) => certificate({ subject: make(room - 300), issuer: make(room - 300) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(KEYS).map(([name, make]) => [
      `a certificate with ${name}`,
      (room: number) => certificate({ spki: make(room) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(EXTENSIONS).map(([name, make]) => [
      `a certificate with ${name}`,
      (room: number) => certificate({ extensions: make(room - 400) }),
    ]),
  ),
  "an authority with name constraints and names": (room) =>
    certificate({
      extensions: [
        der.authority(),
        der.nameConstraints(
          pieces(room / 3, (index) => der.generalName.dns(`a${index}.example`)),
        ),
        der.alternativeNames(
          pieces(room / 3, (index) => der.generalName.dns(`b${index}.example`)),
        ),
      ],
    }),
  "a certificate with a signature as long as fits": (room) =>
    certificate({ signature: der.noise(room - 400, 1) }),
});

/** Many certificates. */
const CHAINS: readonly Content[] = contentsOf("certificate", {
  "certificates that signed themselves": inPem(small),
  "a mesh of 20 authorities": inPem((index) =>
    authority(`ca${index % 20}`, `ca${(index * 7 + 3) % 20}`, index + 1)
  ),
  "a ladder of authorities": inPem((index) => authority(`ca${index}`, `ca${index + 1}`, index + 1)),
  "a ring of authorities": inPem((index) =>
    authority(`ca${index % 500}`, `ca${(index + 1) % 500}`, index + 1)
  ),
  "a mesh below one leaf": inPem((index) =>
    index === 0
      ? certificate({ subject: "leaf", issuer: "ca0" })
      : authority(`ca${(index - 1) % 8}`, `ca${index % 8}`, index + 1)
  ),
  "authorities of one name with policies": inPem((index) =>
    certificate({
      subject: "one",
      issuer: "one",
      serial: index + 1,
      extensions: [der.authority(), ...EXTENSIONS["a long certificatePolicies"](400)],
    })
  ),
  "authorities of one name with mappings": inPem((index) =>
    certificate({
      subject: "one",
      issuer: "one",
      serial: index + 1,
      extensions: [
        der.authority(),
        ...EXTENSIONS["a long certificatePolicies"](1500),
        ...EXTENSIONS["a long policyMappings"](1500),
      ],
    })
  ),
  "hosts with one key": inPem((index) => certificate({ subject: `h${index}`, serial: index + 1 })),
  "20 certificates of long names": (octets) =>
    Array.from({ length: 20 }, (_, index) =>
      der.pem(
        "CERTIFICATE",
        certificate({
          subject: `h${index}${"x".repeat(octets / 60)}`,
          issuer: `h${index}${"x".repeat(octets / 60)}`,
        }),
      )).join(""),
  "one certificate many times": inPem(() => small(0)),
  "certificates with text between them": (octets) =>
    joined(octets, (index) => `subject=/CN=a${index}\n${der.pem("CERTIFICATE", small(index))}`),
  "certificates under a wrong label": (octets) =>
    joined(octets, (index) => der.pem("PRIVATE KEY", small(index))),
  "certificates in base64 only": (octets) =>
    joined(octets, (index) => `${small(index).toBase64()}\n\n`),
  "certificates that end early": (octets) =>
    joined(octets, (index) => der.pem("CERTIFICATE", small(index).slice(0, -20))),
});

const attribute = (oid: string, ...values: der.Bytes[]): der.Bytes =>
  der.sequence(objectIdentifier(oid), element(TAG.SET, concatenate(values)));
const withAttributes = (make: (room: number) => der.Bytes[]) => (room: number) =>
  der.requestWith("a.example", SPKI, make(room - 300));

const REQUESTS: readonly Content[] = objectsOf("request", "CERTIFICATE REQUEST", {
  "a request of many attributes": withAttributes((room) =>
    pieces(room, (index) => attribute(`1.2.3.${index}`, element(TAG.NULL)))
  ),
  "a request of one attribute many times": withAttributes((room) =>
    pieces(room, () => attribute("1.2.840.113549.1.9.7", element(0x0c, utf8.encode("x"))))
  ),
  "a request of one attribute with many values": withAttributes((room) => [
    attribute(
      "1.2.840.113549.1.9.7",
      ...pieces(Math.min(room, 200_000), (index) => element(0x0c, utf8.encode(`x${index % 10}`))),
    ),
  ]),
  "a request that asks for extensions many times": withAttributes((room) => [
    attribute(
      "1.2.840.113549.1.9.14",
      ...pieces(
        room,
        (index) => der.sequence(der.alternativeNames([der.generalName.dns(`a${index}.example`)])),
      ),
    ),
  ]),
  "a request of many lists of extensions": withAttributes((room) =>
    pieces(
      room,
      (index) =>
        der.requestedExtensions([der.alternativeNames([der.generalName.dns(`a${index}.example`)])]),
    )
  ),
  ...Object.fromEntries(
    Object.entries(EXTENSIONS).map(([name, make]) => [
      `a request with ${name}`,
      (room: number) => der.request("a.example", SPKI, make(room - 400)),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(NAMES).map(([name, make]) => [
      `a request with ${name}`,
      (room: number) => der.request(make(room - 300), SPKI, []),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(KEYS).map(([name, make]) => [
      `a request with ${name}`,
      (room: number) => der.request("a.example", make(room), []),
    ]),
  ),
});

const MANY_REQUESTS = contentsOf("request", {
  "requests as often as they fit": (octets) =>
    joined(octets, (index) => der.pem("CERTIFICATE REQUEST", der.request(`a${index}`, SPKI, []))),
});

export const certificateContents: readonly Content[] = [
  ...CERTIFICATES,
  ...CHAINS,
  ...validChains,
  ...REQUESTS,
  ...validRequests,
  ...MANY_REQUESTS,
];
