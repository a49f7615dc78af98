/** UTF-8 is recognized as the platform's decoder does, but without exceptions. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { TAG } from "../../../core/x509/asn1/der.ts";
import { isUtf8, readString } from "../../../core/x509/asn1/strings.ts";
import { Seeded } from "../../support/seeded.ts";
import { assertCostsAtMost } from "../../support/cost.ts";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodes(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

describe("UTF-8", () => {
  it("is recognized as by the platform's decoder, for every pair of octets", () => {
    for (let pair = 0; pair < 0x10000; pair++) {
      const bytes = Uint8Array.of(pair >> 8, pair & 0xff);
      assert.equal(isUtf8(bytes, 0, 2), decodes(bytes), bytes.toHex());
    }
  });

  it("is recognized as by the platform's decoder, at the ends of every range and truncated", () => {
    const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf];
    edges.push(0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff);
    const random = new Seeded(1);
    let wellFormed = 0;
    for (let round = 0; round < 60_000; round++) {
      const bytes = Uint8Array.from({ length: 1 + random.below(5) }, () => random.pick(edges));
      const expected = decodes(bytes);
      assert.equal(isUtf8(bytes, 0, bytes.length), expected, bytes.toHex());
      if (expected) wellFormed++;
    }
    assert(wellFormed > 1_000);
  });

  it("is decoded; other octets become Latin-1 in an IA5String and U+FFFD in a UTF8String", () => {
    const read = (tag: number, text: string) => {
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      return readString(bytes, tag, 0, bytes.length);
    };
    assert.deepEqual(read(TAG.UTF8_STRING, "\xc3\xa9"), { text: "é", whole: true });
    assert.deepEqual(read(TAG.UTF8_STRING, "a\xffb"), { text: "a\ufffdb", whole: false });
    assert.deepEqual(read(TAG.IA5_STRING, "\xc3\xa9"), { text: "é", whole: false });
    assert.deepEqual(read(TAG.IA5_STRING, "a\xffb"), { text: "aÿb", whole: false });
    assert.deepEqual(read(TAG.UTF8_STRING, "\xef\xbb\xbfx"), { text: "\ufeffx", whole: true });
  });

  it("throws no exception for malformed octets", async () => {
    const read = (...bytes: number[]) => () => {
      for (let i = 0; i < 50_000; i++) readString(Uint8Array.from(bytes), TAG.IA5_STRING, 0, 2);
    };
    // A decoder that throws takes fifty times as long.
    await assertCostsAtMost(10, read(0xff, 0xfe), read(0x61, 0x62));
  });
});
