import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { decode } from "../../../core/csr/decode.ts";
import { readCertificationRequest } from "../../../core/x509/objects/certification-request.ts";
import { Der } from "../../../core/x509/asn1/der.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { rsaSpki } from "../../../core/x509/signatures/rsa.ts";
import { ecdsaToRaw } from "../../../core/x509/signatures/ecdsa.ts";
import { verifySignature } from "../../../core/x509/signatures/verify.ts";
import { csrFixture } from "../../fixtures/csr/index.ts";

describe("ECDSA signatures as r||s", () => {
  const raw = (hex: string, octets = 4) =>
    ecdsaToRaw(Uint8Array.fromHex(hex.replaceAll(" ", "")), octets)?.toHex() ?? null;

  it("are padded, without the sign octet", () => {
    assert.equal(raw("3006 020101 020102"), "0000000100000002");
    assert.equal(raw("300b 020500ffffffff 02020080"), "ffffffff00000080");
    const long = "02817f" + "7f".repeat(127);
    assert.equal(raw(`3081fe ${long}`, 127), null, "length of one octet in the long form");
  });

  it("may have lengths of two octets, which P-521 needs", () => {
    const integer = "0242" + "01" + "00".repeat(65);
    assert.equal(raw(`308188 ${integer} ${integer}`, 66), ("01" + "00".repeat(65)).repeat(2));
  });

  it("may have long-form lengths from 128, and never the indefinite form", () => {
    // X.690, 8.1.3.6 and 10.1: 80 is not a length in DER.
    const integer = "023e" + "01".repeat(62);
    const number = "00".repeat(4) + "01".repeat(62);
    assert.equal(raw(`308180 ${integer} ${integer}`, 66), number.repeat(2));
    assert.equal(raw(`3080 ${integer} ${integer}`, 66), null);
  });

  it("must be DER", () => {
    for (
      const hex of [
        "",
        "30",
        "3000",
        "3003 020101",
        "3006 020101 0201",
        "3007 020101 020102 00",
        "3006 020101 020102 00",
        "308106 020101 020102",
        "3006 020101 030102",
        "3006 020100 020101",
        "3006 0201ff 020101",
        "3007 02020001 020101",
        "300a 020500ffffffff 0201",
        "300a 02050100000000 020101",
        "3005 0200 020101",
        "3080 020101 020102 0000",
        "3182 0006 020101 020102",
        // -128, and a zero or a leading zero where nothing follows.
        "3006 020180 020101",
        "3006 020101 020180",
        "3006 020101 020100",
        "3007 020101 02020001",
      ]
    ) assert.equal(raw(hex), null, hex);
  });
});

describe("verification", () => {
  const requestOf = (name: string) => {
    const der = new Der(readPem(csrFixture(name))[0].bytes!, new Budget());
    return readCertificationRequest(der);
  };

  it("charges each signature that it verifies, and none that it cannot", async () => {
    const limits = { signatures: 1 };
    const context = createContext({ limits });
    await decode({ csr: csrFixture("dsa1024") }, context);
    await decode({ csr: csrFixture("ecdsa-not-der") }, context);
    await decode({ csr: csrFixture("p256-sha256") }, context);
    await assert.rejects(
      async () => await decode({ csr: csrFixture("p256-sha256") }, context),
      { code: "too_complex" },
    );
  });

  it("rejects an Ed25519 key of small order in all of its encodings", async () => {
    const { tbs, publicKey, signature } = requestOf("ed25519");
    const verdictUnder = (point: string) => {
      const bytes = publicKey.bytes.slice();
      bytes.set(Uint8Array.fromHex(point), publicKey.keyStart);
      return verifySignature({ tbs, signature }, { ...publicKey, bytes }, new Budget());
    };
    const points = [
      "00".repeat(32),
      "01" + "00".repeat(31),
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      ...["ec", "ed", "ee"].map((first) => first + "ff".repeat(30) + "7f"),
    ];
    for (const point of points) {
      const negative = Uint8Array.fromHex(point);
      negative[31] |= 0x80;
      for (const encoded of [point, negative.toHex()]) {
        const { valid, problem } = await verdictUnder(encoded);
        assert.equal(valid, null, encoded);
        assert.match(problem!, /small order/);
      }
    }
    // One beside them is a key like any other, and not the signature's.
    assert.equal((await verdictUnder("02" + "00".repeat(31))).valid === true, false);
    assert.equal((await verifySignature({ tbs, signature }, publicKey, new Budget())).valid, true);
  });

  it("rejects the signature of another request", async () => {
    const one = requestOf("p256-sha256");
    const other = requestOf("name-utf8");
    const verdict = await verifySignature({ ...one, tbs: other.tbs }, one.publicKey, new Budget());
    assert.deepEqual(verdict, {
      valid: false,
      problem: "The signature does not match the data and the key",
    });
  });

  it("rewrites an id-RSASSA-PSS key into one that WebCrypto imports", async () => {
    const { publicKey } = requestOf("pss-key-sha256");
    const spki = rsaSpki(publicKey.rsa!);
    const rsaPss = { name: "RSA-PSS", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("spki", spki, rsaPss, true, ["verify"]);
    assert.equal((key.algorithm as RsaHashedKeyAlgorithm).modulusLength, 2048);
    assert.deepEqual(new Uint8Array(await crypto.subtle.exportKey("spki", key)), spki);
  });

  it("gives a reason, and does not call a signature by an unsupported algorithm wrong", async () => {
    const problems: Record<string, string> = {};
    for (
      const name of ["dsa1024", "algorithm-unknown", "key-unknown", "p256-point-off-curve"]
    ) {
      const { signature, tbs, publicKey } = requestOf(name);
      const verdict = await verifySignature({ tbs, signature }, publicKey, new Budget());
      assert.equal(verdict.valid, null, name);
      problems[name] = verdict.problem!;
    }
    assert.deepEqual(problems, {
      "dsa1024": "DSA is obsolete, and this tool does not verify it",
      "algorithm-unknown": "This tool cannot verify this signature algorithm",
      "key-unknown": "This tool cannot use keys with this algorithm",
      "p256-point-off-curve": "The public key is not valid: The key is not a point on its curve",
    });
  });
});
