/**
 * The rules of a certification path (RFC 5280, section 6, and what public authorities add).
 *
 * A path is a list from the leaf (index 0) to its last certificate. Rules come in two kinds of
 * function: what a certificate breaks by itself in its role, and what an issuer breaks towards the
 * certificates below it. Both only ever add violations as a path grows upwards, which is what lets
 * the search cut a branch at its first fault.
 *
 * The root is judged like every other certificate: RFC 5280 leaves it to the caller what a trust
 * anchor must be, and a root that is expired or no CA proves nothing to a browser either.
 */
import type { Budget } from "../context.ts";
import { DerError } from "../pki/der.ts";
import { EXTENSION, extensionName } from "../pki/extensions.ts";
import type { Candidate } from "./candidate.ts";
import {
  ascii,
  isDnsName,
  matchesReference,
  type PresentedName,
  type ReferenceName,
} from "./host-names.ts";
import type { ConstraintFault } from "./name-constraints.ts";
import type { ProblemCode, Violation } from "./problems.ts";

export type Role = "leaf" | "intermediate" | "root";

export interface Rules {
  /** Milliseconds since the epoch; fractions of a second are dropped, certificates have none. */
  now: number;
  /** The name that the leaf must bear, if one is known. */
  reference: ReferenceName | null;
  /** The purpose that the leaf must be good for, as an extended key usage; null: whatever it is. */
  purpose: string | null;
  /** The most certificates between leaf and root; null: as many as there are. */
  maxIntermediates: number | null;
  budget: Budget;
}

const INHIBIT_ANY_POLICY = "2.5.29.54";

/** Extensions whose meaning is known here, so that they may be critical (RFC 5280, 4.2). */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  EXTENSION.subjectKeyIdentifier,
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.keyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.issuerAltName,
  EXTENSION.basicConstraints,
  EXTENSION.nameConstraints,
  EXTENSION.policyConstraints,
  EXTENSION.extendedKeyUsage,
  EXTENSION.authorityInfoAccess,
  EXTENSION.tlsFeature,
  "2.5.29.31", // cRLDistributionPoints
  "2.5.29.32", // certificatePolicies
  "2.5.29.33", // policyMappings
  INHIBIT_ANY_POLICY,
]);

/** Extensions on which the proof depends: unreadable, they cannot be kept. */
const DECISIVE: ReadonlySet<string> = new Set([
  EXTENSION.basicConstraints,
  EXTENSION.keyUsage,
  EXTENSION.extendedKeyUsage,
  EXTENSION.subjectAltName,
]);

/** Extensions that have a code of their own for being unreadable. */
const OWN_CODES: ReadonlySet<string> = new Set([
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.authorityInfoAccess,
  EXTENSION.nameConstraints,
]);

/**
 * Findings of the reader that make bytes no DER: two readers may read two things out of them. A
 * default that is written out is no such thing; it is only longer than need be.
 */
const NOT_DER: ReadonlySet<string> = new Set([
  "length_not_minimal",
  "tag_not_minimal",
  "integer_not_minimal",
  "boolean_not_der",
]);

/** Purposes that a server's certificate must not have besides (Baseline Requirements, 7.1.2.7.10). */
const NOT_FOR_SERVERS: ReadonlySet<string> = new Set([
  "codeSigning",
  "emailProtection",
  "timeStamping",
  "OCSPSigning",
  "precertificateSigning",
]);

/** What a server's key is used for in TLS, whichever way keys are agreed. */
const SERVER_USAGES = ["digitalSignature", "keyEncipherment", "keyAgreement"];

const DAY = 86_400_000;

/** What a certificate breaks by itself. `index` of the violations is its place in the path. */
export function ownViolations(
  candidate: Candidate,
  role: Role,
  index: number,
  rules: Rules,
): Violation[] {
  const found: Violation[] = [];
  const add = (code: ProblemCode, message: string) => found.push({ code, message, index });
  checkValidity(candidate, rules, add);
  checkForm(candidate, role, add);
  checkEncoding(candidate, add);
  checkKey(candidate, role, add);
  checkExtensions(candidate, role, add);
  if (role === "leaf") checkLeaf(candidate, rules, add);
  else checkAuthority(candidate, role, rules, add);
  return found;
}

type Add = (code: ProblemCode, message: string) => void;

