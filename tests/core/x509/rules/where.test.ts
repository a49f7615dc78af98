/** A finding points to a field of the certificate and its byte. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../../core/kernel/context.ts";
import { constructed, Der, TAG } from "../../../../core/x509/asn1/der.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import { extensionName } from "../../../../core/x509/objects/extensions/identifiers.ts";
import { lint } from "../../../../core/x509/rules/lint/lint.ts";
import { PROFILES } from "../../../../core/x509/rules/rule.ts";
import { within } from "../../../../core/x509/asn1/elements.ts";
import { CASES } from "./all-cases.ts";
import { leafCase } from "./cases.ts";
import { bytes, dns, intermediate, leaf, name, names, octets, root, seq } from "./maker.ts";

/** Returns where a finding with this code points to in the certificate that breaks its rule. */
function found(code: string, { bad, as } = CASES[code]) {
  for (const profile of as ? [as] : PROFILES) {
    const { findings, role } = lint(bad, profile);
    const finding = findings.find((one) => one.code === code);
    if (finding) return { bad, role, where: finding.where };
  }
  throw new Error(code);
}

/** Returns the encoded fields of TBSCertificate and the encoded extensions. */
function partsOf(certificate: Certificate): Map<string, string> {
  const parts = new Map<string, string>();
  const add = (part: string, encoded: Uint8Array) =>
    parts.set(part, `${parts.get(part) ?? ""} ${encoded}`);
  const untagged = ["serialNumber", "signature", "issuer", "validity", "subject"]
    .concat("subjectPublicKeyInfo");
  const tagged = ["version", "issuerUniqueID", "subjectUniqueID", "extensions"];
  for (const { tag, whole } of within(certificate.tbs)) {
    add(tag & 0x80 ? tagged[tag & 0x1f] : untagged.shift()!, whole);
  }
  for (const { oid, start, end } of certificate.extensions) {
    add(extensionName(oid), certificate.bytes.subarray(start, end));
  }
  return parts;
}

/**
 * Rules about the consistency of two parts whose case changes the other part, each with the part that it
 * points to and the reason.
 */
const ABOUT: Readonly<Record<string, string>> = {
  // The case is a leaf that differs from a CA in most parts.
  name_constraints_without_ca: "nameConstraints",
  // The path length must not be there (RFC 5280, 4.2.1.9); the case takes keyCertSign away.
  path_length_without_cert_sign: "basicConstraints",
  // A field that version 1 does not have; the case changes the version.
  unique_identifier_in_version_1: "issuerUniqueID",
  // The timestamps must not be there; the case adds the poison extension.
  precertificate_with_timestamps: "signedCertificateTimestamps",
  // The address of a CRL is missing; the case makes the certificate live long enough to need one.
  revocation_missing: "cRLDistributionPoints",
  // The cases change the dates from which a rule applies.
  underscore_long_lived: "subjectAltName",
  signature_sha1_beyond_2016: "signature",
  mail_key_algorithm: "subjectPublicKeyInfo",
  // The case changes the policy that makes the rule strict.
  mail_purpose: "extendedKeyUsage",
  // The case changes the size of the signature, which is outside TBSCertificate.
  ec_signature_algorithm_encoding: "signature",
  // The case changes the algorithm outside TBSCertificate.
  signature_algorithm_mismatch: "signature",
  // The encoding as a whole is at fault.
  encoding_not_der: "tbsCertificate",
};

/** Returns the bytes at an offset, with the object identifier of an extension. */
const extensionAt = ({ extensions }: Certificate, offset: number | null) =>
  extensions.find(({ start }) => start === offset);

