/** Digests in WebAssembly beside the platform's. */
import { loadDigest } from "../../wasm/digest.ts";
import type { Bench } from "./harness.ts";

const kilobyte = crypto.getRandomValues(new Uint8Array(1000));
const sha256 = await loadDigest("SHA-256");

export const benches: Bench[] = [
  {
    name: "SHA-256 of 1 kB",
    ours: { name: "ours (hash-wasm)", run: () => sha256(kilobyte) },
    peers: [{ name: "WebCrypto", run: () => crypto.subtle.digest("SHA-256", kilobyte) }],
  },
];
