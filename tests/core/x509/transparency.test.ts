/** Certificate Transparency: which timestamps are valid, and which policies they satisfy. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget, BUILT_IN_TABLES } from "../../../core/kernel/context.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { EXTENSION } from "../../../core/x509/objects/extensions/identifiers.ts";
import { type LogTable, logTableOf } from "../../../core/x509/transparency/logs.ts";
import {
  appleQuota,
  chromeLoggedAt,
  type Circumstances,
  judgeTransparency,
} from "../../../core/x509/transparency/policy.ts";
import { embeddedTimestamps, verifyTimestamps } from "../../../core/x509/transparency/verify.ts";
import {
  certificateEntry,
  type Entry,
  LEAF_INDEX,
  leafWith,
  listOf,
  loggedLeaf,
  type MadeLog,
  makeLog,
  precertificateEntry,
  tableOf,
  timestampOf,
} from "../../support/log-maker.ts";
import { critical, intermediate, NULL, purposes } from "./rules/maker.ts";
import { rsaKey } from "./rules/key-maker.ts";

const ISSUER = intermediate();
const LOGS: readonly MadeLog[] = await Promise.all(Array.from({ length: 4 }, () => makeLog()));
const [A, B, C] = LOGS;
const NOW = "2026-05-10T00:00:00Z";

/** Each log has an operator of its own. */
const entries: Entry[] = LOGS.map((log, place) => ({ log, operator: `Operator ${place}` }));
const TABLE = tableOf(entries);
/** The table with changes to single logs. */
const tableWith = (changes: readonly Partial<Entry>[], dates = {}): LogTable =>
  tableOf(entries.map((entry, place) => ({ ...entry, ...changes[place] })), dates);

interface Options {
  table?: LogTable;
  issuers?: readonly Certificate[];
  now?: string;
  handshake?: Uint8Array<ArrayBuffer>;
  ocsp?: Uint8Array<ArrayBuffer>;
  seen?: Circumstances["handshake"];
  budget?: Budget;
}

async function check(
  leaf: Certificate,
  { table = TABLE, issuers = [ISSUER], now = NOW, budget = new Budget(), ...rest }: Options = {},
) {
  const { handshake = null, ocsp = null, seen = "seen" } = rest;
  const lists = { certificate: embeddedTimestamps(leaf), handshake, ocsp };
  const at = { now: Date.parse(now), budget };
  const { timestamps, unchecked } = await verifyTimestamps(leaf, issuers, lists, table, at);
  const { notBefore, notAfter } = leaf;
  const { policies, countedBy } = judgeTransparency(timestamps, table, {
    notBefore,
    notAfter,
    now: at.now,
    handshake: seen,
    incomplete: unchecked > 0,
  });
  return {
    timestamps,
    unchecked,
    countedBy,
    verdicts: timestamps.map(({ verdict }) => verdict).join(),
    problems: timestamps.map(({ problem }) => problem),
    messages: policies.map(({ message }) => message),
    outcomes: policies.map(({ outcome }) => outcome).join(),
  };
}

const ALL = "accepted,accepted,accepted";
const NONE = "refused,refused,refused";
const NOT_KNOWN = "unknown,unknown,unknown";
const FOREIGN = "It does not belong to this certificate.";

