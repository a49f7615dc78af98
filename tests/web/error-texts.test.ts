/** The texts of the error pages, and the search for them in what a user pastes. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { errorsIn } from "../../web/src/docs/errors/errors-in.ts";
import { ERROR_TEXTS } from "../../web/src/docs/errors/texts.ts";

describe("error texts", () => {
  it("have addresses of their own", () => {
    const ids = ERROR_TEXTS.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    const texts = ERROR_TEXTS.map(({ text }) => text.toLowerCase());
    assert.equal(new Set(texts).size, texts.length);
  });

  it("have three causes, each with a sign and a fix in whole sentences", () => {
    for (const { id, means, causes } of ERROR_TEXTS) {
      assert.equal(causes.length, 3, id);
      assert.equal(new Set(causes.map(({ title }) => title)).size, 3, id);
      for (const { title, tell, fix } of causes) {
        assert.match(title, /^[A-Za-z].*[^.]$/, id);
        for (const text of [tell, fix, means]) {
          assert.match(text, /^[A-Za-z].*\.$/, `${id}: ${text}`);
        }
      }
    }
  });

  it("are found in the lines that programs print", () => {
    for (const { id, text, lines, also = [] } of ERROR_TEXTS) {
      for (const sign of [text, ...also]) {
        assert(
          errorsIn(`before ${sign} behind`).some((found) => found.id === id),
          `${id}: ${sign}`,
        );
      }
      const found = errorsIn(lines.join("\n")).map(({ id }) => id);
      assert(found.includes(id), `${id} is not among ${found}`);
    }
  });

  it("are found in the order of their length, at most three", () => {
    const ids = errorsIn(
      "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:1006)",
    ).map(({ id }) => id);
    assert.deepEqual(ids, ["unable-to-get-local-issuer-certificate", "certificate-verify-failed"]);
    const all = errorsIn(ERROR_TEXTS.map(({ text }) => text).join("\n"));
    assert.equal(all.length, 3);
  });

  it("are not found in other texts", () => {
    for (
      const text of [
        "",
        "www.example.com",
        "subject=CN = www.example.com",
        "ssl_certificate /etc/a;",
      ]
    ) {
      assert.deepEqual(errorsIn(text), [], text);
    }
  });
});
