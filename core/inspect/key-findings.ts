/**
 * Finds weak RSA keys: keys with weak numbers, and keys that share a prime with another one. The search for shared
 * primes takes longer than all other checks, so another worker can run it at the same time.
 */
import { bitCount, withCommas } from "../kernel/formatting.ts";
import type { Budget } from "../kernel/context.ts";
import { isOperationError } from "../kernel/errors.ts";
import { numberOf, toHex } from "../x509/asn1/hex.ts";
import { type RsaWeakness, rsaWeaknesses } from "../x509/keys/families/rsa-weaknesses.ts";
import {
  batchTime,
  gcdTime,
  MAX_BATCH_BITS,
  ProductTree,
} from "../x509/keys/families/shared-factors.ts";
import type { InspectedFinding } from "./contract.ts";
import type { InspectedObject } from "./objects.ts";
import { MIN_RSA_BITS } from "../x509/rules/keys.ts";
import { ruleFinding } from "./rule-finding.ts";

/** Keys with a longer modulus are not examined, because none is in use. */
const MAX_MODULUS_BITS = 16_384;

/** One RSA key and every object that has it. */
export interface RsaKeyHolders {
  modulus: bigint;
  exponent: bigint;
  bits: number;
  ids: number[];
}

/** The moduli that are compared with each other. */
export interface Batch {
  moduli: bigint[];
  /** The ids of the objects with each modulus. */
  ids: number[][];
  /** The number of keys that were left out. */
  left: number;
}

/** Returns, for each modulus, whether it shares a prime with another one. `tree` may already have the first moduli. */
export function findShared(moduli: readonly bigint[], tree = new ProductTree()): boolean[] {
  tree.add(moduli.slice(tree.size));
  return tree.factors().map((factor) => factor !== null);
}

/** Selects as many keys as MAX_BATCH_BITS and the budget allow, and spends the cost of comparing them. */
export function batchOf(keys: readonly RsaKeyHolders[], budget: Budget): Batch {
  const distinct = new Map<bigint, number[]>();
  let bits = 0;
  let dividing = 0;
  let left = 0;
  const room = budget.left("work");
  for (const key of keys) {
    const ids = distinct.get(key.modulus);
    if (ids) { for (const id of key.ids) ids.push(id); }
    else if (
      bits + key.bits > MAX_BATCH_BITS ||
      batchTime(bits + key.bits) + dividing + gcdTime(key.bits) > room
    ) left++;
    else {
      bits += key.bits;
      dividing += gcdTime(key.bits);
      distinct.set(key.modulus, [...key.ids]);
    }
  }
  const batch = { moduli: [...distinct.keys()], ids: [...distinct.values()], left };
  if (batch.moduli.length > 1) budget.spend("work", batchTime(bits) + dividing);
  return batch;
}

/** Adds the weaknesses of each key. `notes` receives the number of keys that were not searched. */
export function addWeaknesses(
  keys: readonly RsaKeyHolders[],
  objects: readonly InspectedObject[],
  add: (id: number, found: InspectedFinding) => void,
  notes: string[],
  budget: Budget,
): void {
  const kinds = new Map(objects.map(({ id, kind }) => [id, kind]));
  let unread = 0;
  for (const { modulus, exponent, bits, ids } of keys) {
    let found: InspectedFinding[] = [];
    try {
      found = rsaWeaknesses(modulus, exponent, bits, budget).map(weaknessFinding);
    } catch (thrown) {
      if (!isOperationError(thrown)) throw thrown;
      unread++;
    }
    for (const id of ids) for (const one of found) add(id, one);
    for (const id of ids) {
      // For certificates, weak_key is checked together with the other rules.
      if (bits < 2048 && kinds.get(id) !== "certificate") {
        const isRefused = bits < MIN_RSA_BITS;
        const most = isRefused ? MIN_RSA_BITS : 2048;
        const message = `Its RSA key has ${bitCount(bits)}; at least ${most} are required.`;
        add(
          id,
          isRefused
            ? ruleFinding("key_too_small", message)
            // Public CAs refuse the CSR. A key by itself may be for a private one.
            : ruleFinding("weak_key", message, kinds.get(id) === "request" ? "error" : "warning"),
        );
      }
    }
  }
  if (unread > 0) {
    notes.push(`${keysWere(unread)} not searched for known weaknesses`);
  }
}

/** Adds a finding to each key of the batch that shares a prime. */
export function addShared(
  { ids, left }: Batch,
  shared: readonly boolean[],
  add: (id: number, found: InspectedFinding) => void,
  notes: string[],
): void {
  if (left > 0) {
    notes.push(`${keysWere(left)} not compared with the others for shared primes`);
  }
  for (const [index, isShared] of shared.entries()) {
    if (!isShared) continue;
    for (const id of ids[index]) {
      const message =
        "Its RSA key shares a prime with another of these keys: both private keys can be computed.";
      add(id, ruleFinding("shared_factor", message));
    }
  }
}

const keysWere = (count: number): string =>
  count === 1 ? "1 RSA key was" : `${withCommas(count)} RSA keys were`;

/** The RSA keys among the objects, each once. */
export function rsaKeys(objects: readonly InspectedObject[]): RsaKeyHolders[] {
  const keys = new Map<string, RsaKeyHolders>();
  for (const object of objects) {
    if (!("key" in object) || object.key?.numbers?.kind !== "rsa") continue;
    const { numbers } = object.key;
    if (numbers.modulus.length * 8 > MAX_MODULUS_BITS || numbers.exponent.length > 256) continue;
    const text = `${toHex(numbers.modulus)} ${toHex(numbers.exponent)}`;
    const known = keys.get(text);
    if (known) {
      known.ids.push(object.id);
      continue;
    }
    const modulus = numberOf(numbers.modulus);
    if (modulus < 2n) continue;
    const exponent = numberOf(numbers.exponent);
    const bits = object.key.key.bits ?? numbers.modulus.length * 8;
    keys.set(text, { modulus, exponent, bits, ids: [object.id] });
  }
  return [...keys.values()];
}

const WEAKNESSES: Readonly<Record<RsaWeakness, string>> = {
  modulus_even: "Its RSA modulus is even: it is not an RSA key.",
  small_factor: "Its RSA modulus has a small factor: the private key can be computed.",
  roca: "Its RSA key has the mark of ROCA: the private key can be computed.",
  close_primes: "The primes of its RSA key are too close: Fermat's method finds them in 100 steps.",
  exponent_one: "Its public exponent is 1: the key neither encrypts nor signs anything.",
  exponent_even: "Its public exponent is even: it is not an RSA key.",
  exponent_small: "Its public exponent is smaller than 65537.",
};

function weaknessFinding(weakness: RsaWeakness): InspectedFinding {
  return ruleFinding(weakness, WEAKNESSES[weakness]);
}
