/** Notes on PFX files whose localKeyIDs, passwords or marks other programs stumble over. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { noteText, type PfxNote, pfxNotes } from "../../../core/pfx/notes.ts";
import type { PfxOpened } from "../../../core/pfx/schema.ts";

const REPORTED = new URL("../../fixtures/pfx/reported/", import.meta.url);

/** The answer of a server about a file that users reported. */
async function opened(file: string, password: string): Promise<PfxOpened> {
  const pfx = Deno.readFileSync(new URL(file, REPORTED)).toBase64();
  const context = createContext({ limits: SERVER_LIMITS });
  const outcome = await execute(operations, "pfx/open", { pfx, password }, context);
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as PfxOpened;
}

/** File, password, certificates, keys and notes. */
const FILES: [string, string, number, number, PfxNote[]][] = [
  ["pfx-unicode-pbes2-lowbyte.pfx", "zażółć", 1, 1, [
    { code: "password_encoding", deviation: "low_octets" },
  ]],
  ["pfx-latin1-pbes2.pfx", "DISEÑOS2020", 1, 1, [
    { code: "password_encoding", deviation: "low_octets" },
  ]],
  ["gnutls-null-password.p12", "", 1, 1, []],
  ["pfx-mac-md5.pfx", "tulip42", 3, 1, [{ code: "mac_md5" }]],
  ["pfx-crossed-localkeyids.pfx", "tulip42", 2, 2, [{ code: "pairs_crossed", count: 2 }]],
  ["pfx-same-id-on-all.pfx", "tulip42", 3, 1, [{ code: "id_on_ca" }]],
  ["pfx-truststore-without-java-mark.p12", "tulip42", 2, 0, [
    { code: "java_mark_missing", count: 2 },
  ]],
  ["pfx-held-dup-certs-keys.pfx", "tulip42", 2, 2, []],
];

describe("pfx/open: notes", () => {
  for (const [file, password, certificates, keys, notes] of FILES) {
    it(`opens ${file} on a server, with its notes`, async () => {
      const answer = await opened(file, password);
      assert.deepEqual([answer.certificates.length, answer.keys.length], [certificates, keys]);
      assert.deepEqual(answer.notes, notes.map(noteText));
    });
  }

  const mac = { name: "HMAC-SHA-256" };
  const certificate = { localKeyId: null, isTrusted: false, isCa: false };
  const codes = (file: Partial<Parameters<typeof pfxNotes>[0]>) =>
    pfxNotes({ mac, deviation: null, keys: [], certificates: [], others: 0, ...file })
      .map(({ code }) => code);

  it("says that a file without any object is empty", () => {
    assert.deepEqual(codes({}), ["empty"]);
    assert.deepEqual(codes({ others: 1 }), []);
  });

  it("accepts a truststore whose certificates have Java's mark", () => {
    assert.deepEqual(codes({ certificates: [{ ...certificate, isTrusted: true }] }), []);
  });

  it("says that keys fit none of the certificates", () => {
    const key = { localKeyId: "01", certificate: null };
    assert.deepEqual(codes({ keys: [key], certificates: [certificate] }), ["keys_alone"]);
    assert.deepEqual(codes({ keys: [key] }), []);
  });

  it("says that several pairs share no ID", () => {
    const keys = [{ localKeyId: null, certificate: 0 }, { localKeyId: "02", certificate: 1 }];
    const certificates = [certificate, { ...certificate, localKeyId: "03" }];
    assert.deepEqual(codes({ keys, certificates }), ["pairs_unmarked"]);
    assert.deepEqual(codes({ keys: [keys[0]], certificates }), []);
  });
});
