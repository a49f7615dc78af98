/** The table of public roots: its sources do not contradict each other, and it says what is publicly known. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { analyze } from "../../../core/chain/analyze.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { CHROME } from "../../../core/assets/root-programs.ts";
import { CONSTRAINTS, CROSS_SIGNS, DEADLINES } from "../../../core/assets/root-facts.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { ROOT_ACCEPTANCE } from "../../../core/assets/root-acceptance.ts";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { Der, TAG } from "../../../core/x509/asn1/der.ts";
import { canonicalName, nameKey } from "../../../core/x509/constraints/canonical-names.ts";
import { readName } from "../../../core/x509/objects/names.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { acceptanceOf } from "../../../core/x509/path/acceptance.ts";
import type { Path } from "../../../core/x509/path/build.ts";
import { ACCEPTANCE_PROGRAMS } from "../../../core/x509/path/programs.ts";
import { publicRoots } from "../../../core/x509/path/root-table.ts";
import { mozillaRoots } from "../../../core/x509/path/trust-store.ts";
import { rootTables } from "../../../web/build/data/root-tables.ts";
import { needsCorpus, readSampleText } from "../../support/corpus.ts";
import { needsRootLists, rootLists } from "../../support/root-lists.ts";

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const hex = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const table = publicRoots(sha256);

const store = mozillaRoots().certificates;
const placeOf = new Map(store.map(({ bytes }, place) => [hex(bytes), place]));
const rows = ROOT_ACCEPTANCE.roots.trim().split("\n").map((line) => {
  const [ids, name, states, ...rest] = line.split("\t");
  const [apple, chrome, microsoft, mozilla] = states;
  const place = ids.split(" ").map((id) => placeOf.get(id)).find((place) => place !== undefined);
  const [, , , subject, key] = rest;
  return {
    ids: ids.split(" "),
    name,
    apple,
    chrome,
    microsoft,
    mozilla,
    place,
    subject,
    hasKey: !!key,
  };
});

function subjectKeyOf(subject: string): string {
  const bytes = Uint8Array.fromBase64(subject);
  const der = new Der(bytes, new Budget());
  der.expect(0, bytes.length, TAG.SEQUENCE, "name");
  return nameKey(canonicalName(readName(der)));
}

/** Every root of the table, including roots with a known key and no certificate. */
const allRoots = [
  ...new Set([
    ...store.map((certificate) => table.rootOf(new Candidate(certificate, "trust-store", null))!),
    ...rows.flatMap(({ subject }) => subject ? table.rootsByName(subjectKeyOf(subject)) : []),
  ]),
];

/** CCADB has no record of these roots; lists of the programs have them. */
const WITHOUT_RECORD = [
  ...["DigiCert Assured ID Root G2", "DigiCert Assured ID Root G3", "DigiCert Global Root G2"],
  ...["DigiCert Global Root G3", "DigiCert TLS ECC P384 Root G5", "DigiCert TLS RSA4096 Root G5"],
  "DigiCert Trusted Root G4",
];

