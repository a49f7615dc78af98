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
import { EXTENSION } from "../pki/extensions.ts";
import type { Candidate } from "./candidate.ts";
import { ascii, isDnsName, matchesReference, type ReferenceName } from "./host-names.ts";
import { checkNames } from "./name-constraints.ts";
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
  "2.5.29.54", // inhibitAnyPolicy
]);

/** Extensions on which the proof depends: unreadable, they cannot be kept. */
const DECISIVE = [
  "basicConstraints",
  "keyUsage",
  "extendedKeyUsage",
  "subjectAltName",
] as const;

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
  checkForm(candidate, add);
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

function checkForm(candidate: Candidate, add: Add): void {
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
  if (serial.length > 20 + (serial[0] === 0 ? 1 : 0) || zero || serial[0] >= 0x80) {
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
  for (const name of DECISIVE) {
    if (candidate.isBroken(name)) {
      add("extension_malformed", `Its extension ${name} cannot be read.`);
    }
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
      role === "root" && keyIdentifier !== null && candidate.keyIdentifier !== null &&
      keyIdentifier !== candidate.keyIdentifier
    ) add("aki_malformed", "Its authority key identifier is not that of its own key.");
  } else if (role !== "root") {
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
  if (policies) {
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
  }
  if (candidate.subjectKey === "") add("subject_empty", "It is a CA without a name.");
  if (role === "root" && candidate.extendedKeyUsage !== null) {
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
  if (candidate.raw(EXTENSION.nameConstraints)) {
    add("name_constraints_in_leaf", "It constrains names, though it is at the end of the chain.");
  }
  if (!isServer) return;
  if (candidate.isCa) add("leaf_is_ca", "It is a CA, and used as a server's certificate.");
  if (eku?.critical) add("eku_critical", "Its extended key usage is marked as critical.");
  if (usages === null && !eku) add("eku_missing", "It has no extended key usage.");
  else if (usages?.includes("anyExtendedKeyUsage")) {
    add("eku_any", "Its extended key usage allows any purpose.");
  }
  if (!san) {
    add("san_missing", "It has no subject alternative names, where browsers look for its names.");
    return;
  }
  if (san.critical && subject.attributes.length > 0) {
    add("san_criticality", "Its alternative names are critical, though its subject is not empty.");
  }
  for (const { type, bytes } of names.alternative) {
    const text = ascii(bytes);
    const isWhole = type === "DNS"
      ? isDnsName(text, { wildcard: true }) && text.replace("*.", "").includes(".") ||
        text.toLowerCase() === "localhost"
      : type !== "IP" || bytes.length === 4 || bytes.length === 16;
    if (!isWhole) {
      add("san_malformed", "One of its alternative names is not well-formed.");
      break;
    }
  }
  checkCommonName(candidate, add);
  const days = Math.ceil((certificate.notAfter + 1000 - certificate.notBefore) / DAY);
  const most = longestLifetime(certificate.notBefore);
  if (days > most) {
    add("lifetime_too_long", `It is valid for ${days} days; at most ${most} were allowed.`);
  }
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

  const constraints = issuer.nameConstraints(rules.budget);
  if (constraints !== null && !(constraints instanceof DerError)) {
    for (const [below, candidate] of path.slice(0, index).entries()) {
      // RFC 5280, 6.1.3 (b): a CA's certificate for itself is exempt, an end entity is not.
      if (below > 0 && candidate.isSelfIssued) continue;
      const fault = checkNames(constraints, candidate.names, rules.budget);
      if (!fault) continue;
      const sentence = {
        name_not_permitted: "It bears a name that its issuers are not allowed to certify.",
        name_excluded: "It bears a name that its issuers are forbidden to certify.",
        name_constraint_unsupported:
          "It bears a name of a kind whose constraints cannot be checked.",
      }[fault.code];
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
