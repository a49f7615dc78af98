/** Verdicts on a host or a file that has another certificate than the one that is needed. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type {
  CertificateFacts,
  ChainFacts,
  ProblemFacts,
} from "../../../core/verdict/judge/chain-facts.ts";
import { judgeChain } from "../../../core/verdict/judge/chain.ts";
import { defaultCertificate } from "../../../core/verdict/judge/default-certificates.ts";
import { refusalsOf } from "../../../core/x509/rules/refusals.ts";

const named = (commonName: string, organizationName: string | null = null) => ({
  ...{ commonName, organizationName, organizationalUnitName: null },
  raw: `CN=${commonName}`,
});

interface Parts {
  name?: string;
  issuer?: string;
  hosts?: string[];
  from?: string;
  to?: string;
  isCa?: boolean;
  identifiers?: { subject?: string; authority?: string };
}

function certificate(
  { name = "www.example.com", issuer = "Example Issuing", hosts = [name], isCa = false, ...rest }:
    Parts,
): CertificateFacts {
  const { from = "2026-01-01T00:00:00Z", to = "2027-01-01T00:00:00Z", identifiers = {} } = rest;
  const extension = (oid: string, value: unknown) => ({ oid, critical: false, value });
  return {
    ...{ subject: named(name), issuer: named(issuer), notBefore: from, notAfter: to },
    daysUntilExpiry: to < AT ? -10 : 100,
    ...{ serialNumber: "01", signatureAlgorithm: "ecdsa-with-SHA256", publicKey: { bits: 256 } },
    extensions: {
      extendedKeyUsage: ["serverAuth"],
      basicConstraints: { ca: isCa },
      subjectAltName: hosts.map((value) => ({ type: "DNS", value })),
      all: [
        extension("2.5.29.14", identifiers.subject ?? null),
        extension("2.5.29.35", { keyIdentifier: identifiers.authority ?? null }),
      ],
    },
  };
}

const AT = "2026-11-01T00:00:00Z";

const fault = (code: string): ProblemFacts => ({
  ...{ code, severity: "error", kind: "proof", title: code, message: ".", advice: "." },
  ...{ index: 0, clause: "" },
});

function facts(leaf: CertificateFacts, code: string, ...unused: CertificateFacts[]): ChainFacts {
  const isValid = code === "host_name_mismatch";
  return {
    certificate: leaf,
    chain: [{ info: leaf, type: "leaf", source: "input", fetchedViaAIA: false }],
    validation: { isValid, trusted: false, trustStore: { date: AT }, programs: [] },
    problems: [fault(code)],
    unused: unused.map((info, place) => ({ info, reason: "unrelated", position: place + 1 })),
    judgedAs: "private",
    missing: code === "issuer_not_found" ? [{ issuer: leaf.issuer.raw, kind: null, urls: [] }] : [],
    evaluatedAt: AT,
  };
}

const headline = (of: ChainFacts, hostname: string | null = null) => {
  const { code, facts } = judgeChain(of, hostname).headline;
  return { code, facts: facts as Record<string, unknown> };
};

describe("the certificate that is there instead", () => {
  it("is an authority's older or newer one, if only the key differs", () => {
    const leaf = certificate({});
    const given = facts(leaf, "issuer_not_found", certificate({ name: leaf.issuer.commonName! }));
    const [missing] = given.missing;
    const otherKey = { age: "older", found: "BB:02", needed: "AA:01" } as const;
    const older = headline({ ...given, missing: [{ ...missing, otherKey }] });
    assert.equal(older.code, "issuer_has_other_key");
    const { age, found, needed } = older.facts;
    assert.deepEqual({ age, found, needed }, otherKey);
    assert.equal(headline(given).code, "issuer_not_found");
  });

  it("is a private root that servers do not send, unless its name speaks against it", () => {
    const codeOf = (issuer: string) => headline(facts(certificate({ issuer }), "issuer_not_found"));
    assert.equal(codeOf("Example Root").code, "private_root_not_given");
    assert.equal(codeOf("Example Root").facts.isRoot, true);
    assert.equal(codeOf("Example CA").facts.isRoot, false);
    assert.equal(codeOf("Example Issuing").code, "issuer_not_found");
  });

  it("is an expired one, whose renewal comes later", () => {
    const old = certificate({ to: "2026-10-22T00:00:00Z" });
    const found = headline(facts(old, "expired", certificate({})));
    assert.equal(found.code, "renewed_comes_later");
    assert.deepEqual([found.facts.number, found.facts.until], [2, "2027-01-01T00:00:00Z"]);
    // It lacks a name, is not valid yet, or has expired too.
    for (
      const not of [
        certificate({ name: "api.example.com" }),
        certificate({ from: "2026-12-01T00:00:00Z" }),
        certificate({ to: "2026-10-23T00:00:00Z" }),
      ]
    ) {
      assert.equal(headline(facts(old, "expired", not)).code, "expired");
    }
  });

  it("is for another host, and the asked one comes later", () => {
    const api = certificate({ name: "*.example.org" });
    const of = facts(certificate({}), "host_name_mismatch", api);
    assert.equal(headline(of, "api.example.org").code, "other_certificate_fits");
    assert.equal(headline(of, "a.api.example.org").code, "host_name_mismatch");
  });

  it("is the default certificate of a product", () => {
    const cases: [product: string, subject: string, organization: string | null, issuer: string][] =
      [
        [
          "ingress-nginx",
          "Kubernetes Ingress Controller Fake Certificate",
          "Acme Co",
          "Kubernetes Ingress Controller Fake Certificate",
        ],
        ["Traefik", "TRAEFIK DEFAULT CERT", null, "TRAEFIK DEFAULT CERT"],
        ["Plesk", "Plesk", "Plesk", "Plesk"],
        ["SQL Server", "SSL_Self_Signed_Fallback", null, "SSL_Self_Signed_Fallback"],
        [
          "VMware ESXi",
          "localhost.localdomain",
          "VMware, Inc",
          "localhost.localdomain",
        ],
        ["localhost", "localhost.localdomain", null, "localhost.localdomain"],
        [
          "Let's Encrypt's staging environment",
          "www.example.com",
          null,
          "(STAGING) Ersatz Edamame E1",
        ],
      ];
    for (const [product, subject, organization, issuer] of cases) {
      const one = { subject: named(subject, organization), issuer: named(issuer) };
      assert.equal(defaultCertificate(one)?.product, product);
    }
    const usual = { subject: named("www.example.com", "Example"), issuer: named("Example CA") };
    assert.equal(defaultCertificate(usual), null);
  });
});

describe("the clients that refuse a chain", () => {
  it("have the first rule for which they refuse it, and none for a note", () => {
    const problem = (code: string, severity: "error" | "warning" | "info" = "warning") => ({
      ...{ code, severity, title: "", message: "", index: 0 },
    });
    const clientsOf = (...problems: ReturnType<typeof problem>[]) =>
      refusalsOf(problems).map(({ client, problem }) => `${client} ${problem.code}`);
    assert.deepEqual(clientsOf(problem("server_key_p521")), ["chromium server_key_p521"]);
    assert.deepEqual(clientsOf(problem("ski_missing"), problem("leaf_is_ca")), [
      "firefox leaf_is_ca",
      "python ski_missing",
    ]);
    assert.deepEqual(clientsOf(problem("server_key_p521", "info"), problem("expired")), []);
  });
});
