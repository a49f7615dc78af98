/**
 * Path building (RFC 4158): finds the best path from a leaf to a root among the certificates of a pool.
 *
 * The search runs in tiers. Each is a depth-first search that cuts a branch at the first finding that the
 * tier does not forgive. The first tier accepts only paths without errors to an anchor of the trust store;
 * the second also accepts errors of policy rules. The same two tiers follow for roots that the caller gave,
 * and for self-signed roots. The last tiers also accept signatures that cannot be verified. If no tier finds
 * a path, the least broken one is returned.
 *
 * Cutting a branch loses no path, because a longer path has all findings of the shorter one. Findings about
 * the leaf are the same on every path and cut no branch. Signatures are verified last, and each only once.
 * Every step spends from the budget.
 */
import { validityAt } from "../validity.ts";
import type { Candidate } from "../constraints/candidate.ts";
import type { Certificate } from "../objects/certificates.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import type { MissingIssuer } from "../shapes.ts";
import { identifierFit, type Pool } from "./pool.ts";
import {
  anyPurposeFindings,
  breaksProof,
  type Finding,
  issuerFindings,
  nestingFindings,
  ownFindings,
  type RuleCode,
  ruleOf,
} from "../rules/catalogue.ts";
import { policyFindings } from "./policies.ts";
import { ISSUER_NOT_FOUND } from "../rules/path.ts";
import type { PathInputs, Role } from "../rules/rule.ts";

export interface Path {
  /** From the leaf upwards. */
  certificates: Candidate[];
  /** For each certificate but the last: whether the next one signed it; null if unknown. */
  links: (boolean | null)[];
  /** Whether the last one is a root. */
  complete: boolean;
  /** Whether the last one has the name and key of an anchor of the trust store. */
  trusted: boolean;
  /** Whether the last one has the name and key of a root that the caller gave, but not of a public anchor. */
  trustedByYou: boolean;
  findings: Finding[];
}

/** Whether every signature up to a trust anchor is valid. Findings of rules are not considered. */
export function reachesAnchor({ trusted, links }: Path): boolean {
  return trusted && links.every((link) => link === true);
}

/** The kinds of roots at which a path may end; each includes those before it. */
type Anchor = "public" | "given" | "private";

interface Tier {
  anchor: Anchor;
  /** Whether signatures that cannot be verified are accepted. */
  unverified: boolean;
  forgives: (finding: Finding) => boolean;
}

const isError = ({ code }: Finding) => ruleOf(code).severity === "error";

const flawless = (finding: Finding) => !isError(finding);
const proven = (finding: Finding) => !breaksProof(finding);

const TIERS: readonly Tier[] = [
  { anchor: "public", unverified: false, forgives: flawless },
  { anchor: "public", unverified: false, forgives: proven },
  { anchor: "given", unverified: false, forgives: flawless },
  { anchor: "given", unverified: false, forgives: proven },
  { anchor: "private", unverified: false, forgives: flawless },
  { anchor: "private", unverified: false, forgives: proven },
  { anchor: "public", unverified: true, forgives: proven },
  { anchor: "given", unverified: true, forgives: proven },
  { anchor: "private", unverified: true, forgives: proven },
];

/** The number of broken paths to compare before the best of them is taken. */
const MAX_BROKEN_PATHS = 32;
/** The most certificates on a path. Chains in use are shorter. */
export const LONGEST_PATH = 20;

/** Returns the best path. Throws OperationError `too_complex` if the budget is used up. */
export async function buildPath(leaf: Candidate, pool: Pool, inputs: PathInputs): Promise<Path> {
  const search = new Search(leaf, pool, inputs);
  if (await pool.isRoot(leaf)) return search.finish([leaf], true);
  for (const tier of TIERS) {
    if (tier.anchor === "given" && !pool.hasGiven) continue;
    // A leaf that the caller trusts is its own anchor, unless there is a path to a public root.
    if (tier.anchor !== "public" && pool.isGiven(leaf)) return search.finish([leaf], true);
    const certificates = await search.walk([leaf], tier);
    if (certificates) return search.finish(certificates, true);
  }
  return await search.leastBroken();
}

/**
 * Judges the certificate as an end entity and returns its first valid path to a trust anchor of the pool:
 * every signature is valid, and no proof rule is broken. Null if there is none. Throws OperationError
 * `too_complex` if the budget is used up.
 */