describe("the table of public roots", () => {
  it("agrees with Mozilla's list in Node", () => {
    // Mozilla removed this root after the day of CCADB's report.
    const removedSince = ["Atos TrustedRoot 2011"];
    const inStore = rows.filter(({ place }) => place !== undefined);
    assert.equal(inStore.length, store.length);
    const unlike = inStore.filter(({ mozilla }) => mozilla !== "I").map(({ name }) => name).sort();
    assert.deepEqual(unlike, WITHOUT_RECORD);
    const others = rows.filter(({ place, mozilla }) => place === undefined && mozilla === "I");
    assert.deepEqual(others.map(({ name }) => name), removedSince);
  });

  it("agrees with the Chrome Root Store", () => {
    // Chrome removed these after the day of CCADB's report.
    const removedSince = [
      ...["Atos TrustedRoot 2011", "Certum Trusted Network CA 2", "GTS Root R2"],
      ...["QuoVadis Root CA 2", "SecureTrust CA", "Trustwave Global Certification Authority"],
      "Trustwave Global ECC P256 Certification Authority",
      "Trustwave Global ECC P384 Certification Authority",
    ];
    const isListed = (place: number | undefined) =>
      place !== undefined && !CHROME.absent.includes(place) && !CHROME.unknown.includes(place);
    const listed = rows.filter(({ place }) => isListed(place));
    const unlike = listed.filter(({ chrome }) => chrome !== "I").map(({ name }) => name).sort();
    assert.deepEqual(unlike, WITHOUT_RECORD);
    const others = rows.filter(({ ids, place, chrome }) =>
      !isListed(place) && chrome === "I" && !ids.some((id) => Object.hasOwn(CHROME.others, id))
    );
    assert.deepEqual(others.map(({ name }) => name).sort(), removedSince);
  });

  it("has name and key of each root that Mozilla lacks, and no root twice", () => {
    assert(rows.every(({ place, hasKey }) => hasKey === (place === undefined)));
    const ids = rows.flatMap(({ ids }) => ids);
    assert.equal(new Set(ids).size, ids.length);
    assert(rows.length > 190);
  });

  it("has every root that a fact names", () => {
    const named = [
      ...[...DEADLINES.Apple, ...DEADLINES.Microsoft].flatMap(({ roots }) => roots),
      ...CONSTRAINTS.Mozilla.flatMap(({ roots }) => roots),
      ...CROSS_SIGNS.flatMap(({ subject, issuer }) => [subject, issuer]),
    ];
    const ids = new Set(rows.flatMap(({ ids }) => ids));
    assert.deepEqual(named.filter((id) => !ids.has(id)), []);
  });

  it("holds on both sides of each date, of every program and root", () => {
    const dated = new Map(ACCEPTANCE_PROGRAMS.map((name) => [name, 0]));
    for (const root of allRoots) {
      for (const [place, name] of ACCEPTANCE_PROGRAMS.entries()) {
        const { state, until } = root.decisions[name];
        if (state !== "included_before" || until === null) continue;
        dated.set(name, dated.get(name)! + 1);
        const outcomeOf = (notBefore: number, loggedAt?: number) => {
          const certificate = { subject: store[0].subject, notBefore, extension: () => null };
          const certificates = [{ certificate } as unknown as Candidate];
          const found = [{ certificates, root, isCut: true, passed: [root], broken: [] }];
          const facts = { path: { findings: [] } as unknown as Path, loggedAt, now: 0 };
          return acceptanceOf({ found, complete: true }, table, facts).programs[place].outcome;
        };
        const about = `${name}, ${root.name}`;
        // Chrome needs a timestamp, which the server may send.
        assert.equal(outcomeOf(until), name === "Chrome" ? "unknown" : "accepted", about);
        assert.equal(outcomeOf(until + 1000), "refused", about);
        // Only Chrome compares timestamps of logs, to the millisecond. The others ignore them.
        const [early, late] = name === "Chrome" ? ["refused", "accepted"] : ["accepted", "refused"];
        assert.equal(outcomeOf(until, until + 1), early, about);
        assert.equal(outcomeOf(until + 1000, until), late, about);
      }
    }
    // Mozilla's list has no date now.
    assert.deepEqual([...dated], [["Chrome", 26], ["Apple", 9], ["Microsoft", 19], ["Mozilla", 0]]);
  });

  it("has a state of every fact, and the notice that states it", () => {
    for (const name of ["Apple", "Microsoft"] as const) {
      for (const { roots, until, source } of DEADLINES[name]) {
        for (const id of roots) {
          const decision = allRoots.find(({ fingerprints }) => fingerprints.includes(id))!
            .decisions[name];
          assert.deepEqual([decision.state, decision.source], ["included_before", source], id);
          assert.equal(decision.until, until === null ? null : Date.parse(until));
        }
      }
    }
  });

  it("is what the files say", needsRootLists(), async () => {
    const asset = new URL("../../../core/assets/root-acceptance.ts", import.meta.url);
    const { files } = await rootTables(rootLists, "2026-11-26");
    const made = [...files].find(([{ pathname }]) => pathname.endsWith("root-acceptance.ts"))!;
    assert.equal(Deno.readTextFileSync(asset), made[1]);
  });
});

