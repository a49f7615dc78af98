/** Sets as answers give them: each CSR compared with its certificate, each set with a verdict. */
import type { Collection } from "./collection.ts";
import type { Difference, InspectedChain, InspectedSet, ObjectRow } from "./contract.ts";
import { differencesOf } from "./differences.ts";
import { nameOf } from "./objects.ts";
import { namedFile } from "../kernel/formatting.ts";
import type { MatchedSet, Sets } from "./sets.ts";
import { chainIndex } from "./verdict/chains.ts";
import { verdictOfSet } from "./verdict/sets.ts";

/** `rows`: those of all objects of the collection, with their findings. */
export function inspectedSets(
  collection: Collection,
  sets: Sets,
  chains: readonly InspectedChain[],
  rows: ReadonlyMap<number, ObjectRow>,
): InspectedSet[] {
  const index = chainIndex(chains);
  const pending = requestsWithoutCertificate(collection, sets);
  return sets.all.map((set) => {
    const { certificate, privateKeys, requests, unverified, bundle } = set;
    const differences = [...withRequests(collection, set), ...otherKeys(collection, set, pending)];
    const compared = { certificate, privateKeys, requests, unverified, differences };
    return { ...compared, bundle, verdict: verdictOfSet(compared, rows, index) };
  });
}

function withRequests(
  collection: Collection,
  { certificate, requests }: MatchedSet,
): Difference[] {
  const object = certificate === null ? undefined : collection.get(certificate);
  if (object?.kind !== "certificate" || object.certificate === null) return [];
  const read = object.certificate;
  return requests.flatMap((id) => {
    const asked = collection.get(id);
    if (asked?.kind !== "request" || asked.request === null) return [];
    return differencesOf(read, asked.request).map((found) => ({ request: id, ...found }));
  });
}

type Pending = ReadonlyMap<string, number[]>;

const nameKey = (name: string) => name.trim().toLowerCase();

/** CSRs for which no certificate is here, by their names. */
function requestsWithoutCertificate(collection: Collection, sets: Sets): Pending {
  const issued = new Set(
    sets.all.flatMap(({ certificate, requests }) => certificate === null ? [] : requests),
  );
  const pending = new Map<string, number[]>();
  for (const object of collection.objects) {
    if (object.kind !== "request" || object.request === null || issued.has(object.id)) continue;
    const key = nameKey(nameOf(object));
    pending.set(key, [...pending.get(key) ?? [], object.id]);
  }
  return pending;
}

/** A CSR for the same name and another key, for which no certificate is here. */
function otherKeys(
  collection: Collection,
  { certificate, requests }: MatchedSet,
  pending: Pending,
): Difference[] {
  if (certificate === null || requests.length > 0) return [];
  const found = pending.get(nameKey(nameOf(collection.get(certificate)!))) ?? [];
  return found.slice(0, 1).map((request) => {
    const [{ file }] = collection.get(request)!.places;
    const message = `The CSR in ${namedFile(file)} is for the same name and another key.`;
    return { request, code: "other_key", message };
  });
}
