/**
 * chain/analyze: finds the best chain among certificates in any order, with its problems and its missing
 * parts. Uses only its input: a caller with network access fetches what is `missing` and calls again.
 */
import { wholeSecond } from "../x509/validity.ts";
import { type Repair, repairedField } from "../x509/pem/repairs.ts";
import { withoutRepetition } from "../x509/repeated-messages.ts";
import { type Budget, BUILT_IN_TABLES, type Context, type Tables } from "../kernel/context.ts";
import type { InputOf, OutputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import { once } from "../kernel/once.ts";
import { requireCertificates, requireOnlyCertificates, type Skipped } from "../x509/cms/bundles.ts";
import { type Certificate } from "../x509/objects/certificates.ts";
import {
  certificateInfo,
  type FingerprintDigests,
  loadFingerprintDigests,
} from "../x509/objects/certificate-info.ts";
import { inPairs } from "../x509/asn1/hex.ts";
import { writePem } from "../x509/pem/pem.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { type Finding, ruleOf } from "../x509/rules/catalogue.ts";
import { reusedSerial, reusedSerials } from "../x509/rules/reused-serials.ts";
import { serialReused } from "../x509/texts.ts";
import { expiringSoon } from "../x509/rules/dates.ts";
import { citation } from "../x509/documents.ts";
import { Judging, purposeFor, severityOf } from "../x509/rules/public.ts";
import { policyName } from "../x509/objects/extensions/policies.ts";
import { validPolicies } from "../x509/path/policies.ts";
import {
  adviceOf,
  type PathInputs,
  type PolicySettings,
  type Profile,
} from "../x509/rules/rule.ts";
import { anchorsOf, mozillaRoots, type TrustStore } from "../x509/path/trust-store.ts";
import { buildPath, isValid, missingOf, type Path } from "../x509/path/build.ts";
import { Candidate } from "../x509/constraints/candidate.ts";
import type { Source } from "../x509/shapes.ts";
import { chainVerdict } from "../verdict/chain.ts";
import type { chainAnalyze, ChainEntry, ChainResponse, Problem, Purpose } from "./contract.ts";
import { readReferenceName, type ReferenceName } from "../names/service-identity.ts";
import { materialAmong, revocationsOf, withRevocations } from "./revocation.ts";
import { noMaterial, type RevocationMaterial } from "../x509/revocation/material.ts";
import { crlDateFault } from "../x509/revocation/crl-dates.ts";
import { calendarOf } from "./calendar.ts";
import { needsNoSignature, type Negotiated, negotiatedFindings } from "./connection.ts";
import { withRefusals } from "./refusing-clients.ts";
import { otherPaths } from "./other-paths.ts";
import { evPoliciesOf, type ProgramVerdict, programVerdicts } from "../x509/path/root-programs.ts";
import { isNamesake, namesakesOf } from "../x509/path/namesakes.ts";
import { identifierFit, Pool } from "../x509/path/pool.ts";
import { type Acceptance, acceptanceOf, findRoutes } from "../x509/path/acceptance.ts";
import type { RootTable } from "../x509/path/root-table.ts";
import { type LogTable, logTableOf } from "../x509/transparency/logs.ts";
import type { DeliveredTimestamps, TransparencyFacts } from "./transparency.ts";

export interface Given {
  certificate: Certificate;
  source: Exclude<Source, "trust-store">;
  /** Index among the given certificates; null for a certificate that was fetched. */
  position: number | null;
}

export interface AnalyzeParts {
  given: readonly Given[];
  skipped?: readonly Skipped[];
  /** The available CRLs and OCSP responses. */
  material?: RevocationMaterial;
  /** The layers that were undone to read the text. */
  repairs?: readonly Repair[];
  /** Whether the first certificate is the leaf, as in a server's chain, whatever the others are. */
  leafFirst?: boolean;
  /** The name that the leaf must have. */
  reference?: ReferenceName | null;
  /**
   * The purpose that the leaf must be valid for, such as "serverAuth"; null for any. If absent, `judgeAs`
   * determines it.
   */
  purpose?: string | null;
  /** The certificate policies that the verifier accepts; if absent, any, and none is required. */
  policies?: PolicySettings;
  /** The profile by which the leaf is checked. */
  judgeAs?: Profile | "auto";
  /** Anchors to trust in addition to those of the trust store. */
  roots?: readonly Certificate[];
  /** Anchors to trust instead of Mozilla's. In this case there is no acceptance without `rootTable`. */
  trustStore?: TrustStore;
  /** The table of public roots to use instead of the one that belongs to Mozilla's list. */
  rootTable?: RootTable;
  /** SCTs from outside of the certificate. */
  delivered?: DeliveredTimestamps;
  /** The known logs, instead of those of the context. With another trust store and none here, SCTs are not judged. */
  logs?: LogTable;
  /** The parameters negotiated with the server that sent the certificates; absent for pasted ones. */
  negotiated?: Negotiated;
  /** The time of evaluation in milliseconds since the epoch; the context's time if absent. */
  now?: number;
}

/** Large tables and the code that reads them: only the certificates of websites need them. */
const loadRootTable = once(() => import("../x509/path/root-table.ts"));
const loadTransparency = once(() => import("./transparency.ts"));

/** The operation for pasted text. */
export const analyze: Operation<typeof chainAnalyze> = async (input, context) =>
  withVerdict(await analyzeCertificates(await pastedParts(input, context), context), input);

/** Adds the verdict on pasted certificates to their analysis. */
export const withVerdict = (
  answer: ChainResponse,
  { hostname }: Pick<InputOf<typeof chainAnalyze>, "hostname">,
): OutputOf<typeof chainAnalyze> => ({ ...answer, verdict: chainVerdict(answer, hostname) });

/** The purposes of a request as extended key usages (RFC 5280, 4.2.1.12). */
const USAGE_OF: Readonly<Record<Purpose, string | null>> = {
  server: "serverAuth",
  client: "clientAuth",
  email: "emailProtection",
  codeSigning: "codeSigning",
  any: null,
};

/** The input of the analysis in a pasted text. Throws OperationError if it has no certificate. */
export async function pastedParts(
  { certificate, roots, hostname = "", purpose, policies, judgeAs, at }: InputOf<
    typeof chainAnalyze
  >,
  { budget, now }: Pick<Context, "budget" | "now">,
) {
  const bundle = requireCertificates(certificate, budget, "certificate");
  const { material, skipped } = await materialAmong(bundle.skipped, budget);
  const given = bundle.certificates.map((entry) => ({ ...entry, source: "input" as const }));
  return {
    given,
    skipped,
    repairs: bundle.repairs,
    material,
    roots: givenRoots(roots, budget),
    reference: readReferenceName(hostname),
    ...(purpose && { purpose: USAGE_OF[purpose] }),
    ...(policies && { policies: { ...policies, initial: policies.initial ?? null } }),
    judgeAs,
    now: at ?? now,
  } satisfies AnalyzeParts;
}

/**
 * The certificates of `roots`; undefined for an empty text. Unlike pasted certificates, all must be readable,
 * because a skipped root would look like an untrusted one. Throws OperationError.
 */
export function givenRoots(text: string | undefined, budget: Budget): Certificate[] | undefined {
  return text?.trim() ? requireOnlyCertificates(text, budget, "roots") : undefined;
}

/**
 * Orders and validates certificates. `given` has at least one, the pasted or presented ones before those that
 * were fetched. Throws OperationError `too_complex` if the budget is exceeded.
 */
export async function analyzeCertificates(
  parts: AnalyzeParts,
  { budget, now: contextNow, tables = BUILT_IN_TABLES }:
    & Pick<Context, "budget" | "now">
    & Partial<Pick<Context, "tables">>,
): Promise<ChainResponse> {
  const { now = contextNow, judgeAs = "auto" } = parts;
  const digests = await loadFingerprintDigests();
  const pool = new Pool(budget);
  const distinct: Candidate[] = [];
  const duplicates: Candidate[] = [];
  for (const { certificate, source, position } of parts.given) {
    const candidate = new Candidate(certificate, source, position);
    (pool.add(candidate) ? distinct : duplicates).push(candidate);
  }
  const store = parts.trustStore ?? mozillaRoots();
  const begun = verifyAhead(distinct, store, pool);
  const leaf = parts.leafFirst ? distinct[0] : await chooseLeaf(distinct, pool);
  for (const root of anchorsOf(store)) pool.add(root);
  for (const root of parts.roots ?? []) pool.add(asRoot(root));

  const inputs: PathInputs = {
    now,
    reference: parts.reference ?? null,
    purpose: parts.purpose === undefined ? purposeFor(leaf, judgeAs) : parts.purpose,
    policies: parts.policies,
    judgeAs,
    budget,
  };
  const describe = describer(now, digests);
  const search = async () => {
    const path = await buildPath(leaf, pool, inputs);
    const judging = new Judging(leaf, judgeAs, path);
    const isWebsite = isForWebsites(leaf, inputs) &&
      (judging.as === "public-tls" || judging.as === "private");
    const table = isWebsite && (parts.rootTable || !parts.trustStore)
      ? parts.rootTable ?? (await loadRootTable()).publicRoots(digests.sha256)
      : null;
    return {
      ...{ path, judging, isWebsite, table },
      revocation: await revocationsOf(path, pool, parts.material ?? noMaterial(), inputs),
      unused: await unusedOf(path, distinct, duplicates, pool, describe),
      otherPaths: await otherPaths(path, pool, inputs),
      // Last, because the budget may run out, and the rest of the answer is complete without it.
      routes: table && await findRoutes(leaf, pool, inputs, table),
    };
  };
  // Engines verify signatures in other threads, so those of logs are verified during the search.
  const [searched, verified] = await Promise.allSettled([
    search(),
    verifyTimestampsOf(leaf, pool, parts, inputs, tables),
    begun,
  ]);
  // Only after both have ended, so that nothing works on when the operation has failed.
  if (searched.status === "rejected") throw searched.reason;
  if (verified.status === "rejected") throw verified.reason;
  const { value: found } = searched;
  const { path, judging, table, routes } = found;
  const transparency = found.isWebsite ? verified.value(judging.as === "public-tls") : null;
  const programs = programVerdicts(path, store, { verified: transparency?.loggedAt, now });
  const entries = path.certificates.map((_, index) => entryOf(path, index, describe));
  const answer: ChainResponse = {
    certificate: entries[0].info,
    chain: entries,
    validation: {
      isValid: isValid(path),
      depth: entries.length,
      hasRoot: path.complete && entries[entries.length - 1].type === "root",
      trusted: path.trusted,
      ...(parts.roots && { trustedByYou: path.trustedByYou }),
      ...(path.complete && !path.trusted && isNamesake(path.certificates.at(-1)!, pool) &&
        { isNamesake: true }),
      trustStore: {
        name: store.name,
        source: store.source,
        date: store.date,
        count: store.certificates.length,
      },
      programs,
      ...policiesOf(path, inputs, store),
    },
    judgedAs: judging.as,
    problems: [
      ...parts.negotiated ? negotiatedFindings(parts.negotiated) : [],
      ...path.findings.filter(({ code, index }) =>
        code !== "key_usage_unfit" || index !== 0 ||
        !needsNoSignature(parts.negotiated, leaf.certificate)
      ),
      ...reused(path, [...distinct, ...parts.roots?.map(asRoot) ?? []]),
      ...(parts.material?.crls ?? []).flatMap((crl) => {
        const fault = crlDateFault(crl, now);
        return fault ? [{ code: fault[0], message: fault[1], index: null }] : [];
      }),
      ...distrusted(path, programs),
      ...expiring(path, now),
    ]
      .filter(({ code }) => judging.reports(ruleOf(code)))
      .map((finding) => problemOf(finding, path, judging)),
    ...(transparency && { transparency: transparency.answer }),
    missing: missingOf(path).map((one) => ({
      ...one,
      ...namesakesOf(path.certificates[one.index], pool),
    })),
    unused: found.unused,
    otherPaths: found.otherPaths,
    setAside: withoutRepetition(
      (parts.skipped ?? []).map(({ position, message }) => ({ position, message })),
    ),
    evaluatedAt: formatTime(wholeSecond(now)),
    ...repairedField(parts.repairs ?? []),
  };
  if (table && routes) {
    const facts = { path, loggedAt: transparency?.loggedAt, now };
    answer.acceptance = describeAcceptance(acceptanceOf(routes, table, facts));
    if (answer.acceptance?.scope === "public") answer.problems = answer.problems.map(notPrivate);
  }
  answer.calendar = calendarOf(answer, now);
  return withRevocations(withRefusals(answer), found.revocation);
}

/**
 * Verifies the SCTs of a leaf that may be for websites; a CA needs none. They depend on its issuer, not on its
 * path. Returns a function that judges them, once it is known whether the leaf is public.
 */
async function verifyTimestampsOf(
  leaf: Candidate,
  pool: Pool,
  { delivered = {}, logs, trustStore }: AnalyzeParts,
  inputs: PathInputs,
  tables: Tables,
): Promise<(isPublic: boolean) => TransparencyFacts | null> {
  if (leaf.isCa || !isForWebsites(leaf, inputs) || (trustStore && !logs)) return () => null;
  const { timestampsOf, transparencyOf, signsPrecertificates } = await loadTransparency();
  const table = logs ?? await logTableOf(tables);
  const issuer = await provenIssuer(leaf, pool);
  const above = issuer && signsPrecertificates(issuer.certificate)
    ? await provenIssuer(issuer, pool)
    : null;
  const issuers = [issuer, above].flatMap((one) => one ? [one.certificate] : []);
  const { now } = inputs;
  const timestamps = await timestampsOf(leaf.certificate, issuers, delivered, table, inputs);
  return (isPublic) => timestamps && transparencyOf(timestamps, table, { now, isPublic });
}

/** Whether it may be a website's certificate; a certificate of a CA always may. */
function isForWebsites({ isCa, purposes }: Candidate, { purpose }: PathInputs): boolean {
  if (purpose !== null && purpose !== "serverAuth") return false;
  return isCa || purposes === null || purposes.has("serverAuth") ||
    purposes.has("anyExtendedKeyUsage");
}

/** The certificates of a usual chain. More of them are verified one by one, as far as they are needed. */
const FEW = 4;

/**
 * Begins to verify the signatures that roots of the store made, which take the longest. The pool keeps the
 * results.
 */
function verifyAhead(candidates: readonly Candidate[], store: TrustStore, pool: Pool) {
  if (candidates.length > FEW) return null;
  return Promise.allSettled(candidates.flatMap((one) => {
    if (one.isSelfIssued) return [];
    const root = anchorsOf(store).find((root) =>
      root.subjectKey === one.issuerKey && identifierFit(one, root) === 0
    );
    return root ? [pool.isSignedBy(one, root)] : [];
  }));
}

/** A root that Mozilla's list lacks, but another program has, is not a private one. */
function notPrivate(problem: Problem): Problem {
  if (problem.code !== "root_not_trusted") return problem;
  return {
    ...problem,
    title: "Root that Mozilla does not include",
    message: "The root is not in Mozilla's list. It is or was in lists of other programs.",
    why: "Clients that do not include the root refuse the certificate.",
    advice: "For all clients, get a certificate whose root every program includes.",
  };
}

function describeAcceptance(
  { roots, ...rest }: Acceptance,
): NonNullable<ChainResponse["acceptance"]> {
  return {
    ...rest,
    clients: [],
    roots: roots.map(({ name, fingerprints, certificate }) => ({
      name,
      fingerprint: inPairs(fingerprints[0].toUpperCase()),
      certificate: certificate && writePem("CERTIFICATE", certificate.bytes),
    })),
  };
}

/**
 * The leaf among the pasted certificates: the first end entity whose key signed none of the others, otherwise
 * the first such CA; if each one signed another, the first certificate.
 */
async function chooseLeaf(candidates: readonly Candidate[], pool: Pool): Promise<Candidate> {
  const signers = new Set<string>();
  for (const candidate of candidates) {
    const issuer = await provenIssuer(candidate, pool);
    if (issuer) signers.add(issuer.identity);
  }
  const ends = candidates.filter(({ identity }) => !signers.has(identity));
  return ends.find(({ isCa }) => !isCa) ?? ends[0] ?? candidates[0];
}

/**
 * The first other issuer whose key made the signature, trying those that match the key identifier first.
 * Further certificates with the same key are the same CA. Null for a root.
 */
async function provenIssuer(candidate: Candidate, pool: Pool): Promise<Candidate | null> {
  const named = pool.issuersByName(candidate)
    .filter(({ identity }) => identity !== candidate.identity)
    .sort((a, b) => identifierFit(candidate, a) - identifierFit(candidate, b));
  if (named.length === 0 || await pool.isRoot(candidate)) return null;
  for (const issuer of named) {
    if (await pool.isSignedBy(candidate, issuer) === true) return issuer;
  }
  return null;
}

type Describe = (candidate: Candidate) => {
  certificate: string;
  source: Source;
  position: number | null;
  info: ChainEntry["info"];
};

function describer(now: number, digests: FingerprintDigests): Describe {
  return ({ certificate, source, position }) => ({
    certificate: writePem("CERTIFICATE", certificate.bytes),
    source,
    position,
    info: certificateInfo(certificate, now, digests),
  });
}

function entryOf(path: Path, index: number, describe: Describe): ChainEntry {
  const candidate = path.certificates[index];
  return {
    type: typeOf(path, index),
    ...describe(candidate),
    fetchedViaAIA: candidate.source === "aia",
    signedByNext: path.links[index] ?? null,
  };
}

function typeOf({ certificates, complete }: Path, index: number): ChainEntry["type"] {
  const candidate = certificates[index];
  const isLast = index === certificates.length - 1;
  if (complete && isLast && (candidate.isCa || index > 0 || candidate.source === "trust-store")) {
    return "root";
  }
  return index > 0 || candidate.isCa ? "intermediate" : "leaf";
}

/** The valid policies of a proven path with their names; an empty object if none is valid. */
function policiesOf(
  path: Path,
  inputs: PathInputs,
  store: TrustStore,
): Pick<ChainResponse["validation"], "policies"> {
  if (isValid(path) !== true) return {};
  const ev = evPoliciesOf(path, store);
  const policies = validPolicies(path.certificates, inputs).map((oid) => ({
    oid,
    name: policyName(oid),
    ...(ev.includes(oid) && { extendedValidation: true as const }),
  }));
  return policies.length > 0 ? { policies } : {};
}

function problemOf(
  { code, message, index }: Finding,
  { trusted, certificates }: Path,
  { isPublic }: Judging,
): Problem {
  const rule = ruleOf(code);
  const { kind, clause, title, why } = rule;
  const isListedRoot = trusted && index === certificates.length - 1 && index > 0;
  const severity = severityOf(rule, { isPublic, isListedRoot });
  return {
    code,
    severity,
    kind,
    title,
    message,
    why,
    advice: adviceOf(rule, severity),
    index,
    clause: citation(clause),
  };
}

/** A finding for each root program that lists the root but distrusts it for this certificate's date. */
function distrusted({ certificates }: Path, programs: readonly ProgramVerdict[]): Finding[] {
  return programs.filter(({ trusts, until }) => trusts === false && until !== null)
    .map(({ message }) => ({
      code: "root_distrusted" as const,
      message,
      index: certificates.length - 1,
    }));
}

const asRoot = (root: Certificate) => new Candidate(root, "roots", null);

/** A finding for each serial number that an authority used twice; about the first one on the path, if there is one. */
function reused({ certificates }: Path, candidates: readonly Candidate[]): Finding[] {
  return reusedSerials(candidates).map((group) => {
    const index = certificates.findIndex((one) => group.includes(one));
    const message = serialReused(reusedSerial(group));
    return { code: "serial_reused" as const, message, index: index === -1 ? null : index };
  });
}

function expiring({ certificates }: Path, now: number): Finding[] {
  return certificates.flatMap(({ certificate }, index) => {
    const message = expiringSoon(certificate, now);
    return message === null ? [] : [{ code: "expiring_soon" as const, message, index }];
  });
}

/** The given certificates that are not on the path, with the reason; fetched ones are left out. */
async function unusedOf(
  { certificates }: Path,
  distinct: readonly Candidate[],
  duplicates: readonly Candidate[],
  pool: Pool,
  describe: Describe,
): Promise<ChainResponse["unused"]> {
  const unused: ChainResponse["unused"] = [];
  const related = await relatedTo(certificates, distinct, pool);
  for (const candidate of distinct) {
    if (certificates.includes(candidate) || candidate.position === null) continue;
    const reason = related.has(candidate) ? "alternative" : "unrelated";
    unused.push({ ...describe(candidate), reason });
  }
  for (const candidate of duplicates) {
    if (candidate.position === null) continue;
    unused.push({ ...describe(candidate), reason: "duplicate" });
  }
  return unused.sort((a, b) => a.position! - b.position!);
}

/**
 * The certificates from which another path could be built: further certificates of CAs on the path, and the
 * issuers of all of these.
 */
async function relatedTo(
  path: readonly Candidate[],
  distinct: readonly Candidate[],
  pool: Pool,
): Promise<Set<Candidate>> {
  const byIdentity = Map.groupBy(distinct, ({ identity }) => identity);
  const related = new Set(path);
  // The loop also visits the members that it adds.
  for (const member of related) {
    const issuer = await provenIssuer(member, pool);
    for (const same of byIdentity.get(member.identity) ?? []) related.add(same);
    for (const other of byIdentity.get(issuer?.identity ?? "") ?? []) related.add(other);
    // Visit each CA once, however many certificates it has.
    byIdentity.delete(member.identity);
    if (issuer) byIdentity.delete(issuer.identity);
  }
  return related;
}
