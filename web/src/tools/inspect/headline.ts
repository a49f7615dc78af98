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
import { day, timeAgo, withDates } from "../../lib/dates.ts";
import type { Judgement } from "../../page/judgement.ts";
import type { Picture } from "./inspection.ts";
import { signedHeadline } from "./signed-headline.ts";
import {
  isReplaced,
  keyWords,
  kindOf,
  namedRow,
  OUTCOME,
  sentences,
  shortName,
  statusOf,
} from "./words.ts";

const DAY = 86_400_000;

interface Headline extends Judgement {
  /** Further remarks, closed at first so that the list below is visible. */
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
    if (picture.skipped.length === 1) return skippedHeadline(picture.skipped[0]);
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
  const unlock = isLocked(picture)
    ? "Enter the password of the locked files in the list below."
    : null;
  const main = mainSet(picture);
  // An answer about a file with several parts says more than the state of one certificate in it.
  const hasAnswer = statements[0]?.relates === true;
  if (main && !hasAnswer) {
    const row = rows.get(main.certificate!)!;
    const misfit = misfitTitle(main, row, picture);
    const others = statements.filter((statement) =>
      !isRedundant(row, statement) && !(misfit && MISFIT_STATEMENT.test(statement.text))
    );
    const isChainCovered = others.some(({ text }) => CHAIN_STATEMENT.test(text));
    const own = misfit ?? certificateTitle(row, picture);
    const end = day(row.notAfter!);
    const facts = [
      ...own.includes(end) || isDatedNow(row) ? [] : [`It expires on ${end}.`],
      ...factsOf(main, row, picture, isChainCovered),
    ].join(" ");
    const [worst] = statements;
    const isBroken = worst.outcome === "bad" && !isDatedNow(row);
    return {
      tone,
      title: isBroken ? withoutStop(withDates(worst.text)) : own,
      next: unlock ?? (isBroken ? adviceFor(row) : misfit ? MISFIT_NEXT : null) ??
        nextFor(main, row, picture),
      ...textAndMore(facts, isBroken ? others.filter((other) => other !== worst) : others),
    };
  }
  const [first, ...more] = statements;
  const all = [...rows.values()];
  const [only] = all;
  if (all.length === 1 && first.outcome !== "bad" && first.outcome !== "warning") {
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
        next: only.problem.includes("cut off") ? "Download or copy the file again." : null,
        more: [],
      };
    }
    const next = unlock ?? ONLY_NEXT[only.kind] ?? null;
    return { tone, title: onlyTitle(only), next, ...textAndMore("", statements) };
  }
  return {
    tone,
    title: withoutStop(withDates(first.text)),
    next: unlock ??
      (all.length === 1 ? adviceFor(only) : "Select an item for its details and actions."),
    ...textAndMore(`${countsOf(all).join(", ")}.`, more),
  };
}

const MISFIT_STATEMENT = /^(?:The|[\d,]+) private keys? .*no certificate or CSR in these files\.$/;
const MISFIT_NEXT =
  "Add the private key of this certificate, or have it issued again for a key that you have.";

/** The answer for a certificate with keys that do not match it; null for another one, or if it is not in force. */
function misfitTitle(
  { privateKeys }: InspectedSet,
  row: ObjectRow,
  { leftovers, rows }: Picture,
): string | null {
  if (privateKeys.length > 0 || isDatedNow(row)) return null;
  // The other message says that a key cannot be compared.
  const keys = leftovers.filter(({ id, message }) =>
    rows.get(id)?.kind === "private-key" && message.startsWith("Nothing ")
  );
  if (keys.length === 0) return null;
  const [{ id }] = keys;
  return keys.length === 1
    ? `The private key in ${namedRow(rows.get(id)!)} does not match ${namedRow(row)}`
    : `None of the ${keys.length} private keys matches ${namedRow(row)}`;
}

/** Why the only file was skipped. In the message, the next step follows a full stop or a colon. */
function skippedHeadline({ file, message }: Picture["skipped"][number]): Headline {
  const sentence = message.startsWith("It ") ? about(namedFile(file), message) : message;
  const [title] = sentence.split(/(?:\.|:) /, 1);
  const rest = capitalize(sentence.slice(title.length + 2));
  return {
    tone: "warn",
    title,
    text: rest === "" ? "" : `${rest}.`,
    next: rest === "" ? NOTHING_NEXT : null,
    more: [],
  };
}

const NOTHING_NEXT = "Drop certificates, keys or CSRs. Their file names don't matter.";

const isLocked = ({ rows }: Picture): boolean => [...rows.values()].some(({ locked }) => locked);

/** Whether its dates make it invalid now. */
const isDatedNow = ({ findings }: ObjectRow): boolean =>
  findings.some(({ code }) => code === "expired" || code === "not_yet_valid");

