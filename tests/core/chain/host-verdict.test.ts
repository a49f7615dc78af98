/** The verdict on a live host: one answer that claims no more than was checked. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type {
  CertificateRevocation,
  chainAnalyzeUrl,
  Everywhere,
  Problem,
} from "../../../core/chain/contract.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { type RevocationVerdict, unknownStatus } from "../../../core/x509/revocation/verdict.ts";
import { COMPLETE, missingParts, type Progress } from "../../../core/verdict/judge/parts.ts";
import { judgeHost } from "../../../core/verdict/judge/host.ts";
import { renderVerdict } from "../../../core/verdict/render.ts";
import { chainEnglish } from "../../../core/verdict/text/english.ts";

type Analysis = Omit<OutputOf<typeof chainAnalyzeUrl>, "verdict">;

const END = "2027-06-08T12:00:00Z";
const PAST = "2026-05-01T00:00:00Z";

type Shown = [isValid: boolean, notAfter?: string, revocation?: RevocationVerdict];

const NOT_REVOKED: RevocationVerdict = {
  ...unknownStatus(""),
  ...{ status: "good", problem: null, by: "ocsp" },
};

/**
 * `places`: the index of each address's presentation; null if the address could not be read. `rsa`: the
 * presentation for clients that support only RSA.
 */
function everywhere(
  places: (number | null)[],
  shown: Shown[] = [[true], [false], [true]],
  rsa = 0,
): Everywhere {
  return {
    presentations: shown.map(([isValid, notAfter = END, revocation = NOT_REVOKED], place) => ({
      ...{ name: "www.example.com", issuer: "CA", notBefore: "2026-01-08T00:00:00Z", notAfter },
      ...{
        fingerprint: String(place),
        revocation,
        certificates: [],
        errors: isValid ? [] : ["It is not valid."],
      },
      publicKey: { algorithm: "EC", bits: 256, curve: "P-256" },
      ...{ isValid, trusted: true, hostnameMatches: true },
    })),
    readings: [
      ...places.map((presentation, place) => ({
        address: `192.0.2.${place}`,
        asked: "as clients do" as const,
        presentation,
        tlsVersion: null,
        problem: presentation === null ? "The host did not answer in time on port 443" : null,
      })),
      // Readings with other client settings are not counted as addresses.
      { address: "192.0.2.0", asked: "RSA", presentation: rsa, tlsVersion: null, problem: null },
    ],
    unread: [],
  };
}

/** The parts of an answer that the verdict depends on. */
function analysis(parts: Partial<Analysis>): Analysis {
  const info = {
    ...{ notAfter: END, subject: { commonName: "www.example.com" }, daysUntilExpiry: 372 },
    issuer: { commonName: "Example CA 1" },
    extensions: {
      subjectAltName: [{ type: "DNS", value: "www.example.org" }],
      extendedKeyUsage: ["serverAuth"],
      basicConstraints: null,
      all: [],
    },
  };
  const issuer = {
    ...{ notAfter: "2030-01-01T00:00:00Z", subject: { commonName: "Example CA 1" } },
    ...{ issuer: { commonName: "Example Root" }, daysUntilExpiry: -12 },
  };
  return {
    certificate: info,
    chain: [{ info }, { info: issuer }, { info: issuer }],
    validation: { isValid: true, trusted: true, trustStore: { date: "2026-11-01" }, programs: [] },
    problems: [],
    unused: [],
    judgedAs: "public-tls",
    missing: [],
    source: { unicodeHostname: "www.example.com", address: "192.0.2.0", hostnameMatches: true },
    evaluatedAt: "2026-06-01T00:00:00Z",
    ...parts,
  } as unknown as Analysis;
}

/** The verdict in words, with the codes of the statements that explain it. */
function verdictOn(parts: Partial<Analysis>, progress: Progress = COMPLETE) {
  const verdict = judgeHost(analysis(parts), progress);
  const { level, title, cause, next } = renderVerdict(verdict, chainEnglish);
  const codes = [verdict.headline, ...verdict.cause].map(({ code }) => code);
  return { level, title, cause, next, codes };
}

