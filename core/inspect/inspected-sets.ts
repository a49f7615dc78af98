/** Sets in answers: each CSR compared with its certificate, and a verdict on each set. */
import type { Collection } from "./collection.ts";
import type { Difference, InspectedChain, InspectedSet, ObjectRow } from "./contract.ts";
import { nameOf } from "./objects.ts";
import { abridged, counted, named, namedFile, quoted } from "../kernel/formatting.ts";
import type { MatchedSet, Sets } from "./sets.ts";
import { chainIndex } from "./verdict/chains.ts";
import { hasLocked, verdictOfSet } from "./verdict/sets.ts";
import { canonicalName, nameKey } from "../x509/constraints/canonical-names.ts";
import { readDomainName } from "../names/domain-name.ts";
import { mailboxKey } from "../names/email-address.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import type { CertificationRequest } from "../x509/objects/certification-request.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import type { DistinguishedName, GeneralName } from "../x509/shapes.ts";

/** `rows` are those of all objects of the collection, with their findings. */
export function inspectedSets(
  collection: Collection,
  sets: Sets,
  chains: readonly InspectedChain[],
  rows: ReadonlyMap<number, ObjectRow>,
): InspectedSet[] {
  const index = chainIndex(chains);
  const isLocked = hasLocked(rows);
  const pending = requestsWithoutCertificate(collection, sets);
  return sets.all.map((set) => {
    const { certificate, privateKeys, requests, unverified, bundle } = set;
    const differences = [...withRequests(collection, set), ...otherKeys(collection, set, pending)];
    const compared = { certificate, privateKeys, requests, unverified, differences };
    return { ...compared, bundle, verdict: verdictOfSet(compared, rows, index, isLocked) };
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
    const message = `The CSR in ${namedFile(file)} is for the same name and another key.`;
    return { request, code: "other_key", message };
  });
}

type Found = Omit<Difference, "request">;

/** The number of names that a text lists; the rest is counted. */
const NAMED = 5;

/** The differences between a certificate and a CSR with the same key: omitted, added and changed parts. */
function differencesOf(certificate: Certificate, request: CertificationRequest): Found[] {
  const san = certificate.extension(EXTENSION.subjectAltName);
  const asked = request.extensions.all.find(({ oid }) => oid === EXTENSION.subjectAltName);
  if (san?.problem || asked?.problem) {
    const message =
      "The names of certificate and CSR were not compared: one of the two lists cannot be read.";
    return [{ code: "not_compared", message }];
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
    const what = lost.length === 1 ? "a name" : counted(lost.length, "name");
    const names = abridged(lost, NAMED, named);
    const message = `The certificate lacks ${what} that the CSR asks for: ${names}.`;
    found.push({ code: "names_missing", message });
  }
  if (added.length > 0) {
    // Certificates for a domain usually have its name with and without "www.".
    const asks = new Set([...wanted.values()].map((name) => name.toLowerCase()));
    const isUsual = added.every((name) => asks.has(twinOf(name.toLowerCase())));
    const message = `The CA added ${abridged(added, NAMED, named)}, which the CSR didn't ask for.${
      isUsual ? " That's normal." : ""
    }`;
    found.push({ code: "names_added", message });
  }
  return [...found, ...subjectDifferences(certificate.subject, request.subject)];
}

function subjectDifferences(given: DistinguishedName, asked: DistinguishedName): Found[] {
  if (nameKey(canonicalName(given)) === nameKey(canonicalName(asked))) return [];
  const commonName = (name: DistinguishedName) => name.commonName?.trim().toLowerCase() ?? "";
  if (commonName(given) !== commonName(asked)) {
    const message =
      `The common name differs: ${quotedOrNone(given.commonName)} in the certificate, ` +
      `${quotedOrNone(asked.commonName)} in the CSR.`;
    return [{ code: "common_name_differs", message }];
  }
  const message = `The subject differs: ${quotedOrNone(given.raw)} in the certificate, ` +
    `${quotedOrNone(asked.raw)} in the CSR. CAs leave out what they did not verify.`;
  return [{ code: "subject_differs", message }];
}

const quotedOrNone = (text: string | null): string => text ? quoted(text) : "none";

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
