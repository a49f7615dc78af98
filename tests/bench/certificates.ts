/**
 * Reading certificates: every field of the specification's certificate info with the SHA-256
 * fingerprint, from DER to plain values, compared with five other readers. Each reads the same
 * fields if it offers them. "The whole answer" contains more than any of them offers: every
 * extension decoded and in hex, the SHA-1 fingerprint and the findings.
 */
import "reflect-metadata";
import { X509Certificate } from "node:crypto";
import {
  ExtendedKeyUsageExtension,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509Certificate as PeculiarCertificate,
} from "@peculiar/x509";
import { X509 } from "jsrsasign";
import forge from "node-forge";
import { Certificate as PkijsCertificate, Extension } from "pkijs";
import { Budget } from "../../core/kernel/context.ts";
import {
  certificateInfo,
  loadFingerprintDigests,
} from "../../core/x509/objects/certificate-info.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { EXTENSION } from "../../core/x509/objects/extensions/identifiers.ts";
import { toColonHex } from "../../core/x509/asn1/hex.ts";
import { formatTime } from "../../core/x509/asn1/time.ts";
import { certificateBytes } from "../fixtures/certificates/index.ts";
import type { Bench, Section } from "./harness.ts";
import { fieldsOf, fieldsWithoutKey } from "./node-fields.mjs";
import { node } from "./node-peer.ts";
import { opensslReads } from "./openssl-peer.ts";

const digests = await loadFingerprintDigests();
const now = Date.now();
const rsa = certificateBytes("rsa-leaf");
const ec = certificateBytes("ec-leaf");
const many = certificateBytes("san-10000");

function readFields(der: Uint8Array<ArrayBuffer>) {
  const certificate = readCertificate(der, new Budget());
  const { notAfter } = certificate;
  return [
    certificate.subject,
    certificate.issuer,
    formatTime(certificate.notBefore),
    formatTime(notAfter),
    now > notAfter,
    Math.floor((notAfter - now) / 86_400_000),
    certificate.serialNumber,
    certificate.signature.scheme.name,
    certificate.publicKey.key,
    toColonHex(digests.sha256(certificate.bytes)),
    certificate.extension(EXTENSION.subjectAltName)?.value,
    certificate.extension(EXTENSION.keyUsage)?.value,
  ];
}

const readWhole = (der: Uint8Array<ArrayBuffer>) =>
  certificateInfo(readCertificate(der, new Budget()), now, digests);

// The same fields through the API of each peer.

const readNode = (der: Uint8Array) => fieldsOf(new X509Certificate(der));
const readNodeWithoutKey = (der: Uint8Array) => fieldsWithoutKey(new X509Certificate(der));

const binary = (der: Uint8Array) => Array.from(der, (octet) => String.fromCharCode(octet)).join("");
const rsaBinary = binary(rsa);

function readForge(der: string) {
  const certificate = forge.pki.certificateFromAsn1(forge.asn1.fromDer(der));
  const sha256 = forge.md.sha256.create().update(der).digest().toHex();
  return [certificate.subject.attributes, certificate.issuer.attributes, sha256];
}

function readJsrsasign(hex: string) {
  const certificate = new X509();
  certificate.readCertHex(hex);
  return [
    certificate.getSubject(),
    certificate.getIssuer(),
    certificate.getNotBefore(),
    certificate.getNotAfter(),
    certificate.getSerialNumberHex(),
    certificate.getSignatureAlgorithmName(),
    certificate.getPublicKeyHex(),
    certificate.getExtSubjectAltName2(),
    certificate.getExtKeyUsageString(),
  ];
}

const sha256 = (der: Uint8Array) => digests.sha256(der);

function readPkijs(der: Uint8Array<ArrayBuffer>) {
  const certificate = PkijsCertificate.fromBER(der);
  return [
    certificate.subject.typesAndValues.map(({ value }) => value.valueBlock.value),
    certificate.issuer.typesAndValues.map(({ value }) => value.valueBlock.value),
    certificate.notBefore.value,
    certificate.notAfter.value,
    certificate.extensions?.map((extension: Extension) => extension.parsedValue),
    sha256(der),
  ];
}

function readPeculiar(der: Uint8Array<ArrayBuffer>) {
  const certificate = new PeculiarCertificate(der);
  return [
    certificate.subject,
    certificate.issuer,
    certificate.notBefore,
    certificate.notAfter,
    certificate.serialNumber,
    certificate.signatureAlgorithm,
    certificate.publicKey.algorithm,
    certificate.getExtension(SubjectAlternativeNameExtension)?.names.toJSON(),
    certificate.getExtension(KeyUsagesExtension)?.usages,
    certificate.getExtension(ExtendedKeyUsageExtension)?.usages,
    sha256(der),
  ];
}

const ours = (der: Uint8Array<ArrayBuffer>) => ({ name: "ours", run: () => readFields(der) });
const whole = (der: Uint8Array<ArrayBuffer>) => ({
  name: "ours, the whole answer",
  run: () => readWhole(der),
});

const benches: Bench[] = [
  {
    name: "Read a certificate (RSA-2048, ten extensions), SHA-256 fingerprint included",
    ours: ours(rsa),
    peers: [
      whole(rsa),
      ...opensslReads(rsa),
      ...node("read", [rsa]),
      { name: "Deno's node:crypto", run: () => readNode(rsa) },
      { name: "Deno's node:crypto, without its key", run: () => readNodeWithoutKey(rsa) },
      { name: "node-forge", run: () => readForge(rsaBinary) },
      { name: "jsrsasign (no digest)", run: () => readJsrsasign(rsa.toHex()) },
      { name: "pkijs", run: () => readPkijs(rsa) },
      { name: "@peculiar/x509", run: () => readPeculiar(rsa) },
    ],
  },
  {
    name: "Read a certificate (P-256, ten extensions), SHA-256 fingerprint included",
    ours: ours(ec),
    peers: [
      whole(ec),
      ...opensslReads(ec),
      ...node("read", [ec]),
      { name: "Deno's node:crypto", run: () => readNode(ec) },
      { name: "Deno's node:crypto, without its key", run: () => readNodeWithoutKey(ec) },
      // node-forge reads no EC keys.
      { name: "jsrsasign (no digest)", run: () => readJsrsasign(ec.toHex()) },
      { name: "pkijs", run: () => readPkijs(ec) },
      { name: "@peculiar/x509", run: () => readPeculiar(ec) },
    ],
  },
  {
    name: "Read a certificate with 10,000 names",
    ours: ours(many),
    peers: [
      whole(many),
      ...opensslReads(many),
      ...node("read", [many], 5),
      { name: "Deno's node:crypto", run: () => readNode(many) },
      { name: "jsrsasign (no digest)", run: () => readJsrsasign(many.toHex()) },
    ],
  },
];

export const section: Section = {
  title: "Certificates",
  benches,
  remarks: () => [
    "Only ours gives the whole answer: all extensions decoded and in hex, the findings, two " +
    "fingerprints. More than a third of its time goes into these two digests.",
  ],
};
