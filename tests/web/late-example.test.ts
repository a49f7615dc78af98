/** "Fill Example Data" on a slow network: what the user enters meanwhile is not overwritten. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { lateExample } from "../../web/src/lib/example.ts";

describe("an example that comes late", () => {
  const example = { certificate: "E", privateKey: "K", password: "example", cipher: "aes" };
  const asked = { certificate: "", privateKey: "", password: "old", cipher: "3des" };
  const late = (now: typeof asked) =>
    lateExample(example, asked, now, ["certificate", "privateKey"]);

  it("fills in everything where nothing was entered since", () => {
    assert.deepEqual(late({ ...asked }), example);
  });

  it("leaves settings as they were entered since", () => {
    assert.deepEqual(late({ ...asked, password: "mine" }), { ...example, password: "mine" });
    // An emptied field counts as changed too.
    assert.deepEqual(late({ ...asked, password: "" }), { ...example, password: "" });
  });

  it("does not come where a text of its own was entered since", () => {
    assert.equal(late({ ...asked, privateKey: "mine" }), null);
  });

  it("replaces a text that was there when it was asked for", () => {
    const before = { ...asked, certificate: "mine" };
    assert.deepEqual(
      lateExample(example, before, before, ["certificate", "privateKey"]),
      example,
    );
  });
});
