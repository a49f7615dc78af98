/** Sets in answers: each CSR compared with its certificate, and a verdict on each set. */
import type { Collection } from "./collection.ts";
import type { InspectedSet, InspectedVerdict } from "./contract.ts";
import { nameOf } from "./objects.ts";
import { differenceMessage } from "../verdict/inspect.ts";
import type { DifferenceFacts } from "../verdict/judge/inspect/facts.ts";
import type { MatchedSet, Sets } from "./sets.ts";
import { canonicalName, nameKey } from "../x509/constraints/canonical-names.ts";
import { readDomainName } from "../names/domain-name.ts";
import { mailboxKey } from "../names/email-address.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import type { CertificationRequest } from "../x509/objects/certification-request.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import type { DistinguishedName, GeneralName } from "../x509/shapes.ts";

/** A set whose differences are facts, before they are judged. */
interface ComparedSet extends Pick<MatchedSet, "certificate" | "bundle"> {
  readonly privateKeys: number[];
  readonly requests: number[];
  readonly unverified: string | null;
  readonly differences: readonly Difference[];
}

type Difference = { readonly request: number } & DifferenceFacts;

/** The sets of a collection, each CSR compared with its certificate. */
export function comparedSets(collection: Collection, sets: Sets): ComparedSet[] {
  const pending = requestsWithoutCertificate(collection, sets);
  return sets.all.map((set) => {
    const { certificate, privateKeys, requests, unverified, bundle } = set;
    const differences = [...withRequests(collection, set), ...otherKeys(collection, set, pending)];
    return { certificate, privateKeys, requests, unverified, differences, bundle };
  });
}

/** The sets in answers. `verdicts` are in their order. */
export function inspectedSets(
  sets: readonly ComparedSet[],
  verdicts: readonly InspectedVerdict[],
): InspectedSet[] {
  return sets.map(({ differences, ...set }, index) => ({
    ...set,
    differences: differences.map((difference) => ({
      request: difference.request,
      code: difference.code,
      message: differenceMessage(difference),
    })),
    verdict: verdicts[index],
  }));
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

const pairingKey = (name: string) => name.trim().toLowerCase();

/** The CSRs without a certificate among the files, by name. */
function requestsWithoutCertificate(collection: Collection, sets: Sets): Pending {
  const issued = new Set(
    sets.all.flatMap(({ certificate, requests }) => certificate === null ? [] : requests),
  );
  const pending = new Map<string, number[]>();
  for (const object of collection.objects) {
    if (object.kind !== "request" || object.request === null || issued.has(object.id)) continue;
    const key = pairingKey(nameOf(object));
    pending.set(key, [...pending.get(key) ?? [], object.id]);
  }
  return pending;
}

/** CSRs for the same name with another key and without a certificate. */
function otherKeys(
  collection: Collection,
  { certificate, requests }: MatchedSet,
  pending: Pending,
): Difference[] {
  if (certificate === null || requests.length > 0) return [];
  const found = pending.get(pairingKey(nameOf(collection.get(certificate)!))) ?? [];
  return found.slice(0, 1).map((request) => {
    const [{ file }] = collection.get(request)!.places;
    return { request, code: "other_key", file };
  });
}

type Found = DifferenceFacts;

/** The number of names that a text lists; the rest is counted. */
const NAMED = 5;

/** The differences between a certificate and a CSR with the same key: omitted, added and changed parts. */
function differencesOf(certificate: Certificate, request: CertificationRequest): Found[] {
  const san = certificate.extension(EXTENSION.subjectAltName);
  const asked = request.extensions.all.find(({ oid }) => oid === EXTENSION.subjectAltName);
  if (san?.problem || asked?.problem) {
    return [{ code: "not_compared" }];
  }
  const found: Found[] = [];
  const wanted = namesOf(request.subject, request.extensions.subjectAltName);
  const given = san?.value?.length
    ? namesOf(null, san.value)
    // Without alternative names, a certificate has only its common name.
    : namesOf(certificate.subject, []);
  const lost = onlyIn(wanted, given);
  const added = onlyIn(given, wanted);
  if (lost.length > 0) {
    found.push({ code: "names_missing", names: lost.slice(0, NAMED), count: lost.length });
  }
  if (added.length > 0) {
    // Certificates for a domain usually have its name with and without "www.".
    const asks = new Set([...wanted.values()].map((name) => name.toLowerCase()));
    const isUsual = added.every((name) => asks.has(twinOf(name.toLowerCase())));
    const names = added.slice(0, NAMED);
    found.push({ code: "names_added", names, count: added.length, isUsual });
  }
  return [...found, ...subjectDifferences(certificate.subject, request.subject)];
}

function subjectDifferences(given: DistinguishedName, asked: DistinguishedName): Found[] {
  if (nameKey(canonicalName(given)) === nameKey(canonicalName(asked))) return [];
  const commonName = (name: DistinguishedName) => name.commonName?.trim().toLowerCase() ?? "";
  if (commonName(given) !== commonName(asked)) {
    return [{
      code: "common_name_differs",
      given: given.commonName || null,
      asked: asked.commonName || null,
    }];
  }
  return [{ code: "subject_differs", given: given.raw || null, asked: asked.raw || null }];
}

/** Names by their comparable form. A common name that is a host or mailbox counts as a name. */
function namesOf(
  subject: DistinguishedName | null,
  alternative: readonly GeneralName[],
): Map<string, string> {
  const names = new Map<string, string>();
  const add = ({ type, value }: GeneralName) => {
    const key = `${type} ${comparable({ type, value })}`;
    if (!names.has(key)) names.set(key, value);
  };
  alternative.forEach(add);
  const commonName = subject?.commonName ?? "";
  if (commonName.includes("@")) add({ type: "email", value: commonName });
  else if (readDomainName(commonName) !== null) add({ type: "DNS", value: commonName });
  return names;
}

function comparable({ type, value }: GeneralName): string {
  if (type === "DNS") return value.toLowerCase();
  return type === "email" ? mailboxKey(value) : value;
}

function onlyIn(these: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string[] {
  return [...these].filter(([key]) => !others.has(key)).map(([, value]) => value);
}

/** The same domain with "www." if it has none, and without it otherwise. */
const twinOf = (name: string): string => name.startsWith("www.") ? name.slice(4) : `www.${name}`;
