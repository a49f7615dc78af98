/** Published log lists: which may replace the list in use, and which may not. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { BUILT_IN_TABLES } from "../../../core/kernel/context.ts";
import {
  loadBuiltInLogs,
  type LogEntry,
  logTableOf,
  type ProgramLogs,
  tableNameOf,
} from "../../../core/x509/transparency/logs.ts";
import {
  ListError,
  type ListProblem,
  MAX_LIST_BYTES,
  readPublishedList,
} from "../../../core/x509/transparency/published-list.ts";
import { acceptList, readKeyPem } from "../../../core/x509/transparency/renew.ts";
import { LOG_LIST_SOURCES } from "../../../core/assets/sources.ts";
import { laterEntries, listJson, makeListSigner, newLog } from "../../support/log-lists.ts";

const builtIn = await loadBuiltInLogs();
const signer = await makeListSigner();
const DAY = 86_400_000;
const FIRST = builtIn.chrome.date;

interface Changes {
  timestamp?: number | null;
  now?: number;
  inUse?: ProgramLogs;
  signature?: "other" | "missing";
}

/** Offers a list of Chrome with these logs, signed by the key of the tests. */
async function offer(entries: readonly LogEntry[], changes: Changes = {}): Promise<ProgramLogs> {
  const { timestamp = FIRST + 90 * DAY, now = FIRST + 91 * DAY, inUse, signature } = changes;
  const bytes = listJson(entries, { timestamp });
  const key = signature === "other" ? await makeListSigner() : signer;
  return await acceptList({
    program: "chrome",
    bytes,
    signature: signature === "missing" ? null : await key.sign(bytes),
    readAt: now,
  }, { inUse, publicKey: signer.publicKey, now });
}

async function refuses(problem: ListProblem, offered: Promise<unknown>): Promise<void> {
  await assert.rejects(offered, (fault) => fault instanceof ListError && fault.problem === problem);
}

const chrome = [...builtIn.chrome.entries.values()];

