/** Ed448 signatures (RFC 8032, 5.2). */
import { NOT_A_POINT } from "../keys/families/curves.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { EDWARDS448_TIME } from "../keys/families/private-numbers.ts";
import { SMALL_ORDER_KEY } from "./ed25519.ts";
import { answered, invalidKey, MALFORMED, no, type Plan, unknown, type Verdict } from "./plan.ts";
import type { Signature } from "./signatures.ts";

/** How to verify the signature, or the verdict where its length is wrong. */
export function planEd448({ bytes }: Signature, key: SubjectPublicKeyInfo): Plan | Verdict {
  if (bytes.length !== 114) return no(MALFORMED);
  return {
    time: EDWARDS448_TIME,
    ask: async (data) => {
      const { verifyEd448 } = await import("../keys/families/edwards448.ts");
      const answer = verifyEd448(data, bytes, key.bytes.subarray(key.keyStart, key.keyEnd));
      if (answer === "not a point") return invalidKey(NOT_A_POINT);
      return answer === "small order" ? unknown(SMALL_ORDER_KEY) : answered(answer);
    },
  };
}
