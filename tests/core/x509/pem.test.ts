import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { TAG } from "../../../core/x509/asn1/der.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { identify, kindOfBlock } from "../../../core/x509/pem/identify.ts";
import { decodeBase64 } from "../../../core/x509/pem/base64.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { assertLinear } from "../../support/cost.ts";

const summary = (text: string) =>
  readPem(text).map(({ label, bytes, problem }) =>
    [label, bytes && bytes.toHex(), problem].join("|")
  );

describe("PEM", () => {
  const block = "-----BEGIN X-----\nMAMC\nAQE=\n-----END X-----\n";

  it("finds blocks anywhere in a text", () => {
    const text = `intro\n${block}between -----BEGIN?\n${block}after -----END`;
    assert.deepEqual(summary(text), ["X|3003020101|", "X|3003020101|"]);
    const [first, second] = readPem(text);
    assert.equal(text.slice(first.offset, first.end), block.trimEnd());
    assert.equal(text.slice(second.offset, second.end), block.trimEnd());
  });

  it("keeps offsets correct with escaped newlines", () => {
    const text = JSON.stringify({ pem: "é\n" + block });
    const [only] = readPem(text);
    assert.equal(only.bytes?.toHex(), "3003020101");
    assert(text.slice(only.offset).startsWith("-----BEGIN X-----\\nMAMC"));
    assert(text.slice(0, only.end).endsWith("-----END X-----"));
  });

  it("reads headers separately from the content", () => {
    const [only] = readPem(
      "-----BEGIN RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\n" +
        "DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\r\n\r\nAQID\r\n" +
        "-----END RSA PRIVATE KEY-----",
    );
    assert.deepEqual([...only.headers], [
      ["proc-type", "4,ENCRYPTED"],
      ["dek-info", "AES-128-CBC,00112233445566778899AABBCCDDEEFF"],
    ]);
    assert.equal(only.bytes?.toHex(), "010203");
    assert.equal(kindOfBlock(only), "encrypted-private-key");
  });

  it("joins continued headers", () => {
    const [only] = readPem("-----BEGIN X-----\nA: b\n c\n\nAQID\n-----END X-----");
    assert.equal(only.headers.get("a"), "bc");
    assert.equal(only.bytes?.toHex(), "010203");
  });

  it("reports broken blocks with their problem", () => {
    assert.deepEqual(summary("-----BEGIN X-----\nAQID\n"), ["X|010203|The END line is missing"]);
    assert.deepEqual(summary("-----BEGIN X-----\nAQID\n-----END Y-----"), [
      "X|010203|The END line does not match the BEGIN line",
    ]);
    assert.deepEqual(summary("-----BEGIN X-----\nAQID\n-----BEGIN Y-----\nBAUG\n-----END Y-----"), [
      "X|010203|The END line is missing",
      "Y|040506|",
    ]);
    assert.deepEqual(summary("-----BEGIN X-----\nAQ%D\n-----END X-----"), [
      "X||The Base64 contains a character that is not allowed (line 2)",
    ]);
    assert.deepEqual(summary("\n-----BEGIN X-----\nAQ==\nAQ==\n-----END X-----"), [
      "X||The Base64 continues after its padding (line 4)",
    ]);
    assert.deepEqual(summary("-----BEGIN X-----\nAQIDB\n-----END X-----"), [
      "X||The Base64 is cut off",
    ]);
    assert.deepEqual(summary("-----BEGIN X-----\n\n-----END X-----"), ["X||It is empty"]);
    assert.deepEqual(summary("MAMCAQE=\n-----END X-----"), [
      "|3003020101|The BEGIN line is missing",
    ]);
  });

  it("finds the line of the fault of every block in one pass", async () => {
    const broken = `-----BEGIN X-----${"\n".repeat(30)}%\n-----END X-----\n`;
    const count = 15_000;
    const blocks = readPem(broken.repeat(count));
    // Counting from the start for each block took a minute.
    await assertLinear((size) => broken.repeat(size), readPem, 1_000);
    assert.equal(blocks.length, count);
    for (const [index, { problem }] of blocks.entries()) {
      assert.equal(
        problem,
        `The Base64 contains a character that is not allowed (line ${32 * index + 31})`,
      );
    }
  });

  it("ignores BEGIN lines with an invalid label", () => {
    assert.deepEqual(summary("-----BEGIN -----\n-----BEGIN lower-----\nAQID"), []);
    assert.deepEqual(summary(`-----BEGIN ${"X".repeat(65)}-----\nAQID`), []);
  });

  it("accepts base64 without a BEGIN line only if it is DER", () => {
    assert.deepEqual(summary("  MAMCAQE=\n"), ["|3003020101|"]);
    assert.deepEqual(summary("MAMC\r\nAQE"), ["|3003020101|"]);
    assert.deepEqual(summary("AQID"), []);
    assert.deepEqual(summary("May I have a certificate?"), []);
    assert.deepEqual(summary(""), []);
  });
});

