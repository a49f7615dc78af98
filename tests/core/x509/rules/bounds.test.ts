/** Certificates on both sides of the limits of rules. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { LintCode } from "../../../../core/x509/rules/lint/catalogue.ts";
import { lint } from "../../../../core/x509/rules/lint/lint.ts";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import { TAG } from "../../../../core/x509/asn1/der.ts";
import type { Profile } from "../../../../core/x509/rules/rule.ts";
import {
  access,
  type Bytes,
  bytes,
  crlPoints,
  email,
  intermediate,
  leaf,
  name,
  names,
  notice,
  octets,
  oid,
  policies,
  purposes,
  seq,
  text,
  uri,
} from "./maker.ts";
import { rsaKey } from "./key-maker.ts";

const breaks = (code: LintCode, certificate: Certificate, as: Profile = "public-tls") =>
  lint(certificate, as).findings.some((finding) => finding.code === code);

/** Returns timestamps of a number of logs (RFC 6962, 3.3). */
function timestampsOf(logs: number): Bytes {
  const list = Array.from({ length: logs }, (_, log) => {
    const body = [0, ...new Uint8Array(32).fill(log), ...new Uint8Array(8)];
    const whole = [...body, 0, 0, 4, 3, 0, 2, 0, 0];
    return [0, whole.length, ...whole];
  }).flat();
  return octets(bytes(list.length >> 8, list.length & 0xff, ...list));
}

describe("lint > bounds", () => {
  it("requires 2048 bits of RSA keys in certificates that end in 2014 or later", () => {
    for (
      const [to, size, code, expected] of [
        ["2013-12-31T23:59:59Z", 1024, "rsa_below_2048", false],
        ["2014-01-01T00:00:00Z", 1024, "rsa_below_2048", true],
        ["2013-12-31T23:59:59Z", 768, "rsa_below_1024", true],
        ["2014-01-01T00:00:00Z", 768, "rsa_below_1024", false],
      ] as const
    ) {
      const certificate = leaf({ key: rsaKey({ size }), from: "2013-02-01T00:00:00Z", to });
      assert.equal(breaks(code, certificate), expected, `${to}: ${code}`);
    }
  });

  it("requires three timestamps for more than 180 days, since 2021", () => {
    for (
      const [to, wanted] of [["2026-09-27T23:59:59Z", 2], ["2026-09-28T00:00:00Z", 3]] as const
    ) {
      for (const logs of [wanted - 1, wanted]) {
        const extensions = { signedCertificateTimestamps: timestampsOf(logs) };
        const certificate = leaf({ from: "2026-04-01T00:00:00Z", to, extensions });
        assert.equal(breaks("timestamps_few", certificate), logs < wanted, `${to}: ${logs}`);
      }
    }
  });

  it("requires timestamps by months of validity, as Apple's policy counts them", () => {
    for (
      const [to, wanted] of [
        ["2020-03-31", 2],
        ["2020-04-02", 3],
        ["2021-03-31", 3],
        ["2021-04-02", 4],
        ["2022-03-31", 4],
        ["2022-04-02", 5],
      ] as const
    ) {
      for (const logs of [wanted - 1, wanted]) {
        const extensions = { signedCertificateTimestamps: timestampsOf(logs) };
        const certificate = leaf({ from: "2019-01-01", to, extensions });
        assert.equal(breaks("timestamps_few", certificate), logs < wanted, `${to}: ${logs}`);
      }
    }
  });

  it("derives the curve, and from it the hash, from the length of an ECDSA signature", () => {
    for (
      const [arc, fitting, others] of [
        [2, [70, 72], [73]],
        [3, [73, 104], [72, 105]],
        [4, [105, 139], [104, 141]],
      ] as const
    ) {
      const algorithm = seq(oid(`1.2.840.10045.4.3.${arc}`));
      const isWrong = (length: number) => {
        const certificate = leaf({ algorithm, signature: new Uint8Array(length) });
        return breaks("ec_signature_algorithm_encoding", certificate);
      };
      assert.deepEqual(fitting.map(isWrong), fitting.map(() => false), String(arc));
      assert.deepEqual(others.map(isWrong), others.map(() => true), String(arc));
    }
  });

  it("checks the normalization form only of UTF-8 and BMP texts", () => {
    const withNotice = (tag: number, value: string) =>
      leaf({
        extensions: {
          certificatePolicies: policies(["2.23.140.1.2.1", notice(text(tag, value))]),
        },
      });
    const code = "policy_text_not_normalized";
    assert.equal(breaks(code, withNotice(TAG.UTF8_STRING, "a\u0300")), true);
    assert.equal(breaks(code, withNotice(TAG.UTF8_STRING, "\u00e0")), false);
    assert.equal(breaks(code, withNotice(TAG.IA5_STRING, "a")), false);
    assert.equal(breaks(code, withNotice(TAG.VISIBLE_STRING, "a")), false);
  });

  it("takes only 2.5.29.32.0 as anyPolicy, not another OID with a zero", () => {
    const mapping = (from: string) =>
      intermediate({ extensions: { policyMappings: seq(seq(oid(from), oid("1.2.3.4"))) } });
    assert.equal(breaks("policy_mapping_any", mapping("2.5.29.32.0")), true);
    for (const other of ["1.2.3.4.0", "2.5.29.33.0", "2.5.29.32.1", "2.5.29.32", "2.5.29.32.0.0"]) {
      assert.equal(breaks("policy_mapping_any", mapping(other)), false, other);
    }
  });

  it("requires one http address of CRL and responder for legacy S/MIME, and only http for the others", () => {
    const [http, ldap] = [uri("http://a.example.com/"), uri("ldap://a.example.com/")];
    const mail = (policy: number, ...addresses: Bytes[]) =>
      leaf({
        subject: name({ CN: "jan@example.com" }),
        extensions: {
          certificatePolicies: policies([`2.23.140.1.5.1.${policy}`]),
          extendedKeyUsage: purposes("emailProtection"),
          subjectAltName: names(email("jan@example.com")),
          signedCertificateTimestamps: null,
          cRLDistributionPoints: crlPoints(...addresses.map((address) => [address])),
          authorityInfoAccess: access(
            ...addresses.map((address): [string, Bytes] => ["ocsp", address]),
          ),
        },
      });
    const isBroken = (policy: number, ...addresses: Bytes[]) => {
      const certificate = mail(policy, ...addresses);
      const ofCrl = breaks("mail_crl_address_not_http", certificate, "smime");
      assert.equal(breaks("mail_access_not_http", certificate, "smime"), ofCrl);
      return ofCrl;
    };
    for (const [policy, both] of [[1, false], [2, true], [3, true]] as const) {
      assert.equal(isBroken(policy, http, http), false);
      assert.equal(isBroken(policy, http, ldap), both);
      assert.equal(isBroken(policy, ldap, ldap), true);
    }
  });
});
