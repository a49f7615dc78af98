/** Nothing is computed twice, however many objects there are: the work is counted. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { findObjects } from "../../../core/inspect/find.ts";
import * as readers from "../../../core/inspect/signed/mail.ts";
import { readObject } from "../../../core/inspect/objects.ts";
import { rowOf } from "../../../core/inspect/rows.ts";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { ownFindings } from "../../../core/x509/rules/catalogue.ts";
import { loadDigest } from "../../../wasm/digest.ts";
import { folder } from "../../fixtures/inspect/index.ts";
import { inspectFiles } from "./support.ts";

const digest = await loadDigest("SHA-256");

/**
 * The first object of a file of the messy folder, and how many digests it took to read and describe
 * it.
 */
async function readOne(name: string) {
  const file = folder("messy").find((file) => file.name.endsWith(name))!;
  const [found] = findObjects(file, { readers }, new Budget());
  assert(found.kind !== null);
  let digests = 0;
  const sha256: typeof digest = (data) => {
    digests++;
    return digest(data);
  };
  assert(found.kind !== "file" && found.kind !== "mail");
  const object = await readObject(found, null, { context: createContext(), sha256 });
  const row = rowOf(object);
  return { object, row, digests };
}

describe("an object of an inspection", () => {
  it("is digested once, for its identity and its fingerprint", async () => {
    for (const name of ["download", "to-sign"]) {
      const { object, row, digests } = await readOne(name);
      assert.equal(digests, 1, name);
      assert.equal(
        row.fingerprint!.replaceAll(":", "").toLowerCase(),
        digest(object.bytes).toHex(),
      );
    }
  });

  it("is checked once for each time of evaluation, whatever its place on a path", async () => {
    const { object } = await readOne("download");
    assert(object.kind === "certificate" && object.candidate !== null);
    const { certificate } = object.candidate;
    const { notAfter } = certificate;
    let looks = 0;
    const get = () => {
      looks++;
      return notAfter;
    };
    Object.defineProperty(certificate, "notAfter", { get });
    const inputs = { now: notAfter + 86_400_000, reference: null, purpose: null };
    const ask = (index: number, at = inputs.now) =>
      ownFindings(object.candidate!, "leaf", index, { ...inputs, now: at, budget: new Budget() });
    const first = ask(0);
    assert(first.some(({ code }) => code === "expired"));
    const asked = looks;
    assert(asked > 0);
    assert.deepEqual(ask(3), first.map((finding) => ({ ...finding, index: 3 })));
    assert.equal(looks, asked);
    assert(!ask(0, notAfter - 1000).some(({ code }) => code === "expired"));
    assert(looks > asked);
  });
});

describe("an authority", () => {
  it("is imported into the engine once for all certificates that it signed", async () => {
    const { subtle } = crypto;
    const original = subtle.importKey;
    const imported: string[] = [];
    let verified = 0;
    const verify = subtle.verify;
    subtle.importKey = function (this: SubtleCrypto, ...values: unknown[]) {
      if (values[0] === "spki") imported.push((values[1] as Uint8Array).toHex());
      return Reflect.apply(original, this, values);
    } as typeof original;
    subtle.verify = function (this: SubtleCrypto, ...values: unknown[]) {
      verified++;
      return Reflect.apply(verify, this, values);
    } as typeof verify;
    try {
      await inspectFiles(folder("messy"));
    } finally {
      subtle.importKey = original;
      subtle.verify = verify;
    }
    assert(verified > new Set(imported).size, `${verified} signatures`);
    assert.equal(imported.length, new Set(imported).size);
  });
});
