/**
 * Verifying signatures with WebCrypto.
 *
 * Three outcomes are kept apart: it holds, it does not hold, it cannot be verified here. Engines
 * differ and lie: Deno's verify answers false for a valid P-384 signature over SHA-1 and takes no
 * RSA key over 4096 bits. So what is verified is what rsa.ts and ecdsa.ts list, each line of which has
 * known answers that hold in every engine (tests/fixtures/csr); what is outside is "cannot be
 * verified here" in all of them. Nor are engines asked about keys that are none (tests/fixtures/key-edges):
 * they get every key in one normal form, so what they differ in never reaches them.
 */
import type { Budget } from "../../kernel/context.ts";
import { CURVE_TIME } from "../keys/families/curves.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { planEcdsa } from "./ecdsa.ts";
import { planEd25519 } from "./ed25519.ts";
import { HOLDS, invalidKey, MALFORMED, no, type Plan, unknown, type Verdict } from "./plan.ts";
import { planRsa } from "./rsa.ts";
import type { SignatureScheme } from "./schemes.ts";
import type { Signature, SignedObject } from "./signatures.ts";

const DIFFERS = "THE SIGNATURE DOES NOT FIT THE DATA AND THE KEY";

/** Verifies the object's signature by the key. Counts one signature against the budget. */
export async function verifySignature(
  { tbs, signature }: SignedObject,
  key: SubjectPublicKeyInfo,
  budget: Budget,
): Promise<Verdict> {
  const plan = await planOf(signature, key, budget);
  if ("valid" in plan) return plan;
  budget.spend("signatures");
  budget.spend("work", verifyingTime(key.key));
  try {
    const imported = await crypto.subtle.importKey("spki", plan.spki, plan.key, false, ["verify"]);
    const holds = await crypto.subtle.verify(plan.verify, imported, plan.signature, tbs);
    return holds ? HOLDS : no(DIFFERS);
  } catch {
    // The engine takes such keys, but not this one.
    return unknown("THE PUBLIC KEY IS NOT USABLE");
  }
}

/** Microseconds that a slow core takes to import a key and to verify with it once. */
function verifyingTime({ curve, bits }: SubjectPublicKeyInfo["key"]): number {
  if (curve === null) return 100 + ((bits ?? 0) / 1024) ** 2 * 30;
  return CURVE_TIME.get(curve) ?? 300;
}

/** The families of keys whose signatures are known, and the schemes of each. */
const SCHEMES: ReadonlyMap<string, readonly SignatureScheme["scheme"][]> = new Map([
  ["RSA", ["pkcs1", "pss"]],
  ["RSA-PSS", ["pss"]],
  ["EC", ["ecdsa"]],
  ["Ed25519", ["eddsa"]],
  ["Ed448", ["eddsa"]],
  ["DSA", ["dsa"]],
]);

function planOf(
  signature: Signature,
  key: SubjectPublicKeyInfo,
  budget: Budget,
): Plan | Verdict | Promise<Plan | Verdict> {
  const { scheme } = signature;
  const { algorithm } = key.key;
  const schemes = SCHEMES.get(algorithm);
  if (scheme.scheme === "other") {
    return unknown("THIS SIGNATURE ALGORITHM CANNOT BE VERIFIED HERE");
  }
  if (!schemes) return unknown("A KEY OF THIS ALGORITHM CANNOT BE USED HERE");
  if (
    !schemes.includes(scheme.scheme) || (scheme.scheme === "eddsa" && scheme.name !== algorithm)
  ) return no("THE SIGNATURE ALGORITHM DOES NOT FIT THE KEY");
  if (!signature.whole) return no(MALFORMED);
  if (key.fault !== null) return invalidKey(key.fault);
  switch (algorithm) {
    case "RSA":
    case "RSA-PSS":
      return planRsa(signature, key);
    case "EC":
      return planEcdsa(signature, key, budget);
    case "Ed25519":
      return planEd25519(signature, key);
    default:
      return unknown(`${algorithm} SIGNATURES CANNOT BE VERIFIED HERE`);
  }
}
