/**
 * How the objects fit together: keys with what bears them, issuers with what they signed, chains up
 * to a root, names with certificates that are good for them, and what is left over. Lines are drawn
 * by proof (equal numbers, verified signatures); what cannot be verified here is a line of its own
 * kind.
 */
import { anchorsOf } from "../x509/path/anchors.ts";
import { buildPath, type Path } from "../x509/path/build.ts";
import type { Candidate } from "../x509/constraints/candidate.ts";
import { ascii, certifiedName, certifyingNames } from "../names/host-names.ts";
import { otherPaths } from "../chain/other-paths.ts";
import { identifierFit, Pool } from "../x509/path/pool.ts";
import { mozillaRoots, type TrustStore } from "../x509/path/trust-store.ts";
import { ruleOf } from "../x509/rules/catalogue.ts";
import type { PathInputs } from "../x509/rules/rule.ts";
import type { Budget } from "../kernel/context.ts";
import { isOperationError } from "../kernel/errors.ts";
import { compareKeys } from "../x509/keys/key-comparison.ts";
import type { Collection } from "./collection.ts";
import type { InspectedChain, Leftover, Link, Relations, ROLES } from "./contract.ts";
import {
  type CertificateObject,
  type InspectedObject,
  isUnreadable,
  keyBucket,
  type PrivateKeyObject,
  type PublicKeyObject,
  type RequestObject,
} from "./objects.ts";
import { KEY_FITS_NOTHING } from "./verdict.ts";

export type Role = (typeof ROLES)[number];

/** What is known of a certificate from its neighbours. */
export interface Standing {
  role: Role;
  /** A path to a root of the Mozilla list was proven through it. */
  trusted: boolean;
  /** A path from it, or through it, ends at a root of any kind. */
  complete: boolean;
}

export interface Related extends Relations {
  standings: ReadonlyMap<number, Standing>;
}

/** Issuers of one name that are tried for a certificate. */
const MAX_ISSUERS_TRIED = 16;
/** Lines from one certificate up. */
const MAX_ISSUERS = 4;
/** Lines from domain names to certificates; one domain may be on thousands. */
const MAX_NAME_LINKS = 10_000;
/** Steps of a path's search; a set that asks for more is told so. */
const PATH_LIMITS = { paths: 512, nodes: 200_000 };

export interface RelateOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /** Anchors to trust instead of Mozilla's. */
  trustStore?: TrustStore;
  /** What all signatures and names together may cost. */
  budget: Budget;
  /** Told now and then how many certificates of how many were placed. */
  progress?: (done: number, total: number) => void | Promise<void>;
}

export async function relate(
  collection: Collection,
  options: RelateOptions,
): Promise<Related> {
  const objects = [...collection.objects];
  const notes: string[] = [];
  const links: Link[] = keyLinks(objects);
  for (const { id } of objects) {
    for (const to of collection.contentsOf(id)) {
      links.push({ kind: "contains", from: id, to, holds: true, reason: null });
    }
  }
  const certificates = objects.filter((object): object is ReadCertificate =>
    object.kind === "certificate" && object.candidate !== null
  );
  links.push(...nameLinks(objects, certificates, notes, options.budget));
  const chained = await placeCertificates(certificates, options, notes);
  links.push(...chained.links);
  return {
    links,
    chains: chained.chains,
    leftovers: leftoversOf(objects, links, chained.standings),
    notes,
    standings: chained.standings,
  };
}

type ReadCertificate = CertificateObject & { candidate: Candidate };
type KeyBearer = CertificateObject | RequestObject | PrivateKeyObject | PublicKeyObject;

function bearsKey(object: InspectedObject): object is KeyBearer {
  return object.kind === "certificate" || object.kind === "request" ||
    object.kind === "private-key" || object.kind === "public-key";
}

/** Who speaks for the key of a group: all lines start there, so that they are as many as objects. */
const HUBS = ["private-key", "request", "public-key", "certificate"] as const;
const KEY_WORDS: Readonly<Record<KeyBearer["kind"], string>> = {
  "certificate": "THE CERTIFICATE",
  "request": "THE CSR",
  "public-key": "THE PUBLIC KEY",
  "private-key": "THE PRIVATE KEY",
};

