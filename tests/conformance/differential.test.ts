/**
 * The sample corpus read by this project and by others, field by field: certificates by
 * Node's crypto and @peculiar/x509 (by openssl in certificates.test.ts), CSRs by openssl and
 * @peculiar/x509, private keys by openssl and Node's crypto. Each difference has its line in
 * differences.ts.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget, createContext } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { type Certificate } from "../../core/x509/objects/certificates.ts";
import {
  certificateInfo,
  loadFingerprintDigests,
} from "../../core/x509/objects/certificate-info.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readCertificationRequest } from "../../core/x509/objects/certification-request.ts";
import { Der, TAG } from "../../core/x509/asn1/der.ts";
import { EXTENSION } from "../../core/x509/objects/extensions/identifiers.ts";
import { toHex } from "../../core/x509/asn1/hex.ts";
import { kindOfBlock, type ObjectKind } from "../../core/x509/pem/identify.ts";
import { comparableKey, compareKeys } from "../../core/x509/keys/key-comparison.ts";
import { PURPOSES } from "../../core/x509/asn1/oids.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { type PrivateKey, readPrivateKeyText } from "../../core/x509/keys/private-keys.ts";
import { readPublicKey } from "../../core/x509/keys/public-keys.ts";
import { verifySignature } from "../../core/x509/signatures/verify.ts";
import type {
  CertificateInfo,
  DistinguishedName,
  Extensions,
  Finding,
  GeneralName,
  PublicKey,
} from "../../core/x509/shapes.ts";
import { latin1Sample, needsCorpus, type Sample, samples } from "../support/corpus.ts";
import { needs } from "../support/programs.ts";
import { Ledger } from "./ledger.ts";
import {
  askNode,
  type Fields,
  nodeCertificate,
  nodeKeyFields,
  opensslPublicKey,
  opensslRequest,
  peculiarCertificate,
  peculiarRequest,
} from "./other-readers.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Ours = { fields: Fields; findings: readonly Finding[] } | { refused: string };

const digests = await loadFingerprintDigests();

/** The DER of the first object of a kind in a sample's text; null without such an object. */
function derOf({ file }: Sample, kind: ObjectKind): Bytes | null {
  return readPem(latin1Sample(file)).find((block) => kindOfBlock(block) === kind)?.bytes ?? null;
}

const withDer = (kind: "cert" | "csr", wanted: ObjectKind) =>
  samples(kind).flatMap((sample) => {
    const bytes = derOf(sample, wanted);
    return bytes ? [{ file: sample.file, bytes }] : [];
  });

/** The marker of a refusal. Any other error is a fault. */
function attempt(read: () => Ours): Ours {
  try {
    return read();
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return { refused: thrown.message };
  }
}

const keyFields = ({ algorithm, bits, curve }: PublicKey): Fields => {
  const fields: Fields = { key: algorithm };
  if (bits !== null) fields.bits = bits;
  if (curve !== null) fields.curve = curve;
  return fields;
};

/** Values of an attribute in encoded order. */
const valuesOf = ({ attributes }: DistinguishedName, name: string) =>
  attributes.filter((attribute) => attribute.name === name).map(({ value }) => value);

const SHORT = {
  CN: "commonName",
  O: "organizationName",
  OU: "organizationalUnitName",
  L: "localityName",
  ST: "stateOrProvinceName",
  C: "countryName",
  emailAddress: "emailAddress",
} as const;

const fullName = (name: DistinguishedName) =>
  Object.entries(SHORT).map(([short, long]) => `${short}=${valuesOf(name, long).join(", ")}`)
    .join("; ");
const shortName = (name: DistinguishedName) =>
  (["CN", "O"] as const).map((short) => `${short}=${valuesOf(name, SHORT[short]).join(", ")}`)
    .join("; ");

const OIDS_OF_PURPOSES = new Map([...PURPOSES].map(([oid, name]) => [name, oid]));
const purposesOf = ({ extendedKeyUsage }: Extensions) =>
  extendedKeyUsage.map((purpose) => OIDS_OF_PURPOSES.get(purpose) ?? purpose).join(" ");

/**
 * As Node prints names: values with special characters in quotes, and characters beyond ASCII in an
 * IA5String escaped.
 */
