/** Pairs of certificates and CSRs with a name in common, for a comparison: a renewal, or a CSR and its answer. */
import { toHex } from "../x509/asn1/hex.ts";
import type { InspectedObject } from "./objects.ts";

/** Two objects to compare; `before` is the older one, or the CSR. */
export interface ComparablePair {
  before: number;
  after: number;
}

/** More pairs than a page lists. */
const MAX_PAIRS = 200;
/** Names of one object that are looked at, and objects with one name: a list of a CA may have thousands. */
const MAX_NAMES = 100;
const MAX_WITH_NAME = 50;

interface Named {
  id: number;
  /** A CSR comes before its certificate. */
  time: number;
  names: string[];
}

/** Neighbours in time among the objects with one name. Linear in the number of objects. */
export function comparablePairs(objects: Iterable<InspectedObject>): ComparablePair[] {
  const byName = new Map<string, Named[]>();
  for (const object of objects) {
    const entry = namedObject(object);
    for (const name of new Set(entry?.names)) {
      const list = byName.get(name);
      if (!list) byName.set(name, [entry!]);
      else if (list.length < MAX_WITH_NAME) list.push(entry!);
    }
  }
  const pairs = new Map<string, ComparablePair>();
  for (const list of byName.values()) {
    if (list.length < 2) continue;
    list.sort((a, b) => compareTimes(a, b) || a.id - b.id);
    for (let next = 1; next < list.length; next++) {
      if (pairs.size === MAX_PAIRS) return [...pairs.values()];
      const [before, after] = [list[next - 1].id, list[next].id];
      pairs.set(`${before} ${after}`, { before, after });
    }
  }
  return [...pairs.values()];
}

function namedObject(object: InspectedObject): Named | null {
  if (object.kind === "certificate" && object.candidate !== null) {
    const { certificate, candidate, id } = object;
    // A CA is known by its subject.
    if (candidate.isCa) return { id, time: certificate!.notBefore, names: [candidate.subjectKey] };
    const names = candidate.names.alternative.slice(0, MAX_NAMES).map(({ type, bytes }) =>
      type === "DNS" || type === "email"
        ? `${type} ${new TextDecoder().decode(bytes).toLowerCase()}`
        : `${type} ${toHex(bytes)}`
    );
    return {
      id,
      time: certificate!.notBefore,
      names: names.length > 0 ? names : [candidate.subjectKey],
    };
  }
  if (object.kind === "request" && object.request !== null) {
    const { subject, extensions } = object.request;
    const names = extensions.subjectAltName.slice(0, MAX_NAMES).flatMap(({ type, value }) =>
      type === "DNS" || type === "email" ? [`${type} ${value.toLowerCase()}`] : []
    );
    if (names.length === 0 && subject.commonName) {
      names.push(`DNS ${subject.commonName.toLowerCase()}`);
    }
    return { id: object.id, time: -Infinity, names };
  }
  return null;
}

/** -Infinity minus itself is NaN. */
const compareTimes = (a: Named, b: Named): number => a.time === b.time ? 0 : a.time - b.time;
