/** A text that only describes an object, or has its address in a token, is named in every tool. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { TAG } from "../../../core/x509/asn1/der.ts";
import { describedIn, KEY_IN_TOKEN } from "../../../core/x509/pem/described.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { pem } from "../../fixtures/pfx/index.ts";
import { inFolder } from "../../support/certificate-checks.ts";
import { needs, runProgram } from "../../support/programs.ts";

/** The text of an error, or of an answer without what was asked for. */
async function refusalOf(operation: string, input: object): Promise<string> {
  const outcome = await execute(operations, operation, input, createContext());
  if (!outcome.ok) return outcome.error.message;
  const { message, setAside, objects } = outcome.value as {
    message?: string;
    setAside?: { message: string }[];
    objects?: { problem: string | null }[];
  };
  return message ?? setAside?.[0]?.message ?? objects?.[0]?.problem ?? "";
}

/** The answer of each tool to a text in its field for this kind of object. */
const TOOLS: Readonly<Record<string, (text: string) => Promise<string>>> = {
  inspect: (text) => refusalOf("inspect", { texts: [{ text }], acceptPrivateKeys: true }),
  chain: (certificate) => refusalOf("chain/analyze", { certificate }),
  lint: (certificate) => refusalOf("certificate/lint", { certificate }),
  match: (certificate) => refusalOf("match/verify", { certificate, privateKey: pem("p256-key") }),
  csr: (csr) => refusalOf("csr/decode", { csr }),
  key: (privateKey) => refusalOf("key/convert", { privateKey }),
};

describe("a text that describes an object", () => {
  it(
    "of a certificate is named in every tool",
    needs("openssl", "certtool", "keytool"),
    async () => {
      await inFolder(async (folder) => {
        const file = `${folder}/certificate.pem`;
        Deno.writeTextFileSync(file, pem("p256-1"));
        const printed = [
          await runProgram("openssl", ["x509", "-in", file, "-noout", "-text"]),
          await runProgram("keytool", ["-printcert", "-file", file]),
          await runProgram("certtool", ["-i", "--infile", file]),
        ].map(({ stdout }) => stdout.replace(/-----BEGIN[^]*/, ""));
        for (const text of printed) {
          assert(text.length > 200);
          for (const [tool, refusal] of Object.entries(TOOLS)) {
            assert.match(await refusal(text), /describes a certificate/i, tool);
          }
        }
      });
    },
  );

  it("has another name for each kind", needs("openssl"), async () => {
    const key = await runProgram("openssl", ["pkey", "-noout", "-text"], pem("rsa2048-key"));
    assert.match(describedIn(key.stdout)!, /describes a private key/);
    await inFolder(async (folder) => {
      Deno.writeTextFileSync(`${folder}/key.pem`, pem("p256-key"));
      const csr = await runProgram("openssl", [
        ...["req", "-new", "-key", `${folder}/key.pem`, "-subj", "/CN=shop.example.com"],
        ...["-noout", "-text"],
      ]);
      assert.match(describedIn(csr.stdout)!, /describes a CSR/);
    });
    assert.equal(describedIn("A certificate: see below.\nOwner: Anna\n"), null);
    assert.equal(describedIn(""), null);
  });

  it("takes time that grows with its length only", () => {
    for (const line of ["Owner: ", "Certificate:\n", " ".repeat(9), "pkcs11:", "\n"]) {
      assert.equal(describedIn(line.repeat(100_000)), null);
    }
  });
});

describe("the address of an object in a PKCS#11 token", () => {
  const uri = "pkcs11:token=web;object=shop;type=private";
  it("is named in every tool", async () => {
    for (const [tool, refusal] of Object.entries(TOOLS)) {
      assert(
        (await refusal(`ssl_certificate_key engine:pkcs11:${uri};`)).includes(KEY_IN_TOKEN),
        tool,
      );
    }
  });

  it("is named as the key in PEM that a provider of OpenSSL writes", async () => {
    const [version, address] = ["PKCS#11 Provider URI v1.0", uri].map((text) =>
      new TextEncoder().encode(text)
    );
    const content = element(
      TAG.SEQUENCE,
      element(TAG.VISIBLE_STRING, version),
      element(TAG.UTF8_STRING, address),
    );
    const privateKey = writePem("PKCS#11 PROVIDER URI", content);
    assert.equal(await refusalOf("key/convert", { privateKey }), KEY_IN_TOKEN);
    assert((await TOOLS.inspect(privateKey)).includes(KEY_IN_TOKEN));
  });
});
