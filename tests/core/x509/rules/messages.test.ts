/** Messages that name one part that breaks a rule, several parts, and more parts than are quoted. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../../core/kernel/context.ts";
import { Candidate } from "../../../../core/x509/constraints/candidate.ts";
import {
  anyPurposeFindings,
  issuerFindings,
  nestingFindings,
  ownFindings,
} from "../../../../core/x509/rules/catalogue.ts";
import type { PathInputs } from "../../../../core/x509/rules/rule.ts";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import { lint } from "../../../../core/x509/rules/lint/lint.ts";
import {
  access,
  basicConstraints,
  critical,
  dns,
  intermediate,
  leaf,
  name,
  names,
  octets,
  purposes,
  root,
  uri,
} from "./maker.ts";

const now = Date.parse("2026-05-01T12:00:00Z");
const inputs = (changes: Partial<PathInputs> = {}): PathInputs => ({
  ...{ now, reference: null, purpose: null, budget: new Budget() },
  ...changes,
});
const candidate = (certificate: Certificate) => new Candidate(certificate, "input", 0);

const ofNames = (...list: string[]) => {
  const subject = leaf({ extensions: { subjectAltName: names(...list.map(dns)) } });
  return ownFindings(candidate(subject), "leaf", 0, inputs()).map(({ message }) => message)
    .filter((message) => /DNS name/.test(message));
};

describe("messages > names of a certificate", () => {
  it("are quoted up to three; the others are counted", () => {
    assert.deepEqual(ofNames("a_b.example"), ['Its DNS name "a_b.example" is not well-formed.']);
    assert.deepEqual(ofNames("a_.example", "b.example", "c_.example"), [
      '2 of its DNS names are not well-formed: "a_.example", "c_.example".',
    ]);
    assert.deepEqual(ofNames("a_.example", "b_.example", "c_.example"), [
      '3 of its DNS names are not well-formed: "a_.example", "b_.example", "c_.example".',
    ]);
    assert.deepEqual(ofNames("a_.example", "b_.example", "c_.example", "d_.example"), [
      "4 of its DNS names are not well-formed: " +
      '"a_.example", "b_.example", "c_.example" and 1 more.',
    ]);
  });

  it("include wildcards for a whole top-level domain", () => {
    assert.deepEqual(ofNames("*.example"), [
      'Its DNS name "*.example" is a wildcard for a whole top-level domain.',
    ]);
    assert.deepEqual(ofNames("*.example", "*.test"), [
      '2 of its DNS names are wildcards for a whole top-level domain: "*.example", "*.test".',
    ]);
    assert.deepEqual(ofNames("*.a.example"), []);
  });
});

describe("messages > limits of an issuer", () => {
  const ca = (changes: Parameters<typeof intermediate>[0] = {}) => candidate(intermediate(changes));
  const between = (count: number) =>
    Array.from({ length: count }, (_, i) => ca({ subject: name({ CN: `CA ${i}` }) }));
  const depth = (pathLength: number, count: number) => {
    const top = candidate(
      root({ extensions: { basicConstraints: critical(basicConstraints(true, pathLength)) } }),
    );
    return issuerFindings([candidate(leaf()), ...between(count), top], inputs())
      .map(({ code, message, index }) => `${code}@${index} ${message}`);
  };

  it("count the CAs below it, without self-issued ones", () => {
    assert.deepEqual(depth(1, 1), []);
    assert.deepEqual(depth(1, 2), [
      "path_length_exceeded@3 It allows 1 CA below itself, and there are 2.",
    ]);
    assert.deepEqual(depth(0, 1), [
      "path_length_exceeded@2 It allows 0 CAs below itself, and there is 1.",
    ]);
    assert.deepEqual(depth(2, 3), [
      "path_length_exceeded@4 It allows 2 CAs below itself, and there are 3.",
    ]);
    const own = name({ CN: "Own" });
    const selfIssued = ca({ subject: own, issuer: own });
    const top = candidate(
      root({ extensions: { basicConstraints: critical(basicConstraints(true, 0)) } }),
    );
    assert.deepEqual(issuerFindings([candidate(leaf()), selfIssued, top], inputs()), []);
  });

  it("warn of a key identifier that is not that of the issuer", () => {
    const codes = (identifier: number | null) =>
      issuerFindings([
        candidate(leaf()),
        candidate(intermediate({
          extensions: {
            subjectKeyIdentifier: identifier === null
              ? null
              : octets(new Uint8Array(20).fill(identifier)),
          },
        })),
      ], inputs()).map(({ code, index }) => `${code} ${index}`);
    assert.deepEqual(codes(8), ["aki_contradicts_issuer 0"]);
    for (const harmless of [7, null]) assert.deepEqual(codes(harmless), []);
  });

  it("warn of a server's CA whose only purpose is any purpose", () => {
    const places = (
      of: string[] | null,
      by: string[] | null,
      purpose: string | null = null,
      top: string[] | null = null,
    ) => {
      const using = (list: string[] | null) => ({
        extensions: { extendedKeyUsage: list && purposes(...list) },
      });
      return anyPurposeFindings(
        [candidate(leaf(using(of))), ca(using(by)), candidate(root(using(top)))],
        inputs({ purpose }),
      ).map(({ code, index }) => `${code} ${index}`);
    };
    const any = ["anyExtendedKeyUsage"];
    assert.deepEqual(places(["serverAuth"], any), ["ca_eku_any_only 1"]);
    assert.deepEqual(places(null, any, "serverAuth"), ["ca_eku_any_only 1"]);
    assert.deepEqual(places(["serverAuth"], [...any, "serverAuth"]), []);
    assert.deepEqual(places(["serverAuth"], null), []);
    assert.deepEqual(places(["emailProtection"], any), []);
    assert.deepEqual(places(["serverAuth"], any, "clientAuth"), []);
    // GnuTLS and Java take only the name and the key of a root.
    assert.deepEqual(places(["serverAuth"], null, null, any), ["root_eku_any_only 2"]);
  });

  it("require that each CA allows the purposes of the leaf", () => {
    const codes = (
      of: string[] | null,
      by: string[] | null,
      purpose: string | null = null,
      middle: string[] | null = null,
    ) => {
      const using = (list: string[] | null) => ({
        extensions: {
          basicConstraints: critical(basicConstraints(true)),
          extendedKeyUsage: list && purposes(...list),
        },
      });
      const path = [candidate(leaf(using(of))), ca(using(middle)), ca(using(by))];
      const findings = purpose === null
        ? nestingFindings(path, inputs())
        : issuerFindings(path, inputs({ purpose }));
      return findings.map(({ code }) => code).filter((code) => code.startsWith("eku_"));
    };
    const no = ["eku_not_permitted"];
    assert.deepEqual(codes(["serverAuth"], null), []);
    // Public CAs must not have this purpose, and appoint OCSP responders nevertheless.
    assert.deepEqual(codes(["OCSPSigning"], ["serverAuth", "clientAuth"]), []);
    assert.deepEqual(codes(["serverAuth"], ["clientAuth"]), no);
    assert.deepEqual(codes(["serverAuth", "clientAuth"], ["clientAuth"]), []);
    assert.deepEqual(codes(["serverAuth"], ["anyExtendedKeyUsage"]), []);
    assert.deepEqual(codes(["anyExtendedKeyUsage"], ["clientAuth"]), []);
    assert.deepEqual(codes(null, ["clientAuth"]), []);
    assert.deepEqual(codes(["serverAuth"], ["clientAuth"], "clientAuth"), []);
    assert.deepEqual(codes(["clientAuth"], ["clientAuth"], "serverAuth"), no);
    // There is no purpose that both CAs allow.
    const both = ["serverAuth", "clientAuth"];
    assert.deepEqual(codes(both, ["serverAuth"], null, ["clientAuth"]), no);
    assert.deepEqual(codes(both, ["serverAuth"], null, ["anyExtendedKeyUsage"]), []);
    assert.deepEqual(codes(both, ["serverAuth"], null, both), []);
  });

  it("charge the budget once for each purpose of the leaf and issuer", () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `1.3.6.1.4.1.55555.${i}`);
    const extensions = { extendedKeyUsage: purposes(...many) };
    const path = [candidate(leaf({ extensions })), ca({ extensions }), ca({ extensions })];
    const budget = new Budget();
    assert.deepEqual(nestingFindings(path, inputs({ budget })), []);
    assert.equal(budget.spent("names"), 2_000);
  });
});

describe("messages > an address that is not in the public DNS", () => {
  const ofAddress = (method: "ocsp" | "caIssuers", address: string) =>
    lint(
      leaf({ extensions: { authorityInfoAccess: access([method, uri(address)]) } }),
      "public-tls",
    )
      .findings.filter(({ code }) => code === "access_address_internal")
      .map(({ message }) => message);
  const responder = "The address of its OCSP responder is at";

  for (
    const [domain, source] of [
      ["example", "RFC 2606 and 6761"],
      ["invalid", "RFC 2606 and 6761"],
      ["localhost", "RFC 2606 and 6761"],
      ["test", "RFC 2606 and 6761"],
      ["local", "RFC 6762"],
    ]
  ) {
    it(`is under the reserved name ${domain}`, () => {
      assert.deepEqual(ofAddress("ocsp", `http://ocsp.lab.${domain}/`), [
        `${responder} "ocsp.lab.${domain}", not in the public DNS: ` +
        `"${domain}" is a reserved name (${source}).`,
      ]);
    });
  }

  it("is under a domain that never existed", () => {
    assert.deepEqual(ofAddress("caIssuers", "http://ca.corp/root.crt"), [
      'The address of its issuer is at "ca.corp", not in the public DNS: ' +
      '"corp" was not a top-level domain when it was issued.',
    ]);
  });

  it("is reserved only as a whole label", () => {
    assert.deepEqual(ofAddress("ocsp", "http://ocsp.contest/"), [
      `${responder} "ocsp.contest", not in the public DNS: ` +
      '"contest" was not a top-level domain when it was issued.',
    ]);
    assert.deepEqual(ofAddress("ocsp", "http://ocsp.example.com/"), []);
  });
});
