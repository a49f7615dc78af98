/** SubjectPublicKeyInfo (RFC 5280, 4.1.2.7) of a private key. */
import type { Budget } from "../../../kernel/context.ts";
import { TAG } from "../../asn1/der.ts";
import { element } from "../../asn1/der-write.ts";
import { encodeRsaPublicKey } from "../families/rsa-public-keys.ts";
import type { PrivateKey } from "../private-keys.ts";
import { privateParts } from "./private-parts.ts";
import { noSuchForm } from "./unsupported.ts";

/**
 * The public part in DER under the key's own AlgorithmIdentifier. Throws OperationError
 * `unsupported` where the public part is not known here: of DSA, and of algorithms that are only named.
 */
export function publicKeyInfo(key: PrivateKey, budget: Budget): Uint8Array<ArrayBuffer> {
  const { algorithm } = privateParts(key, budget);
  const bits = publicBits(key);
  return element(TAG.SEQUENCE, algorithm, element(TAG.BIT_STRING, Uint8Array.of(0), bits));
}

function publicBits({ publicKey: { key, numbers } }: PrivateKey): Uint8Array {
  if (numbers?.kind === "rsa") return encodeRsaPublicKey(numbers);
  if (numbers?.kind === "point") return numbers.point;
  if (numbers?.kind === "octets" && key.algorithm !== "DSA") return numbers.octets;
  throw noSuchForm(key, "A PUBLIC KEY");
}
