/** The answer in a sentence or two: what it is, until when it is valid, and what it comes with. */
import type { InspectedSet, ObjectRow, Statement } from "../../../../core/inspect/contract.ts";
import { kindWords } from "../../../../core/inspect/kind-words.ts";
import {
  about,
  capitalize,
  counted,
  named,
  namedFile,
} from "../../../../core/kernel/formatting.ts";
import { isOfChain } from "../../../../core/inspect/verdict/chains.ts";
import { isReplaced } from "../../../../core/inspect/replaced.ts";
import { day } from "../../../../core/kernel/dates.ts";
import type { Judgement } from "../../page/judgement.ts";
import type { Picture } from "./inspection.ts";
import {
  adviceFor,
  certificateTitle,
  chainOf,
  isDatedNow,
  nextFor,
  withoutStop,
} from "./object-verdict.ts";
import { mainFile, signedHeadline } from "./signed-headline.ts";
import { keyWords, kindOf, namedRow, OUTCOME, sentences } from "./words.ts";

interface Headline extends Judgement {
  /** Further remarks, closed at first so that the list below is visible. */
  more: string[];
}

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

/** The end entity that the overview shows opened: the only one. Null if the files come with a signed file. */
export function openedRow(picture: Picture): ObjectRow | null {
  const main = mainFile(picture) === null ? mainSet(picture) : null;
  return main === null ? null : picture.rows.get(main.certificate!)!;
}

/** An answer about a file with several parts, such as a kubeconfig, says more than the state of one certificate. */
const isAboutFile = ({ verdict: { statements: [first] } }: Picture): boolean =>
  first?.relates === true;

/** Whether the headline is about the end entity that is shown opened. */
export const isHeadlineOfOpened = (picture: Picture): boolean => !isAboutFile(picture);

/** The sets that the overview lists, each with its actions. */
export function listedSets(picture: Picture): InspectedSet[] {
  const main = mainSet(picture);
  // A certificate without key and CSR is described in the tree, the main set in the headline.
  return picture.sets.filter((set) =>
    set !== main && (set.privateKeys.length > 0 || set.requests.length > 0)
  );
}

/** The headline of a picture: about the only signed file or end entity, the only object, or all together. */
export function headlineOf(picture: Picture): Headline {
  const { rows, skipped, verdict: { statements } } = picture;
  if (rows.size === 0) {
    if (skipped.length === 1) return skippedHeadline(skipped[0]);
    return {
      tone: "warn",
      title: "Nothing was found",
      text: sentences(statements),
      next: NOTHING_NEXT,
      more: [],
    };
  }
  const signed = signedHeadline(picture);
  if (signed) return { next: null, ...signed, more: [] };
  const main = mainSet(picture);
  if (main && !isAboutFile(picture)) return certificateHeadline(main, picture);
  const [{ outcome }] = statements;
  const [only, ...others] = rows.values();
  return others.length === 0 && outcome !== "bad" && outcome !== "warning"
    ? onlyHeadline(only, picture)
    : listHeadline([only, ...others], picture);
}

/** The next step if something is locked; null if nothing is. */
const unlockNext = (picture: Picture): string | null =>
  isLocked(picture) ? "Enter the password of the locked files in the list below." : null;

