/** Rules about certificate policies and the texts in them. */
import { TAG } from "../../asn1/der.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { ANY_POLICY } from "../../objects/extensions/policies.ts";
import { rfc5280, rfc6818 } from "../documents.ts";
import { lint, type LintExamined, type LintRules, SINCE } from "./examined.ts";
import type { Tlv } from "./tlv.ts";

export const QUALIFIER = { cps: "1.3.6.1.5.5.7.2.1", notice: "1.3.6.1.5.5.7.2.2" } as const;

interface Qualifier {
  readonly policy: string;
  readonly oid: string;
  readonly value: Tlv | undefined;
}

/** Every qualifier with the policy that it belongs to. */
export const qualifiers = (examined: LintExamined): Qualifier[] =>
  examined.once(
    "qualifiers",
    () =>
      examined.parts(EXTENSION.certificatePolicies).flatMap(({ inner: [policy, list] }) =>
        policy && list
          ? list.inner.flatMap(({ inner: [type, value] }) =>
            type ? [{ policy: policy.oid, oid: type.oid, value }] : []
          )
          : []
      ),
  );

const notices = (examined: LintExamined): Tlv[] =>
  qualifiers(examined).flatMap(({ oid, value }) =>
    oid === QUALIFIER.notice && value ? value.inner : []
  );

/** The explicit texts of user notices. */
const texts = (examined: LintExamined): Tlv[] =>
  notices(examined).filter(({ tag }) => tag !== TAG.SEQUENCE);

// deno-lint-ignore no-control-regex -- control characters are what is looked for
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

export const policyLints = {
  policy_twice: lint({
    clause: rfc5280("4.2.1.4"),
    since: SINCE.rfc5280,
    title: "A certificate policy occurs twice",
    at: EXTENSION.certificatePolicies,
    check: ({ policies }) => new Set(policies).size < policies.length,
  }),
  policy_notice_reference: lint({
    severity: "warning",
    clause: rfc5280("4.2.1.4"),
    since: SINCE.rfc5280,
    title: "A user notice refers to another document by number",
    at: EXTENSION.certificatePolicies,
    check: (examined) => notices(examined).some(({ tag }) => tag === TAG.SEQUENCE),
  }),
  any_policy_qualifier: lint({
    clause: rfc5280("4.2.1.4"),
    since: SINCE.rfc3280,
    title: "The policy anyPolicy has a qualifier other than CPS and user notice",
    at: EXTENSION.certificatePolicies,
    check: (examined) =>
      qualifiers(examined).some(({ policy, oid }) =>
        policy === ANY_POLICY && oid !== QUALIFIER.cps && oid !== QUALIFIER.notice
      ),
  }),
  policy_text_ia5: lint({
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice is an IA5String",
    at: EXTENSION.certificatePolicies,
    check: (examined) => texts(examined).some(({ tag }) => tag === TAG.IA5_STRING),
  }),
  policy_text_not_utf8: lint({
    severity: "warning",
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice is not a UTF8String",
    at: EXTENSION.certificatePolicies,
    check: (examined) => texts(examined).some(({ tag }) => tag !== TAG.UTF8_STRING),
  }),
  policy_text_control: lint({
    severity: "warning",
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice has control characters",
    at: EXTENSION.certificatePolicies,
    check: (examined) =>
      texts(examined).some((text) => text.tag === TAG.UTF8_STRING && CONTROL.test(text.text ?? "")),
  }),
  policy_text_not_normalized: lint({
    severity: "warning",
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice is not in Unicode normalization form C",
    at: EXTENSION.certificatePolicies,
    check: (examined) =>
      texts(examined).some((text) => {
        if (text.tag !== TAG.UTF8_STRING && text.tag !== TAG.BMP_STRING) return false;
        // A BMPString that is cut within a character is UTF-8 under a wrong tag.
        const isCut = text.tag === TAG.BMP_STRING && text.length % 2 !== 0;
        const read = text.textAs(isCut ? TAG.UTF8_STRING : text.tag) ?? "";
        return read !== read.normalize("NFC");
      }),
  }),
  policy_text_malformed: lint({
    clause: rfc5280("4.2.1.4; X.690, 8.23"),
    title: "The text of a user notice ends within a character",
    at: EXTENSION.certificatePolicies,
    check: (examined) =>
      texts(examined).some(({ tag, length }) => tag === TAG.BMP_STRING && length % 2 !== 0),
  }),
  policy_text_too_long: lint({
    clause: rfc6818("3"),
    since: SINCE.rfc6818,
    title: "The text of a user notice is longer than 200 characters",
    at: EXTENSION.certificatePolicies,
    check: (examined) => texts(examined).some((text) => [...text.text ?? ""].length > 200),
  }),
} satisfies LintRules;