export async function provenPath(
  leaf: Candidate,
  pool: Pool,
  inputs: PathInputs,
): Promise<readonly Candidate[] | null> {
  if (ownFindings(leaf, "leaf", 0, inputs).some(breaksProof)) return null;
  const tier: Tier = { anchor: "given", unverified: false, forgives: proven };
  return await new Search(leaf, pool, inputs).walk([leaf], tier);
}

/** The path up to the first certificate that the next one did not sign. */
export function provenPart(path: Path): Path {
  const broken = path.links.indexOf(false);
  if (broken === -1) return path;
  return {
    ...path,
    certificates: path.certificates.slice(0, broken + 1),
    links: path.links.slice(0, broken),
    complete: false,
    trusted: false,
    trustedByYou: false,
  };
}

class Search {
  readonly #own = new Map<Candidate, Map<Role, Finding[]>>();

  constructor(
    readonly leaf: Candidate,
    readonly pool: Pool,
    readonly inputs: PathInputs,
  ) {}

  /** Returns the first path that the tier accepts; the most promising issuers are tried first. */
  async walk(path: Candidate[], tier: Tier): Promise<Candidate[] | null> {
    if (path.length >= LONGEST_PATH) return null;
    const { pool, inputs } = this;
    const child = path[path.length - 1];
    for (const issuer of this.#issuers(path)) {
      inputs.budget.spend("paths");
      const longer = [...path, issuer];
      const isEnd = await this.#isEnd(issuer, tier.anchor);
      if (isEnd && !this.#isTrustedAs(issuer, tier.anchor)) continue;
      const forgivesAll = (findings: Finding[]) =>
        (isEnd ? asAnchor(issuer, findings, pool) : findings).every(tier.forgives);
      if (!forgivesAll(this.#ownOf(issuer, isEnd ? "root" : "intermediate"))) continue;
      if (!forgivesAll(issuerFindings(longer, inputs))) continue;
      const signed = await pool.isSignedBy(child, issuer);
      if (signed === false || (signed === null && !tier.unverified)) continue;
      if (isEnd) {
        if (wholeFindings(longer, pool, inputs).every(tier.forgives)) return longer;
        continue;
      }
      const found = await this.walk(longer, tier);
      if (found) return found;
    }
    return null;
  }

  /** Returns the path with the best rank (`rankOf`) among the first MAX_BROKEN_PATHS. */
  async leastBroken(): Promise<Path> {
    let best: Path | null = null;
    let bestRank: number[] = [];
    let endings = 0;
    const visit = async (path: Candidate[]): Promise<void> => {
      const child = path[path.length - 1];
      let ended = true;
      const isRoot = await this.#isEnd(child, "private");
      if (!isRoot && path.length < LONGEST_PATH) {
        for (const issuer of await this.#provenIssuers(path)) {
          if (endings >= MAX_BROKEN_PATHS) return;
          ended = false;
          await visit([...path, issuer]);
        }
      }
      if (!ended) return;
      endings += 1;
      const candidate = await this.finish(path, isRoot);
      const rank = rankOf(candidate);
      if (best === null || isBefore(rank, bestRank)) {
        best = candidate;
        bestRank = rank;
      }
    };
    await visit([this.leaf]);
    return best!;
  }

  /** Completes a path with its links and findings. */
  async finish(certificates: Candidate[], complete: boolean): Promise<Path> {
    const { pool, inputs } = this;
    const links: (boolean | null)[] = [];
    const findings: Finding[] = [];
    for (const [index, candidate] of certificates.entries()) {
      const isLast = index === certificates.length - 1;
      const role = roleOf(candidate, index, complete && isLast, inputs);
      const found = ownFindings(candidate, role, index, inputs);
      if (index > 0) found.push(...issuerFindings(certificates.slice(0, index + 1), inputs));
      const isAnchor = complete && isLast && index > 0;
      findings.push(...isAnchor ? asAnchor(candidate, found, pool) : found);
      if (!isLast) {
        const signed = await pool.isSignedBy(candidate, certificates[index + 1]);
        links.push(signed);
        if (signed === false) {
          const message = "Its signature was not made by the issuer's key.";
          findings.push({ code: "signature_invalid", message, index });
        } else if (signed === null) {
          const message = "This tool cannot verify its signature.";
          findings.push({ code: "signature_unverifiable", message, index });
        }
      }
    }
    const last = certificates[certificates.length - 1];
    const index = certificates.length - 1;
    const trusted = complete && pool.isTrusted(last);
    const trustedByYou = complete && !trusted && pool.isGivenAnchor(last);
    if (complete) findings.push(...wholeFindings(certificates, pool, inputs));
    if (!complete && !last.certificate.isMerkleTree) {
      findings.push({ code: "issuer_not_found", message: ISSUER_NOT_FOUND, index });
    } else if (complete && !trusted && !trustedByYou) {
      const isLeaf = index === 0 && !last.isCa;
      findings.push(isLeaf ? selfSigned(index) : privateRoot(index));
    }
    findings.sort((a, b) => (a.index ?? -1) - (b.index ?? -1));
    return { certificates, links, complete, trusted, trustedByYou, findings };
  }

  /** Whether the search for an anchor of this kind ends at the certificate. */
  async #isEnd(candidate: Candidate, anchor: Anchor): Promise<boolean> {
    return await this.pool.isRoot(candidate) ||
      (anchor !== "public" && this.pool.isGiven(candidate));
  }

  #isTrustedAs(candidate: Candidate, anchor: Anchor): boolean {
    return anchor === "private" || this.pool.isTrusted(candidate) ||
      (anchor === "given" && this.pool.isGivenAnchor(candidate));
  }

  /** Possible issuers by name, best first, without CAs that are already on the path. */
  #issuers(path: readonly Candidate[]): Candidate[] {
    const child = path[path.length - 1];
    const onPath = new Set(path.map(({ identity }) => identity));
    const { pool } = this;
    const { now } = this.inputs;
    const rank = (issuer: Candidate) => {
      return [
        identifierFit(child, issuer),
        validityAt(issuer.certificate, now) === "within" ? 0 : 1,
        pool.isTrusted(issuer) ? 0 : pool.isGivenAnchor(issuer) ? 1 : 2,
        // A certificate that is probably a root makes the path shorter.
        issuer.source === "trust-store" || isProbablyRoot(issuer) ? 0 : 1,
        -issuer.certificate.notAfter,
      ];
    };
    const named = pool.issuersByName(child);
    // A search may sort thousands of certificates with the same name many times.
    this.inputs.budget.spend("work", 2 * named.length);
    return named
      .filter((issuer) => !onPath.has(issuer.identity))
      .map((issuer) => ({ issuer, rank: rank(issuer) }))
      .sort((a, b) => isBefore(a.rank, b.rank) ? -1 : isBefore(b.rank, a.rank) ? 1 : 0)
      .map(({ issuer }) => issuer);
  }