describe("certificate timestamps", () => {
  it("are verified over the certificate without its list", async () => {
    const { verdicts, outcomes, messages } = await check(
      await loggedLeaf(ISSUER, [{ log: A }, { log: B }]),
    );
    assert.deepEqual([verdicts, outcomes], ["valid,valid", ALL]);
    assert.deepEqual(messages, [
      "Chrome accepts its SCTs, by its log list of 1 May 2026: 2 SCTs from 2 operators.",
      "Apple accepts its SCTs, by its log list of 1 May 2026: 2 SCTs from 2 operators.",
      "Firefox accepts its SCTs, by Chrome's log list of 1 May 2026: 2 SCTs from 2 operators.",
    ]);
  });

  it("are verified with an RSA key too, and with the hash and algorithm that they state", async () => {
    const log = await makeLog("RSA");
    const table = tableOf([{ log, operator: "One" }]);
    const good = await timestampOf(log, certificateEntry(leafWith({}, null).bytes), NOW);
    const problem = async (timestamp: Uint8Array) => {
      const { timestamps } = await check(leafWith({}, null), {
        ...{ table, handshake: listOf(timestamp) },
      });
      return timestamps[0].problem;
    };
    assert.equal(await problem(good), null);
    const at = good.length - 256 - 4;
    assert.deepEqual([...good.subarray(at, at + 2)], [4, 1]);
    assert.equal(await problem(good.with(at + 1, 3)), FOREIGN);
    const other = "Logs do not use this signature algorithm.";
    assert.equal(await problem(good.with(at + 1, 2)), other);
    assert.equal(await problem(good.with(at, 5)), other);
  });

  it("are valid wherever the list is among the extensions, and if it is the only one", async () => {
    const later = { extensions: { "1.2.3.4": critical(NULL) } };
    assert.equal((await check(await loggedLeaf(ISSUER, [{ log: A }], later))).verdicts, "valid");
    const { extensions } = await loggedLeaf(ISSUER, [{ log: A }], later);
    assert.notEqual(extensions[extensions.length - 1].oid, EXTENSION.signedCertificateTimestamps);
    const alone = Object.fromEntries(
      extensions.map(({ oid }) => [nameOf(oid), null]),
    );
    const only = await loggedLeaf(ISSUER, [{ log: A }], { extensions: alone });
    assert.equal(only.extensions.length, 1);
    assert.equal((await check(only)).verdicts, "valid");
  });

  it("do not fit when they are forged, moved, swapped or changed", async () => {
    const good = leafWith({}, null);
    const entry = precertificateEntry(good.tbs, ISSUER);
    const time = "2026-04-01T01:00:00Z";
    const [a, b] = [await timestampOf(A, entry, time), await timestampOf(B, entry, time)];
    const forged = { ...C, id: A.id };
    const other = precertificateEntry(
      leafWith({ serial: new Uint8Array(16).fill(5) }, null).tbs,
      ISSUER,
    );
    const swap = (one: Uint8Array, id: Uint8Array) => {
      const out = new Uint8Array(one);
      out.set(id, 1);
      return out;
    };
    const flipped = new Uint8Array(a);
    flipped[40] ^= 1;
    for (
      const [name, list] of [
        ["forged", [await timestampOf(forged, entry, time)]],
        ["moved", [await timestampOf(A, other, time)]],
        ["swapped", [swap(a, B.id), swap(b, A.id)]],
        ["a changed time", [flipped]],
        ["made for the certificate itself", [
          await timestampOf(A, certificateEntry(good.bytes), time),
        ]],
      ] as const
    ) {
      const { timestamps, problems, outcomes } = await check(leafWith({}, listOf(...list)));
      assert.deepEqual(timestamps.map(({ verdict }) => verdict), list.map(() => "invalid"), name);
      assert.deepEqual(problems, list.map(() => FOREIGN), name);
      assert.equal(outcomes, NONE, name);
    }
    const otherIssuer = intermediate({ key: rsaKey({ size: 3072 }) });
    const moved = await check(await loggedLeaf(ISSUER, [{ log: A }]), { issuers: [otherIssuer] });
    assert.deepEqual(moved.problems, [FOREIGN]);
  });

  it("are invalid when they are truncated or have wrong lengths", async () => {
    const list = embeddedTimestamps(await loggedLeaf(ISSUER, [{ log: A }, { log: B }]))!;
    for (const length of [0, 1, 2, 30, list.length / 2 | 0, list.length - 1]) {
      const { verdicts, outcomes } = await check(leafWith({}, list.slice(0, length)));
      assert.equal(verdicts, "invalid", String(length));
      assert.equal(outcomes, NONE);
    }
    const { timestamps } = await check(leafWith({}, list.slice(0, 30)));
    assert.deepEqual(timestamps, [{
      ...{ source: "certificate", log: null, logId: null, timestamp: null, hasLeafIndex: false },
      ...{ verdict: "invalid", isForeign: false, problem: "The rest of the list is malformed." },
    }]);
    const [, second] = [list.slice(2), list.slice(4)];
    const shorter = listOf(second.slice(0, 40));
    assert.deepEqual((await check(leafWith({}, shorter))).problems, ["It cannot be read."]);
    // The outer length is right and the second entry goes beyond it: the first one is still read.
    const beyond = new Uint8Array(list);
    const at = 4 + (beyond[2] << 8 | beyond[3]);
    beyond[at] = 0xff;
    assert.equal((await check(leafWith({}, beyond))).verdicts, "valid,invalid");
  });

  it("are unknown without the issuer, of an unknown log, and of a test log", async () => {
    const leaf = await loggedLeaf(ISSUER, [{ log: A }, { log: B }]);
    const alone = await check(leaf, { issuers: [] });
    assert.deepEqual([alone.verdicts, alone.outcomes], ["unknown,unknown", NOT_KNOWN]);
    const strange = await check(await loggedLeaf(ISSUER, [{ log: await makeLog() }]));
    assert.deepEqual(strange.problems, ["Unknown log."]);
    assert.match(strange.messages[0], /: none of its SCTs counts, and it needs 2 from 2 operators/);
    assert.equal(strange.outcomes, NONE);
    const table = tableWith([{ state: "test" }, { state: "test" }]);
    const test = await check(leaf, { table });
    assert.deepEqual(test.problems[0], "A test log, which no browser counts.");
    assert.equal(test.outcomes, NONE);
  });

  it("of a precertificate signing certificate name the CA above it", async () => {
    // A log changes the issuer of such a precertificate to the final one (RFC 6962, 3.2).
    const signer = intermediate({
      key: rsaKey({ size: 3072 }),
      extensions: { extendedKeyUsage: purposes("1.3.6.1.4.1.11129.2.4.4") },
    });
    const leaf = await loggedLeaf(ISSUER, [{ log: A }]);
    assert.equal((await check(leaf, { issuers: [signer, ISSUER] })).verdicts, "valid");
    assert.equal((await check(leaf, { issuers: [signer] })).verdicts, "unknown");
  });

  it("in the future are invalid", async () => {
    const leaf = await loggedLeaf(ISSUER, [{ log: A, at: "2026-05-10T00:00:00Z" }]);
    assert.equal((await check(leaf)).verdicts, "valid");
    const early = await check(leaf, { now: "2026-05-09T23:59:59Z" });
    assert.deepEqual(early.problems, ["Its timestamp is in the future."]);
  });

  it("cost at most 32 signatures, however long the list is", async () => {
    const entry = precertificateEntry(leafWith({}, null).tbs, ISSUER);
    const one = await timestampOf(A, entry, "2026-04-01T01:00:00Z");
    const many = Math.floor(65_000 / (one.length + 2));
    const budget = new Budget();
    const leaf = leafWith({}, listOf(...Array<Uint8Array>(many).fill(one)));
    const { timestamps, unchecked, outcomes, countedBy } = await check(leaf, { budget });
    assert.deepEqual([timestamps.length, unchecked], [32, many - 32]);
    assert.equal(budget.spent("signatures"), 32);
    // One log counts once, and the others were not checked.
    assert.deepEqual([countedBy.size, outcomes], [1, NOT_KNOWN]);
    const short = await check(leaf, { budget: new Budget({ signatures: 1 }) });
    assert.equal(short.timestamps.filter(({ verdict }) => verdict === "valid").length, 1);
  });

  it("are not given up for another error, or if the work belongs to a larger budget", async () => {
    const leaf = await loggedLeaf(ISSUER, [{ log: A }]);
    const whole = new Budget();
    await check(leaf, { budget: whole });
    const light = new Budget({}, whole.spent("work") - 1);
    await assert.rejects(check(leaf, { budget: light }), { code: "too_complex" });
    const broken = new Budget();
    broken.spend = (kind) => {
      if (kind === "signatures") throw new TypeError("broken");
    };
    await assert.rejects(check(leaf, { budget: broken }), TypeError);
  });
});

