/** `deno task data`: what it reads of each source, what it says, and what it refuses. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { ROOT_ACCEPTANCE } from "../../core/assets/root-acceptance.ts";
import { CHROME } from "../../core/assets/root-programs.ts";
import { loadBuiltInLogs } from "../../core/x509/transparency/logs.ts";
import { mozillaRoots } from "../../core/x509/path/trust-store.ts";
import { readCertificates, readRecords, yearsOf } from "../../web/build/data/ccadb.ts";
import { readCertdata } from "../../web/build/data/certdata.ts";
import { rootChanges } from "../../web/build/data/changes.ts";
import { readChromeRoots } from "../../web/build/data/chrome-root-store.ts";
import { rootTables } from "../../web/build/data/root-tables.ts";
import { laterEntries, listJson, makeListSigner } from "../support/log-lists.ts";
import {
  ccadbCertificates,
  ccadbRecords,
  certdata,
  rootStore,
  sha256Of,
} from "../support/root-reports.ts";

const roots = mozillaRoots().certificates;
const FIRST = sha256Of(roots[0]);
const ROOT = new URL("../../", import.meta.url);

describe("the readers of lists", () => {
  it("read Mozilla's list, with the trust and the limit of each root", () => {
    const rows = readCertdata(certdata({ notForServers: [FIRST] }));
    assert.equal(rows.length, roots.length);
    const first = rows.find(({ sha256 }) => sha256 === FIRST)!;
    assert.deepEqual([first.server_auth, first.distrust_after], ["no", "2024-11-30T23:59:59Z"]);
    const others = rows.filter(({ sha256 }) => sha256 !== FIRST);
    assert.ok(
      others.every(({ server_auth, distrust_after, label }) =>
        server_auth === "yes" && distrust_after === "" && label !== ""
      ),
    );
    assert.throws(() => readCertdata(certdata().slice(0, 9_000)), /is not octal|has no END/);
  });

  it("read Chrome's root store, with the limit of the newest version", () => {
    const { version, roots: chrome } = readChromeRoots(rootStore(37));
    assert.equal(version, 37);
    assert.equal(chrome.size, roots.length - CHROME.absent.length);
    for (const [place, root] of roots.entries()) {
      if (CHROME.absent.includes(place)) continue;
      assert.equal(chrome.get(sha256Of(root)), CHROME.until[place] ?? "");
    }
    const old = rootStore(37).replace(
      /(sha256_hex: "[0-9a-f]+")/,
      '$1\n  constraints: { max_version_exclusive: "100" }',
    );
    assert.equal(readChromeRoots(old).roots.size, chrome.size - 1);
    assert.throws(() => readChromeRoots("version_major: 3"), /only 0 roots/);
    assert.throws(() => readChromeRoots(rootStore(1).slice(0, -4)), /has no end/);
  });

  it("read CCADB's reports: roots for websites, with their certificates", () => {
    const rows = readRecords(ccadbRecords());
    assert.equal(rows.length, roots.length);
    const row = rows.find(({ sha256 }) => sha256 === FIRST)!;
    assert.match(row.owner, /^Owner, with a comma \d+$/);
    assert.match(row.not_before, /^\d{4}-\d\d-\d\d$/);
    const found = new Set(
      yearsOf(rows).flatMap((year) => [...readCertificates(ccadbCertificates(year)).keys()]),
    );
    assert.deepEqual(found, new Set(roots.map(sha256Of)));
    assert.throws(
      () => readRecords(ccadbRecords().replace("Apple Status", "Apple's Status")),
      /no column "Apple Status"/,
    );
  });
});

describe("what changed", () => {
  it("is said of each program and root", () => {
    const row = (name: string, states: string, id = name) => [id, name, states].join("\t");
    const before = [row("A", "IIII"), row("B", "NIDI"), row("C", "IIII"), row("D", "RRRR")];
    const after = [row("A", "RIIB"), row("B", "IIIN"), row("E", "NIN-"), row("D", "RRRR")];
    assert.deepEqual(rootChanges(before.join("\n"), after.join("\n")), [
      "Apple no longer includes A.",
      "Apple now includes B.",
      "Chrome now includes E.",
      "Microsoft now includes B.",
      "Mozilla blocks A.",
      "Mozilla does not include B.",
      "No program has a record of C any more.",
    ]);
  });
});

/** A mirror with the files of all sources. */
async function mirrorOf(changed: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {}) {
  const files = new Map<string, string | Uint8Array<ArrayBuffer>>([
    ["/certdata.txt", certdata()],
    ["/root_store.textproto", rootStore(37)],
    ["/ccadb-records.csv", ccadbRecords()],
    ...Object.entries(changed),
  ]);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    const year = /^\/ccadb-certificates-(\d{4})\.csv$/.exec(pathname)?.[1];
    const file = year ? ccadbCertificates(year) : files.get(pathname);
    return file === undefined ? new Response(null, { status: 404 }) : new Response(file);
  });
  await Promise.resolve();
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

