/**
 * Runs cases in x509-limbo's format through the validation that the product uses.
 *
 * Anchors, time, peer name and purpose are the validation's own parameters. The profile is the
 * public web's, so every rule with the severity of an error fails a case, but for the lifetime: the
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
import type { PathInputs } from "../../core/x509/rules/rule.ts";

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
  extended_key_usage: string[];
  max_chain_depth: number | null;
  crls?: string[];
}

export interface LimboResult {
  id: string;
  actual_result: "SUCCESS" | "FAILURE" | "SKIPPED";
  context: string;
}

const NOT_APPLIED: ReadonlySet<RuleCode> = new Set<RuleCode>(["lifetime_too_long"]);

/** Judges one case; never throws. */
export async function judge(testCase: LimboCase): Promise<LimboResult> {
  const { id } = testCase;
  if (testCase.crls && testCase.crls.length > 0) {
    return { id, actual_result: "SKIPPED", context: "revocation lists are not looked at" };
  }
  // A client may have to bear several names, a server has the one that was asked for.
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
    return { id, ...await validate(testCase, references) };
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return { id, actual_result: "FAILURE", context: thrown.message };
  }
}

/** A client's name may be an address of e-mail, which no tool here asks a certificate for. */
type PeerReference = ReferenceName | { type: "email"; address: string };

function hasName(leaf: Candidate, reference: PeerReference): boolean {
  const { alternative } = leaf.names;
  if (reference.type !== "email") return matchesReference(alternative, reference);
  const wanted = mailboxKey(reference.address);
  return alternative.some(({ type, bytes }) =>
    type === "email" && mailboxKey(ascii(bytes)) === wanted
  );
}

async function validate(testCase: LimboCase, references: PeerReference[]) {
  const budget = new Budget();
  const [first] = references;
  /** What cannot be read is on no path. */
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
  const isServer = testCase.validation_kind === "SERVER";
  const inputs: PathInputs = {
    now: testCase.validation_time ? Date.parse(testCase.validation_time) : Date.now(),
    reference: first === undefined || first.type === "email" ? null : first,
    purpose: isServer ? "serverAuth" : testCase.extended_key_usage[0] ?? "clientAuth",
    budget,
  };
  const path = await buildPath(leaf, pool, inputs);
  const errors = path.findings.filter(({ code }) =>
    ruleOf(code).severity === "error" && !NOT_APPLIED.has(code)
  );
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

/** undefined: of a kind that is not matched here. */
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

export async function judgeAll(cases: readonly LimboCase[]): Promise<LimboResult[]> {
  const results: LimboResult[] = [];
  for (const testCase of cases) results.push(await judge(testCase));
  return results;
}

/** Judges the cases of one file and writes the verdicts to another. */
export async function judgeFile(input: string, output: string): Promise<void> {
  const { testcases } = JSON.parse(await Deno.readTextFile(input));
  const results = await judgeAll(testcases);
  const report = { version: 1, harness: "ssl-tools", results };
  await Deno.writeTextFile(output, JSON.stringify(report, null, 2));
}
