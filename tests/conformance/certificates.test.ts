/**
 * Certificates of public test suites: each is read as its suite says, and every field agrees with
 * what openssl prints of it, but for the differences that differences.ts explains.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createHash } from "node:crypto";
import { createContext } from "../../core/kernel/context.ts";
import { isOperationError, OperationError } from "../../core/kernel/errors.ts";
import {
  certificateInfo,
  loadFingerprintDigests,
} from "../../core/x509/objects/certificate-info.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { kindOfBlock } from "../../core/x509/pem/identify.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import type { CertificateInfo, GeneralName } from "../../core/x509/shapes.ts";
import { latin1Sample, needsCorpus, readSample, samples } from "../support/corpus.ts";
import { needs, runProgram } from "../support/programs.ts";
import { Ledger } from "./ledger.ts";
import { CURVES } from "./other-readers.ts";
import { isFull } from "../support/matrix.ts";

const digests = await loadFingerprintDigests();
const sampled = samples("cert");

function read(file: string): { info: CertificateInfo; der: Uint8Array } {
  const block = readPem(latin1Sample(file))
    .find((block) => kindOfBlock(block) === "certificate");
  if (!block?.bytes) throw new OperationError("unreadable", block?.problem ?? "NO CERTIFICATE");
  const context = createContext();
  const certificate = readCertificate(block.bytes, context.budget);
  return { info: certificateInfo(certificate, context.now, digests), der: certificate.bytes };
}

const FIELDS = [
  "-subject",
  "-issuer",
  ...["-nameopt", "RFC2253,utf8,-esc_msb"],
  "-serial",
  "-dates",
  ...["-dateopt", "iso_8601"],
  "-fingerprint",
  "-sha256",
  ...["-ext", "subjectAltName"],
  "-text",
  ...["-certopt", "no_header,no_version,no_serial,no_signame,no_validity,no_subject,no_issuer"],
  ...["-certopt", "no_extensions,no_sigdump,no_aux"],
];

function compare(ledger: Ledger, file: string, stdout: string): void {
  let info: CertificateInfo;
  let der: Uint8Array;
  try {
    ({ info, der } = read(file));
  } catch (thrown) {
    assert(isOperationError(thrown), String(thrown));
    ledger.compare("openssl", file, { refused: thrown.message }, { fields: {} });
    return;
  }
  const line = (start: string) => {
    const from = stdout.indexOf(start);
    if (from === -1) return null;
    return stdout.slice(from + start.length, stdout.indexOf("\n", from));
  };
  const pairs: [string, unknown, unknown][] = [
    ["subject", info.subject.raw, line("subject=")],
    ["issuer", info.issuer.raw, line("issuer=")],
    ["serial", info.serialNumber, line("serial=")],
    ["notBefore", info.notBefore, isoTime(line("notBefore="))],
    ["notAfter", info.notAfter, isoTime(line("notAfter="))],
    ["sha256", info.fingerprints.sha256, line("sha256 Fingerprint=")],
    ["key", ...keyAlgorithms(info, line("Public Key Algorithm: "))],
    ["bits", keyBits(info), Number(/Public-Key: \((\d+) bit\)/.exec(stdout)?.[1] ?? NaN)],
    ["curve", info.publicKey.curve, curve(stdout)],
    // openssl has the same bytes, because its SHA-256 agrees.
    ["sha1", info.fingerprints.sha1.replaceAll(":", ""), sha1(der)],
  ];
  const { subjectAltName, all } = info.extensions;
  const theirs = /X509v3 Subject Alternative Name: (?:critical)?\s*\n\s+(.*)\n/.exec(stdout)?.[1];
  const isBroken = all.some(({ oid, value }) => oid === "2.5.29.17" && value === null);
  // openssl prints undecodable values as bytes, with dots for bytes that are not letters.
  const isDumped = theirs === "INVALID" || (theirs === undefined && isBroken) ||
    /^0[^:]*\.\./.test(theirs ?? "");
  const agree = isDumped || namesAgree(subjectAltName, theirs === "<EMPTY>" ? "" : theirs ?? "");
  const isTold = agree && (!isBroken || isDumped);
  pairs.push(["subjectAltName", isTold ? theirs : JSON.stringify(subjectAltName), theirs]);
  ledger.add("openssl", file, pairs, info.findings);
}

const sha1 = (der: Uint8Array) => createHash("sha1").update(der).digest("hex").toUpperCase();

/** The time as in the answers; openssl pads a short year with spaces. */
const isoTime = (text: string | null) =>
  text?.trim().replace(/^\d+/, (year) => year.padStart(4, "0")).replace(" ", "T") ?? null;

