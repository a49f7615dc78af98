/** Messages between the server and its compute processes. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { decode, encode } from "../../api/compute/frames.ts";

/** A message after its way through a frame. */
const carried = (message: unknown): unknown => decode(encode(message).subarray(4));

const octets = (...values: number[]) => new Uint8Array(values);

describe("a frame", () => {
  it("carries values of JSON and byte arrays at any depth", () => {
    for (
      const message of [
        { name: "one", body: octets(1, 2, 3), now: 5, light: true, lists: null },
        { facts: [{ outcome: { value: { bytes: octets(9) } } }, { kept: octets(), sent: null }] },
        [octets(1), [octets(2, 3), "text"], 4],
        octets(7),
        {},
        "text",
        null,
      ]
    ) {
      assert.deepEqual(carried(message), message);
    }
  });

  it("gives each array its own octets", () => {
    const { first, second } = carried({ first: octets(1, 2), second: octets(3) }) as {
      [name: string]: Uint8Array;
    };
    first.fill(0);
    assert.deepEqual([...second], [3]);
    assert.throws(() => first.set([1, 2, 3]), RangeError);
  });

  it("is refused if its text nests too deeply, and changes no prototype of others", () => {
    const frame = (text: string) => {
      const json = new TextEncoder().encode(text);
      const bytes = new Uint8Array(4 + json.length);
      new DataView(bytes.buffer).setUint32(0, json.length);
      bytes.set(json, 4);
      return bytes;
    };
    assert.throws(() => decode(frame("[".repeat(50_000) + "]".repeat(50_000))), RangeError);
    assert.throws(() => decode(frame("[")), SyntaxError);
    decode(frame('{"__proto__":{"polluted":{"\\u0000":[0,0]}}}'));
    assert(!("polluted" in {}));
  });
});
