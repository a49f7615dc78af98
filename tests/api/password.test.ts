/** Passwords are made on the device: the API offers no operation that makes one. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { operations } from "../../core/operations.ts";
import { callApi, startServer } from "../support/server.ts";

describe("passwords over HTTP", () => {
  it("have no endpoint", async () => {
    await using server = await startServer();
    for (const name of ["password/generate", "password/passphrase"]) {
      assert.equal(operations.get(name)?.contract.runs, "device");
      const { status, body } = await callApi(server.origin, name, {});
      assert.equal(status, 404);
      assert.equal(body.error, "ENDPOINT NOT FOUND");
    }
  });
});
