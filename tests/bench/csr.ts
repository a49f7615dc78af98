/** Reading certification requests, with and without verifying, compared with three libraries. */
import "reflect-metadata";
import { Pkcs10CertificateRequest, SubjectAlternativeNameExtension } from "@peculiar/x509";
import forge from "node-forge";
import { CertificationRequest } from "pkijs";
import { createContext } from "../../core/kernel/context.ts";
import { decode } from "../../core/csr/decode.ts";
import { readCertificationRequest } from "../../core/x509/objects/certification-request.ts";
import { Der } from "../../core/x509/asn1/der.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import type { Bench, Section } from "./harness.ts";

const text = csrFixture("rsa2048-sha256");
const names = csrFixture("san-2000");

/** All fields of the request, from the PEM text on. */
function read(pem: string) {
  const { budget } = createContext();
  return readCertificationRequest(new Der(readPem(pem)[0].bytes!, budget));
}

// The libraries decode lazily or leave names undecoded, so read each field that a page would show.
function readPeculiar(pem: string) {
  const request = new Pkcs10CertificateRequest(pem);
  const names = request.extensions
    .find((extension) => extension instanceof SubjectAlternativeNameExtension)?.names.toJSON();
  return [request.subject, request.publicKey.algorithm, request.signatureAlgorithm, names];
}

function readPkijs(pem: string) {
  const bytes = Uint8Array.fromBase64(pem.replaceAll(/-----[A-Z ]+-----/g, ""));
  const request = CertificationRequest.fromBER(bytes);
  return request.subject.typesAndValues.map(({ value }) => value.valueBlock.value);
}

const benches: Bench[] = [
  {
    name: "Read a CSR (RSA-2048, five attributes)",
    ours: { name: "ours", run: () => read(text) },
    peers: [
      {
        name: "node-forge",
        run: () => forge.pki.certificationRequestFromPem(text).subject.attributes,
      },
      { name: "pkijs", run: () => readPkijs(text) },
      { name: "@peculiar/x509", run: () => readPeculiar(text) },
    ],
  },
  {
    name: "Read a CSR with 2,000 subject alternative names (P-256)",
    ours: { name: "ours", run: () => read(names) },
    peers: [
      // node-forge reads no EC keys.
      { name: "pkijs (names undecoded)", run: () => readPkijs(names) },
      { name: "@peculiar/x509", run: () => readPeculiar(names) },
    ],
  },
  {
    name: "Decode a CSR whole and verify its signature (RSA-2048, SHA-256)",
    ours: { name: "ours (csr/decode)", run: () => decode({ csr: text }, createContext()) },
    peers: [
      {
        name: "node-forge",
        run: () => forge.pki.certificationRequestFromPem(text).verify(),
      },
      {
        name: "pkijs",
        run: () =>
          CertificationRequest.fromBER(
            Uint8Array.fromBase64(text.replaceAll(/-----[A-Z ]+-----/g, "")),
          ).verify(),
      },
      { name: "@peculiar/x509", run: () => new Pkcs10CertificateRequest(text).verify() },
    ],
  },
];

export const section: Section = { title: "Certification requests", benches };
