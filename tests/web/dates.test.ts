/** Dates on pages have one format, independent of the API's answer and the browser's locale. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { day, timeAgo, timeLeft } from "../../core/kernel/dates.ts";
import { withDates } from "../../web/src/lib/dates.ts";

const WEB = new URL("../../web/", import.meta.url);

describe("dates on pages", () => {
  it("have months of three letters in every engine", () => {
    assert.equal(day("2026-09-01T00:00:00Z"), "1 Sep 2026");
    assert.equal(day("2027-06-08T23:59:59Z"), "8 Jun 2027");
    assert.equal(day("2026-10-01"), "1 Oct 2026");
  });

  for (
    const [sentence, shown] of [
      [
        "alpha.example expired on 2026-09-01 00:00:00 UTC",
        "alpha.example expired on 1 Sep 2026, 00:00:00 UTC",
      ],
      ["It ends on 2027-06-08 12:00:01 UTC.", "It ends on 8 Jun 2027, 12:00:01 UTC."],
      ["By the CRL of 2026-11-22.", "By the CRL of 22 Nov 2026."],
      // A date in a file name is not changed.
      ["backup-2026-01-01.pem, 2026-01-01.pem and 2026-01-01/key were skipped", "="],
      ["No date at all", "="],
    ] as const
  ) {
    it(`are rewritten in "${sentence}"`, () => {
      assert.equal(withDates(sentence), shown === "=" ? sentence : shown);
    });
  }

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
