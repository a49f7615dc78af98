/**
 * ML-DSA (FIPS 204) by @noble/post-quantum, because few engines have it. Loaded when such a key is found.
 */
import { ml_dsa44, ml_dsa65, ml_dsa87 } from "@noble/post-quantum/ml-dsa.js";

const SETS = { "ML-DSA-44": ml_dsa44, "ML-DSA-65": ml_dsa65, "ML-DSA-87": ml_dsa87 };

export type MlDsaName = keyof typeof SETS;

/** The algorithm with this parameter set. */
export const mlDsa = (name: MlDsaName): typeof ml_dsa44 => SETS[name];
