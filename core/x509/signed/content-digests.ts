/** Digests of contents by algorithm, each computed once. */
import { type DigestAlgorithm, loadDigest } from "../../../wasm/digest.ts";
import type { Budget } from "../../kernel/context.ts";
import { hashOctets } from "../signatures/hashes.ts";

/** Time to digest an octet in WebAssembly and with the library, in microseconds of a slow core. */
const OCTET_TIME = 0.02;
const LIBRARY_OCTET_TIME = 0.1;
const IN_WASM: ReadonlySet<string> = new Set<DigestAlgorithm>([
  "MD5",
  "SHA-1",
  "SHA-224",
  "SHA-256",
  "SHA-384",
  "SHA-512",
]);

export class ContentDigests {
  readonly #known = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array>>>();

  constructor(private readonly budget: Budget) {}

  /**
   * The digest of the bytes, by the name of its algorithm; null if the algorithm is not supported. Throws
   * `too_complex` if the budget is used up.
   */
  async of(algorithm: string, bytes: Uint8Array): Promise<Uint8Array | null> {
    if (hashOctets(algorithm) === undefined) return null;
    let known = this.#known.get(bytes);
    if (!known) this.#known.set(bytes, known = new Map());
    let digest = known.get(algorithm);
    if (!digest) {
      const time = IN_WASM.has(algorithm) ? OCTET_TIME : LIBRARY_OCTET_TIME;
      this.budget.spend("work", 1 + bytes.length * time);
      known.set(algorithm, digest = compute(algorithm, bytes));
    }
    return await digest;
  }
}

async function compute(algorithm: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (IN_WASM.has(algorithm)) return (await loadDigest(algorithm as DigestAlgorithm))(bytes);
  const { digest } = await import("../signatures/digests.ts");
  return digest(algorithm, bytes);
}