  /**
   * Issuers whose signature is valid or cannot be verified. If there are none, returns the first issuer by
   * name whose key identifier does not contradict the certificate: the one that the certificate claims.
   */
  async #provenIssuers(path: readonly Candidate[]): Promise<Candidate[]> {
    const child = path[path.length - 1];
    const named = this.#issuers(path);
    const proven: Candidate[] = [];
    for (const issuer of named) {
      this.inputs.budget.spend("paths");
      if (await this.pool.isSignedBy(child, issuer) !== false) proven.push(issuer);
    }
    if (proven.length > 0) return proven;
    const claimed = named.find((issuer) => identifierFit(child, issuer) !== 2);
    return claimed ? [claimed] : [];
  }

  #ownOf(candidate: Candidate, role: Role): Finding[] {
    let byRole = this.#own.get(candidate);
    if (!byRole) this.#own.set(candidate, byRole = new Map());
    let own = byRole.get(role);
    if (!own) byRole.set(role, own = ownFindings(candidate, role, 0, this.inputs));
    return own;
  }
}

/**
 * Findings about the whole path: certificate policies, and the extended key usages of its CAs. RFC 5280 lets
 * a CA issue for a purpose that its own certificate lacks; root programs do not, so that this is an error of
 * proof under a public root only.
 */
export function wholeFindings(
  path: readonly Candidate[],
  pool: Pool,
  inputs: PathInputs,
): Finding[] {
  const isNested = pool.isTrusted(path[path.length - 1]) && inputs.judgeAs !== "private";
  return [
    ...policyFindings(path, inputs),
    ...nestingFindings(path, inputs, isNested ? "eku_not_permitted" : "eku_not_nested"),
    ...anyPurposeFindings(path, inputs),
  ];
}

/**
 * Adapts the findings about a root that the caller gave. It is only a name and a key (RFC 5280, 6.1.1 (d)),
 * but its name constraints apply (6.2). Its other errors, such as dates, version, usages and path length,
 * become `given_root_faulty`, which does not affect the proof.
 */
