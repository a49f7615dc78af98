import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { Der, DerError, TAG } from "../../../core/x509/asn1/der.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { readName } from "../../../core/x509/objects/names.ts";
import { encodeOid, readOid, showOid } from "../../../core/x509/asn1/oids.ts";
import { readString } from "../../../core/x509/asn1/strings.ts";
import { assertCostsAtMost } from "../../support/cost.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const attribute = (oid: string, tag: number, value: Uint8Array) =>
  element(TAG.SEQUENCE, element(TAG.OID, encodeOid(oid)), element(tag, value));

function read(...rdns: Uint8Array[][]) {
  const bytes = element(TAG.SEQUENCE, ...rdns.map((rdn) => element(TAG.SET, ...rdn)));
  const der = new Der(bytes, new Budget());
  der.expect(0, bytes.length, TAG.SEQUENCE, "name");
  return { name: readName(der), findings: der.findings.list().map(({ code }) => code) };
}
const commonName = (text: string) => [attribute("2.5.4.3", TAG.UTF8_STRING, utf8(text))];

describe("names as RFC 4514 text", () => {
  const cases: [string, string][] = [
    // RFC 4514, 4, and the rules of 2.4 one by one
    ['James "Jim" Smith, III', 'CN=James \\"Jim\\" Smith\\, III'],
    ["Before\rAfter", "CN=Before\\0DAfter"],
    ["Lučić", "CN=Lučić"],
    ["#leading", "CN=\\#leading"],
    ["in#side", "CN=in#side"],
    [" both ", "CN=\\ both\\ "],
    ["in side", "CN=in side"],
    ["a+b;c<d>e\\f=g", "CN=a\\+b\\;c\\<d\\>e\\\\f=g"],
    ["nul\u0000", "CN=nul\\00"],
    ["", "CN="],
  ];
  for (const [text, expected] of cases) {
    it(JSON.stringify(text), () => assert.equal(read(commonName(text)).name.raw, expected));
  }

  it("writes unknown types and values that are not text as #hex", () => {
    assert.equal(
      read([attribute("1.3.6.1.4.1.1466.0", TAG.OCTET_STRING, utf8("Hi"))]).name.raw,
      "1.3.6.1.4.1.1466.0=#04024869",
    );
    const { name, findings } = read([attribute("2.5.4.3", TAG.OCTET_STRING, utf8("Hi"))]);
    assert.equal(name.raw, "CN=#04024869");
    assert.equal(name.commonName, "4869");
    assert.deepEqual(findings, ["name_not_text"]);
  });

  it("reads the common name __proto__ as plain text", () => {
    const { name } = read(commonName("__proto__"));
    assert.equal(name.commonName, "__proto__");
    assert.equal(Object.getPrototypeOf(name), Object.prototype);
  });

  it("reads a name with an empty RDN, and reports it", () => {
    assert.deepEqual(read([]).findings, ["rdn_empty"]);
  });

  it("rejects a malformed name", () => {
    assert.throws(() => read([element(TAG.SEQUENCE)]), /Type of a name's attribute is missing/);
    const typeAlone = element(TAG.SEQUENCE, element(TAG.OID, encodeOid("2.5.4.3")));
    assert.throws(() => read([typeAlone]), /Value of a name's attribute is missing/);
  });
});

describe("character strings", () => {
  const text = (tag: number, hex: string) => {
    const bytes = Uint8Array.fromHex(hex);
    const result = readString(bytes, tag, 0, bytes.length);
    return result && `${result.text}${result.whole ? "" : " (malformed)"}`;
  };

  it("are read by type", () => {
    assert.equal(text(TAG.UTF8_STRING, "c3a9"), "é");
    assert.equal(text(TAG.UTF8_STRING, "efbbbf41"), "\ufeffA");
    assert.equal(text(TAG.T61_STRING, "e9"), "é");
    assert.equal(text(TAG.BMP_STRING, "00e94e2d"), "é中");
    assert.equal(text(TAG.UNIVERSAL_STRING, "0001f512"), "🔒");
    assert.equal(text(TAG.OCTET_STRING, "41"), null);
  });

  it("reads malformed strings, and reports them", () => {
    assert.equal(text(TAG.UTF8_STRING, "41ff"), "A\ufffd (malformed)");
    assert.equal(text(TAG.PRINTABLE_STRING, "e9"), "é (malformed)");
    assert.equal(text(TAG.PRINTABLE_STRING, "c3a9"), "é (malformed)");
    assert.equal(text(TAG.BMP_STRING, "d8000041"), "\ufffdA (malformed)");
    assert.equal(text(TAG.BMP_STRING, "0041ff"), "A (malformed)");
    assert.equal(text(TAG.UNIVERSAL_STRING, "00110000"), "\ufffd (malformed)");
    assert.equal(text(TAG.UNIVERSAL_STRING, "ffffffff"), "\ufffd (malformed)");
  });

  it("reads long strings", () => {
    const long = new Uint8Array(200_000).fill(0x61);
    assert.equal(readString(long, TAG.UTF8_STRING, 0, long.length)?.text.length, 200_000);
    assert.equal(readString(long, TAG.BMP_STRING, 0, long.length)?.text.length, 100_000);
  });
});

describe("object identifiers", () => {
  const dotted = (hex: string) => {
    const bytes = Uint8Array.fromHex(hex);
    return readOid(bytes, 0, bytes.length);
  };

  it("reads arcs of any size", () => {
    assert.equal(dotted("550403"), "2.5.4.3");
    assert.equal(dotted("2a864886f70d010101"), "1.2.840.113549.1.1.1");
    assert.equal(dotted("27"), "0.39");
    assert.equal(dotted("28"), "1.0");
    assert.equal(dotted("883703"), "2.999.3");
    // 2.25 and a UUID of 128 bits
    assert.equal(
      dotted("69" + "83ffffffffffffffffffffffffffffffffff7f"),
      `2.25.${2n ** 128n - 1n}`,
    );
  });

  it("encodes the identifiers that it reads", () => {
    for (const oid of ["2.5.4.3", "1.2.840.113549.1.1.11", "0.9.2342.19200300.100.1.25"]) {
      const bytes = encodeOid(oid);
      assert.equal(readOid(bytes, 0, bytes.length), oid);
    }
  });

  it("rejects malformed identifiers, and can still show them", () => {
    for (const hex of ["", "55ff", "558003", "55" + "81".repeat(200) + "01"]) {
      assert.throws(() => dotted(hex), DerError, hex);
    }
    assert.equal(showOid(Uint8Array.fromHex("551dff"), 0, 3), "?551dff");
  });

  it("shows malformed identifiers without throwing", async () => {
    const show = (bytes: Uint8Array) => () => {
      for (let i = 0; i < 100_000; i++) showOid(bytes, 0, bytes.length);
    };
    // An exception for each takes a hundred times as long.
    await assertCostsAtMost(10, show(Uint8Array.of(0x80)), show(encodeOid("2.5.29.3")));
  });
});
