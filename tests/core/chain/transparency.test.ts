/** The parts of a chain's answer about its timestamps, and those that depend on them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { analyzeCertificates, type AnalyzeParts } from "../../../core/chain/analyze.ts";
import { judgeChain } from "../../../core/verdict/judge/chain.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { type DeliveredTimestamps, withTimestampsOf } from "../../../core/chain/transparency.ts";
import type { TrustStore } from "../../../core/x509/path/trust-store.ts";
import {
  certificateEntry,
  leafWith,
  listOf,
  makeLog,
  tableOf,
  timestampOf,
} from "../../support/log-maker.ts";
import { makeLoggedRoot } from "../../support/logged-chain.ts";
import { tableOf as tableOfRoots } from "./root-tables.ts";
import { intermediate, purposes } from "../x509/rules/maker.ts";

const { root: ROOT, ofRoot, signed, signedWith } = await makeLoggedRoot();
const [A, B, STRANGER] = await Promise.all([makeLog(), makeLog(), makeLog()]);
const LOGS = tableOf([{ log: A, operator: "One" }, { log: B, operator: "Two" }]);
const NOW = Date.parse("2026-05-10T00:00:00Z");

const store = (programs: TrustStore["programs"] = undefined): TrustStore => ({
  name: "Fixtures",
  source: "tests",
  date: "2026-05-01",
  certificates: [ROOT],
  ...(programs && { programs }),
});

function analysisOf(leaf: Certificate, parts: Partial<AnalyzeParts> = {}) {
  const given = [leaf, ROOT].map((certificate, position) => ({
    certificate,
    position,
    source: "input" as const,
  }));
  const all = { given, trustStore: store(), logs: LOGS, ...parts };
  return analyzeCertificates(all, createContext({ now: NOW }));
}

/** Program lists with the root, in Chrome's only for certificates that a log had by then. */
const listsWith = (until: number): TrustStore["programs"] => ({
  Mozilla: { list: "a list", trustOf: () => ({ isListed: true, until: null }) },
  Chrome: { list: "a list", trustOf: () => ({ isListed: true, until }) },
});

