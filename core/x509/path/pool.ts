/** The certificates of a path search, by subject and without duplicates. */
import type { Budget } from "../../kernel/context.ts";
import { verifyIssued } from "./issued.ts";
import type { Candidate } from "../constraints/candidate.ts";

/**
 * The certificates of one search. Each signature is verified once and spends from the budget, so every
 * verification may throw `too_complex`.
 */
export class Pool {
  readonly #bySubject: Map<string, Candidate[]>;
  readonly #byId: Map<string, Candidate>;
  readonly #trusted = new Set<string>();
  readonly #anchors = new Set<string>();
  /** Names and keys of the roots that the caller gave, and these certificates themselves. */
  readonly #given = { identities: new Set<string>(), ids: new Set<string>() };
  /** Verified signatures by certificate, then by the issuer's identity. One map would need long keys. */
  readonly #links: Map<Candidate, Map<string, Promise<boolean | null>>>;

  /** @param shared another pool, whose certificates and verified signatures this one uses. */
  constructor(private readonly budget: Budget, shared: Pool | null = null) {
    this.#bySubject = shared === null ? new Map() : shared.#bySubject;
    this.#byId = shared === null ? new Map() : shared.#byId;
    this.#links = shared === null ? new Map() : shared.#links;
  }

  /** A pool of the same certificates, with one of them as the only trust anchor. */
  anchoredAt(anchor: Candidate): Pool {
    const pool = new Pool(this.budget, this);
    if (this.isGivenAnchor(anchor) && !this.isTrusted(anchor)) pool.#addGiven(anchor);
    else pool.#addTrusted(anchor);
    return pool;
  }

  /** Adds a certificate. Returns false if the pool already has the same bytes. */
  add(candidate: Candidate): boolean {
    if (candidate.source === "trust-store") this.#addTrusted(candidate);
    if (candidate.source === "roots") this.#addGiven(candidate);
    if (this.#byId.has(candidate.id)) return false;
    this.#byId.set(candidate.id, candidate);
    const others = this.#bySubject.get(candidate.subjectKey);
    if (others) others.push(candidate);
    else this.#bySubject.set(candidate.subjectKey, [candidate]);
    return true;
  }

  #addTrusted({ identity, id }: Candidate): void {
    this.#trusted.add(identity);
    this.#anchors.add(id);
  }

  #addGiven({ identity, id }: Candidate): void {
    this.#given.identities.add(identity);
    this.#given.ids.add(id);
  }

  /** Certificates whose subject is the candidate's issuer, itself included if it is self-issued. */
  issuersByName(candidate: Candidate): readonly Candidate[] {
    return this.bySubject(candidate.issuerKey);
  }

  /** Certificates with this subject, given as its `nameKey`. */
  bySubject(subjectKey: string): readonly Candidate[] {
    const named = this.#bySubject.get(subjectKey) ?? [];
    // Callers visit each of them, and hostile input has thousands with the same name.
    this.budget.spend("work", named.length);
    return named;
  }

  /** Whether the certificate has the name and key of an anchor of the trust store. */
  isTrusted(candidate: Candidate): boolean {
    return this.#trusted.has(candidate.identity);
  }

  /** Whether it has the name and key of a root that the caller gave (RFC 5280, 6.1.1 (d)). */
  isGivenAnchor(candidate: Candidate): boolean {
    return this.#given.identities.has(candidate.identity);
  }

  /** Whether this certificate itself is a root that the caller gave, so that a path may end at it. */
  isGiven(candidate: Candidate): boolean {
    return this.#given.ids.has(candidate.id);
  }

  get hasGiven(): boolean {
    return this.#given.ids.size > 0;
  }

  /** Whether the issuer's key signed the candidate; null if the signature cannot be verified. */
  isSignedBy(candidate: Candidate, issuer: Candidate): Promise<boolean | null> {
    let links = this.#links.get(candidate);
    if (!links) this.#links.set(candidate, links = new Map());
    let link = links.get(issuer.identity);
    if (!link) {
      const { publicKey } = issuer.certificate;
      link = verifyIssued(candidate.certificate, publicKey, this.budget)
        .then(({ valid }) => valid);
      links.set(issuer.identity, link);
    }
    return link;
  }

  /**
   * Whether every path ends at this certificate: it is an anchor of the trust store, or it signed itself. A
   * self-signature that cannot be verified is accepted, because no trust depends on it.
   */
  async isRoot(candidate: Candidate): Promise<boolean> {
    // A trust anchor needs no issuer.
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

/** Compares the key identifiers of a candidate and an issuer: 0 equal, 1 unknown, 2 different. */
export function identifierFit(candidate: Candidate, issuer: Candidate): number {
  const wanted = candidate.authorityKeyIdentifier;
  const found = issuer.keyIdentifier;
  if (wanted === null || found === null) return 1;
  return wanted === found ? 0 : 2;
}
