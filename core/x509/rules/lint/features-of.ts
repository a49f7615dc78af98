/** The features of a certificate that rules may need. */
import { TAG } from "../../asn1/der.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { ATTRIBUTE, type LintExamined } from "./examined.ts";
import { hasUniqueIdentifier } from "./frame.ts";
import { qualifiers } from "./policies.ts";
import { DESCRIPTORS, HAS, isUsualName, keyOf, nameIn } from "./features.ts";
import {
  hasUsualAccess,
  hasUsualCriticality,
  hasUsualCrlPoints,
  isUsualDistinguishedName,
  isUsualKeyAlgorithm,
  isUsualKeyUsage,
  isUsualRsaKey,
  isUsualSignature,
  isUsualUtcTime,
} from "./usual.ts";

const MARKS = [HAS.encoded, HAS.underscore, HAS.wildcard, HAS.onion, HAS.reverseZone] as const;
const HYPHEN_AT_EDGE = /(?:^|[. ])-|-(?:[. ]|$)/;

type Note = (feature: string) => void;

/**
 * Notes what is in HAS, and by their object identifiers the extensions, the attributes of the subject,
 * the policies and their qualifiers.
 */
export function featuresOf(examined: LintExamined, note: Note): void {
  noteFrame(examined, note);
  noteSubject(examined, note);
  noteExtensions(examined, note);
  noteNames(examined, note);
}

/** Dates, key and algorithms. */
function noteFrame(examined: LintExamined, note: Note): void {
  for (const time of examined.times) {
    if (time.tag === TAG.GENERALIZED_TIME) note(HAS.generalizedTime);
    else if (!isUsualUtcTime(time)) note(HAS.unusualTime);
  }
  if (hasUniqueIdentifier(examined)) note(HAS.uniqueIdentifier);
  note(examined.keyAlgorithm);
  if (examined.keyAlgorithm === keyOf("RSA") && !isUsualRsaKey(examined.keyNumbers)) {
    note(HAS.unusualRsaKey);
  }
  if (!isUsualKeyAlgorithm(examined)) note(HAS.unusualKeyAlgorithm);
  if (!isUsualSignature(examined)) note(HAS.unusualSignature);
}

/** Subject and issuer. */
function noteSubject(examined: LintExamined, note: Note): void {
  let who: string = HAS.nobody;
  for (const { oid } of examined.subject) {
    note(oid);
    if (SOMEBODY.has(oid)) who = HAS.somebody;
  }
  note(who);
  if (examined.repeatsType) note(HAS.typeTwice);
  if (!isUsualDistinguishedName(examined.subject)) note(HAS.unusualSubject);
  if (!isUsualDistinguishedName(examined.issuer)) note(HAS.unusualIssuer);
}

const SOMEBODY: ReadonlySet<string> = new Set([
  ATTRIBUTE.organization,
  ATTRIBUTE.givenName,
  ATTRIBUTE.surname,
]);

function noteExtensions(examined: LintExamined, note: Note): void {
  const { bytes, extensions } = examined.certificate;
  for (const extension of extensions) {
    const { oid } = extension;
    note(oid);
    if (!hasUsualCriticality(extension)) note(HAS.unusualCriticality);
    const isEmpty = bytes[extension.body + 1] === 0;
    if (oid === EXTENSION.basicConstraints) {
      if (!isEmpty || bytes[extension.body] !== TAG.SEQUENCE) note(HAS.basicConstraints);
    } else if (isEmpty) note(HAS.emptyList);
    if (oid === EXTENSION.keyUsage && !isUsualKeyUsage(bytes, extension)) note(HAS.unusualKeyUsage);
  }
  if (examined.has(DESCRIPTORS)) note(HAS.onion);
  if (!hasUsualAccess(examined)) note(HAS.unusualAccess);
  if (examined.has(EXTENSION.cRLDistributionPoints) && !hasUsualCrlPoints(examined)) {
    note(HAS.unusualCrlPoints);
  }
  note(examined.isResponder ? HAS.responder : HAS.noResponder);
  for (const oid of examined.policies) note(oid);
  for (const { oid } of qualifiers(examined)) {
    note(HAS.qualifiers);
    note(oid);
  }
}

/** Alternative names and common names. */
function noteNames(examined: LintExamined, note: Note): void {
  for (const oid of [EXTENSION.subjectAltName, EXTENSION.issuerAltName]) {
    let last = -1;
    for (const { tag } of examined.parts(oid)) {
      if (tag !== last) note(nameIn(oid, tag));
      last = tag;
    }
  }
  const names = examined.hostNames;
  if (!names.every(isUsualName)) note(HAS.unusualName);
  const all = names.join(" ").toLowerCase();
  for (const mark of MARKS) if (all.includes(mark)) note(mark);
  if (HYPHEN_AT_EDGE.test(all)) note(HAS.hyphenAtEdge);
}
