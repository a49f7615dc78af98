/** Curves with explicit parameters, and keys that are compared by their numbers. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { Der, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../core/x509/asn1/der-write.ts";
import {
  type ComparableKey,
  compareKeys,
  type KeyNumbers,
} from "../../../core/x509/keys/key-comparison.ts";
import { EXPLICIT_CURVE, explicitCurve } from "../../../core/x509/keys/families/curves.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { ownFindings } from "../../../core/x509/rules/catalogue.ts";
import { bits, type Bytes, bytes, hex, octets, oid, seq } from "./rules/der.ts";
import { leaf } from "./rules/maker.ts";

/** SEC 2, 2.4.2: its base point has an odd y. */
const P256 = {
  p: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
  a: "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
  b: "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
  x: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
  y: "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
  n: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
};
/** SEC 2, 2.4.1: its base point has an even y. */
const SECP256K1 = {
  p: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
  a: "00",
  b: "07",
  x: "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
  y: "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
  n: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
};

const number = (digits: string): Bytes => element(TAG.INTEGER, bytes(0, ...hex(digits)));

/** ECParameters (RFC 3279, 2.3.5) with this base point. */
function parameters({ p, a, b, n }: typeof P256, base: string): Bytes {
  const field = seq(oid("1.2.840.10045.1.1"), number(p));
  const curve = seq(octets(hex(a)), octets(hex(b)));
  return seq(integer(1), field, curve, octets(hex(base)), number(n), integer(1));
}

describe("curves with explicit parameters", () => {
  const nameOf = (curve: typeof P256, base: string) => {
    const info = parameters(curve, base);
    return explicitCurve(new Der(info, new Budget()), 0, info.length)?.name;
  };

  it("are recognized by all of their numbers", () => {
    assert.equal(nameOf(P256, `04${P256.x}${P256.y}`), "P-256");
    assert.equal(nameOf(SECP256K1, `04${SECP256K1.x}${SECP256K1.y}`), "secp256k1");
    for (const name of ["p", "a", "b", "n"] as const) {
      const other = { ...P256, [name]: P256[name].replace(/.$/, "9") };
      assert.equal(nameOf(other, `04${P256.x}${P256.y}`), undefined, name);
    }
    const field = seq(oid("1.2.840.10045.1.2"), octets(hex(P256.p)));
    const binary = seq(integer(1), field);
    assert.equal(explicitCurve(new Der(binary, new Budget()), 0, binary.length), undefined);
    const malformed = Uint8Array.of(0x30, 2, 5, 0);
    assert.equal(explicitCurve(new Der(malformed, new Budget()), 0, malformed.length), undefined);
    // Parameters that were not read are not unknown.
    assert.throws(
      () => explicitCurve(new Der(binary, new Budget({ nodes: 0 })), 0, binary.length),
      { code: "too_complex" },
    );
  });

  it("are reported with the violated rule", () => {
    const said = (info: Bytes) => {
      const key = seq(seq(oid("1.2.840.10045.2.1"), info), bits(0, 4, ...hex(P256.x + P256.y)));
      const candidate = new Candidate(leaf({ key }), "input", 0);
      const inputs = { now: 0, reference: null, purpose: null, budget: new Budget() };
      return ownFindings(candidate, "leaf", 0, inputs)
        .flatMap(({ code, message }) => code === "key_algorithm_not_allowed" ? message : []);
    };
    const WRONG = "with explicit parameters, where the curve has to be named.";
    const base = `04${P256.x}${P256.y}`;
    assert.deepEqual(said(parameters(P256, base)), [`Its key is on P-256 ${WRONG}`]);
    const other = parameters({ ...P256, b: P256.a }, base);
    assert.deepEqual(said(other), [`Its key is on an unknown curve ${WRONG}`]);
  });

  it("have a base point in any of its forms (SEC 1, 2.3.3; X9.62, 4.3.6)", () => {
    for (const [curve, name, sign] of [[P256, "P-256", 1], [SECP256K1, "secp256k1", 0]] as const) {
      const { x, y } = curve;
      assert.equal(nameOf(curve, `0${2 + sign}${x}`), name);
      assert.equal(nameOf(curve, `0${6 + sign}${x}${y}`), name);
      assert.equal(nameOf(curve, `0${3 - sign}${x}`), undefined);
      for (const first of ["02", "03"]) {
        assert.equal(nameOf(curve, `${first}${x}${y}`), undefined);
        assert.equal(nameOf(curve, `${first}${x}00`), undefined);
      }
      assert.equal(nameOf(curve, `04${x}`), undefined);
      assert.equal(nameOf(curve, `04${x}${y}00`), undefined);
      assert.equal(nameOf(curve, `04${x}${y.slice(2)}`), undefined);
      assert.equal(nameOf(curve, `04${x}${y.replace(/.$/, "9")}`), undefined);
      assert.equal(nameOf(curve, `04${x.replace(/.$/, "9")}${y}`), undefined);
      assert.equal(nameOf(curve, `0${2 + sign}${x.slice(2)}`), undefined);
      assert.equal(nameOf(curve, ""), undefined);
    }
  });
});