describe("the time that Chrome compares with the date of a root", () => {
  const [early, late] = ["2026-04-01T06:00:00Z", "2026-04-02T00:00:00Z"];
  const loggedAt = async (leaf: Certificate, options: Options = {}) => {
    const time = chromeLoggedAt((await check(leaf, options)).timestamps, Date.parse(NOW));
    return time === null ? null : new Date(time).toISOString().replace(".000", "");
  };

  it("is the time of the earliest timestamp that Chrome counts, by the state of its log", async () => {
    const leaf = await loggedLeaf(ISSUER, [{ log: A, at: late }, { log: B, at: early }]);
    assert.equal(await loggedAt(leaf), early);
    const states = { pending: late, qualified: early, readonly: early, retired: late, test: late };
    for (const [state, time] of Object.entries(states)) {
      const table = tableWith([{}, { state, since: "2026-05-01" }]);
      assert.equal(await loggedAt(leaf, { table }), time, state);
    }
    // The list does not say what the state was before that day.
    const table = tableWith([{}, { state: "rejected", since: "2026-05-11" }]);
    assert.equal(await loggedAt(leaf, { table }), early);
  });

  it("is not known without a valid timestamp, and never that of an OCSP response", async () => {
    assert.equal(await loggedAt(leafWith({}, null)), null);
    assert.equal(await loggedAt(await loggedLeaf(ISSUER, [{ log: await makeLog() }])), null);
    const leaf = leafWith({}, null);
    const foreign = certificateEntry(leafWith({ serial: new Uint8Array(16).fill(5) }, null).bytes);
    const list = listOf(await timestampOf(A, certificateEntry(leaf.bytes), late));
    assert.equal(await loggedAt(leaf, { handshake: list }), late);
    assert.equal(await loggedAt(leaf, { ocsp: list }), null);
    const invalid = listOf(await timestampOf(A, foreign, late));
    assert.equal(await loggedAt(leaf, { handshake: invalid }), null);
  });
});

