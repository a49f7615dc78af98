/** What the page says first about a live host: one answer, and no more than is known. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { CertificateRevocation, Everywhere } from "../../core/chain/contract.ts";
import { unknownStatus } from "../../core/x509/revocation/verdict.ts";
import type { Analysis } from "../../web/src/tools/chain/analysis.ts";
import { judge } from "../../web/src/tools/chain/judgement.ts";
import { COMPLETE, missingOf, type Progress } from "../../web/src/tools/chain/parts.ts";

const END = "2027-06-08T12:00:00Z";
const PAST = "2026-05-01T00:00:00Z";

type Shown = [isValid: boolean, notAfter?: string];

/** `places`: for each address the presentation that it gives; null if it could not be read. */
function everywhere(
  places: (number | null)[],
  shown: Shown[] = [[true], [false], [true]],
): Everywhere {
  return {
    presentations: shown.map(([isValid, notAfter = END]) => ({
      ...{ name: "www.example.com", issuer: "CA", notBefore: "2026-01-08T00:00:00Z", notAfter },
      ...{ fingerprint: "", certificates: [], errors: isValid ? [] : ["It is not valid."] },
      publicKey: { algorithm: "EC", bits: 256, curve: "P-256" },
      ...{ isValid, trusted: true, hostnameMatches: true },
    })),
    readings: [
      ...places.map((presentation, place) => ({
        address: `192.0.2.${place}`,
        asked: "as clients do" as const,
        presentation,
        tlsVersion: null,
        problem: presentation === null ? "HOST DID NOT ANSWER IN TIME ON PORT 443" : null,
      })),
      // Readings that ask otherwise are not counted as addresses.
      { address: "192.0.2.0", asked: "RSA", presentation: 1, tlsVersion: null, problem: null },
    ],
    unread: [],
  };
}

/** The parts of an answer that its judgement reads. */
function analysis(parts: Partial<Analysis>): Analysis {
  const info = { notAfter: END, subject: { commonName: "www.example.com" } };
  const issuer = { notAfter: "2030-01-01T00:00:00Z", subject: { commonName: "Example CA 1" } };
  return {
    certificate: info,
    chain: [{ info }, { info: issuer }, { info: issuer }],
    validation: { isValid: true, trusted: true, trustStore: { date: "2026-11-01" }, programs: [] },
    problems: [],
    source: { unicodeHostname: "www.example.com", address: "192.0.2.0", hostnameMatches: true },
    evaluatedAt: "2026-06-01T00:00:00Z",
    ...parts,
  } as unknown as Analysis;
}

const said = (parts: Partial<Analysis>, progress: Progress = COMPLETE) =>
  judge(analysis(parts), progress);

const revoked = (index: number, reason: string | null): CertificateRevocation => ({
  ...{ index, status: "revoked", revokedAt: "2026-05-03T10:00:00Z", reason, problem: null },
  ...{ by: "crl", note: null, thisUpdate: null, nextUpdate: null },
});

describe("the answer about a live host", () => {
  it("is valid where all addresses agree, until the first certificate ends", () => {
    const { tone, title } = said({ everywhere: everywhere([0, 0, 0, 0]) });
    assert.deepEqual([tone, title], ["good", "Valid on all 4 addresses until 8 Jun 2027"]);
    assert.equal(said({ everywhere: everywhere([0]) }).title, "Valid until 8 Jun 2027");
    const ends: Shown[] = [[true], [true, "2026-07-01T00:00:00Z"]];
    assert.equal(
      said({ everywhere: everywhere([0, 1], ends) }).title,
      "Valid on all 2 addresses until 1 Jul 2026",
    );
  });

  it("counts addresses that were not read, and those that are silent", () => {
    const more = { ...everywhere([0, 0, 0, 0]), unread: ["192.0.2.8", "192.0.2.9"] };
    assert.deepEqual(said({ everywhere: more }), {
      tone: "warn",
      title: "Valid on 4 of 6 addresses until 8 Jun 2027",
      text: "2 were not read. The root of www.example.com is in Mozilla's list of 1 Nov 2026.",
    });
    const silent = said({ everywhere: everywhere([0, null, 0]) });
    assert.equal(silent.title, "Valid on 2 of 3 addresses until 8 Jun 2027");
    assert.match(silent.text, /^1 of 3 addresses could not be read\./);
  });

  it("names how many serve what is not valid, and that others do", () => {
    const wrong = said({ everywhere: everywhere([0, 1, 0, 0]) });
    assert.deepEqual([wrong.tone, wrong.title], [
      "bad",
      "1 of 4 addresses serves a chain that is not valid",
    ]);
    assert.equal(wrong.text, "It is not valid. 192.0.2.0 serves a valid one.");
    const expired = said({ everywhere: everywhere([0, 1, 0], [[true], [false, PAST]]) });
    assert.equal(expired.title, "1 of 3 addresses serves an expired certificate");
    const two = said({ everywhere: everywhere([1, 1, 0], [[true], [false, PAST]]) });
    assert.equal(two.title, "2 of 3 addresses serve an expired certificate");
    assert.match(
      said({ everywhere: everywhere([0, 2, 2]) }).text,
      /^2 of 3 addresses serve another chain\./,
    );
  });

  it("is that it was revoked, when and why, before all else", () => {
    const parts = { everywhere: everywhere([0, 1]), revocation: [revoked(0, "keyCompromise")] };
    const { tone, title } = said(parts);
    assert.deepEqual([tone, title], ["bad", "Revoked on 3 May 2026: key compromise"]);
    assert.equal(said({ revocation: [revoked(0, null)] }).title, "Revoked on 3 May 2026");
    assert.equal(
      said({ revocation: [revoked(1, "cACompromise")] }).title,
      "Example CA 1 was revoked on 3 May 2026: CA compromise",
    );
  });

  it("says what is not known", () => {
    const unknown = [{ index: 0, ...unknownStatus("THE CRL: IT DID NOT ANSWER IN TIME") }];
    const { tone, text } = said({ everywhere: everywhere([0]), revocation: unknown });
    assert.equal(tone, "good");
    assert.match(text, /Whether it was revoked is not known\.$/);
  });

  it("is not good before all parts are there, and says which are not", () => {
    const missing = missingOf(analysis({}));
    const coming = said({}, { missing, busy: true, failure: null });
    assert.deepEqual([coming.tone, coming.title], [
      "info",
      "Valid at the first address until 8 Jun 2027",
    ]);
    assert.match(coming.text, /Still to come: addresses, revocation and CAA records\.$/);
    const stopped = said({ everywhere: everywhere([0, 0]), caa: null }, {
      ...{ missing: ["revocation"], busy: false, failure: null },
    });
    assert.equal(stopped.tone, "info");
    assert.match(stopped.text, /Not checked: revocation\.$/);
  });

  it("is that the certificate is for another host, or that a renewal will fail", () => {
    const source = {
      ...analysis({}).source!,
      hostnameMatches: false,
    };
    assert.equal(said({ source }).title, "The certificate is not for www.example.com");
    const caa = { status: "forbidden" as const, message: "example.com allows another authority." };
    const { tone, text } = said({ everywhere: everywhere([0]), caa });
    assert.equal(tone, "warn");
    assert.match(text, /^example\.com allows another authority\./);
  });
});
