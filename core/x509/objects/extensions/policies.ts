/** Reads certificate policies, mappings and constraints (RFC 5280, 4.2.1.4, .5, .11 and .14). */
import { type Der, DerError, eachIn, eachOf, primitive, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import { readOid } from "../../asn1/oids.ts";
import { readString } from "../../asn1/strings.ts";

export const ANY_POLICY = "2.5.29.32.0";
const CPS = "1.3.6.1.5.5.7.2.1";
const USER_NOTICE = "1.3.6.1.5.5.7.2.2";

/** Common policies. */
const POLICY_NAMES: ReadonlyMap<string, string> = new Map([
  [ANY_POLICY, "anyPolicy"],
  ["2.23.140.1.1", "extended-validation"],
  ["2.23.140.1.2.1", "domain-validated"],
  ["2.23.140.1.2.2", "organization-validated"],
  ["2.23.140.1.2.3", "individual-validated"],
  ["2.23.140.1.3", "extended-validation-code-signing"],
  ["2.23.140.1.4.1", "code-signing"],
  ...["mailbox", "organization", "sponsor", "individual"].flatMap((whom, i) =>
    ["legacy", "multipurpose", "strict"].map((generation, k): [string, string] => [
      `2.23.140.1.5.${i + 1}.${k + 1}`,
      `${whom}-validated-${generation}`,
    ])
  ),
]);

/** Returns the name of a policy, such as "domain-validated", or null. */
export function policyName(oid: string): string | null {
  return POLICY_NAMES.get(oid) ?? null;
}

interface PolicyQualifier {
  /** "cps", "userNotice", or an OID. */
  type: string;
  /** The URI, the notice's text, or hex. */
  value: string;
}

interface PolicyInformation {
  oid: string;
  /** The policy's name, or null. */
  name: string | null;
  qualifiers: PolicyQualifier[];
}

/** Reads SEQUENCE OF PolicyInformation { policyIdentifier OID, policyQualifiers SEQUENCE OPTIONAL }. */
export function readCertificatePolicies(
  der: Der,
  start: number,
  limit: number,
): PolicyInformation[] {
  const list: PolicyInformation[] = [];
  const seen = new Set<string>();
  eachOf(der, start, limit, "Certificate policies", () => {
    const { start: policyStart, end } = der;
    der.require(TAG.SEQUENCE, "Policy information");
    der.expect(der.body, end, TAG.OID, "Policy");
    const oid = readOid(der.bytes, der.body, der.end);
    const qualifiers: PolicyQualifier[] = [];
    if (der.end < end) {
      eachOf(der, der.end, end, "Policy qualifiers", () => qualifiers.push(readQualifier(der)));
    }
    if (seen.has(oid)) {
      der.findings.add("policy_twice", policyStart);
    }
    seen.add(oid);
    list.push({ oid, name: policyName(oid), qualifiers });
  });
  return list;
}

/** PolicyQualifierInfo ::= SEQUENCE { policyQualifierId OID, qualifier ANY }. */
function readQualifier(der: Der): PolicyQualifier {
  const { end } = der;
  der.require(TAG.SEQUENCE, "Policy qualifier");
  der.expect(der.body, end, TAG.OID, "Type of a policy qualifier");
  const oid = readOid(der.bytes, der.body, der.end);
  if (der.end === end) return { type: oid, value: "" };
  der.next(der.end, end);
  der.finish(der.end, end, "Policy qualifier");
  const text = readString(der.bytes, der.tag, der.body, der.end);
  if (oid === CPS && text) return { type: "cps", value: text.text };
  if (oid === USER_NOTICE && der.tag === TAG.SEQUENCE) {
    return { type: "userNotice", value: readUserNotice(der) };
  }
  return { type: oid, value: toHex(der.bytes, der.start, der.end) };
}

/** UserNotice ::= SEQUENCE { noticeRef NoticeReference OPTIONAL, explicitText OPTIONAL }. */
function readUserNotice(der: Der): string {
  const parts: string[] = [];
  eachIn(der, der.body, der.end, () => {
    if (der.tag !== TAG.SEQUENCE) {
      const text = readString(der.bytes, der.tag, der.body, der.end);
      if (text) parts.push(text.text);
      return;
    }
    // NoticeReference { organization DisplayText, noticeNumbers SEQUENCE OF INTEGER }
    const end = der.end;
    der.next(der.body, end);
    parts.push(readString(der.bytes, der.tag, der.body, der.end)?.text ?? "");
    const numbers: (number | null)[] = [];
    eachOf(der, der.end, end, "Notice numbers", () => numbers.push(der.smallInteger()));
    parts.push(numbers.map((number) => `#${number ?? "?"}`).join(" "));
  });
  return parts.join(" ");
}

interface PolicyMapping {
  issuerDomainPolicy: string;
  subjectDomainPolicy: string;
}

/** Reads PolicyMappings (RFC 5280, 4.2.1.5) as pairs of OIDs. */
export function readPolicyMappings(der: Der, start: number, limit: number): PolicyMapping[] {
  const list: PolicyMapping[] = [];
  eachOf(der, start, limit, "Policy mappings", () => {
    const { end, bytes } = der;
    der.require(TAG.SEQUENCE, "Policy mapping");
    der.expect(der.body, end, TAG.OID, "Policy of the issuer");
    const issuerDomainPolicy = readOid(bytes, der.body, der.end);
    der.expect(der.end, end, TAG.OID, "Policy of the subject");
    const subjectDomainPolicy = readOid(bytes, der.body, der.end);
    der.finish(der.end, end, "Policy mapping");
    list.push({ issuerDomainPolicy, subjectDomainPolicy });
  });
  return list;
}

interface PolicyConstraints {
  /** How many certificates may follow before an explicit policy is required; null if it never is. */
  requireExplicitPolicy: number | null;
  inhibitPolicyMapping: number | null;
}

/** Reads PolicyConstraints (RFC 5280, 4.2.1.11). */
export function readPolicyConstraints(der: Der, start: number, limit: number): PolicyConstraints {
  der.expect(start, limit, TAG.SEQUENCE, "Policy constraints");
  const end = der.end;
  der.finish(end, limit, "Policy constraints");
  let at = der.body;
  if (at === end) {
    der.findings.add("policy_constraints_empty", start);
  }
  const read: PolicyConstraints = { requireExplicitPolicy: null, inhibitPolicyMapping: null };
  if (der.optional(at, end, primitive(0))) {
    at = der.end;
    read.requireExplicitPolicy = readSkipCerts(der);
  }
  if (der.optional(at, end, primitive(1))) {
    at = der.end;
    read.inhibitPolicyMapping = readSkipCerts(der);
  }
  der.finish(at, end, "Policy constraints");
  return read;
}

/** Reads InhibitAnyPolicy (RFC 5280, 4.2.1.14): how many certificates may follow before it applies. */
export function readInhibitAnyPolicy(der: Der, start: number, limit: number): number {
  der.expect(start, limit, TAG.INTEGER, "Inhibit any policy");
  der.finish(der.end, limit, "Inhibit any policy");
  return readSkipCerts(der);
}

/** Returns SkipCerts ::= INTEGER (0..MAX), whose header `der` has just read. */
function readSkipCerts(der: Der): number {
  const value = der.smallInteger();
  if (value === null || value < 0) throw new DerError("A number is out of range", der.start);
  return value;
}
