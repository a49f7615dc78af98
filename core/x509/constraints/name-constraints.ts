/**
 * Reads name constraints (RFC 5280, 4.2.1.10) and checks the names of certificates against them.
 *
 * Subtrees only restrict names of their own type. A name is permitted if it lies in a permitted subtree, or
 * if no permitted subtree has its type. It is excluded if it lies in an excluded subtree. A wildcard stands
 * for all names that it matches: all of them must be permitted and none excluded.
 */
import { Budget } from "../../kernel/context.ts";
import { Der, DerError, TAG } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { readOid } from "../asn1/oids.ts";
import { readString } from "../asn1/strings.ts";
import { eachSubtree } from "../objects/extensions/name-constraints.ts";
import { readName } from "../objects/names.ts";
import { readingSentence } from "../reading-rules.ts";
import type { DistinguishedName } from "../shapes.ts";
import { type CanonicalName, canonicalName } from "./canonical-names.ts";
import { ascii } from "../../kernel/octets.ts";
import { isDnsName } from "../../names/domain-name.ts";
import { readMailbox, readUtf8Mailbox } from "../../names/email-address.ts";
import { ipv4Text, ipv6Text } from "../../names/ip-address.ts";
import { hostOfUri } from "../../names/hosts.ts";
import type { PresentedName } from "../../names/service-identity.ts";
import { type Subtree, Subtrees } from "./subtrees.ts";

export interface NameConstraints {
  permitted: Subtrees;
  excluded: Subtrees;
  /** A message about a form that the standard does not allow but that is understood; else null. */
  oddity: string | null;
}

/** id-on-SmtpUTF8Mailbox (RFC 9598, 3). */
const SMTP_UTF8_MAILBOX = "1.3.6.1.5.5.7.8.9";

/** Forms of GeneralName by identifier octet. */
const OTHER = 0xa0;
const EMAIL = 0x81;
const DNS = 0x82;
const DIRECTORY = 0xa4;
const URI = 0x86;
const IP = 0x87;

/**
 * Reads the content of extnValue. Throws DerError for an unknown structure, a base that is not a name of
 * its type, an address mask with holes, an empty list, constraints without subtrees, and a minimum or a
 * maximum (RFC 5280 demands 0 and none, which DER leaves out).
 */
export function readNameConstraints(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
): NameConstraints {
  const der = new Der(bytes, budget);
  const permitted = new Subtrees();
  const excluded = new Subtrees();
  const oddities: string[] = [];
  const visit = (isPermitted: boolean) => {
    (isPermitted ? permitted : excluded).add(readSubtree(der, oddities));
  };
  eachSubtree(der, 0, bytes.length, visit, (rule, offset) => {
    throw new DerError(readingSentence(rule), offset);
  });
  return { permitted, excluded, oddity: oddities[0] ?? null };
}

/** Reads the base whose header `der` has just read. */
function readSubtree(der: Der, oddities: string[]): Subtree {
  const { tag, start, body, end } = der;
  const bytes = der.content();
  const text = ascii(bytes).toLowerCase();
  switch (tag) {
    case DNS: {
      // Many CAs write ".example.com" as for a URI, and mean only the names below it.
      const bare = text.startsWith(".") ? text.slice(1) : text;
      if (bare !== text) oddities.push("A DNS constraint starts with a dot");
      if (bare !== "" && !isDnsName(bare, { wildcard: false })) {
        throw new DerError("A DNS constraint is not a valid DNS name", start);
      }
      return { type: "DNS", base: text };
    }
    case EMAIL: {
      if (isHostOrDomain(text)) return { type: "email", local: null, host: text };
      const mailbox = readMailbox(ascii(bytes));
      if (!mailbox) {
        throw new DerError("An e-mail constraint is not a mailbox, host or domain", start);
      }
      return { type: "email", ...mailbox };
    }
    case URI: {
      if (!isHostOrDomain(text)) {
        throw new DerError("A URI constraint is not a host or domain", start);
      }
      return { type: "URI", base: text };
    }
    case IP: {
      const half = bytes.length / 2;
      const mask = bytes.subarray(half);
      if ((half !== 4 && half !== 16) || !isContiguous(mask)) {
        throw new DerError("An IP constraint is not an address with a mask", start);
      }
      return { type: "IP", address: bytes.subarray(0, half), mask };
    }
    case DIRECTORY:
      der.expect(body, end, TAG.SEQUENCE, "Directory name");
      return { type: "DirName", base: canonicalName(readName(der)) };
    default:
      return { type: "other", tag };
  }
}

