/**
 * ML-DSA (FIPS 204), which few engines have, by @noble/post-quantum. This module is loaded when such a
 * key is met.
 */
import { ml_dsa44, ml_dsa65, ml_dsa87 } from "@noble/post-quantum/ml-dsa.js";

const SETS = { "ML-DSA-44": ml_dsa44, "ML-DSA-65": ml_dsa65, "ML-DSA-87": ml_dsa87 };

export type MlDsaName = keyof typeof SETS;

/** The algorithm with the parameters of that name: keys from a seed, public parts of private keys. */
export const mlDsa = (name: MlDsaName): typeof ml_dsa44 => SETS[name];
