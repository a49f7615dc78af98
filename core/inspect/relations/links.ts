/** Lines between keys and what holds them, and between domain names and certificates. */
import { certifiedName, certifyingNames } from "../../names/service-identity.ts";
import { ascii } from "../../kernel/octets.ts";
import type { Budget } from "../../kernel/context.ts";
import { isOperationError } from "../../kernel/errors.ts";
import { compareKeys } from "../../x509/keys/key-comparison.ts";
import type { Link } from "../contract.ts";
import {
  type CertificateObject,
  type InspectedObject,
  keyBucket,
  type PrivateKeyObject,
  type PublicKeyObject,
  type RequestObject,
} from "../objects.ts";
import type { ReadCertificate } from "./placing.ts";

/** Lines from domain names to certificates; one domain may be on thousands. */
const MAX_NAME_LINKS = 10_000;

type KeyHolder = CertificateObject | RequestObject | PrivateKeyObject | PublicKeyObject;

function holdsKey(object: InspectedObject): object is KeyHolder {
  return object.kind === "certificate" || object.kind === "request" ||
    object.kind === "private-key" || object.kind === "public-key";
}

/** Lines of a key start at the first of these kinds that has it: so they are fewer than the objects. */
const HUBS = ["private-key", "request", "public-key", "certificate"] as const;
const KEY_WORDS: Readonly<Record<KeyHolder["kind"], string>> = {
  "certificate": "THE CERTIFICATE",
  "request": "THE CSR",
  "public-key": "THE PUBLIC KEY",
  "private-key": "THE PRIVATE KEY",
};

/** Lines from one object that holds a key to all others that hold the same. */
export function keyLinks(objects: readonly InspectedObject[]): Link[] {
  const groups = new Map<string, KeyHolder[]>();
  for (const object of objects) {
    if (!holdsKey(object) || object.key === null) continue;
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
export function nameLinks(
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
