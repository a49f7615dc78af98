/** Hostile CRLs, OCSP responses, timestamps and signed messages. */
import { concatenate } from "../../../core/kernel/octets.ts";
import { constructed, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import * as cms from "../../support/cms-maker.ts";
import * as der from "../../support/hostile-der.ts";
import { POINT_256 } from "../../support/hostile-bodies.ts";
import {
  type Content,
  contentsOf,
  derRoom,
  joined,
  objectsOf,
  pieces,
  repeated,
} from "./content.ts";

const utf8 = new TextEncoder();
const ECDSA = der.algorithm(der.SIGNED.EC.oid);
const SIGNATURE = der.bits(der.ecdsaSignature(Uint8Array.of(1), Uint8Array.of(1)));
const time = (text: string) => element(0x17, utf8.encode(text));
const NOW = time("260101000000Z");
const SPKI = der.ecKey(der.P256, POINT_256);
const certificate = (serial: number): der.Bytes =>
  der.certificate({ subject: "a.example", issuer: "a.example", spki: SPKI, serial });

const crl = (entries: readonly der.Bytes[], extensions: readonly der.Bytes[] = []): der.Bytes =>
  der.certificateList("a.example", entries, extensions);
export const entry = (index: number, ...extensions: der.Bytes[]): der.Bytes =>
  der.sequence(
    integer(index + 1),
    NOW,
    ...extensions.length > 0 ? [der.sequence(concatenate(extensions))] : [],
  );
const reason = der.extension("2.5.29.21", element(TAG.ENUMERATED, Uint8Array.of(1)));
const issuer = (index: number): der.Bytes =>
  der.extension(
    "2.5.29.29",
    der.sequence(element(constructed(4), der.commonName(`a${index}`))),
    true,
  );

const ocsp = (
  responses: readonly der.Bytes[],
  certificates: readonly der.Bytes[] = [],
): der.Bytes =>
  der.sequence(
    element(TAG.ENUMERATED, Uint8Array.of(0)),
    element(
      constructed(0),
      der.sequence(
        objectIdentifier("1.3.6.1.5.5.7.48.1.1"),
        der.octets(der.sequence(
          der.sequence(
            element(constructed(1), der.commonName("a.example")),
            element(0x18, utf8.encode("20260101000000Z")),
            der.sequence(concatenate(responses)),
          ),
          ECDSA,
          SIGNATURE,
          ...certificates.length > 0
            ? [element(constructed(0), der.sequence(concatenate(certificates)))]
            : [],
        )),
      ),
    ),
  );
const certId = (index: number): der.Bytes =>
  der.sequence(
    der.algorithm("1.3.14.3.2.26", element(TAG.NULL)),
    der.octets(der.noise(20, 1)),
    der.octets(der.noise(20, 2)),
    integer(index + 1),
  );
const single = (index: number): der.Bytes =>
  der.sequence(certId(index), element(0x80), element(0x18, utf8.encode("20260101000000Z")));

const LISTS: readonly Content[] = [
  ...objectsOf("crl", "X509 CRL", {
    "a CRL of many entries": (room) => crl(pieces(room - 300, (index) => entry(index))),
    "a CRL of one entry many times": (room) => crl(pieces(room - 300, () => entry(1))),
    "a CRL of entries with reasons": (room) =>
      crl(pieces(room - 300, (index) => entry(index, reason))),
    "a CRL of entries of other issuers": (room) =>
      crl(pieces(room - 300, (index) => entry(index, issuer(index)))),
    "a CRL of entries with unknown extensions": (room) =>
      crl(
        pieces(room - 300, (index) =>
          entry(index, der.extension(`1.2.3.${index % 9}`, element(TAG.NULL), true))),
      ),
    "a CRL of long serial numbers": (room) =>
      crl(
        pieces(room - 300, (index) =>
          der.sequence(element(TAG.INTEGER, der.noise(4_000, index).with(0, 1)), NOW)),
      ),
    "a CRL of many extensions": (room) =>
      crl(
        [entry(1)],
        pieces(room - 300, (index) => der.extension(`1.2.3.${index}`, element(TAG.NULL))),
      ),
    "a CRL of many distribution points": (room) =>
      crl([entry(1)], [der.extension(
        "2.5.29.28",
        der.sequence(element(
          constructed(0),
          element(
            constructed(0),
            concatenate(
              pieces(
                room - 300,
                (index) => element(0x86, utf8.encode(`http://a.example/${index}`)),
              ),
            ),
          ),
        )),
        true,
      )]),
  }),
  ...contentsOf("crl", {
    "many CRLs": (octets) => joined(octets, (index) => der.pem("X509 CRL", crl([entry(index)]))),
  }),
  ...objectsOf("text", "OCSP RESPONSE", {
    "an OCSP response about many certificates": (room) => ocsp(pieces(room - 300, single)),
    "an OCSP response with many certificates": (room) =>
      ocsp([single(1)], pieces(room - 400, (index) => certificate(index + 1))),
  }),
  ...objectsOf("text", "OCSP REQUEST", {
    "an OCSP request for many certificates": (room) =>
      der.sequence(der.sequence(der.sequence(
        concatenate(pieces(room - 100, (index) => der.sequence(certId(index)))),
      ))),
  }),
];

const SIGNER = certificate(1);
const DIGESTS = ["1", "2", "3", "8", "10"].map((last) => `2.16.840.1.101.3.4.2.${last}`);
const signerInfo = (
  index: number,
  attributes: readonly der.Bytes[] = [],
  unsigned: readonly der.Bytes[] = [],
): der.Bytes =>
  der.sequence(
    integer(1),
    cms.issuerAndSerial(SIGNER),
    der.algorithm(DIGESTS[index % DIGESTS.length]),
    ...attributes.length > 0 ? [element(constructed(0), concatenate(attributes))] : [],
    ECDSA,
    der.octets(der.ecdsaSignature(Uint8Array.of(1), Uint8Array.of(index & 0x7f || 1))),
    ...unsigned.length > 0 ? [element(constructed(1), concatenate(unsigned))] : [],
  );
const usual = (index: number): der.Bytes[] => [
  cms.attribute(cms.OID.contentType, objectIdentifier(cms.OID.data)),
  cms.attribute(cms.OID.messageDigest, der.octets(der.noise(32, index))),
];
const message = (signers: readonly der.Bytes[], content: der.Bytes | null): der.Bytes =>
  cms.signedData({ content, certificates: [SIGNER], signers: [...signers] });
const signers = (room: number, attributes: (index: number) => der.Bytes[]): der.Bytes[] =>
  pieces(room - 800, (index) => signerInfo(index, attributes(index)));
const enveloped = (room: number): der.Bytes =>
  der.sequence(
    objectIdentifier("1.2.840.113549.1.7.3"),
    element(
      constructed(0),
      der.sequence(
        integer(0),
        element(
          TAG.SET,
          concatenate(pieces(room - 200, (index) =>
            der.sequence(
              integer(0),
              der.sequence(der.commonName("a"), integer(index + 1)),
              der.algorithm("1.2.840.113549.1.1.1", element(TAG.NULL)),
              der.octets(der.noise(8, index)),
            ))),
        ),
        der.sequence(
          objectIdentifier(cms.OID.data),
          der.algorithm("2.16.840.1.101.3.4.1.42", der.octets(der.noise(16, 1))),
          element(0x80, der.noise(16, 2)),
        ),
      ),
    ),
  );

/** An indefinite length for each pair of octets. */
const indefinite = (room: number, identifier: number): der.Bytes => {
  const out = new Uint8Array(room - room % 2).fill(0x80);
  for (let at = 0; at < out.length; at += 2) out[at] = identifier;
  return out;
};
const SIGNED_DATA = objectIdentifier(cms.OID.signedData);
const CONTENT = concatenate([
  Uint8Array.fromHex("a0803080"),
  integer(1),
  element(TAG.SET),
  Uint8Array.fromHex("3080"),
  objectIdentifier(cms.OID.data),
  Uint8Array.fromHex("a080"),
]);

const SIGNED: readonly Content[] = [
  ...objectsOf("text", "CMS", {
    "a message of many signers": (room) => message(signers(room, () => []), utf8.encode("x")),
    "a message of many signers with attributes": (room) =>
      message(signers(room, usual), utf8.encode("x")),
    "a long message of 60 signers": (room) =>
      message(
        Array.from({ length: 60 }, (_, index) => signerInfo(index, usual(index))),
        der.noise(Math.max(room - 12_000, 1_000), 1),
      ),
    "a message of one signer with many attributes": (room) =>
      message(
        [signerInfo(1, [
          ...usual(1),
          ...pieces(room - 1_000, (index) => cms.attribute(`1.2.3.${index}`, element(TAG.NULL))),
        ])],
        utf8.encode("x"),
      ),
    "a message of many countersignatures": (room) =>
      message([signerInfo(1, usual(1)), ...signers(room, usual)], null),
    "a message for many recipients": enveloped,
    "a message in many indefinite lengths": (room) =>
      concatenate([Uint8Array.fromHex("3080"), SIGNED_DATA, indefinite(room, 0xa0)]),
    "a message whose content is in pieces of one octet": (room) =>
      concatenate([
        ...[Uint8Array.fromHex("3080"), SIGNED_DATA, CONTENT, Uint8Array.fromHex("2480")],
        ...pieces(room - 100, () => Uint8Array.of(4, 1, 0)),
        new Uint8Array(20),
      ]),
    "a message whose content is in pieces within pieces": (room) => {
      const depth = Math.min(room / 4, 100_000);
      return concatenate([
        ...[Uint8Array.fromHex("3080"), SIGNED_DATA, CONTENT, indefinite(2 * depth, 0x24)],
        new Uint8Array(2 * depth),
      ]);
    },
  }),
  ...contentsOf("text", {
    "a timestamp response of many certificates": (octets) =>
      der.sequence(
        der.sequence(integer(0)),
        message(signers(derRoom(octets), usual), utf8.encode("x")),
      ).toBase64(),
    "timestamps with long extensions": (octets) =>
      joined(octets, (index) =>
        cms.cmsPem(cms.signedData({
          type: cms.OID.timeStamp,
          content: der.sequence(
            integer(1),
            objectIdentifier("1.2.3.4"),
            der.sequence(der.algorithm(DIGESTS[0]), der.octets(der.noise(32, index))),
            integer(index + 1),
            element(0x18, utf8.encode("20260101000000Z")),
            element(constructed(1), der.noise(4_000, index)),
          ),
          certificates: [SIGNER],
          signers: [signerInfo(index, usual(index))],
        }))),
    "a message of many timestamps and countersignatures": (octets) =>
      cms.cmsPem(message(
        [signerInfo(
          1,
          usual(1),
          pieces(derRoom(octets) - 1_500, (index) =>
            cms.attribute(
              index % 2 === 0 ? cms.OID.countersignature : cms.OID.timeStampToken,
              index % 2 === 0
                ? signerInfo(index, usual(index))
                : message([signerInfo(index, usual(index))], utf8.encode("x")),
            )),
        )],
        utf8.encode("x"),
      )),
    "many OCSP responses": (octets) =>
      joined(
        octets,
        (index) =>
          der.pem(
            "OCSP RESPONSE",
            ocsp(pieces(Math.min(derRoom(octets), 40_000) - 300, (at) => single(at + index))),
          ),
      ),
    "many messages": (octets) =>
      joined(
        octets,
        (index) => cms.cmsPem(message([signerInfo(index, usual(index))], utf8.encode(`${index}`))),
      ),
    "a mail of nested multiparts": (octets) => {
      const type = (level: number) =>
        `Content-Type: multipart/signed; boundary=b${level}; protocol="application/pkcs7-signature"\n\n`;
      const levels = [0, 1, 2, 3, 4, 5];
      return "From: a@b.example\n" + levels.map((level) =>
        (level === 0 ? "" : `--b${level - 1}\n`) + type(level)
      ).join("") + repeated("x\n", octets - 2_000) +
        levels.toReversed().map((level) =>
          `\n--b${level}\nContent-Type: application/pkcs7-signature\n` +
          `Content-Transfer-Encoding: base64\n\nMAsGCSqGSIb3DQEHAg==\n--b${level}--\n`
        ).join("");
    },
    "a mail of many parts": (octets) =>
      "From: a@b.example\nContent-Type: multipart/mixed; boundary=b\n\n" +
      repeated(
        "--b\nContent-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n\n" +
          "MAsGCSqGSIb3DQEHAg==\n",
        octets - 100,
      ) + "--b--\n",
    "a signed mail of many lines": (octets) => mail("", repeated("a line\n", octets - 500)),
    "a signed mail of one long line": (octets) => mail("", "a".repeat(octets - 500)),
    "a signed mail of many addresses": (octets) =>
      mail(
        `From: ${
          joined(octets - 600, (index) => `a${index} <a@b${index}.example>, `)
        }z@z.example\n`,
      ),
    "a signed mail of comments in comments": (octets) =>
      mail(`From: ${"(".repeat(octets / 2 - 400)}x${")".repeat(octets / 2 - 400)} a@b.example\n`),
    "a signed mail of quotes": (octets) =>
      mail(`From: ${repeated('"\\"" ', octets - 600)}a@b.example\n`),
    "a signed mail of folded lines": (octets) =>
      mail(`From: a@b.example\nSubject: ${repeated("x\n ", octets - 600)}\n`),
    "a signed mail of many parameters": (octets) =>
      mail("", "x", joined(octets - 600, (index) => `; p${index}*0*=utf-8''x`)),
    "a signed mail of encoded words": (octets) =>
      mail(`From: ${repeated("=?utf-8?q?=41?= ", octets - 600)}a@b.example\n`),
    "a mail in quoted-printable": (octets) =>
      "From: a@b.example\nContent-Transfer-Encoding: quoted-printable\n\n" +
      repeated("=4D=\n", octets - 100),
    "boundaries only": (octets) =>
      "Content-Type: multipart/signed; boundary=b\n\n" + repeated("--b\n", octets - 60),
    "a JWS of many signatures": (octets) =>
      JSON.stringify({
        payload: "A".repeat(octets / 3),
        signatures: pieces(octets * 0.55, () => "x".repeat(80)).map(() => ({
          protected: "eyJhbGciOiJSUzI1NiJ9",
          signature: "AAAA",
        })),
      }),
    "a JWS of chains": (octets) =>
      JSON.stringify({
        payload: "AAAA",
        signatures: pieces(Math.min(octets, 120_000), () => "x".repeat(2_200)).map(() => ({
          protected: btoa(JSON.stringify({
            alg: "ES256",
            x5c: [1, 2, 3, 4].map((serial) => certificate(serial).toBase64()),
          })).replace(/=+$/, ""),
          signature: "A".repeat(86),
        })),
      }),
    "a JWS with a long payload": (octets) =>
      `eyJhbGciOiJSUzI1NiJ9.${"A".repeat(octets - 200)}.${"A".repeat(86)}`,
    "a JWS with a long header": (octets) =>
      `${
        btoa(JSON.stringify({ alg: "ES256", x: "y".repeat(octets * 0.7) })).replace(/=+$/, "")
      }.AAAA.${"A".repeat(86)}`,
    "many JWS": (octets) => repeated(`eyJhbGciOiJSUzI1NiJ9.AAAA.${"A".repeat(86)}\n`, octets),
    "dots": (octets) => repeated("eyJ.", octets),
    "a JWS of repeated members": (octets) =>
      `{${repeated('"payload":"AAAA",', octets - 100)}"signatures":[]}`,
  }),
];

/** A mail of multipart/signed with a further header and a body. */
function mail(header: string, body = "x\n", parameters = ""): string {
  return `${header || "From: a@b.example\n"}Content-Type: multipart/signed; boundary=b; ` +
    `protocol="application/pkcs7-signature"${parameters}\n\n--b\nContent-Type: text/plain\n\n` +
    `${body}\n--b\nContent-Type: application/pkcs7-signature\n` +
    `Content-Transfer-Encoding: base64\n\n${
      message([signerInfo(1, usual(1))], null).toBase64()
    }\n--b--\n`;
}

/** A request as Windows makes it to renew a certificate, in a message of PKCS#7 or CMC. */
const REQUEST = der.requestWith("a.example", SPKI, []);
const PKI_DATA = "1.3.6.1.5.5.7.12.2";
const wrapped = (
  certificates: readonly der.Bytes[],
  signers: readonly der.Bytes[],
  content = REQUEST,
  type: string = cms.OID.data,
): der.Bytes => cms.signedData({ content, type, certificates, signers });
const pkiData = (requests: readonly der.Bytes[], messages: readonly der.Bytes[]): der.Bytes =>
  der.sequence(
    der.sequence(),
    der.sequence(
      ...requests.map((request, index) => element(constructed(0), integer(index), request)),
    ),
    der.sequence(...messages.map((inner, index) => der.sequence(integer(index), inner))),
    der.sequence(),
  );

const WRAPPED: readonly Content[] = [
  ...objectsOf("request", "PKCS7", {
    "a request in a message of many certificates": (room) =>
      wrapped(pieces(room - 1_000, (index) => certificate(index + 1)), [signerInfo(1, usual(1))]),
    "a request in a message of one certificate many times": (room) =>
      wrapped(pieces(room - 1_000, () => SIGNER), [signerInfo(1, usual(1))]),
    "a request in a message of many signers": (room) =>
      wrapped([SIGNER], signers(room - 500, usual)),
    "a request of many attributes in a message": (room) =>
      wrapped(
        [SIGNER],
        [signerInfo(1, usual(1))],
        der.requestWith(
          "a.example",
          SPKI,
          pieces(room - 1_000, (index) => cms.attribute(`1.2.3.${index}`, element(TAG.NULL))),
        ),
      ),
    "many requests in CMC": (room) =>
      wrapped([SIGNER], [signerInfo(1)], pkiData(pieces(room - 800, () => REQUEST), []), PKI_DATA),
    "many messages in CMC": (room) =>
      wrapped(
        [SIGNER],
        [signerInfo(1)],
        pkiData([], pieces(room - 800, () => wrapped([], []))),
        PKI_DATA,
      ),
    "a request in messages inside one another": (room) => {
      let inner = REQUEST;
      while (inner.length < room - 200) inner = wrapped([], [], inner);
      return inner;
    },
  }),
  ...contentsOf("request", {
    "requests in messages as often as they fit": (octets) =>
      joined(
        octets,
        (index) => der.pem("PKCS7", wrapped([SIGNER], [signerInfo(index, usual(index))])),
      ),
  }),
];

export const listContents: readonly Content[] = [...LISTS, ...SIGNED, ...WRAPPED];