/** "host", ".domain" or "". The standard does not define ""; all verifiers read it as every host. */
function isHostOrDomain(text: string): boolean {
  return text === "" ||
    isDnsName(text.startsWith(".") ? text.slice(1) : text, { wildcard: false });
}

/** Whether all ones of the mask come before its zeros. */
function isContiguous(mask: Uint8Array): boolean {
  let ended = false;
  for (const byte of mask) {
    for (let bit = 0x80; bit > 0; bit >>= 1) {
      if ((byte & bit) === 0) ended = true;
      else if (ended) return false;
    }
  }
  return true;
}

/** The names of a certificate's subject, to which name constraints apply. */
export interface ConstrainedNames {
  subject: DistinguishedName;
  alternative: readonly (PresentedName & { tag: number })[];
}

export interface ConstraintFault {
  code:
    | "name_not_permitted"
    | "name_excluded"
    | "name_constraint_unsupported"
    | "name_constraints_too_many";
  /** The name at fault, shown in the message. */
  name: string;
}

/**
 * Chrome refuses a certificate that would need more comparisons of names with constraints. This code looks
 * names up and needs no limit for itself: the limit serves to report certificates that clients refuse.
 */
const MAX_COMPARISONS = 2 ** 20;

function comparisons(
  { permitted, excluded }: NameConstraints,
  alternative: ConstrainedNames["alternative"],
): number {
  return alternative.reduce(
    (sum, { type }) => type === "URI" ? sum : sum + permitted.count(type) + excluded.count(type),
    0,
  );
}

/** Returns the first name that the constraints do not allow, or null. Longer names spend more. */
export function checkNames(
  constraints: NameConstraints,
  { subject, alternative }: ConstrainedNames,
  budget: Budget,
): ConstraintFault | null {
  if (comparisons(constraints, alternative) > MAX_COMPARISONS) {
    return { code: "name_constraints_too_many", name: "" };
  }
  let hasMailbox = false;
  for (const name of alternative) {
    budget.spend("names", lookUps(name.bytes.length));
    hasMailbox ||= name.type === "email";
    const fault = checkName(constraints, name, budget);
    if (fault) return fault;
  }
  budget.spend("names", lookUps(subject.raw.length));
  if (subject.attributes.length > 0) {
    const fault = checkDirectoryName(constraints, canonicalName(subject), subject.raw);
    if (fault) return fault;
  }
  // RFC 5280, 4.2.1.10: without an rfc822Name, the e-mail addresses of the subject count.
  if (!hasMailbox) {
    for (const { oid, value } of subject.attributes) {
      if (oid !== "1.2.840.113549.1.9.1") continue;
      const fault = checkMailbox(constraints, value);
      if (fault) return fault;
    }
  }
  return null;
}

/**
 * Whether all DNS names lie in one of these subtrees. For constraints that a program imposes on a public
 * root: that root signed the names, so they do not spend from the budget of a request.
 */
export function permitsDnsNames(bases: readonly string[], names: ConstrainedNames): boolean {
  const permitted = new Subtrees();
  for (const base of bases) permitted.add({ type: "DNS", base });
  const constraints = { permitted, excluded: new Subtrees(), oddity: null };
  return checkNames(constraints, names, new Budget()) === null;
}

/** The most look-ups for a name: one for each label, which has at least two characters with its dot. */
const lookUps = (length: number): number => 1 + Math.ceil(length / 2);

function checkName(
  constraints: NameConstraints,
  name: PresentedName & { tag: number },
  budget: Budget,
): ConstraintFault | null {
  const text = ascii(name.bytes);
  switch (name.type) {
    case "DNS":
      return checkDnsName(constraints, text);
    case "IP":
      if (name.bytes.length !== 4 && name.bytes.length !== 16) {
        return notOfItsType(constraints, "IP", addressText(name.bytes));
      }
      return applySubtrees(
        constraints,
        "IP",
        addressText(name.bytes),
        (subtrees) => subtrees.holdsAddress(name.bytes),
      );
    case "email":
      return checkMailbox(constraints, text);
    case "URI": {
      const host = hostOfUri(text);
      // RFC 5280: a URI whose host is not a domain name cannot satisfy a constraint on URIs.
      if (host === null) return notOfItsType(constraints, "URI", text);
      return applySubtrees(constraints, "URI", text, (subtrees) => subtrees.holdsUriHost(host));
    }
    case "DirName": {
      const der = new Der(name.bytes, budget);
      try {
        der.expect(0, name.bytes.length, TAG.SEQUENCE, "Directory name");
        const read = readName(der);
        return checkDirectoryName(constraints, canonicalName(read), read.raw);
      } catch (thrown) {
        if (!(thrown instanceof DerError)) throw thrown;
        return notOfItsType(constraints, "DirName", "");
      }
    }
    case "other": {
      // RFC 5280, 4.2.1.10: a name with a constraint of an unsupported form is refused.
      const { permitted, excluded } = constraints;
      const concerned = permitted.hasForm(name.tag) || excluded.hasForm(name.tag);
      if (concerned) return { code: "name_constraint_unsupported", name: "" };
      return name.tag === OTHER ? checkUtf8Mailbox(constraints, name.bytes, budget) : null;
    }
  }
}

