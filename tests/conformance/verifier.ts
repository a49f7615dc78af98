/**
 * The one judge of chains: every case is a request to chain/analyze, as a user of the API would send
 * it, and is compared with the answer. Nothing is computed here that the answer does not say.
 */
import type { chainAnalyze, ChainResponse } from "../../core/chain/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import type { RequestOf } from "../../core/kernel/contract.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { RULES_LEFT_OUT } from "./chain-ledger.ts";

export type Request = RequestOf<typeof chainAnalyze>;
type Revocations = NonNullable<ChainResponse["revocation"]>;

/** The answer that a suite expects. A field that is left out is not compared. */
export interface Expected {
  /** Whether the certificate is accepted, by `accepts`. */
  accepted?: boolean;
  /** Whether the certificate is accepted, and no certificate of the path could be revoked. */
  acceptedWithStatus?: boolean;
  /** `isValid` of the answer. */
  isValid?: boolean;
  /** The status of revocation, by place on the path. */
  statuses?: Readonly<Record<string, ExpectedStatus>>;
  /** The OIDs of the policies that are valid for the path. */
  policies?: readonly string[];
  /** Texts that some problem has to contain, and that none may. */
  says?: string;
  notSays?: string;
  /** The same for the reason of an unknown revocation status; any text with a known status. */
  undeterminedSays?: string;
  undeterminedNotSays?: string;
}

export const STATUSES = {
  good: ["good"],
  revoked: ["revoked"],
  unknown: ["unknown"],
  undetermined: ["unknown"],
  "not good": ["revoked", "unknown"],
  determined: ["good", "revoked"],
} as const;
export type ExpectedStatus = keyof typeof STATUSES;

export interface ChainCase {
  id: string;
  /** The certificate that the question is about, in PEM. */
  leaf: string;
  /** Why the operation does not support the case. */
  leftOut?: string;
  request: Request;
  expected: Expected;
  /** Whether a problem with the severity "error" refuses a certificate, in addition to `isValid`. */
  errorsRefuse?: boolean;
}

export interface Compared {
  /** The differences from the expectation. */
  differences: string[];
  /** Whether the answer accepts the certificate; null if the operation does not support the case. */
  accepted: boolean | null;
  /** Codes of the problems with their places, or the error of the operation. */
  context: string;
}

export async function compare(one: ChainCase): Promise<Compared> {
  if (one.leftOut !== undefined) {
    return { differences: [], accepted: null, context: one.leftOut };
  }
  const outcome = await execute(operations, "chain/analyze", one.request, createContext());
  // Whatever is refused as a whole is not accepted either.
  const answer = outcome.ok ? outcome.value as ChainResponse : null;
  const accepted = answer !== null && accepts(answer, one) &&
    (one.expected.acceptedWithStatus === undefined || isKnownGood(answer));
  const context = outcome.ok
    ? answer!.problems.map(({ code, index }) => `${code}@${index ?? ""}`).join(" ")
    : outcome.error.message;
  return { differences: differencesOf(one, answer, accepted), accepted, context };
}

/** Whether the answer is about this certificate and name, and its path ends at a trusted root. */
function accepts({ chain, validation, problems }: ChainResponse, one: ChainCase): boolean {
  const { isValid, trusted, trustedByYou } = validation;
  return isValid === true && lines(chain[0].certificate) === lines(one.leaf) &&
    (!one.request.roots || trusted || trustedByYou === true) &&
    !problems.some(({ code, severity }) =>
      code === "host_name_mismatch" ||
      (one.errorsRefuse && severity === "error" && !Object.hasOwn(RULES_LEFT_OUT, code))
    );
}

/** No certificate below the root is revoked, and of each that is known. */
const isKnownGood = (answer: ChainResponse): boolean =>
  answer.chain.slice(0, -1).every((_, place) => statusAt(answer, place) === "good");

const statusAt = ({ revocation = [] }: ChainResponse, place: number) =>
  revocation.find(({ index }) => index === place)?.status ?? "unknown";

const lines = (pem: string) => pem.replaceAll(/\s/g, "");

function differencesOf(
  { expected }: ChainCase,
  answer: ChainResponse | null,
  accepted: boolean,
): string[] {
  const differences: string[] = [];
  const same = (what: string, wanted: unknown, found: unknown) => {
    if (wanted !== undefined && wanted !== found) differences.push(`${what}: ${found}`);
  };
  same("accepted", expected.accepted ?? expected.acceptedWithStatus, accepted);
  same("isValid", expected.isValid, answer?.validation.isValid === true);
  for (const [place, wanted] of Object.entries(expected.statuses ?? {})) {
    const found = answer ? statusAt(answer, Number(place)) : "unknown";
    const fits: readonly string[] = STATUSES[wanted];
    if (!fits.includes(found)) differences.push(`revocation of ${place}: ${found}`);
  }
  if (expected.policies) {
    const found = (answer?.validation.policies ?? []).map(({ oid }) => oid).sort().join(" ");
    same("policies", [...expected.policies].sort().join(" "), found);
  }
  const problems = answer?.problems.map(({ title, message }) => `${title} ${message}`) ?? [];
  differences.push(...textFaults(problems, expected.says, expected.notSays));
  const open = openTexts(answer?.revocation ?? []);
  if (open.length > 0) {
    const { undeterminedSays, undeterminedNotSays } = expected;
    differences.push(...textFaults(open, undeterminedSays, undeterminedNotSays));
  }
  return differences;
}

/** The problems of certificates with unknown revocation status. */
const openTexts = (revocations: Revocations): string[] =>
  revocations.filter(({ status }) => status === "unknown")
    .map(({ problem, note }) => `${problem ?? ""} ${note ?? ""}`);

function textFaults(texts: readonly string[], says?: string, notSays?: string): string[] {
  const found = texts.join(" | ");
  const has = (part: string) => found.toLowerCase().includes(part.toLowerCase());
  return [
    ...says !== undefined && !has(says) ? [`does not say "${says}": ${found}`] : [],
    ...notSays !== undefined && has(notSays) ? [`says "${notSays}": ${found}`] : [],
  ];
}
