/** Places each certificate: its role, its issuers among the files, and its chain. */
import { withCommas } from "../kernel/formatting.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { anchorsOf, mozillaRoots, type TrustStore } from "../x509/path/trust-store.ts";
import { buildPath, isValid, missingOf, type Path, reachesAnchor } from "../x509/path/build.ts";
import type { Candidate } from "../x509/constraints/candidate.ts";
import { otherPaths } from "../chain/other-paths.ts";
import { namesakesOf } from "../x509/path/namesakes.ts";
import { identifierFit, Pool } from "../x509/path/pool.ts";
import { programVerdicts } from "../x509/path/root-programs.ts";
import { breaksProof, type RuleCode, ruleOf } from "../x509/rules/catalogue.ts";
import { Judging, severityOf } from "../x509/rules/public.ts";
import { refusalsOf } from "../x509/rules/refusals.ts";
import { ISSUER_NOT_FOUND } from "../x509/rules/path.ts";
import { adviceOf, type PathInputs } from "../x509/rules/rule.ts";
import { isSelfIssued } from "../verdict/judge/missing-issuer.ts";
import { inHandshake } from "../verdict/judge/refusing-clients.ts";
import type { Budget } from "../kernel/context.ts";
import { isOperationError } from "../kernel/errors.ts";
import type { InspectedChain, Link } from "./contract.ts";
import type { ROLES } from "./options.ts";
import { type CertificateObject, nameOfCertificate } from "./objects.ts";

type Role = (typeof ROLES)[number];

/** The position of a certificate among the others. */
export interface Standing {
  role: Role;
  /** Whether a path through it to a trusted root was proven. */
  trusted: boolean;
  /** Whether a path from it, or through it, ends at any root. */
  complete: boolean;
}

/** The most issuers with the same name that are tried for a certificate. */
const MAX_ISSUERS_TRIED = 16;
/** The most issuer links from one certificate. */
const MAX_ISSUERS = 4;

/** The limits for one path search; `notes` report that they were reached. */
const PATH_LIMITS = { paths: 512, nodes: 200_000 };

export interface PlaceOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /** Anchors to trust instead of Mozilla's. */
  trustStore?: TrustStore;
  /** The budget for all signatures and names together. */
  budget: Budget;
  /** Called from time to time with the number of placed certificates, and the total. */
  progress?: (done: number, total: number) => void | Promise<void>;
  /**
   * The number of certificates whose signatures are verified at the same time, which platforms do in other threads. Use 1
   * if the budget may run out, so that every run omits the same work.
   */
  ahead?: number;
}

export type ReadCertificate = CertificateObject & { candidate: Candidate };

interface Placed {
  links: Link[];
  chains: InspectedChain[];
  standings: Map<number, Standing>;
}

