/**
 * Runs cases in x509-limbo's format through the validation that the product uses:
 *
 *     deno task conformance IN.json OUT.json
 *
 * Anchors, time, peer name and purpose are the validation's own parameters. The profile is the
 * public web's, so every rule with the severity of an error fails a case, but for the lifetime: the
 * suite's certificates are valid for centuries.
 */
import { Budget } from "../../core/context.ts";
import { OperationError } from "../../core/errors.ts";
import { buildPath } from "../../core/chain/build.ts";
import { Candidate } from "../../core/chain/candidate.ts";
import type { Source } from "../../core/chain/contract.ts";
import { addressBytes, type ReferenceName } from "../../core/chain/host-names.ts";
import { Pool } from "../../core/chain/pool.ts";
import { type ProblemCode, ruleOf } from "../../core/chain/problems.ts";
import type { Rules } from "../../core/chain/validate.ts";
import { readCertificate } from "../../core/pki/certificates.ts";
import { readPem } from "../../core/pki/pem.ts";

export interface LimboCase {
  id: string;
  features: string[];
  validation_kind: "CLIENT" | "SERVER";
  trusted_certs: string[];
  untrusted_intermediates: string[];
  peer_certificate: string;
  validation_time: string | null;
  expected_result: "SUCCESS" | "FAILURE";
  expected_peer_name: { kind: string; value: string } | null;
  extended_key_usage: string[];
  max_chain_depth: number | null;
  crls?: string[];
}

export interface LimboResult {
  id: string;
  actual_result: "SUCCESS" | "FAILURE" | "SKIPPED";
  context: string;
}

const NOT_APPLIED: ReadonlySet<ProblemCode> = new Set<ProblemCode>(["lifetime_too_long"]);

/** Judges one case; never throws. */
export async function judge(testCase: LimboCase): Promise<LimboResult> {
  const { id } = testCase;
  if (testCase.crls && testCase.crls.length > 0) {
    return { id, actual_result: "SKIPPED", context: "revocation lists are not looked at" };
  }
  const reference = referenceOf(testCase);
  if (reference === undefined) {
    return { id, actual_result: "SKIPPED", context: "a peer name of a kind that is not matched" };
  }
  try {
    return { id, ...await validate(testCase, reference) };
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown;
    return { id, actual_result: "FAILURE", context: thrown.message };
  }
}

async function validate(testCase: LimboCase, reference: ReferenceName | null) {
  const budget = new Budget();
  const read = (pem: string, source: Source) =>
    readPem(pem).flatMap(({ bytes }) =>
      bytes ? [new Candidate(readCertificate(bytes, budget), source, null)] : []
    );
  const pool = new Pool(budget);
  for (const pem of testCase.trusted_certs) {
    for (const candidate of read(pem, "trust-store")) pool.add(candidate);
  }
  const [leaf] = read(testCase.peer_certificate, "input");
  pool.add(leaf);
  for (const pem of testCase.untrusted_intermediates) {
    try {
      for (const candidate of read(pem, "input")) pool.add(candidate);
    } catch (thrown) {
      // One that cannot be read is not on any path.
      if (!(thrown instanceof OperationError)) throw thrown;
    }
  }
  const isServer = testCase.validation_kind === "SERVER";
  const rules: Rules = {
    now: testCase.validation_time ? Date.parse(testCase.validation_time) : Date.now(),
    reference,
    purpose: isServer ? "serverAuth" : testCase.extended_key_usage[0] ?? "clientAuth",
    maxIntermediates: testCase.max_chain_depth,
    budget,
  };
  const path = await buildPath(leaf, pool, rules);
  const errors = path.violations.filter(({ code }) =>
    ruleOf(code).severity === "error" && !NOT_APPLIED.has(code)
  );
  const unknown = path.links.some((link) => link !== true);
  const holds = path.trusted && errors.length === 0 && !unknown;
  return {
    actual_result: holds ? "SUCCESS" as const : "FAILURE" as const,
    context: errors.map(({ code, index }) => `${code}@${index}`).join(" ") ||
      path.violations.map(({ code, index }) => `(${code}@${index})`).join(" "),
  };
}

/** undefined: of a kind that is not matched here. */
function referenceOf(testCase: LimboCase): ReferenceName | null | undefined {
  // A client is known by whatever names its certificate has; no one of them is demanded.
  const name = testCase.expected_peer_name;
  if (name === null || testCase.validation_kind === "CLIENT") return null;
  switch (name.kind) {
    case "DNS":
      return { type: "DNS", name: name.value };
    case "IP": {
      const bytes = addressBytes(name.value);
      return bytes ? { type: "IP", bytes } : undefined;
    }
    case "RFC822":
      return { type: "email", address: name.value };
    default:
      return undefined;
  }
}

export async function judgeAll(cases: readonly LimboCase[]): Promise<LimboResult[]> {
  const results: LimboResult[] = [];
  for (const testCase of cases) results.push(await judge(testCase));
  return results;
}

if (import.meta.main) {
  const [input, output] = Deno.args;
  const { testcases } = JSON.parse(await Deno.readTextFile(input));
  const results = await judgeAll(testcases);
  const report = { version: 1, harness: "ssl-tools", results };
  await Deno.writeTextFile(output, JSON.stringify(report, null, 2));
}
