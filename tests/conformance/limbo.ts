/**
 * Runs cases in x509-limbo's format through the validation that the product uses.
 *
 * Anchors, time, peer name and purpose are the validation's own parameters. Unless another is asked
 * for the profile is the public web's, so every rule with the severity of an error fails a case, but for the lifetime: the
 * suite's certificates are valid for centuries.
 */
import { Budget } from "../../core/kernel/context.ts";
import { ascii } from "../../core/kernel/octets.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { buildPath } from "../../core/x509/path/build.ts";
import { Candidate } from "../../core/x509/constraints/candidate.ts";
import type { Source } from "../../core/x509/shapes.ts";
import {
  matchesReference,
  referenceFor,
  type ReferenceName,
} from "../../core/names/service-identity.ts";
import { mailboxKey } from "../../core/names/email-address.ts";
import { readIpAddress } from "../../core/names/ip-address.ts";
import { Pool } from "../../core/x509/path/pool.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { type RuleCode, ruleOf } from "../../core/x509/rules/catalogue.ts";
import type { PathInputs, Profile } from "../../core/x509/rules/rule.ts";

interface PeerName {
  kind: string;
  value: string;
}

export interface LimboCase {
  id: string;
  features: string[];
  validation_kind: "CLIENT" | "SERVER";
  trusted_certs: string[];
  untrusted_intermediates: string[];
  peer_certificate: string;
  validation_time: string | null;
  expected_result: "SUCCESS" | "FAILURE";
  expected_peer_name: PeerName | null;
  expected_peer_names?: PeerName[];
  extended_key_usage?: string[];
  /** What BoringSSL's cases are validated for; absent: what validation_kind says. */
  key_purpose?: KeyPurpose | null;
  max_chain_depth: number | null;
  crls?: string[];
}

type KeyPurpose = "ANY_EKU" | "SERVER_AUTH" | "CLIENT_AUTH";

export interface LimboResult {
  id: string;
  actual_result: "SUCCESS" | "FAILURE" | "SKIPPED";
  context: string;
}

const NOT_APPLIED: ReadonlySet<RuleCode> = new Set<RuleCode>(["lifetime_too_long"]);

/**
 * Judges one case; never throws. Judged as `private`, RFC 5280, section 6, alone decides: what
 * public authorities and browsers require on top does not count, and a trust anchor is a name and a
 * key (6.1.1 (d)).
 */
export async function judge(
  testCase: LimboCase,
  judgeAs: Profile = "public-tls",
): Promise<LimboResult> {
  const { id } = testCase;
  if (testCase.crls && testCase.crls.length > 0) {
    return { id, actual_result: "SKIPPED", context: "revocation lists are not looked at" };
  }
  // A client may be required to have several names; a server has the one that was asked for.
  const { expected_peer_name, expected_peer_names = [] } = testCase;
  const names = testCase.validation_kind === "CLIENT"
    ? expected_peer_names
    : expected_peer_name
    ? [expected_peer_name]
    : [];
  const references = names.map(referenceOf);
  if (!references.every((reference) => reference !== undefined)) {
    return { id, actual_result: "SKIPPED", context: "a peer name of a kind that is not matched" };
  }
  try {
    return { id, ...await validate(testCase, references, judgeAs) };
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return { id, actual_result: "FAILURE", context: thrown.message };
  }
}

/** A client's name may be an e-mail address, which no tool here compares with a certificate. */
type PeerReference = ReferenceName | { type: "email"; address: string };

function hasName(leaf: Candidate, reference: PeerReference): boolean {
  const { alternative } = leaf.names;
  if (reference.type !== "email") return matchesReference(alternative, reference);
  const wanted = mailboxKey(reference.address);
  return alternative.some(({ type, bytes }) =>
    type === "email" && mailboxKey(ascii(bytes)) === wanted
  );
}

