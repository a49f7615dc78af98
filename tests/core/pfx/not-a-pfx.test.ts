/** Files in the field of a PFX file that are of another format, or that a program took for text. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import * as TEXT from "../../../core/texts.ts";
import { foreignType, JKS_MAGIC, textDamage } from "../../../core/x509/pem/foreign-files.ts";

const REPORTED = new URL("../../fixtures/pfx/reported/", import.meta.url);
const read = (file: string) => Deno.readFileSync(new URL(file, REPORTED));
const WHOLE = read("pfx-held-dup-certs-keys.pfx");

async function refusal(bytes: Uint8Array): Promise<[code: string, message: string]> {
  const pfx = bytes.toBase64();
  const given = { pfx, password: "tulip42" };
  const outcome = await execute(operations, "pfx/open", given, createContext());
  assert(!outcome.ok);
  return [outcome.error.code, outcome.error.message];
}

const withReturns = Uint8Array.from(
  [...WHOLE].flatMap((octet) => octet === 0x0a ? [0x0d, 0x0a] : [octet]),
);

describe("pfx/open: what is not a PFX file", () => {
  it("is a Java keystore, an archive or another file with a name", async () => {
    const jks = TEXT.pfxIsOther("a Java keystore (JKS)", TEXT.keystoreAdvice);
    assert.deepEqual(await refusal(read("java-keystore.jks")), ["wrong_type", jks]);
    for (const head of [[0xce, 0xce, 0xce, 0xce], [0x50, 0x4b, 3, 4], [0, 0, 0, 2, 0, 0, 0, 20]]) {
      const [code, message] = await refusal(Uint8Array.from([...head, ...new Uint8Array(99)]));
      const { name, advice } = foreignType(Uint8Array.from(head))!;
      assert.deepEqual([code, message], ["wrong_type", TEXT.pfxIsOther(name, advice)]);
    }
    assert.equal(foreignType(Uint8Array.from(JKS_MAGIC))!.octets, JKS_MAGIC);
  });

  it("was damaged by a program that took it for text", async () => {
    const damaged = [
      [read("pfx-maven-filtered.p12"), "replaced"],
      [withReturns, "returns_added"],
      [WHOLE.filter((octet) => octet !== 0x0d), "returns_removed"],
    ] as const;
    for (const [bytes, damage] of damaged) {
      assert.deepEqual(await refusal(bytes), ["unreadable", TEXT.pfxDamaged(damage)]);
    }
  });

  it("does not open with a password that was copied with a line break, and the error names it", async () => {
    const given = { pfx: WHOLE.toBase64(), password: "tulip42\n" };
    const outcome = await execute(operations, "pfx/open", given, createContext());
    assert(!outcome.ok);
    assert.equal(outcome.error.message, TEXT.passwordRefused(TEXT.pfxPasswordWrong, "\n"));
  });

  it("is not called damaged if its octets show nothing of it", () => {
    assert.equal(textDamage(WHOLE), null);
    assert.equal(textDamage(read("java-keystore.jks")), null);
    assert.equal(textDamage(Uint8Array.of(0x30, 0x0a)), null);
  });
});
