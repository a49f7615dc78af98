/**
 * Cases in x509-limbo's format as requests to chain/analyze. Anchors, time, peer name and purpose
 * are fields of the request. A case is accepted where the certificate is valid for the name up to an
 * anchor, and no problem has the severity of an error.
 */
import type { Profile } from "../../core/x509/rules/rule.ts";
import { type ChainCase, compare, type Request } from "./verifier.ts";

interface PeerName {
  kind: string;
  value: string;
}

export interface LimboCase {
  id: string;
  validation_kind: "CLIENT" | "SERVER";
  trusted_certs: string[];
  untrusted_intermediates: string[];
  peer_certificate: string;
  validation_time: string | null;
  expected_result: "SUCCESS" | "FAILURE";
  expected_peer_name: PeerName | null;
  expected_peer_names?: PeerName[];
  extended_key_usage?: string[];
  /** The purpose of BoringSSL's cases; without it validation_kind decides. */
  key_purpose?: KeyPurpose | null;
  max_chain_depth?: number | null;
  crls?: string[];
}

type KeyPurpose = "ANY_EKU" | "SERVER_AUTH" | "CLIENT_AUTH";

export interface LimboResult {
  id: string;
  actual_result: "SUCCESS" | "FAILURE" | "SKIPPED";
  context: string;
}

const PURPOSES: Readonly<Record<string, Request["purpose"]>> = {
  ANY_EKU: "any",
  SERVER_AUTH: "server",
  CLIENT_AUTH: "client",
  serverAuth: "server",
  clientAuth: "client",
  emailProtection: "email",
  codeSigning: "codeSigning",
  anyExtendedKeyUsage: "any",
};

export function fromLimbo(one: LimboCase, judgeAs: Profile): ChainCase {
  const { peer_certificate: leaf, untrusted_intermediates, trusted_certs, crls = [] } = one;
  const isAccepted = one.expected_result === "SUCCESS";
  const [name] = namesOf(one);
  const purposes = purposesOf(one);
  return {
    id: one.id,
    leaf,
    leftOut: leftOut(one),
    request: {
      certificate: [leaf, ...untrusted_intermediates, ...crls].join("\n"),
      roots: trusted_certs.join("\n"),
      hostname: name?.value ?? "",
      purpose: PURPOSES[purposes[0]],
      judgeAs,
      at: instant(one.validation_time),
    },
    expected: crls.length > 0 ? { acceptedWithStatus: isAccepted } : { accepted: isAccepted },
    errorsRefuse: true,
  };
}

/** A client may be required to have several names; a server has the expected one. */
function namesOf({ validation_kind, expected_peer_name, expected_peer_names }: LimboCase) {
  if (validation_kind === "CLIENT") return expected_peer_names ?? [];
  return expected_peer_name ? [expected_peer_name] : [];
}

function purposesOf({ key_purpose, validation_kind, extended_key_usage = [] }: LimboCase) {
  if (key_purpose) return [key_purpose];
  if (extended_key_usage.length > 0) return extended_key_usage;
  return [validation_kind === "SERVER" ? "serverAuth" : "clientAuth"];
}

/** The part of a question for which chain/analyze has no field. */
function leftOut(one: LimboCase): string | undefined {
  const names = namesOf(one);
  if (names.length > 1) return "several names at once";
  if (names.some(({ kind }) => kind !== "DNS" && kind !== "IP")) return "a name of another kind";
  if ((one.max_chain_depth ?? null) !== null) return "a limit of depth";
  const purposes = purposesOf(one);
  if (purposes.length > 1) return "several purposes at once";
  return PURPOSES[purposes[0]] ? undefined : "a purpose of another kind";
}

/** As `at` has it, without fractions of a second; the current time for null. */
export const instant = (text: string | null): string =>
  `${(text === null ? new Date() : new Date(text)).toISOString().slice(0, 19)}Z`;

const RESULTS = { true: "SUCCESS", false: "FAILURE", null: "SKIPPED" } as const;

/** Judges the cases of one file and writes the verdicts to another. */
export async function judgeFile(
  input: string,
  output: string,
  judgeAs: Profile = "public-tls",
): Promise<void> {
  const { testcases } = JSON.parse(await Deno.readTextFile(input)) as { testcases: LimboCase[] };
  const results: LimboResult[] = [];
  for (const one of testcases) {
    const { accepted, context } = await compare(fromLimbo(one, judgeAs));
    results.push({ id: one.id, actual_result: RESULTS[`${accepted}`], context });
  }
  const report = { version: 1, harness: "ssl-tools", results };
  await Deno.writeTextFile(output, JSON.stringify(report, null, 2));
}