function nodeNames(names: readonly GeneralName[]): string {
  return names.map(({ type, value }) => {
    const label = type === "IP" ? "IP Address" : type === "RegisteredID" ? "Registered ID" : type;
    const isPlain = !/[",\\']/.test(value) && (type === "DirName" || /^[\x20-\x7e]*$/.test(value));
    if (isPlain) {
      return `${label}:${type === "IP" && value.includes(":") ? longIpv6(value) : value}`;
    }
    const escaped = type === "DirName" ? /,/g : /[,\x7f-\uffff]/g;
    const quoted = JSON.stringify(value).replace(
      escaped,
      (character) => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0"),
    );
    return `${label}:${quoted}`;
  }).join(", ");
}

/** Eight groups without the "::", in upper case. */
function longIpv6(address: string): string {
  const [head, tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = tail ? Array(8 - head.length - tail.length).fill("0") : [];
  return [...head, ...zeros, ...(tail ?? [])].join(":").toUpperCase();
}

function ofNode(certificate: Certificate, info: CertificateInfo): Fields {
  const { extensions } = info;
  const { basicConstraints, keyUsage } = extensions;
  const hasUsage = certificate.extensions.some(({ oid }) => oid === EXTENSION.keyUsage);
  const hasNames = (certificate.extension(EXTENSION.subjectAltName)?.value ?? null) !== null;
  return {
    serial: info.serialNumber,
    sha256: info.fingerprints.sha256,
    sha1: info.fingerprints.sha1,
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
    purposes: purposesOf(extensions) || null,
    // As OpenSSL's X509_check_ca decides it: a key usage, if there is one, must include
    // keyCertSign.
    ca: (basicConstraints?.ca ?? false) && (!hasUsage || keyUsage.includes("keyCertSign")),
    subjectAltName: hasNames ? nodeNames(extensions.subjectAltName) : null,
    subject: fullName(info.subject),
    issuer: fullName(info.issuer),
    ...keyFields(info.publicKey),
  };
}

/** The extensions by @peculiar/x509. */
function extensionFields(extensions: Extensions, withLists: boolean): Fields {
  const value = (oid: string) => extensions.all.find((extension) => extension.oid === oid)?.value;
  const identifier = value(EXTENSION.authorityKeyIdentifier) as
    | { keyIdentifier: string | null }
    | null
    | undefined;
  const { basicConstraints: basic } = extensions;
  const fields: Fields = {
    extensions: extensions.all.map(({ oid, critical }) => `${oid}${critical ? "!" : ""}`).join(" "),
    keyUsage: extensions.keyUsage.join(" "),
    purposes: purposesOf(extensions),
    basicConstraints: basic && `${basic.ca} ${basic.pathLen}`,
    subjectKeyIdentifier: (value(EXTENSION.subjectKeyIdentifier) ?? null) as string | null,
    authorityKeyIdentifier: identifier?.keyIdentifier ?? null,
  };
  if (withLists) {
    fields.subjectAltName = extensions.subjectAltName.map(({ type, value }) =>
      ["DNS", "IP", "email", "URI", "RegisteredID"].includes(type)
        ? `${type}:${value}`
        : type === "DirName"
        ? "DirName:"
        : "otherName:"
    ).join(", ");
  }
  return fields;
}

function ofPeculiar(certificate: Certificate, info: CertificateInfo): Fields {
  return {
    serial: info.serialNumber,
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
    subject: shortName(info.subject),
    issuer: shortName(info.issuer),
    spki: toHex(certificate.spki),
    signatureBytes: toHex(certificate.signature.bytes),
    ...extensionFields(info.extensions, true),
  };
}

function readOurs(
  bytes: Bytes,
  fields: (certificate: Certificate, info: CertificateInfo) => Fields,
): Ours {
  return attempt(() => {
    const context = createContext();
    const certificate = readCertificate(bytes, context.budget);
    const info = certificateInfo(certificate, context.now, digests);
    return { fields: fields(certificate, info), findings: info.findings };
  });
}

const certificates = withDer("cert", "certificate");
const requests = withDer("csr", "request");
const keys = samples("key");

async function readRequest(bytes: Bytes): Promise<{ openssl: Ours; peculiar: Ours }> {
  const budget = new Budget();
  const der = new Der(bytes, budget);
  let request;
  try {
    request = readCertificationRequest(der);
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return { openssl: { refused: thrown.message }, peculiar: { refused: thrown.message } };
  }
  const { subject, publicKey, extensions, attributes, signature } = request;
  const { valid } = await verifySignature(request, publicKey, budget);
  const findings = der.findings.list();
  // null means that this tool cannot verify the signature, so there is nothing to compare.
  const verdict: Fields = valid === null ? {} : { signature: valid };
  return {
    openssl: {
      findings,
      fields: {
        subject: subject.raw,
        ...keyFields(publicKey.key),
        signatureAlgorithm: signature.scheme.name,
        challengePassword: attributes.some(({ name }) => name === "challengePassword"),
        ...verdict,
      },
    },
    peculiar: {
      findings,
      fields: {
        names: shortName(subject),
        spki: toHex(bytes.subarray(publicKey.start, publicKey.end)),
        signatureBytes: toHex(signature.bytes),
        attributes: attributes.length + (extensions.all.length > 0 ? 1 : 0),
        ...verdict,
        ...extensionFields(extensions, true),
      },
    },
  };
}

/** Whether a SubjectPublicKeyInfo of another reader is the key; null if unknown. */
function isSameKey(spki: Bytes, key: PrivateKey): boolean | null {
  const budget = new Budget();
  const der = new Der(spki, budget);
  der.expect(0, spki.length, TAG.SEQUENCE, "key");
  return compareKeys(comparableKey(readPublicKey(der), budget), key.publicKey).equal;
}

describe("conformance > differential", needsCorpus(), () => {
  it("certificates: node", needs("node"), async () => {
    const ledger = new Ledger("certificate", ["node"]);
    const answers = await askNode(
      certificates.map(({ file, bytes }) => ({
        kind: "certificate",
        file,
        data: bytes.toBase64(),
      })),
    );
    assert.equal(answers.size, certificates.length);
    for (const { file, bytes } of certificates) {
      ledger.compare("node", file, readOurs(bytes, ofNode), nodeCertificate(answers.get(file)!));
    }
    ledger.finish();
  });

  it("certificates: @peculiar/x509", () => {
    const ledger = new Ledger("certificate", ["@peculiar/x509"]);
    for (const named of certificates) {
      const ours = readOurs(named.bytes, ofPeculiar);
      ledger.compare("@peculiar/x509", named.file, ours, peculiarCertificate(named));
    }
    ledger.finish();
  });

  it("CSRs: openssl and @peculiar/x509", needs("openssl"), async () => {
    const ledger = new Ledger("CSR", ["openssl", "@peculiar/x509"]);
    for (const named of requests) {
      const { openssl, peculiar } = await readRequest(named.bytes);
      ledger.compare("openssl", named.file, openssl, await opensslRequest(named));
      ledger.compare("@peculiar/x509", named.file, peculiar, await peculiarRequest(named));
    }
    ledger.finish();
  });

  it("private keys: openssl and node", needs("openssl", "node"), async () => {
    const ledger = new Ledger("private key", ["openssl", "node"]);
    const answers = await askNode(
      keys.map(({ file, password }) => ({ kind: "key", file, data: latin1Sample(file), password })),
    );
    for (const { file, password } of keys) {
      const text = latin1Sample(file);
      let ours: Ours;
      let key: PrivateKey | null = null;
      try {
        ({ key } = await readPrivateKeyText(text, password, createContext()));
        const fields = { ...keyFields(key.publicKey.key), publicKey: true };
        ours = { fields, findings: [] };
      } catch (thrown) {
        assert(isOperationError(thrown), String(thrown));
        ours = { refused: thrown.message };
      }
      const publicKeyOf = (spki: Bytes): Fields => {
        const same = key && isSameKey(spki, key);
        return same === null ? {} : { publicKey: same };
      };
      const spki = await opensslPublicKey(text, password);
      ledger.compare(
        "openssl",
        file,
        ours,
        spki ? { fields: publicKeyOf(spki) } : { refused: "openssl" },
      );
      const answer = answers.get(file)!;
      const node = answer.refused !== undefined ? { refused: answer.refused } : {
        fields: {
          ...nodeKeyFields(answer.key),
          ...publicKeyOf(Uint8Array.fromBase64(answer.spki)),
        },
      };
      ledger.compare("node", file, ours, node);
      key?.dispose();
    }
    ledger.finish();
  });
});
