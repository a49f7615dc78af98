/** A server as deployed renews its log lists: the API, /data, the health answer, the metrics and further instances. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { startListMirror } from "../support/list-mirror.ts";
import { makeLoggedChain } from "../support/logged-chain.ts";
import { type ServerProcess, startProcess } from "../support/process.ts";
import { needs } from "../support/programs.ts";
import { startRedis, until } from "../support/redis.ts";
import { callApi } from "../support/server.ts";
import { partOf } from "../support/matrix.ts";

const { chain, entries } = await makeLoggedChain();
const DAY = 86_400_000;
const TOKEN = "0123456789abcdef";
const today = () => new Date().toISOString().slice(0, 10);

interface Status {
  name: string;
  date: string;
  problem: string | null;
}

interface Transparency {
  message: string;
  policies: { vendor: string; date: string }[];
}

async function statusOf({ origin }: ServerProcess): Promise<Status[]> {
  const response = await fetch(`${origin}/api/health`);
  return (await response.json()).data.data;
}

const isRenewed = (server: ServerProcess) => async () =>
  (await statusOf(server)).every(({ date }) => date >= "2026-09");

/** The sentence about the timestamps of the chain; undefined if their logs are not known. */
async function transparencyOf({ origin }: ServerProcess) {
  const { body } = await callApi(origin, "chain/analyze", { certificate: chain });
  return (body.data as { transparency?: Transparency }).transparency;
}

describe("a server that renews its log lists", () => {
  it(
    "answers with the newer ones, and so does an instance with the same Redis",
    needs("redis-server"),
    async () => {
      await using mirror = await startListMirror();
      const time = Date.now() - DAY;
      await mirror.publish(time, entries);
      await using redis = await startRedis();
      const env = { ...mirror.env, REDIS_URL: redis.url, METRICS_TOKEN: TOKEN };
      await using first = await startProcess(env);
      await until(isRenewed(first));
      await using second = await startProcess(env);
      await until(isRenewed(second));
      // One instance has fetched them for both.
      assert.deepEqual(mirror.asked.toSorted(), ["/apple.json", "/chrome.json", "/chrome.sig"]);
      const day = new Date(time).toISOString().slice(0, 10);
      for (const server of [first, second]) {
        // The compute processes or threads get the lists too.
        await until(async () => (await transparencyOf(server))?.policies[0].date === day);
        const { policies } = (await transparencyOf(server))!;
        assert.deepEqual(policies.map(({ vendor, date }) => [vendor, date]), [
          ["Chrome", day],
          ["Apple", today()],
          ["Firefox", day],
        ]);
      }
      const metrics = await (await fetch(`${first.origin}/api/metrics`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      })).text();
      assert.match(metrics, /^data_age_seconds\{table="ct-logs-chrome"\} 8\d{4}$/m);
      assert.match(metrics, /^data_age_seconds\{table="ct-logs-apple"\} \d{1,3}$/m);
      const index = await (await fetch(`${second.origin}/data/index.json`)).json();
      assert.equal(index.tables.length, 2);
    },
  );

  const spoiled: [string, string, (mirror: Awaited<ReturnType<typeof startListMirror>>) => void][] =
    [
      ["an answer with an error", "not_found", ({ files }) => void files.delete("/chrome.json")],
      [
        "a redirect to a cloud's metadata",
        "refused",
        ({ files }) => {
          const location = "http://169.254.169.254/latest";
          files.set("/chrome.json", new Response(null, { status: 302, headers: { location } }));
        },
      ],
      ["more than a megabyte", "too_large", ({ files }) => {
        files.set("/chrome.json", new Uint8Array(1024 * 1024 + 1));
      }],
      ["a signature of somebody else", "bad_signature", ({ files }) => {
        files.set("/chrome.sig", new Uint8Array(256));
      }],
    ];
  for (const [what, problem, spoil] of partOf(spoiled, 2)) {
    it(`keeps the built-in list after ${what}, and says so`, async () => {
      await using mirror = await startListMirror();
      await mirror.publish(Date.now() - DAY, entries);
      spoil(mirror);
      await using server = await startProcess(mirror.env);
      await until(async () => (await statusOf(server))[0].problem !== null);
      const [chrome] = await statusOf(server);
      assert.deepEqual([chrome.date, chrome.problem], ["2026-08-21T00:00:00Z", problem]);
      const kept = () =>
        server.log.map((line) => JSON.parse(line)).find(({ event }) => event === "data_kept");
      // The answer may be there before the line of the log.
      await until(() => Promise.resolve(kept() !== undefined));
      assert.deepEqual([kept().list, kept().problem], ["Chrome's log list", problem]);
    });
  }

  it("asks nobody with DATA_REFRESH_HOURS=0", async () => {
    await using mirror = await startListMirror();
    await mirror.publish(Date.now() - DAY, entries);
    await using server = await startProcess({ ...mirror.env, DATA_REFRESH_HOURS: "0" });
    const { policies, message } = (await transparencyOf(server))!;
    assert.equal(policies[0].date, "2026-08-21");
    // The age of both lists, and the next step, are said once.
    assert.match(message, /^Our log lists are \d+ and \d+ days old, so we can't tell /);
    assert.equal(message.split("Update this site, or open it online.").length, 2);
    assert.equal((await statusOf(server))[0].date, "2026-08-21T00:00:00Z");
    assert.deepEqual(mirror.asked, []);
  });
});
