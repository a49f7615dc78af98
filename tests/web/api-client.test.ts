/** The pages' API client, with a stubbed fetch. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { refusal } from "../../api/http/envelope.ts";
import { keyConvert } from "../../core/key/contract.ts";
import { callApi } from "../../web/src/run/api-client.ts";

async function answered(response: Response) {
  const own = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(response);
  try {
    const outcome = await callApi(keyConvert, {});
    assert(!outcome.ok);
    return outcome.error;
  } finally {
    globalThis.fetch = own;
  }
}

describe("an error response of the API", () => {
  const message = "Ed448 CANNOT BE WRITTEN AS AN OPENSSH PUBLIC KEY";

  it("is shown in the upper and lower case of its first issue", async () => {
    const issues = [{ path: "format", message }, { path: "name", message: "NAME IS TOO LONG" }];
    const error = await answered(refusal({ code: "unsupported", message, issues }));
    assert.deepEqual(error, { code: "unsupported", message, issues });
  });

  it("keeps its error text if no issue has the same text", async () => {
    const issues = [{ path: "format", message: "ANOTHER" }];
    for (const others of [[], issues]) {
      const error = await answered(refusal({ code: "unsupported", message, issues: others }));
      assert.equal(error.message, message.toUpperCase());
    }
  });
});
