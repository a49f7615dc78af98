/**
 * The statements that make up a verdict, and the statements about chains.
 *
 * `good` is used only for verified results. An object that is missing, locked or not supported by this engine is
 * `unknown`, and never counts as good. The revocation status comes only from the CRLs and responses among the files; if
 * they do not cover a certificate, a statement says so.
 */
import { day } from "../../kernel/dates.ts";
import { about, named, namedFile, quoted, withCommas } from "../../kernel/formatting.ts";
import type {
  InspectedChain,
  InspectedFinding,
  InspectedSet,
  ObjectRow,
  Statement,
  Verdict,
} from "../contract.ts";
import { type Code, CODES } from "../../verdict/codes.ts";
import type { Level } from "../../verdict/levels.ts";
import { isReplaced } from "../replaced.ts";

/** Outcomes, worst first. */
const RANK: readonly Statement["outcome"][] = ["bad", "warning", "unknown", "good", "note"];

/** Whether it is about a chain as a whole: an issuer is missing, or another statement names the fault. */
export const isOfChain = ({ code }: Statement): boolean => code === CHAIN || code === "self_signed";

/**
 * A verdict with the worst outcome of its statements, which are sorted worst first. Only errors precede answers. A
 * chain that is not valid comes after both, because adding an issuer repairs no other fault.
 */
export function conclude(statements: readonly Statement[]): Verdict {
  const rankOf = ({ outcome }: Statement) => RANK.indexOf(outcome);
  const orderOf = (statement: Statement) => {
    if (statement.relates) return 0.5;
    return statement.outcome === "bad" && isOfChain(statement) ? 0.6 : rankOf(statement);
  };
  const sorted = statements.toSorted((a, b) => orderOf(a) - orderOf(b));
  const outcome = RANK[Math.min(...statements.map(rankOf))];
  // If there are only notes, nothing was checked.
  return { outcome: outcome === "note" ? "unknown" : outcome, statements: sorted };
}

/** A statement without a check. */
export const note = (text: string): Statement => ({ outcome: "note", text });

export const REVOCATION = note("Revocation was not checked.");

/** The statement for a certificate that a CRL or a response shows as good. */
export function notRevoked(name: string, { revocation }: ObjectRow): string {
  const { by, thisUpdate } = revocation!;
  const source = by === "crl" ? "CRL" : "OCSP response";
  return `${name} is not revoked, by the ${source} of ${day(thisUpdate!)}.`;
}

export const OUTCOME_OF: Readonly<Record<InspectedFinding["severity"], Statement["outcome"]>> = {
  error: "bad",
  warning: "warning",
  info: "note",
};

/** The name of an object in sentences; its file's name if it has none. */
export const titleOf = ({ name, places }: ObjectRow) =>
  name ? named(name) : namedFile(places[0].file);

/** `code` and `id` of a statement; without a code it has neither. */
interface Subject<T> {
  readonly code: string | undefined;
  readonly idOf: (only: T) => number | null;
}

/** A statement with the name of a single object, or with the number of several. */
export function tally<T>(
  found: readonly T[],
  outcome: Statement["outcome"],
  one: (only: T) => string,
  many: (count: string) => string,
  subject?: Subject<T>,
): Statement[] {
  if (found.length === 0) return [];
  const isOne = found.length === 1;
  const text = isOne ? one(found[0]) : many(withCommas(found.length));
  if (subject?.code === undefined) return [{ outcome, text }];
  const { code, idOf } = subject;
  const id = isOne ? idOf(found[0]) : null;
  return [{ outcome, text, code, ...id !== null && { id } }];
}

/** The first chain of each certificate, and its position. */
export type ChainIndex = ReadonlyMap<number, { chain: InspectedChain; at: number }>;

/** The index of all chains, by the id of a certificate. */
export function chainIndex(chains: readonly InspectedChain[]): ChainIndex {
  const index = new Map<number, { chain: InspectedChain; at: number }>();
  for (const chain of chains) {
    for (const [at, { id }] of chain.certificates.entries()) {
      if (id !== null && !index.has(id)) index.set(id, { chain, at });
    }
  }
  return index;
}

/** The problems of a chain from its certificate `at` upwards, without those that were `reported` before. */
function brokenIn(
  { certificates, problems }: InspectedChain,
  at: number,
  reported: ReadonlySet<string>,
): string[] {
  return problems.flatMap(({ certificate, code, message }) => {
    // The statement about the chain covers these two.
    if (code === "issuer_not_found" || code === "self_signed") return [];
    if ((certificate ?? at) < at) return [];
    if (certificate === null || certificate === at) return reported.has(message) ? [] : [message];
    return [about(named(certificates[certificate].name), message)];
  });
}

