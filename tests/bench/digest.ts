/** Digests in WebAssembly, beside the platform's: short inputs are where a call's own cost shows. */
import { createHash } from "node:crypto";
import forge from "node-forge";
import { loadDigest } from "../../wasm/digest.ts";
import type { Bench, Section } from "./harness.ts";

const sha256 = await loadDigest("SHA-256");
const sha1 = await loadDigest("SHA-1");

function ofSize(name: string, bytes: number): Bench {
  const input = crypto.getRandomValues(new Uint8Array(bytes));
  const binary = String.fromCharCode(...input);
  return {
    name: `SHA-256 of ${name}`,
    ours: { name: "ours (hash-wasm)", run: () => sha256(input) },
    peers: [
      { name: "WebCrypto", run: () => crypto.subtle.digest("SHA-256", input) },
      { name: "node:crypto", run: () => createHash("sha256").update(input).digest() },
      { name: "node-forge", run: () => forge.md.sha256.create().update(binary).digest().bytes() },
    ],
  };
}

const certificate = crypto.getRandomValues(new Uint8Array(1000));

const benches: Bench[] = [
  ofSize("1 kB", 1000),
  ofSize("60 kB", 60_000),
  {
    name: "Both fingerprints of 1 kB (SHA-1 and SHA-256)",
    ours: {
      name: "ours (hash-wasm)",
      run: () => [sha1(certificate), sha256(certificate)],
    },
    peers: [
      {
        name: "WebCrypto",
        run: () =>
          Promise.all([
            crypto.subtle.digest("SHA-1", certificate),
            crypto.subtle.digest("SHA-256", certificate),
          ]),
      },
    ],
  },
];

export const section: Section = {
  title: "Digests",
  benches,
  remarks: () => [
    "Where node:crypto and WebCrypto are ahead, nobody waits: fingerprints are of certificates of 1 to " +
    "2 kB, and one of 60 kB takes less than a millisecond. WebCrypto answers later, not at once, and a " +
    "browser has no node:crypto.",
  ],
};
