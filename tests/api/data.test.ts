/** Log lists that the server renews: which are taken, what a failure leaves in use, and what instances share. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { fileFetcher } from "../../api/data/fetch-file.ts";
import { createLogLists, type LogLists } from "../../api/data/log-lists.ts";
import { DATA_INDEX, publishedData } from "../../api/data/published.ts";
import { type PublishedList, type SharedLists, sharedLists } from "../../api/data/shared-lists.ts";
import { LIST_SOURCES } from "../../core/x509/transparency/list-sources.ts";
import { createLog } from "../../api/log.ts";
import { createAddressGuard } from "../../api/network/guard.ts";
import { DEADLINES } from "../../api/network/limits.ts";
import { FetchError, type HttpAccess } from "../../api/network/outbound-http.ts";
import { loadBuiltInLogs, logTableOf } from "../../core/x509/transparency/logs.ts";
import { laterEntries, listJson, makeListSigner } from "../support/log-lists.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const builtIn = await loadBuiltInLogs();
const signer = await makeListSigner();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Three months after the built-in list of Chrome. */
const NOW = builtIn.chrome.date + 90 * DAY;

const sources = LIST_SOURCES.map((source) => ({
  ...source,
  url: `https://data.example/${source.program}.json`,
  ...source.publicKey !== null && {
    signatureUrl: `https://data.example/${source.program}.sig`,
    publicKey: signer.publicKey,
    hasOwnKey: true,
  },
}));

/** Files of the sources by their path, with lists of this time. */
async function filesAt(time: number): Promise<Map<string, Bytes>> {
  const chrome = listJson(laterEntries(builtIn.chrome, time), { timestamp: time });
  const apple = listJson(laterEntries(builtIn.apple, time), { version: String(time) });
  return new Map([
    ["/chrome.json", chrome],
    ["/chrome.sig", await signer.sign(chrome)],
    ["/apple.json", apple],
  ]);
}

interface Site {
  lists: LogLists;
  /** The paths that were fetched. */
  fetched: string[];
  events: string[];
  clock: { now: number };
  files: Map<string, Bytes>;
}

async function siteAt(time: number, shared: SharedLists | null = null): Promise<Site> {
  const files = await filesAt(time - HOUR);
  const fetched: string[] = [];
  const events: string[] = [];
  const clock = { now: time };
  const lists = createLogLists({
    sources,
    hours: 24,
    shared,
    log: createLog("info", (line) => {
      const { event, list, problem = "" } = JSON.parse(line);
      events.push(`${event} ${list} ${problem}`.trim());
    }),
    now: () => clock.now,
    fetchFile: (url) => {
      const { pathname } = new URL(url);
      fetched.push(pathname);
      const body = files.get(pathname);
      return body ? Promise.resolve(body) : Promise.reject(new FetchError("not_found"));
    },
  });
  return { lists, fetched, events, clock, files };
}

const datesOf = async ({ lists }: Site) => {
  const { chrome, apple } = await logTableOf(lists.tables);
  return [chrome.date, apple.date];
};
const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const problemsOf = async ({ lists }: Site) => (await lists.status()).map(({ problem }) => problem);

