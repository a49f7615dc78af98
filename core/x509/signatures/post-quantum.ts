/** ML-DSA (RFC 9881) and SLH-DSA (RFC 9909) signatures with an empty context. */
import type { MlDsaName } from "../keys/families/ml-dsa.ts";
import { mlDsaTime, slhDsaTime } from "../keys/families/private-numbers.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { MALFORMED, no, type Plan, type Verdict, verdictOf } from "./plan.ts";
import type { Signature } from "./signatures.ts";

/** Octets of a signature (FIPS 204, table 2). */
const ML_DSA_OCTETS: ReadonlyMap<string, number> = new Map([
  ["ML-DSA-44", 2420],
  ["ML-DSA-65", 3309],
  ["ML-DSA-87", 4627],
]);

/** Plans the verification, or returns the verdict if the signature has a wrong length. */
export function planMlDsa({ bytes }: Signature, key: SubjectPublicKeyInfo): Plan | Verdict {
  const { algorithm } = key.key;
  if (bytes.length !== ML_DSA_OCTETS.get(algorithm)) return no(MALFORMED);
  return {
    time: mlDsaTime(algorithm),
    run: async (data) => {
      const { mlDsa } = await import("../keys/families/ml-dsa.ts");
      return verdictOf(mlDsa(algorithm as MlDsaName).verify(bytes, data, octetsOf(key)));
    },
  };
}

/** Octets of a signature (FIPS 205, table 2), by security strength and variant. */
const SLH_DSA_OCTETS: ReadonlyMap<string, number> = new Map([
  ["128s", 7_856],
  ["128f", 17_088],
  ["192s", 16_224],
  ["192f", 35_664],
  ["256s", 29_792],
  ["256f", 49_856],
]);

/** Like `planMlDsa`. */
export function planSlhDsa({ bytes }: Signature, key: SubjectPublicKeyInfo): Plan | Verdict {
  const { algorithm } = key.key;
  if (bytes.length !== SLH_DSA_OCTETS.get(/\d{3}[sf]/.exec(algorithm)![0])) return no(MALFORMED);
  return {
    time: slhDsaTime(algorithm),
    run: async (data) => {
      const { slhDsa } = await import("../keys/families/slh-dsa.ts");
      return verdictOf(slhDsa(algorithm).verify(bytes, data, octetsOf(key)));
    },
  };
}

const octetsOf = ({ bytes, keyStart, keyEnd }: SubjectPublicKeyInfo): Uint8Array =>
  bytes.subarray(keyStart, keyEnd);