function checkDirectoryName(
  constraints: NameConstraints,
  name: CanonicalName,
  shown: string,
): ConstraintFault | null {
  return applySubtrees(
    constraints,
    "DirName",
    shown,
    (subtrees) => subtrees.holdsDirectoryName(name),
  );
}

function checkDnsName(constraints: NameConstraints, text: string): ConstraintFault | null {
  const name = text.toLowerCase();
  if (!isDnsName(name, { wildcard: true })) return notOfItsType(constraints, "DNS", text);
  const wildcard = name.startsWith("*.");
  const base = wildcard ? name.slice(2) : name;
  const permitted = (subtrees: Subtrees) =>
    subtrees.holdsDns(base) || wildcard && subtrees.hasDnsBelow(base);
  // "*.example.com" matches names in an excluded subtree "www.example.com", and only names in ".example.com".
  const excluded = (subtrees: Subtrees) =>
    subtrees.holdsDns(base) || wildcard && subtrees.hasDnsChild(base);
  return applySubtrees(constraints, "DNS", text, permitted, excluded);
}

function checkMailbox(constraints: NameConstraints, text: string): ConstraintFault | null {
  const mailbox = readMailbox(text);
  if (!mailbox) return notOfItsType(constraints, "email", text);
  return applySubtrees(constraints, "email", text, (subtrees) => subtrees.holdsMailbox(mailbox));
}

/**
 * RFC 9598, 6: constraints on rfc822Name also apply to SmtpUTF8Mailbox. `bytes` is the content of the
 * otherName; other types of otherName are not checked.
 */
function checkUtf8Mailbox(
  constraints: NameConstraints,
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
): ConstraintFault | null {
  const der = new Der(bytes, budget);
  try {
    der.expect(0, bytes.length, TAG.OID, "Type of an other name");
    if (readOid(bytes, der.body, der.end) !== SMTP_UTF8_MAILBOX) return null;
    der.expect(der.end, bytes.length, OTHER, "Value of an other name");
    der.expect(der.body, der.end, TAG.UTF8_STRING, "SMTP UTF8 mailbox");
    const read = readString(bytes, TAG.UTF8_STRING, der.body, der.end)!;
    const mailbox = read.whole ? readUtf8Mailbox(read.text) : null;
    if (mailbox === null) return notOfItsType(constraints, "email", read.text);
    return applySubtrees(
      constraints,
      "email",
      read.text,
      (subtrees) => subtrees.holdsMailbox(mailbox),
    );
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return notOfItsType(constraints, "email", "");
  }
}

/**
 * A malformed name cannot be compared, so it is refused if any subtree, permitted or excluded, has its type.
 */
function notOfItsType(
  { permitted, excluded }: NameConstraints,
  type: Subtree["type"],
  name: string,
): ConstraintFault | null {
  const concerned = permitted.has(type) || excluded.has(type);
  return concerned ? { code: "name_not_permitted", name } : null;
}

function applySubtrees(
  { permitted, excluded }: NameConstraints,
  type: Subtree["type"],
  name: string,
  isPermitted: (subtrees: Subtrees) => boolean,
  isExcluded = isPermitted,
): ConstraintFault | null {
  if (isExcluded(excluded)) return { code: "name_excluded", name };
  if (permitted.has(type) && !isPermitted(permitted)) return { code: "name_not_permitted", name };
  return null;
}

/** The text of an IP address; octets of another length as hex. */
function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return ipv4Text(bytes, 0);
  return bytes.length === 16 ? ipv6Text(bytes, 0) : toHex(bytes);
}
