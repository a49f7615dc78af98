/** Chooses the certificate for a target: the newest that works, of the host or of the only names with a key. */
import type { Collection } from "../inspect/collection.ts";
import { type InspectedObject, nameOf } from "../inspect/objects.ts";
import type { Results } from "../inspect/results.ts";
import type { MatchedSet } from "../inspect/sets.ts";
import { ascii } from "../kernel/octets.ts";
import { ipv4Text, ipv6Text } from "../names/ip-address.ts";
import { certifiedName, matchesReference, type ReferenceName } from "../names/service-identity.ts";
import type { BundleFact } from "../verdict/bundle.ts";
import type { Candidate } from "../x509/constraints/candidate.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { validityAt } from "../x509/validity.ts";
import type { Holder } from "./target.ts";

/** An end entity among the files, with its key if that is among them too. */
export interface Leaf {
  readonly id: number;
  readonly file: string;
  readonly name: string;
  readonly certificate: Certificate;
  readonly candidate: Candidate;
  readonly set: MatchedSet;
  /** The names of hosts that it has, as it has them. */
  readonly names: readonly string[];
}

interface Asked {
  /** The name that clients ask for; null if the caller named none. */
  readonly reference: ReferenceName | null;
  readonly host: string;
  /** The SHA-256 fingerprint of the wanted certificate; "" if the caller named none. */
  readonly fingerprint: string;
  readonly now: number;
  readonly holder: Holder;
  /** Whether the target needs the private key. */
  readonly needsKey: boolean;
}

/**
 * The leaf, and those for the same names that it is preferred to; or why none was chosen. `about`: the certificate that
 * the CA may mend, if there is only one.
 */
type Choice =
  | { readonly leaf: Leaf; readonly others: readonly Leaf[] }
  | { readonly fault: BundleFact; readonly request: number | null; readonly about: Leaf | null };

/** Chooses among all objects of the collection. */
export function choose(collection: Collection, results: Results, asked: Asked): Choice {
  const leaves = leavesOf(collection, results);
  if (leaves.length === 0) return withoutLeaf(collection, results);
  const { reference, host } = asked;
  const groups = [...Map.groupBy(leaves, sameNames).values()];
  if (reference !== null) {
    const covering = leaves.filter(({ candidate }) =>
      matchesReference(candidate.names.alternative, reference)
    );
    if (covering.length > 0) return best(covering, asked);
    const names = [...new Set(leaves.flatMap(({ names }) => names))];
    return {
      fault: { code: "bundle_host_uncovered", facts: { host, names } },
      request: null,
      about: groups.length === 1 ? bestOf(groups[0], asked)[0] : null,
    };
  }
  if (asked.fingerprint !== "") {
    const wanted = normalized(asked.fingerprint);
    const group = groups.find((members) =>
      members.some(({ id }) => normalized(results.rows.get(id)?.fingerprint ?? "") === wanted)
    );
    if (group) return best(group, asked);
  }
  return oneOf(groups, asked);
}

/** The only group with a key; among several the only one that works now. */
function oneOf(groups: readonly (readonly Leaf[])[], asked: Asked): Choice {
  const withKey = groups.filter((group) => group.some((leaf) => hasItsKey(leaf, asked)));
  const candidates = withKey.length > 0 ? withKey : groups;
  const usable = candidates.filter((group) =>
    group.some((leaf) => validityAt(leaf.certificate, asked.now) === "within" && isFor(leaf, asked))
  );
  const [first, ...more] = usable.length > 0 ? usable : candidates;
  if (more.length === 0) return best(first, asked);
  const names = [first, ...more].map(([leaf]) => leaf.names[0] ?? leaf.name);
  return {
    fault: { code: "bundle_several_names", facts: { names: [...new Set(names)] } },
    request: null,
    about: null,
  };
}

function best(group: readonly Leaf[], asked: Asked): Choice {
  const [leaf, ...others] = bestOf(group, asked);
  return { leaf, others };
}

/** The certificates for the same names, the best first: valid now, then with a key, then by purpose, then the newest. */
const bestOf = (group: readonly Leaf[], asked: Asked): Leaf[] =>
  group.toSorted((a, b) => {
    const [ranksA, ranksB] = [rank(a, asked), rank(b, asked)];
    const place = ranksA.findIndex((value, index) => value !== ranksB[index]);
    return place === -1 ? 0 : ranksB[place] - ranksA[place];
  });