/** A certificate with its key, its CSR and its chain. */
function certificateHeadline(main: InspectedSet, picture: Picture): Headline {
  const { statements, outcome } = picture.verdict;
  const row = picture.rows.get(main.certificate!)!;
  const misfit = misfitTitle(main, row, picture);
  const others = statements.filter((statement) =>
    !isRedundant(row, statement) && !isTitled(statement, row, picture) &&
    !(misfit && statement.code === "unmatched_key")
  );
  const isChainCovered = others.some((other) => other.id === row.id && isOfChain(other));
  const own = misfit ?? certificateTitle(row, picture);
  const end = day(row.notAfter!);
  const facts = [
    ...own.includes(end) || isDatedNow(row) ? [] : [`It expires on ${end}.`],
    ...factsOf(main, row, picture, isChainCovered),
  ].join(" ");
  const [worst] = statements;
  const isBroken = worst.outcome === "bad" && !isOfChain(worst) && !isDatedNow(row);
  return {
    tone: OUTCOME[outcome].tone,
    title: isBroken ? withoutStop(worst.text) : own,
    next: unlockNext(picture) ?? (isBroken ? adviceFor(row) : misfit ? MISFIT_NEXT : null) ??
      nextFor(main, row, picture),
    ...textAndMore(facts, isBroken ? others.filter((other) => other !== worst) : others),
  };
}

/** An object without a fault that is the only one: it is locked, unreadable or in order. */
function onlyHeadline(only: ObjectRow, picture: Picture): Headline {
  const { statements, outcome } = picture.verdict;
  const { tone } = OUTCOME[outcome];
  if (only.locked) {
    return {
      tone,
      title: `${namedRow(only)} is locked`,
      text: `${kindOf(only)}. Its content is not known without its password.`,
      next: "Enter its password below.",
      more: [],
    };
  }
  if (only.problem !== null && only.findings.length === 0) {
    return {
      tone: "warn",
      title: `${namedFile(only.places[0].file)} cannot be read`,
      text: `${kindOf(only)}. ${capitalize(only.problem)}.`,
      next: only.cutOff ? "Download or copy the file again." : null,
      more: [],
    };
  }
  const next = ONLY_NEXT[only.kind] ?? null;
  return { tone, title: onlyTitle(only), next, ...textAndMore("", statements) };
}

/** Any other objects: the first statement about them, and their number. */
function listHeadline(all: readonly ObjectRow[], picture: Picture): Headline {
  const { statements: [first, ...more], outcome } = picture.verdict;
  return {
    tone: OUTCOME[outcome].tone,
    title: withoutStop(first.text),
    next: unlockNext(picture) ??
      (all.length === 1 ? adviceFor(all[0]) : "Select an item for its details and actions."),
    ...textAndMore(`${countsOf(all).join(", ")}.`, more),
  };
}

const MISFIT_NEXT =
  "Add the private key of this certificate, or have it issued again for a key that you have.";

/** The answer for a certificate with keys that do not match it; null for another one, or if it is not in force. */
function misfitTitle(
  { privateKeys }: InspectedSet,
  row: ObjectRow,
  { leftovers, rows }: Picture,
): string | null {
  if (privateKeys.length > 0 || isDatedNow(row)) return null;
  const keys = leftovers.filter(({ id, uncertain }) =>
    rows.get(id)?.kind === "private-key" && !uncertain
  );
  if (keys.length === 0) return null;
  const [{ id }] = keys;
  return keys.length === 1
    ? `The private key in ${namedRow(rows.get(id)!)} does not match ${namedRow(row)}`
    : `None of the ${keys.length} private keys matches ${namedRow(row)}`;
}

/** The first part of a sentence: up to a full stop or colon before a space. Those in quotes are part of a name. */
const FIRST_PART = /^(?:"[^"]{0,1000}"|[^.:]|[.:](?! ))+/;

/** Why the only file was skipped. In the message, the next step follows a full stop or a colon. */
function skippedHeadline({ file, message }: Picture["skipped"][number]): Headline {
  const sentence = message.startsWith("It ") ? about(namedFile(file), message) : message;
  const [title] = FIRST_PART.exec(sentence) ?? [sentence];
  const rest = capitalize(sentence.slice(title.length + 2));
  return {
    tone: "warn",
    title,
    text: rest === "" ? "" : `${rest}.`,
    next: rest === "" ? NOTHING_NEXT : null,
    more: [],
  };
}

const NOTHING_NEXT = "Add certificates, keys or CSRs. Their file names don't matter.";