function checkValidity({ certificate }: Candidate, { now }: Rules, add: Add): void {
  const second = now - now % 1000;
  if (second > certificate.notAfter) {
    add("expired", `It expired on ${day(certificate.notAfter)}.`);
  } else if (second < certificate.notBefore) {
    add("not_yet_valid", `It is not valid before ${day(certificate.notBefore)}.`);
  }
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("T", " ").slice(0, 19) + " UTC";
}

function checkForm(candidate: Candidate, role: Role, add: Add): void {
  const { certificate } = candidate;
  const { version, extensions } = certificate;
  if (version > 3 || (version !== 3 && extensions.length > 0)) {
    add("version_invalid", `Version ${version} does not go with what the certificate holds.`);
  } else if (version !== 3) {
    add("version_1", `It is of version ${version}; today's certificates are of version 3.`);
  }
  if (certificate.hasDifferentAlgorithms) {
    add(
      "signature_algorithm_mismatch",
      "It names one signature algorithm inside of what is signed and another beside it.",
    );
  }
  if (candidate.issuerKey === "") add("issuer_empty", "It does not name its issuer.");
  const { serial } = certificate;
  const zero = serial.every((octet) => octet === 0);
  const outOfRange = serial.length > 20 + (serial[0] === 0 ? 1 : 0) || zero || serial[0] >= 0x80;
  // A serial number tells the certificates of an issuer apart, and a root has but itself: many of
  // those that everybody trusts bear the number 0.
  if (role !== "root" && outOfRange) {
    add("serial_number_invalid", "Its serial number is not positive or longer than 20 bytes.");
  }
  const seen = new Set<string>();
  for (const { oid, critical } of extensions) {
    if (seen.has(oid)) add("duplicate_extension", `The extension ${oid} is there twice.`);
    seen.add(oid);
    if (critical && !UNDERSTOOD.has(oid)) {
      add("unknown_critical_extension", `The critical extension ${oid} is not known.`);
    }
  }
  if (!certificate.extensionsWhole) {
    add("extension_malformed", "Its list of extensions cannot be read to the end.");
  }
  for (const raw of extensions) {
    // RFC 5280, 4.2: what is critical must be processed, which what cannot be read cannot.
    if (!DECISIVE.has(raw.oid) && !(raw.critical && UNDERSTOOD.has(raw.oid))) continue;
    const { problem } = certificate.decode(raw);
    if (problem !== null && !OWN_CODES.has(raw.oid)) {
      add("extension_malformed", `Its extension ${extensionName(raw.oid)} cannot be read.`);
    }
  }
}

function checkEncoding({ certificate }: Candidate, add: Add): void {
  const codes = new Set(certificate.der.findings.list().map(({ code }) => code));
  if (codes.has("time_not_der")) {
    add("validity_malformed", "Its dates are not written in the one form that they may have.");
  }
  if ([...NOT_DER].some((code) => codes.has(code))) {
    add("encoding_not_der", "Its encoding is not the one that DER allows for what it says.");
  }
}

function checkKey(candidate: Candidate, role: Role, add: Add): void {
  const { key } = candidate.certificate.publicKey;
  const bits = key.bits ?? 0;
  switch (key.algorithm) {
    case "RSA":
    case "RSA-PSS":
      if (bits < 2048) {
        add("weak_key", `Its RSA key has ${bits} bits; at least 2048 are asked for.`);
      } else if (bits % 8 !== 0) {
        add(
          "key_algorithm_not_allowed",
          `Its RSA key of ${bits} bits is no whole number of bytes.`,
        );
      }
      break;
    case "EC":
      if (!["P-256", "P-384", "P-521"].includes(key.curve ?? "")) {
        add(
          "key_algorithm_not_allowed",
          "Its key is on a curve other than P-256, P-384 and P-521.",
        );
      }
      break;
    case "Ed25519":
    case "Ed448":
      // No public authority issues them, and no browser refuses them for their strength.
      break;
    default:
      add("key_algorithm_not_allowed", `Its key is of the algorithm ${key.algorithm}.`);
  }
  const { hash } = candidate.certificate.signature.scheme;
  const used = candidate.certificate.signature.pss?.hash ?? hash;
  // Nobody relies on the signature of a root.
  if (role !== "root" && used !== null && ["SHA-1", "MD5", "MD4", "MD2"].includes(used)) {
    add("weak_signature", `It is signed with ${used}, which can be forged.`);
  }
}

