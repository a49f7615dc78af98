/** Numbers in full, readable names and field offsets, compared with openssl. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { mixedScripts } from "../../../core/names/unicode-domain-name.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { everyField } from "../../../core/inspect/rows.ts";
import { readObject } from "../../../core/inspect/objects.ts";
import { loadDigest } from "../../../wasm/digest.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { dns, leaf, name, names, oid, seq } from "../x509/rules/maker.ts";

type Bytes = Uint8Array<ArrayBuffer>;

async function fieldsOf(bytes: Bytes) {
  const place = { file: "a", position: 0, form: "DER" };
  const found = { kind: "certificate", place, bytes, block: null, note: null } as const;
  const reading = { context: createContext(), sha256: await loadDigest("SHA-256") };
  return everyField(await readObject(found, null, reading));
}

describe("every field", () => {
  it(
    "has modulus, serial number and signature as openssl prints them",
    needs("openssl"),
    async () => {
      const { bytes } = leaf();
      const { numbers, serialDecimal, signatureValue } = await fieldsOf(bytes);
      assert.equal(signatureValue, "00".repeat(256));
      assert.deepEqual(numbers.map(({ name }) => name), ["Modulus", "Public exponent"]);
      assert.equal(numbers[1].hex, "010001");
      const run = async (...options: string[]) =>
        (await runProgram("openssl", ["x509", "-noout", "-inform", "DER", ...options], bytes))
          .stdout.trim();
      assert.equal(await run("-modulus"), `Modulus=${numbers[0].hex}`);
      const serial = (await run("-serial")).replace("serial=", "");
      assert.equal(serialDecimal, BigInt(`0x${serial}`).toString());
    },
  );

  it("has the offset of each field", async () => {
    const { bytes, extensions, spki, subjectDer } = leaf();
    const offsets = new Map(
      (await fieldsOf(bytes)).offsets.map(({ field, offset }) => [field, offset]),
    );
    assert.equal(offsets.get("subject"), subjectDer.byteOffset - bytes.byteOffset);
    assert.equal(offsets.get("subjectPublicKeyInfo"), spki.byteOffset - bytes.byteOffset);
    for (const { oid: dotted, start } of extensions) {
      assert([...offsets.values()].includes(start), dotted);
    }
    const signature = offsets.get("signatureValue")!;
    assert.equal(bytes[signature], 3);
    assert.equal(signature + 4 + 257, bytes.length);
  });

  it("has A-labels in Unicode, and warns of mixed scripts", async () => {
    const { bytes } = leaf({
      subject: name({ CN: "xn--mnchen-3ya.example" }),
      extensions: {
        subjectAltName: names(
          dns("xn--mnchen-3ya.example"),
          dns("xn--pple-43d.example"),
          dns("a.b"),
        ),
      },
    });
    assert.deepEqual((await fieldsOf(bytes)).names, [
      { ascii: "xn--mnchen-3ya.example", unicode: "münchen.example", mixed: null },
      { ascii: "xn--pple-43d.example", unicode: "аpple.example", mixed: ["Latin", "Cyrillic"] },
    ]);
    for (
      const usual of [
        "shop.example",
        "日本語カナとかな.jp",
        "한국漢字abc.kr",
        "россия.рф",
        "пример.com",
      ]
    ) {
      assert.equal(mixedScripts(usual), null, usual);
    }
    assert.deepEqual(mixedScripts("ok.gοοgle"), ["Latin", "Greek"]);
  });

  it("shows the ASN.1 of unknown extensions, with the names of qualified statements", async () => {
    const { bytes } = leaf({
      extensions: {
        "1.3.6.1.5.5.7.1.3": seq(
          seq(oid("0.4.0.1862.1.1")),
          seq(oid("0.4.0.1862.1.6"), seq(oid("0.4.0.1862.1.6.3"))),
        ),
        "1.2.3.4": seq(oid("1.2.3.5")),
      },
    });
    const { trees } = await fieldsOf(bytes);
    assert.deepEqual(trees.map(({ oid }) => oid), ["1.3.6.1.5.5.7.1.3", "1.2.3.4"]);
    const values = trees[0].nodes.map(({ value }) => value).filter(Boolean);
    assert.deepEqual(values, [
      "qcs-QcCompliance (0.4.0.1862.1.1)",
      "qcs-QcType (0.4.0.1862.1.6)",
      "qct-web (0.4.0.1862.1.6.3)",
    ]);
  });
});
