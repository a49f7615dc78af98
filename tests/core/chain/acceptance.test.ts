/** Where a certificate is accepted: programs and platforms, under roots and tables of the tests. */
import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { analyzeCertificates, type AnalyzeParts } from "../../../core/chain/analyze.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { ACCEPTANCE_PROGRAMS } from "../../../core/x509/path/programs.ts";
import { Pool } from "../../../core/x509/path/pool.ts";
import type { RootTable } from "../../../core/x509/path/root-table.ts";
import { referenceFor } from "../../../core/names/service-identity.ts";
import { acceptanceOf, findRoutes, type Route } from "../../../core/x509/path/acceptance.ts";
import type { Path } from "../../../core/x509/path/build.ts";
import { authority, endEntity, keyOf } from "../x509/revocation/authorities.ts";
import { now } from "../x509/revocation/maker.ts";
import { dns, names, octets, oid, purposes, seq, timestamps } from "../x509/rules/maker.ts";
import { ABSENT, type Listed, tableOf } from "./root-tables.ts";

const SECOND = 1000;

const NO_STORE = { name: "Tests", source: "tests", date: "2026-03-01", certificates: [] };

async function analyze(
  chain: readonly Certificate[],
  rootTable: RootTable,
  parts: Partial<AnalyzeParts> = {},
): Promise<ChainResponse> {
  const given = chain.map((certificate, position) => ({
    certificate,
    position,
    source: "input" as const,
  }));
  return await analyzeCertificates(
    { given, trustStore: NO_STORE, rootTable, ...parts },
    createContext({ now }),
  );
}

async function accepted(...args: Parameters<typeof analyze>) {
  const { acceptance } = await analyze(...args);
  assert(acceptance);
  return acceptance;
}

/** "Chrome accepted included", … */
const marks = ({ programs }: NonNullable<ChainResponse["acceptance"]>) =>
  programs.map(({ name, outcome, state }) => `${name} ${outcome} ${state}`);

const all = (outcome: string, state: string) =>
  ACCEPTANCE_PROGRAMS.map((name) => `${name} ${outcome} ${state}`);

const ROOT = authority("Root", keyOf("root"), null);
const CA = authority("CA", keyOf("ca"), ROOT);
const LEAF = endEntity(CA);
const CHAIN = [LEAF, CA.certificate, ROOT.certificate];

/** The states that have no date of their own, with their sentences in answers. */
const STATES = [
  ["included", "accepted", "NAME includes the root Root"],
  ["not_for_websites", "refused", "NAME includes the root Root, but not for websites"],
  ["not_included", "refused", "NAME does not include the root Root"],
  ["removed", "refused", "NAME no longer includes the root Root"],
  ["blocked", "refused", "NAME blocks the root Root"],
  ["unknown", "unknown", "It is not known whether NAME includes the root Root"],
] as const;

