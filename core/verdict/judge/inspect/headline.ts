/** Judges files: the headline about the only signed file or end entity, the only object, or all together. */
import type { Statement, Step, Verdict } from "../../model.ts";
import { conclude, state, step } from "../../statements.ts";
import { type ChainIndex, chainIndex, chainStatements, isOfChain, isValidIn } from "./chains.ts";
import {
  type FilesFacts,
  hasLocked,
  kindOf,
  type ObjectFacts,
  type SetFacts,
  thingOf,
} from "./facts.ts";
import { aboutObject, adviceStep, findingStatement, noteStatements } from "./findings.ts";
import { mainFile, mainSet } from "./main.ts";
import { isAnswer } from "./related.ts";
import { setStatements } from "./sets.ts";
import { messageStatement } from "./signed.ts";
import { allStatements, inOrder } from "./whole.ts";

/** A verdict, and all statements from which it was chosen, in order. */
export interface Judged {
  readonly verdict: Verdict;
  readonly all: readonly Statement[];
}

/** Statements that explain a headline; pages unfold the others. */
const MOST = 3;

/** The verdict on all files. */
export function judgeFiles(facts: FilesFacts): Judged {
  const all = allStatements(facts);
  return { all, verdict: chosen(facts, all) };
}

function chosen(facts: FilesFacts, all: readonly Statement[]): Verdict {
  const { rows, skipped } = facts;
  if (rows.size === 0) {
    const [{ file, message }] = skipped.length === 1 ? skipped : [{ file: null, message: null }];
    const next = { next: step("add_objects", {}) };
    const headline = state("nothing_found", { file, reason: message }, next);
    return conclude(headline, file === null ? all : []);
  }
  const file = mainFile(facts);
  if (file) return ofFile(file, facts, all);
  const main = mainSet(facts);
  // An answer about a file with several parts, such as a kubeconfig, says more than one certificate.
  if (main && !isAnswer(all[0])) return ofMain(main, facts, all);
  const [only, ...others] = rows.values();
  const [{ level }] = all;
  return others.length === 0 && level !== "bad" && level !== "warning"
    ? ofOnly(only, facts, all)
    : ofList(facts, all);
}

/**
 * The verdict with this headline. `explained`: statements of the headline's own that come first; of the `rest`, the first
 * explain it too.
 */
function verdictOf(
  headline: Statement,
  explained: readonly Statement[],
  rest: readonly Statement[],
): Verdict {
  // One more statement takes no more room than the line that would unfold it.
  const most = rest.length === MOST + 1 ? MOST + 1 : MOST;
  const all = [headline, ...explained, ...rest];
  const isOpen = all.every(({ level }) => level !== "bad" && level !== "warning") &&
    all.some(({ outcome }) => outcome === "unknown");
  return conclude(headline, [...explained, ...rest.slice(0, most)], rest.slice(most), isOpen);
}

const withNext = (statement: Statement, next: Step | null): Statement => ({ ...statement, next });

/* The only signed or encrypted file */

function ofFile(row: ObjectFacts, facts: FilesFacts, all: readonly Statement[]): Verdict {
  const stated = messageStatement(row);
  if (!stated) return ofList(facts, all);
  // Signers send certificates without their keys, and the sentences say whether their chain is valid.
  // The sentence about a matching signature includes the end of its signer's certificate.
  const signers = new Set(
    row.signed?.signers.flatMap(({ certificate, signature }) =>
      signature.outcome === "holds" ? [certificate] : []
    ),
  );
  const isEnd = ({ code, about }: Statement) =>
    (code === "expired" || code === "revoked" || code === "not_yet_valid") &&
    about !== null && signers.has(about.index);
  const others = all.filter((statement) =>
    statement.about?.index !== row.id && statement.level !== "good" &&
    statement.code !== "missing_key" && !isAboutChain(statement.code) && !isEnd(statement)
  );
  // It has the signature's level: a certificate that has expired since does not change it.
  const { level, outcome } = stated;
  return { ...conclude(withNext(stated, adviceFor(row)), others), level, outcome };
}

const ABOUT_CHAIN: ReadonlySet<string> = new Set<Statement["code"]>([
  ...["chain_valid", "chain_private", "chain_unverifiable", "issuer_not_found"] as const,
  "merkle_tree_certificate",
  ...["private_root_not_given", "issuer_has_other_key", "signature_invalid"] as const,
  ...["clients_refuse", "valid_but_refused", "chains_unusable"] as const,
  ...["chains_refused_by_clients"] as const,
  ...["chain_invalid", "chain_not_built", "chain_checked_from_end"] as const,
  ...["root_not_everywhere", "roots_not_everywhere"] as const,
  ...["chains_valid", "chains_private", "chains_unverifiable", "chains_incomplete"] as const,
  ...["chains_invalid"] as const,
]);