describe("a published log list", () => {
  it("is read as the built-in table has it", () => {
    for (const { program, entries, date } of [builtIn.chrome, builtIn.apple]) {
      const read = readPublishedList(program, listJson(entries.values(), { timestamp: date }), 0);
      assert.equal(read.date, date);
      assert.deepEqual(new Map([...read.entries].sort()), new Map([...entries].sort()));
    }
  });

  it("is dated by the time at which it was read, if it has no date", () => {
    const read = readPublishedList("apple", listJson(chrome, { version: "512" }), FIRST);
    assert.deepEqual([read.date, read.version], [FIRST, 512]);
  });

  it("is taken 3, 12 and 24 months later, with new logs and without ended ones", async () => {
    let inUse = builtIn.chrome;
    for (const months of [3, 12, 24]) {
      const timestamp = FIRST + months * 30 * DAY;
      const entries = laterEntries(inUse, timestamp);
      inUse = await offer(entries, { timestamp, now: timestamp + DAY, inUse });
      assert.equal(inUse.date, timestamp);
      assert.equal(inUse.entries.size, entries.length);
    }
  });

  it("is not taken without the signature of its source", async () => {
    await refuses("bad_signature", offer(chrome, { signature: "other" }));
    await refuses("bad_signature", offer(chrome, { signature: "missing" }));
    const bytes = listJson(chrome, { timestamp: FIRST + DAY });
    const signature = await signer.sign(bytes);
    const changed = bytes.slice();
    changed[changed.indexOf(0x6c)] ^= 0x20;
    const list = { program: "chrome" as const, bytes: changed, signature, readAt: 0 };
    const at = { publicKey: signer.publicKey, now: FIRST + 2 * DAY };
    await refuses("bad_signature", acceptList(list, at));
    // Google's key did not sign it.
    await refuses("bad_signature", acceptList({ ...list, bytes }, { now: at.now }));
    assert.equal((await acceptList({ ...list, bytes }, at)).date, FIRST + DAY);
  });

  it("is not taken if it is as old as the one in use, older, or from the future", async () => {
    await refuses("not_newer", offer(chrome, { timestamp: FIRST }));
    await refuses("not_newer", offer(chrome, { timestamp: FIRST - DAY }));
    await refuses("in_future", offer(chrome, { timestamp: FIRST + 92 * DAY }));
    const numbered = { ...builtIn.apple, version: 600 };
    const bytes = listJson(builtIn.apple.entries.values(), { version: "599" });
    const list = { program: "apple" as const, bytes, signature: null, readAt: FIRST + DAY };
    await refuses("not_newer", acceptList(list, { inUse: numbered, now: FIRST + 2 * DAY }));
  });

  it("is not taken if it lacks more than a fifth of the usable logs", async () => {
    const time = FIRST + 90 * DAY;
    const isExpected = ({ state, interval }: LogEntry) =>
      state === "usable" && (interval === null || interval.end > time);
    const expected = chrome.filter(isExpected);
    const others = chrome.filter((entry) => !isExpected(entry));
    const most = Math.floor(expected.length / 5);
    assert.ok(most > 0);
    await offer([...others, ...expected.slice(most)]);
    await refuses("logs_missing", offer([...others, ...expected.slice(most + 1)]));
    // A log that was usable and is rejected now is still there.
    const rejected = expected.slice(2).map((entry) => ({ ...entry, state: "rejected" as const }));
    await offer([...others, ...expected.slice(0, 2), ...rejected]).catch((fault) => {
      assert.equal(fault.problem, "few_operators");
    });
  });

  it("is not taken with usable logs of a single operator", async () => {
    const one = chrome.map((entry) => ({ ...entry, operator: "One" }));
    await refuses("few_operators", offer(one));
    const two = one.map((entry, place) => place % 2 === 0 ? entry : { ...entry, operator: "Two" });
    await offer(two);
  });

  it("is not taken with a log whose id is not the digest of its key", async () => {
    const [first, ...rest] = chrome.filter(({ key }) => key !== null);
    const { key } = newLog("another key");
    await refuses("malformed", offer([{ ...first, key }, ...rest]));
  });

  it("is not taken if it is malformed or too large", async () => {
    const offerBytes = async (bytes: Uint8Array<ArrayBuffer>) =>
      await acceptList(
        { program: "chrome", bytes, signature: await signer.sign(bytes), readAt: 0 },
        { publicKey: signer.publicKey, now: FIRST + 91 * DAY },
      );
    const text = (value: unknown) =>
      new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
    const whole = JSON.parse(
      new TextDecoder().decode(listJson(chrome, { timestamp: FIRST + DAY })),
    );
    const log = whole.operators[0].logs[0];
    const withLog = (changes: object) => ({
      ...whole,
      operators: [{ ...whole.operators[0], logs: [{ ...log, ...changes }] }],
    });
    for (
      const value of [
        "",
        "[",
        "[]",
        "null",
        "<html>",
        {},
        { operators: {} },
        { operators: [] },
        { operators: [null] },
        { operators: [{ name: "One", logs: [7] }] },
        { ...whole, log_list_timestamp: "soon" },
        withLog({ state: { strange: { timestamp: "2026-01-01T00:00:00Z" } } }),
        withLog({ state: { usable: {} } }),
        withLog({ state: "usable" }),
        withLog({ description: "Two\nlines" }),
        withLog({ key: "*" }),
        withLog({ temporal_interval: { start_inclusive: "2026-01-01T00:00:00Z" } }),
      ]
    ) await refuses("malformed", offerBytes(text(value)));
    await refuses("malformed", offerBytes(Uint8Array.of(0x22, 0xff, 0x22)));
    await refuses("too_large", offerBytes(new Uint8Array(MAX_LIST_BYTES + 1)));
  });
});

describe("the table of a context", () => {
  it("has the built-in list of a program without a newer one", async () => {
    const apple = [...builtIn.apple.entries.values()].slice(0, 3);
    const newer = { ...builtIn.apple, date: FIRST, entries: new Map(apple.map((a) => [a.id, a])) };
    const tables = new Map([[tableNameOf("apple"), newer]]);
    const table = await logTableOf(tables);
    assert.equal(await logTableOf(tables), table);
    assert.deepEqual([table.chrome.date, table.apple.date], ["2026-08-21", "2026-08-21"]);
    const listed = [...table.logs.values()].filter((log) => log.apple !== null);
    assert.equal(listed.length, 3);
    assert.equal((await logTableOf(BUILT_IN_TABLES)).apple.date, "2026-04-01");
  });

  it("knows the key that signs Chrome's lists", () => {
    const key = readKeyPem(LOG_LIST_SOURCES.chrome.signature.publicKey);
    assert.deepEqual([key?.key.algorithm, key?.key.bits, key?.fault], ["RSA", 4096, null]);
  });
});
