import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { Der, DerError, TAG, tagName } from "../../../core/x509/asn1/der.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";

const der = (hex: string) => new Der(Uint8Array.fromHex(hex.replaceAll(" ", "")), new Budget());

/** Reads the header at the start and returns it, with its findings, or its error. */
function first(hex: string): string {
  const reader = der(hex);
  try {
    reader.next(0, reader.bytes.length);
  } catch (thrown) {
    assert(thrown instanceof DerError);
    return thrown.message;
  }
  const codes = reader.findings.list().map(({ code, offset }) => `${code}@${offset}`);
  return [tagName(reader.tag), `${reader.body}..${reader.end}`, ...codes].join(" ");
}

describe("DER headers", () => {
  const cases: [string, string][] = [
    ["0500", "NULL 2..2"],
    ["0201 7f 00", "INTEGER 2..3"],
    ["3081 80" + "00".repeat(128), "SEQUENCE 3..131"],
    ["3082 0100" + "00".repeat(256), "SEQUENCE 4..260"],
    ["a300", "[3] 2..2"],
    ["83 00", "[3] 2..2"],
    ["1000", "primitive SEQUENCE 2..2"],
    ["2400", "constructed OCTET STRING 2..2"],
    ["5f2000", "application tag 32 3..3"],
    ["bf8f7f00", "[2047] 4..4"],
    ["3081 01 00", "SEQUENCE 3..4 length_not_minimal@0"],
    ["3082 0001 00", "SEQUENCE 4..5 length_not_minimal@0"],
    ["1f06 00", "OBJECT IDENTIFIER 3..3 tag_not_minimal@0"],
    ["9f801f 00", "[31] 4..4 tag_not_minimal@0"],
    ["", "The data ends where an element is expected (byte 0)"],
    ["30", "The data ends inside a header (byte 0)"],
    ["3082 01", "The data ends inside a header (byte 0)"],
    ["bf8f", "The data ends inside a header (byte 0)"],
    ["bf01", "The data ends inside a header (byte 0)"],
    ["bfffffffff7f00", "A tag number is too large (byte 0)"],
    ["bf" + "80".repeat(20), "A tag number is too large (byte 0)"],
    ["3080 0000", "DER does not allow an indefinite length (byte 1)"],
    ["30ff" + "00".repeat(127), "A length is too large (byte 1)"],
    ["3001", "The data is cut off: 1 byte missing (byte 0)"],
    ["3084 ffffffff", "The data is cut off: 4,294,967,295 bytes missing (byte 0)"],
    ["3087 0fffffffffffff", "The data is cut off: 4,503,599,627,370,495 bytes missing (byte 0)"],
    // A length above 2^53 is not exact as a number.
    ["3088 ffffffffffffffff", "The data is cut off: more than 2^53 bytes missing (byte 0)"],
  ];
  for (const [hex, expected] of cases) {
    it(`${hex.slice(0, 24) || "nothing"}: ${expected}`, () => assert.equal(first(hex), expected));
  }

  it("rejects an element that goes beyond its parent", () => {
    const reader = der("30 03 04 02 01 00 00");
    reader.expect(0, 7, TAG.SEQUENCE, "outer");
    assert.throws(() => reader.next(reader.body, reader.end), {
      message: "The OCTET STRING of 2 bytes goes 1 byte beyond its parent (byte 2)",
      offset: 2,
      code: "unreadable",
    });
  });

  it("checks the tag before the length, which has no meaning for another element", () => {
    const reader = der("02 84 7f ff ff ff");
    assert.throws(() => reader.expect(0, 6, TAG.SEQUENCE, "Subject"), {
      message: "Subject: expected SEQUENCE, found INTEGER (byte 0)",
    });
    assert.throws(() => reader.expect(6, 6, TAG.SEQUENCE, "Subject"), {
      message: "Subject is missing: expected SEQUENCE (byte 6)",
    });
    assert.throws(() => reader.finish(2, 6, "Subject"), {
      message: "Subject: 4 bytes too many (byte 2)",
    });
  });

  it("counts every header against the budget", () => {
    const reader = new Der(new Uint8Array(100), new Budget({ nodes: 3 }));
    for (let i = 0; i < 3; i++) reader.next(2 * i, 100);
    assert.throws(
      () => reader.next(6, 100),
      (thrown) =>
        isOperationError(thrown) && !(thrown instanceof DerError) &&
        thrown.code === "too_complex",
    );
  });
});

describe("DER values", () => {
  function value<T>(hex: string, read: (reader: Der) => T): [T, ...string[]] {
    const reader = der(hex);
    reader.next(0, reader.bytes.length);
    const result = read(reader);
    return [result, ...reader.findings.list().map(({ code }) => code)];
  }

  it("BOOLEAN", () => {
    assert.deepEqual(value("0101ff", (reader) => reader.boolean()), [true]);
    assert.deepEqual(value("010100", (reader) => reader.boolean()), [false]);
    assert.deepEqual(value("010101", (reader) => reader.boolean()), [true, "boolean_not_der"]);
    assert.throws(() => value("0100", (reader) => reader.boolean()), DerError);
  });

  it("INTEGER", () => {
    const small = (hex: string) => value(hex, (reader) => reader.smallInteger());
    assert.deepEqual(small("020100"), [0]);
    assert.deepEqual(small("02017f"), [127]);
    assert.deepEqual(small("0201ff"), [-1]);
    assert.deepEqual(small("02020080"), [128]);
    assert.deepEqual(small("0202ff7f"), [-129]);
    assert.deepEqual(small("02067fffffffffff"), [2 ** 47 - 1]);
    assert.deepEqual(small("02077fffffffffffff"), [null]);
    assert.deepEqual(small("02020001"), [1, "integer_not_minimal"]);
    assert.deepEqual(small("0202ff80"), [-128, "integer_not_minimal"]);
    assert.throws(() => small("0200"), DerError);
    const bits = (hex: string) => value(hex, (reader) => reader.integerBits())[0];
    assert.deepEqual(["020100", "020101", "0202 00ff", "02020100"].map(bits), [0, 1, 8, 9]);
  });

  it("BIT STRING", () => {
    const unused = (hex: string) => value(hex, (reader) => reader.bitString());
    assert.deepEqual(unused("030100"), [0]);
    assert.deepEqual(unused("030205a0"), [5]);
    assert.deepEqual(unused("030205a1"), [5, "bit_string_not_der"]);
    for (const hex of ["0300", "030108", "030101"]) assert.throws(() => unused(hex), DerError);
  });
});

describe("DER writing", () => {
  it("writes the shortest length, which it can read again", () => {
    for (const size of [0, 1, 127, 128, 255, 256, 65535, 65536]) {
      const written = element(TAG.OCTET_STRING, new Uint8Array(size).fill(7));
      const reader = new Der(written, new Budget());
      reader.next(0, written.length);
      assert.equal(reader.content().length, size);
      assert.equal(reader.end, written.length);
      assert.equal(reader.findings.length, 0);
    }
  });
});
