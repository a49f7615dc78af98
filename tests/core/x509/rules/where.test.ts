/** Where rules looked: the field that is told and its byte. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../../core/kernel/context.ts";
import { constructed, Der, TAG } from "../../../../core/x509/asn1/der.ts";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import { extensionName } from "../../../../core/x509/objects/extensions/identifiers.ts";
import { lint } from "../../../../core/x509/rules/lint/lint.ts";
import { PROFILES } from "../../../../core/x509/rules/rule.ts";
import { CASES } from "./all-cases.ts";

/** What is told of a code at the certificate that breaks it. */
function found(code: string) {
  const { bad, as } = CASES[code];
  for (const profile of as ? [as] : PROFILES) {
    const finding = lint(bad, profile).findings.find((one) => one.code === code);
    if (finding) return { bad, where: finding.where };
  }
  throw new Error(code);
}

/** The object identifier and more of what begins at a byte. */
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
    it(`${code} looks at ${field}, at its byte`, () => {
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
    it(`${code} looks at ${field}, at its byte`, () => {
      const { bad, where } = found(code);
      assert.equal(where.field, field);
      // The fields follow each other: INTEGER, then sequences.
      assert.equal(bad.bytes[where.offset!], field === "serialNumber" ? 0x02 : 0x30);
    });
  }

  it("what is missing is named, and is at no byte", () => {
    assert.deepEqual(found("san_not_present").where, { field: "subjectAltName", offset: null });
    assert.deepEqual(found("purposes_missing").where, { field: "extendedKeyUsage", offset: null });
  });

  it("a field of the frame is at the byte at which it begins, whichever rule looks at it", () => {
    const fields = ["serialNumber", "signature", "issuer", "validity", "subject"]
      .concat("subjectPublicKeyInfo");
    const asked = new Set<string>();
    for (const code of Object.keys(CASES)) {
      const { bad, where: { field, offset } } = found(code);
      if (!fields.includes(field) || offset === null) continue;
      asked.add(field);
      const der = new Der(bad.bytes, new Budget());
      der.expect(0, bad.bytes.length, TAG.SEQUENCE, "CERTIFICATE");
      der.expect(der.body, der.end, TAG.SEQUENCE, "TBS CERTIFICATE");
      const { body, end } = der;
      // Certificates of version 1 do not say their version.
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

  it("every rule of the linter looks somewhere", () => {
    for (const code of Object.keys(CASES)) assert.notEqual(found(code).where.field, "", code);
  });
});