describe("the transparency of a chain", () => {
  it("is a statement of the verdict for the clients that it could not be verified for", async () => {
    const entries = [{ log: A, operator: "One" }, { log: B, operator: "Two" }];
    const old = tableOf(entries, { chrome: "2025-01-01", apple: "2026-05-01" });
    const found = async (logs: AnalyzeParts["logs"], signers: (typeof A)[]) => {
      const answer = await analysisOf(await signedWith(signers.map((log) => ({ log }))), { logs });
      return judgeChain(answer).others.flatMap(({ code, facts }) =>
        code === "timestamps_unverified" ? [(facts as { clients: readonly string[] }).clients] : []
      );
    };
    assert.deepEqual(await found(LOGS, [A, B]), []);
    assert.deepEqual(await found(old, [A]), [["Chrome", "Firefox"]]);
  });

  it("is one sentence, with the lists and the numbers", async () => {
    const { transparency, validation } = await analysisOf(
      await signedWith([{ log: A }, { log: B, at: "2026-04-01T00:30:00Z" }]),
    );
    assert.equal(validation.isValid, true);
    assert.equal(
      transparency?.message,
      "Accepted by Chrome, Apple and Firefox, by their log list of 1 May 2026: 2 SCTs from 2 operators.",
    );
    const dates = { chrome: "2026-05-01", apple: "2026-04-01" };
    const logs = tableOf([{ log: A, operator: "One" }, { log: B, operator: "Two" }], dates);
    const other = await analysisOf(await signedWith([{ log: A }, { log: B }]), { logs });
    assert.match(
      other.transparency!.message,
      /, by their log lists of 1 May 2026 and 1 Apr 2026: /,
    );
    assert.equal(transparency.loggedAt, "2026-04-01T00:30:00.000Z");
    assert.deepEqual(transparency.sources, {
      certificate: "read",
      handshake: "unknown",
      ocsp: "unknown",
    });
    const { logId: _, ...row } = transparency.timestamps[0];
    assert.deepEqual(row, {
      source: "certificate",
      log: "Log 0",
      operator: "One",
      timestamp: "2026-04-01T01:00:00.000Z",
      verdict: "valid",
      message: "Valid. The log is accepted.",
      countedBy: ["Chrome", "Apple", "Firefox"],
    });
  });

  it("does not accept timestamps of unknown logs, or of another certificate", async () => {
    const unknown = await analysisOf(await signedWith([{ log: STRANGER }, { log: STRANGER }]));
    assert.match(unknown.transparency!.message, /^Refused by Chrome, Apple and Firefox unless /);
    assert.match(unknown.transparency!.message, / 2 SCTs are from unknown logs\.$/);
    const strange = certificateEntry(ROOT.bytes);
    const time = "2026-04-01T01:00:00Z";
    const list = listOf(await timestampOf(A, strange, time));
    const moved = await analysisOf(await signed((changes) => leafWith(changes, list)));
    assert.match(moved.transparency!.message, / One SCT does not belong to this certificate\.$/);
    // A certificate without timestamps is the same for browsers, but nothing is wrong with the chain itself.
    const none = await analysisOf(await signed((changes) => leafWith(changes, null)));
    assert.equal(none.validation.isValid, true);
    assert.deepEqual(
      none.transparency!.policies.map(({ outcome }) => outcome),
      Array(3).fill("refused"),
    );
    assert.equal(none.transparency!.loggedAt, null);
  });

  it("counts what the server sends in addition to its certificate", async () => {
    const leaf = await signed((changes) => leafWith(changes, null));
    const entry = certificateEntry(leaf.bytes);
    const time = "2026-04-02T01:00:00Z";
    const handshake = listOf(await timestampOf(A, entry, time), await timestampOf(B, entry, time));
    const sent = await analysisOf(leaf, { delivered: { handshake, ocsp: null } });
    assert.match(sent.transparency!.message, /^Accepted by Chrome, Apple and Firefox, /);
    assert.deepEqual(sent.transparency!.sources, {
      certificate: "none",
      handshake: "read",
      ocsp: "none",
    });
    const hidden = await analysisOf(leaf, { delivered: { handshake: "not seen", ocsp: null } });
    assert.match(
      hidden.transparency!.message,
      /^Not known for Chrome, Apple and Firefox: the SCTs in the handshake could not be read/,
    );
  });

  it("is absent for a private certificate, a CA and another purpose", async () => {
    const leaf = await signed((changes) =>
      leafWith({ ...changes, extensions: { certificatePolicies: null } }, null)
    );
    const nobody = { trustStore: { ...store(), certificates: [] } };
    assert.equal((await analysisOf(leaf, nobody)).transparency, undefined);
    assert.equal((await analysisOf(intermediate({ ...ofRoot }))).transparency, undefined);
    const mail = await signed((changes) =>
      leafWith({ ...changes, extensions: { extendedKeyUsage: purposes("emailProtection") } }, null)
    );
    assert.equal((await analysisOf(mail)).transparency, undefined);
    // Valid timestamps of real logs are shown for a certificate of any issuer.
    const logged = await analysisOf(await signedWith([{ log: A }, { log: B }]), nobody);
    assert.match(logged.transparency!.message, /^Accepted by /);
  });

  it("gives Chrome's limit of a root the verified timestamps only", async () => {
    const until = Date.parse("2026-04-01T00:45:00Z");
    const programs = listsWith(until);
    const chrome = async (leaf: Certificate) =>
      (await analysisOf(leaf, { trustStore: store(programs) })).validation.programs
        .find(({ name }) => name === "Chrome")!;
    const early = { log: A, at: "2026-04-01T00:30:00Z" };
    assert.equal((await chrome(await signedWith([early, { log: B }]))).trusts, true);
    assert.equal((await chrome(await signedWith([{ log: A }, { log: B }]))).trusts, false);
    // A forged early timestamp does not help.
    const forged = { log: { ...STRANGER, id: A.id }, at: "2026-04-01T00:30:00Z" };
    assert.equal((await chrome(await signedWith([forged, { log: B }]))).trusts, false);
    const { trusts, message } = await chrome(await signedWith([forged]));
    assert.equal(trusts, null);
    assert.equal(message, "Chrome: not known, no timestamp of a log could be verified.");
  });

  it("lets timestamps from outside of the certificate meet Chrome's limit, as far as Chrome counts them", async () => {
    const leaf = await signed((changes) => leafWith(changes, null));
    const until = Date.parse("2026-04-01T00:45:00Z");
    const rootTable = tableOfRoots({
      of: { certificate: ROOT },
      decisions: { Chrome: { state: "included_before", until } },
    });
    const entry = certificateEntry(leaf.bytes);
    const listAt = async (...times: string[]) =>
      listOf(...await Promise.all(times.map((time) => timestampOf(A, entry, time))));
    const chrome = async (delivered: DeliveredTimestamps, logs = LOGS) => {
      const { acceptance } = await analysisOf(leaf, { delivered, rootTable, logs });
      return acceptance!.programs[0].outcome;
    };
    const [last, next] = ["2026-04-01T00:45:00.000Z", "2026-04-01T00:45:00.001Z"];
    const [early, late] = [await listAt(last), await listAt(next)];
    assert.equal(await chrome({ handshake: early, ocsp: null }), "accepted");
    assert.equal(await chrome({ handshake: late, ocsp: null }), "refused");
    assert.equal(await chrome({ handshake: await listAt(next, last), ocsp: null }), "accepted");
    // Chrome ignores those in OCSP responses, and those of logs that are retired.
    assert.equal(await chrome({ handshake: late, ocsp: early }), "refused");
    assert.equal(await chrome({ handshake: null, ocsp: early }), "unknown");
    const retired = (since: string) =>
      tableOf([{ log: A, operator: "One", state: "retired", since }]);
    const day = (offset: number) => new Date(NOW + offset).toISOString();
    assert.equal(await chrome({ handshake: early, ocsp: null }, retired(day(1))), "accepted");
    assert.equal(await chrome({ handshake: early, ocsp: null }, retired(day(0))), "unknown");
  });

  it("changes all that depends on it in an answer that is known already", async () => {
    const leaf = await signed((changes) => leafWith(changes, null));
    const until = Date.parse("2026-04-01T00:45:00Z");
    const rootTable = tableOfRoots({
      of: { certificate: ROOT },
      decisions: { Chrome: { state: "included_before", until } },
    });
    const programs = listsWith(until);
    const parts = { rootTable, trustStore: store(programs) };
    const withTimeOf = async (time: string) => {
      const handshake = listOf(await timestampOf(A, certificateEntry(leaf.bytes), time));
      return await analysisOf(leaf, { ...parts, delivered: { handshake, ocsp: null } });
    };
    const late = await withTimeOf("2026-04-02T00:00:00Z");
    const early = await withTimeOf("2026-04-01T00:00:00Z");
    const codes = ({ problems }: ChainResponse) => problems.map(({ code }) => code);
    assert(codes(late).includes("root_distrusted"));
    assert(!codes(early).includes("root_distrusted"));
    const marked = { ...late, setAside: [{ position: 7, message: "kept" }] };
    assert.deepEqual(withTimestampsOf(marked, early), { ...early, setAside: marked.setAside });
    assert.deepEqual(withTimestampsOf(early, late), late);
  });

  it("never takes the rest of the answer with it when the budget ends", async () => {
    const leaf = await signedWith([{ log: A }, { log: B }]);
    const given = [leaf, ROOT].map((certificate, position) => ({
      certificate,
      position,
      source: "input" as const,
    }));
    const context = createContext({ now: NOW, limits: { signatures: 2 } });
    const { transparency } = await analyzeCertificates(
      { given, trustStore: store(), logs: LOGS },
      context,
    );
    assert.ok(transparency!.timestamps.some(({ verdict }) => verdict === "unknown"));
  });
});