/** The problems of a chain with the names of their certificates, without those that are findings of these. */
function faultsOf(
  { certificates, problems }: InspectedChain,
  rows: ReadonlyMap<number, ObjectRow>,
): string[] {
  return problems.flatMap(({ certificate, code, message }) => {
    if (code === "issuer_not_found" || code === "self_signed") return [];
    if (certificate === null) return [message];
    const { id, name } = certificates[certificate];
    const row = id === null ? undefined : rows.get(id);
    return row && messagesOf(row).has(message) ? [] : [about(named(name), message)];
  });
}

const isSelfSigned = ({ findings }: ObjectRow) =>
  findings.some(({ code }) => code === "self_signed_leaf");

const messagesOf = ({ findings }: ObjectRow) => new Set(findings.map(({ message }) => message));

type Standing =
  | "public"
  | "private"
  | "public root"
  | "private root"
  | "unverified"
  | "self-signed"
  | "lone"
  | "incomplete"
  | "invalid";

function standingOf(
  { certificates, isValid, trusted, missingIssuer }: InspectedChain,
  row?: ObjectRow,
): Standing {
  if (isValid === null) return "unverified";
  if (isValid) {
    return `${trusted ? "public" : "private"}${certificates.length === 1 ? " root" : ""}`;
  }
  if (missingIssuer !== null) return certificates.length === 1 ? "lone" : "incomplete";
  return row && certificates.length === 1 && isSelfSigned(row) ? "self-signed" : "invalid";
}

const rootOf = ({ certificates }: InspectedChain) => certificates[certificates.length - 1].name;

/** The code of a statement about a chain; undefined for a root, which has no chain above it. */
const codeOf = (standing: Standing): string | undefined =>
  standing === "self-signed"
    ? "self_signed"
    : standing === "public root" || standing === "private root"
    ? undefined
    : CHAIN;

const CHAIN = "chain";

const endOf = ({ certificates: [{ id }] }: InspectedChain): number | null => id;

/** The level of a statement as the outcome of an inspector's statement. */
const OUTCOMES = {
  bad: "bad",
  warning: "warning",
  note: "unknown",
  good: "good",
} as const satisfies Record<Level, Statement["outcome"]>;

const outcomeOf = (code: Code): Statement["outcome"] => OUTCOMES[CODES[code].level];

/**
 * The code that states it in the verdicts of all tools, from which it has its level. `whose` is " of
 * shop.example.com" if there are several chains.
 */
const CHAIN_WORDS: Readonly<
  Record<
    Standing,
    readonly [
      code: Code,
      one: (chain: InspectedChain, whose: string) => string,
      many: (count: string) => string,
    ]
  >
> = {
  public: [
    "chain_valid",
    (_, whose) => `The chain${whose} is complete and valid.`,
    (count) => `${count} chains are complete and valid.`,
  ],
  private: [
    "chain_private",
    (chain, whose) =>
      `The chain${whose} is complete. It is valid where ${quoted(rootOf(chain))} is installed, ` +
      "which is not a public root.",
    (count) => `${count} chains are complete, and valid where their private root is installed.`,
  ],
  "public root": [
    "chain_valid",
    (chain) => `${quoted(rootOf(chain))} is a public root.`,
    (count) => `${count} roots are public.`,
  ],
  "private root": [
    "private_root_alone",
    (chain) => `${quoted(rootOf(chain))} is a root that is not public.`,
    (count) => `${count} roots are not public.`,
  ],
  unverified: [
    "chain_unverifiable",
    (_, whose) =>
      `The chain${whose} could not be verified: this tool does not support one of its signatures.`,
    (count) => `${count} chains could not be verified.`,
  ],
  "self-signed": [
    "self_signed",
    (chain, whose) =>
      `${whose === "" ? "The certificate" : named(rootOf(chain))} is self-signed: ` +
      "only clients on which it is installed as trusted accept it.",
    (count) => `${count} certificates are self-signed.`,
  ],
  lone: [
    "issuer_not_found",
    (_, whose) => `The chain${whose} is incomplete: no issuer is in these files.`,
    (count) => `${count} chains are incomplete: their issuers are not in these files.`,
  ],
  incomplete: [
    "issuer_not_found",
    (chain, whose) =>
      `The chain${whose} is incomplete: the issuer ${quoted(chain.missingIssuer ?? "")} ` +
      "is not in these files.",
    (count) => `${count} chains are incomplete: an issuer is not in these files.`,
  ],
  invalid: [
    "chain_invalid",
    (_, whose) => `The chain${whose} is not valid.`,
    (count) => `${count} chains are not valid.`,
  ],
};