describe("transparency policies", () => {
  const DAY = 86_400_000;
  const from = "2026-04-01T00:00:00Z";
  const lasting = (milliseconds: number) => ({
    from,
    to: new Date(Date.parse(from) + milliseconds).toISOString(),
  });
  const outcomesOf = async (
    logs: readonly MadeLog[],
    options: Options & { changes?: Parameters<typeof loggedLeaf>[2] } = {},
  ) =>
    (await check(await loggedLeaf(ISSUER, logs.map((log) => ({ log })), options.changes), options))
      .outcomes;

  it("need three timestamps for more than 180 days, where Apple counts the last second", async () => {
    const cases = [
      [180 * DAY - 1000, ALL],
      [180 * DAY, "accepted,refused,accepted"],
      [180 * DAY + 1000, NONE],
    ] as const;
    for (const [milliseconds, outcomes] of cases) {
      const changes = lasting(milliseconds);
      assert.equal(await outcomesOf([A, B], { changes }), outcomes);
      assert.equal(await outcomesOf([A, B, C], { changes }), ALL);
    }
  });

  it("need two operators, and one log counts once", async () => {
    const table = tableWith([{ operator: "One" }, { operator: "One" }]);
    assert.equal(await outcomesOf([A, B], { table }), NONE);
    assert.equal(await outcomesOf([A, B, C], { table }), ALL);
    assert.equal(await outcomesOf([A, A, A]), NONE);
    // Three of 200 days: Apple counts at most two of one operator.
    const changes = lasting(200 * DAY);
    const all = tableWith([{ operator: "One" }, { operator: "One" }, { operator: "One" }]);
    assert.equal(await outcomesOf([A, B, C], { table: all, changes }), NONE);
  });

  it("count a log by its state at the time", async () => {
    const states = {
      pending: NONE,
      qualified: ALL,
      usable: ALL,
      readonly: ALL,
      rejected: NONE,
      test: NONE,
    };
    for (const [state, outcomes] of Object.entries(states)) {
      const table = tableWith([{ state, since: "2026-05-01" }]);
      assert.equal(await outcomesOf([A, B], { table }), outcomes, state);
    }
    // The list tells only the last state. Before it, only a retired or read-only log is known to have counted.
    const later = (state: string) => tableWith([{ state, since: "2026-05-11" }]);
    assert.equal(await outcomesOf([A, B], { table: later("retired") }), ALL);
    assert.equal(await outcomesOf([A, B], { table: later("rejected") }), NOT_KNOWN);
  });

  it("count a retired log for earlier timestamps, with a log that counts", async () => {
    const retired = (since: string) => ({ state: "retired", since });
    const after = [retired("2026-04-01T01:00:00.001Z")];
    assert.equal(await outcomesOf([A, B], { table: tableWith(after) }), ALL);
    assert.equal(
      await outcomesOf([A, B], { table: tableWith([retired("2026-04-01T01:00:00Z")]) }),
      NONE,
    );
    const both = tableWith([after[0], after[0]]);
    assert.equal(await outcomesOf([A, B], { table: both }), NONE);
  });

  it("count a retired log only if a log that counts had the certificate before its end too", async () => {
    const table = tableWith([{ state: "retired", since: "2026-04-01T02:00:00Z" }]);
    const outcomes = async (...logs: Parameters<typeof loggedLeaf>[1]) =>
      (await check(await loggedLeaf(ISSUER, logs), { table })).outcomes;
    const last = "2026-04-01T01:59:59.999Z";
    assert.equal(await outcomes({ log: A, at: last }, { log: B, at: last }), ALL);
    assert.equal(
      await outcomes({ log: A, at: last }, { log: B, at: "2026-04-01T02:00:00Z" }),
      NONE,
    );
    // Of several timestamps of one log, the earliest decides, wherever it is.
    const late = "2026-04-01T03:00:00Z";
    assert.equal(
      await outcomes(
        { log: A, at: late },
        { log: A, at: last },
        { log: B, at: late },
        { log: B, at: last },
      ),
      ALL,
    );
  });

  it("do not count for Apple after the day from which a log is read-only", async () => {
    const readOnly = (since: string) => tableWith([{ state: "readonly", since }]);
    const at = "2026-04-01T01:00:00Z";
    assert.equal(await outcomesOf([A, B], { table: readOnly(at) }), ALL);
    assert.equal(
      await outcomesOf([A, B], { table: readOnly("2026-04-01T00:59:59.999Z") }),
      "accepted,refused,accepted",
    );
  });

  it("count a log for certificates of its interval", async () => {
    const { to: end } = lasting(90 * DAY);
    const within = (interval: string) => tableWith([{ interval }]);
    const changes = lasting(90 * DAY);
    const next = new Date(Date.parse(end) + 1000).toISOString();
    assert.equal(await outcomesOf([A, B], { changes, table: within(`${end}/${next}`) }), ALL);
    assert.equal(await outcomesOf([A, B], { changes, table: within(`2026-01-01/${end}`) }), NONE);
    assert.equal(await outcomesOf([A, B], { changes, table: within(`${next}/2027-01-01`) }), NONE);
  });

  it("differ in logs of other kinds", async () => {
    const table = tableWith([{ kind: "tiled" }, { kind: "tiled" }]);
    const leaf = await loggedLeaf(ISSUER, [A, B].map((log) => ({ log, extensions: LEAF_INDEX })));
    // Apple requires one log of RFC 6962; Chrome did until 15 April 2026.
    assert.equal((await check(leaf, { table })).outcomes, "accepted,refused,accepted");
    const dates = { chrome: "2026-04-02", apple: "2026-04-02" };
    const before = tableWith([{ kind: "tiled" }, { kind: "tiled" }], dates);
    const early = { table: before, now: "2026-04-14T23:59:59Z" };
    assert.equal((await check(leaf, early)).outcomes, "refused,refused,accepted");
    assert.equal(
      (await check(leaf, { ...early, now: "2026-04-15T00:00:00Z" })).outcomes,
      "accepted,refused,accepted",
    );
    // Firefox ignores a timestamp of a tiled log without its index.
    const without = await loggedLeaf(ISSUER, [{ log: A }, { log: B }]);
    const one = tableWith([{ kind: "tiled" }]);
    assert.equal((await check(without, { table: one })).outcomes, "accepted,accepted,refused");
    const otherType = LEAF_INDEX.with(2, 1);
    const otherLength = [0, 6, 0, 0, 3, 0, 0, 7];
    const longer = [1, 8, 0, 1, 5, ...Array(261).fill(0)];
    for (const extensions of [otherType, otherLength, longer]) {
      const other = await loggedLeaf(ISSUER, [{ log: A, extensions }, { log: B }]);
      assert.equal((await check(other, { table: one })).outcomes, "accepted,accepted,refused");
    }
  });

  it("count timestamps of the handshake and of an OCSP response in their own way", async () => {
    const leaf = leafWith({}, null);
    const time = "2026-04-02T00:00:00Z";
    const entry = certificateEntry(leaf.bytes);
    const list = listOf(await timestampOf(A, entry, time), await timestampOf(B, entry, time));
    assert.equal((await check(leaf, { handshake: list })).outcomes, ALL);
    // Chrome no longer counts those of an OCSP response.
    const { outcomes, verdicts } = await check(leaf, { ocsp: list });
    assert.deepEqual([verdicts, outcomes], ["valid,valid", "refused,accepted,accepted"]);
    // Chrome and Apple count one from outside together with one in the certificate.
    const logged = await loggedLeaf(ISSUER, [{ log: A }]);
    const other = listOf(await timestampOf(B, certificateEntry(logged.bytes), time));
    assert.equal((await check(logged, { handshake: other })).outcomes, "accepted,accepted,refused");
    assert.equal((await check(logged, { ocsp: other })).outcomes, "refused,accepted,refused");
    const same = listOf(await timestampOf(A, certificateEntry(logged.bytes), time));
    assert.equal((await check(logged, { handshake: same })).outcomes, NONE);
    const one = tableWith([{ operator: "One" }, { operator: "One" }]);
    assert.equal(
      (await check(logged, { handshake: other, table: one })).outcomes,
      "refused,accepted,refused",
    );
    const retired = tableWith([{ state: "retired", since: "2026-05-01" }]);
    assert.equal((await check(leaf, { handshake: list, table: retired })).outcomes, NONE);
  });

  it("refuse only by a list of less than 70 days, and if everything was seen", async () => {
    const leaf = await loggedLeaf(ISSUER, [{ log: A }]);
    const cases = [
      ["2026-04-30T23:59:59Z", NOT_KNOWN],
      ["2026-05-01T00:00:00Z", NONE],
      ["2026-07-09T23:59:59Z", NONE],
      ["2026-07-10T00:00:00Z", NOT_KNOWN],
    ] as const;
    for (const [now, outcomes] of cases) {
      assert.equal((await check(leaf, { now })).outcomes, outcomes, now);
    }
    assert.equal(
      (await check(leaf, { now: "2026-08-06T00:00:00Z" })).messages[0],
      "Our log list is 97 days old, so we can't tell whether Chrome accepts its SCTs. By that list, only 1 " +
        "SCT from 1 operator counts, and it needs 2 from 2 operators. Update this site, or open it online.",
    );
    assert.equal((await check(leaf, { seen: "not seen" })).outcomes, NOT_KNOWN);
    const pasted = await check(leaf, { seen: "pasted" });
    assert.equal(
      pasted.messages[0],
      "Chrome refuses it unless the server sends SCTs in the handshake, by its log list of 1 May 2026: " +
        "only 1 SCT from 1 operator counts, and it needs 2 from 2 operators.",
    );
    const none = await check(leafWith({}, null), { seen: "pasted" });
    assert.match(none.messages[0], /: it has no SCTs, and it needs 2 from 2 operators\.$/);
    // An old list still accepts.
    const enough = await loggedLeaf(ISSUER, [{ log: A }, { log: B }]);
    assert.equal((await check(enough, { now: "2026-11-25T00:00:00Z" })).outcomes, ALL);
  });

  it("do not judge certificates from before they were in force", async () => {
    const old = (from: string) => ({ from, to: "2026-06-01T00:00:00Z" });
    assert.equal(
      await outcomesOf([], { changes: old("2018-04-30T23:59:59Z") }),
      "accepted,accepted,refused",
    );
    assert.equal(
      await outcomesOf([], { changes: old("2018-05-01T00:00:00Z") }),
      "refused,accepted,refused",
    );
    assert.equal(await outcomesOf([], { changes: old("2018-10-16T00:00:00Z") }), NONE);
    // Until April 2021 Apple counted months, and any operator.
    const table = tableWith(entries.map(() => ({ operator: "One" })));
    const months = { from: "2021-04-20T00:00:00Z", to: "2022-07-19T23:59:59Z" };
    assert.equal(await outcomesOf([A, B], { table, changes: months }), "refused,accepted,refused");
    const longer = { ...months, to: "2022-07-20T00:00:00Z" };
    assert.equal(await outcomesOf([A, B], { table, changes: longer }), NONE);
    assert.equal(
      await outcomesOf([A, B, C], { table, changes: longer }),
      "refused,accepted,refused",
    );
  });
});

