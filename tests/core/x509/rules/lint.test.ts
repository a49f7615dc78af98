/** Every rule of the linter has a certificate that breaks it and one that follows it. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { type LintCode, LINTS } from "../../../../core/x509/rules/lint/catalogue.ts";
import { lint } from "../../../../core/x509/rules/lint/lint.ts";
import { type RuleCode, RULES } from "../../../../core/x509/rules/catalogue.ts";
import { citation } from "../../../../core/x509/documents.ts";
import {
  ADVICE,
  type Profile,
  PROFILES,
  type Rule,
  WHY,
} from "../../../../core/x509/rules/rule.ts";
import { appliesIn } from "../../../../core/x509/rules/checklist.ts";
import { CASES } from "./all-cases.ts";
import { authority, signer } from "./code-signing-cases.ts";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import {
  critical,
  dns,
  ecKey,
  intermediate,
  keyUsage,
  leaf,
  name,
  names,
  NULL,
  oid,
  policies,
  purposes,
  root,
  rsaKey,
  seq,
} from "./maker.ts";

const CODES = Object.keys(LINTS) as LintCode[];
/** Shared rules that only a path or a purpose can break. */
const OF_PATHS: ReadonlySet<string> = new Set<RuleCode>([
  ...["not_a_ca", "purpose_missing", "leaf_is_ca", "host_name_mismatch"] as const,
]);
/** Rules that the linter shares with the chain analyzer. */
const SHARED = (Object.entries(RULES) as [RuleCode, Rule][])
  .flatMap(([code, { check, linted }]) =>
    check && linted !== false && !OF_PATHS.has(code) ? [code] : []
  );
const USUAL = { leaf, intermediate, root };

describe("lint > usual certificates", () => {
  for (const [role, make] of Object.entries(USUAL)) {
    it(`a ${role} for public TLS breaks no rule`, () => {
      const { findings, passed, ...rest } = lint(make(), "public-tls");
      assert.deepEqual(findings, []);
      assert.deepEqual(rest, { judgedAs: "public-tls", role });
      assert(passed > 100);
    });
  }
});

describe("lint > usual certificates for code signing", () => {
  const CURVE = { key: ecKey() };
  for (
    const [what, certificate] of Object.entries({
      signer: signer(),
      "signer with an elliptic curve": signer(CURVE),
      authority: authority(),
      "authority with an elliptic curve": authority(CURVE),
    })
  ) {
    it(`${what}: breaks no rule of any profile`, () => {
      for (const profile of ["code-signing", "private", "auto"] as const) {
        const { findings } = lint(certificate, profile);
        assert.deepEqual(findings.map(({ code }) => code), [], profile);
      }
    });
  }

  it("have a profile of their own", () => {
    for (const certificate of [signer(), authority()]) {
      assert.equal(lint(certificate, "auto").judgedAs, "code-signing");
    }
  });

  it("of an authority may have SHA-1 until April 2022", () => {
    const algorithm = seq(oid("1.2.840.113549.1.1.5"), NULL);
    const codes = (from: string) =>
      lint(authority({ from, algorithm }), "code-signing").findings.map(({ code }) => code);
    assert(!codes("2022-04-30T00:00:00Z").includes("code_signature_algorithm"));
    assert(codes("2022-05-01T00:00:00Z").includes("code_signature_algorithm"));
  });
});

describe("lint > Merkle Tree Certificates", () => {
  it("are named, and no rule about signatures and issuers applies to them", () => {
    const bare = leaf({
      algorithm: seq(oid("1.3.6.1.4.1.44363.47.0")),
      serial: seq(),
      extensions: {
        authorityKeyIdentifier: null,
        authorityInfoAccess: null,
        cRLDistributionPoints: null,
        certificatePolicies: null,
        extendedKeyUsage: critical(purposes("serverAuth")),
        signedCertificateTimestamps: null,
      },
    });
    for (const profile of PROFILES) {
      const codes = lint(bare, profile).findings.map(({ code }) => code);
      assert.deepEqual(codes, ["merkle_tree_certificate"], profile);
    }
  });

  it("are still not for servers if their purpose is another", () => {
    const other = leaf({
      algorithm: seq(oid("1.3.6.1.4.1.44363.47.0")),
      extensions: { extendedKeyUsage: purposes("clientAuth") },
    });
    const codes = lint(other, "public-tls").findings.map(({ code }) => code);
    assert.deepEqual(codes.toSorted(), ["merkle_tree_certificate", "server_auth_missing"]);
  });
});

describe("lint > several policies", () => {
  const several = policies(["2.23.140.1.2.1"], ["2.23.140.1.2.2"]);
  it("of a server are the fault, and not that its subject is too long for one of them", () => {
    const { findings } = lint(
      leaf({
        subject: name({ C: "NL", L: "Delft", O: "Example" }),
        extensions: { certificatePolicies: several },
      }),
      "public-tls",
    );
    assert.deepEqual(findings.map(({ code }) => code), ["policies_several"]);
  });
});

describe("lint > each rule has a good and a bad certificate", () => {
  it("has a rule for every case", () => {
    assert.deepEqual(
      Object.keys(CASES).filter((code) => !Object.hasOwn({ ...RULES, ...LINTS }, code)),
      [],
    );
  });

  for (const code of [...CODES, ...SHARED]) {
    it(code, () => {
      const found = CASES[code];
      assert(
        found,
        `${code} has no case: add a good and a bad certificate to tests/core/x509/rules`,
      );
      const rule: Rule<never> = { ...RULES, ...LINTS }[code];
      const profile = found.as ?? PROFILES.find((profile) => appliesIn(rule, profile))!;
      const codesOf = (certificate: typeof found.bad) =>
        lint(certificate, profile).findings.map(({ code }) => code);
      const good = found.good ?? USUAL[lint(found.bad, profile).role]();
      assert(codesOf(found.bad).includes(code), `the bad certificate breaks ${codesOf(found.bad)}`);
      assert(!codesOf(good).includes(code), "the good certificate breaks it");
    });
  }
});