function checkExtensions(candidate: Candidate, role: Role, add: Add): void {
  const { certificate } = candidate;
  if (certificate.version !== 3) return;
  const isAuthority = role !== "leaf";
  const aki = certificate.extension(EXTENSION.authorityKeyIdentifier);
  if (aki?.critical) add("aki_critical", "Its authority key identifier is marked as critical.");
  if (aki && aki.problem) add("aki_malformed", "Its authority key identifier cannot be read.");
  else if (aki && aki.value) {
    const { keyIdentifier, authorityCertIssuer, authorityCertSerialNumber } = aki.value;
    if (keyIdentifier === null) {
      add("aki_malformed", "Its authority key identifier does not name a key.");
    } else if (authorityCertIssuer !== null || authorityCertSerialNumber !== null) {
      add("aki_malformed", "Its authority key identifier names more than a key.");
    }
    if (
      role === "root" && candidate.isSelfIssued && keyIdentifier !== null &&
      candidate.keyIdentifier !== null && keyIdentifier !== candidate.keyIdentifier
    ) add("aki_malformed", "Its authority key identifier is not that of its own key.");
  } else if (!aki && role !== "root" && !(role === "leaf" && candidate.isSelfIssued)) {
    add("aki_missing", "It has no authority key identifier.");
  }
  const ski = certificate.extension(EXTENSION.subjectKeyIdentifier);
  if (ski?.critical) add("ski_critical", "Its subject key identifier is marked as critical.");
  if (!ski && isAuthority && candidate.isCa) {
    add("ski_missing", "It has no subject key identifier.");
  }
  const aia = certificate.extension(EXTENSION.authorityInfoAccess);
  if (aia?.critical) add("aia_critical", "Its authority information access is marked as critical.");
  if (aia?.problem) {
    add("aia_malformed", "Its authority information access cannot be read.");
  }
  const basic = certificate.extension(EXTENSION.basicConstraints);
  if (basic?.value && !basic.value.ca && basic.value.pathLen !== null) {
    add("path_length_without_ca", "It limits a path length, though it is no CA.");
  }
  if (!isAuthority && !candidate.isCa && candidate.keyUsage?.includes("keyCertSign")) {
    add("key_cert_sign_without_ca", "Its key may sign certificates, though it is no CA.");
  }
  const policies = candidate.raw(EXTENSION.policyConstraints);
  if (policies && !policies.critical) {
    add("policy_constraints_not_critical", "Its policy constraints are not marked as critical.");
  }
  const inhibit = candidate.raw(INHIBIT_ANY_POLICY);
  if (inhibit && !inhibit.critical) {
    const message = "That it inhibits any policy is not marked as critical.";
    add("inhibit_any_policy_not_critical", message);
  }
  if (policies || inhibit) {
    add("policies_not_evaluated", "It constrains certificate policies, which are not evaluated.");
  }
}

function checkAuthority(candidate: Candidate, role: Role, rules: Rules, add: Add): void {
  const { certificate } = candidate;
  const basic = certificate.extension(EXTENSION.basicConstraints);
  if (!candidate.isCa) {
    if (!(basic && basic.problem)) {
      const why = basic ? "says that it is no CA" : "does not say that it is a CA";
      add("not_a_ca", `It signs certificates, but ${why}.`);
    }
  } else if (!basic!.critical) {
    add("basic_constraints_not_critical", "Its basic constraints are not marked as critical.");
  }
  if (candidate.keyUsage !== null && !candidate.keyUsage.includes("keyCertSign")) {
    add("key_cert_sign_missing", "Its key usage does not let it sign certificates.");
  } else if (candidate.isCa && !candidate.raw(EXTENSION.keyUsage)) {
    add("key_usage_missing", "It is a CA that does not say what its key may be used for.");
  }
  if (candidate.subjectKey === "") add("subject_empty", "It is a CA without a name.");
  if (role === "root" && candidate.isSelfIssued && candidate.extendedKeyUsage !== null) {
    add("eku_in_root", "It is a root with an extended key usage.");
  }
  const constraints = candidate.nameConstraints(rules.budget);
  if (constraints instanceof DerError) {
    add("name_constraint_malformed", "Its name constraints cannot be read.");
  } else if (constraints?.oddity) {
    add("name_constraint_odd", "A DNS name constraint of it starts with a dot.");
  }
}