const KEY_NAMES: Readonly<Record<string, string>> = {
  "RSA": "rsaEncryption",
  "RSA-PSS": "rsassaPss",
  "EC": "id-ecPublicKey",
  "Ed25519": "ED25519",
  "Ed448": "ED448",
  "X25519": "X25519",
  "X448": "X448",
  "DSA": "dsaEncryption",
};

/**
 * Our name of the key algorithm and openssl's. For algorithms younger than itself openssl has only
 * the OID.
 */
function keyAlgorithms({ publicKey: { algorithm } }: CertificateInfo, theirs: string | null) {
  const isYounger = /^ML-/.test(algorithm) && /^\d/.test(theirs ?? "");
  return [KEY_NAMES[algorithm] ?? algorithm, isYounger ? algorithm : theirs] as const;
}

/** openssl prints no bits here for Edwards and Montgomery curves. */
const keyBits = ({ publicKey: { algorithm, bits } }: CertificateInfo) =>
  /^(Ed|X)/.test(algorithm) || bits === null ? NaN : bits;

function curve(stdout: string): string | null {
  const name = /ASN1 OID: (\S+)/.exec(stdout)?.[1];
  if (name) return CURVES[name] ?? name;
  return stdout.includes("Field Type:") ? "explicit parameters" : null;
}

/**
 * Whether openssl's line has the same names; forms that it prints in a way of its own are skipped.
 */
function namesAgree(names: readonly GeneralName[], line: string): boolean {
  let at = 0;
  for (const [index, name] of names.entries()) {
    if (index > 0) {
      if (!line.startsWith(", ", at)) return false;
      at += 2;
    }
    const shown = opensslName(name);
    if (!line.startsWith(shown.text, at)) return false;
    at += shown.text.length;
    if (!shown.isOpen) continue;
    const next = names[index + 1];
    const end = next ? line.indexOf(", " + opensslName(next).text, at) : line.length;
    if (end === -1) return false;
    at = end;
  }
  return at === line.length;
}

/** How openssl prints a name; `isOpen` when only the beginning is compared. */
function opensslName({ type, value }: GeneralName): { text: string; isOpen: boolean } {
  switch (type) {
    case "IP":
      return {
        text: `IP Address:${value.includes(":") ? opensslIpv6(value) : value}`,
        isOpen: false,
      };
    case "DirName":
      return { text: "DirName:", isOpen: true };
    case "RegisteredID":
      return { text: "Registered ID:", isOpen: true };
    case "otherName":
      return { text: "othername:", isOpen: true };
    case "x400Address":
      return { text: "X400Name:", isOpen: true };
    case "ediPartyName":
      return { text: "EdiPartyName:", isOpen: true };
    default: {
      // openssl prints as broken UTF-8 the values that we read as Latin-1.
      const ascii = /^[\x20-\x7e]*/.exec(value)![0];
      const isLatin1 = value !== ascii && /^[\x20-\xff]*$/.test(value);
      return { text: `${type}:${isLatin1 ? ascii : value}`, isOpen: isLatin1 };
    }
  }
}

/** Eight groups without the "::", in upper case. */
function opensslIpv6(address: string): string {
  const [head, tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = tail ? Array(8 - head.length - tail.length).fill("0") : [];
  return [...head, ...zeros, ...(tail ?? [])].join(":").toUpperCase();
}

describe("conformance > certificate", needsCorpus(), () => {
  for (const { file, expected, reason } of sampled) {
    it(`${expected} > ${file}`, () => {
      let info: CertificateInfo | undefined;
      try {
        ({ info } = read(file));
      } catch (thrown) {
        assert(isOperationError(thrown), String(thrown));
      }
      if (expected === "valid") assert(info, "a valid certificate is not read");
      if (expected === "invalid") assert.notDeepEqual(info?.findings ?? [0], [], reason);
    });
  }

  // A process for each takes a minute. differential.test.ts compares every certificate, in one
  // process, with Node's crypto, which is OpenSSL too.
  const asked = isFull ? sampled : sampled.filter((_, index) => index % 4 === 0);
  it(
    `agrees with openssl field by field: ${asked.length} of ${sampled.length}`,
    needs("openssl"),
    async () => {
      const ledger = new Ledger("certificate", ["openssl"]);
      let unread = 0;
      const queue = [...asked];
      await Promise.all(Array.from({ length: 4 }, async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const { file } = next;
          const shown = await runProgram(
            "openssl",
            ["x509", "-noout", ...FIELDS],
            readSample(file),
          );
          if (shown.code === 0) compare(ledger, file, shown.stdout);
          else unread++;
        }
      }));
      console.log(`${unread} certificates are not read by openssl`);
      ledger.finish({ isWhole: isFull });
    },
  );
});