const isAboutChain = (code: Statement["code"]): boolean => ABOUT_CHAIN.has(code);

/* The only end entity, with its key, its CSR and its chain */

function ofMain(main: SetFacts, facts: FilesFacts, all: readonly Statement[]): Verdict {
  const chains = chainIndex(facts.chains);
  const row = facts.rows.get(main.certificate!)!;
  const misfit = misfitOf(main, row, facts);
  const [worst] = all;
  const isBroken = worst.level === "bad" && !isOfChain(worst) && !isDatedNow(row);
  const headline = isBroken ? worst : misfit ?? headlineOf(row, facts, chains);
  const next = hasLocked(facts.rows)
    ? step("unlock_locked", {})
    : isBroken
    ? worst.next ?? adviceFor(row) ?? nextFor(main, row, facts, chains)
    : misfit
    ? step("add_right_key", {})
    : nextFor(main, row, facts, chains);
  const isAbout = headline.about?.index === row.id;
  const explained = [
    ...dateOf(row, headline),
    ...comesWith(main, row, facts, isAbout),
    ...row.names && isAbout ? [state("covers_names", { count: row.names })] : [],
    ...[row.id, ...main.privateKeys].flatMap((id) =>
      noteStatements(facts.rows.get(id)!, !isAbout || id !== row.id)
    ),
  ];
  const rest = all.filter((statement) =>
    !isSame(statement, headline) && !isStated(statement, row) &&
    !isReason(statement, headline, row, chains) &&
    !(misfit && statement.code === "unmatched_key")
  );
  return verdictOf(withNext(headline, next), explained, rest);
}

const isSame = (a: Statement, b: Statement): boolean =>
  a === b || a.code === b.code && a.about !== null && a.about.index === b.about?.index;

/** Statements that the headline and its own explanation make: good ones, and those about the key of the certificate. */
const isStated = ({ code, level, about }: Statement, row: ObjectFacts): boolean =>
  level === "good" && !isAboutChain(code) || code === "missing_key" && about?.index === row.id;

/** Whether it is a broken rule for which the headline says that clients refuse the certificate. */
function isReason(
  { about, facts }: Statement,
  headline: Statement,
  row: ObjectFacts,
  chains: ChainIndex,
): boolean {
  if (headline.code !== "clients_refuse" && headline.code !== "valid_but_refused") return false;
  const refusedBy = chains.get(row.id)?.chain.refusedBy ?? [];
  return about?.index === row.id && "rule" in facts &&
    refusedBy.some(({ code }) => code === facts.rule);
}

/** Whether its dates make it invalid now. */
const isDatedNow = ({ findings }: ObjectFacts): boolean =>
  findings.some(({ code }) => code === "expired" || code === "not_yet_valid");

/** Broken rules that lead, in this order, although others may be worse for strict clients. */
const LEADING = ["expired", "not_yet_valid", "weak_signature", "weak_key", "expiring_soon"];

/** The state of a certificate: no more than was checked. */
function headlineOf(row: ObjectFacts, facts: FilesFacts, chains: ChainIndex): Statement {
  const isValid = isValidIn(chains, row.id);
  for (const code of LEADING) {
    const found = row.findings.find((finding) =>
      finding.code === code && finding.severity !== "info"
    );
    // Clients refuse it even where its root is installed.
    if (found) return findingStatement(row, found, facts.now, isValid);
  }
  const [ofChain] = chainStatements(chains, row, facts);
  return isAboutChain(ofChain.code) && ofChain.code !== "chain_not_built" &&
        ofChain.code !== "chain_checked_from_end" ||
      ofChain.code === "self_signed" ||
      ofChain.code === "private_root_alone"
    ? ofChain
    : state("certificate_unproven", { name: thingOf(row), notAfter: row.notAfter! }, {
      about: aboutObject(row),
    });
}

/** The end of its validity, unless the headline states it. */
function dateOf(row: ObjectFacts, { code, about }: Statement): Statement[] {
  const isStated = code === "chain_valid" || code === "private_root_alone" ||
    code === "certificate_unproven" || code === "expiring_soon" || code === "expired";
  // An end that does not exist has no date.
  const isImpossible = row.findings.some(({ code }) => code === "validity_impossible");
  return isStated || isImpossible || isDatedNow(row) ? [] : [
    state("certificate_ends", {
      name: about?.index === row.id ? null : thingOf(row),
      notAfter: row.notAfter!,
    }),
  ];
}