describe("lint > where", () => {
  for (
    const [code, field] of [
      ["key_usage_trailing_zeros", "keyUsage"],
      ["leaf_signs_certificates", "keyUsage"],
      ["san_dns_not_ascii", "subjectAltName"],
      ["host_top_level_unknown", "subjectAltName"],
      ["name_constraints_without_ca", "nameConstraints"],
      ["aki_without_key", "authorityKeyIdentifier"],
      ["backdated", "signedCertificateTimestamps"],
    ]
  ) {
    it(`${code} points to ${field} at its byte`, () => {
      const { bad, where } = found(code);
      assert.equal(where.field, field);
      const extension = extensionAt(bad, where.offset);
      assert.equal(extension && extensionName(extension.oid), field);
    });
  }

  for (
    const [code, field] of [
      ["serial_too_short", "serialNumber"],
      ["signature_sha1", "signature"],
      ["issuer_country_not_printable", "issuer"],
      ["lifetime_over_398_days", "validity"],
      ["country_unknown", "subject"],
      ["rsa_below_2048", "subjectPublicKeyInfo"],
    ]
  ) {
    it(`${code} points to ${field} at its byte`, () => {
      const { bad, where } = found(code);
      assert.equal(where.field, field);
      // The serial number is an INTEGER, the fields after it are sequences.
      assert.equal(bad.bytes[where.offset!], field === "serialNumber" ? 0x02 : 0x30);
    });
  }

  it("names a missing extension, without a byte", () => {
    assert.deepEqual(found("san_not_present").where, { field: "subjectAltName", offset: null });
    assert.deepEqual(found("purposes_missing").where, { field: "extendedKeyUsage", offset: null });
  });

  it("gives the first byte of a field for every rule about it", () => {
    const fields = ["serialNumber", "signature", "issuer", "validity", "subject"]
      .concat("subjectPublicKeyInfo");
    const asked = new Set<string>();
    for (const code of Object.keys(CASES)) {
      const { bad, where: { field, offset } } = found(code);
      if (!fields.includes(field) || offset === null) continue;
      asked.add(field);
      const der = new Der(bad.bytes, new Budget());
      der.expect(0, bad.bytes.length, TAG.SEQUENCE, "certificate");
      der.expect(der.body, der.end, TAG.SEQUENCE, "TBS certificate");
      const { body, end } = der;
      // Certificates of version 1 do not encode their version.
      let at = der.optional(body, end, constructed(0)) ? der.end : body;
      for (const each of fields) {
        der.next(at, end);
        if (each === field) break;
        at = der.end;
      }
      assert.equal(offset, at, `${code}: ${field}`);
    }
    assert.deepEqual([...asked].sort(), fields.sort());
  });

  it("points to the part that differs between the good and the bad case, for every rule", () => {
    const usual = { leaf, intermediate, root };
    for (const [code, { good }] of Object.entries(CASES)) {
      const { bad, role, where: { field } } = found(code);
      if (Object.hasOwn(ABOUT, code)) {
        assert.equal(field, ABOUT[code], code);
        continue;
      }
      const [broken, kept] = [partsOf(bad), partsOf(good ?? usual[role]())];
      assert.notEqual(broken.get(field), kept.get(field), `${code} points to ${field}`);
    }
  });

  it("points to the extension that each message names", () => {
    const malformed = leafCase({
      extensions: { keyUsage: octets(bytes(1)), extendedKeyUsage: octets(bytes(1)) },
    });
    const fields = (code: string, { bad } = malformed) =>
      lint(bad, "private").findings.filter((one) => one.code === code)
        .map(({ message, where }) => [message, where.field]);
    assert.deepEqual(fields("extension_malformed"), [
      ["Its extension keyUsage cannot be read.", "keyUsage"],
      ["Its extension extendedKeyUsage cannot be read.", "extendedKeyUsage"],
    ]);
    const lists = leafCase({ extensions: { extendedKeyUsage: seq(), subjectAltName: seq() } });
    assert.deepEqual(fields("extension_list_empty", lists), [
      ["Its list of extended key usage is empty.", "extendedKeyUsage"],
      ["Its list of subject alternative names is empty.", "subjectAltName"],
    ]);
  });

  it("points to the subject where only the common name breaks a rule about host names", () => {
    const subject = name({ CN: "www.example.invalid-top" });
    const { where } = found("host_top_level_unknown", leafCase({ subject }));
    assert.equal(where.field, "subject");
    const both = leafCase({ subject, extensions: { subjectAltName: names(dns("a.invalid-top")) } });
    assert.equal(found("host_top_level_unknown", both).where.field, "subjectAltName");
  });

  it("gives the byte of a field in version 1, which has no field for the version", () => {
    const serial = bytes(0x80, 1, 2, 3, 4, 5, 6, 7);
    const { bad, where } = found("serial_not_positive", leafCase({ version: 1, serial }));
    assert.equal(where.field, "serialNumber");
    assert.deepEqual(
      bad.bytes.subarray(where.offset!, where.offset! + 10),
      bytes(TAG.INTEGER, 8, ...serial),
    );
  });

  it("gives the byte of the unique identifier that is there", () => {
    for (const [field, tag] of [["issuerUniqueID", 0x81], ["subjectUniqueID", 0x82]] as const) {
      const { bad, where } = found(
        "unique_identifier_in_version_1",
        leafCase({ version: 1, more: [element(tag, bytes(0, 1))] }),
      );
      assert.equal(where.field, field);
      assert.equal(bad.bytes[where.offset!], tag);
    }
  });

  it("points to the authority key identifier of a root with another key identifier too", () => {
    const { where } = found("aki_malformed", {
      bad: root({
        extensions: { authorityKeyIdentifier: seq(element(0x80, bytes(1, 2, 3))) },
      }),
    });
    assert.equal(where.field, "authorityKeyIdentifier");
  });
});