function keyLinks(objects: readonly InspectedObject[]): Link[] {
  const groups = new Map<string, KeyBearer[]>();
  for (const object of objects) {
    if (!bearsKey(object) || object.key === null) continue;
    const bucket = keyBucket(object.key);
    if (bucket === null) continue;
    const group = groups.get(bucket);
    if (group) group.push(object);
    else groups.set(bucket, [object]);
  }
  const links: Link[] = [];
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const hubKind = HUBS.find((kind) => group.some((member) => member.kind === kind))!;
    const hubs = group.filter(({ kind }) => kind === hubKind).slice(0, 2);
    // Certificates alone that share a key are no pair; a renewal looks like that.
    if (hubKind === "certificate") continue;
    for (const hub of hubs) {
      for (const member of group) {
        if (member.kind === hubKind) continue;
        const { equal, problem } = compareKeys(KEY_WORDS[member.kind], member.key!, hub.key!);
        if (equal === false) continue;
        const unchecked = hub.kind === "private-key" ? hub.privateKey?.unchecked ?? null : null;
        const reason = problem ?? unchecked;
        const holds = reason === null ? true : null;
        links.push({ kind: "key", from: hub.id, to: member.id, holds, reason });
      }
    }
  }
  return links;
}

/** Domains are few and looked up; names of certificates are many, each read once. */
function nameLinks(
  objects: readonly InspectedObject[],
  certificates: readonly ReadCertificate[],
  notes: string[],
  budget: Budget,
): Link[] {
  const links: Link[] = [];
  const domains = objects.filter((object) => object.kind === "domain-name");
  if (domains.length === 0) return links;
  const certifiedBy = new Map<string, Set<number>>();
  try {
    for (const { id, candidate } of certificates) {
      for (const { type, bytes } of candidate.names.alternative) {
        budget.spend("names", 1 + Math.ceil(bytes.length / 8));
        const name = type === "DNS" ? certifiedName(ascii(bytes)) : null;
        if (name === null) continue;
        const known = certifiedBy.get(name);
        if (known) known.add(id);
        else certifiedBy.set(name, new Set([id]));
      }
    }
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    notes.push(NAMES_LEFT);
  }
  for (const { id: from, domain } of domains) {
    const name = domain.startsWith("*.") ? `_.${domain.slice(2)}` : domain;
    const found = new Set<number>();
    for (const certifying of certifyingNames(name)) {
      for (const id of certifiedBy.get(certifying) ?? []) found.add(id);
    }
    // In the order of the certificates, whichever of its names it is.
    for (const to of [...found].sort((a, b) => a - b)) {
      if (links.length === MAX_NAME_LINKS) {
        notes.push(NAMES_LEFT);
        return links;
      }
      links.push({ kind: "name", from, to, holds: true, reason: null });
    }
  }
  return links;
}

const NAMES_LEFT = "NOT EVERY DOMAIN NAME WAS COMPARED WITH EVERY CERTIFICATE";

interface Placed {
  links: Link[];
  chains: InspectedChain[];
  standings: Map<number, Standing>;
}

async function placeCertificates(
  certificates: readonly ReadCertificate[],
  { now, budget, progress, trustStore = mozillaRoots() }: RelateOptions,
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
  for (const [index, { id, candidate }] of certificates.entries()) {
    if (index % 50 === 0) await progress?.(index, total);
    try {
      const isRoot = await pool.isRoot(candidate);
      const role = isRoot && candidate.isCa ? "root" : candidate.isCa ? "intermediate" : "leaf";
      const trusted = pool.isTrusted(candidate);
      placed.standings.set(id, { role, trusted, complete: isRoot });
      if (isRoot || exhausted) continue;
      const issuers = await issuersOf(candidate, id, pool, ids);
      if (issuers.length > 0) withIssuer.add(id);
      for (const link of issuers) {
        placed.links.push(link);
        issued.add(link.from);
      }
    } catch (thrown) {
      if (!isOperationError(thrown)) throw thrown;
      const role = candidate.isCa ? "intermediate" : "leaf";
      placed.standings.set(id, { role, trusted: false, complete: false });
      exhausted = true;
    }
  }
  if (exhausted) notes.push("THERE ARE MORE SIGNATURES THAN ARE VERIFIED HERE: LINES ARE MISSING");

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
      if (!placed.standings.get(id)!.complete && !withIssuer.has(id) && !isListed) {
        // Its issuer is nowhere: a search would only try everything of a like name.
        placed.chains.push(loneChain(id, candidate));
        continue;
      }
      const path = await buildPath(candidate, pool, inputs);
      placed.chains.push(chainOf(path, ids, await otherPaths(path, pool, inputs)));
      for (const member of path.certificates) {
        const standing = placed.standings.get(ids.get(member) ?? -1);
        if (!standing) continue;
        standing.trusted ||= path.trusted && path.links.every((link) => link === true);
        standing.complete ||= path.complete;
      }
    } catch (thrown) {
      if (!isOperationError(thrown)) throw thrown;
      unsearched++;
    }
  }
  if (unsearched > 0) {
    notes.push(`CHAINS WERE NOT BUILT FOR ${unsearched} CERTIFICATES: TOO MANY PATHS`);
  }
  await progress?.(total, total);
  return placed;
}

