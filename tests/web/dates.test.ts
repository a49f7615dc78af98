/** Dates on pages have one format, independent of the API's answer and the browser's locale. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import ANSWERS from "../../core/example-answers.json" with { type: "json" };
import { dateTime, day, timeAgo, timeLeft } from "../../core/kernel/dates.ts";

const WEB = new URL("../../web/", import.meta.url);

describe("dates on pages", () => {
  it("have months of three letters in every engine", () => {
    assert.equal(day("2026-09-01T00:00:00Z"), "1 Sep 2026");
    assert.equal(day("2027-06-08T23:59:59Z"), "8 Jun 2027");
    assert.equal(day("2026-10-01"), "1 Oct 2026");
  });

  it("have one form in sentences, the API's too", () => {
    assert.equal(dateTime("2026-09-01T00:00:00Z"), "1 Sep 2026, 00:00:00 UTC");
    assert.equal(dateTime(Date.UTC(2027, 5, 8, 12, 0, 1)), "8 Jun 2027, 12:00:01 UTC");
    // A sentence has a space in front of a date; a field or a file name is the date.
    const written = JSON.stringify(ANSWERS).match(/[^"]* \d{4}-\d\d-\d\d\b[^"]*/g) ?? [];
    assert.deepEqual(written, []);
  });

  it("count whole days, rounded down as in the API's answers", () => {
    assert.equal(timeAgo(-1), "less than a day ago");
    assert.equal(timeAgo(-2), "1 day ago");
    assert.equal(timeLeft(-163), "expired 162 days ago");
    assert.equal(timeLeft(0), "less than a day left");
    assert.equal(timeLeft(1), "1 day left");
  });

  it("are formatted in one module, and numbers by withCommas, without a locale", async () => {
    const found: string[] = [];
    const search = async (folder: URL) => {
      for await (const { name, isDirectory } of Deno.readDir(folder)) {
        if (name === "node_modules") continue;
        const place = new URL(isDirectory ? `${name}/` : name, folder);
        if (isDirectory) await search(place);
        else if (/\.tsx?$/.test(name)) {
          const text = await Deno.readTextFile(place);
          if (/(?:DateTime|List|Number)Format|toLocale|toUTCString|getUTCMonth/.test(text)) {
            found.push(place.pathname.slice(WEB.pathname.length));
          }
        }
      }
    };
    await search(new URL("src/", WEB));
    await search(new URL("popup/", WEB));
    // core/kernel/dates.ts is that module.
    assert.deepEqual(found, []);
  });
});