export function asAnchor(root: Candidate, findings: Finding[], pool: Pool): Finding[] {
  if (pool.isTrusted(root) || !pool.isGivenAnchor(root)) return findings;
  return findings.map((finding) =>
    breaksProof(finding) && !OF_NAME_CONSTRAINTS.has(finding.code)
      ? { ...finding, code: "given_root_faulty" }
      : finding
  );
}

const OF_NAME_CONSTRAINTS: ReadonlySet<RuleCode> = new Set<RuleCode>([
  "name_constraint_malformed",
  "name_not_permitted",
  "name_excluded",
  "name_constraints_too_many",
  "name_constraint_unsupported",
]);

/**
 * The role in which to judge a certificate. A CA at the lower end is a leaf if a purpose or name is given.
 */
function roleOf(
  candidate: Candidate,
  index: number,
  isRoot: boolean,
  { purpose, reference }: PathInputs,
): Role {
  if (index > 0) return isRoot ? "root" : "intermediate";
  if (purpose !== null || reference !== null || !candidate.isCa) return "leaf";
  return isRoot ? "root" : "intermediate";
}

const selfSigned = (index: number): Finding => ({
  code: "self_signed",
  message: "It is self-signed and not a CA.",
  index,
});

const privateRoot = (index: number): Finding => ({
  code: "root_not_trusted",
  message: "The root is not in Mozilla's list: only machines on which it is installed trust it.",
  index,
});

/** Whether it may be self-signed: a self-issued certificate of a key rollover names the key of another one. */
const isProbablyRoot = (candidate: Candidate): boolean =>
  candidate.isSelfIssued && identifierFit(candidate, candidate) < 2;

/**
 * Ranks a path by its end, invalid signatures, proof errors, signatures that cannot be verified, all errors,
 * and length. Lower is better.
 */
function rankOf(path: Path): number[] {
  const { certificates, links, complete, trusted, trustedByYou, findings } = path;
  return [
    trusted ? 0 : trustedByYou ? 1 : complete ? 2 : 3,
    links.filter((link) => link === false).length,
    findings.filter(breaksProof).length,
    links.filter((link) => link === null).length,
    findings.filter(isError).length,
    // Prefer a short path to a root; without a root, prefer the path that comes closer to one.
    complete ? certificates.length : -certificates.length,
  ];
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i];
  return false;
}

/**
 * true: valid up to a root. false: not valid. null: this tool cannot verify one of the signatures. See
 * docs/decisions.md, "Chain verdicts". The host name has a verdict of its own.
 */
export function isValid({ certificates, complete, links, findings }: Path): boolean | null {
  const disproven = findings.some((finding) =>
    breaksProof(finding) && finding.code !== "host_name_mismatch"
  );
  if (disproven) return false;
  if (certificates.at(-1)!.certificate.isMerkleTree) return null;
  if (!complete) return false;
  return links.includes(null) ? null : true;
}

/** Returns the issuer that an incomplete path lacks; an empty list for a complete path. */
export function missingOf(
  { certificates, complete }: Pick<Path, "certificates" | "complete">,
): MissingIssuer[] {
  if (complete) return [];
  const index = certificates.length - 1;
  const { certificate } = certificates[index];
  if (certificate.isMerkleTree) return [];
  return [{
    index,
    issuer: certificate.issuer.raw,
    kind: kindOfIssuer(certificate),
    urls: issuerUrls(certificate),
  }];
}

/**
 * Tells a root from an intermediate by authorityCertIssuer, which is the name of the issuer's own issuer (RFC
 * 5280, 4.2.1.1): a root issued its own certificate. Null without this field.
 */
function kindOfIssuer(certificate: Certificate): "root" | "intermediate" | null {
  const identifier = certificate.extension(EXTENSION.authorityKeyIdentifier)?.value;
  const above = identifier?.authorityCertIssuer?.find(({ type }) => type === "DirName");
  if (above === undefined) return null;
  return above.value === certificate.issuer.raw ? "root" : "intermediate";
}

/** The HTTP URLs of caIssuers in authorityInfoAccess (RFC 5280, 4.2.2.1), without duplicates. */
function issuerUrls(certificate: Certificate): string[] {
  const access = certificate.extension(EXTENSION.authorityInfoAccess)?.value ?? [];
  const urls = access
    .filter(({ method, location }) => method === "caIssuers" && location.type === "URI")
    .map(({ location }) => location.value)
    .filter((url) => url.startsWith("http://") || url.startsWith("https://"));
  return [...new Set(urls)];
}