describe("log lists of a server", () => {
  it("are renewed, with the date of the list or of the day on which it was read", async () => {
    const site = await siteAt(NOW);
    assert.deepEqual(await datesOf(site), ["2026-08-21", "2026-04-01"]);
    assert.equal(await site.lists.renew(), DAY);
    assert.deepEqual(site.fetched, ["/chrome.json", "/chrome.sig", "/apple.json"]);
    assert.deepEqual(await datesOf(site), [day(NOW - HOUR), day(NOW)]);
    assert.deepEqual(await problemsOf(site), [null, null]);
    assert.deepEqual(site.lists.sent?.map(({ program }) => program), ["chrome", "apple"]);
    assert.deepEqual(site.events, [
      "data_renewed Chrome's log list",
      "data_renewed Apple's log list",
    ]);
    const ages = (await site.lists.status()).map(({ ageSeconds }) => ageSeconds);
    assert.deepEqual(ages, [3_600, 0]);
  });

  it("are fetched once an interval, and a source without news is in order", async () => {
    const site = await siteAt(NOW);
    await site.lists.renew();
    site.clock.now += DAY - 1;
    await site.lists.renew();
    assert.equal(site.fetched.length, 3);
    site.clock.now += 1;
    await site.lists.renew();
    assert.equal(site.fetched.length, 6);
    assert.deepEqual(await problemsOf(site), [null, null]);
    // Apple's list has no date of its own, so that it was read again is news.
    assert.deepEqual(await datesOf(site), [day(NOW - HOUR), day(NOW + DAY)]);
  });

  const kept: [string, string, (files: Map<string, Bytes>) => Promise<void> | void][] = [
    ["a wrong signature", "bad_signature", async (files) => {
      files.set("/chrome.sig", await (await makeListSigner()).sign(files.get("/chrome.json")!));
    }],
    ["no signature", "not_found", (files) => void files.delete("/chrome.sig")],
    ["an older list", "not_newer", async (files) => {
      for (const [path, file] of await filesAt(builtIn.chrome.date - DAY)) files.set(path, file);
    }],
    ["a smaller list", "logs_missing", async (files) => {
      const few = [...builtIn.chrome.entries.values()].slice(0, 20);
      const list = listJson(few, { timestamp: NOW - HOUR });
      files.set("/chrome.json", list).set("/chrome.sig", await signer.sign(list));
    }],
    ["a list from the future", "in_future", async (files) => {
      const later = await filesAt(NOW + DAY);
      for (const path of ["/chrome.json", "/chrome.sig"]) files.set(path, later.get(path)!);
    }],
    ["broken JSON", "malformed", async (files) => {
      const cut = files.get("/chrome.json")!.slice(0, -1);
      files.set("/chrome.json", cut).set("/chrome.sig", await signer.sign(cut));
    }],
    ["a page instead of a list", "malformed", async (files) => {
      const page = new TextEncoder().encode("<!doctype html>");
      files.set("/chrome.json", page).set("/chrome.sig", await signer.sign(page));
    }],
  ];
  for (const [what, problem, spoil] of kept) {
    it(`stay in use after ${what}, and are tried again soon`, async () => {
      const site = await siteAt(NOW);
      await spoil(site.files);
      assert.equal(await site.lists.renew(), HOUR / 4);
      assert.equal((await datesOf(site))[0], "2026-08-21");
      assert.deepEqual((await problemsOf(site))[0], problem);
      assert.ok(site.events.includes(`data_kept Chrome's log list ${problem}`));
      // A later success ends the problem.
      for (const [path, file] of await filesAt(NOW)) site.files.set(path, file);
      site.clock.now += HOUR;
      await site.lists.renew();
      assert.deepEqual(await problemsOf(site), [null, null]);
    });
  }

  it("keep a renewed list too, when the next one is spoiled", async () => {
    const site = await siteAt(NOW);
    await site.lists.renew();
    site.clock.now += DAY;
    site.files.set("/chrome.json", new TextEncoder().encode("{"));
    await site.lists.renew();
    assert.deepEqual((await datesOf(site))[0], day(NOW - HOUR));
    assert.deepEqual(await problemsOf(site), ["malformed", null]);
  });

  it("are fetched by one instance for all", async () => {
    const redis = memoryRedis();
    const first = await siteAt(NOW, sharedLists(redis));
    const second = await siteAt(NOW, sharedLists(redis));
    await first.lists.renew();
    await second.lists.renew();
    assert.equal(first.fetched.length, 3);
    assert.deepEqual(second.fetched, []);
    assert.deepEqual(await datesOf(second), await datesOf(first));
  });

  it("are checked again when another instance has fetched them", async () => {
    const redis = memoryRedis();
    const site = await siteAt(NOW, sharedLists(redis));
    const list = listJson(laterEntries(builtIn.chrome, NOW), { timestamp: NOW - HOUR });
    const forged: PublishedList = {
      program: "chrome",
      bytes: list,
      signature: await (await makeListSigner()).sign(list),
      ownKey: signer.publicKey,
      readAt: NOW,
    };
    await sharedLists(redis).put(forged);
    await sharedLists(redis).takeTurn(DAY);
    await site.lists.renew();
    assert.deepEqual(await problemsOf(site), ["bad_signature", null]);
    assert.equal((await datesOf(site))[0], "2026-08-21");
  });

  it("are published under their digests, with an index that is asked for again", async () => {
    const site = await siteAt(NOW);
    const answer = publishedData(site.lists);
    const get = (path: string) => answer(new Request(`https://tools.example${path}`));
    assert.deepEqual(await get(DATA_INDEX)!.json(), { tables: [] });
    await site.lists.renew();
    const index = get(DATA_INDEX)!;
    assert.equal(index.headers.get("cache-control"), "no-cache");
    const { tables } = await index.json();
    assert.deepEqual(
      tables.map(({ name, date }: { name: string; date: string }) => [name, date.slice(0, 10)]),
      [["ct-logs-chrome", day(NOW - HOUR)], ["ct-logs-apple", day(NOW)]],
    );
    for (const { url, sha256, signatureUrl } of tables) {
      const file = get(url)!;
      assert.match(file.headers.get("cache-control")!, /immutable/);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      assert.equal(digest.toHex(), sha256);
      if (signatureUrl) assert.equal((await get(signatureUrl)!.arrayBuffer()).byteLength, 256);
    }
    assert.equal(tables[0].publicKey, signer.publicKey);
    assert.equal(tables[1].publicKey, undefined);
    assert.equal(get("/data/unknown.json"), null);
    const headers = { "accept-encoding": "gzip, br" };
    const packed = answer(new Request(`https://tools.example${tables[0].url}`, { headers }))!;
    assert.equal(packed.headers.get("content-encoding"), "gzip");
    const sizes = [get(tables[0].url)!, packed].map((one) =>
      Number(one.headers.get("content-length"))
    );
    assert.ok(sizes[1] < sizes[0] / 2, sizes.join());
  });
});