/** "Chrome accepted, Apple refused, …; iOS 12 and later; …" */
function summary({ acceptance }: ChainResponse): string {
  const { programs, platforms } = acceptance!;
  return [
    programs.map(({ name, outcome }) => `${name} ${outcome}`).join(", "),
    ...platforms.map(({ text }) => text),
  ].join("; ");
}

const analyzeAt = async (certificate: string, at: string) =>
  await analyze(
    { certificate, at: Date.parse(at), judgeAs: "auto" },
    createContext(),
  );

const ALL = ACCEPTANCE_PROGRAMS.map((name) => `${name} accepted`).join(", ");

const pasted = async (name: string, at = "2026-06-15T00:00:00Z") => {
  const root = store.find(({ subject }) => subject.commonName === name)!;
  return await analyzeAt(writePem("CERTIFICATE", root.bytes), at);
};

describe("the table of public roots and real chains", () => {
  it("say one thing about a program, for each root by itself", async () => {
    const outcomeOf = (trusts: boolean | null) =>
      trusts === null ? "unknown" : trusts ? "accepted" : "refused";
    for (const root of store) {
      const about = root.subject.commonName ?? root.subject.raw;
      const pem = writePem("CERTIFICATE", root.bytes);
      const { validation, acceptance } = await analyzeAt(pem, "2026-11-26T00:00:00Z");
      // An expired root is accepted by nobody, whatever the lists say.
      if (acceptance!.scope !== "public") continue;
      for (const { name, trusts } of validation.programs) {
        const { outcome } = acceptance!.programs.find((program) => program.name === name)!;
        assert.equal(outcomeOf(trusts), outcome, `${name} about ${about}`);
      }
    }
  });

  it("do not say that Android 10 lacks a root that Android 9 lacks and 11 has", async () => {
    const { acceptance } = await pasted("GTS Root R1");
    const [, { text, reason }] = acceptance!.platforms;
    assert.equal(text, "Android 11 and later (Android 10: not known)");
    assert.match(reason, /Android 10: not known/);
    // Both versions have it, so the one between them has it too.
    const old = await pasted("ISRG Root X1");
    assert.equal(old.acceptance!.platforms[1].text, "Android 8 and later");
  });

  it("know the roots of Let's Encrypt and Sectigo, and the cross-signs of older devices", async () => {
    // ISRG Root X1 is in iOS since 10 and in Android since 7.1.1, before the oldest known versions
    // (https://letsencrypt.org/docs/certificate-compatibility/). X2 has two cross-signs of X1
    // (https://letsencrypt.org/certificates/).
    assert.equal(
      summary(await pasted("ISRG Root X1")),
      `${ALL}; iOS 12 and later; Android 8 and later; Windows since September 2018`,
    );
    const x2 = await pasted("ISRG Root X2");
    assert.equal(
      summary(x2),
      `${ALL}; iOS 16 and later; Android 14 and later; Windows since August 2021`,
    );
    assert.deepEqual(x2.acceptance!.advice.map(({ message }) => message), [
      "Also send 'ISRG Root X2, signed by ISRG Root X1', and iOS 12 to 15.1 will work.",
      "Also send 'ISRG Root X2, signed by ISRG Root X1', and Android 8 to 13 will work.",
    ]);
    // "Without cross-signing", the roots of 2021 are only in new stores
    // (https://www.sectigo.com/knowledge-base/detail/sectigo-new-rsa-and-ecc-root-intermediate-certificates-2025).
    const sectigo = await pasted("Sectigo Public Server Authentication Root R46");
    assert.equal(
      summary(sectigo),
      `${ALL}; iOS 18 and later; Android 15 and later; Windows since June 2023`,
    );
    assert(
      sectigo.acceptance!.advice.every(({ issuer }) =>
        issuer === "USERTrust RSA Certification Authority"
      ),
    );
  });

  it(
    "know a root that only Microsoft includes, by its key, and one that programs removed",
    needsCorpus(),
    async () => {
      // OATI is in Microsoft's program only (CCADB, Microsoft's included CA certificates).
      const oati = await analyzeAt(
        readSampleText("cert/cfssl__bundler_testdata_ca-bundle.155.pem"),
        "2026-06-15T00:00:00Z",
      );
      assert.equal(oati.validation.trusted, false);
      assert.match(
        summary(oati),
        /^Chrome refused, Apple refused, Microsoft accepted, Mozilla refused; Not on iOS; Not on Android; Windows$/,
      );
      assert.equal(oati.acceptance!.roots[0].certificate, null);
      assert(oati.problems.some(({ title }) => title === "Root that Mozilla does not include"));
      // The Trust Stores Observatory saw this root last in iOS 15.1 and Android 13. Windows' list has it, which
      // does not say whether it is for websites.
      const dutch = await analyzeAt(
        readSampleText("cert/cfssl__bundler_testdata_int-bundle.90.pem") +
          readSampleText("cert/cfssl__bundler_testdata_ca-bundle.273.pem"),
        "2026-06-15T00:00:00Z",
      );
      assert.equal(
        summary(dutch),
        "Chrome refused, Apple refused, Microsoft unknown, Mozilla refused; iOS 12 to 15.1, not from " +
          "iOS 16 on; Android 8 to 13, not from Android 14 on; Perhaps not on current Windows",
      );
    },
  );

  it(
    "do not know whether Windows refuses the older certificates of a root that its list dropped",
    needsCorpus(),
    async () => {
      const microsoft = async (place: number) => {
        const text = readSampleText(`cert/cfssl__bundler_testdata_ca-bundle.${place}.pem`);
        const { acceptance } = await analyzeAt(text, "2026-06-15T00:00:00Z");
        const { state, outcome } = acceptance!.programs.find(({ name }) => name === "Microsoft")!;
        return [acceptance!.roots[0].name, state, outcome];
      };
      // Microsoft's notices of August 2025 and April 2026 limit these to certificates before a date.
      assert.deepEqual(await microsoft(92), ["Echoworx Root CA2", "unknown", "unknown"]);
      assert.deepEqual(await microsoft(203), ["ANCERT Certificados CGN V2", "unknown", "unknown"]);
    },
  );

  it("agree with what is publicly known of chains in use", needsCorpus(), async () => {
    interface Case {
      id: string;
      peer_certificate: string;
      untrusted_intermediates: string[];
      validation_time: string;
    }
    const { testcases }: { testcases: Case[] } = JSON.parse(readSampleText("limbo-dev.json"));
    const of = async (id: string) => {
      const one = testcases.find((each) => each.id === `online::${id}`)!;
      const text = one.peer_certificate + one.untrusted_intermediates.join("");
      return await analyzeAt(text, one.validation_time);
    };
    // Google Trust Services, GTS Root R1. "Devices and clients older than 2018 may not be compatible"
    // without the cross-sign of GlobalSign (https://pki.goog/updates/march2025-alternate-chains.html).
    const google = await of("storage.googleapis.com");
    assert.equal(
      summary(google),
      `${ALL}; iOS 12.1.3 and later; Android 11 and later (Android 10: not known); Windows`,
    );
    assert(
      google.acceptance!.advice.some(({ message }) =>
        message ===
          "Also send 'GTS Root R1, signed by GlobalSign Root CA', and Android 8 to 10 will work."
      ),
    );
    // DigiCert Global Root G3 and G2, of 2013, which all programs have
    // (https://www.digicert.com/kb/digicert-root-certificates.htm).
    const everywhere = `${ALL}; iOS 12 and later; Android 8 and later; Windows`;
    assert.equal(summary(await of("akamai.com")), everywhere);
    assert.equal(summary(await of("bing.com")), everywhere);
    // GlobalSign Root CA - R3, of 2009. Chrome and Mozilla remove it in April 2027
    // (https://support.globalsign.com/ssl/general-ssl/upcoming-changes-tls-roots-and-certificate-profiles).
    const python = await of("docs.python.org");
    assert.equal(summary(python), everywhere);
    assert.equal(python.acceptance!.roots[0].name, "GlobalSign Root CA - R3");
  });
});
