/**
 * Verifies signatures, with WebCrypto if every engine supports the algorithm.
 *
 * There are three results: valid, invalid, and cannot be verified. Engines differ, and some return false
 * for unsupported input: Deno does so for a valid P-384 signature with SHA-1, and supports no RSA key over
 * 4096 bits. WebCrypto is therefore used only for the algorithms in rsa.ts, ecdsa.ts and eddsa.ts, for
 * which known answers hold in every engine (tests/fixtures/csr). For the others, maintained libraries are
 * used in every engine. Invalid keys are never given to an engine (tests/fixtures/key-edges), and valid
 * ones only in one normal form, on which engines agree.
 */
import type { Budget } from "../../kernel/context.ts";
import { OCTET_KEYS } from "../keys/key-algorithms.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { planEcdsa } from "./ecdsa.ts";
import { planEd25519, planEd448 } from "./eddsa.ts";
import {
  type EnginePlan,
  invalidKey,
  MALFORMED,
  no,
  obsolete,
  type Plan,
  unknown,
  type Verdict,
  verdictOf,
} from "./plan.ts";
import { planMlDsa, planSlhDsa } from "./post-quantum.ts";
import { planRsa } from "./rsa.ts";
import type { Signature, SignatureScheme, SignedObject } from "./signatures.ts";

/** Time of the libraries to read an octet of the data, in microseconds of a slow core. */
const OCTET_TIME = 0.1;

/**
 * Verifies the object's signature with this key. Charges the budget if an engine or a library has to verify
 * it. Throws OperationError `too_complex` if the budget is used up.
 *
 * @param isKnown whether this key has made this signature, as an earlier call has found. It is not computed
 *   again, but it is charged
 */
export async function verifySignature(
  { tbs, signature }: SignedObject,
  key: SubjectPublicKeyInfo,
  budget: Budget,
  isKnown = false,
): Promise<Verdict> {
  const plan = await planOf(signature, key, budget);
  if ("valid" in plan) return plan;
  budget.spend("signatures");
  if ("run" in plan) {
    budget.spend("work", plan.time + tbs.length * OCTET_TIME);
    return isKnown ? verdictOf(true) : await plan.run(tbs);
  }
  budget.spend("work", plan.time);
  if (isKnown) return verdictOf(true);
  try {
    const imported = await importOnce(key, plan);
    return verdictOf(await crypto.subtle.verify(plan.verify, imported, plan.signature, tbs));
  } catch {
    // The engine supports the algorithm, but rejects this key.
    return unknown("The public key cannot be used");
  }
}

/** Imported keys by algorithm. They are kept, because one issuer may sign thousands of certificates. */
const importedKeys = new WeakMap<SubjectPublicKeyInfo, Map<string, Promise<CryptoKey>>>();

function importOnce(key: SubjectPublicKeyInfo, plan: EnginePlan): Promise<CryptoKey> {
  let known = importedKeys.get(key);
  if (!known) importedKeys.set(key, known = new Map());
  const use = JSON.stringify(plan.key);
  let imported = known.get(use);
  if (!imported) {
    imported = crypto.subtle.importKey("spki", plan.spki(), plan.key, false, ["verify"]);
    known.set(use, imported);
  }
  return imported;
}

type Scheme = SignatureScheme["scheme"];

/** Signature schemes per key type. For other keys, the scheme has the name of the key type. */
const SCHEMES: ReadonlyMap<string, readonly Scheme[]> = new Map<string, readonly Scheme[]>([
  ["RSA", ["pkcs1", "pss"]],
  ["RSA-PSS", ["pss"]],
  ["EC", ["ecdsa"]],
  ["DSA", ["dsa"]],
  ...[...OCTET_KEYS.values()].map(({ name }) => [name, []] as const),
]);

/** Whether the scheme fits a key of this algorithm; undefined if the algorithm is unknown. */
const fitsKey = ({ scheme, name }: SignatureScheme, algorithm: string): boolean | undefined =>
  name === algorithm || SCHEMES.get(algorithm)?.includes(scheme);

function planOf(
  signature: Signature,
  key: SubjectPublicKeyInfo,
  budget: Budget,
): Plan | Verdict | Promise<Plan | Verdict> {
  const { scheme } = signature;
  const { algorithm } = key.key;
  if (scheme.scheme === "other") {
    return unknown("This tool cannot verify this signature algorithm");
  }
  const fits = fitsKey(scheme, algorithm);
  if (fits === undefined) return unknown("This tool cannot use keys with this algorithm");
  if (!fits) return no("The signature algorithm does not match the key");
  if (!signature.whole) return no(MALFORMED);
  if (key.fault !== null) return invalidKey(key.fault);
  switch (scheme.scheme) {
    case "pkcs1":
    case "pss":
      return planRsa(signature, key);
    case "ecdsa":
      return planEcdsa(signature, key, budget);
    case "eddsa":
      return algorithm === "Ed25519" ? planEd25519(signature, key) : planEd448(signature, key);
    case "ml-dsa":
      return planMlDsa(signature, key);
    case "slh-dsa":
      return planSlhDsa(signature, key);
    case "dsa":
      return unknown(obsolete("DSA"));
    case "composite":
      return unknown("Composite signatures are still a draft, and this tool does not verify them");
  }
}