const rank = (leaf: Leaf, asked: Asked): readonly number[] => [
  Number(validityAt(leaf.certificate, asked.now) === "within"),
  Number(hasItsKey(leaf, asked)),
  Number(isFor(leaf, asked)),
  leaf.certificate.notAfter,
];

export const hasKey = ({ set }: Leaf): boolean => set.privateKeys.length > 0;

/** Whether its private key is there, if the target needs it. */
const hasItsKey = (leaf: Leaf, { needsKey }: Pick<Asked, "needsKey">): boolean =>
  !needsKey || hasKey(leaf);

/** The purposes of certificates that a person has on a phone (RFC 5280, 4.2.1.12). */
const OF_CLIENTS = ["clientAuth", "emailProtection", "anyExtendedKeyUsage"];

/** Whether its purposes fit the target. */
export const isFor = ({ candidate }: Leaf, { holder }: Pick<Asked, "holder">): boolean =>
  holder === "any" ||
  (holder === "server"
    ? candidate.isForServers
    : candidate.extendedKeyUsage?.some((purpose) => OF_CLIENTS.includes(purpose)) ?? true);

function leavesOf(collection: Collection, { members }: Results): Leaf[] {
  return members.all.flatMap((set) => {
    const object = set.certificate === null ? undefined : collection.get(set.certificate);
    if (object?.kind !== "certificate" || !object.certificate || !object.candidate) return [];
    const { id, certificate, candidate, places: [{ file }] } = object;
    const names = hostNames(candidate);
    // The purposes of a CA are those of the certificates below it, so only names of hosts show a server.
    if (candidate.isCa && names.length === 0) return [];
    return [{ id, file, name: nameOf(object), certificate, candidate, set, names }];
  });
}

/** The names of hosts, in the order of the certificate. A name that no host can have is left out. */
function hostNames({ names: { alternative } }: Candidate): string[] {
  const names = alternative.flatMap(({ type, bytes }) => {
    if (type === "DNS") return certifiedName(ascii(bytes)) ?? [];
    if (type !== "IP") return [];
    return bytes.length === 4 ? ipv4Text(bytes, 0) : bytes.length === 16 ? ipv6Text(bytes, 0) : [];
  });
  return [...new Set(names)];
}

/** Equal for certificates with the same names. */
const sameNames = ({ names, name }: Leaf): string =>
  names.length === 0 ? `common name ${name}` : names.toSorted().join(" ");

const normalized = (fingerprint: string): string =>
  fingerprint.replace(/[^0-9a-f]/gi, "").toUpperCase();

/** The reason if the files have no end entity. */
function withoutLeaf(collection: Collection, { members }: Results): Choice {
  const objects = [...collection.objects];
  const because = (fault: BundleFact, request: number | null = null): Choice => ({
    fault,
    request,
    about: null,
  });
  const missing = (request: InspectedObject | undefined, hasKey: boolean): Choice => {
    const name = request === undefined ? null : nameOf(request) || null;
    const facts = { name, hasRequest: request !== undefined, hasKey };
    return because({ code: "bundle_certificate_missing", facts }, request?.id);
  };
  const [set] = members.all.filter(({ certificate }) => certificate === null);
  if (set) return missing(collection.get(set.requests[0]), true);
  const locked = lockedFiles(objects);
  if (locked.length > 0) {
    return because({ code: "bundle_locked", facts: { files: locked, name: null } });
  }
  const [request] = objects.filter(({ kind }) => kind === "request");
  const hasKey = keysAlone(collection, members.all).length > 0;
  if (request || hasKey) return missing(request, hasKey);
  const authorities = objects.filter(({ kind }) => kind === "certificate").length;
  return because(
    authorities > 0
      ? { code: "bundle_only_authorities", facts: { count: authorities } }
      : { code: "bundle_nothing", facts: { texts: collection.files } },
  );
}

/** The private keys that fit none of the certificates and CSRs. */
export function keysAlone(
  collection: Collection,
  sets: readonly MatchedSet[],
): InspectedObject[] {
  const used = new Set(sets.flatMap(({ privateKeys }) => privateKeys));
  return [...collection.objects].filter(({ kind, id }) => kind === "private-key" && !used.has(id));
}

/** The files of the objects that no password has opened. */
export const lockedFiles = (objects: readonly InspectedObject[]): string[] => [
  ...new Set(
    objects.flatMap((object) =>
      "opened" in object && !object.opened ? [object.places[0].file] : []
    ),
  ),
];
