/** certificate/diff: compares two certificates, CSRs or chains, and says in one sentence how they relate. */
import { validityLength } from "../x509/validity.ts";
import { authorityName } from "../names/certificate-name.ts";
import { type Repair, repairedField } from "../x509/pem/repairs.ts";
import { loadDigest } from "../../wasm/digest.ts";
import type { Budget } from "../kernel/context.ts";
import { OperationError } from "../kernel/errors.ts";
import type { Operation } from "../kernel/execute.ts";
import { named } from "../kernel/formatting.ts";
import { equalOctets } from "../kernel/octets.ts";
import { readDomainName } from "../names/domain-name.ts";
import * as TEXT from "../texts.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import { toColonHex, toHex } from "../x509/asn1/hex.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { readBundle, requireCertificates } from "../x509/cms/bundles.ts";
import { Candidate } from "../x509/constraints/candidate.ts";
import { type ComparableKey, comparableKey, compareKeys } from "../x509/keys/key-comparison.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import {
  type CertificationRequest,
  readCertificationRequest,
} from "../x509/objects/certification-request.ts";
import { gatherExtensions } from "../x509/objects/extensions/extensions.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import type { DistinguishedName, Extensions, GeneralName } from "../x509/shapes.ts";
import { compareExtensions, difference, typedName } from "./compared-extensions.ts";
import { sentence } from "../verdict/text/sentence.ts";
import { comparedVerdict, messageOf } from "../verdict/certificate.ts";
import type { Statement } from "../verdict/model.ts";
import { state } from "../verdict/statements.ts";
import { comparedKeyText } from "../verdict/text/certificate.ts";
import type { certificateDiff, Comparison } from "./contract.ts";
import { type ComparedRelation, MAX_COMPARED, MAX_LISTED } from "./options.ts";

const DAY = 86_400_000;

/** One side: a CSR, or the end entity of a chain with the other certificates. */
interface Side {
  /** Null for a CSR. */
  readonly certificate: Certificate | null;
  readonly candidate: Candidate | null;
  /** The object without trailing bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly subject: DistinguishedName;
  readonly extensions: Extensions;
  readonly key: ComparableKey;
  readonly signatureAlgorithm: string;
  /** Each of its names once, by `typedName`. */
  readonly names: ReadonlyMap<string, GeneralName>;
  readonly others: readonly Candidate[];
  /** The layers that were undone to read its text. */
  readonly repairs: readonly Repair[];
}

/**
 * Compares `after` with `before`. Throws the errors of `requireCertificates` with the field's path, and
 * `too_complex` beyond MAX_COMPARED certificates.
 */
export const diff: Operation<typeof certificateDiff> = async (input, { budget }) => {
  const sha256 = await loadDigest("SHA-256");
  const before = readSide(input.before, "before", budget);
  const after = readSide(input.after, "after", budget);
  const names = compareNames(before, after);
  const key = compareKey(before, after);
  const chain = compareChains(before.others, after.others);
  const issuer = compareIssuers(before, after);
  const signatureAlgorithm = compareText(
    before.signatureAlgorithm,
    after.signatureAlgorithm,
    "Same signature algorithm",
  );
  const lifetime = compareLifetimes(before, after);
  const { changes, same } = compareExtensions(before.extensions.all, after.extensions.all);
  const relation = relationOf(before, after, names, key.same);
  const hasOtherUse = before.candidate?.isCa !== after.candidate?.isCa ||
    changes.some(({ oid, added, removed }) =>
      oid === EXTENSION.extendedKeyUsage && added.length + removed.length > 0
    );
  const subject = compareSubjects(before.subject, after.subject);
  const differences = [
    ...key.same === false ? [otherKey(before, after)] : [],
    ...signatureAlgorithm.same === false
      ? [state("difference_signature_algorithm", {
        before: before.signatureAlgorithm,
        after: after.signatureAlgorithm,
      })]
      : [],
    ...issuer?.same === false ? [otherIssuer(before, after)] : [],
    ...lifetime === null || lifetime.isSame ? [] : [lifetime.statement],
    ...names.added.map(({ value: name }) => state("difference_name_added", { name })),
    ...names.removed.map(({ value: name }) => state("difference_name_removed", { name })),
    ...subject.map(({ name: attribute, before, after }) =>
      state("difference_attribute", { attribute, before, after })
    ),
    ...changes.map(({ name, change, added, removed }) =>
      state("difference_extension", { name, change, added, removed })
    ),
    ...chain.flatMap(({ subject, change }) =>
      change === "same" ? [] : [state("difference_certificate", { subject, change })]
    ),
  ];
  const verdict = comparedVerdict(relation, {
    isCertificate: before.certificate !== null,
    key: { same: key.same, before: before.key.key, after: after.key.key },
    namesAdded: names.addedCount,
    namesRemoved: names.removedCount,
    hasOtherIssuer: issuer?.same === false,
    ends: lifetime && {
      laterBy: lifetime.answer.endsLaterBy,
      isSame: before.certificate!.notAfter === after.certificate!.notAfter,
    },
    hasOtherUse: hasOtherUse && issuer !== null,
    authorities: countChanges(before, after, chain),
  }, differences);
  const described = ({ bytes, certificate, subject, ...side }: Side) => ({
    kind: certificate === null ? "request" as const : "certificate" as const,
    subject: subject.raw,
    issuer: certificate && certificate.issuer.raw,
    serialNumber: certificate && certificate.serialNumber,
    notBefore: certificate && formatTime(certificate.notBefore),
    notAfter: certificate && formatTime(certificate.notAfter),
    publicKey: side.key.key,
    signatureAlgorithm: side.signatureAlgorithm,
    names: side.names.size,
    certificates: certificate === null ? 0 : 1 + side.others.length,
    fingerprint: toColonHex(sha256(bytes)),
  });
  return {
    sentence: sentence(verdict.title),
    ...repairedField([...before.repairs, ...after.repairs]),
    relation,
    before: described(before),
    after: described(after),
    names,
    key,
    signatureAlgorithm,
    issuer,
    lifetime: lifetime && lifetime.answer,
    subject,
    extensions: changes,
    extensionsSame: same,
    chain,
    verdict,
  };
};

