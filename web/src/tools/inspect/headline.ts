/** The answer in a sentence or two: what it is, until when it is valid, and what it comes with. */
import type { InspectedSet, ObjectRow, Statement } from "../../../../core/inspect/contract.ts";
import { kindWords } from "../../../../core/inspect/kind-words.ts";
import { day, withDates } from "../../lib/dates.ts";
import type { Tone } from "../../ui/base/tone.ts";
import type { Picture } from "./inspection.ts";
import { signedHeadline } from "./signed-headline.ts";
import { isReplaced, namedRow, OUTCOME, sentences } from "./words.ts";
import { counted } from "../../../../core/kernel/formatting.ts";

interface Headline {
  tone: Tone;
  title: string;
  text: string;
  /** Further results, closed at first so that the list below is visible. */
  more: string[];
}

/** Facts in the verdict on a chain, which the headline does not repeat. */
const CHAIN_STATEMENT = /^The chain | is self-signed: only clients /;

/** Statements that are shown without unfolding. */
const MOST = 3;

/**
 * The set of the only end-entity certificate; null if there are several or none. Expired ones that it
 * replaces do not count.
 */
export function mainSet({ sets, rows }: Picture): InspectedSet | null {
  const isLeaf = ({ certificate }: InspectedSet) => {
    const row = certificate === null ? undefined : rows.get(certificate);
    return row?.role === "leaf" && !isReplaced(row);
  };
  const first = sets.find(isLeaf);
  return first === undefined || sets.findLast(isLeaf) !== first ? null : first;
}

/** The sets that the overview lists, each with its actions. */
export function listedSets(picture: Picture): InspectedSet[] {
  const main = mainSet(picture);
  // A certificate without key and CSR is described in the tree, the main set in the headline.
  return picture.sets.filter((set) =>
    set !== main && (set.privateKeys.length > 0 || set.requests.length > 0)
  );
}

export function headlineOf(picture: Picture): Headline {
  const { rows, verdict } = picture;
  const { tone } = OUTCOME[verdict.outcome];
  const { statements } = verdict;
  if (rows.size === 0) {
    return { tone: "warn", title: "Nothing was found", text: sentences(statements), more: [] };
  }
  const signed = signedHeadline(picture);
  if (signed) return { ...signed, more: [] };
  const main = mainSet(picture);
  if (main) {
    const row = rows.get(main.certificate!)!;
    const validity = validityOf(row, picture.evaluatedAt);
    const others = statements.filter((statement) => !isRedundant(row, statement));
    const isChainCovered = others.some(({ text }) => CHAIN_STATEMENT.test(text));
    const facts = `${capital(factsOf(main, row, picture, isChainCovered).join(", "))}.`;
    return {
      tone,
      title: `${namedRow(row)}: ${validity}`,
      ...textAndMore(facts, others),
    };
  }
  const [first, ...more] = statements;
  const counts = countsOf([...rows.values()]);
  return {
    tone,
    title: withDates(first.text).replace(/\.$/, ""),
    ...textAndMore(`${counts.join(", ")}.`, more),
  };
}

const textAndMore = (
  first: string,
  statements: readonly Statement[],
): Pick<Headline, "text" | "more"> => {
  // One more statement takes no more room than the line that would unfold it.
  const most = statements.length === MOST + 1 ? MOST + 1 : MOST;
  return {
    text: [first, sentences(statements.slice(0, most))].filter(Boolean).join(" "),
    more: statements.slice(most).map(({ text }) => withDates(text)),
  };
};

/** "valid until 8 Jun 2027", relative to the time of the check. */
function validityOf({ notBefore, notAfter }: ObjectRow, at: string): string {
  if (Date.parse(notAfter!) < Date.parse(at)) return `expired on ${day(notAfter!)}`;
  if (Date.parse(notBefore!) > Date.parse(at)) return `not valid before ${day(notBefore!)}`;
  return `valid until ${day(notAfter!)}`;
}

/** "key found", "chain complete", "2 names". */
function factsOf(
  { privateKeys, requests, unverified }: InspectedSet,
  row: ObjectRow,
  { chains }: Picture,
  isChainCovered: boolean,
): string[] {
  const chain = chains.find(({ certificates: [{ id }] }) => id === row.id);
  return [
    privateKeys.length === 0 ? "no key here" : unverified ? "key not verified" : "key found",
    ...requests.length > 0 ? ["CSR found"] : [],
    ...isChainCovered ? [] : [
      chain === undefined
        ? "chain not checked"
        : chain.missingIssuer !== null
        ? "chain incomplete"
        : "chain complete",
    ],
    ...row.names ? [counted(row.names, "name")] : [],
  ];
}

/** Whether the title and the facts already state it: dates, key and overall verdict. */
function isRedundant({ findings }: ObjectRow, { outcome, text }: Statement): boolean {
  const dates = findings.filter(({ code }) => code === "expired" || code === "not_yet_valid");
  return outcome === "good" || text.startsWith("No private key of") ||
    dates.some(({ message }) => text.endsWith(message.replace(/^It /, "")));
}

/** "7 certificates", "1 private key": the most frequent first. */
function countsOf(rows: readonly ObjectRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of rows) {
    const word = kindWords(kind);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word, count]) =>
    counted(count, word.startsWith("PFX") ? "PFX file" : lower(word))
  );
}

const capital = (text: string): string => text[0].toUpperCase() + text.slice(1);
const lower = (text: string): string => /^[A-Z]{2}/.test(text) ? text : text.toLowerCase();
