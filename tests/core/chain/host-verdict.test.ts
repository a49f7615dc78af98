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
import type { Code } from "../../../core/verdict/codes.ts";

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

/** The codes of the headline and of the statements that explain it, their facts, and the code of the next step. */
function verdictOn(parts: Partial<Analysis>, progress: Progress = COMPLETE) {
  const { level, headline, cause } = judgeHost(analysis(parts), progress);
  const stated = [headline, ...cause];
  return {
    level,
    codes: stated.map(({ code }) => code),
    /** The facts of a statement; of the headline without a code. */
    facts: (code: Code = headline.code) => stated.find((one) => one.code === code)?.facts,
    next: stated.find(({ next }) => next !== null)?.next?.code ?? null,
  };
}

/** The headline with its facts. */
const headlineOf = (...[parts, progress]: Parameters<typeof verdictOn>) => {
  const { codes: [code], facts } = verdictOn(parts, progress);
  return { code, ...facts() };
};

const VALID = { code: "host_valid", host: "www.example.com", until: END, address: null };
const OWNER = { name: "www.example.com", isOfHost: true };

const revoked = (index: number, reason: string | null): CertificateRevocation => ({
  ...{ index, status: "revoked", revokedAt: "2026-05-03T10:00:00Z", reason, problem: null },
  ...{ by: "crl", note: null, thisUpdate: null, nextUpdate: null },
});