describe("the tables of roots", () => {
  it("are made of the published lists, with the facts about platforms in use", async () => {
    await using mirror = await mirrorOf({
      "/ccadb-records.csv": ccadbRecords({ apple: { [FIRST]: "Removed" } }),
    });
    const { files, words } = await rootTables(mirror.url, "2026-11-30");
    const textOf = (name: string) =>
      [...files].find(([{ pathname }]) => pathname.endsWith(`/${name}`))![1];
    const acceptance = textOf("root-acceptance.ts");
    assert.match(acceptance, /programs: "2026-11-30"/);
    const line = acceptance.split("\n").find((line) => line.startsWith(FIRST))!;
    const before = ROOT_ACCEPTANCE.roots.split("\n").find((line) => line.startsWith(FIRST))!;
    assert.deepEqual(line.split("\t").slice(3, 6), before.split("\t").slice(3, 6));
    const name = line.split("\t")[1];
    assert.ok(words.includes(`Apple no longer includes ${name}.`), words.join("\n"));
    assert.ok(words.includes("Chrome's root store is version 37, before 36."));
    const programs = textOf("root-programs.ts");
    assert.match(programs, /Chrome Root Store, version 37/);
    // The dates of Chrome are the same as before.
    for (const until of Object.values(CHROME.until)) assert.ok(programs.includes(until), until);
    assert.equal(JSON.parse(textOf("lists.json")).chrome.version, 37);
  });

  it("are not made if the trust store has a root that Mozilla does not trust for servers", async () => {
    await using mirror = await mirrorOf({ "/certdata.txt": certdata({ notForServers: [FIRST] }) });
    await assert.rejects(rootTables(mirror.url, "2026-11-30"), /does not trust for servers/);
  });
});

describe("deno task data", () => {
  it("renews from a mirror with a signed list, and says in words what changed", async () => {
    const { chrome, apple } = await loadBuiltInLogs();
    const signer = await makeListSigner();
    const time = Date.parse("2026-11-20T00:00:00Z");
    const [first, ...others] = laterEntries(chrome, time)
      .toSorted((a, b) => Number(b.state === "usable") - Number(a.state === "usable"));
    const list = listJson([{ ...first, state: "readonly", since: time }, ...others], {
      timestamp: time,
    });
    await using mirror = await mirrorOf({
      "/ct-google.json": list,
      "/ct-google.sig": await signer.sign(list),
      "/ct-apple.json": listJson(apple.entries.values(), { version: "1014" }),
    });
    const { url } = mirror;
    const run = async (env: Record<string, string>) => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "web/build/data/main.ts", "--dry-run", url],
        cwd: ROOT,
        env: { NO_COLOR: "1", ...env },
        stdin: "null",
      }).output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      return { code, words: text(stdout), error: text(stderr) };
    };
    const sources = (publicKey: string) => ({
      DATA_SOURCES: JSON.stringify({
        ctLogs: {
          chrome: { url: `${url}ct-google.json`, signatureUrl: `${url}ct-google.sig`, publicKey },
        },
      }),
    });
    const { code, words } = await run(sources(signer.publicKey));
    assert.equal(code, 0);
    assert.ok(words.includes(`Chrome: 1 log became read-only: ${first.name}.`), words);
    assert.match(words, /^Chrome: 3 logs added: New log 1, New log 2, New log 3\.$/m);
    const other = await run(sources((await makeListSigner()).publicKey));
    assert.deepEqual(
      [other.code, other.error],
      [1, "Chrome's log list is not signed by its publisher's key\n"],
    );
  });
});