/** The verdict on one object: a certificate together with its key, CSR and chain. */
export function objectVerdict(row: ObjectRow, picture: Picture): Judgement {
  const facts = [kindOf(row), keyWords(row), row.issuer && `issued by ${named(row.issuer)}`]
    .filter(Boolean).join(", ");
  const set = picture.sets.find(({ certificate }) => certificate === row.id);
  if (!set) {
    const tone = statusOf(row)?.tone ?? "neutral";
    const message = (row.signed ?? row.encrypted)?.message ?? "";
    const isFinding = row.findings.some((finding) => finding.message === message);
    const text = `${facts}. ${isFinding ? "" : message}`.trim();
    return { tone, title: namedRow(row), text, next: null };
  }
  const findings = new Set(row.findings.map(({ message }) => message));
  const { outcome, statements } = set.verdict;
  const others = statements.filter(({ text }) => !findings.has(text));
  const [worst] = row.findings.filter(({ severity }) => severity === "error");
  const isDated = worst?.code === "expired" || worst?.code === "not_yet_valid";
  return {
    tone: OUTCOME[outcome].tone,
    title: worst && !isDated
      ? withoutStop(withDates(about(namedRow(row), worst.message)))
      : certificateTitle(row, picture),
    text: `${facts}. ${sentences(others)}`.trim(),
    next: (worst && !isDated ? worst.advice : null) ?? nextFor(set, row, picture),
  };
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "");

const chainOf = ({ chains }: Picture, { id }: ObjectRow) =>
  chains.find(({ certificates: [first] }) => first.id === id);

/** The state of a certificate without faults other than its dates: no more than was checked. */
function certificateTitle(row: ObjectRow, picture: Picture): string {
  const name = namedRow(row);
  const notAfter = row.notAfter!;
  const days = Math.floor((Date.parse(notAfter) - Date.parse(picture.evaluatedAt)) / DAY);
  if (days < 0) return `${name} expired ${timeAgo(days)}`;
  if (Date.parse(row.notBefore!) > Date.parse(picture.evaluatedAt)) {
    return `${name} is not valid before ${day(row.notBefore!)}`;
  }
  // Clients refuse it even where its root is installed.
  const weak = weaknessOf(row);
  if (weak) return withoutStop(about(name, weak.message));
  if (row.findings.some(({ code }) => code === "expiring_soon")) {
    return days === 0 ? `${name} expires today` : `${name} expires in ${counted(days, "day")}`;
  }
  if (row.findings.some(({ code }) => code === "self_signed_leaf")) return `${name} is self-signed`;
  const chain = chainOf(picture, row);
  if (chain?.isValid !== true) return `${name} expires on ${day(notAfter)}`;
  const root = chain.certificates.at(-1)!.name;
  return chain.trusted || chain.certificates.length === 1
    ? `${name} is valid until ${day(notAfter)}`
    : `${name} is valid where ${named(root)} is installed`;
}

/** The finding of a key or signature that is too weak. */
const weaknessOf = ({ findings }: ObjectRow) =>
  findings.find(({ code, severity }) =>
    severity !== "info" && (code === "weak_signature" || code === "weak_key")
  );

/** The next step with a certificate and its key; null for a CA. */
function nextFor(set: InspectedSet, row: ObjectRow, picture: Picture): string | null {
  const has = (code: string) => row.findings.some((finding) => finding.code === code);
  if (has("expired")) {
    return has("superseded")
      ? "Use the newer certificate for these names, which is in these files too."
      : "Renew the certificate.";
  }
  if (has("not_yet_valid")) {
    return "Use the previous certificate until then, or correct the clock if it is wrong.";
  }
  if (has("revoked")) return "Replace it with a new certificate that has a new key.";
  const weak = weaknessOf(row);
  if (weak?.advice) return weak.advice;
  const issuer = chainOf(picture, row)?.missingIssuer;
  if (issuer) return `Add the certificate of ${named(shortName(issuer))} to these files.`;
  if (has("self_signed_leaf")) {
    return "Get a certificate from a CA, or install this one where it should be trusted.";
  }
  if (row.role !== "leaf") return null;
  if (has("expiring_soon")) return "Renew it now, and automate the renewal.";
  return set.privateKeys.length === 0
    ? "Add its private key to these files to install it."
    : "Install it: download the PFX, or the full chain and the key.";
}

/** The advice on the worst fault of an object; null without one. */
const adviceFor = ({ findings }: ObjectRow): string | null =>
  findings.find(({ severity }) => severity === "error")?.advice ?? null;

/** The next step with a single object that has no fault. */
const ONLY_NEXT: Partial<Record<ObjectRow["kind"], string>> = {
  "request": "Send it to your certificate provider.",
  "private-key": "Add its certificate or CSR to see whether they match.",
  "public-key": "Add a certificate or key to see whether they match.",
  "openpgp": "Open it with GnuPG (gpg): OpenPGP is not read here.",
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
    more: statements.slice(most).map(({ text }) => withDates(text)),
  };
};

/** "Comes with its private key and CSR.", "The chain is complete.", "Covers 2 names." */
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
      ? `Comes with a private key${csr}, which cannot be verified here.`
      : `Comes with its private key${csr}.`,
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

/** Whether the title and the facts already state it: dates, key and overall verdict. */
function isRedundant({ findings }: ObjectRow, { outcome, text }: Statement): boolean {
  const titled = findings.filter(({ code }) =>
    ["expired", "not_yet_valid", "weak_signature", "weak_key"].includes(code)
  );
  return outcome === "good" || text.startsWith("The private key of ") ||
    titled.some(({ message }) => text.endsWith(message.replace(/^It(?:s RSA key)? /, "")));
}

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
