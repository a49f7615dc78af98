/**
 * Finds the signer of a CRL that the issuer of the certificate in question did not sign: a newer or older
 * key of the issuer, a key for CRLs only, or the issuer of an indirect CRL (RFC 5280, 6.3.3 (f) and (g)).
 * The certificate of that key must have a valid path to the same trust anchor, must not be revoked, and
 * its key usage must allow cRLSign.
 *
 * Whether it is revoked may depend on a CRL of a third signer, and so on. The search stops three
 * certificates deep, so it ends even if signers have CRLs for each other.
 */
import type { Candidate } from "../constraints/candidate.ts";
import type { Crl } from "../revocation/crl.ts";
import { type RevocationMaterial, revocationOf } from "../revocation/material.ts";
import type { CrlSigner, RevocationVerdict } from "../revocation/verdict.ts";
import type { PathInputs } from "../rules/rule.ts";
import { provenPath } from "./build.ts";
import type { Pool } from "./pool.ts";

/** The certificate in question, and the certificates above it up to the trust anchor. */
interface Question {
  readonly certificate: Candidate;
  readonly above: readonly Candidate[];
}

const MAX_DEPTH = 3;

const WHO = "The certificate of the key that signed the CRL";
const NOT_KNOWN = "The CRL is signed with another key than the certificate. " +
  "We could not check whether the certificate of that key is revoked";

/** The signers of CRLs among the certificates of a pool, for one trust anchor. */
export class CrlSigners {
  readonly #pool: Pool;
  readonly #inputs: PathInputs;
  readonly #paths = new Map<Candidate, Promise<readonly Candidate[] | null>>();

  constructor(
    pool: Pool,
    readonly anchor: Candidate,
    private readonly material: RevocationMaterial,
    inputs: PathInputs,
  ) {
    this.#pool = pool.anchoredAt(anchor);
    // Host name, purpose and required policies are demands on the end entity, not on a signer of CRLs.
    this.#inputs = { ...inputs, reference: null, purpose: null, policies: undefined };
  }

  /** The signer of a CRL that `above[0]` did not sign; null if no certificate of the pool signed it. */
  find(crl: Crl, { certificate, above }: Question): Promise<CrlSigner | null> {
    return this.#find(crl, above, [certificate]);
  }

  /** `asked`: the certificates in question. The status of each depends on the status of the next. */
  async #find(
    crl: Crl,
    above: readonly Candidate[],
    asked: readonly Candidate[],
  ): Promise<CrlSigner | null> {
    const { budget } = this.#inputs;
    let best: CrlSigner | null = null;
    for (const candidate of this.#pool.bySubject(crl.issuerKey)) {
      if (asked.length === 1 && candidate === above[0] || !mayFit(crl, candidate)) continue;
      const { valid } = await crl.verify(candidate.certificate.publicKey, budget);
      if (valid !== true) continue;
      const signer = await this.#judge(candidate, above, asked);
      if (rankOf(signer) === 0) return signer;
      if (best === null || rankOf(signer) < rankOf(best)) best = signer;
    }
    return best;
  }

  async #judge(
    signer: Candidate,
    above: readonly Candidate[],
    asked: readonly Candidate[],
  ): Promise<CrlSigner> {
    const accepted = { problem: null, note: null, isInQuestion: false };
    if (signer.keyUsage?.includes("cRLSign") === false) {
      return { problem: `${WHO} is not allowed to sign CRLs` };
    }
    if (above.includes(signer)) return accepted;
    const path = await this.#pathOf(signer);
    if (path === null) return { problem: `${WHO} has no valid path to the same root` };
    // A signer whose path contains a certificate in question is in question too.
    if (path.some((member) => asked.includes(member))) return { ...accepted, isInQuestion: true };
    let note: string | null = null;
    for (const [index, member] of path.slice(0, -1).entries()) {
      if (above.includes(member)) continue;
      const verdict = asked.length > MAX_DEPTH
        ? null
        : await this.#verdictOf(member, path[index + 1], above, asked);
      if (verdict?.status === "revoked") return { problem: `${WHO} is revoked` };
      if (verdict?.status !== "good" || verdict.note !== null) note = NOT_KNOWN;
    }
    return { ...accepted, note };
  }

  #pathOf(signer: Candidate): Promise<readonly Candidate[] | null> {
    let path = this.#paths.get(signer);
    if (!path) this.#paths.set(signer, path = provenPath(signer, this.#pool, this.#inputs));
    return path;
  }

  #verdictOf(
    member: Candidate,
    issuer: Candidate,
    above: readonly Candidate[],
    asked: readonly Candidate[],
  ): Promise<RevocationVerdict> {
    const { now, budget } = this.#inputs;
    return revocationOf(this.material, {
      certificate: member.certificate,
      issuer: issuer.certificate,
      now,
      budget,
      findSigner: (crl) => this.#find(crl, above, [...asked, member]),
    });
  }
}

/** Whether the key identifiers allow that the certificate's key signed the CRL. */
function mayFit(crl: Crl, { keyIdentifier }: Candidate): boolean {
  return crl.keyIdentifier === null || keyIdentifier === null ||
    crl.keyIdentifier === keyIdentifier;
}

/** A rank for choosing among several certificates with the key that signed a CRL; lower is better. */
function rankOf(signer: CrlSigner): number {
  if (signer.problem !== null) return 3;
  if (signer.isInQuestion) return 2;
  return signer.note === null ? 0 : 1;
}