/** Builds a chain for every certificate that issued none of the others. `notes` receives omissions. */
export async function placeCertificates(
  certificates: readonly ReadCertificate[],
  { now, budget, progress, trustStore = mozillaRoots(), ahead = 1 }: PlaceOptions,
  notes: string[],
): Promise<Placed> {
  const placed: Placed = { links: [], chains: [], standings: new Map() };
  if (certificates.length === 0) return placed;
  const pool = new Pool(budget);
  const ids = new Map<Candidate, number>();
  for (const { id, candidate } of certificates) {
    if (pool.add(candidate)) ids.set(candidate, id);
  }
  for (const root of anchorsOf(trustStore)) pool.add(root);

  const total = 2 * certificates.length;
  const issued = new Set<number>();
  const withIssuer = new Set<number>();
  let exhausted = false;
  const places = inOrder(
    certificates,
    ahead,
    ({ id, candidate }) => placeOf(candidate, id, pool, ids, exhausted),
  );
  let index = 0;
  for await (const place of places) {
    const { id, candidate } = certificates[index];
    if (index % 50 === 0) await progress?.(index, total);
    index++;
    if (place === null) {
      const role = candidate.isCa ? "intermediate" : "leaf";
      placed.standings.set(id, { role, trusted: false, complete: false });
      exhausted = true;
      continue;
    }
    placed.standings.set(id, place.standing);
    if (exhausted) continue;
    // The chain of a forged certificate says that the signature is wrong.
    if (place.issuers.length > 0 || place.isForged || place.isOpen) withIssuer.add(id);
    for (const link of place.issuers) {
      placed.links.push(link);
      issued.add(link.from);
    }
  }
  if (exhausted) notes.push("There are too many signatures to verify, so some links are missing");

  let unsearched = 0;
  for (const [index, { id, candidate }] of certificates.entries()) {
    if (index % 50 === 0) await progress?.(certificates.length + index, total);
    if (issued.has(id)) continue;
    const inputs: PathInputs = {
      now,
      reference: null,
      purpose: null,
      budget: budget.part(PATH_LIMITS),
    };
    try {
      const isListed = pool.issuersByName(candidate).some(({ source }) => source === "trust-store");
      const isLone = !placed.standings.get(id)!.complete && !withIssuer.has(id) && !isListed;
      if (isLone && !candidate.certificate.isMerkleTree) {
        // Its issuer is missing, so a search would only try all certificates with a similar name.
        placed.chains.push(loneChain(id, candidate, pool));
        continue;
      }
      const path = await buildPath(candidate, pool, inputs);
      const others = await otherPaths(path, pool, inputs);
      placed.chains.push({
        ...chainOf(path, ids, others, trustStore),
        ...missingIssuer(path, pool),
        ...refusingClients(path),
      });
      for (const member of path.certificates) {
        const standing = placed.standings.get(ids.get(member) ?? -1);
        if (!standing) continue;
        standing.trusted ||= reachesAnchor(path);
        standing.complete ||= path.complete;
      }
    } catch (thrown) {
      if (!isOperationError(thrown)) throw thrown;
      unsearched++;
    }
  }
  if (unsearched > 0) {
    notes.push(
      unsearched === 1
        ? "The chain of 1 certificate was not built, because there are too many paths"
        : `The chains of ${
          withCommas(unsearched)
        } certificates were not built, because there are too many paths`,
    );
  }
  await progress?.(total, total);
  return placed;
}

/** Runs up to `ahead` tasks at once and yields their results in the order of the items. */
async function* inOrder<T, R>(
  items: readonly T[],
  ahead: number,
  run: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (const item of items) {
    running.push(run(item));
    if (running.length === ahead) yield await running.shift()!;
  }
  while (running.length > 0) yield await running.shift()!;
}

interface Place {
  standing: Standing;
  issuers: Link[];
  /** Whether its issuer is among the certificates, by name and key identifier, and did not sign it. */
  isForged: boolean;
  /** Whether more certificates have the name of its issuer than were tried, and none of these signed it. */
  isOpen: boolean;
}

/** Determines the role of a certificate and finds its issuers; null if the budget runs out. */
async function placeOf(
  candidate: Candidate,
  id: number,
  pool: Pool,
  ids: ReadonlyMap<Candidate, number>,
  exhausted: boolean,
): Promise<Place | null> {
  try {
    const isRoot = await pool.isRoot(candidate);
    const role = isRoot && candidate.isCa ? "root" : candidate.isCa ? "intermediate" : "leaf";
    const found = isRoot || exhausted
      ? { issuers: [], isForged: false, isOpen: false }
      : await issuersOf(candidate, id, pool, ids);
    return {
      standing: { role, trusted: pool.isTrusted(candidate), complete: isRoot },
      ...found,
    };
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return null;
  }
}

/** Links to the certificates that signed it; if none is proven, to the first issuer that cannot be verified. */
async function issuersOf(
  candidate: Candidate,
  id: number,
  pool: Pool,
  ids: ReadonlyMap<Candidate, number>,
): Promise<Omit<Place, "standing">> {
  const all = pool.issuersByName(candidate)
    .filter((issuer) => ids.has(issuer) && issuer !== candidate)
    .sort((a, b) => identifierFit(candidate, a) - identifierFit(candidate, b));
  const named = all.slice(0, MAX_ISSUERS_TRIED);
  const proven: Link[] = [];
  const possible: Link[] = [];
  let isForged = false;
  for (const issuer of named) {
    if (proven.length === MAX_ISSUERS) break;
    const signed = await pool.isSignedBy(candidate, issuer);
    isForged ||= signed === false && identifierFit(candidate, issuer) === 0;
    const link = { kind: "issuer" as const, from: ids.get(issuer)!, to: id };
    if (signed === true) proven.push({ ...link, holds: true, reason: null });
    else if (signed === null && identifierFit(candidate, issuer) < 2) {
      possible.push({ ...link, holds: null, reason: "This tool cannot verify its signature" });
    }
  }
  const issuers = proven.length > 0 ? proven : possible.slice(0, 1);
  const isUnknown = issuers.length === 0;
  return {
    issuers,
    isForged: isForged && isUnknown,
    isOpen: isUnknown && all.length > named.length,
  };
}

