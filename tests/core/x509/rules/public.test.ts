/** Which certificates every tool treats as public. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../../core/kernel/context.ts";
import { analyzeCertificates } from "../../../../core/chain/analyze.ts";
import { lint } from "../../../../core/x509/rules/lint/lint.ts";
import { isPublic } from "../../../../core/x509/rules/public.ts";
import { intermediate, leaf, name, policies, purposes } from "./maker.ts";

const PLAIN = { certificatePolicies: null, signedCertificateTimestamps: null };

describe("public", () => {
  it("means a path to a trusted root or, without a known path, a claim in the certificate", () => {
    const standings = [
      { trusted: true, complete: true },
      { trusted: false, complete: true },
      { trusted: false, complete: false },
    ];
    const of = (certificate: ReturnType<typeof leaf>) =>
      standings.map((standing) => isPublic(certificate, standing));
    assert.deepEqual(of(leaf({ extensions: PLAIN })), [true, false, false]);
    assert.deepEqual(
      of(leaf({ extensions: { ...PLAIN, certificatePolicies: policies(["2.23.140.1.2.2"]) } })),
      [true, false, true],
    );
    assert.deepEqual(of(leaf({ extensions: { certificatePolicies: null } })), [true, false, true]);
  });

  it("decides the severity of a broken requirement on a chain without its root", async () => {
    const severity = async (extensions: Parameters<typeof leaf>[0]) => {
      const certificate = leaf(extensions);
      const given = [{ certificate, source: "input" as const, position: 0 }];
      const { problems } = await analyzeCertificates({ given }, {
        budget: new Budget(),
        now: certificate.notBefore,
      });
      return problems.find(({ code }) => code === "san_missing")?.severity;
    };
    assert.equal(await severity({ extensions: { subjectAltName: null } }), "error");
    assert.equal(await severity({ extensions: { ...PLAIN, subjectAltName: null } }), "warning");
  });
});

describe("lint > judged as", () => {
  const judgedAs = (certificate: ReturnType<typeof leaf>, trusted = false) =>
    lint(certificate, "auto", { trusted }).judgedAs;

  it("chooses the profile by root and purposes, and reports it", () => {
    assert.equal(judgedAs(leaf()), "public-tls");
    assert.equal(judgedAs(leaf({ extensions: PLAIN })), "private");
    assert.equal(judgedAs(intermediate()), "public-tls");
    for (
      const [purpose, profile] of [
        ["serverAuth", "public-tls"],
        ["emailProtection", "smime"],
        ["codeSigning", "code-signing"],
        ["clientAuth", "client"],
      ]
    ) {
      const extensions = { ...PLAIN, extendedKeyUsage: purposes(purpose) };
      assert.equal(judgedAs(leaf({ extensions }), true), profile);
      assert.equal(judgedAs(leaf({ extensions })), "private");
    }
    for (
      const [policy, profile] of [["2.23.140.1.5.1.2", "smime"], ["2.23.140.1.4.1", "code-signing"]]
    ) {
      const extensions = { ...PLAIN, certificatePolicies: policies([policy]) };
      assert.equal(judgedAs(leaf({ extensions })), profile);
    }
  });

  it("warns of a server of a private PKI without alternative names, and of no other certificate", () => {
    const severities = (changes: Parameters<typeof leaf>[0], profile: "private" | "public-tls") =>
      lint(leaf(changes), profile).findings.flatMap(({ code, severity }) =>
        code === "san_missing" ? [severity] : []
      );
    const without = { ...PLAIN, subjectAltName: null };
    const host = name({ CN: "host.example" });
    const person = name({ CN: "Erika Mustermann" });
    assert.deepEqual(severities({ extensions: without }, "private"), ["warning"]);
    assert.deepEqual(severities({ extensions: without }, "public-tls"), ["error"]);
    assert.deepEqual(severities({ extensions: PLAIN }, "private"), []);
    const client = { ...without, extendedKeyUsage: purposes("clientAuth") };
    assert.deepEqual(severities({ subject: host, extensions: client }, "private"), []);
    const any = { ...without, extendedKeyUsage: null };
    assert.deepEqual(severities({ subject: host, extensions: any }, "private"), ["warning"]);
    assert.deepEqual(severities({ subject: person, extensions: any }, "private"), []);
  });

  it("applies only RFC 5280 to a private PKI", () => {
    const certificate = leaf({ serial: Uint8Array.of(1), extensions: { subjectAltName: null } });
    const sources = lint(certificate, "private").findings.map(({ source }) => source);
    assert(sources.length > 0);
    assert(sources.every((source) => source.startsWith("RFC ")), sources.join());
    const codes = lint(certificate, "public-tls").findings.map(({ code }) => code);
    assert(codes.includes("serial_too_short") && codes.includes("san_missing"));
  });
});