/** The statements about the chain of a certificate at position `at`; null if no chain was built. */
export function chainStatements(
  chain: InspectedChain | null,
  at: number,
  row: ObjectRow,
): Statement[] {
  if (chain === null) {
    return [{
      outcome: "unknown",
      text: row.role === "leaf"
        ? "The chain was not checked: too many paths are possible."
        : "The chain was not checked: this CA certificate is not part of a checked chain.",
      code: CHAIN,
      id: row.id,
    }];
  }
  const standing = standingOf(chain, row);
  if (
    standing === "invalid" && chain.problems.every(({ certificate }) => (certificate ?? at) < at)
  ) {
    // The chain goes through a CA and has a problem below it.
    const text = "The chain was checked only from its end entity.";
    return [{ outcome: "unknown", text, code: CHAIN, id: row.id }];
  }
  const [stated, one] = CHAIN_WORDS[standing];
  const { distrusted = [] } = chain;
  const programs = `Not every browser trusts its root. ${distrusted.join(" ")}`;
  const code = codeOf(standing);
  return [
    {
      outcome: outcomeOf(stated),
      text: one(chain, ""),
      ...code !== undefined && { code, id: row.id },
    },
    ...(distrusted.length > 0
      ? [{ outcome: outcomeOf("root_not_everywhere"), text: programs }]
      : []),
    ...brokenIn(chain, at, messagesOf(row)).map((text) => ({ outcome: "bad" as const, text })),
  ];
}

/** The statements about all chains, and about certificates without a chain. */
export function chainsTogether(
  chains: readonly InspectedChain[],
  sets: readonly Pick<InspectedSet, "certificate">[],
  rows: ReadonlyMap<number, ObjectRow>,
): Statement[] {
  const groups = new Map<Standing, InspectedChain[]>();
  const broken: string[] = [];
  const knownMessages = (row: ObjectRow | undefined) => row ? messagesOf(row) : new Set<string>();
  for (const chain of chains) {
    const [{ id }] = chain.certificates;
    const row = id === null ? undefined : rows.get(id);
    const standing = standingOf(chain, row);
    const own = brokenIn(chain, 0, knownMessages(row));
    // The chain of an expired certificate fails because of its date, which is reported already.
    if (standing === "invalid" && own.length === 0 && row && isReplaced(row)) continue;
    const group = groups.get(standing);
    if (group) group.push(chain);
    else groups.set(standing, [chain]);
    broken.push(...faultsOf(chain, rows));
  }
  const whose = ({ certificates: [{ name }] }: InspectedChain) =>
    chains.length === 1 ? "" : ` of ${named(name)}`;
  const inChain = new Set(chains.flatMap(({ certificates }) => certificates.map(({ id }) => id)));
  const unbuilt = sets.flatMap(({ certificate }) =>
    certificate === null || inChain.has(certificate) ? [] : [rows.get(certificate)!]
  );
  return [
    ...tally(
      // An expired intermediate breaks many chains but is named once.
      [...new Set(broken)],
      "bad",
      (text) => text,
      (count) => `${count} problems make chains invalid.`,
    ),
    ...[...groups].flatMap(([standing, group]) => {
      const [stated, one, many] = CHAIN_WORDS[standing];
      const subject = { code: codeOf(standing), idOf: endOf };
      return tally(group, outcomeOf(stated), (chain) => one(chain, whose(chain)), many, subject);
    }),
    // Chains start at certificates that issued nothing, so a cross-certificate may be in none.
    ...tally(
      unbuilt.filter(({ role }) => role !== "leaf"),
      "unknown",
      (row) => `The CA certificate ${titleOf(row)} is not part of a checked chain.`,
      (count) => `${count} CA certificates are not part of a checked chain.`,
    ),
    ...tally(
      unbuilt.filter(({ role }) => role === "leaf"),
      "unknown",
      () => "A chain was not checked: too many paths are possible.",
      (count) => `${count} chains were not checked: too many paths are possible.`,
      { code: CHAIN, idOf: ({ id }) => id },
    ),
  ];
}
