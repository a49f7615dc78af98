/** Notes on PFX files whose localKeyIDs, passwords or marks other programs stumble over. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import type { PfxOpened } from "../../../core/pfx/schema.ts";
import { pem } from "../../fixtures/pfx/index.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { readPkcs12 } from "../../../core/x509/cms/read-pkcs12.ts";
import { judgeOpened, type OpenedPfxFacts } from "../../../core/verdict/pfx.ts";

const REPORTED = new URL("../../fixtures/pfx/reported/", import.meta.url);

/** The answer of a server about a file that users reported. */
async function opened(file: string, password: string): Promise<PfxOpened> {
  const pfx = Deno.readFileSync(new URL(file, REPORTED)).toBase64();
  const context = createContext({ limits: SERVER_LIMITS });
  const outcome = await execute(operations, "pfx/open", { pfx, password }, context);
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as PfxOpened;
}

/** File, password, certificates, keys, and the codes of the statements. */
const FILES: [string, string, number, number, string[]][] = [
  ["pfx-unicode-pbes2-lowbyte.pfx", "zażółć", 1, 1, ["pfx_password_encoding"]],
  ["pfx-latin1-pbes2.pfx", "DISEÑOS2020", 1, 1, ["pfx_password_encoding"]],
  ["gnutls-null-password.p12", "", 1, 1, []],
  ["pfx-mac-md5.pfx", "tulip42", 3, 1, ["pfx_mac_md5"]],
  ["pfx-crossed-localkeyids.pfx", "tulip42", 2, 2, ["pfx_pairs_crossed"]],
  ["pfx-same-id-on-all.pfx", "tulip42", 3, 1, ["pfx_id_on_ca"]],
  ["pfx-truststore-without-java-mark.p12", "tulip42", 2, 0, ["pfx_java_mark_missing"]],
  ["pfx-held-dup-certs-keys.pfx", "tulip42", 2, 2, []],
  // XCA's name in Windows-1252.
  ["pfx-name-cp1252.pfx", "tulip42", 1, 1, ["pfx_name_miswritten"]],
];

describe("pfx/open: notes", () => {
  for (const [file, password, certificates, keys, notes] of FILES) {
    it(`opens ${file} on a server, with its notes`, async () => {
      const answer = await opened(file, password);
      assert.deepEqual([answer.certificates.length, answer.keys.length], [certificates, keys]);
      const [headline, ...others] = answer.verdict.statements;
      assert.equal(headline.code, "pfx_opened");
      assert.deepEqual(others.map(({ code }) => code), notes);
      assert.deepEqual(answer.notes, others.map(({ text }) => text));
    });
  }

  // OpenSSL takes the octets of its console, and each that is not UTF-8 as a character.
  for (
    const [password, octets, deviation] of [
      ["café", [0x63, 0x61, 0x66, 0x82], "cp850"],
      ["¥1", [0xbe, 0x31], "cp850"],
      ["ƒ¥", [0x9f, 0x9d], "cp437"],
      ["5 €", [0x35, 0x20, 0x80], "windows_1252"],
      ["zażółć", [0x7a, 0x61, 0xbe, 0xa2, 0x88, 0x86], "cp852"],
      ["źdźbło", [0x9f, 0x64, 0x9f, 0x62, 0xb3, 0x6f], "windows_1250"],
      ["ключ", [0xaa, 0xab, 0xee, 0xe7], "cp866"],
      ["ключ", [0xea, 0xeb, 0xfe, 0xf7], "windows_1251"],
    ] as const
  ) {
    for (const legacy of [[], ["-legacy"]]) {
      const name = `${deviation}${legacy.join("")}`;
      it(`names the code page of the password ${password}: ${name}`, needs("openssl"), async () => {
        const folder = Deno.makeTempDirSync();
        try {
          Deno.writeTextFileSync(`${folder}/all.pem`, pem("p256-key", "p256-1"));
          Deno.writeFileSync(`${folder}/password`, Uint8Array.of(...octets, 0x0a));
          const { code, stderr } = await runProgram("openssl", [
            ...["pkcs12", "-export", "-in", `${folder}/all.pem`, ...legacy],
            ...["-passout", `file:${folder}/password`, "-out", `${folder}/file.p12`],
          ]);
          assert.equal(code, 0, stderr);
          const context = createContext({ limits: SERVER_LIMITS });
          const file = await readPkcs12(Deno.readFileSync(`${folder}/file.p12`), password, context);
          assert.deepEqual([file.deviation, file.keys.length], [deviation, 1]);
          file.dispose();
        } finally {
          Deno.removeSync(folder, { recursive: true });
        }
      });
    }
  }

  it("has a sentence about a text that was changed to be read, and only then", async () => {
    const context = createContext({ limits: SERVER_LIMITS });
    const [file, password] = FILES[0];
    const base64 = Deno.readFileSync(new URL(file, REPORTED)).toBase64();
    const repaired = async (pfx: string) => {
      const outcome = await execute(operations, "pfx/open", { pfx, password }, context);
      assert(outcome.ok, JSON.stringify(outcome));
      return (outcome.value as PfxOpened).repaired;
    };
    assert.equal(
      await repaired(`-----BEGIN PKCS12-----\n${encodeURIComponent(base64)}\n-----END PKCS12-----`),
      "To read this text, we decoded percent encoding",
    );
    assert.equal(await repaired(base64), undefined);
    assert.equal(await repaired(`data:application/x-pkcs12;base64,${base64}`), undefined);
  });

  const mac = { name: "HMAC-SHA-256" };
  const certificate = { localKeyId: null, isTrusted: false, isCa: false };
  const codes = (facts: Partial<OpenedPfxFacts>) => {
    const given = { mac, deviation: null, name: null, keys: [], certificates: [], others: 0 };
    const { headline, cause, others } = judgeOpened({
      ...{ ...given, unreadable: [], miswritten: 0 },
      ...facts,
    });
    return [headline, ...cause, ...others].map(({ code }) => code);
  };

  it("says that a file without any object is empty", () => {
    assert.deepEqual(codes({}), ["pfx_empty"]);
    assert.deepEqual(codes({ others: 1 }), ["pfx_only_others"]);
  });

  it("calls it an error if two certificates have one issuer and serial number", () => {
    const reusedSerial = { issuer: "A CA", serialNumber: "01" };
    assert.deepEqual(codes({ certificates: [certificate], reusedSerial }), [
      "pfx_opened",
      "pfx_serial_reused",
      "pfx_java_mark_missing",
    ]);
  });

  it("accepts a truststore whose certificates have Java's mark", () => {
    assert.deepEqual(codes({ certificates: [{ ...certificate, isTrusted: true }] }), [
      "pfx_opened",
    ]);
  });

  it("says that keys fit none of the certificates", () => {
    const key = { localKeyId: "01", certificate: null };
    const certificates = [certificate];
    assert.deepEqual(codes({ keys: [key], certificates }), ["pfx_opened", "pfx_keys_alone"]);
    assert.deepEqual(codes({ keys: [key] }), ["pfx_opened"]);
  });

  it("says that several pairs share no ID", () => {
    const keys = [{ localKeyId: null, certificate: 0 }, { localKeyId: "02", certificate: 1 }];
    const certificates = [certificate, { ...certificate, localKeyId: "03" }];
    assert.deepEqual(codes({ keys, certificates }), ["pfx_opened", "pfx_pairs_unmarked"]);
    assert.deepEqual(codes({ keys: [keys[0]], certificates }), ["pfx_opened"]);
  });
});