/** Reads the certificates of a text, or its first CSR if it has no certificate. */
function readSide(text: string, path: string, budget: Budget): Side {
  const { certificates, skipped, repairs } = readBundle(text, budget);
  if (certificates.length === 0) {
    const request = skipped.find(({ kind, bytes }) => kind === "request" && bytes !== null);
    // Throws, because there is no certificate.
    if (!request) requireCertificates(text, budget, path);
    return { ...requestSide(request!.bytes!, path, budget), repairs };
  }
  if (certificates.length > MAX_COMPARED) {
    const message = TEXT.diffTooMany(certificates.length, MAX_COMPARED);
    throw new OperationError("too_complex", message, path);
  }
  const candidates = certificates.map(({ certificate }, position) =>
    new Candidate(certificate, "input", position)
  );
  const first = Math.max(0, candidates.findIndex(({ isCa }) => !isCa));
  const candidate = candidates[first];
  const { certificate } = candidate;
  const extensions = gatherExtensions(
    certificate.bytes,
    certificate.extensions,
    (raw) => certificate.decode(raw),
  );
  return {
    certificate,
    candidate,
    bytes: certificate.bytes,
    subject: certificate.subject,
    extensions,
    key: comparableKey(certificate.publicKey, budget),
    signatureAlgorithm: certificate.signature.scheme.name,
    names: namesOf(certificate.subject, extensions, budget),
    others: candidates.filter((other) => other !== candidate),
    repairs,
  };
}

function requestSide(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  budget: Budget,
): Omit<Side, "repairs"> {
  budget.spend("bytes", bytes.length);
  let request: CertificationRequest;
  try {
    request = readCertificationRequest(new Der(bytes, budget));
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    throw new OperationError("unreadable", TEXT.csrInvalidBecause(thrown.message), path);
  }
  const { subject, extensions, publicKey, signature, end } = request;
  return {
    certificate: null,
    candidate: null,
    bytes: bytes.subarray(0, end),
    subject,
    extensions,
    key: comparableKey(publicKey, budget),
    signatureAlgorithm: signature.scheme.name,
    names: namesOf(subject, extensions, budget),
    others: [],
  };
}

/**
 * The names that clients compare: subjectAltName (RFC 9525, 2), without it a common name that is a domain
 * name, otherwise the subject. Domain names are in lower case.
 */
function namesOf(
  { commonName, raw }: DistinguishedName,
  { subjectAltName }: Extensions,
  budget: Budget,
): Map<string, GeneralName> {
  budget.spend("names", subjectAltName.length);
  const isDomain = commonName !== null && readDomainName(commonName) !== null;
  const names: readonly GeneralName[] = subjectAltName.length > 0
    ? subjectAltName
    : isDomain
    ? [{ type: "DNS", value: commonName }]
    : [{ type: "DirName", value: raw }];
  return new Map(names.map(({ type, value }) => {
    const name = { type, value: type === "DNS" ? value.toLowerCase() : value };
    return [typedName(name), name];
  }));
}

function compareNames(before: Side, after: Side): Comparison["names"] {
  const { added, removed, same } = difference([...before.names.keys()], [...after.names.keys()]);
  return {
    same,
    addedCount: added.length,
    removedCount: removed.length,
    added: added.slice(0, MAX_LISTED).map((name) => after.names.get(name)!),
    removed: removed.slice(0, MAX_LISTED).map((name) => before.names.get(name)!),
  };
}

function compareKey(before: Side, after: Side): Comparison["key"] {
  const { equal } = compareKeys(before.key, after.key);
  switch (equal) {
    case true:
      return { same: true, message: `Same key: ${comparedKeyText(after.key.key)}.` };
    case false:
      return { same: false, message: messageOf(otherKey(before, after)) };
    case null:
      return { same: null, message: "This tool cannot compare the keys." };
  }
}

const otherKey = (before: Side, after: Side): Statement =>
  state("difference_key", { before: before.key.key, after: after.key.key });

