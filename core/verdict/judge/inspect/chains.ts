/**
 * The statements about chains. One chain has the codes of the chain analyzer; several in the same state are counted.
 *
 * A chain is good only if it was verified. A certificate in the middle of a path has the chain of its end entity.
 */
import type { Statement, Step } from "../../model.ts";
import { state, step } from "../../statements.ts";
import { NO_END } from "../../../kernel/dates.ts";
import {
  type ChainOfFiles,
  daysUntil,
  type FilesFacts,
  type ObjectFacts,
  type Objects,
  thingOf,
} from "./facts.ts";
import { missingKind } from "../missing-issuer.ts";
import { aboutObject, adviceStep } from "./findings.ts";
import { isReplaced } from "./replaced.ts";
import { countedOf, tally } from "./tally.ts";

/** The codes of statements about a chain as a whole, or a missing issuer: other statements name its faults. */
const OF_CHAIN: ReadonlySet<string> = new Set<Statement["code"]>([
  ...["issuer_not_found", "private_root_not_given", "issuer_has_other_key"] as const,
  "signature_invalid",
  ...["chain_invalid", "self_signed"] as const,
  ...["chains_incomplete", "chains_invalid", "certificates_self_signed"] as const,
]);

export const isOfChain = ({ code }: Statement): boolean => OF_CHAIN.has(code);

/** The first chain of each certificate, and its position. */
export type ChainIndex<C extends ChainOfFiles = ChainOfFiles> = ReadonlyMap<
  number,
  { chain: C; at: number }
>;

/** The index of all chains, by the id of a certificate. */
export function chainIndex<C extends ChainOfFiles>(chains: readonly C[]): ChainIndex<C> {
  const index = new Map<number, { chain: C; at: number }>();
  for (const chain of chains) {
    for (const [at, { id }] of chain.certificates.entries()) {
      if (id !== null && !index.has(id)) index.set(id, { chain, at });
    }
  }
  return index;
}

/** Whether the chain of a certificate is valid. */
export const isValidIn = (chains: ChainIndex, id: number): boolean =>
  chains.get(id)?.chain.isValid === true;

/** Problems that the statement about the chain covers. */
const COVERED: ReadonlySet<string> = new Set(["issuer_not_found", "self_signed"]);

/** The problems from the certificate at `at` upwards, without those that are broken rules of the objects. */
function problemsOf(
  { certificates, problems }: ChainOfFiles,
  at: number,
  rows: Objects,
  isOther: (row: ObjectFacts) => boolean = () => false,
): ChainOfFiles["problems"][number][] {
  return problems.filter(({ certificate, code, message }) => {
    if (COVERED.has(code) || (certificate ?? at) < at) return false;
    const id = certificate === null ? null : certificates[certificate].id;
    const row = id === null ? undefined : rows.get(id);
    return row === undefined || isOther(row) ||
      row.findings.every((finding) => finding.message !== message);
  });
}

/** The statement about a problem. An expired CA certificate has its name and date. */
function problemStatement(
  { certificates }: ChainOfFiles,
  { certificate, code, message, advice }: ChainOfFiles["problems"][number],
  now: number,
): Statement {
  const next = step("follow_advice", { rule: code, advice });
  if (certificate === null) {
    return state("chain_problem", { certificate: null, rule: code, message }, { next });
  }
  const { id, name, notAfter } = certificates[certificate];
  const about = { about: { name, index: id } };
  if (certificate > 0 && code === "expired") {
    const facts = { name: certificates[0].name, issuer: name, days: daysUntil(notAfter, now) };
    return state("issuer_expired", facts, {
      ...about,
      next: step("replace_issuer", { issuer: name }),
    });
  }
  return state("chain_problem", { certificate: name, rule: code, message }, { ...about, next });
}

type Standing =
  | "public"
  | "unusable"
  | "refused by clients"
  | "refused"
  | "private"
  | "public root"
  | "private root"
  | "unverified"
  | "self-signed"
  | "incomplete"
  | "invalid";

function standingOf(
  { certificates, isValid, trusted, missingIssuer, refusing = [], refusedBy = [] }: ChainOfFiles,
  at: number,
  row?: ObjectFacts,
): Standing {
  if (isValid === null) return "unverified";
  if (isValid && at === 0 && refusedBy.some(({ inHandshake }) => inHandshake)) return "unusable";
  if (isValid && at === 0 && refusedBy.length > 0) return "refused by clients";
  if (isValid && refusing.length > 0) return "refused";
  if (isValid) {
    return `${trusted ? "public" : "private"}${certificates.length === 1 ? " root" : ""}`;
  }
  if (missingIssuer !== null) return "incomplete";
  const isSelfSigned = row?.findings.some(({ code }) => code === "self_signed_leaf");
  return certificates.length === 1 && isSelfSigned ? "self-signed" : "invalid";
}