describe("the verdict on a live host", () => {
  it("is valid if all addresses agree, until the first certificate expires", () => {
    const all = { everywhere: everywhere([0, 0, 0, 0]) };
    assert.equal(verdictOn(all).level, "good");
    assert.deepEqual(headlineOf(all), { ...VALID, all: 4, valid: 4, unknown: 0 });
    const one = { everywhere: everywhere([0]) };
    assert.deepEqual(headlineOf(one), { ...VALID, all: 1, valid: 1, unknown: 0 });
    const until = "2026-07-01T00:00:00Z";
    const ends = { everywhere: everywhere([0, 1], [[true], [true, until]]) };
    assert.deepEqual(headlineOf(ends), { ...VALID, until, all: 2, valid: 2, unknown: 0 });
  });

  it("begins with an expired CRL, because programs that check it refuse the host", () => {
    const outdated = { ...unknownStatus("The CRL expired on 22 May 2026, 00:00:00 UTC") };
    const revocation = [{ index: 0, ...outdated, crlExpired: "2026-05-22T00:00:00Z" }];
    const { level, codes, next } = verdictOn({ everywhere: everywhere([0]), revocation });
    assert.deepEqual({ level, codes, next }, {
      level: "bad",
      codes: ["host_crl_expired", "chain_valid"],
      next: "renew_crl",
    });
    // A status that another source proves is known.
    const known = [{ index: 0, ...NOT_REVOKED }];
    assert.equal(verdictOn({ everywhere: everywhere([0]), revocation: known }).level, "good");
  });

  it("names the cause if the chain is not valid", () => {
    const fault = (code: string, index: number | null = 0) =>
      ({
        code,
        title: "Fault",
        index,
        message: "Why.",
        severity: "error",
        kind: "proof",
      }) as Problem;
    const validation = { ...analysis({}).validation, isValid: false };
    const missing = fault("issuer_not_found");
    const lacking = { index: 0, issuer: "CN=Lab Issuing CA R3", kind: "intermediate", urls: [] };
    const info = {
      ...analysis({}).certificate,
      issuer: { commonName: "Lab Issuing CA R3", raw: "CN=Lab" },
    };
    const lost = {
      ...{ validation, problems: [missing] },
      missing: [lacking] as unknown as Analysis["missing"],
      chain: [{ info }] as Analysis["chain"],
    };
    assert.deepEqual(headlineOf(lost), {
      ...{ code: "issuer_not_found", child: "www.example.com", issuer: "Lab Issuing CA R3" },
      ...{ kind: "intermediate", isFromServer: true },
    });
    assert.equal(verdictOn(lost).next, "add_issuer_to_server");
    const causes: [Problem, object][] = [
      [fault("expired", 1), {
        ...{ code: "issuer_expired", name: "www.example.com", issuer: "Example CA 1", days: -12 },
      }],
      [fault("not_a_ca", 1), {
        ...{ code: "chain_invalid", name: "www.example.com" },
        broken: {
          ...{ rule: "not_a_ca", title: "Fault", message: "Why.", advice: undefined },
          certificate: "Example CA 1",
        },
      }],
    ];
    for (const [problem, expected] of causes) {
      assert.deepEqual(headlineOf({ validation, problems: [problem] }), expected);
      // Adding the issuer would not repair the other fault.
      assert.deepEqual(headlineOf({ validation, problems: [missing, problem] }), expected);
    }
    const problems = [fault("host_name_mismatch")];
    assert.equal(headlineOf({ validation, problems }).code, "host_name_mismatch");
  });

  it("puts the worst cause first", () => {
    const fault = (code: string) =>
      ({ code, title: "", index: 0, message: "Why.", severity: "error", kind: "proof" }) as Problem;
    const problems = [fault("inhibit"), fault("unknown_critical_extension")];
    const validation = { ...analysis({}).validation, isValid: false };
    const { code } = headlineOf({ validation, problems });
    assert.equal(code, "unknown_critical_extension");
  });

  it("says that a valid chain was completed with a certificate that the server does not send", () => {
    const [leaf, issuer, root] = analysis({}).chain;
    const chain = [leaf, { ...issuer, type: "intermediate", fetchedViaAIA: true }, root];
    const parts = { everywhere: everywhere([0]), chain: chain as Analysis["chain"] };
    assert.deepEqual(headlineOf(parts), { code: "intermediate_not_sent", issuer: "Example CA 1" });
    const { level, codes, next } = verdictOn(parts);
    assert.deepEqual({ level, codes, next }, {
      level: "warning",
      codes: ["intermediate_not_sent"],
      next: "install_full_chain",
    });
  });

  it("counts the addresses that were not read and those that did not respond", () => {
    const more = {
      everywhere: { ...everywhere([0, 0, 0, 0]), unread: ["192.0.2.8", "192.0.2.9"] },
    };
    const { level, codes, facts, next } = verdictOn(more);
    assert.deepEqual({ level, codes, next }, {
      level: "warning",
      codes: ["host_valid", "addresses_unread", "root_public"],
      next: null,
    });
    assert.deepEqual(headlineOf(more), { ...VALID, all: 6, valid: 4, unknown: 0 });
    assert.deepEqual(facts("addresses_unread"), { count: 2 });
    const silent = verdictOn({ everywhere: everywhere([0, null, 0]) });
    assert.deepEqual(silent.facts("addresses_silent"), {
      ...{ count: 1, all: 3 },
      silent: [{
        address: "192.0.2.1",
        reason: "The host did not answer in time on port 443",
      }],
    });
  });

  it("counts the addresses with an invalid chain if others have a valid one", () => {
    const wrong = { everywhere: everywhere([0, 1, 0, 0]) };
    assert.equal(verdictOn(wrong).level, "bad");
    assert.deepEqual(headlineOf(wrong), {
      ...{ code: "addresses_serve", count: 1, all: 4, fault: "invalid" },
      ...{ reason: "It is not valid.", valid: "192.0.2.0" },
    });
    const of = (places: number[]) => {
      const parts = { everywhere: everywhere(places, [[true], [false, PAST]]) };
      const { count, all, fault } = headlineOf(parts) as Record<string, unknown>;
      return [count, all, fault];
    };
    assert.deepEqual(of([0, 1, 0]), [1, 3, "expired"]);
    assert.deepEqual(of([1, 1, 0]), [2, 3, "expired"]);
    assert.deepEqual(
      verdictOn({ everywhere: everywhere([0, 2, 2]) }).facts("addresses_differ"),
      { count: 2, all: 3 },
    );
  });

  it("names a revoked certificate of another address", () => {
    const { index: _, ...verdict } = revoked(0, "keyCompromise");
    const parts = { everywhere: everywhere([0, 1], [[true], [false, END, verdict]]) };
    assert.equal(verdictOn(parts).level, "bad");
    assert.deepEqual(headlineOf(parts), {
      ...{ code: "addresses_serve", count: 1, all: 2, fault: "revoked" },
      ...{ reason: "It is not valid.", valid: "192.0.2.0" },
    });
  });

  it("does not claim that all addresses are valid if the revocation of one certificate is unknown", () => {
    const late = unknownStatus("The CRL: it did not answer in time");
    const parts = { everywhere: everywhere([0, 1], [[true], [true, END, late]]) };
    assert.deepEqual(headlineOf(parts), { ...VALID, all: 2, valid: 2, unknown: 1 });
    const { level, facts } = verdictOn(parts);
    assert.equal(level, "warning");
    assert.deepEqual(facts("revocation_unknown_at"), {
      address: "192.0.2.1",
      reason: "The CRL: it did not answer in time",
    });
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
    const parts = { everywhere: everywhere([0], [[true], [false, PAST]], 1) };
    assert.equal(verdictOn(parts).level, "bad");
    assert.deepEqual(headlineOf(parts), {
      ...{ code: "key_kind_serves", kind: "RSA", fault: "expired" },
      reason: "It is not valid.",
    });
  });

  it("reports that the server does not prove possession of the key", () => {
    const source = {
      ...{ unicodeHostname: "www.example.com", address: "192.0.2.0", hostnameMatches: true },
      keyProven: false,
    } as Analysis["source"];
    const validation = { isValid: false } as Analysis["validation"];
    const { level, codes } = verdictOn({
      source,
      validation,
      everywhere: everywhere([0], [[false]]),
    });
    assert.deepEqual([level, codes[0]], ["bad", "key_not_proven"]);
    const faultOf = (found: Everywhere) => {
      found.readings[1].keyProven = false;
      const { code, fault } = headlineOf({ everywhere: found }) as Record<string, unknown>;
      return [code, fault];
    };
    assert.deepEqual(faultOf(everywhere([0, 1])), ["addresses_serve", "without_key"]);
    assert.deepEqual(
      faultOf(everywhere([0], [[true], [false]], 1)),
      ["key_kind_serves", "without_key"],
    );
  });

  it("reports a missing stapled response that the certificate requires", () => {
    const of = (required: boolean, stapled: boolean | null) => {
      const parts = { everywhere: everywhere([0]), stapling: { required, stapled } };
      const { level, codes, next } = verdictOn(parts);
      return { level, codes, next };
    };
    const { level, codes, next } = of(true, false);
    assert.deepEqual([level, codes[0], next], ["bad", "staple_missing", "turn_on_stapling"]);
    assert.equal(of(false, false).codes[0], "host_valid");
    const unknown = of(true, null);
    assert.deepEqual([unknown.level, unknown.codes[0]], ["warning", "host_valid"]);
    assert(unknown.codes.includes("staple_unknown"));
  });

  it("reports a stapled response that is unusable, or missing for one kind of key", () => {
    const problem = "The OCSP response is for another certificate";
    const stapling = { required: true, stapled: true };
    assert.deepEqual(
      headlineOf({ everywhere: everywhere([0, 0]), stapling: { ...stapling, problem } }),
      { code: "staple_unusable", reason: problem },
    );
    const used = { stapling: { ...stapling, problem: null } };
    const codes = (places: number[]) =>
      verdictOn({ ...used, everywhere: everywhere(places) }).codes;
    assert.equal(codes([0, 0])[1], "staple_unknown_elsewhere");
    assert(!codes([0]).includes("staple_unknown_elsewhere"));
    const ofKind = everywhere([0], [[true], [true]], 1);
    ofKind.presentations[1].stapling = { required: true, stapled: false };
    assert.deepEqual(headlineOf({ everywhere: ofKind }), {
      ...{ code: "key_kind_serves", kind: "RSA", fault: "without_staple", reason: null },
    });
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
      assert.deepEqual(headlineOf(parts), {
        ...{ code: "addresses_serve", count: 1, all: 3, fault: "revoked" },
        ...{ reason: "It is not valid.", valid: `192.0.2.${1 - first}` },
      });
    }
    const unknown = everywhere([0, 1], [[false, END, REVOKED], [true, END, unknownStatus("")]]);
    const parts = { everywhere: unknown, revocation: [revoked(0, null)] };
    assert.equal((headlineOf(parts) as { valid?: string | null }).valid ?? null, null);
    const issuer = {
      everywhere: everywhere([0, 1], [[false], [true]]),
      revocation: [revoked(1, null)],
    };
    assert.equal((headlineOf(issuer) as { fault?: string }).fault, "invalid");
  });

  it("mentions that possession of the key could not be verified", () => {
    const source = { ...analysis({}).source!, keyProven: null };
    const { codes } = verdictOn({ source, everywhere: everywhere([0]) });
    assert.equal(codes[0], "host_valid");
    assert(codes.includes("key_unknown"));
  });

  it("reports a revocation first, with its date and reason", () => {
    const revokedAt = "2026-05-03T10:00:00Z";
    const parts = { everywhere: everywhere([0, 1]), revocation: [revoked(0, "keyCompromise")] };
    assert.equal(verdictOn(parts).level, "bad");
    const expected = { code: "revoked", owner: OWNER, revokedAt };
    assert.deepEqual(headlineOf(parts), { ...expected, reason: "keyCompromise" });
    assert.deepEqual(headlineOf({ revocation: [revoked(0, null)] }), { ...expected, reason: null });
    assert.deepEqual(headlineOf({ revocation: [revoked(1, "cACompromise")] }), {
      ...expected,
      owner: { name: "Example CA 1", isOfHost: false },
      reason: "cACompromise",
    });
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
    assert.equal(coming.level, "note");
    assert.equal((coming.facts() as { address: string }).address, "192.0.2.0");
    assert.deepEqual(coming.facts("parts_to_come"), { parts: ["everywhere", "revocation", "caa"] });
    const stopped = verdictOn({ everywhere: everywhere([0, 0]), caa: null }, {
      ...{ missing: ["revocation"], busy: false },
    });
    assert.equal(stopped.level, "note");
    assert.deepEqual(stopped.facts("parts_not_checked"), { parts: ["revocation"] });
  });

  it("reports a certificate for another host, and a renewal that will fail", () => {
    const source = {
      ...analysis({}).source!,
      hostnameMatches: false,
    };
    assert.equal(headlineOf({ source }).code, "host_name_mismatch");
    const caa = { status: "forbidden" as const, message: "example.com allows another authority." };
    const { level, codes } = verdictOn({ everywhere: everywhere([0]), caa });
    assert.equal(level, "warning");
    assert.deepEqual(codes, ["host_valid", "caa_forbids", "root_public"]);
  });
});