describe("base64", () => {
  it("agrees with the platform on every length", () => {
    for (let length = 1; length < 200; length++) {
      const bytes = crypto.getRandomValues(new Uint8Array(length));
      const plain = bytes.toBase64();
      const url = bytes.toBase64({ alphabet: "base64url", omitPadding: true });
      assert.deepEqual(decodeBase64(plain), bytes);
      assert.deepEqual(decodeBase64(url), bytes);
      assert.deepEqual(decodeBase64("\t\u200b" + plain.replaceAll(/.{7}/g, "$&\r\n> ")), bytes);
    }
  });
});

/** A SEQUENCE of integers of the given lengths, in hex. */
const integers = (...sizes: number[]): string =>
  element(
    TAG.SEQUENCE,
    ...sizes.map((size) => element(TAG.INTEGER, new Uint8Array(size).fill(5))),
  ).toHex();

describe("the kind of a DER object", () => {
  const kinds: [string, string, string | null][] = [
    ["named curve", "0608 2a8648ce3d030107", "ec-parameters"],
    ["written out curve", "300b 020101 3006 0601 2a 020101", "ec-parameters"],
    ["DH group", "3006 020107 020102", "dh-parameters"],
    ["DH group with length", "3009 020107 020105 020101", "dh-parameters"],
    ["X9.42 group", integers(64, 64, 20), "dh-parameters"],
    ["X9.42 group with a short generator", integers(64, 1, 63), "dh-parameters"],
    ["X9.42 group of a safe prime", integers(65, 63, 64), "dh-parameters"],
    ["X9.42 group with j", integers(64, 64, 20, 44), "dh-parameters"],
    ["DSA group", integers(65, 21, 64), "dsa-parameters"],
    ["RSAPublicKey", "3008 020107 0203010001", "rsa-public-key"],
    ["DSA key", "3012" + "020100".repeat(6), "private-key"],
    ["OCSP response", "3003 0a0106", "ocsp-response"],
    ["PKCS#7 in BER", "3080 0609 2a864886f70d010702 a080", "pkcs7"],
    ["PKCS#12 in BER", "3080 020103 3080 0609 2a864886f70d010701 a080", "pkcs12"],
    ["version 1 certificate", "3011 300f 020101 3003 06012a 3000 3003 170100", "certificate"],
    ["CRL of version 1", "300a 3008 3000 3000 1700 3000", "crl"],
    ["nothing known", "3004 0c02 6869", null],
    ["no SEQUENCE", "0c02 6869", null],
  ];
  for (const [name, hex, kind] of kinds) {
    it(name, () => assert.equal(identify(Uint8Array.fromHex(hex.replaceAll(" ", ""))), kind));
  }

  it("can be determined for hostile headers without an exception", () => {
    for (let i = 0; i < 2000; i++) {
      const bytes = crypto.getRandomValues(new Uint8Array(i % 60));
      if (bytes.length > 1) bytes[0] = 0x30;
      identify(bytes);
    }
    assert.equal(identify(new Uint8Array()), null);
    assert.equal(identify(Uint8Array.of(0x30, 0)), null);
    assert.equal(identify(Uint8Array.of(0x30, 0x84, 255, 255, 255, 255)), null);
  });
});