/** The first end of validity of a chain: no certificate is usable longer than those above it. */
function usableUntil({ certificates }: ChainOfFiles, at: number): string | null {
  const ends = certificates.slice(at).map(({ notAfter }) => notAfter);
  const [first] = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return first === NO_END ? null : first;
}

/** The statement about the chain of the certificate at position `at`. */
function chainStatement(
  chain: ChainOfFiles,
  at: number,
  standing: Standing,
  rows: Objects,
): Statement {
  const { certificates, refusing = [], refusedBy = [] } = chain;
  const { id, name } = certificates[at];
  const last = certificates[certificates.length - 1];
  const rest = { about: { name, index: id } };
  const refusals = refusedBy.map(({ code: rule, certificate, ...refused }) => ({
    rule,
    certificate: certificate === null || certificate === at ? null : certificates[certificate].name,
    ...refused,
  }));
  switch (standing) {
    case "public":
    case "public root":
      return state("chain_valid", { name, until: usableUntil(chain, at) }, rest);
    case "unusable":
      return state("clients_refuse", { name, refusals }, {
        ...rest,
        next: refusalStep(refusedBy.find(({ inHandshake }) => inHandshake)!),
      });
    case "refused by clients":
      return state("valid_but_refused", {
        name,
        root: chain.trusted || certificates.length === 1 ? null : last.name,
        until: usableUntil(chain, at),
        refusals,
      }, { ...rest, next: refusalStep(refusedBy[0]) });
    case "refused":
      // Root programs list the root and do not trust it for this certificate.
      return state("root_not_everywhere", { name, refusing, missingFrom: null }, {
        ...rest,
        next: step("get_public_certificate", {}),
      });
    case "private":
      return state("chain_private", { name, root: last.name }, rest);
    case "private root":
      return state("private_root_alone", { name, until: usableUntil(chain, at) }, rest);
    case "unverified": {
      const merkleTree = id === null
        ? undefined
        : rows.get(id)?.findings.find(({ code }) => code === "merkle_tree_certificate");
      if (merkleTree) {
        return state("merkle_tree_certificate", { name }, {
          ...rest,
          next: adviceStep(merkleTree),
        });
      }
      return state("chain_unverifiable", { name }, {
        ...rest,
        next: step("check_with_openssl", {}),
      });
    }
    case "self-signed":
      return state("self_signed", { owner: { name, isOfHost: false } }, {
        ...rest,
        next: step("get_from_ca_or_install", {}),
      });
    case "incomplete":
      return incomplete(chain, at, rows);
    case "invalid":
      return state("chain_invalid", { name, broken: null }, rest);
  }
}

const refusalStep = ({ code, advice }: NonNullable<ChainOfFiles["refusedBy"]>[number]): Step =>
  step("follow_advice", { rule: code, advice });

/** The last certificate of the path has no issuer among the files. */
function incomplete(
  { certificates, missing, missingIssuer }: ChainOfFiles,
  at: number,
  rows: Objects,
): Statement {
  const { id, name } = certificates[at];
  const last = certificates[certificates.length - 1];
  const rowOf = (id: number | null) => id === null ? undefined : rows.get(id);
  const issuer = rowOf(last.id)?.issuer || missingIssuer || null;
  const about = { name, index: id };
  const child = last.name;
  if (missing?.shouldSignItself) {
    const owner = { name: child, isOfHost: false };
    return state("signature_invalid", { owner, issuer }, {
      about,
      next: step("get_copy_again", {}),
    });
  }
  if (missing?.otherKey && issuer !== null) {
    return state(
      "issuer_has_other_key",
      { child, issuer, isFromServer: false, ...missing.otherKey },
      { about, next: step("add_matching_issuer", { issuer }) },
    );
  }
  const isPrivate = rowOf(certificates[0].id)?.judgedAs === "private";
  const kind = missing?.kind ?? null;
  const found = missingKind({ kind, issuer, length: certificates.length, isPrivate });
  if (found === "intermediate") {
    return state("issuer_not_found", { child, issuer, kind, isFromServer: false }, {
      about,
      next: step("add_issuer_file", { issuer }),
    });
  }
  const isRoot = found === "root";
  const isListed = missing?.isListed === true;
  return state("private_root_not_given", { child, issuer, isFromServer: false, isRoot, isListed }, {
    about,
    next: isRoot ? step("install_or_add_root", { issuer }) : step("add_issuer_file", { issuer }),
  });
}

