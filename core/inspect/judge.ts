/**
 * What somebody should know about the objects, by the facts of the field and each with its source.
 *
 * Rules: the Baseline Requirements bind public authorities alone, so what they ask is told of public
 * TLS certificates alone; what weakens a certificate under any root (keys, hashes, dates, names) is
 * told of all, in the severity that it deserves there. Nothing is told twice.
 */
import type { Candidate } from "../chain/candidate.ts";
import type { ProblemCode, Violation } from "../chain/problems.ts";
import { ruleOf } from "../chain/problems.ts";
import { ownViolations, type Rules } from "../chain/validate.ts";
import { Budget } from "../context.ts";
import { readDomainName } from "../csr/validate-names.ts";
import { isOperationError } from "../errors.ts";
import type { Certificate } from "../pki/certificates.ts";
import { EXTENSION } from "../pki/extensions.ts";
import { toHex } from "../pki/hex.ts";
import type { Collection } from "./collection.ts";
import type { Judgement, Severity } from "./contract.ts";
import type { CertificateObject, InspectedObject } from "./objects.ts";
import { whyOf } from "./reasons.ts";
import type { Related, Standing } from "./relations.ts";
import { type RsaWeakness, rsaWeaknesses } from "./rsa-weaknesses.ts";
import { batchTime, gcdTime, MAX_BATCH_BITS, sharedFactors } from "./shared-factors.ts";

const DAY = 86_400_000;
/** Specification, point 9. */
const EXPIRING_SOON_DAYS = 30;
/** Clients renew when a third of the life is left, so that a certificate of 47 days is not late at birth. */
const EXPIRING_SOON_SHARE = 3;
/** Organizational units may not be in public TLS certificates issued from this day on. */
const UNITS_END = Date.parse("2022-09-01");
/** A bigger modulus is not worked on: nobody uses one. */
const MAX_MODULUS_BITS = 16_384;

const CABF_TLS_POLICIES = ["2.23.140.1.1", "2.23.140.1.2.1", "2.23.140.1.2.2", "2.23.140.1.2.3"];

export interface Judged {
  findings: ReadonlyMap<number, Judgement[]>;
  /** What was not looked into for want of time, in words. */
  notes: string[];
}

export async function judge(
  collection: Collection,
  related: Related,
  now: number,
  progress?: () => void | Promise<void>,
  budget = new Budget(),
): Promise<Judged> {
  const findings = new Map<number, Judgement[]>();
  const notes: string[] = [];
  const add = (id: number, found: Judgement) => {
    const list = findings.get(id);
    if (!list) findings.set(id, [found]);
    else if (!list.some(({ code }) => code === found.code)) list.push(found);
  };
  const objects = [...collection.objects];
  const superseded = newerTwins(objects);
  for (const [index, object] of objects.entries()) {
    if (index % 200 === 0) await progress?.();
    if (object.kind === "certificate" && object.candidate !== null) {
      const standing = related.standings.get(object.id)!;
      for (const found of certificateFindings(object, object.candidate, standing, now, budget)) {
        add(object.id, found);
      }
      if (superseded.has(object.id)) {
        add(object.id, told("superseded", "info", SUPERSEDED));
        // Its time is over and its successor is here: worth a look, and no emergency.
        for (const found of findings.get(object.id)!) {
          if (found.code === "expired") found.severity = "warning";
        }
      }
    } else if (object.kind === "request" && object.signature?.valid === false) {
      add(
        object.id,
        told("request_signature_invalid", "error", "Its signature does not fit its key."),
      );
    } else if (object.kind === "private-key" && object.inconsistent) {
      add(object.id, told("key_unusable", "error", sentence(object.problem!)));
    } else if (object.kind === "caa-record" && object.problem !== null) {
      add(object.id, told("record_invalid", "warning", sentence(object.problem)));
    }
  }
  await progress?.();
  judgeKeys(collection, objects, add, notes, budget);
  await progress?.();
  return { findings, notes };
}