function checkLeaf(candidate: Candidate, { reference, purpose }: Rules, add: Add): void {
  const { certificate, names } = candidate;
  const { subject } = certificate;
  const san = candidate.raw(EXTENSION.subjectAltName);
  const usages = candidate.extendedKeyUsage;
  const eku = candidate.raw(EXTENSION.extendedKeyUsage);
  // Without a purpose the certificate says itself what it is for.
  const isServer = purpose === "serverAuth" ||
    (purpose === null && (usages === null || usages.includes("serverAuth")));

  if (purpose !== null && usages !== null && !allows(usages, purpose)) {
    add("server_auth_missing", `Its extended key usage does not include ${purpose}.`);
  }
  if (reference !== null && !matchesReference(names.alternative, reference)) {
    add("host_name_mismatch", "None of its names is that of the server.");
  }
  if (san && subject.attributes.length === 0 && !san.critical) {
    add("san_criticality", "Its subject is empty, but its alternative names are not critical.");
  }
  if (candidate.keyUsage?.length === 0) {
    add("key_usage_empty", "Its key usage allows nothing at all.");
  }
  if (candidate.raw(EXTENSION.nameConstraints)) {
    add("name_constraints_in_leaf", "It constrains names, though it is at the end of the chain.");
  }
  // A certificate of an older version has no extensions, which is said once.
  if (!isServer || certificate.version !== 3) return;
  if (candidate.isCa) add("leaf_is_ca", "It is a CA, and used as a server's certificate.");
  if (eku?.critical) add("eku_critical", "Its extended key usage is marked as critical.");
  if (usages === null && !eku) add("eku_missing", "It has no extended key usage.");
  else if (usages?.includes("anyExtendedKeyUsage")) {
    add("eku_any", "Its extended key usage allows any purpose.");
  } else if (usages?.some((usage) => NOT_FOR_SERVERS.has(usage))) {
    add(
      "eku_mixed",
      "It is for servers, and for purposes that a server's certificate may not have.",
    );
  }
  const usable = candidate.keyUsage ?? SERVER_USAGES;
  if (!candidate.isCa && usable.length > 0 && !usable.some((use) => SERVER_USAGES.includes(use))) {
    add("key_usage_unfit", "It is for servers, but its key usage allows nothing that TLS needs.");
  }
  if (!san) {
    add("san_missing", "It has no subject alternative names, where browsers look for its names.");
    return;
  }
  if (san.critical && subject.attributes.length > 0) {
    add("san_criticality", "Its alternative names are critical, though its subject is not empty.");
  }
  if (!candidate.isBroken("subjectAltName")) {
    checkAlternativeNames(candidate, add);
    checkCommonName(candidate, add);
  }
  const days = Math.ceil((certificate.notAfter + 1000 - certificate.notBefore) / DAY);
  const most = longestLifetime(certificate.notBefore);
  if (days > most) {
    add("lifetime_too_long", `It is valid for ${days} days; at most ${most} were allowed.`);
  }
}

/** RFC 5280, 4.2.1.6: names in the preferred syntax of RFC 1034, 3.5, as browsers look for them. */
function checkAlternativeNames(candidate: Candidate, add: Add): void {
  const { alternative } = candidate.names;
  const problem = alternative.length === 0
    ? "Its list of alternative names is empty."
    : firstOf(alternative, ({ type, bytes }) => {
      if (type === "DNS") return dnsNameProblem(ascii(bytes));
      const isAddress = bytes.length === 4 || bytes.length === 16;
      return type === "IP" && !isAddress ? "One of its IP addresses is none." : null;
    });
  if (problem) add("san_malformed", problem);
  const isInternal = ({ type, bytes }: PresentedName) => {
    const name = ascii(bytes).toLowerCase();
    return type === "DNS" && name !== "localhost" && isDnsName(name, { wildcard: false }) &&
      !name.includes(".");
  };
  if (alternative.some(isInternal)) {
    const message = "One of its DNS names is a single label, which only a local network knows.";
    add("san_internal_name", message);
  }
}

function firstOf<T, R>(list: readonly T[], find: (entry: T) => R | null): R | null {
  for (const entry of list) {
    const found = find(entry);
    if (found !== null) return found;
  }
  return null;
}

function dnsNameProblem(name: string): string | null {
  if (!isDnsName(name, { wildcard: true }) || name.includes("_")) {
    return "One of its DNS names is not well-formed.";
  }
  return name.startsWith("*.") && !name.slice(2).includes(".")
    ? "One of its DNS names is a wildcard for a whole top-level domain."
    : null;
}

