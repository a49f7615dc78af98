/** What a certificate has of what rules need. */
import { TAG } from "../../asn1/der.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import type { LintExamined } from "./examined.ts";
import { qualifiers } from "./policies.ts";
import { DESCRIPTORS, HAS, isUsualName, nameIn } from "./features.ts";

const MARKS = [HAS.encoded, HAS.underscore, HAS.wildcard, HAS.onion, HAS.reverseZone] as const;
const HYPHEN_AT_EDGE = /(?:^|[. ])-|-(?:[. ]|$)/;

/** Extensions, attributes of the subject, policies and their qualifiers by their identifiers, and what is in HAS. */
export function featuresOf(examined: LintExamined, note: (feature: string) => void): void {
  for (const { oid } of examined.certificate.extensions) note(oid);
  if (examined.has(DESCRIPTORS)) note(HAS.onion);
  for (const { oid } of examined.subject) note(oid);
  if (examined.repeatsType) note(HAS.typeTwice);
  for (const oid of examined.policies) note(oid);
  note(examined.keyAlgorithm);
  if (!examined.isResponder) note(HAS.noResponder);
  for (const { oid } of qualifiers(examined)) {
    note(HAS.qualifiers);
    note(oid);
  }
  for (const { tag } of examined.times) {
    note(tag === TAG.UTC_TIME ? HAS.utcTime : HAS.generalizedTime);
  }
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
