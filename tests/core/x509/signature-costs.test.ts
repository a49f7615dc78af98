/**
 * What verifying a signature takes of the budget, and who verifies it: the engine, or a library whose
 * work grows with the data too. So a limit ends the same requests everywhere.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../core/x509/asn1/der-write.ts";
import { verifySignature } from "../../../core/x509/signatures/verify.ts";
import { numbersOf, writtenOut } from "./curve-maker.ts";
import { bits, type Bytes, bytes, NULL, oid, seq } from "./rules/der.ts";
import { modulus, rsaKey } from "./rules/key-maker.ts";
import { keyOf, signed } from "./signed.ts";

/** The keys that the engine imports while `body` runs, with their parameters. */
async function asked(body: () => Promise<unknown>): Promise<unknown[][]> {
  const { subtle } = crypto;
  const { importKey } = subtle;
  const calls: unknown[][] = [];
  Object.defineProperty(subtle, "importKey", {
    configurable: true,
    value(...call: unknown[]) {
      calls.push(call);
      return Reflect.apply(importKey, subtle, call);
    },
  });
  try {
    await body();
  } finally {
    Reflect.deleteProperty(subtle, "importKey");
  }
  return calls;
}

const SIGNATURES: Readonly<Record<string, string>> = {
  "RSA SHA-1": "1.2.840.113549.1.1.5",
  "RSA SHA-256": "1.2.840.113549.1.1.11",
  "RSA SHA-224": "1.2.840.113549.1.1.14",
  "RSASSA-PSS": "1.2.840.113549.1.1.10",
  "ECDSA SHA-1": "1.2.840.10045.4.1",
  "ECDSA SHA-224": "1.2.840.10045.4.3.1",
  "ECDSA SHA-256": "1.2.840.10045.4.3.2",
};

/** Work of one verification, that for each octet of the data aside, and whether the engine did it. */
async function cost(info: Bytes, algorithm: Bytes, signature: Bytes) {
  const object = signed(algorithm, () => signature);
  const budget = new Budget();
  const calls = await asked(() => verifySignature(object, keyOf(info), budget));
  const work = budget.spent("work");
  const isOfEngine = calls.length === 1;
  const time = isOfEngine ? work : work - object.tbs.length / 10;
  const isEnough = { work: work + 0.01 };
  await verifySignature(object, keyOf(info), new Budget(isEnough));
  // No engine or library is called if the budget is too small.
  const without = await asked(() =>
    assert.rejects(verifySignature(object, keyOf(info), new Budget({ work: work - 0.01 })), {
      code: "too_complex",
    })
  );
  assert.equal(without.length, 0);
  return [isOfEngine ? "engine" : "library", Math.round(time)];
}

describe("the cost of an RSA signature", () => {
  const of = (number: Bytes, hash = "SHA-256", exponent = bytes(1, 0, 1)) =>
    cost(
      rsaKey({ number, exponent }),
      seq(oid(SIGNATURES[`RSA ${hash}`]), NULL),
      new Uint8Array(number[0] === 0 ? number.length - 1 : number.length),
    );
  /** A square and a product for each bit of the exponent, each with what is left of it. */
  const power = (size: number, exponentOctets: number) =>
    Math.round(500 + (0.5 + 0.002 * (size / 64) ** 2) * 4 * 8 * exponentOctets);

  it("grows with the square of the key's length", async () => {
    assert.deepEqual(await of(modulus(1024)), ["engine", 100 + 30]);
    assert.deepEqual(await of(modulus(2048)), ["engine", 100 + 4 * 30]);
    assert.deepEqual(await of(modulus(4096)), ["engine", 100 + 16 * 30]);
    const bits4097 = bytes(1, ...new Uint8Array(511).fill(0x5a), 1);
    assert.deepEqual(await of(bits4097), ["library", power(4097, 3)]);
    assert.deepEqual(await of(modulus(8192)), ["library", power(8192, 3)]);
  });

  it("is the library's for hashes and exponents that some engine lacks", async () => {
    const number = modulus(1024);
    assert.deepEqual(await of(number, "SHA-1"), ["engine", 130]);
    assert.deepEqual(await of(number, "SHA-224"), ["library", power(1024, 3)]);
    const large = bytes(1, 255, 255, 255, 255);
    assert.deepEqual(await of(number, "SHA-256", large), ["engine", 130]);
    assert.deepEqual(await of(number, "SHA-256", bytes(2, 0, 0, 0, 1)), [
      "library",
      power(1024, 5),
    ]);
    const endless = bytes(1, 0, 0, 0, 0, 0, 1);
    assert.deepEqual(await of(number, "SHA-256", endless), ["library", power(1024, 7)]);
  });

  it("is the same for RSASSA-PSS, where the mask is by the same hash", async () => {
    const hash = (arc: string) => seq(oid(arc));
    const [sha1, sha256] = ["1.3.14.3.2.26", "2.16.840.1.101.3.4.2.1"].map(hash);
    const mask = (hash: Bytes) => element(0xa1, seq(oid("1.2.840.113549.1.1.8"), hash));
    const of = (size: number, ...parts: Bytes[]) =>
      cost(
        rsaKey({ size }),
        seq(oid(SIGNATURES["RSASSA-PSS"]), seq(...parts)),
        new Uint8Array(size / 8),
      );
    const pss = (size: number, hash: Bytes, masked: Bytes) =>
      of(size, element(0xa0, hash), mask(masked), element(0xa2, integer(20)));
    assert.deepEqual(await pss(2048, sha256, sha256), ["engine", 220]);
    assert.deepEqual(await pss(2048, sha256, sha1), ["library", power(2048, 3)]);
    assert.deepEqual(await pss(4104, sha256, sha256), ["library", power(4104, 3)]);
  });
});

