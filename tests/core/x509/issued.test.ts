/** The pairs of key and certificate that are remembered: how often the engine verifies, and the charge. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { exampleCa, exampleCertificate, exampleIssuer } from "../../../core/examples.ts";
import { Budget } from "../../../core/kernel/context.ts";
import { requireOnlyCertificates } from "../../../core/x509/cms/bundles.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { verifyIssued } from "../../../core/x509/path/issued.ts";

const [ca, issuer, leaf] = [exampleCa, exampleIssuer, exampleCertificate].map((text) =>
  requireOnlyCertificates(text, new Budget(), "certificate")[0]
);

/** The same certificate with another last octet of its signature. */
function forged({ bytes }: Certificate): Certificate {
  const changed = bytes.slice();
  changed[changed.length - 1] ^= 1;
  return readCertificate(changed, new Budget());
}

/** How often the engine verifies while `body` runs. */
async function verifications(body: () => Promise<unknown>): Promise<number> {
  const { subtle } = crypto;
  const { verify } = subtle;
  let count = 0;
  Object.defineProperty(subtle, "verify", {
    configurable: true,
    value(...call: unknown[]) {
      count += 1;
      return Reflect.apply(verify, subtle, call);
    },
  });
  try {
    await body();
  } finally {
    Reflect.deleteProperty(subtle, "verify");
  }
  return count;
}

describe("signatures of certificates", () => {
  it("of an authority are verified once, and charged each time", async () => {
    const spent: number[] = [];
    const count = await verifications(async () => {
      for (let round = 0; round < 3; round++) {
        const budget = new Budget();
        assert.equal((await verifyIssued(ca, ca.publicKey, budget)).valid, true);
        assert.equal(budget.spent("signatures"), 1);
        spent.push(budget.spent("work"));
      }
    });
    assert.equal(count, 1);
    assert.equal(new Set(spent).size, 1);
    assert(spent[0] > 0);
  });

  it("are verified if the budget suffices, even if the pair is known", async () => {
    await verifyIssued(ca, ca.publicKey, new Budget());
    await assert.rejects(verifyIssued(ca, ca.publicKey, new Budget({ signatures: 0 })), {
      code: "too_complex",
    });
    await assert.rejects(verifyIssued(ca, ca.publicKey, new Budget({ work: 1 })), {
      code: "too_complex",
    });
  });

  it("of an end entity are verified each time", async () => {
    const count = await verifications(async () => {
      for (let round = 0; round < 2; round++) {
        assert.equal((await verifyIssued(leaf, issuer.publicKey, new Budget())).valid, true);
      }
    });
    assert.equal(count, 2);
  });

  it("do not hold for another key or another certificate, and that is verified each time", async () => {
    await verifyIssued(ca, ca.publicKey, new Budget());
    const count = await verifications(async () => {
      for (let round = 0; round < 2; round++) {
        const other = await verifyIssued(forged(ca), ca.publicKey, new Budget());
        assert.equal(other.valid, false);
        const wrongKey = await verifyIssued(ca, issuer.publicKey, new Budget());
        assert.notEqual(wrongKey.valid, true);
      }
    });
    assert(count >= 2, `${count}`);
  });
});