describe("acceptance by programs", () => {
  it("has the path, the root and the list of each program, with the date of the list", async () => {
    const table = tableOf({
      of: ROOT,
      decisions: { Mozilla: { state: "blocked", date: "2026-02-01" } },
    });
    const { scope, message, programs, roots } = await accepted(CHAIN, table);
    assert.deepEqual([scope, message], ["public", null]);
    assert.equal(programs[3].reason, "Mozilla blocks the root Root (as of 1 Feb 2026).");
    assert.deepEqual(programs[0].path, ["www.example.com", "CA", "Root"]);
    assert.deepEqual([programs[0].source, programs[0].date], ["a list", "2026-03-01"]);
    assert.match(roots[programs[0].root!].certificate!, /BEGIN CERTIFICATE/);
  });

  for (const [state, outcome, words] of STATES) {
    it(`is "${outcome}" for each program whose state is "${state}"`, async () => {
      for (const [place, name] of ACCEPTANCE_PROGRAMS.entries()) {
        const table = tableOf({ of: ROOT, decisions: { [name]: { state } } });
        const { programs } = await accepted(CHAIN, table);
        const { reason } = programs[place];
        assert.deepEqual([programs[place].outcome, programs[place].state], [outcome, state]);
        assert.equal(reason, `${words.replaceAll("NAME", name)} (as of 1 Mar 2026).`);
        const others = programs.filter((program) => program.name !== name);
        assert(others.every((program) => program.outcome === "accepted"));
      }
    });
  }

  it("compares notBefore with the date of Apple, Microsoft and Mozilla, to the second", async () => {
    const { notBefore } = LEAF;
    for (const name of ["Apple", "Microsoft", "Mozilla"] as const) {
      const place = ACCEPTANCE_PROGRAMS.indexOf(name);
      for (
        const [until, outcome, reason] of [
          [notBefore, "accepted", "on or before 1 Apr 2026. This one was issued on 1 Apr 2026."],
          [
            notBefore - SECOND,
            "refused",
            "on or before 31 Mar 2026. This one was issued on 1 Apr 2026.",
          ],
        ] as const
      ) {
        const table = tableOf({
          of: ROOT,
          decisions: { [name]: { state: "included_before", until } },
        });
        const program = (await accepted(CHAIN, table)).programs[place];
        assert.deepEqual([program.name, program.outcome], [name, outcome]);
        assert(
          program.reason.endsWith(`under the root Root only if they were issued ${reason}`),
          program.reason,
        );
        assert.equal(Date.parse(program.until!), until);
      }
    }
  });

  it("does not know what a date means that no source states", async () => {
    const table = tableOf({
      of: ROOT,
      decisions: { Microsoft: { state: "included_before", until: null } },
    });
    assert.equal(marks(await accepted(CHAIN, table))[2], "Microsoft unknown included_before");
  });

  it("compares the first timestamp of a log with Chrome's date, not notBefore", async () => {
    const stamps = timestamps("2026-04-02T00:00:00Z", "2026-04-01T06:00:00Z");
    const leaf = endEntity(CA, { extensions: { signedCertificateTimestamps: stamps } });
    const logged = Date.parse("2026-04-01T06:00:00Z");
    for (const [until, outcome] of [[logged, "accepted"], [logged - SECOND, "refused"]] as const) {
      const table = tableOf({
        of: ROOT,
        decisions: { Chrome: { state: "included_before", until } },
      });
      const { programs: [chrome] } = await accepted([leaf, CA.certificate], table, {
        roots: [ROOT.certificate],
      });
      assert.equal(chrome.outcome, outcome, chrome.reason);
    }
  });

  it("does not know whether a log recorded a certificate without timestamps by Chrome's date", async () => {
    const chrome = async (chain: readonly Certificate[], until: number) => {
      const table = tableOf({
        of: ROOT,
        decisions: { Chrome: { state: "included_before", until } },
      });
      const { outcome, reason } = (await accepted(chain, table)).programs[0];
      return `${outcome}: ${reason}`;
    };
    const { notBefore } = LEAF;
    assert.match(await chrome(CHAIN, notBefore), /^unknown: .* It has no timestamp of a log\.$/);
    assert.match(await chrome(CHAIN, notBefore - SECOND), /^refused: .* issued on 1 Apr 2026\.$/);
  });

  it("compares the time of evaluation with a date, if only a CA was given", async () => {
    for (const name of ["Chrome", "Apple"] as const) {
      const place = ACCEPTANCE_PROGRAMS.indexOf(name);
      for (const [until, outcome] of [[now, "accepted"], [now - SECOND, "unknown"]] as const) {
        const table = tableOf({
          of: ROOT,
          decisions: { [name]: { state: "included_before", until } },
        });
        const { programs } = await accepted(CHAIN.slice(1), table);
        assert.equal(programs[place].outcome, outcome, name);
        assert.doesNotMatch(programs[place].reason, /This one/);
      }
    }
  });

  it("uses only verified timestamps for Chrome's date, if they were verified", () => {
    const until = Date.parse("2026-04-01T06:00:00Z");
    const table = tableOf({ of: ROOT, decisions: { Chrome: { state: "included_before", until } } });
    const certificates = CHAIN.map((one) => new Candidate(one, "input", null));
    const root = table.rootOf(certificates[2])!;
    const found: Route[] = [{ certificates, root, isCut: false, passed: [root], broken: [] }];
    const path = { findings: [] } as unknown as Path;
    const chrome = (loggedAt: number | null) =>
      acceptanceOf({ found, complete: true }, table, { path, loggedAt, now }).programs[0];
    assert.equal(chrome(until).outcome, "accepted");
    assert.equal(chrome(until + 1).outcome, "refused");
    assert.equal(chrome(null).outcome, "unknown");
  });

  it("gives each program its own path of a cross-signed CA", async () => {
    const old = authority("Old root", keyOf("old"), null);
    const cross = authority("Root", keyOf("root"), old);
    const table = tableOf(
      { of: ROOT, decisions: { Apple: { state: "not_included" } } },
      { of: old, decisions: { Chrome: { state: "removed" }, Mozilla: { state: "removed" } } },
    );
    const chain = [LEAF, CA.certificate, cross.certificate, old.certificate, ROOT.certificate];
    const result = await accepted(chain, table);
    assert.deepEqual(marks(result), all("accepted", "included"));
    const pathOf = (name: string) => result.programs.find((one) => one.name === name)!.path;
    assert.deepEqual(pathOf("Mozilla").at(-1), "Root");
    assert.deepEqual(pathOf("Apple"), ["www.example.com", "CA", "Root", "Old root"]);
    assert.equal(result.roots.length, 2);
  });

  it("takes a path that a program accepts before one that it accepts only until a date", async () => {
    const old = authority("Old root", keyOf("old"), null);
    const cross = authority("Root", keyOf("root"), old);
    const table = tableOf(
      { of: ROOT, decisions: { Apple: { state: "included_before", until: LEAF.notBefore } } },
      { of: old },
    );
    const chain = [LEAF, CA.certificate, cross.certificate, old.certificate, ROOT.certificate];
    const { programs } = await accepted(chain, table);
    assert.deepEqual(programs[1].path.at(-1), "Old root");
  });

  it("takes the first of two paths that are equally good", async () => {
    const [one, two] = ["One", "Two"].map((name) => authority(name, keyOf(name), null));
    const [ca1, ca2] = [one, two].map((root) => authority("CA", keyOf("ca"), root));
    const table = tableOf({ of: one }, { of: two });
    for (const [cas, root] of [[[ca1, ca2], "One"], [[ca2, ca1], "Two"]] as const) {
      const chain = [LEAF, ...[...cas, one, two].map(({ certificate }) => certificate)];
      const { programs } = await accepted(chain, table);
      for (const { path } of programs) assert.deepEqual(path, ["www.example.com", "CA", root]);
    }
  });

  it("refuses a path through a CA that the program blocks", async () => {
    const old = authority("Old root", keyOf("old"), null);
    const cross = authority("Root", keyOf("root"), old);
    const table = tableOf({ of: ROOT, decisions: { Apple: { state: "blocked" } } }, { of: old });
    const chain = [LEAF, CA.certificate, cross.certificate, old.certificate];
    assert.deepEqual(marks(await accepted(chain, table)), [
      "Chrome accepted included",
      "Apple refused blocked",
      "Microsoft accepted included",
      "Mozilla accepted included",
    ]);
  });

  it("reaches a root of which only name and key are known, and verifies with that key", async () => {
    const table = tableOf({
      of: ROOT,
      keyOnly: true,
      others: ABSENT,
      decisions: { Microsoft: { state: "included" } },
    });
    const { validation, acceptance } = await analyze([LEAF, CA.certificate], table);
    assert.equal(validation.isValid, false);
    assert.equal(validation.trusted, false);
    assert.deepEqual(marks(acceptance!), [
      "Chrome refused not_included",
      "Apple refused not_included",
      "Microsoft accepted included",
      "Mozilla refused not_included",
    ]);
    assert.deepEqual(acceptance!.programs[2].path, ["www.example.com", "CA", "Root"]);
    assert.equal(acceptance!.roots[0].certificate, null);

    const other = authority("Root", keyOf("another key"), null);
    const wrong = await accepted([LEAF, CA.certificate], tableOf({ of: other, keyOnly: true }));
    assert.deepEqual([wrong.scope, wrong.programs], ["unknown", []]);
  });

  it("has nothing but one sentence for a private root", async () => {
    const result = await accepted(CHAIN, tableOf());
    assert.deepEqual([result.scope, result.message, result.programs, result.platforms], [
      ...["private", "A private root works only where it is installed."],
      ...[[], []],
    ]);
  });

  it("says that a self-signed certificate works only where it is installed", async () => {
    const own = authority("www.example.com", keyOf("own"), null);
    const changes = { subject: own.name, key: own.key.spki };
    const { scope, message } = await accepted([endEntity(own, changes)], tableOf());
    assert.deepEqual([scope, message], [
      ...["private", "A self-signed certificate works only where it is installed."],
    ]);
  });

  it("says that no client accepts an expired certificate", async () => {
    const leaf = endEntity(CA, { from: "2025-01-01T00:00:00Z", to: "2025-03-01T00:00:00Z" });
    const chain = [leaf, CA.certificate, ROOT.certificate];
    const result = await accepted(chain, tableOf({ of: ROOT }));
    assert.deepEqual([result.scope, result.message], ["invalid", "No client accepts it: Expired."]);
  });

  it("does not know a chain that reaches no root", async () => {
    const result = await accepted([LEAF], tableOf({ of: ROOT }));
    assert.equal(result.scope, "unknown");
    assert.match(result.message!, /does not reach a root/);
  });

  it("refuses a path through a CA that is not for websites", async () => {
    const extendedKeyUsage = purposes("emailProtection");
    const mail = authority("CA", keyOf("ca"), ROOT, { extensions: { extendedKeyUsage } });
    const chain = [endEntity(mail), mail.certificate, ROOT.certificate];
    const result = await accepted(chain, tableOf({ of: ROOT }));
    assert.deepEqual([result.scope, result.message], [
      "invalid",
      "No client accepts it: no path to a root is valid for websites.",
    ]);
  });

  it("is absent for a certificate that is not for websites", async () => {
    const extendedKeyUsage = purposes("emailProtection");
    const leaf = endEntity(CA, { extensions: { extendedKeyUsage } });
    const chain = [leaf, CA.certificate, ROOT.certificate];
    const { acceptance } = await analyze(chain, tableOf({ of: ROOT }));
    assert.equal(acceptance, undefined);
  });

  it("applies the names that a program permits under a root", async () => {
    const table = tableOf({ of: ROOT, decisions: { Mozilla: { permittedDns: ["tr"] } } });
    const mozilla = async (...hosts: string[]) => {
      const subjectAltName = names(...hosts.map(dns));
      const leaf = endEntity(CA, { extensions: { subjectAltName } });
      const { programs } = await accepted([leaf, CA.certificate, ROOT.certificate], table);
      return [programs[3].outcome, programs[3].reason];
    };
    assert.equal((await mozilla("www.example.tr"))[0], "accepted");
    assert.deepEqual(await mozilla("www.example.tr", "www.example.com"), [
      "refused",
      "Mozilla accepts the root Root only for names under .tr.",
    ]);
  });

  it("does not promise that browsers accept a certificate that breaks a rule of theirs", async () => {
    const leaf = endEntity(CA, { extensions: { subjectAltName: null } });
    const { programs } = await accepted(
      [leaf, CA.certificate, ROOT.certificate],
      tableOf({ of: ROOT }),
    );
    for (const { outcome, reason } of programs) {
      assert.equal(outcome, "refused");
      assert.match(reason, / refuses? it\. It has no subject alternative names/);
    }
  });

  it("does not promise it either if an algorithm that browsers lack signed a CA", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const key = {
      spki: new Uint8Array(publicKey.export({ format: "der", type: "spki" })),
      sign: (data: Uint8Array) => new Uint8Array(sign(null, data, privateKey)),
    };
    const algorithm = seq(oid("1.3.101.112"));
    const root = authority("Root", key, null, { algorithm });
    const ca = authority("CA", keyOf("ca"), root, { algorithm });
    const reasons = async (...chain: Certificate[]) => {
      const { programs } = await accepted(chain, tableOf({ of: root }));
      return programs.map(({ outcome, reason }) => `${outcome} ${reason}`);
    };
    const broken =
      /^unknown .* Browsers may .* certificate: Signature not accepted by public CAs\.$/;
    for (const reason of await reasons(endEntity(ca), ca.certificate, root.certificate)) {
      assert.match(reason, broken);
    }
    // The signature and the key of the root itself do not count.
    const [reason] = await reasons(root.certificate);
    assert.match(reason, /^accepted /);
  });

  it("ignores the host name, which has a verdict of its own", async () => {
    const reference = referenceFor("other.example");
    const table = tableOf({ of: ROOT });
    const result = await accepted(CHAIN, table, { reference });
    assert.equal(result.scope, "public");
  });

  it("accepts an issuer with another key identifier if its key made the signature", async () => {
    const subjectKeyIdentifier = octets(Uint8Array.of(1, 2, 3));
    const renamed = authority("CA", keyOf("ca"), ROOT, { extensions: { subjectKeyIdentifier } });
    const chain = [LEAF, renamed.certificate, ROOT.certificate];
    const { validation, acceptance } = await analyze(chain, tableOf({ of: ROOT }));
    assert.equal(validation.isValid, true);
    assert.deepEqual(marks(acceptance!), all("accepted", "included"));
  });

  it("finds its way through a hundred certificates of one CA, with bounded work", async () => {
    const crossed = Array.from({ length: 100 }, (_, place) => {
      const above = place === 50 ? ROOT : authority(`Above ${place}`, keyOf("above"), null);
      return authority("CA", keyOf("ca"), above, { serial: octets(Uint8Array.of(place)) });
    });
    const chain = [LEAF, ...crossed.map(({ certificate }) => certificate), ROOT.certificate];
    const context = createContext({ now });
    const given = chain.map((certificate, position) => ({
      ...{ certificate, position, source: "input" as const },
    }));
    const { acceptance } = await analyzeCertificates(
      { given, trustStore: NO_STORE, rootTable: tableOf({ of: ROOT }) },
      context,
    );
    assert.deepEqual(marks(acceptance!), all("accepted", "included"));
    assert(context.budget.spent("signatures") < 120, `${context.budget.spent("signatures")}`);
  });

  it("tries 64 issuers, and says so if a public root of the name is left", async () => {
    // One of them is the CA.
    const under = (others: number) => {
      const roots = Array.from({ length: others }, (_, place) => ({
        ...{ of: authority("Root", keyOf(`stranger ${place}`), null), keyOnly: true },
      }));
      const table = tableOf(...roots, { of: ROOT, keyOnly: true });
      return accepted([LEAF, CA.certificate], table);
    };
    assert.deepEqual(marks(await under(62)), all("accepted", "included"));
    const { scope, message } = await under(63);
    assert.equal(scope, "unknown");
    assert.match(message!, /too many paths are possible/);
  });

  it("follows a path of 20 certificates, and does not judge a longer one", async () => {
    const under = async (length: number) => {
      const cas = [ROOT];
      for (let at = 2; at < length; at++) cas.unshift(authority(`CA ${at}`, keyOf("ca"), cas[0]));
      const chain = [endEntity(cas[0]), ...cas.map(({ certificate }) => certificate)];
      assert.equal(chain.length, length);
      const { scope, message } = await accepted(chain, tableOf({ of: ROOT }));
      return message ?? scope;
    };
    assert.equal(await under(20), "public");
    assert.match(await under(21), /too many paths are possible/);
  });

  it("is not known for a path that the budget does not suffice to find", async () => {
    const find = (table: RootTable, limits = {}) => {
      const budget = new Budget(limits);
      const pool = new Pool(budget);
      const candidates = CHAIN.map((one, place) => new Candidate(one, "input", place));
      for (const candidate of candidates) pool.add(candidate);
      const inputs = { now, reference: null, purpose: null, budget };
      return findRoutes(candidates[0], pool, inputs, table);
    };
    const table = tableOf({ of: ROOT });
    const whole = await find(table);
    assert.deepEqual([whole.found.length, whole.complete], [1, true]);
    const { found, complete } = await find(table, { paths: 1 });
    assert.deepEqual([found.length, complete], [0, false]);
    const broken = {
      ...table,
      rootOf() {
        throw new TypeError("broken");
      },
    };
    await assert.rejects(find(broken), TypeError);
  });

  it("refuses nothing if there were too many paths to check", async () => {
    // Every CA has the name of the issuer; none of them but the last has a listed root.
    const many = Array.from({ length: 70 }, (_, place) => {
      const ca = authority("Root", keyOf(`mesh ${place % 3}`), null, {
        extensions: { subjectKeyIdentifier: null },
        serial: new Uint8Array([1, place]),
      });
      return ca.certificate;
    });
    const table = tableOf({ of: ROOT, decisions: { Apple: { state: "not_included" } } });
    const chain = [LEAF, CA.certificate, ROOT.certificate, ...many];
    const { programs } = await accepted(chain, table);
    assert.equal(programs[0].outcome, "accepted");
    assert.equal(programs[1].outcome, "unknown");
    assert.match(programs[1].reason, /Not every path was checked\.$/);
  });
});

