/** Requests and certificates are written as @peculiar's ASN.1 schemas write the same values. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { CertificationRequest } from "@peculiar/asn1-csr";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  NameConstraints,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  Time,
} from "@peculiar/asn1-x509";
import { readAlternativeName } from "../../../core/names/alternative-name.ts";
import { objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import { writeUnsigned } from "../../../core/x509/issuing/certificate.ts";
import * as made from "../../../core/x509/issuing/extensions.ts";
import { writeName } from "../../../core/x509/issuing/names.ts";
import { writeRequest } from "../../../core/x509/issuing/request.ts";
import { makeKeyPair, signerWith } from "../../../core/x509/issuing/signing.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const serialized = (value: unknown): Bytes => new Uint8Array(AsnConvert.serialize(value));
const ofLibrary = (oid: string, critical: boolean, value: unknown): Bytes =>
  serialized(
    new Extension({
      extnID: oid,
      critical,
      extnValue: new OctetString(AsnConvert.serialize(value)),
    }),
  );

const NAMES = ["a.test", "*.b.test", "192.0.2.1", "2001:db8::7", "jo@a.test"]
  .map((text) => readAlternativeName(text)!);
const LIBRARY_NAMES = [
  new GeneralName({ dNSName: "a.test" }),
  new GeneralName({ dNSName: "*.b.test" }),
  new GeneralName({ iPAddress: "192.0.2.1" }),
  new GeneralName({ iPAddress: "2001:db8::7" }),
  new GeneralName({ rfc822Name: "jo@a.test" }),
];
const IDENTIFIER = Uint8Array.from({ length: 20 }, (_, index) => 255 - index);
const SUBJECT = {
  country: "NO",
  state: "Møre og Romsdal",
  city: "Ålesund",
  organization: "Fisk & Sønner",
  organizationUnit: "IT",
  commonName: "a.test",
  email: "jo@a.test",
};

const KEY_TYPES = [
  [{ type: "RSA", bits: 2048 }, "SHA-384"],
  [{ type: "ECC", curve: "P-256" }, "SHA-256"],
  [{ type: "Ed25519" }, "SHA-256"],
] as const;

describe("what is written by issuing", () => {
  it("has each extension as the library writes it", () => {
    const { digitalSignature, keyEncipherment, keyCertSign, cRLSign } = KeyUsageFlags;
    const subtree = (base: GeneralName) => new GeneralSubtree({ base });
    for (
      const [ours, oid, critical, value] of [
        [
          made.keyUsage(["digitalSignature", "keyEncipherment"]),
          ...["2.5.29.15", true, new KeyUsage(digitalSignature | keyEncipherment)],
        ],
        [
          made.keyUsage(["keyCertSign", "cRLSign"]),
          ...["2.5.29.15", true, new KeyUsage(keyCertSign | cRLSign)],
        ],
        [made.keyUsage(["keyCertSign"]), "2.5.29.15", true, new KeyUsage(keyCertSign)],
        [
          made.extendedKeyUsage("clientAuth"),
          ...["2.5.29.37", false, new ExtendedKeyUsage(["1.3.6.1.5.5.7.3.2"])],
        ],
        [
          made.subjectAltName(NAMES, { critical: true }),
          ...["2.5.29.17", true, new SubjectAlternativeName(LIBRARY_NAMES)],
        ],
        [
          made.basicConstraints({ ca: true, pathLength: 200 }),
          ...["2.5.29.19", true, new BasicConstraints({ cA: true, pathLenConstraint: 200 })],
        ],
        [
          made.basicConstraints({ ca: false, pathLength: null }),
          ...["2.5.29.19", true, new BasicConstraints()],
        ],
        [
          made.subjectKeyIdentifier(IDENTIFIER),
          ...["2.5.29.14", false, new SubjectKeyIdentifier(IDENTIFIER)],
        ],
        [
          made.authorityKeyIdentifier(IDENTIFIER),
          "2.5.29.35",
          false,
          new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(IDENTIFIER) }),
        ],
        [
          made.nameConstraints(
            [{ type: "DNS", value: "a.test" }, { type: "IP", value: "192.0.2.1/32" }],
            [{ type: "IP", value: "::/0" }, { type: "IP", value: "2001:db8::/33" }],
          ),
          "2.5.29.30",
          true,
          new NameConstraints({
            permittedSubtrees: new GeneralSubtrees([
              subtree(new GeneralName({ dNSName: "a.test" })),
              subtree(new GeneralName({ iPAddress: "192.0.2.1/32" })),
            ]),
            excludedSubtrees: new GeneralSubtrees([
              subtree(new GeneralName({ iPAddress: "::/0" })),
              subtree(new GeneralName({ iPAddress: "2001:db8::/33" })),
            ]),
          }),
        ],
      ] as [Bytes, string, boolean, unknown][]
    ) assert.deepEqual(ours, ofLibrary(oid, critical, value), oid);
  });

  for (const [key, digest] of KEY_TYPES) {
    it(`is read and written again by the library without a change: ${key.type}`, async () => {
      const { privateKey, spki } = await makeKeyPair(key, digest);
      const signer = signerWith(privateKey, key.type, digest);
      const extensions = [
        made.subjectAltName(NAMES, { critical: false }),
        made.keyUsage(["digitalSignature"]),
      ];
      const request = await writeRequest({ subject: SUBJECT, publicKey: spki, extensions }, signer);
      const read = AsnConvert.parse(request, CertificationRequest);
      assert.deepEqual(serialized(read), request);
      const [attribute] = read.certificationRequestInfo.attributes;
      assert.equal(AsnConvert.parse(attribute.values[0], Extensions).length, 2);

      const certificate = writeUnsigned({
        serialNumber: Uint8Array.of(0, 200),
        issuer: writeName({ commonName: "A CA" }),
        subject: writeName(SUBJECT),
        notBefore: Date.UTC(2049, 11, 31, 23, 59, 59),
        notAfter: Date.UTC(2050, 0, 1),
        publicKey: spki,
        extensions,
      }, signer);
      const again = AsnConvert.parse(certificate, Certificate);
      assert.deepEqual(serialized(again), certificate);
      const { notBefore, notAfter } = again.tbsCertificate.validity;
      assert.deepEqual(serialized(notBefore), serialized(new Time(notBefore.getTime())));
      assert.deepEqual(serialized(notAfter), serialized(new Time(notAfter.getTime())));
    });
  }

  it("has the parameters NULL with RSA and none with ECDSA", async () => {
    for (
      const [type, key, parameters] of [
        ["1.2.840.113549.1.1.11", { type: "RSA", bits: 2048 }, null],
        ["1.2.840.10045.4.3.2", { type: "ECC", curve: "P-256" }, undefined],
      ] as const
    ) {
      const { privateKey } = await makeKeyPair(key, "SHA-256");
      const { algorithm } = signerWith(privateKey, key.type, "SHA-256");
      assert.deepEqual(
        algorithm,
        serialized(new AlgorithmIdentifier({ algorithm: type, parameters })),
      );
      assert.deepEqual(algorithm.subarray(2, 2 + algorithm[3] + 2), objectIdentifier(type));
    }
  });
});
