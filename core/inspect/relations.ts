/**
 * The relations between objects: keys with the objects that have them, issuers with the certificates they signed,
 * chains up to a root, names with certificates that cover them, and leftover objects. A link needs proof (equal numbers,
 * a verified signature); a relation that cannot be verified has its own kind of link.
 */
import { keyDifferenceText } from "../verdict/text/key-difference.ts";
import type { Collection } from "./collection.ts";
import type { Leftover, Link, Relations } from "./contract.ts";
import {
  type CertificateObject,
  type InspectedObject,
  isUnreadable,
  keyBucket,
  type PrivateKeyObject,
  type PublicKeyObject,
  type RequestObject,
} from "./objects.ts";
import {
  placeCertificates,
  type PlaceOptions,
  type ReadCertificate,
  type Standing,
} from "./placing.ts";
import { certifiedName, certifyingNames } from "../names/service-identity.ts";
import { ascii } from "../kernel/octets.ts";
import type { Budget } from "../kernel/context.ts";
import { isOperationError } from "../kernel/errors.ts";
import { compareKeys } from "../x509/keys/key-comparison.ts";

export interface Related extends Relations {
  standings: ReadonlyMap<number, Standing>;
}

/** Finds all links between the objects. If the budget runs out, `notes` names the omissions. */
export async function relate(
  collection: Collection,
  options: PlaceOptions,
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
  const named = nameLinks(objects, certificates, notes, options.budget);
  const chained = await placeCertificates(certificates, options, notes);
  const signed = await crlLinks(objects, certificates, notes, options.budget);
  // A spread of all links could exceed the limit of arguments, about 65,000 in some engines.
  for (const link of [...named, ...chained.links, ...signed]) links.push(link);
  return {
    links,
    chains: chained.chains,
    leftovers: leftoversOf(objects, links, chained.standings),
    notes,
    standings: chained.standings,
  };
}

/** Objects without a link, except to their containers and contents. */
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
    if (message === null) continue;
    leftovers.push({
      id: object.id,
      message,
      ...isUncertain(object) && { uncertain: true as const },
    });
  }
  return leftovers;
}

/** Whether it is a private key that cannot be compared with others. */
const isUncertain = (object: InspectedObject): boolean =>
  object.kind === "private-key" && (object.key === null || object.key.numbers === null);

function leftoverMessage(object: InspectedObject, standing: Standing | undefined): string | null {
  switch (object.kind) {
    case "private-key":
      return isUncertain(object)
        ? "This tool cannot compare this key, so it may match."
        : "Nothing in these files belongs to this key.";
    case "encrypted-private-key":
      return "This key is encrypted. Open it to see what it belongs to.";
    case "public-key":
      return "No certificate, CSR or key here has this public key.";
    case "request":
      return "Its key and certificate are not in these files.";
    case "certificate":
      if (standing?.role === "root") {
        return "No certificate in these files was issued by this root.";
      }
      if (standing?.role === "intermediate") {
        return "Its issuer, and certificates that it issued, are not in these files.";
      }
      return standing?.complete
        ? "The key of this certificate is not in these files."
        : "Its key and its issuer are not in these files.";
    case "domain-name":
      return "No certificate in these files is valid for this name.";
    default:
      return null;
  }
}

/** The most links from domain names to certificates, because one domain may match thousands. */
const MAX_NAME_LINKS = 10_000;

type KeyHolder = CertificateObject | RequestObject | PrivateKeyObject | PublicKeyObject;

function holdsKey(object: InspectedObject): object is KeyHolder {
  return object.kind === "certificate" || object.kind === "request" ||
    object.kind === "private-key" || object.kind === "public-key";
}

/**
 * Objects with the same key are linked to one of them, or to two: those whose kind comes first in this list. So the number
 * of links stays proportional to the number of objects.
 */
const HUBS = ["private-key", "request", "public-key", "certificate"] as const;

/** Links objects with the same key, from at most two hubs to all objects of other kinds. */
function keyLinks(objects: readonly InspectedObject[]): Link[] {
  const groups = Map.groupBy(objects.filter(holdsKey), ({ key }) => key && keyBucket(key));
  const links: Link[] = [];
  for (const [bucket, group] of groups) {
    if (bucket === null || group.length < 2) continue;
    const hubKind = HUBS.find((kind) => group.some((member) => member.kind === kind))!;
    const hubs = group.filter(({ kind }) => kind === hubKind).slice(0, 2);
    // Two certificates with the same key are not a pair; a renewal looks like that.
    if (hubKind === "certificate") continue;
    for (const hub of hubs) {
      for (const member of group) {
        if (member.kind === hubKind) continue;
        const { equal, difference } = compareKeys(member.key!, hub.key!);
        if (equal === false) continue;
        const unchecked = hub.kind === "private-key" ? hub.privateKey?.unchecked ?? null : null;
        const reason = difference === null ? unchecked : keyDifferenceText(member.kind, difference);
        const holds = reason === null ? true : null;
        links.push({ kind: "key", from: hub.id, to: member.id, holds, reason });
      }
    }
  }
  return links;
}

/** Links domains to the certificates that cover them. The names of each certificate are read once, into a map. */
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
    // Keep the order of the certificates, whichever name matches.
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

const NAMES_LEFT = "Not every domain name was compared with every certificate";

/** The most certificates with the name of a CRL's issuer that are tried. */
const MAX_SIGNERS = 8;

/** Links CRLs to the certificates whose key signed them; if none is proven, to the first that cannot be verified. */
async function crlLinks(
  objects: readonly InspectedObject[],
  certificates: readonly ReadCertificate[],
  notes: string[],
  budget: Budget,
): Promise<Link[]> {
  const links: Link[] = [];
  const crls = objects.flatMap((object) =>
    object.kind === "crl" && object.crl !== null ? [{ to: object.id, crl: object.crl }] : []
  );
  if (crls.length === 0) return links;
  const byName = Map.groupBy(certificates, ({ candidate }) => candidate.subjectKey);
  try {
    for (const { to, crl } of crls) {
      const possible: Link[] = [];
      let isProven = false;
      for (
        const { id: from, candidate } of (byName.get(crl.issuerKey) ?? []).slice(0, MAX_SIGNERS)
      ) {
        const { valid, problem } = await crl.verify(candidate.certificate.publicKey, budget);
        if (valid === false) continue;
        const link = { kind: "issuer" as const, from, to, reason: problem };
        if (valid) links.push({ ...link, holds: true });
        else possible.push({ ...link, holds: null });
        isProven ||= valid === true;
      }
      if (!isProven) links.push(...possible.slice(0, 1));
    }
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    notes.push("Not every CRL was compared with its issuer");
  }
  return links;
}
