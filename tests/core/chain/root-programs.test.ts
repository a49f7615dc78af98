/** The verdicts of root programs on a path, on both sides of each date. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { analyzeCertificates } from "../../../core/chain/analyze.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import { EXTENSION } from "../../../core/x509/objects/extensions/identifiers.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { programVerdicts } from "../../../core/x509/path/root-programs.ts";
import {
  mozillaRoots,
  type ProgramTrust,
  type TrustStore,
} from "../../../core/x509/path/trust-store.ts";
import { LISTS } from "../../../web/build/data/lists.ts";
import { programsFile } from "../../../web/build/data/root-programs.ts";
import { chainText } from "../../fixtures/chain/index.ts";
import { leaf as makeLeaf, root, timestamps } from "../x509/rules/maker.ts";

const { certificates } = readBundle(chainText("plain"), new Budget());
const given = certificates.map((entry) => ({ ...entry, source: "input" as const }));
const [leaf] = given;
const ROOT = given[given.length - 1].certificate;
const SECOND = 1000;
const LISTED: ProgramTrust = { isListed: true, until: null };

/** A trust store with the fixture's root, and the decisions of the root programs about it. */
function storeOf(mozilla: ProgramTrust, chrome: ProgramTrust, anchor = ROOT): TrustStore {
  return {
    name: "Fixtures",
    source: "tests",
    date: "2026-11-22",
    certificates: [anchor],
    programs: {
      Mozilla: { list: "a list of 2026", trustOf: () => mozilla },
      Chrome: { list: "version 36", trustOf: () => chrome },
    },
  };
}

async function analysisUnder(mozilla: ProgramTrust, chrome: ProgramTrust) {
  const trustStore = storeOf(mozilla, chrome);
  const context = { budget: new Budget(), now: leaf.certificate.notBefore };
  const { validation, problems } = await analyzeCertificates({ given, trustStore }, context);
  return {
    messages: validation.programs.map(({ message }) => message),
    trusts: validation.programs.map(({ trusts }) => trusts),
    isValid: validation.isValid,
    distrusted: problems.filter(({ code }) => code === "root_distrusted")
      .map(({ message, severity }) => `${severity}: ${message}`),
  };
}

describe("root programs", () => {
  const { notBefore } = leaf.certificate;
  const until = (moment: number): ProgramTrust => ({ isListed: true, until: moment });

  it("name each program and whether it trusts the root", async () => {
    assert.deepEqual(await analysisUnder(LISTED, { isListed: false, until: null }), {
      messages: ["Mozilla: yes.", "Chrome: no."],
      trusts: [true, false],
      isValid: true,
      distrusted: [],
    });
    const young = await analysisUnder(LISTED, { isListed: null, until: null });
    assert.equal(young.messages[1], "Chrome: not known, the root is younger than its list.");
    assert.equal(young.trusts[1], null);
  });

  it("of the store list each root for Mozilla, and most of them for Chrome", () => {
    const { certificates, programs } = mozillaRoots();
    const listed = (name: "Mozilla" | "Chrome") =>
      certificates.filter((_, place) => programs![name].trustOf(place).isListed).length;
    assert.equal(listed("Mozilla"), certificates.length);
    assert(listed("Chrome") > 0.7 * certificates.length, `${listed("Chrome")}`);
    assert(listed("Chrome") < certificates.length);
  });

  it("use the notBefore of the certificate for Mozilla, to the second", async () => {
    const at = await analysisUnder(until(notBefore), LISTED);
    assert.match(
      at.messages[0],
      /^Mozilla: yes, as for all certificates issued until \d+ \w+ 20\d\d\.$/,
    );
    assert.deepEqual([at.trusts, at.distrusted], [[true, true], []]);
    const past = await analysisUnder(until(notBefore - SECOND), LISTED);
    assert.match(past.messages[0], /^Mozilla: not for certificates issued after /);
    assert.deepEqual(past.trusts, [false, true]);
    assert.deepEqual(past.distrusted, [`warning: ${past.messages[0]}`]);
  });

  it("use the first log timestamp for Chrome, if there is one", () => {
    const logged = makeLeaf();
    const anchor = root();
    const stamps = logged.extension(EXTENSION.signedCertificateTimestamps)!.value!;
    const first = Math.min(...stamps.map(({ timestamp }) => Date.parse(timestamp!)));
    assert.notEqual(first, logged.notBefore);
    const path = {
      certificates: [logged, anchor].map((one) => new Candidate(one, "input", null)),
      trusted: true,
    };
    const trusts = (chrome: number) =>
      programVerdicts(path, storeOf(LISTED, until(chrome), anchor))[1].trusts;
    assert.equal(trusts(first), true);
    assert.equal(trusts(first - 1), false);
  });

  it("ignore a log timestamp after the year 9999 for Chrome", () => {
    const stamps = timestamps("+010000-01-01T00:00:00Z", "2026-04-01T01:00:00Z");
    const logged = makeLeaf({ extensions: { signedCertificateTimestamps: stamps } });
    const anchor = root();
    const path = {
      certificates: [logged, anchor].map((one) => new Candidate(one, "input", null)),
      trusted: true,
    };
    const at = Date.parse("2026-04-01T01:00:00Z");
    const trusts = (chrome: number) =>
      programVerdicts(path, storeOf(LISTED, until(chrome), anchor))[1].trusts;
    assert.deepEqual([trusts(at), trusts(at - 1)], [true, false]);
  });

  it("have no verdict on an unlisted root", () => {
    const path = { certificates: [new Candidate(ROOT, "input", null)], trusted: false };
    assert.deepEqual(programVerdicts(path, storeOf(LISTED, LISTED)), []);
  });

  it("have the right verdict on both sides of each root's date", () => {
    const store = mozillaRoots();
    const dated = store.certificates.flatMap((certificate, place) => {
      const { until } = store.programs!.Chrome.trustOf(place);
      return until === null ? [] : [{ certificate, until }];
    });
    assert(dated.length >= 20);
    for (const { certificate, until } of dated) {
      const anchor = new Candidate(certificate, "trust-store", null);
      for (const [notBefore, trusts] of [[until, true], [until + SECOND, false]] as const) {
        const dates = { ...certificate, notBefore, extension: () => null };
        const end = { certificate: dates, identity: "" } as unknown as Candidate;
        const path = { certificates: [end, anchor], trusted: true };
        assert.equal(programVerdicts(path, store)[1].trusts, trusts, certificate.subject.raw);
      }
    }
  });

  it("are equal in the asset and in the source file", () => {
    const asset = new URL("../../../core/assets/root-programs.ts", import.meta.url);
    const table = new URL("../../../web/build/data/programs.tsv", import.meta.url);
    assert.equal(
      Deno.readTextFileSync(asset),
      programsFile(Deno.readTextFileSync(table), LISTS),
    );
  });
});