describe("Apple's policy for certificates from before 21 April 2021", () => {
  it("counts months, to the second", () => {
    const from = Date.parse("2019-01-01T00:00:00Z");
    for (
      const [end, before, after] of [
        ["2020-04-01T00:00:00Z", 2, 3],
        ["2021-04-01T00:00:00Z", 3, 4],
        ["2022-04-01T00:00:00Z", 4, 5],
      ] as const
    ) {
      const wanted = (notAfter: number) => appleQuota({ notBefore: from, notAfter }).timestamps;
      assert.equal(wanted(Date.parse(end) - 1000), before);
      assert.equal(wanted(Date.parse(end)), after);
    }
  });
});

describe("the table of logs", () => {
  it("has the SHA-256 of each key as its id, and no key of a test log", async () => {
    const { logs, chrome, apple } = await logTableOf(BUILT_IN_TABLES);
    assert.deepEqual([chrome.date, apple.date], ["2026-08-21", "2026-04-01"]);
    assert.ok(logs.size > 200);
    for (const { id, key, name, chrome, apple } of logs.values()) {
      assert.ok(chrome ?? apple, name);
      assert.equal(key === null, chrome?.state === "test", name);
      for (const listing of [chrome, apple]) {
        if (listing?.interval) assert.ok(listing.interval.start < listing.interval.end, name);
      }
      if (!key) continue;
      const digest = await crypto.subtle.digest("SHA-256", key.bytes);
      assert.equal(new Uint8Array(digest).toHex().toUpperCase(), id, name);
      assert.equal(key.fault, null, name);
    }
  });
});

const nameOf = (oid: string): string =>
  Object.entries(EXTENSION).find(([, value]) => value === oid)?.[0] ?? oid;
