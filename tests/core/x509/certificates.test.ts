import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { Budget } from "../../../core/kernel/context.ts";
import { isOperationError, OperationError } from "../../../core/kernel/errors.ts";
import {
  certificateInfo,
  loadFingerprintDigests,
} from "../../../core/x509/objects/certificate-info.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import { EXTENSION } from "../../../core/x509/objects/extensions/identifiers.ts";
import {
  type CertificateInfo,
  certificateInfo as infoShape,
  type Extension,
} from "../../../core/x509/shapes.ts";
import { formatTime } from "../../../core/x509/asn1/time.ts";
import { verifySignature } from "../../../core/x509/signatures/verify.ts";
import { certificateBytes, certificateText } from "../../fixtures/certificates/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

const digests = await loadFingerprintDigests();
const NOW = Date.UTC(2026, 10, 21, 12);

const read = (name: string) => readCertificate(certificateBytes(name), new Budget());
const info = (name: string, now = NOW): CertificateInfo =>
  v.parse(infoShape, certificateInfo(read(name), now, digests));
const codes = (name: string) => info(name).findings.map(({ code }) => code);
const value = (of: CertificateInfo, oid: string) =>
  of.extensions.all.find((extension: Extension) => extension.oid === oid)?.value;

describe("certificates", () => {
  it("reads every field of a common certificate as another reader does", () => {
    const ours = info("rsa-leaf");
    const theirs = new X509Certificate(certificateBytes("rsa-leaf"));
    assert.equal(ours.version, 3);
    assert.deepEqual(
      ours.subject.attributes.map(({ value }) => value),
      ["US", "California", "San Francisco", "Example Inc", "Web", "www.example.com"],
    );
    assert.equal(ours.issuer.organizationName, "Example Trust");
    assert.equal(Date.parse(ours.notBefore), Date.parse(theirs.validFrom));
    assert.equal(Date.parse(ours.notAfter), Date.parse(theirs.validTo));
    assert.equal(ours.serialNumber, "0123456789ABCDEF0123456789ABCDEF");
    assert.equal(theirs.serialNumber, "0123456789ABCDEF0123456789ABCDEF".replace(/^0+/, ""));
    assert.equal(ours.fingerprints.sha256, theirs.fingerprint256);
    assert.equal(ours.fingerprints.sha1, theirs.fingerprint);
    assert.equal(ours.signatureAlgorithm, "ecdsa-with-SHA256");
    assert.deepEqual(ours.publicKey, { algorithm: "RSA", bits: 2048, curve: null });
    assert.deepEqual(ours.extensions.subjectAltName, [
      { type: "DNS", value: "www.example.com" },
      { type: "DNS", value: "example.com" },
    ]);
    assert.deepEqual(ours.extensions.keyUsage, ["digitalSignature", "keyEncipherment"]);
    assert.deepEqual(ours.extensions.extendedKeyUsage, ["serverAuth", "clientAuth"]);
    assert.deepEqual(ours.extensions.basicConstraints, { ca: false, pathLen: null });
    assert.deepEqual(ours.findings, []);
  });

  it("decodes every extension", () => {
    const ours = info("every-extension");
    assert.deepEqual(ours.findings, []);
    const unknown = ours.extensions.all.filter(({ value }) => value === null);
    assert.deepEqual(
      unknown.map(({ oid, name, critical, problem }) => ({ oid, name, critical, problem })),
      [{ oid: "1.2.3.4.5.6.7", name: "1.2.3.4.5.6.7", critical: true, problem: null }],
    );
    assert.match(unknown[0].hex, /^0C14[0-9A-F]+$/);
    const http = (path: string) => ({ type: "URI", value: `http://${path}` });
    const directory = { type: "DirName", value: "O=Example Inc,C=US" };
    const expected: [string, unknown][] = [
      [EXTENSION.basicConstraints, { ca: true, pathLen: 3 }],
      [EXTENSION.keyUsage, ["keyAgreement", "keyCertSign", "cRLSign", "decipherOnly"]],
      [EXTENSION.extendedKeyUsage, ["serverAuth", "msSmartcardLogon", "1.2.3.4"]],
      [EXTENSION.subjectKeyIdentifier, "00112233"],
      [EXTENSION.subjectAltName, [
        { type: "DNS", value: "every.example.com" },
        { type: "IP", value: "192.0.2.1" },
        { type: "IP", value: "2001:db8::1" },
        { type: "email", value: "me@example.com" },
        { type: "URI", value: "https://example.com/path" },
        { type: "RegisteredID", value: "1.2.3.4" },
        directory,
        { type: "otherName", value: "1.3.6.1.4.1.311.20.2.3:user@example.com" },
      ]],
      [EXTENSION.issuerAltName, [http("issuer.example.com")]],
      [EXTENSION.authorityInfoAccess, [
        { method: "ocsp", location: http("ocsp.example.com") },
        { method: "1.2.3.5", location: { type: "email", value: "a@example.com" } },
      ]],
      [EXTENSION.subjectInfoAccess, [
        { method: "caRepository", location: http("repository.example.com") },
      ]],
      [EXTENSION.cRLDistributionPoints, [
        {
          names: [http("crl.example.com/full.crl")],
          relativeName: null,
          reasons: ["keyCompromise", "cACompromise"],
          crlIssuer: [directory],
        },
        { names: [], relativeName: "CN=CRL 1", reasons: [], crlIssuer: [] },
      ]],
      [EXTENSION.freshestCRL, [
        {
          names: [http("crl.example.com/delta.crl")],
          relativeName: null,
          reasons: [],
          crlIssuer: [],
        },
      ]],
      [EXTENSION.certificatePolicies, [
        { oid: "2.5.29.32.0", name: "anyPolicy", qualifiers: [] },
        {
          oid: "1.3.6.1.4.1.99999.1",
          name: null,
          qualifiers: [
            { type: "cps", value: "http://cps.example.com" },
            { type: "userNotice", value: "Example Inc #1 #2 Read this" },
          ],
        },
      ]],
      [EXTENSION.policyMappings, [
        { issuerDomainPolicy: "1.2.3.4", subjectDomainPolicy: "1.2.3.5" },
      ]],
      [EXTENSION.policyConstraints, { requireExplicitPolicy: 2, inhibitPolicyMapping: 0 }],
      [EXTENSION.inhibitAnyPolicy, 1],
      [EXTENSION.nameConstraints, {
        permitted: [
          { type: "DNS", value: "example.com" },
          { type: "IP", value: "10.0.0.0/255.0.0.0" },
        ],
        excluded: [{ type: "email", value: ".example.org" }],
      }],
      [EXTENSION.tlsFeature, ["status_request", "status_request_v2", "99"]],
      [EXTENSION.ocspNoCheck, true],
      [
        EXTENSION.signedCertificateTimestamps,
        [1, 2].map((log) => ({
          version: 1,
          logId: `0${log}`.repeat(32),
          timestamp: `2026-11-21T12:00:00.${123 * log}Z`,
          signatureAlgorithm: "ECDSA with SHA-256",
        })),
      ],
      [EXTENSION.precertificatePoison, true],
      [EXTENSION.smimeCapabilities, [
        { oid: "2.16.840.1.101.3.4.1.42", name: "aes256-cbc", parameters: null },
        { oid: "1.2.840.113549.3.2", name: "rc2-cbc", parameters: 128 },
      ]],
      [EXTENSION.msCertificateTemplateName, "WebServer"],
      [EXTENSION.msCaVersion, { certificate: 3, key: 2 }],
      [EXTENSION.msCertificateTemplate, {
        oid: "1.3.6.1.4.1.311.21.8.1.2.3",
        majorVersion: 100,
        minorVersion: 7,
      }],
      [EXTENSION.msApplicationPolicies, ["serverAuth"]],
      [EXTENSION.msNtdsCaSecurity, { objectSid: "S-1-5-21-1-2-3-500" }],
      [EXTENSION.privateKeyUsagePeriod, {
        notBefore: "2026-01-01T00:00:00Z",
        notAfter: "2027-01-01T00:00:00Z",
      }],
      [EXTENSION.netscapeCertType, ["sslServer", "sslCA"]],
      [EXTENSION.netscapeComment, "A comment"],
      [EXTENSION.netscapeBaseUrl, "http://netscape.example.com/"],
    ];
    for (const [oid, shape] of expected) assert.deepEqual(value(ours, oid), shape, oid);
    const authority = value(ours, EXTENSION.authorityKeyIdentifier) as Record<string, unknown>;
    assert.match(authority.keyIdentifier as string, /^[0-9A-F]{40}$/);
    assert.deepEqual(authority.authorityCertIssuer, [
      { type: "DirName", value: "CN=Example CA R1,O=Example Trust,C=US" },
    ]);
    assert.match(authority.authorityCertSerialNumber as string, /^[0-9A-F]+$/);
    const seen = [
      ...expected.map(([oid]) => oid),
      EXTENSION.authorityKeyIdentifier,
      unknown[0].oid,
    ];
    assert.deepEqual(
      new Set(ours.extensions.all.map(({ oid }) => oid)),
      new Set(seen),
      "each extension of the file is looked at here",
    );
    const critical = ours.extensions.all.filter(({ critical }) => critical).map(({ name }) => name);
    assert.deepEqual(critical, [
      "basicConstraints",
      "keyUsage",
      "precertificatePoison",
      "1.2.3.4.5.6.7",
    ]);
  });

  it("returns the parts that path validation needs without copying them", async () => {
    const certificate = read("ec-leaf");
    const { bytes } = certificate;
    for (const part of [certificate.tbs, certificate.issuerDer, certificate.spki]) {
      assert.equal(part.buffer, bytes.buffer);
    }
    assert.equal(certificate.isSelfIssued, false);
    assert.equal(certificate.extension(EXTENSION.basicConstraints)?.value?.ca, false);
    assert.equal(certificate.extension(EXTENSION.nameConstraints), null);
    // The certificates that the script builds are self-signed.
    const own = read("dates-1950-9999");
    const verdict = await verifySignature(own, own.publicKey, new Budget());
    assert.equal(verdict.valid, true);
  });

  it("reads 10,000 names", () => {
    const { extensions } = info("san-10000");
    assert.equal(extensions.subjectAltName.length, 10_000);
    assert.deepEqual(extensions.subjectAltName[9_999], {
      type: "DNS",
      value: "name-9999.example.com",
    });
  });

  it("reads dates from 1950 to 9999, and rejects invalid dates", () => {
    const { notBefore, notAfter, findings } = info("dates-1950-9999");
    assert.deepEqual([notBefore, notAfter], ["1950-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]);
    assert.deepEqual(findings, []);
    assert.equal(info("dates-2049-2050").notAfter, "2050-01-01T00:00:00Z");
    assert.deepEqual(codes("dates-2049-2050"), []);
    assert.deepEqual(codes("dates-generalized-early"), ["time_not_der", "time_not_der"]);
    const odd = info("dates-odd-forms");
    assert.deepEqual([odd.notBefore, odd.notAfter], [
      "2026-01-01T00:00:00Z",
      "2027-01-01T00:00:00Z",
    ]);
    // The second date has both the wrong type and a wrong form.
    assert.deepEqual(codes("dates-odd-forms"), Array(3).fill("time_not_der"));
    assert.deepEqual(codes("dates-reversed"), ["validity_reversed"]);
    assert.deepEqual(codes("date-impossible"), ["time_impossible"]);
    assert.throws(() => read("date-of-another-type"), DerError);
  });

  it("formats times as Date does", () => {
    for (let day = -1_000_000; day < 2_900_000; day += 997) {
      const time = day * 86_400_000 + (day * 7919_000) % 86_400_000;
      const expected = new Date(time).toISOString();
      if (expected.length === 24) assert.equal(formatTime(time), expected.slice(0, 19) + "Z");
    }
  });

  it("includes the last second of the validity, and rounds days down", () => {
    const end = Date.UTC(2027, 0, 1);
    const at = (moment: number) => {
      const { isExpired, isNotYetValid, daysUntilExpiry } = info("key-unknown", moment);
      return [isExpired, isNotYetValid, daysUntilExpiry];
    };
    assert.deepEqual(at(end), [false, false, 0]);
    assert.deepEqual(at(end + 999), [false, false, 0]);
    assert.deepEqual(at(end + 1000), [true, false, -1]);
    assert.deepEqual(at(end - 1), [false, false, 0]);
    assert.deepEqual(at(end - 86_400_000), [false, false, 1]);
    assert.deepEqual(at(Date.UTC(2026, 0, 1)), [false, false, 365]);
    assert.deepEqual(at(Date.UTC(2026, 0, 1) - 1), [false, true, 365]);
  });

  it("reads unusual serial numbers and versions, and reports them", () => {
    assert.equal(info("serial-negative").serialNumber, "-FF0A");
    assert.deepEqual(codes("serial-negative"), ["serial_negative"]);
    assert.equal(info("serial-lowest").serialNumber, "-8000");
    assert.equal(info("serial-zero").serialNumber, "00");
    assert.deepEqual(codes("serial-zero"), ["serial_zero"]);
    assert.equal(info("serial-long").serialNumber, `7F${"0A".repeat(24)}`);
    assert.deepEqual(codes("serial-long"), ["serial_too_long"]);
    assert.equal(info("v1").version, 1);
    assert.deepEqual(codes("v1"), []);
    assert.equal(info("version-4").version, 4);
    assert(codes("version-4").includes("version_unknown"));
    assert.deepEqual(
      new Set(codes("version-1-with-extensions")),
      new Set(["default_encoded", "extensions_before_v3"]),
    );
  });

  it("names unsupported keys by their name or OID", () => {
    assert.equal(info("key-ml-dsa").publicKey.algorithm, "ML-DSA-44");
    assert.equal(info("key-unknown").publicKey.algorithm, "1.2.3.4.5.6");
    assert.equal(info("key-broken").publicKey.bits, null);
    assert.deepEqual(codes("key-broken"), ["public_key_malformed"]);
  });

  it("reports each broken encoding rule with its byte", () => {
    const expected: Record<string, string[]> = {
      "subject-empty": ["subject_empty"],
      "subject-empty-critical-names": [],
      "issuer-empty": ["issuer_empty"],
      "issuer-broken": ["name_malformed"],
      "algorithms-differ": ["signature_algorithms_differ"],
      "extension-twice": ["extension_twice"],
      "extension-broken": ["extension_malformed"],
      "extension-trailing": ["extension_malformed"],
      "extension-frame-broken": ["extension_malformed"],
      "extensions-empty": ["extensions_empty"],
    };
    for (const [name, wanted] of Object.entries(expected)) {
      assert.deepEqual(codes(name), wanted, name);
      const { length } = certificateBytes(name);
      for (const { offset } of info(name).findings) assert(offset! > 0 && offset! < length, name);
    }
  });

  it("reads the rest when one extension is malformed", () => {
    for (const name of ["extension-broken", "extension-frame-broken", "extension-twice"]) {
      assert.deepEqual(
        info(name).extensions.subjectAltName,
        [{ type: "DNS", value: "www.example.com" }],
        name,
      );
    }
    const [broken] = info("extension-broken").extensions.all;
    assert.equal(broken.value, null);
    assert.match(broken.problem!, /^The data is cut off|beyond its parent/);
    assert.equal(broken.hex, "30040101FF");
    assert.equal(read("extension-frame-broken").extensionsWhole, false);
    const trailing = info("extension-trailing").extensions;
    assert.deepEqual(trailing.subjectAltName, [{ type: "DNS", value: "example.com" }]);
    assert.match(trailing.all[0].problem!, /^2 bytes too many/);
  });

  it("leaves out bytes after the certificate from its fingerprint", () => {
    const der = certificateBytes("ec-leaf");
    const longer = new Uint8Array(der.length + 3);
    longer.set(der);
    const certificate = readCertificate(longer, new Budget());
    const { fingerprints, findings } = certificateInfo(certificate, NOW, digests);
    const sha256 = createHash("sha256").update(der).digest("hex").toUpperCase();
    assert.equal(fingerprints.sha256.replaceAll(":", ""), sha256);
    assert.deepEqual(findings.map(({ code, offset }) => ({ code, offset })), [
      { code: "trailing_data", offset: der.length },
    ]);
  });

  it("returns an answer or an OperationError for every truncation and every changed byte", () => {
    const der = certificateBytes("every-extension");
    for (let length = 0; length < der.length; length += 1) {
      assert.throws(() => readCertificate(der.slice(0, length), new Budget()), OperationError);
    }
    for (let at = 0; at < der.length; at++) {
      const changed = der.slice();
      changed[at] ^= 0x41;
      try {
        certificateInfo(readCertificate(changed, new Budget()), NOW, digests);
      } catch (thrown) {
        assert(isOperationError(thrown), String(thrown));
      }
    }
  });

  it("counts its work against the budget", () => {
    const der = certificateBytes("san-10000");
    const budget = new Budget({ nodes: 5_000 });
    const certificate = readCertificate(der, budget);
    assert.throws(() => certificateInfo(certificate, NOW, digests), { code: "too_complex" });
    assert.throws(() => readCertificate(der, new Budget({ bytes: 1_000 })), {
      code: "too_complex",
    });
  });

  it("prints names and serial numbers as openssl does", needs("openssl"), async () => {
    for (const name of ["rsa-leaf", "every-extension", "serial-negative", "serial-lowest", "v1"]) {
      const { stdout } = await runProgram(
        "openssl",
        ["x509", "-noout", "-serial", "-subject", "-issuer", "-nameopt", "RFC2253,utf8"],
        certificateText(name),
      );
      const ours = info(name);
      assert.deepEqual(stdout.trimEnd().split("\n"), [
        `serial=${ours.serialNumber}`,
        `subject=${ours.subject.raw}`,
        `issuer=${ours.issuer.raw}`,
      ], name);
    }
  });
});