const SUPERSEDED = "A certificate for the same names that ends later is here.";

/** Sources of what is not in the catalogue of the chain's rules. */
const SOURCES: Readonly<Record<string, string>> = {
  superseded: "This set",
  request_signature_invalid: "RFC 2986, 4.2",
  key_unusable: "RFC 8017, 3.2; RFC 5915, 3",
  record_invalid: "RFC 8659, 4.1",
  expiring_soon: "Specification, 9; a third of the lifetime, as ACME clients renew",
  unit_present: "Baseline Requirements, 7.1.2.7.2 to 7.1.2.7.4 (Ballot SC47)",
  client_auth: "Chrome Root Program Policy, dedicated TLS hierarchies",
  self_signed_leaf: "RFC 5280, 6.1",
  weak_key: "Baseline Requirements, 6.1.5; NIST SP 800-131A",
  shared_factor: "Lenstra et al. and Heninger et al., 2012",
  modulus_even: "RFC 8017, 3.1",
  small_factor: "Baseline Requirements, 6.1.6; NIST SP 800-89, 5.3.3",
  roca: "Baseline Requirements, 6.1.1.3; CVE-2017-15361",
  close_primes: "Baseline Requirements, 6.1.1.3; CVE-2022-26320",
  exponent_one: "RFC 8017, 3.1",
  exponent_even: "RFC 8017, 3.1",
  exponent_small: "Baseline Requirements, 6.1.6",
};

function told(
  code: string,
  severity: Severity,
  message: string,
  source = SOURCES[code],
): Judgement {
  return { code, severity, message, why: whyOf(code, "policy"), source };
}

/** "THE KEY IS …" as a sentence among others; what is an abbreviation stays. */
function sentence(upper: string): string {
  return `${upper}.`;
}

function certificateFindings(
  { certificate }: CertificateObject,
  candidate: Candidate,
  standing: Standing,
  now: number,
  budget: Budget,
): Judgement[] {
  const read = certificate!;
  const isPublic = standing.trusted || (!standing.complete && claimsToBePublic(read));
  const isServer = standing.role === "leaf" &&
    (candidate.extendedKeyUsage === null || candidate.extendedKeyUsage.includes("serverAuth"));
  const rules: Rules = {
    now,
    reference: null,
    purpose: null,
    maxIntermediates: null,
    // What one certificate may cost: name constraints can be long.
    budget: budget.part({ nodes: 200_000 }),
  };
  let violations: Violation[];
  try {
    violations = ownViolations(candidate, standing.role, 0, rules);
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    violations = [];
  }
  const found: Judgement[] = [];
  for (const { code, message } of violations) {
    if (code === "aki_missing" && read.isSelfIssued) continue;
    if (code === "san_missing" && !isPublic && !looksLikeServer(candidate)) continue;
    const severity = severityOf(code, isPublic, isServer, standing);
    if (severity === null) continue;
    const { clause, kind } = ruleOf(code);
    found.push({ code, severity, message, why: whyOf(code, kind), source: clause });
  }
  const { notBefore, notAfter } = read;
  if (now >= notBefore && now <= notAfter) {
    const left = notAfter - now;
    const soon = Math.min(EXPIRING_SOON_DAYS * DAY, (notAfter - notBefore) / EXPIRING_SOON_SHARE);
    if (left < soon) {
      const days = Math.floor(left / DAY);
      const when = days === 0 ? "within a day" : `in ${days} ${days === 1 ? "day" : "days"}`;
      found.push(told("expiring_soon", "warning", `It expires ${when}.`));
    }
  }
  if (isPublic && isServer) found.push(...publicServerFindings(read, candidate));
  if (standing.role === "leaf" && standing.complete && read.isSelfIssued && !candidate.isCa) {
    found.push(told("self_signed_leaf", "info", "It is self-signed: it vouches for itself."));
  }
  return found;
}

