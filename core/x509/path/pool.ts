/** The certificates that a path may be made of, found by subject, each once. */
import type { Budget } from "../../kernel/context.ts";
import { verifySignature } from "../signatures/verify.ts";
import type { Candidate } from "../constraints/candidate.ts";

/**
 * The certificates of one search. Each signature is verified once and spent from the budget: asking
 * for one may throw `too_complex`.
 */
export class Pool {
  readonly #bySubject = new Map<string, Candidate[]>();
  readonly #byId = new Map<string, Candidate>();
  readonly #trusted = new Set<string>();
  readonly #anchors = new Set<string>();
  /** By certificate, then by the issuer's identity: joined they would make many long keys. */
  readonly #links = new Map<Candidate, Map<string, Promise<boolean | null>>>();

  constructor(private readonly budget: Budget) {}

  /** Adds a certificate; false when the same bytes are there already. */
  add(candidate: Candidate): boolean {
    if (candidate.source === "trust-store") {
      this.#trusted.add(candidate.identity);
      this.#anchors.add(candidate.id);
    }
    if (this.#byId.has(candidate.id)) return false;
    this.#byId.set(candidate.id, candidate);
    const others = this.#bySubject.get(candidate.subjectKey);
    if (others) others.push(candidate);
    else this.#bySubject.set(candidate.subjectKey, [candidate]);
    return true;
  }

  /** Certificates whose subject is the candidate's issuer, itself included if it is self-issued. */
  issuersByName(candidate: Candidate): readonly Candidate[] {
    const named = this.#bySubject.get(candidate.issuerKey) ?? [];
    // Callers look at each of them, and hostile input has thousands of one name.
    this.budget.spend("work", named.length);
    return named;
  }

  /** Whether name and key are those of a trust anchor. */
  isTrusted(candidate: Candidate): boolean {
    return this.#trusted.has(candidate.identity);
  }

  /** Whether the issuer's key signed the candidate; null when that cannot be verified here. */
  isSignedBy(candidate: Candidate, issuer: Candidate): Promise<boolean | null> {
    let links = this.#links.get(candidate);
    if (!links) this.#links.set(candidate, links = new Map());
    let link = links.get(issuer.identity);
    if (!link) {
      const { publicKey } = issuer.certificate;
      link = verifySignature(candidate.certificate, publicKey, this.budget)
        .then(({ valid }) => valid);
      links.set(issuer.identity, link);
    }
    return link;
  }

  /**
   * Whether a path ends here: at a trust anchor, or at a certificate that signed itself. A
   * self-signature that cannot be verified here is believed, since nothing rests on it.
   */
  async isRoot(candidate: Candidate): Promise<boolean> {
    // A trust anchor is trusted as it is and needs no issuer.
    if (this.#anchors.has(candidate.id)) return true;
    if (!candidate.isSelfIssued) return false;
    const { authorityKeyIdentifier, keyIdentifier } = candidate;
    if (
      authorityKeyIdentifier !== null && keyIdentifier !== null &&
      authorityKeyIdentifier !== keyIdentifier
    ) return false;
    return await this.isSignedBy(candidate, candidate) !== false;
  }
}

/** How well an issuer's key identifier fits: 0 the same, 1 unknown, 2 another. */
export function identifierFit(candidate: Candidate, issuer: Candidate): number {
  const wanted = candidate.authorityKeyIdentifier;
  const found = issuer.keyIdentifier;
  if (wanted === null || found === null) return 1;
  return wanted === found ? 0 : 2;
}