/** The statements about the chain of a certificate. */
export function chainStatements(
  chains: ChainIndex,
  row: ObjectFacts,
  { rows, now }: Pick<FilesFacts, "rows" | "now">,
): Statement[] {
  const place = chains.get(row.id);
  const about = { about: aboutObject(row) };
  if (!place) {
    return [
      row.role === "leaf"
        ? state("chain_not_built", { count: 1 }, about)
        : state("ca_without_chain", countedOf([row]), about),
    ];
  }
  const { chain, at } = place;
  const standing = standingOf(chain, at, row);
  if (
    standing === "invalid" && chain.problems.every(({ certificate }) => (certificate ?? at) < at)
  ) {
    return [state("chain_checked_from_end", {}, about)];
  }
  // The row has its own broken rules; those of the others are named with the chain.
  const broken = problemsOf(chain, at, rows, (other) => other !== row);
  return [
    chainStatement(chain, at, standing, rows),
    ...broken.map((problem) => problemStatement(chain, problem, now)),
  ];
}

/** The statements about several chains in the same state. */
const SEVERAL = {
  "public": "chains_valid",
  "unusable": "chains_unusable",
  "refused by clients": "chains_refused_by_clients",
  "refused": "roots_not_everywhere",
  "private": "chains_private",
  "public root": "roots_public",
  "private root": "roots_private",
  "unverified": "chains_unverifiable",
  "self-signed": "certificates_self_signed",
  "incomplete": "chains_incomplete",
  "invalid": "chains_invalid",
} as const satisfies Record<Standing, Statement["code"]>;

/** The statement about several chains in the same state. Of two valid ones it names the certificates. */
function severalStatement(
  standing: Standing,
  count: number,
  chains: readonly ChainOfFiles[],
  rows: Objects,
): Statement {
  const code = SEVERAL[standing];
  if (code !== "chains_valid" && code !== "chains_private") return state(code, { count });
  const things = chains.flatMap(({ certificates: [{ id }] }) => {
    const row = id === null ? undefined : rows.get(id);
    return row ? [thingOf(row)] : [];
  });
  const isClear = count === 2 && new Set(things.map(({ name }) => name)).size === 2;
  return state(code, { count, both: isClear ? things : null });
}

/** The statements about all chains, and about certificates without a chain. */
export function chainsTogether(
  { chains, sets, rows, now }: Pick<FilesFacts, "chains" | "sets" | "rows" | "now">,
  ended: ReadonlySet<number>,
): Statement[] {
  const groups = new Map<Standing, ChainOfFiles[]>();
  // An expired intermediate breaks many chains but is named once.
  const broken = new Map<string, Statement>();
  for (const chain of chains) {
    const [{ id }] = chain.certificates;
    const row = id === null ? undefined : rows.get(id);
    const standing = standingOf(chain, 0, row);
    const own = problemsOf(chain, 0, rows, (other) => other !== row);
    // The chain of an expired certificate fails because of its date, which is reported already.
    const isStated = row !== undefined && (isReplaced(row) || ended.has(row.id));
    if (standing === "invalid" && own.length === 0 && isStated) continue;
    const group = groups.get(standing);
    if (group) group.push(chain);
    else groups.set(standing, [chain]);
    for (const problem of problemsOf(chain, 0, rows)) {
      const { certificate } = problem;
      const named = certificate === null ? null : chain.certificates[certificate].name;
      const key = JSON.stringify([named, problem.message]);
      if (!broken.has(key)) broken.set(key, problemStatement(chain, problem, now));
    }
  }
  const inChain = new Set(chains.flatMap(({ certificates }) => certificates.map(({ id }) => id)));
  const unbuilt = sets.flatMap(({ certificate }) =>
    certificate === null || inChain.has(certificate) ? [] : [rows.get(certificate)!]
  );
  const authorities = unbuilt.filter(({ role }) => role !== "leaf");
  const leaves = unbuilt.filter(({ role }) => role === "leaf");
  return [
    ...tally(
      [...broken.values()],
      (only) => only,
      (count) => state("chain_problems", { count }),
    ),
    ...[...groups].flatMap(([standing, group]) =>
      tally(
        group,
        (chain) => chainStatement(chain, 0, standing, rows),
        (count) => severalStatement(standing, count, group, rows),
      )
    ),
    // Chains start at certificates that issued nothing, so a cross-certificate may be in none.
    ...authorities.length > 0 ? [state("ca_without_chain", countedOf(authorities))] : [],
    ...leaves.length > 0
      ? [
        state("chain_not_built", { count: leaves.length }, {
          about: leaves.length === 1 ? aboutObject(leaves[0]) : null,
        }),
      ]
      : [],
  ];
}