function publicServerFindings(certificate: Certificate, candidate: Candidate): Judgement[] {
  const found: Judgement[] = [];
  const { subject, notBefore } = certificate;
  if (subject.organizationalUnitName !== null) {
    const isForbidden = notBefore >= UNITS_END;
    found.push(told(
      "unit_present",
      isForbidden ? "warning" : "info",
      isForbidden
        ? "It names an organizational unit, which has not been allowed since 2022-09-01."
        : "It names an organizational unit, which its renewal may not.",
    ));
  }
  if (candidate.extendedKeyUsage?.includes("clientAuth")) {
    found.push(told(
      "client_auth",
      "info",
      "It is also good for clientAuth, which public authorities are ceasing to put into TLS certificates.",
    ));
  }
  return found;
}

/** Without a purpose, a common name that is a host's name says what it is for. */
function looksLikeServer({ extendedKeyUsage, certificate }: Candidate): boolean {
  return extendedKeyUsage !== null || readDomainName(certificate.subject.commonName ?? "") !== null;
}

/** A certificate whose path is not here says by its policies and timestamps what it is. */
function claimsToBePublic(certificate: Certificate): boolean {
  const policies = certificate.extension(EXTENSION.certificatePolicies)?.value ?? [];
  return policies.some(({ oid }) => CABF_TLS_POLICIES.includes(oid)) ||
    certificate.extensions.some(({ oid }) => oid === EXTENSION.signedCertificateTimestamps);
}

/** Weak under every root, whoever made the rule. */
const ALWAYS: ReadonlySet<string> = new Set<ProblemCode>(["weak_key", "weak_signature"]);
/** Remarks that say nothing to a person with a folder of files, or that the keys' own test tells. */
const SILENT: ReadonlySet<string> = new Set<ProblemCode>(["policies_not_evaluated"]);

/** Null where it is nothing to tell. */
function severityOf(
  code: ProblemCode,
  isPublic: boolean,
  isServer: boolean,
  { role }: Standing,
): Severity | null {
  const { kind, severity, clause } = ruleOf(code);
  if (SILENT.has(code)) return null;
  // Clients do not read a root's dates and form as they read others'; who installed it decides.
  if (role === "root" && kind === "policy") return code === "weak_key" ? "info" : null;
  if (kind === "proof" || severity === "info") return severity;
  if (ALWAYS.has(code)) return isPublic ? "error" : "warning";
  // Browsers and most libraries read no common name, whoever signed.
  if (code === "san_missing") return isPublic ? "error" : isServer ? "warning" : null;
  if (isPublic) return severity;
  return clause.startsWith("RFC 5280") ? "info" : null;
}

/** Certificates for the same names of which another one ends later. */
function newerTwins(objects: readonly InspectedObject[]): ReadonlySet<number> {
  const newest = new Map<string, { id: number; notAfter: number }>();
  const older = new Set<number>();
  for (const object of objects) {
    if (object.kind !== "certificate" || object.candidate === null || object.candidate.isCa) {
      continue;
    }
    const { certificate, candidate, id } = object;
    const names = candidate.names.alternative.map(({ tag, bytes }) => `${tag} ${toHex(bytes)}`);
    const key = names.length > 0 ? names.sort().join("\n") : candidate.subjectKey;
    if (key === "") continue;
    const { notAfter } = certificate!;
    const known = newest.get(key);
    if (!known) newest.set(key, { id, notAfter });
    else if (known.notAfter < notAfter) {
      older.add(known.id);
      newest.set(key, { id, notAfter });
    } else if (known.notAfter > notAfter) older.add(id);
  }
  return older;
}

/** One RSA key and every object that bears it. */
interface RsaBearers {
  modulus: bigint;
  exponent: bigint;
  bits: number;
  ids: number[];
}

