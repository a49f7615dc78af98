/**
 * ML-KEM (FIPS 203), which no browser's WebCrypto has, by @noble/post-quantum. This module is loaded
 * when such a private key is met.
 */
import { ml_kem1024, ml_kem512, ml_kem768 } from "@noble/post-quantum/ml-kem.js";

const SETS = { "ML-KEM-512": ml_kem512, "ML-KEM-768": ml_kem768, "ML-KEM-1024": ml_kem1024 };

export type MlKemName = keyof typeof SETS;

/** The algorithm with the parameters of that name. */
export const mlKem = (name: MlKemName): typeof ml_kem512 => SETS[name];
