/** The roots of a trust store as the path search sees them. */
import { Candidate } from "../constraints/candidate.ts";
import type { TrustStore } from "./trust-store.ts";

let kept: { store: TrustStore; candidates: Candidate[] } | undefined;

/** One candidate for each root, made on first use and kept until another store is asked for. */
export function anchorsOf(store: TrustStore): readonly Candidate[] {
  if (kept?.store !== store) {
    const candidates = store.certificates.map((root) => new Candidate(root, "trust-store", null));
    kept = { store, candidates };
  }
  return kept.candidates;
}
