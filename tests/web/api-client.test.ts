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
  const message = "Ed448 cannot be written as an OpenSSH public key";

  it("becomes the failure that a worker gives, with its sentences", async () => {
    const issues = [{ path: "format", message }, { path: "name", message: "Name is too long" }];
    const error = await answered(refusal({ code: "unsupported", message, issues }));
    assert.deepEqual(error, { code: "unsupported", message, issues });
  });

  it("has its texts in capitals if the server does not send the sentences", async () => {
    const issues = [{ path: "format", message: "FORMAT MUST BE PEM" }];
    const body = { success: false, error: "FORMAT MUST BE PEM", code: "invalid_input", issues };
    const error = await answered(Response.json(body, { status: 400 }));
    assert.deepEqual(error, { code: "invalid_input", message: "FORMAT MUST BE PEM", issues });
  });
});