describe("the file of a source", () => {
  /** A server that answers by path, and a function that fetches from it. */
  async function fetched(
    path: string,
    { guarded = false, maxBytes = 1_000, ms = 30_000 } = {},
  ): Promise<Bytes> {
    const stuck = Promise.withResolvers<Response>();
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/slow") return stuck.promise;
        if (pathname === "/moved") return redirect("/small");
        if (pathname === "/inside") return redirect("http://169.254.169.254/");
        if (pathname === "/round") return redirect("/round");
        return new Response("x".repeat(pathname === "/small" ? 10 : 1_001));
      },
    );
    const { port } = server.addr;
    const redirect = (location: string) =>
      new Response(null, { status: 302, headers: { location } });
    const access: HttpAccess = {
      resolve: () => Promise.resolve(["127.0.0.1"]),
      guard: guarded
        ? createAddressGuard({ allowPrivateNetwork: false, denyNetworks: [] })
        : createAddressGuard({ allowPrivateNetwork: true, denyNetworks: [] }),
      resolveMs: 1_000,
      deadlines: DEADLINES,
      connectPort: (to) => to === 80 ? port : to,
    };
    try {
      return await fileFetcher(access, ms)(
        `http://data.example:${path === "/moved" || path === "/round" ? 80 : port}${path}`,
        maxBytes,
        new AbortController().signal,
      );
    } finally {
      stuck.resolve(new Response());
    }
  }

  it("is read, also behind a redirect", async () => {
    assert.equal((await fetched("/small")).length, 10);
    assert.equal((await fetched("/moved")).length, 10);
  });

  it("is not read from a private network, also not behind a redirect", async () => {
    await assert.rejects(fetched("/small", { guarded: true }), { code: "host_refused" });
    await assert.rejects(fetched("/inside"), { code: "host_refused" });
  });

  it("is not read if it is too large, too slow or has too many redirects", async () => {
    await assert.rejects(fetched("/large"), { problem: "too_large" });
    await assert.rejects(fetched("/slow", { ms: 50 }), { name: "TimeIsUp" });
    await assert.rejects(fetched("/round"), { problem: "not_found" });
  });
});

/** The commands of Redis that are used, in memory. */
function memoryRedis(): Parameters<typeof sharedLists>[0] {
  const hashes = new Map<string, Record<string, string>>();
  const keys = new Set<string>();
  return {
    hGet: (key, field) => Promise.resolve(hashes.get(key)?.[field] ?? null),
    hGetAll: (key) => Promise.resolve(hashes.get(key) ?? {}),
    hSet: (key, fields) => Promise.resolve(hashes.set(key, fields)),
    set(key) {
      if (keys.has(key)) return Promise.resolve(null);
      keys.add(key);
      return Promise.resolve("OK");
    },
    pExpire: () => Promise.resolve(1),
    destroy() {},
  };
}
