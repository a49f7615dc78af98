/** Navigation in the list of an ASN.1 tree, and the documents of object identifiers. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { asn1Tree } from "../../core/x509/asn1/tree.ts";
import { identifierName } from "../../core/x509/objects/identifier-names.ts";
import { documentOf } from "../../web/src/ui/certificate/oid-link.tsx";
import {
  childOf,
  fieldAt,
  hexOf,
  innermost,
  parentOf,
  pathOf,
  wholeValue,
} from "../../web/src/ui/data/asn1-nodes.ts";

// SEQUENCE { SEQUENCE { INTEGER 1, INTEGER 2 }, OCTET STRING of 40 bytes }, NULL
const bytes = Uint8Array.of(
  ...[0x30, 50, 0x30, 6, 2, 1, 1, 2, 1, 2, 4, 40],
  ...new Uint8Array(40).fill(0xab),
  ...[5, 0],
);
const { nodes } = asn1Tree(bytes, identifierName);

describe("the list of an ASN.1 tree", () => {
  it("gives the parent, the first child and the path of each element", () => {
    assert.deepEqual(nodes.map((_, index) => pathOf(nodes, index)), [
      "1",
      "1.1",
      "1.1.1",
      "1.1.2",
      "1.2",
      "2",
    ]);
    assert.deepEqual(nodes.map((_, index) => parentOf(nodes, index)), [-1, 0, 1, 1, 0, -1]);
    assert.deepEqual(nodes.map((_, index) => childOf(nodes, index)), [1, 2, -1, -1, -1, -1]);
  });

  it("finds the innermost element of every byte", () => {
    const expected = bytes.keys().map((offset) =>
      nodes.findLastIndex((node) =>
        node.offset <= offset && offset < node.offset + node.headerLength + node.length
      )
    );
    assert.deepEqual(bytes.keys().map((offset) => innermost(nodes, offset)).toArray(), [
      ...expected,
    ]);
    assert.equal(innermost(nodes, bytes.length), -1);
    assert.equal(innermost([], 0), -1);
  });

  it("finds the field of an element, and no field for elements around fields", () => {
    const fields = [{ field: "pair", offset: 2 }, { field: "second", offset: 7 }];
    assert.deepEqual(nodes.map((_, index) => fieldAt(nodes, fields, index)), [
      null,
      "pair",
      "pair",
      "second",
      null,
      null,
    ]);
  });

  it("gives the complete value of an element whose shown value is shortened", () => {
    assert.match(nodes[4].value, /…/);
    assert.equal(wholeValue(bytes, nodes[4]), "AB".repeat(40));
    assert.equal(wholeValue(bytes, nodes[2]), "1");
    assert.equal(wholeValue(bytes, nodes[1]), "020101020102");
    assert.equal(hexOf(bytes, 0, 3), "303230");
  });
});

describe("the document of an object identifier", () => {
  it("is that of the longest known arc", () => {
    assert.match(documentOf("2.5.29.17")!.href, /rfc5280#section-4\.2\.1\.6$/);
    assert.match(documentOf("2.5.29.99")!.href, /rfc5280#section-4\.2\.1$/);
    assert.equal(documentOf("1.3.6.1.5.5.7.3.1")!.name, "RFC 5280");
    assert.equal(documentOf("2.5.291"), null);
    assert.equal(documentOf("1.2.3.4"), null);
    assert.equal(documentOf(""), null);
  });
});