/** The common name, where there is one, repeats an alternative name to the letter. */
function checkCommonName({ certificate, names }: Candidate, add: Add): void {
  const given = new Set<string>();
  for (const { type, bytes } of names.alternative) {
    if (type === "DNS" || type === "email") given.add(ascii(bytes));
  }
  const addresses = certificate.extension(EXTENSION.subjectAltName)?.value ?? [];
  for (const { type, value } of addresses) if (type === "IP") given.add(value);
  for (const { oid, value } of certificate.subject.attributes) {
    if (oid === "2.5.4.3" && !given.has(value)) {
      add("common_name_not_in_san", "Its common name is none of its alternative names.");
    }
  }
}

/**
 * Longest validity in days that the Baseline Requirements, 6.3.2, allow a public TLS certificate
 * that begins at the given moment.
 */
export function longestLifetime(notBefore: number): number {
  const steps: readonly [from: string, days: number][] = [
    ["2029-03-15", 47],
    ["2027-03-15", 100],
    ["2026-03-15", 200],
    ["2020-09-01", 398],
    ["2018-03-01", 825],
    // 39 months, before that 60; the longest of each.
    ["2015-04-01", 1187],
  ];
  return steps.find(([from]) => notBefore >= Date.parse(from))?.[1] ?? 1827;
}

function allows(usages: readonly string[], purpose: string): boolean {
  return usages.includes(purpose) || usages.includes("anyExtendedKeyUsage");
}

const NAME_FAULTS: Readonly<Record<ConstraintFault["code"], string>> = {
  name_not_permitted: "It bears a name that its issuers are not allowed to certify.",
  name_excluded: "It bears a name that its issuers are forbidden to certify.",
  name_constraint_unsupported: "It bears a name of a kind whose constraints cannot be checked.",
};

/**
 * What the last certificate of the path breaks towards those below it: the path length that it
 * allows, the purposes that it passes on, the names that it constrains.
 */
export function linkViolations(path: readonly Candidate[], rules: Rules): Violation[] {
  const index = path.length - 1;
  const issuer = path[index];
  const found: Violation[] = [];

  // RFC 5280, 6.1.4 (l): self-issued certificates do not count, nor does the leaf.
  const { pathLen } = issuer.basicConstraints ?? { pathLen: null };
  const between = path.slice(1, index).filter((candidate) => !candidate.isSelfIssued).length;
  if (pathLen !== null && between > pathLen) {
    const allowed = pathLen === 1 ? "1 CA" : `${pathLen} CAs`;
    const message = `It allows ${allowed} below itself, and there are ${between}.`;
    found.push({ code: "path_length_exceeded", message, index });
  }

  if (!passesOnPurpose(path, rules.purpose)) {
    const message = "Its extended key usage does not allow what the end entity is for.";
    found.push({ code: "eku_not_permitted", message, index });
  }

  if (issuer.raw(EXTENSION.nameConstraints)) {
    for (const [below, candidate] of path.slice(0, index).entries()) {
      // RFC 5280, 6.1.3 (b): a CA's certificate for itself is exempt, an end entity is not.
      if (below > 0 && candidate.isSelfIssued) continue;
      const fault = issuer.nameFault(candidate, rules.budget);
      if (!fault) continue;
      const sentence = NAME_FAULTS[fault.code];
      const message = fault.name ? `${sentence} The name is ${fault.name}.` : sentence;
      found.push({ code: fault.code, message, index: below });
    }
  }
  return found;
}

/** Whether the purposes that the leaf is for survive every CA up to the last one. */
function passesOnPurpose(path: readonly Candidate[], purpose: string | null): boolean {
  const issuer = path[path.length - 1];
  const allowed = issuer.extendedKeyUsage;
  if (allowed === null || allowed.includes("anyExtendedKeyUsage")) return true;
  if (purpose !== null) return allowed.includes(purpose);
  const [leaf, ...between] = path.slice(0, -1);
  if (!leaf?.extendedKeyUsage || leaf.extendedKeyUsage.includes("anyExtendedKeyUsage")) return true;
  return leaf.extendedKeyUsage.some((usage) =>
    allowed.includes(usage) &&
    between.every(({ extendedKeyUsage }) =>
      extendedKeyUsage === null || allows(extendedKeyUsage, usage)
    )
  );
}
