/** Kinds of keys beside RSA and ECC that this engine makes. */
import { OTHER_KEY_TYPES } from "../../../../core/csr/contract.ts";

/** Finds out by making one of each, which takes a millisecond or two; the keys are dropped. */
export async function otherKeys(): Promise<string[]> {
  const made = await Promise.all(OTHER_KEY_TYPES.map(canMake));
  return OTHER_KEY_TYPES.filter((_, index) => made[index]);
}

async function canMake(name: string): Promise<boolean> {
  try {
    await crypto.subtle.generateKey({ name }, false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}