describe("comparing keys", () => {
  const of = (
    numbers: KeyNumbers | null,
    algorithm: string,
    bits: number | null = null,
    curve: string | null = null,
  ): ComparableKey => ({ key: { algorithm, bits, curve }, numbers });
  const compare = (a: ComparableKey, b: ComparableKey) => compareKeys(a, b);
  const same = { equal: true, difference: null };

  const difference = { code: "curve_by_parameters" };
  const point = (points: Bytes, parameters: Bytes | null, curve = EXPLICIT_CURVE) =>
    of({ kind: "point", point: points, parameters }, "EC", null, curve);

  it("compares the parameters of an unknown curve first", () => {
    const ours = point(bytes(4, 1, 2), bytes(1));
    assert.deepEqual(compare(point(bytes(4, 1, 2), bytes(1)), ours), same);
    assert.equal(compare(point(bytes(4, 1, 3), bytes(1)), ours).equal, false);
    assert.deepEqual(compare(point(bytes(4, 1, 2), bytes(2)), ours), {
      equal: null,
      difference,
    });
    assert.deepEqual(compare(point(bytes(4, 1, 2), null), ours), same);
    assert.deepEqual(compare(point(bytes(4, 1, 2), null), point(bytes(4, 1, 2), bytes(1))), same);
    // Compressed, as the length of the shorter one shows.
    assert.deepEqual(compare(point(bytes(3, 1), bytes(1)), point(bytes(4, 1, 5), bytes(1))), same);
    assert.deepEqual(compare(point(bytes(4, 1, 4), bytes(1)), point(bytes(2, 1), bytes(1))), same);
    assert.equal(
      compare(point(bytes(2, 1), bytes(1)), point(bytes(4, 1, 5), bytes(1))).equal,
      false,
    );
    assert.equal(
      compare(point(bytes(3, 2), bytes(1)), point(bytes(4, 1, 5), bytes(1))).equal,
      false,
    );
    const long = point(bytes(4, 1, 5, 5), bytes(1));
    assert.equal(compare(point(bytes(3, 1), bytes(1)), long).equal, false);
  });

  it("gives no result for a named curve and unknown explicit parameters", () => {
    const named = point(bytes(4, 1, 2), null, "P-256");
    const explicit = point(bytes(4, 1, 2), bytes(1));
    assert.deepEqual(compare(named, explicit), { equal: null, difference });
    assert.deepEqual(compare(explicit, named), { equal: null, difference });
    assert.deepEqual(compare(named, point(bytes(4, 1, 2), null, "P-384")), {
      equal: false,
      difference: {
        code: "other_type",
        theirs: { algorithm: "EC", bits: null, curve: "P-256" },
        ours: { algorithm: "EC", bits: null, curve: "P-384" },
      },
    });
  });

  const rsa = (algorithm: string, modulus = 15, exponent = 3, bits = 4) =>
    of({ kind: "rsa", modulus: bytes(modulus), exponent: bytes(exponent) }, algorithm, bits);

  it("compares both numbers of RSA keys, and distinguishes RSA from RSA-PSS", () => {
    assert.deepEqual(compare(rsa("RSA"), rsa("RSA")), same);
    assert.equal(compare(rsa("RSA", 13), rsa("RSA")).equal, false);
    assert.equal(compare(rsa("RSA", 15, 5), rsa("RSA")).equal, false);
    assert.equal(compare(rsa("RSA-PSS"), rsa("RSA")).difference!.code, "other_restriction");
    assert.equal(compare(rsa("RSA-PSS"), rsa("RSA")).equal, false);
    assert.equal(compare(rsa("RSA", 15, 3, 5), rsa("RSA")).difference!.code, "other_type");
    assert.equal(
      compare({ ...rsa("RSA"), key: { ...rsa("RSA").key, bits: null } }, rsa("RSA")).equal,
      true,
    );
    const dsa = of({ kind: "octets", octets: bytes(15) }, "DSA", 4);
    for (const [a, b] of [[rsa("RSA"), dsa], [dsa, rsa("RSA")]]) {
      assert.equal(compare(a, b).difference!.code, "other_type");
    }
  });

  it("compares octets unchanged, and reports a missing part", () => {
    const key = (...content: number[]) => of({ kind: "octets", octets: bytes(...content) }, "X448");
    const none = of(null, "X448");
    assert.deepEqual(compare(key(1, 2), key(1, 2)), same);
    assert.equal(compare(key(1, 2), key(1, 3)).equal, false);
    assert.deepEqual(compare(none, key(1)), {
      equal: null,
      difference: { code: "key_unreadable" },
    });
    assert.equal(compare(key(1), none).equal, null);
    assert.equal(compare(key(1), none).difference!.code, "public_part_missing");
    assert.deepEqual(compare({ ...none, fault: "It is even" }, key(1)), {
      equal: false,
      difference: { code: "key_invalid", fault: "It is even" },
    });
    const mixed = of({ kind: "point", point: bytes(1, 2), parameters: null }, "X448");
    assert.equal(compare(mixed, key(1, 2)).equal, false);
    assert.equal(compare(key(1, 2), mixed).equal, false);
  });
});
