import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { type DigestAlgorithm, loadDigest } from "../../wasm/digest.ts";

const NODE_NAMES: Record<DigestAlgorithm, string> = {
  "MD5": "md5",
  "SHA-1": "sha1",
  "SHA-224": "sha224",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
};

describe("digests in WebAssembly", () => {
  for (const [algorithm, name] of Object.entries(NODE_NAMES) as [DigestAlgorithm, string][]) {
    it(`${algorithm} gives the same digest as node:crypto at every padding length`, async () => {
      const digest = await loadDigest(algorithm);
      for (const length of [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1000, 70_000]) {
        const data = Uint8Array.from({ length }, (_, index) => index * 7 & 0xff);
        const expected = createHash(name).update(data).digest("hex");
        assert.equal(Buffer.from(digest(data)).toString("hex"), expected, `${length} bytes`);
      }
    });
  }

  it("returns a new array for each call", async () => {
    const digest = await loadDigest("SHA-256");
    const first = digest(new Uint8Array([1]));
    const copy = first.slice();
    digest(new Uint8Array([2]));
    assert.deepEqual(first, copy);
  });

  it("tries again after a failure", async () => {
    // A second instance of the module, without loaded algorithms.
    const { loadDigest } = await import(
      "../../wasm/digest.ts?again"
    ) as typeof import("../../wasm/digest.ts");
    const { instantiate } = WebAssembly;
    const failing = () => Promise.reject(new RangeError("out of memory"));
    Object.assign(WebAssembly, { instantiate: failing });
    try {
      await assert.rejects(loadDigest("SHA-1"), RangeError);
    } finally {
      Object.assign(WebAssembly, { instantiate });
    }
    const digest = await loadDigest("SHA-1");
    assert.equal(digest(new Uint8Array()).length, 20);
  });

  it("loads an algorithm once", async () => {
    assert.equal(await loadDigest("SHA-1"), await loadDigest("SHA-1"));
  });
});