/** Its key and its CSR, if they are among the files. `isAbout`: whether the headline is about the certificate. */
function comesWith(
  { privateKeys, requests, unverified }: SetFacts,
  row: ObjectFacts,
  { rows }: FilesFacts,
  isAbout: boolean,
): Statement[] {
  const hasRequest = requests.length > 0;
  if (privateKeys.length === 0) {
    const only = isAbout ? null : thingOf(row);
    const facts = { count: 1, only, isLocked: hasLocked(rows), hasRequest };
    return [state("missing_key", facts, { about: aboutObject(row) })];
  }
  if (unverified !== null) return [state("comes_with_unverified_key", { hasRequest })];
  // The file that only the key is in.
  const place = rows.get(privateKeys[0])?.places.find(({ file }) =>
    row.places.every((own) => own.file !== file)
  );
  return [state("comes_with_key", { file: place?.file ?? null, hasRequest })];
}

/** The answer for a certificate with keys that do not match it; null for another one, or if it is not in force. */
function misfitOf(
  { privateKeys }: SetFacts,
  row: ObjectFacts,
  { leftovers, rows }: FilesFacts,
): Statement | null {
  if (privateKeys.length > 0 || isDatedNow(row)) return null;
  const keys = leftovers.flatMap(({ id, uncertain }) => {
    const key = rows.get(id);
    return key?.kind === "private-key" && !uncertain ? [key] : [];
  });
  if (keys.length === 0) return null;
  const key = keys.length === 1 ? thingOf(keys[0]) : null;
  const facts = { count: keys.length, key, certificate: thingOf(row) };
  return state("keys_do_not_fit", facts, { about: aboutObject(row) });
}

/** The advice on the worst fault of an object; null without one. */
function adviceFor({ findings }: ObjectFacts): Step | null {
  const worst = findings.find(({ severity }) => severity === "error") ??
    findings.find(({ severity }) => severity === "warning");
  return worst ? adviceStep(worst) : null;
}

/** Statements about a chain whose next step comes first. */
const LEADS_ON: ReadonlySet<string> = new Set<Statement["code"]>([
  ...["issuer_not_found", "private_root_not_given", "issuer_has_other_key"] as const,
  "signature_invalid",
  ...["clients_refuse", "valid_but_refused", "self_signed", "root_not_everywhere"] as const,
  "merkle_tree_certificate",
]);

/** The next step with a certificate and its key; null for a CA. */
function nextFor(
  set: SetFacts,
  row: ObjectFacts,
  facts: FilesFacts,
  chains: ChainIndex,
): Step | null {
  const isValid = isValidIn(chains, row.id);
  for (const code of ["expired", "not_yet_valid", "revoked", "weak_signature", "weak_key"]) {
    const found = row.findings.find((finding) =>
      finding.code === code && finding.severity !== "info"
    );
    if (found) return findingStatement(row, found, facts.now, isValid).next;
  }
  const [ofChain] = chainStatements(chains, row, facts);
  if (LEADS_ON.has(ofChain.code)) return ofChain.next;
  if (row.role !== "leaf") return null;
  if (row.findings.some(({ code }) => code === "expiring_soon")) return step("renew_now", {});
  return step(set.privateKeys.length === 0 ? "add_key_to_install" : "install_set", {});
}

/* The only object, and a list of them */

const ONLY_NEXT = {
  "request": "send_request",
  "private-key": "add_holder_of_key",
  "public-key": "add_pair_of_public_key",
  "openpgp": "open_with_gnupg",
} as const;