describe("lint > keys and signatures", () => {
  const found =
    (make: (parts: Parameters<typeof leaf>[0]) => Certificate, profile: Profile) =>
    (parts: Parameters<typeof leaf>[0]) =>
      lint(make(parts), profile).findings.map(({ code, severity }) => `${code} ${severity}`);
  const SHA1 = seq(oid("1.2.840.113549.1.1.5"), NULL);
  const MD5 = seq(oid("1.2.840.113549.1.1.4"), NULL);

  it("are weak under CAs that no requirements of the CA/Browser Forum bind", () => {
    for (const profile of ["private", "client"] as const) {
      const codes = found(leaf, profile);
      assert(codes({ key: rsaKey({ size: 1024 }) }).includes("weak_key warning"), profile);
      assert(!codes({ key: rsaKey({ size: 2048 }) }).includes("weak_key warning"), profile);
      for (const algorithm of [SHA1, MD5]) {
        assert(codes({ algorithm }).includes("weak_signature warning"), profile);
      }
      assert(!codes({}).includes("weak_signature warning"), profile);
      // The signature of a root is not relied on.
      assert(!found(root, profile)({ algorithm: SHA1 }).includes("weak_signature warning"));
    }
    // Finer rules say it for code signing, since there are any.
    const ofCode = found(leaf, "code-signing");
    const weak = { key: rsaKey({ size: 1024 }), algorithm: SHA1 };
    const isOld = (each: string) =>
      each === "weak_key warning" || each === "weak_signature warning";
    assert.equal(ofCode({ ...weak, from: "2021-05-31T00:00:00Z" }).filter(isOld).length, 2);
    assert.equal(ofCode({ ...weak, from: "2021-06-01T00:00:00Z" }).filter(isOld).length, 0);
    // Finer rules say it for TLS.
    const codes = found(leaf, "public-tls")({ key: rsaKey({ size: 1024 }), algorithm: SHA1 });
    assert.deepEqual(codes.filter((code) => code.startsWith("weak_")), []);
  });

  it("of a server sign the handshake, whatever else they may be used for", () => {
    const codes = found(leaf, "private");
    const isUnfit = (key: ReturnType<typeof ecKey>, ...usages: Parameters<typeof keyUsage>) =>
      codes({ key, extensions: { keyUsage: critical(keyUsage(...usages)) } })
        .includes("key_usage_unfit error");
    assert(isUnfit(ecKey(), "keyAgreement"));
    assert(isUnfit(rsaKey({}), "keyEncipherment"));
    assert(isUnfit(rsaKey({}), "keyEncipherment", "dataEncipherment"));
    assert(!isUnfit(ecKey(), "digitalSignature"));
    assert(!isUnfit(rsaKey({}), "digitalSignature", "keyEncipherment"));
  });
});

describe("lint > names and purposes", () => {
  const messages = (parts: Parameters<typeof leaf>[0], profile: Profile = "private") =>
    lint(leaf(parts), profile).findings.map(({ message }) => message);

  it("has an IP address among the DNS names, where no client looks for it", () => {
    const subjectAltName = names(dns("192.168.1.1"), dns("www.example.com"));
    assert(
      messages({ extensions: { subjectAltName } }).includes(
        'Its DNS name "192.168.1.1" is an IP address, which clients look for only among IP addresses.',
      ),
    );
    const host = names(dns("1.168.192.example"));
    assert(!messages({ extensions: { subjectAltName: host } }).some((text) => /IP add/.test(text)));
  });

  it("does not say that a certificate is for servers that is not", () => {
    const extendedKeyUsage = purposes("emailProtection");
    const found = messages({ extensions: { extendedKeyUsage } }, "public-tls");
    assert(found.includes("It is for purposes that a server's certificate must not have."));
    assert(!found.some((text) => text.startsWith("It is for servers")));
  });
});

describe("lint > rules", () => {
  it("have codes that the shared catalogue does not have", () => {
    assert.deepEqual(CODES.filter((code) => Object.hasOwn(RULES, code)), []);
  });

  it("do not say of a note that clients refuse the certificate", () => {
    const wrong = CODES.filter((code) =>
      LINTS[code].severity === "info" && LINTS[code].why === WHY.strict
    );
    assert.deepEqual(wrong, []);
  });

  it("advise what helps: a new key for a broken one, another CA for one of its faults", () => {
    const adviceFor = (code: LintCode) => LINTS[code].advice;
    assert.equal(adviceFor("rsa_roca"), ADVICE.newKey);
    assert.equal(adviceFor("curve_not_allowed"), ADVICE.newKey);
    assert.equal(adviceFor("key_algorithm_encoding"), ADVICE.reissue);
    assert.equal(adviceFor("ca_country_missing"), ADVICE.authority);
    assert.equal(adviceFor("serial_too_short"), ADVICE.reissue);
  });

  it("have a clause, and a title without a full stop", () => {
    for (const code of CODES) {
      const { title, clause } = LINTS[code];
      assert.match(title, /^[A-Z].*[^.]$/, code);
      assert(citation(clause).length > 5, code);
    }
  });
});