function judgeKeys(
  collection: Collection,
  objects: readonly InspectedObject[],
  add: (id: number, found: Judgement) => void,
  notes: string[],
  budget: Budget,
): void {
  const keys = rsaKeys(objects);
  let unread = 0;
  for (const { modulus, exponent, bits, ids } of keys) {
    let found: Judgement[] = [];
    try {
      found = rsaWeaknesses(modulus, exponent, budget).map(weaknessFinding);
    } catch (thrown) {
      if (!isOperationError(thrown)) throw thrown;
      unread++;
    }
    for (const id of ids) for (const one of found) add(id, one);
    for (const id of ids) {
      // Of a certificate the rules of chains say it.
      if (bits < 2048 && collection.get(id)?.kind !== "certificate") {
        const message = `Its RSA key has ${bits} bits; at least 2048 are asked for.`;
        add(id, told("weak_key", "warning", message));
      }
    }
  }
  if (unread > 0) notes.push(`${unread} RSA KEYS WERE NOT SEARCHED FOR KNOWN WEAKNESSES`);
  const distinct = new Map<bigint, number[]>();
  let bits = 0;
  let dividing = 0;
  let left = 0;
  const room = budget.left("work");
  for (const key of keys) {
    const ids = distinct.get(key.modulus);
    if (ids) ids.push(...key.ids);
    else if (
      bits + key.bits > MAX_BATCH_BITS ||
      batchTime(bits + key.bits) + dividing + gcdTime(key.bits) > room
    ) left++;
    else {
      bits += key.bits;
      dividing += gcdTime(key.bits);
      distinct.set(key.modulus, [...key.ids]);
    }
  }
  if (left > 0) notes.push(`${left} RSA KEYS WERE NOT COMPARED WITH THE OTHERS FOR SHARED PRIMES`);
  const moduli = [...distinct.keys()];
  if (moduli.length > 1) budget.spend("work", batchTime(bits) + dividing);
  for (const [index, factor] of sharedFactors(moduli).entries()) {
    if (factor === null) continue;
    for (const id of distinct.get(moduli[index])!) {
      const message = "Its RSA key shares a prime with another key here: both can be computed.";
      add(id, told("shared_factor", "error", message));
    }
  }
}

function rsaKeys(objects: readonly InspectedObject[]): RsaBearers[] {
  const keys = new Map<string, RsaBearers>();
  for (const object of objects) {
    if (!("key" in object) || object.key?.numbers?.kind !== "rsa") continue;
    const { numbers } = object.key;
    if (numbers.modulus.length * 8 > MAX_MODULUS_BITS || numbers.exponent.length > 256) continue;
    const text = `${toHex(numbers.modulus)} ${toHex(numbers.exponent)}`;
    const known = keys.get(text);
    if (known) {
      known.ids.push(object.id);
      continue;
    }
    const modulus = BigInt(`0x${toHex(numbers.modulus) || "0"}`);
    if (modulus < 2n) continue;
    const exponent = BigInt(`0x${toHex(numbers.exponent) || "0"}`);
    const bits = object.key.key.bits ?? numbers.modulus.length * 8;
    keys.set(text, { modulus, exponent, bits, ids: [object.id] });
  }
  return [...keys.values()];
}

const WEAKNESSES: Readonly<Record<RsaWeakness, readonly [Severity, string]>> = {
  modulus_even: ["error", "Its RSA modulus is even: it is no RSA key."],
  small_factor: ["error", "Its RSA modulus has a small factor: the private key can be computed."],
  roca: ["error", "Its RSA key bears the mark of ROCA: the private key can be computed."],
  close_primes: [
    "error",
    "The primes of its RSA key are too close: Fermat's method finds them in 100 steps.",
  ],
  exponent_one: ["error", "Its public exponent is 1: nothing is encrypted or signed by it."],
  exponent_even: ["error", "Its public exponent is even: it is no RSA key."],
  exponent_small: ["info", "Its public exponent is smaller than 65537."],
};

function weaknessFinding(weakness: RsaWeakness): Judgement {
  const [severity, message] = WEAKNESSES[weakness];
  return told(weakness, severity, message);
}
