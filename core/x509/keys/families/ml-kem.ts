/**
 * ML-KEM (FIPS 203) by @noble/post-quantum, because no browser's WebCrypto has it. Loaded when such a
 * private key is found.
 */
import { ml_kem1024, ml_kem512, ml_kem768 } from "@noble/post-quantum/ml-kem.js";

const SETS = { "ML-KEM-512": ml_kem512, "ML-KEM-768": ml_kem768, "ML-KEM-1024": ml_kem1024 };

export type MlKemName = keyof typeof SETS;

/** The algorithm with this parameter set. */
export const mlKem = (name: MlKemName): typeof ml_kem512 => SETS[name];
