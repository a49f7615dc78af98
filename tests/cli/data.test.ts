/** `ssl-tools data update`: lists from a server and from files are checked, kept and used. */
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { describe, it } from "@std/testing/bdd";
import { keptTables, listsFile } from "../../cli/kept-lists.ts";
import { LOG_LIST_SOURCES } from "../../core/assets/sources.ts";
import { loadBuiltInLogs, type ProgramLogs } from "../../core/x509/transparency/logs.ts";
import { startListMirror } from "../support/list-mirror.ts";
import { folderOf, ssl } from "./support.ts";

const at = await folderOf({});
const DAY = 86_400_000;
const now = Date.now();
const { chrome } = await loadBuiltInLogs();
/** A time after that of the built-in list. */
const newer = Math.max(chrome.date + DAY, now - DAY);
const dateOfChrome = async () =>
  ((await keptTables()).get("ct-logs-chrome") as ProgramLogs | undefined)?.date ?? chrome.date;

/** Publishes lists of this time, and has the command use their source and an empty folder until the end. */
async function started(time: number, folder: string) {
  const mirror = await startListMirror();
  await mirror.publish(time);
  const { SSL_TOOLS_DATA, DATA_SOURCES } = process.env;
  const before = { SSL_TOOLS_DATA, DATA_SOURCES };
  process.env.DATA_SOURCES = mirror.env.DATA_SOURCES;
  process.env.SSL_TOOLS_DATA = at(folder);
  return {
    ...mirror,
    async [Symbol.asyncDispose]() {
      // The tests of other files share the environment.
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await mirror[Symbol.asyncDispose]();
    },
  };
}

const update = async (...more: string[]) => {
  const { status, out, error } = await ssl("data", "update", ...more, "--json");
  return { status, error, answer: error === "" ? JSON.parse(out) : null };
};

describe("ssl-tools data update", () => {
  it("keeps newer lists, which the commands then use", async () => {
    await using _ = await started(newer, "kept");
    assert.equal(await dateOfChrome(), chrome.date);
    const { status, answer } = await update();
    assert.equal(status, 0, JSON.stringify(answer));
    assert.equal(await dateOfChrome(), newer);
    // The same lists again are in order.
    assert.equal((await update()).status, 0);
  });

  it("keeps the old list if the new one is older, changed or missing", async () => {
    await using mirror = await started(newer, "old");
    await update();
    const kept = await readFile(listsFile(), "utf8");
    await mirror.publish(newer - 3_600_000);
    for (
      const spoil of [
        () => {},
        () => mirror.files.set("/chrome.sig", new Uint8Array(256)),
        () => mirror.files.delete("/chrome.json"),
      ]
    ) {
      spoil();
      mirror.files.delete("/apple.json");
      const { status, answer } = await update();
      assert.equal(status, 3);
      const names = answer.map(({ name, error }: { name: string; error?: object }) =>
        error && name
      );
      assert(names.includes(LOG_LIST_SOURCES.chrome.name), JSON.stringify(answer));
      assert.equal(await readFile(listsFile(), "utf8"), kept);
    }
  });

  it("reads files without a connection", async () => {
    await using mirror = await started(newer, "files");
    const { chrome: { file, signature } } = LOG_LIST_SOURCES;
    const bytes = (path: string) => mirror.files.get(path) as Uint8Array;
    await mkdir(at("downloads"));
    await writeFile(at(`downloads/${file}`), bytes("/chrome.json"));
    await writeFile(at(`downloads/${signature.file}`), bytes("/chrome.sig"));
    const { status, answer } = await update(at("downloads"), "--offline");
    // Apple's list is not there.
    assert.equal(status, 3, JSON.stringify(answer));
    assert.equal(await dateOfChrome(), newer);
    assert.deepEqual(mirror.asked, []);
  });

  it("uses no kept list that was changed, and none without its key", async () => {
    await using _ = await started(newer, "changed");
    await update();
    const entries = JSON.parse(await readFile(listsFile(), "utf8"));
    const { DATA_SOURCES } = process.env;
    delete process.env.DATA_SOURCES;
    assert.equal(await dateOfChrome(), chrome.date);
    process.env.DATA_SOURCES = DATA_SOURCES;
    entries.chrome.bytes = entries.apple.bytes;
    await writeFile(listsFile(), JSON.stringify(entries));
    assert.equal(await dateOfChrome(), chrome.date);
    await writeFile(listsFile(), "no JSON");
    assert.equal(await dateOfChrome(), chrome.date);
    assert.equal((await update()).status, 0);
    assert.equal(await dateOfChrome(), newer);
  });

  it("opens no connection with --offline, and refuses another action", async () => {
    await using mirror = await started(newer, "offline");
    assert.equal((await update("--offline")).status, 2);
    assert.equal((await ssl("data", "renew")).status, 2);
    process.env.DATA_SOURCES = "{";
    assert.equal((await ssl("data", "update")).status, 2);
    assert.deepEqual(mirror.asked, []);
  });
});
