/** The kinds of keys, other than RSA and ECC, that this browser can generate. */
import { OTHER_KEY_TYPES } from "../../../../core/csr/contract.ts";

/** Tries to generate one key of each kind, which takes a millisecond or two, and discards them. */
export async function otherKeys(): Promise<string[]> {
  const made = await Promise.all(OTHER_KEY_TYPES.map(canMake));
  return OTHER_KEY_TYPES.filter((_, index) => made[index]);
}

async function canMake(name: string): Promise<boolean> {
  try {
    await crypto.subtle.generateKey({ name }, false, ["sign", "verify"]);
    return true;
  } catch (thrown) {
    // WebKitGTK knows Ed25519, but fails for some keys (see core/x509/issuing/signing.ts).
    return (thrown as Error).name === "OperationError";
  }
}