describe("the cost of an ECDSA signature", () => {
  const ONES = seq(integer(1), integer(1));
  const named = (name: string) => {
    const { x, y, name: curve } = numbersOf(name);
    return { x, y, algorithm: seq(oid("1.2.840.10045.2.1"), curve) };
  };
  const of = (name: string, hash = "SHA-256") => {
    const { x, y, algorithm } = named(name);
    return cost(
      seq(algorithm, bits(0, 4, ...x, ...y)),
      seq(oid(SIGNATURES[`ECDSA ${hash}`])),
      ONES,
    );
  };
  const library = (octets: number) => Math.round(6000 * (octets / 32) ** 1.7);

  it("is the curve's if every engine supports curve and hash", async () => {
    assert.deepEqual(await of("P-256"), ["engine", 300]);
    assert.deepEqual(await of("P-384"), ["engine", 1500]);
    assert.deepEqual(await of("P-521"), ["engine", 2000]);
    assert.deepEqual(await of("P-256", "SHA-1"), ["engine", 300]);
    assert.deepEqual(await of("P-256", "SHA-224"), ["library", library(32)]);
    assert.deepEqual(await of("P-384", "SHA-1"), ["library", library(48)]);
    assert.deepEqual(await of("secp256k1"), ["library", library(32)]);
  });

  it("is the same for a curve with explicit parameters", async () => {
    for (const [name, time] of [["P-256", 300], ["P-384", 1500], ["P-521", 2000]] as const) {
      const numbers = numbersOf(name);
      const info = seq(writtenOut(numbers), bits(0, 4, ...numbers.x, ...numbers.y));
      assert.deepEqual(await cost(info, seq(oid(SIGNATURES["ECDSA SHA-256"])), ONES), [
        "engine",
        time,
      ]);
    }
  });

  it("includes computing y for a compressed point", async () => {
    const { x, algorithm } = named("P-384");
    const info = seq(algorithm, bits(0, 2, ...x));
    assert.deepEqual(await cost(info, seq(oid(SIGNATURES["ECDSA SHA-256"])), ONES), [
      "engine",
      2 * 1500,
    ]);
  });
});

describe("the cost of signatures by keys of octets", () => {
  const of = (dotted: string, keyOctets: number, octets: number) => {
    const algorithm = seq(oid(dotted));
    const key = new Uint8Array(keyOctets).fill(1);
    const info = seq(algorithm, element(TAG.BIT_STRING, bytes(0), key));
    return cost(info, algorithm, new Uint8Array(octets));
  };

  it("depends on their algorithm", async () => {
    assert.deepEqual(await of("1.3.101.112", 32, 64), ["engine", 100]);
    assert.deepEqual(await of("1.3.101.113", 57, 114), ["library", 10_000]);
    assert.deepEqual(await of("2.16.840.1.101.3.4.3.17", 1312, 2420), ["library", 6_000]);
    assert.deepEqual(await of("2.16.840.1.101.3.4.3.20", 32, 7856), ["library", 25_000]);
  });
});

describe("a key that verifies many signatures", () => {
  it("is imported once for each algorithm, only for verifying, and not extractable", async () => {
    const info = rsaKey();
    const key = keyOf(info);
    const verify = (hash: string) =>
      verifySignature(
        signed(seq(oid(SIGNATURES[`RSA ${hash}`]), NULL), () => new Uint8Array(256)),
        key,
        new Budget(),
      );
    const calls = await asked(async () => {
      for (const hash of ["SHA-256", "SHA-256", "SHA-1", "SHA-256", "SHA-1"]) await verify(hash);
    });
    const rsa = (hash: string) => ({ name: "RSASSA-PKCS1-v1_5", hash });
    assert.deepEqual(calls.map(([format, , ...how]) => [format, ...how]), [
      ["spki", rsa("SHA-256"), false, ["verify"]],
      ["spki", rsa("SHA-1"), false, ["verify"]],
    ]);
  });
});