/** Certificates among those dropped that signed it: proven ones, else what cannot be verified. */
async function issuersOf(
  candidate: Candidate,
  id: number,
  pool: Pool,
  ids: ReadonlyMap<Candidate, number>,
): Promise<Link[]> {
  const named = pool.issuersByName(candidate)
    .filter((issuer) => ids.has(issuer) && issuer !== candidate)
    .sort((a, b) => identifierFit(candidate, a) - identifierFit(candidate, b))
    .slice(0, MAX_ISSUERS_TRIED);
  const proven: Link[] = [];
  const possible: Link[] = [];
  for (const issuer of named) {
    if (proven.length === MAX_ISSUERS) break;
    const signed = await pool.isSignedBy(candidate, issuer);
    const link = { kind: "issuer" as const, from: ids.get(issuer)!, to: id };
    if (signed === true) proven.push({ ...link, holds: true, reason: null });
    else if (signed === null && identifierFit(candidate, issuer) < 2) {
      possible.push({ ...link, holds: null, reason: "ITS SIGNATURE CANNOT BE VERIFIED HERE" });
    }
  }
  return proven.length > 0 ? proven : possible.slice(0, 1);
}

function loneChain(id: number, { certificate }: Candidate): InspectedChain {
  return {
    certificates: [{ id, name: chainName(certificate), signedByNext: null }],
    isValid: false,
    trusted: false,
    problems: [{
      certificate: 0,
      code: "issuer_not_found",
      message: "The certificate of its issuer is neither given nor in the trust store.",
    }],
    missingIssuer: certificate.issuer.raw,
    otherPaths: [],
  };
}

const chainName = ({ subject }: Candidate["certificate"]): string =>
  subject.commonName ?? subject.raw;

function chainOf(
  path: Path,
  ids: ReadonlyMap<Candidate, number>,
  otherPaths: InspectedChain["otherPaths"],
): InspectedChain {
  const { certificates, complete, links, trusted, findings } = path;
  const problems = findings
    .filter(({ code }) => {
      const { kind, severity } = ruleOf(code);
      return kind === "proof" && severity === "error";
    });
  const last = certificates[certificates.length - 1].certificate;
  return {
    certificates: certificates.map((candidate, index) => ({
      id: ids.get(candidate) ?? null,
      name: chainName(candidate.certificate),
      signedByNext: links[index] ?? null,
    })),
    isValid: problems.length > 0 || !complete ? false : links.includes(null) ? null : true,
    trusted,
    problems: problems.map(({ index, code, message }) => ({ certificate: index, code, message })),
    missingIssuer: complete ? null : last.issuer.raw,
    otherPaths,
  };
}

/** Objects without a line, containers and lines to containers left aside. */
function leftoversOf(
  objects: readonly InspectedObject[],
  links: readonly Link[],
  standings: ReadonlyMap<number, Standing>,
): Leftover[] {
  const linked = new Set<number>();
  for (const { kind, from, to } of links) {
    if (kind === "contains") continue;
    linked.add(from);
    linked.add(to);
  }
  const leftovers: Leftover[] = [];
  for (const object of objects) {
    if (linked.has(object.id) || isUnreadable(object)) continue;
    const message = leftoverMessage(object, standings.get(object.id));
    if (message !== null) leftovers.push({ id: object.id, message });
  }
  return leftovers;
}

function leftoverMessage(object: InspectedObject, standing: Standing | undefined): string | null {
  switch (object.kind) {
    case "private-key":
      return object.key === null || object.key.numbers === null
        ? "This key cannot be compared here, so it may fit."
        : KEY_FITS_NOTHING;
    case "encrypted-private-key":
      return "This key is encrypted: what it fits is told once it is opened.";
    case "public-key":
      return "This public key fits nothing here.";
    case "request":
      return "Neither a key nor a certificate for this request is here.";
    case "certificate":
      if (standing?.role === "root") return "No certificate here was issued by this root.";
      if (standing?.role === "intermediate") {
        return "Neither its issuer nor a certificate that it issued is here.";
      }
      return standing?.complete
        ? "No key for this certificate is here."
        : "Neither its key nor its issuer is here.";
    case "domain-name":
      return "No certificate here is good for this name.";
    default:
      return null;
  }
}