/** An object without a fault that is the only one: it is locked, unreadable or in order. */
function ofOnly(only: ObjectFacts, facts: FilesFacts, all: readonly Statement[]): Verdict {
  const about = aboutObject(only);
  const of = kindOf(only);
  if (only.locked) {
    const rest = { about, next: step("enter_password", {}) };
    const headline = state("object_locked", { object: thingOf(only), of }, rest);
    return conclude(headline, noteStatements(only));
  }
  const [{ file }] = only.places;
  if (only.problem !== null && only.findings.length === 0) {
    const next = only.cutOff ? step("copy_file_again", {}) : null;
    const unreadable = { file, of, reason: only.problem };
    return conclude(state("object_unreadable", unreadable, { about, next }), []);
  }
  if (only.kind === "certificate" && only.notAfter !== null) {
    const headline = headlineOf(only, facts, chainIndex(facts.chains));
    const explained = [described(only), ...noteStatements(only)];
    return verdictOf(headline, explained, all.filter((other) => !isSame(other, headline)));
  }
  const next = only.kind in ONLY_NEXT
    ? step(ONLY_NEXT[only.kind as keyof typeof ONLY_NEXT], {})
    : null;
  const headline = state(
    "object_alone",
    { of, name: only.name === "" ? null : only.name, key: only.publicKey },
    { about, next },
  );
  const rest = all.filter((statement) => !isSame(statement, headline));
  return verdictOf(headline, noteStatements(only), rest);
}

/** Any other objects: the statement that leads, and their number. */
function ofList({ rows }: FilesFacts, statements: readonly Statement[]): Verdict {
  const first = leadOf(statements);
  const rest = statements.filter((statement) => statement !== first);
  const all = [...rows.values()];
  const next = all.some(({ locked }) => locked)
    ? step("unlock_locked", {})
    : all.length === 1
    ? adviceFor(all[0])
    : first.level === "bad" && first.about !== null && first.next !== null
    ? first.next
    : null;
  const counts = new Map<ObjectFacts["kind"], number>();
  for (const { kind } of all) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const found = [...counts].sort((a, b) => b[1] - a[1]).map(([kind, count]) => ({ kind, count }));
  return verdictOf(withNext(first, next), [state("objects_found", { counts: found })], rest);
}

/**
 * The first statement. An old certificate whose newer one is among the files gives way to another warning, and else to
 * the chains of the certificates that are in use.
 */
function leadOf(statements: readonly Statement[]): Statement {
  const [first] = statements;
  if (first.code !== "expired_superseded") return first;
  const others = statements.filter((statement) => statement !== first);
  return others.find(({ level }) => level === "warning") ??
    others.find(({ code }) => isAboutChain(code)) ?? first;
}

/* One object */

/** The verdict on one certificate with its key, CSR and chain, or on a CSR with its key. */
export function judgeSet(set: SetFacts, facts: FilesFacts, chains: ChainIndex): Judged {
  const all = inOrder(setStatements(set, facts, chains));
  const row = facts.rows.get(set.certificate ?? set.requests[0] ?? set.privateKeys[0])!;
  if (set.certificate === null) return { all, verdict: ofPair(row, all) };
  const [worst] = row.findings.filter(({ severity }) => severity === "error");
  const isFault = worst !== undefined && !isDatedNow({ ...row, findings: [worst] });
  const headline = isFault
    ? findingStatement(row, worst, facts.now, isValidIn(chains, row.id))
    : headlineOf(row, facts, chains);
  const next = isFault ? adviceStep(worst) : nextFor(set, row, facts, chains);
  const rest = all.filter((statement) =>
    !isSame(statement, headline) && !isReason(statement, headline, row, chains)
  );
  return { all, verdict: wholeVerdict(withNext(headline, next), [described(row), ...rest]) };
}

/** A CSR and its key: the worst that was found, or what it is. */
function ofPair(row: ObjectFacts, all: readonly Statement[]): Verdict {
  return wholeVerdict(nameOf(row), [described(row), ...all]);
}

/** The verdict on an object that is in no set. */
export function judgeObject(row: ObjectFacts, facts: FilesFacts): Verdict {
  const message = messageStatement(row);
  const [worst] = row.findings.filter(({ severity }) => severity !== "info");
  const headline = row.locked
    ? state("object_locked", { object: thingOf(row), of: kindOf(row) }, { about: aboutObject(row) })
    : worst
    ? findingStatement(row, worst, facts.now, false)
    : message ?? nameOf(row);
  return conclude(withNext(headline, null), [described(row), ...noteStatements(row)]);
}

/** All statements explain it. */
function wholeVerdict(headline: Statement, cause: readonly Statement[]): Verdict {
  const all = [headline, ...cause];
  const isOpen = all.every(({ level }) => level !== "bad" && level !== "warning") &&
    all.some(({ outcome }) => outcome === "unknown");
  return conclude(headline, cause, [], isOpen);
}

const nameOf = (row: ObjectFacts): Statement =>
  state("object_named", { object: thingOf(row) }, { about: aboutObject(row) });

const described = (row: ObjectFacts): Statement =>
  state("object_is", { of: kindOf(row), key: row.publicKey, issuer: row.issuer });