const isLocked = ({ rows }: Picture): boolean => [...rows.values()].some(({ locked }) => locked);

/** The next step with a single object that has no fault. */
const ONLY_NEXT: Partial<Record<ObjectRow["kind"], string>> = {
  "request": "Send it to your certificate provider.",
  "private-key": "Add its certificate or CSR to see whether they match.",
  "public-key": "Add a certificate or key to see whether they match.",
  "openpgp": "Open it with GnuPG (gpg): this tool does not read OpenPGP.",
};

/** "CSR for shop.example.com, RSA 2048" */
function onlyTitle(row: ObjectRow): string {
  const name = row.name === "" ? "" : ` for ${named(row.name)}`;
  return [`${kindOf(row)}${name}`, keyWords(row)].filter(Boolean).join(", ");
}

const textAndMore = (
  first: string,
  statements: readonly Statement[],
): Pick<Headline, "text" | "more"> => {
  // One more statement takes no more room than the line that would unfold it.
  const most = statements.length === MOST + 1 ? MOST + 1 : MOST;
  return {
    text: [first, sentences(statements.slice(0, most))].filter(Boolean).join(" "),
    more: statements.slice(most).map(({ text }) => text),
  };
};

/** "Comes with its private key (new.key) and CSR.", "The chain is complete.", "Covers 2 names." */
function factsOf(
  { privateKeys, requests, unverified }: InspectedSet,
  row: ObjectRow,
  picture: Picture,
  isChainCovered: boolean,
): string[] {
  const chain = chainOf(picture, row);
  const csr = requests.length > 0 ? " and CSR" : "";
  return [
    privateKeys.length === 0
      ? `Its private key ${
        isLocked(picture)
          ? "was not found. It may be in a locked file"
          : `is not in these files${requests.length > 0 ? ", but its CSR is" : ""}`
      }.`
      : unverified
      ? `Comes with a private key${csr}. This tool cannot verify whether they match.`
      : `Comes with its private key${fileOf(privateKeys[0], row, picture)}${csr}.`,
    ...isChainCovered ? [] : [
      chain === undefined
        ? "The chain was not checked."
        : chain.missingIssuer !== null
        ? "The chain is incomplete."
        : "The chain is complete.",
    ],
    ...row.names ? [`Covers ${counted(row.names, "name")}.`] : [],
  ];
}

/** " (new.key)": the file that only the key is in; empty if it is always with the certificate. */
function fileOf(id: number, { places }: ObjectRow, { rows }: Picture): string {
  const place = rows.get(id)?.places.find(({ file }) => places.every((own) => own.file !== file));
  return place ? ` (${namedFile(place.file)})` : "";
}

/** Statements about a certificate that its title and the facts make: its dates, its weakness and its key. */
const TITLED = [
  ...["expired", "not_yet_valid", "weak_signature", "weak_key", "key_too_small", "missing_key"],
];

/** Whether the title and the facts already state it. */
const isRedundant = (row: ObjectRow, { outcome, code = "", id }: Statement): boolean =>
  outcome === "good" || id === row.id && TITLED.includes(code);

/** Whether it says where the chain is valid, as the title does. */
const isTitled = (statement: Statement, row: ObjectRow, picture: Picture): boolean =>
  statement.id === row.id && statement.code === "chain" && chainOf(picture, row)?.isValid === true;

/** "7 certificates", "1 private key": the most frequent first. */
function countsOf(rows: readonly ObjectRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of rows) {
    const word = kindWords(kind);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word, count]) =>
    counted(count, LISTED[word] ?? lower(word))
  );
}

/** Words that lose a part in a list. */
const LISTED: Readonly<Record<string, string>> = {
  [kindWords("pkcs12")]: "PFX file",
  [kindWords("jks")]: "Java keystore",
};

const lower = (text: string): string => /^[A-Z]{2}/.test(text) ? text : text.toLowerCase();
