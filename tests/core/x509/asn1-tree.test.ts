/** Compares the ASN.1 tree with `openssl asn1parse`: every offset, depth and length. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { asn1Tree as treeOf } from "../../../core/x509/asn1/tree.ts";
import { identifierName } from "../../../core/x509/objects/identifier-names.ts";
import { fixture } from "../../fixtures/inspect/index.ts";
import { needsCorpus, readSample, samples } from "../../support/corpus.ts";
import { needs, needsAll, runProgram } from "../../support/programs.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";

const asn1Tree = (bytes: Uint8Array<ArrayBuffer>) => treeOf(bytes, identifierName);

interface Line {
  offset: number;
  depth: number;
  headerLength: number;
  length: number;
}

async function byOpenssl(bytes: Uint8Array): Promise<Line[]> {
  const { stdout, code } = await runProgram("openssl", ["asn1parse", "-inform", "DER"], bytes);
  assert.equal(code, 0);
  return stdout.trimEnd().split("\n").map((line) => {
    const [, offset, depth, headerLength, length] = /^\s*(\d+):d=(\d+)\s+hl=(\d+)\s+l=\s*(\d+)/
      .exec(line)!;
    return {
      offset: Number(offset),
      depth: Number(depth),
      headerLength: Number(headerLength),
      length: Number(length),
    };
  });
}

/** Only our tree decodes strings, so the elements inside them are left out of the comparison. */
function plainNodes(bytes: Uint8Array<ArrayBuffer>): Line[] {
  const lines: Line[] = [];
  let inside = Infinity;
  for (const { encapsulated, depth, offset, headerLength, length } of asn1Tree(bytes).nodes) {
    if (depth <= inside) inside = encapsulated ? Math.min(inside, depth) : Infinity;
    if (encapsulated && inside === Infinity) inside = depth;
    if (depth >= inside) continue;
    lines.push({ offset, depth, headerLength, length });
  }
  return lines;
}

describe("the ASN.1 tree", () => {
  it(
    "has the same elements as openssl asn1parse, for fixtures and public samples",
    needsAll(needs("openssl"), needsCorpus()),
    async () => {
      const inputs = ["image.jpg", "to-sign", "intermediates", "backup.dat"]
        .map((file) => fixture(`messy/${file}`));
      for (const { file, expected } of samples("cert").filter((_, n) => n % 25 === 0)) {
        if (expected !== "valid") continue;
        const bytes = readSample(file);
        const block = readPem(new TextDecoder("latin1").decode(bytes))[0];
        if (block?.bytes) inputs.push(block.bytes);
      }
      for (const bytes of inputs) {
        assert.deepEqual(plainNodes(bytes), await byOpenssl(bytes));
      }
    },
  );

  it("decodes strings that contain ASN.1, names known identifiers and shows values", () => {
    const { nodes, problem } = asn1Tree(fixture("messy/image.jpg"));
    assert.equal(problem, null);
    const values = nodes.map(({ tag, value }) => `${tag} ${value}`);
    assert(values.includes("OBJECT IDENTIFIER commonName (2.5.4.3)"));
    assert(values.includes("OBJECT IDENTIFIER subjectAltName (2.5.29.17)"));
    assert(values.includes("OBJECT IDENTIFIER serverAuth (1.3.6.1.5.5.7.3.1)"));
    assert(values.includes("UTCTime 260901000000Z"));
    assert(values.some((value) => value.endsWith("beta.example")));
    const names = nodes.findIndex(({ value }) => value.startsWith("subjectAltName"));
    const inner = nodes.slice(names).find(({ encapsulated }) => encapsulated)!;
    assert.equal(inner.tag, "SEQUENCE");
  });

  it("covers every byte of a complete object with leaves and headers", () => {
    const bytes = fixture("messy/image.jpg");
    const covered = new Uint8Array(bytes.length);
    const { nodes } = asn1Tree(bytes);
    for (const [index, node] of nodes.entries()) {
      const isParent = nodes[index + 1] !== undefined && nodes[index + 1].depth > node.depth;
      // In a bit string one octet, the number of unused bits, precedes the ASN.1.
      const own = isParent ? (node.tag === "BIT STRING" ? 1 : 0) : node.length;
      const end = node.offset + node.headerLength + own;
      covered.fill(1, node.offset, end);
    }
    assert(covered.every((octet) => octet === 1));
  });

  it("says where a truncated object ends, and never throws", () => {
    const whole = fixture("messy/image.jpg");
    assert.match(asn1Tree(fixture("messy/half.der")).problem!, /cut off: 208 bytes/);
    for (let length = 0; length < whole.length; length += 7) asn1Tree(whole.slice(0, length));
    for (let at = 0; at < whole.length; at++) {
      const changed = whole.slice();
      changed[at] ^= 0xff;
      assert(asn1Tree(changed).nodes.length > 0);
    }
  });

  it("reads the indefinite form, and stops at the greatest depth", () => {
    const indefinite = Uint8Array.of(0x30, 0x80, 0x02, 0x01, 0x05, 0x00, 0x00);
    assert.deepEqual(
      asn1Tree(indefinite).nodes.map(({ depth, offset, length }) => [depth, offset, length]),
      [[0, 0, 5], [1, 2, 1], [1, 5, 0]],
    );
    const deep = new Uint8Array(20_000);
    for (let at = 0; at < deep.length; at += 2) deep.set([0x30, 0x80], at);
    assert(asn1Tree(deep).nodes.length <= 66);
  });
});