function loneChain(id: number, candidate: Candidate, pool: Pool): InspectedChain {
  const { certificate } = candidate;
  return {
    certificates: [{
      id,
      name: nameOfCertificate(certificate),
      notAfter: formatTime(certificate.notAfter),
      signedByNext: null,
    }],
    isValid: false,
    trusted: false,
    problems: [{
      certificate: 0,
      code: "issuer_not_found",
      message: ISSUER_NOT_FOUND,
      advice: adviceOfFault("issuer_not_found"),
    }],
    missingIssuer: certificate.issuer.raw,
    ...missingIssuer({ certificates: [candidate], complete: false }, pool),
    otherPaths: [],
  };
}

/** The advice for a fault that makes a chain invalid. */
export const adviceOfFault = (code: RuleCode): string => adviceOf(ruleOf(code), "error");

/** More about the issuer that an incomplete path lacks. */
function missingIssuer(
  path: Parameters<typeof missingOf>[0],
  pool: Pool,
): Pick<InspectedChain, "missing"> {
  const [missing] = missingOf(path);
  if (!missing) return {};
  const child = path.certificates[missing.index];
  const { otherKey = null, isListed } = namesakesOf(child, pool);
  const shouldSignItself = isSelfIssued({
    subject: child.subjectKey,
    issuer: child.issuerKey,
    keyIdentifier: child.keyIdentifier,
    authorityKeyIdentifier: child.authorityKeyIdentifier,
  });
  return {
    missing: {
      ...{ kind: missing.kind, otherKey },
      ...shouldSignItself && { shouldSignItself },
      ...isListed && { isListed },
    },
  };
}

/** The clients that refuse the certificate of a server on a valid path, as the chain analyzer states them. */
function refusingClients(path: Path): Pick<InspectedChain, "refusedBy"> {
  const { certificates, trusted, findings } = path;
  const [leaf] = certificates;
  if (isValid(path) !== true || !leaf.isForServers) return {};
  const judging = new Judging(leaf, "auto", path);
  const problems = findings.flatMap(({ code, message, index }) => {
    const rule = ruleOf(code);
    const isListedRoot = trusted && index === certificates.length - 1 && index > 0;
    // A listed root is accepted as it is.
    if (isListedRoot || !judging.reports(rule)) return [];
    const severity = severityOf(rule, { isPublic: judging.isPublic, isListedRoot });
    return [{
      code,
      severity,
      title: rule.title,
      message,
      index,
      advice: adviceOf(rule, severity),
    }];
  });
  const refusals = refusalsOf(problems);
  if (refusals.length === 0) return {};
  const first = inHandshake(refusals);
  return {
    refusedBy: [...Map.groupBy(refusals, ({ problem }) => problem)].map(([problem, all]) => ({
      clients: all.flatMap(({ names }) => names),
      code: problem.code,
      title: problem.title,
      message: problem.message,
      advice: problem.advice,
      certificate: problem.index,
      inHandshake: problem === first?.problem,
    })),
  };
}

function chainOf(
  path: Path,
  ids: ReadonlyMap<Candidate, number>,
  otherPaths: InspectedChain["otherPaths"],
  trustStore: TrustStore,
): InspectedChain {
  const { certificates, complete, links, trusted, findings } = path;
  const problems = findings.filter(breaksProof);
  const last = certificates[certificates.length - 1].certificate;
  const distrusted = programVerdicts(path, trustStore)
    .filter(({ trusts }) => trusts === false);
  return {
    certificates: certificates.map((candidate, index) => ({
      id: ids.get(candidate) ?? null,
      name: nameOfCertificate(candidate.certificate),
      notAfter: formatTime(candidate.certificate.notAfter),
      signedByNext: links[index] ?? null,
    })),
    isValid: isValid(path),
    trusted,
    ...(distrusted.length > 0 && {
      distrusted: distrusted.map(({ message }) => message),
      refusing: distrusted.map(({ name, until }) => ({ name, until })),
    }),
    problems: problems.map(({ index, code, message }) => ({
      certificate: index,
      code,
      message,
      advice: adviceOfFault(code),
    })),
    missingIssuer: complete || last.isMerkleTree ? null : last.issuer.raw,
    otherPaths,
  };
}