async function validate(testCase: LimboCase, references: PeerReference[], judgeAs: Profile) {
  const budget = new Budget();
  const [first] = references;
  /** The certificates as candidates; one that cannot be read is on no path. */
  const read = (pems: readonly string[], source: Source) =>
    pems.flatMap((pem) => readPem(pem)).flatMap(({ bytes }) => {
      try {
        return bytes ? [new Candidate(readCertificate(bytes, budget), source, null)] : [];
      } catch (thrown) {
        if (!isOperationError(thrown) || thrown.code === "too_complex") throw thrown;
        return [];
      }
    });
  const pool = new Pool(budget);
  for (const anchor of read(testCase.trusted_certs, "trust-store")) pool.add(anchor);
  const [leaf] = read([testCase.peer_certificate], "input");
  if (!leaf) {
    return { actual_result: "FAILURE" as const, context: "the certificate cannot be read" };
  }
  pool.add(leaf);
  for (const other of read(testCase.untrusted_intermediates, "input")) pool.add(other);
  const inputs: PathInputs = {
    now: testCase.validation_time ? Date.parse(testCase.validation_time) : Date.now(),
    reference: first === undefined || first.type === "email" ? null : first,
    purpose: purposeOf(testCase),
    budget,
  };
  const path = await buildPath(leaf, pool, inputs);
  const anchor = path.trusted ? path.certificates.length - 1 : null;
  const errors = path.findings.filter(({ code, index }) => {
    const { kind, severity } = ruleOf(code);
    if (severity !== "error" || NOT_APPLIED.has(code)) return false;
    if (judgeAs !== "private") return true;
    if (code === "weak_key" && isBroken(path.certificates[index!])) return true;
    return kind === "proof" && index !== anchor &&
      !(inputs.purpose === null && code === "eku_not_permitted");
  });
  const unknown = path.links.some((link) => link !== true);
  const named = references.every((reference) => hasName(leaf, reference));
  const between = path.certificates.slice(1, -1).filter(({ isSelfIssued }) => !isSelfIssued).length;
  const tooDeep = between > (testCase.max_chain_depth ?? Infinity);
  const holds = path.trusted && errors.length === 0 && !unknown && named && !tooDeep;
  return {
    actual_result: holds ? "SUCCESS" as const : "FAILURE" as const,
    context: errors.map(({ code, index }) => `${code}@${index}`).join(" ") ||
      path.findings.map(({ code, index }) => `(${code}@${index})`).join(" "),
  };
}

/**
 * RSA keys below 1024 bits: such keys were factored in public. Anybody can sign with them, so they
 * prove nothing (6.1.3 (a)(1)).
 */
function isBroken({ certificate: { publicKey: { key } } }: Candidate): boolean {
  return key.algorithm.startsWith("RSA") && (key.bits ?? 0) < 1024;
}

/**
 * The purpose as an extended key usage; null for any, which RFC 5280 does not follow through the
 * path.
 */
function purposeOf(
  { key_purpose, validation_kind, extended_key_usage }: LimboCase,
): string | null {
  switch (key_purpose) {
    case "ANY_EKU":
      return null;
    case "SERVER_AUTH":
      return "serverAuth";
    case "CLIENT_AUTH":
      return "clientAuth";
  }
  return validation_kind === "SERVER" ? "serverAuth" : extended_key_usage?.[0] ?? "clientAuth";
}

/** undefined for a kind of name that is not matched here. */
function referenceOf({ kind, value }: PeerName): PeerReference | undefined {
  switch (kind) {
    case "DNS":
      // Some cases write addresses as if they were DNS names.
      return referenceFor(value);
    case "IP": {
      const address = readIpAddress(value);
      return address ? { type: "IP", bytes: address.octets } : undefined;
    }
    case "RFC822":
      return { type: "email", address: value };
  }
}

export async function judgeAll(
  cases: readonly LimboCase[],
  judgeAs?: Profile,
): Promise<LimboResult[]> {
  const results: LimboResult[] = [];
  for (const testCase of cases) results.push(await judge(testCase, judgeAs));
  return results;
}

/** Judges the cases of one file and writes the verdicts to another. */
export async function judgeFile(
  input: string,
  output: string,
  judgeAs?: Profile,
): Promise<void> {
  const { testcases } = JSON.parse(await Deno.readTextFile(input));
  const results = await judgeAll(testcases, judgeAs);
  const report = { version: 1, harness: "ssl-tools", results };
  await Deno.writeTextFile(output, JSON.stringify(report, null, 2));
}