function compareText(before: string, after: string, same: string): Comparison["key"] {
  return before === after
    ? { same: true, message: `${same}: ${named(after)}.` }
    : { same: false, message: `${named(after)} instead of ${named(before)}.` };
}

function compareIssuers(before: Side, after: Side): Comparison["issuer"] {
  if (before.candidate === null || after.candidate === null) return null;
  if (before.candidate.issuerKey === after.candidate.issuerKey) {
    return { same: true, message: `Same issuer: ${named(issuerName(after))}.` };
  }
  return { same: false, message: messageOf(otherIssuer(before, after)) };
}

const issuerName = ({ certificate }: Side): string => authorityName(certificate!.issuer);

const otherIssuer = (before: Side, after: Side): Statement =>
  state("difference_issuer", { before: issuerName(before), after: issuerName(after) });

function compareLifetimes({ certificate: before }: Side, { certificate: after }: Side) {
  if (before === null || after === null) return null;
  const beforeDays = daysOf(before);
  const afterDays = daysOf(after);
  const endsLaterBy = after.notAfter - before.notAfter;
  const facts = { before: beforeDays, after: afterDays, endsLaterBy };
  const statement = state("difference_lifetime", facts);
  return {
    isSame: beforeDays === afterDays && endsLaterBy === 0,
    statement,
    answer: {
      beforeDays,
      afterDays,
      endsLaterBy: Math.round(endsLaterBy / DAY) + 0,
      message: messageOf(statement),
    },
  };
}

/** Whole days of validity; both ends count (RFC 5280, 4.1.2.5). */
const daysOf = (certificate: Certificate): number => Math.round(validityLength(certificate) / DAY);

/** Attributes by name. Several of the same type are joined, as in `DistinguishedName`. */
function compareSubjects(
  before: DistinguishedName,
  after: DistinguishedName,
): Comparison["subject"] {
  const values = ({ attributes }: DistinguishedName) => {
    const byName = Map.groupBy(attributes, ({ name }) => name);
    return new Map(
      [...byName].map(([name, list]) => [name, list.map(({ value }) => value).join(", ")] as const),
    );
  };
  const [old, current] = [values(before), values(after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name) ?? null, current.get(name) ?? null];
    return was === is ? [] : [{ name, before: was, after: is }];
  });
}

/** Pairs the other certificates: equal ones, then those with the same subject. */
function compareChains(
  before: readonly Candidate[],
  after: readonly Candidate[],
): Comparison["chain"] {
  const subjectOf = ({ certificate }: Candidate) => certificate.subject.raw;
  const equal = new Set(before.map(({ id }) => id));
  const kept = new Set(after.map(({ id }) => id).filter((id) => equal.has(id)));
  const old = Map.groupBy(before.filter(({ id }) => !kept.has(id)), (each) => each.subjectKey);
  const chain: Comparison["chain"] = after.map((candidate) => {
    const subject = subjectOf(candidate);
    if (kept.has(candidate.id)) return { subject, change: "same" };
    const replaced = old.get(candidate.subjectKey)?.shift();
    return { subject, change: replaced ? "replaced" : "added" };
  });
  const removed = [...old.values()].flat();
  return [
    ...chain,
    ...removed.map((each) => ({ subject: subjectOf(each), change: "removed" as const })),
  ];
}

function relationOf(
  before: Side,
  after: Side,
  { same: common }: Comparison["names"],
  sameKey: boolean | null,
): ComparedRelation {
  if (equalOctets(before.bytes, after.bytes)) return "identical";
  if (before.certificate === null && after.certificate === null) {
    return common > 0 ? "request" : sameKey ? "same_key" : "unrelated";
  }
  if (before.candidate === null || after.candidate === null) {
    return sameKey === true ? "request_fits" : common > 0 ? "request_differs" : "unrelated";
  }
  const sameIssuer = before.candidate.issuerKey === after.candidate.issuerKey;
  if (sameIssuer && toHex(before.certificate!.serial) === toHex(after.certificate!.serial)) {
    const poisoned = [before, after].filter(({ candidate }) =>
      candidate!.raw(EXTENSION.precertificatePoison) !== undefined
    );
    return poisoned.length === 1 ? "precertificate" : "serial_reused";
  }
  const sameCa = before.candidate.isCa && after.candidate.isCa &&
    before.candidate.identity === after.candidate.identity;
  if (sameCa && !sameIssuer) return "cross_signed";
  if (common === 0) return sameKey ? "same_key" : "unrelated";
  if (after.certificate!.notAfter > before.certificate!.notAfter) return "renewal";
  return after.certificate!.notBefore < before.certificate!.notBefore ? "earlier" : "reissue";
}

/** The number of other certificates with each change; null if one side has none. */
function countChanges(before: Side, after: Side, chain: Comparison["chain"]) {
  if (before.others.length === 0 || after.others.length === 0) return null;
  const count = (wanted: Comparison["chain"][number]["change"]) =>
    chain.filter(({ change }) => change === wanted).length;
  return { replaced: count("replaced"), added: count("added"), removed: count("removed") };
}
