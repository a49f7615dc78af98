/** "Fill Example Data" on a slow network does not overwrite input from the meantime. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { lateExample } from "../../web/src/lib/example.ts";

describe("an example that loads slowly", () => {
  const example = { certificate: "E", privateKey: "K", password: "example", cipher: "aes" };
  const asked = { certificate: "", privateKey: "", password: "old", cipher: "3des" };
  const late = (now: typeof asked) =>
    lateExample(example, asked, now, ["certificate", "privateKey"]);

  it("fills in all fields if the user entered nothing in the meantime", () => {
    assert.deepEqual(late({ ...asked }), example);
  });

  it("keeps settings that the user changed in the meantime", () => {
    assert.deepEqual(late({ ...asked, password: "mine" }), { ...example, password: "mine" });
    // Emptying a field counts as a change.
    assert.deepEqual(late({ ...asked, password: "" }), { ...example, password: "" });
  });

  it("is dropped if the user entered a text in the meantime", () => {
    assert.equal(late({ ...asked, privateKey: "mine" }), null);
  });

  it("replaces a text that was entered before the click", () => {
    const before = { ...asked, certificate: "mine" };
    assert.deepEqual(
      lateExample(example, before, before, ["certificate", "privateKey"]),
      example,
    );
  });
});