const revoked = (index: number, reason: string | null): CertificateRevocation => ({
  ...{ index, status: "revoked", revokedAt: "2026-05-03T10:00:00Z", reason, problem: null },
  ...{ by: "crl", note: null, thisUpdate: null, nextUpdate: null },
});

describe("the verdict on a live host", () => {
  it("is valid if all addresses agree, until the first certificate expires", () => {
    const { level, title } = verdictOn({ everywhere: everywhere([0, 0, 0, 0]) });
    assert.deepEqual([level, title], [
      "good",
      "www.example.com is valid on all 4 addresses until 8 Jun 2027",
    ]);
    assert.equal(
      verdictOn({ everywhere: everywhere([0]) }).title,
      "www.example.com is valid until 8 Jun 2027",
    );
    const ends: Shown[] = [[true], [true, "2026-07-01T00:00:00Z"]];
    assert.equal(
      verdictOn({ everywhere: everywhere([0, 1], ends) }).title,
      "www.example.com is valid on all 2 addresses until 1 Jul 2026",
    );
  });

  it("begins with an expired CRL, because programs that check it refuse the host", () => {
    const outdated = { ...unknownStatus("The CRL expired on 22 May 2026, 00:00:00 UTC") };
    const revocation = [{ index: 0, ...outdated, crlExpired: "2026-05-22T00:00:00Z" }];
    const { level, title, codes, next } = verdictOn({ everywhere: everywhere([0]), revocation });
    assert.equal(level, "bad");
    assert.equal(
      title,
      'The CRL of "Example CA 1" expired 9 days ago, on 22 May 2026: programs that check it refuse every certificate',
    );
    assert.deepEqual(codes, ["host_crl_expired", "chain_valid"]);
    assert.match(next!, /new CRL/);
    // A status that another source proves is known.
    const known = [{ index: 0, ...NOT_REVOKED }];
    assert.equal(
      verdictOn({ everywhere: everywhere([0]), revocation: known }).level,
      "good",
    );
  });

  it("names the cause if the chain is not valid", () => {
    const fault = (code: string, title: string, index: number | null = 0) =>
      ({ code, title, index, message: "Why.", severity: "error", kind: "proof" }) as Problem;
    const of = (...problems: Problem[]) => {
      const validation = { ...analysis({}).validation, isValid: false };
      return verdictOn({ validation, problems });
    };
    const missing = fault("issuer_not_found", "ISSUER NOT FOUND");
    const lacking = { index: 0, issuer: "CN=Lab Issuing CA R3", kind: "intermediate", urls: [] };
    const chain = [{
      info: {
        ...analysis({}).certificate,
        issuer: { commonName: "Lab Issuing CA R3", raw: "CN=Lab Issuing CA R3" },
      },
    }] as Analysis["chain"];
    assert.deepEqual(
      verdictOn({
        validation: { ...analysis({}).validation, isValid: false },
        problems: [missing],
        missing: [lacking] as unknown as Analysis["missing"],
        chain,
      }),
      {
        level: "bad",
        title: 'The server doesn\'t send its intermediate certificate "Lab Issuing CA R3"',
        cause: 'ISSUER NOT FOUND. www.example.com was signed by "Lab Issuing CA R3", ' +
          "which is neither among these certificates nor in the trust store. " +
          "Desktop browsers repair this by themselves; Android, curl and Java do not.",
        next: 'Get the certificate of "Lab Issuing CA R3" from your CA, ' +
          "and install the full chain on the server.",
        codes: ["issuer_not_found"],
      },
    );
    const causes: [Problem, string][] = [
      [
        fault("expired", "Expired", 1),
        'The chain of www.example.com is broken: "Example CA 1" expired 11 days ago',
      ],
      [
        fault("not_a_ca", "CA may not sign", 1),
        "The chain of www.example.com is not valid: CA may not sign",
      ],
      [
        fault("host_name_mismatch", "Host name does not match"),
        "This certificate is for www.example.org, not for www.example.com",
      ],
    ];
    for (const [problem, title] of causes) {
      assert.equal(of(problem).title, title);
      // Adding the issuer would not repair the other fault.
      assert.equal(of(missing, problem).title, title);
    }
    assert.equal(of(fault("not_a_ca", "CA may not sign", 1)).cause, '"Example CA 1": Why.');
  });

  it("puts the worst cause first", () => {
    const fault = (code: string, title: string) =>
      ({ code, title, index: 0, message: "Why.", severity: "error", kind: "proof" }) as Problem;
    const causes = [fault("inhibit", "Inhibit"), fault("unknown_critical_extension", "Unknown")];
    const validation = { ...analysis({}).validation, isValid: false };
    assert.equal(
      verdictOn({ validation, problems: causes }).title,
      "The certificate of www.example.com has an unknown critical extension",
    );
  });

  it("says that a valid chain was completed with a certificate that the server does not send", () => {
    const [leaf, issuer, root] = analysis({}).chain;
    const chain = [leaf, { ...issuer, type: "intermediate", fetchedViaAIA: true }, root];
    assert.deepEqual(
      verdictOn({ everywhere: everywhere([0]), chain: chain as Analysis["chain"] }),
      {
        level: "warning",
        title: 'The server doesn\'t send its intermediate certificate "Example CA 1"',
        cause: "Desktop browsers repair this by themselves; Android, curl and Java do not.",
        next: "Install the full chain below on the server.",
        codes: ["intermediate_not_sent"],
      },
    );
  });

  it("counts the addresses that were not read and those that did not respond", () => {
    const more = { ...everywhere([0, 0, 0, 0]), unread: ["192.0.2.8", "192.0.2.9"] };
    assert.deepEqual(verdictOn({ everywhere: more }), {
      level: "warning",
      title: "www.example.com is valid on 4 of 6 addresses until 8 Jun 2027",
      cause:
        "2 addresses were not read. The root of www.example.com is in Mozilla's list of 1 Nov 2026.",
      next: null,
      codes: ["host_valid", "addresses_unread", "root_public"],
    });
    const silent = verdictOn({ everywhere: everywhere([0, null, 0]) });
    assert.equal(silent.title, "www.example.com is valid on 2 of 3 addresses until 8 Jun 2027");
    assert.ok(
      silent.cause.startsWith(
        "1 of 3 addresses could not be read. " +
          "192.0.2.1: The host did not answer in time on port 443. ",
      ),
      silent.cause,
    );
  });

  it("counts the addresses with an invalid chain if others have a valid one", () => {
    const wrong = verdictOn({ everywhere: everywhere([0, 1, 0, 0]) });
    assert.deepEqual([wrong.level, wrong.title], [
      "bad",
      "1 of 4 addresses serves a chain that is not valid",
    ]);
    assert.equal(wrong.cause, "It is not valid. 192.0.2.0 serves a valid one.");
    const expired = verdictOn({ everywhere: everywhere([0, 1, 0], [[true], [false, PAST]]) });
    assert.equal(expired.title, "1 of 3 addresses serves an expired certificate");
    const two = verdictOn({ everywhere: everywhere([1, 1, 0], [[true], [false, PAST]]) });
    assert.equal(two.title, "2 of 3 addresses serve an expired certificate");
    assert.match(
      verdictOn({ everywhere: everywhere([0, 2, 2]) }).cause,
      /^2 of 3 addresses serve another chain\./,
    );
  });

  it("names a revoked certificate of another address", () => {
    const { index: _, ...verdict } = revoked(0, "keyCompromise");
    const { level, title, cause } = verdictOn({
      everywhere: everywhere([0, 1], [[true], [false, END, verdict]]),
    });
    assert.deepEqual([level, title], ["bad", "1 of 2 addresses serves a revoked certificate"]);
    assert.equal(cause, "It is not valid. 192.0.2.0 serves a valid one.");
  });

  it("does not claim that all addresses are valid if the revocation of one certificate is unknown", () => {
    const late = unknownStatus("The CRL: it did not answer in time");
    const { level, title, codes, cause } = verdictOn({
      everywhere: everywhere([0, 1], [[true], [true, END, late]]),
    });
    assert.deepEqual([level, title], [
      "warning",
      "www.example.com is valid until 8 Jun 2027, revocation could not be checked on 1 of 2 addresses",
    ]);
    assert(codes.includes("revocation_unknown_at"));
    assert(cause.includes("192.0.2.1") && cause.includes("did not answer in time"));
  });

  it("waits for the revocation of certificates at other addresses", () => {
    const { presentations, ...rest } = everywhere([0, 1]);
    const coming = presentations.map((presentation) => ({
      ...presentation,
      revocation: undefined,
    }));
    const parts = analysis({ everywhere: { ...rest, presentations: coming }, revocation: [] });
    assert.deepEqual(missingParts({ ...parts, caa: null }), ["revocation"]);
    assert.deepEqual(
      missingParts({ ...parts, caa: null, everywhere: { ...rest, presentations } }),
      [],
    );
  });

  it("reports an invalid certificate for the other kind of key", () => {
    const { level, title, cause } = verdictOn({
      everywhere: everywhere([0], [[true], [false, PAST]], 1),
    });
    assert.deepEqual([level, title], ["bad", "The RSA certificate expired"]);
    assert.equal(cause, "It is not valid. Clients that support only RSA get it.");
  });

  it("reports that the server does not prove possession of the key", () => {
    const source = {
      ...{ unicodeHostname: "www.example.com", address: "192.0.2.0", hostnameMatches: true },
      keyProven: false,
    } as Analysis["source"];
    const validation = { isValid: false } as Analysis["validation"];
    const { level, title } = verdictOn({
      source,
      validation,
      everywhere: everywhere([0], [[false]]),
    });
    assert.deepEqual([level, title], [
      "bad",
      "The server does not prove that it has the private key",
    ]);
    const elsewhere = everywhere([0, 1]);
    elsewhere.readings[1].keyProven = false;
    assert.equal(
      verdictOn({ everywhere: elsewhere }).title,
      "1 of 2 addresses serves a certificate without its private key",
    );
    const ofKind = everywhere([0], [[true], [false]], 1);
    ofKind.readings[1].keyProven = false;
    assert.equal(
      verdictOn({ everywhere: ofKind }).title,
      "The RSA certificate is used without its private key",
    );
  });

  it("reports a missing stapled response that the certificate requires", () => {
    const required = { everywhere: everywhere([0]), stapling: { required: true, stapled: false } };
    const { level, title, cause, next } = verdictOn(required);
    assert.deepEqual([level, title], [
      "bad",
      "The server does not staple, which its certificate requires",
    ]);
    assert.match(cause, /Firefox refuses the connection\.$/);
    assert.equal(next, "Turn on OCSP stapling in the server.");
    assert.equal(
      verdictOn({ ...required, stapling: { required: false, stapled: false } }).title,
      "www.example.com is valid until 8 Jun 2027",
    );
    const unknown = verdictOn({ ...required, stapling: { required: true, stapled: null } });
    assert.deepEqual([unknown.level, unknown.title], [
      "warning",
      "www.example.com is valid until 8 Jun 2027",
    ]);
    assert(unknown.codes.includes("staple_unknown"));
  });

  it("reports a stapled response that is unusable, or missing for one kind of key", () => {
    const problem = "The OCSP response is for another certificate";
    const unusable = verdictOn({
      everywhere: everywhere([0, 0]),
      stapling: { required: true, stapled: true, problem },
    });
    assert.equal(unusable.title, "The server staples an OCSP response that cannot be used");
    assert.match(unusable.cause, /The OCSP response is for another certificate\. Firefox refuses/);
    const used = { stapling: { required: true, stapled: true, problem: null } };
    const codes = (places: number[]) =>
      verdictOn({ ...used, everywhere: everywhere(places) }).codes;
    assert.equal(codes([0, 0])[1], "staple_unknown_elsewhere");
    assert(!codes([0]).includes("staple_unknown_elsewhere"));
    const ofKind = everywhere([0], [[true], [true]], 1);
    ofKind.presentations[1].stapling = { required: true, stapled: false };
    assert.equal(
      verdictOn({ everywhere: ofKind }).title,
      "The RSA certificate comes without a stapled OCSP response",
    );
  });

  it("counts the addresses of a revoked certificate in any order of addresses", () => {
    const REVOKED: RevocationVerdict = { ...NOT_REVOKED, status: "revoked" };
    for (const first of [0, 1]) {
      const shown: Shown[] = [[true], [true]];
      shown[first] = [false, END, REVOKED];
      const parts = {
        everywhere: everywhere([0, 1, null], shown),
        validation: { isValid: first === 1 } as Analysis["validation"],
        revocation: first === 0 ? [revoked(0, "keyCompromise")] : [],
      };
      const { title, cause } = verdictOn(parts);
      assert.equal(title, "1 of 3 addresses serves a revoked certificate");
      assert.match(cause, new RegExp(`192\\.0\\.2\\.${1 - first} serves a valid one\\.$`));
    }
    const unknown = everywhere([0, 1], [[false, END, REVOKED], [true, END, unknownStatus("")]]);
    const parts = { everywhere: unknown, revocation: [revoked(0, null)] };
    assert.doesNotMatch(verdictOn(parts).cause, /valid one/);
    const issuer = {
      everywhere: everywhere([0, 1], [[false], [true]]),
      revocation: [revoked(1, null)],
    };
    assert.equal(verdictOn(issuer).title, "1 of 2 addresses serves a chain that is not valid");
  });

  it("mentions that possession of the key could not be verified", () => {
    const source = { ...analysis({}).source!, keyProven: null };
    const { title, cause } = verdictOn({ source, everywhere: everywhere([0]) });
    assert.equal(title, "www.example.com is valid until 8 Jun 2027");
    assert.match(cause, /This tool cannot check whether the server has the private key\.$/);
  });

  it("reports a revocation first, with its date and reason", () => {
    const parts = { everywhere: everywhere([0, 1]), revocation: [revoked(0, "keyCompromise")] };
    const { level, title } = verdictOn(parts);
    assert.deepEqual([level, title], [
      "bad",
      "The certificate of www.example.com was revoked on 3 May 2026: key compromise",
    ]);
    assert.equal(
      verdictOn({ revocation: [revoked(0, null)] }).title,
      "The certificate of www.example.com was revoked on 3 May 2026",
    );
    assert.equal(
      verdictOn({ revocation: [revoked(1, "cACompromise")] }).title,
      '"Example CA 1" was revoked on 3 May 2026: CA compromise',
    );
  });

  it("names the facts that are unknown", () => {
    const unknown = [{ index: 0, ...unknownStatus("The CRL: it did not answer in time") }];
    const { level, codes } = verdictOn({ everywhere: everywhere([0]), revocation: unknown });
    assert.equal(level, "good");
    assert.deepEqual(codes, ["host_valid", "root_public", "revocation_unknown"]);
  });

  it("is not good until all parts have arrived, and names the missing ones", () => {
    const missing = missingParts(analysis({}));
    const coming = verdictOn({}, { missing, busy: true });
    assert.deepEqual([coming.level, coming.title], [
      "note",
      "www.example.com is valid at 192.0.2.0 until 8 Jun 2027",
    ]);
    assert.match(coming.cause, /Still to come: addresses, revocation and CAA records\.$/);
    const stopped = verdictOn({ everywhere: everywhere([0, 0]), caa: null }, {
      ...{ missing: ["revocation"], busy: false },
    });
    assert.equal(stopped.level, "note");
    assert.match(stopped.cause, /Not checked: revocation\.$/);
  });

  it("reports a certificate for another host, and a renewal that will fail", () => {
    const source = {
      ...analysis({}).source!,
      hostnameMatches: false,
    };
    assert.equal(
      verdictOn({ source }).title,
      "This certificate is for www.example.org, not for www.example.com",
    );
    const caa = { status: "forbidden" as const, message: "example.com allows another authority." };
    const { level, codes } = verdictOn({ everywhere: everywhere([0]), caa });
    assert.equal(level, "warning");
    assert.deepEqual(codes, ["host_valid", "caa_forbids", "root_public"]);
  });
});