describe("acceptance by platforms", () => {
  const texts = async (...listed: Listed[]) => {
    const { platforms } = await accepted(CHAIN, tableOf(...listed));
    return platforms.map(({ outcome, text }) => `${outcome}: ${text}`);
  };

  it("says from which version on, and until which", async () => {
    assert.deepEqual(
      await texts({ of: ROOT, iOS: [[1, 2]], Android: [[1, 2]], Windows: [[1, 2]] }),
      [
        "accepted: iOS 16 and later",
        "refused: Android 14 to 15, not from Android 16 on",
        "accepted: Windows since August 2021",
      ],
    );
    assert.deepEqual(await texts({ of: ROOT, iOS: [[0, 0]], Android: [], Windows: [[0, 1]] }), [
      // Apple's program says that it includes the root, and its newest known list lacks it.
      "unknown: Newer than the known list of iOS",
      "refused: Not on Android",
      "unknown: Newer than the known list of Windows",
    ]);
    assert.deepEqual(await texts({ of: ROOT, others: ABSENT, iOS: [[0, 0]], Windows: [[0, 1]] }), [
      "refused: iOS 15, not from iOS 16 on",
      "accepted: Android 8 and later",
      "refused: Windows until August 2021",
    ]);
  });

  it("believes the program before an older list of its platform", async () => {
    const blocked = { state: "blocked" } as const;
    const table = tableOf({
      of: ROOT,
      decisions: { Apple: blocked, Microsoft: { state: "unknown" } },
    });
    const { platforms } = await accepted(CHAIN, table);
    assert.deepEqual(platforms.map(({ outcome, text }) => `${outcome}: ${text}`), [
      "refused: Not on current iOS",
      "accepted: Android 8 and later",
      "unknown: Perhaps not on current Windows",
    ]);
    assert.match(platforms[0].reason, /^Apple blocks the root Root/);
  });

  it("joins the versions of all roots that the certificate reaches", async () => {
    const old = authority("Old root", keyOf("old"), null);
    const cross = authority("Root", keyOf("root"), old);
    const table = tableOf({ of: ROOT, Android: [[1, 3]] }, { of: old, Android: [[0, 0]] });
    const chain = [LEAF, CA.certificate, cross.certificate, old.certificate, ROOT.certificate];
    assert.equal((await accepted(chain, table)).platforms[1].text, "Android 8 and later");
    assert.equal((await accepted(CHAIN, table)).platforms[1].text, "Android 14 and later");
  });

  it("names the cross-signed root that would help older versions, unless it is sent", async () => {
    const old = authority("Old root", keyOf("old"), null);
    const table = tableOf(
      { of: ROOT, iOS: [[1, 2]], Android: [[1, 3]], crossSigners: ["Old root"] },
      { of: old, iOS: [[1, 2]], Android: [[0, 2]] },
    );
    const { advice } = await accepted(CHAIN, table);
    assert.deepEqual(advice, [{
      subject: "Root",
      issuer: "Old root",
      platform: "Android",
      message: "Also send 'Root, signed by Old root', and Android 8 will work.",
    }]);
    const cross = authority("Root", keyOf("root"), old);
    const chain = [LEAF, CA.certificate, cross.certificate, old.certificate, ROOT.certificate];
    assert.deepEqual((await accepted(chain, table)).advice, []);
  });
});
