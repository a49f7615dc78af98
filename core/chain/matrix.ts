/**
 * Where a certificate works, in a row for each kind of client that people ask about and with a reason of a few
 * words. It says the marks again in short (`marksOf`), and judges nothing. Pages load it with the result.
 */
import { listed } from "../kernel/formatting.ts";
import { type Client, refusalsOf } from "../x509/rules/refusals.ts";
import type { ChainResponse } from "./contract.ts";
import { type Mark, marksOf } from "./marks.ts";

interface MatrixRow {
  /** "Android", "Windows" */
  name: string;
  outcome: Mark["outcome"];
  /** At most six words; for a broken rule its title. */
  reason: string;
  /** The same in a sentence or two. */
  sentence: string;
}

type Program = NonNullable<ChainResponse["acceptance"]>["programs"][number];

interface Kind {
  /** The name of its mark, if it has one. */
  readonly mark: string | null;
  /** The client that may refuse it for another reason than its root. */
  readonly client: Client | null;
}

/**
 * Most Linux systems have Mozilla's roots, which curl and many other programs read. We have no list of the
 * roots of Java.
 */
const KINDS: Readonly<Record<string, Kind>> = {
  "Chrome": { mark: "Chrome", client: "chromium" },
  "Android": { mark: "Android apps", client: null },
  "iPhone": { mark: "iOS", client: "apple" },
  "Windows": { mark: "Microsoft", client: null },
  "Mac": { mark: "Apple", client: "apple" },
  "Firefox": { mark: "Mozilla", client: "firefox" },
  "Java": { mark: null, client: "java" },
  "curl": { mark: "Mozilla", client: "openssl" },
};

const BY_STATE: Readonly<Record<Program["state"], string>> = {
  included: "Includes its root",
  included_before: "Accepts older certificates of its root",
  not_for_websites: "Includes its root, not for websites",
  not_included: "Does not include its root",
  removed: "No longer includes its root",
  blocked: "Blocks its root",
  unknown: "May not include its root",
};
const BY_OUTCOME: Readonly<Record<Mark["outcome"], string>> = {
  accepted: BY_STATE.included,
  refused: BY_STATE.not_included,
  unknown: BY_STATE.unknown,
};

/**
 * Returns the rows; null for a chain without marks for its clients, which one sentence describes: its root is
 * private, no client accepts it, or it does not reach a root.
 */
export function matrixOf(analyzed: Parameters<typeof marksOf>[0]): MatrixRow[] | null {
  const { acceptance, problems } = analyzed;
  const marks = marksOf(analyzed)?.marks ?? [];
  if (acceptance?.scope !== "public" || marks.length === 0) return null;
  const refusals = refusalsOf(problems);
  return Object.entries(KINDS).map(([name, { mark: markName, client }]): MatrixRow => {
    const refusal = refusals.find((one) => one.client === client);
    const refused = refusal &&
      acceptance.clients.find(({ name }) => name === listed(refusal.names));
    if (refused) {
      const { outcome, reason: sentence } = refused;
      return { name, outcome, reason: refusal.problem.title, sentence };
    }
    const mark = marks.find((one) => one.name === markName);
    if (!mark) {
      const sentence = `We could not check ${name}, because we have no list of its roots.`;
      return { name, outcome: "unknown", reason: "We have no list of its roots", sentence };
    }
    const { outcome, reasons } = mark;
    const reason = reasonOf(mark, acceptance.programs);
    return { name, outcome, reason, sentence: reasons.join(" ") };
  });
}

function reasonOf({ name, outcome, word }: Mark, programs: readonly Program[]): string {
  const program = programs.find((one) => one.name === name);
  if (!program) return /\d/.test(word) ? `Version ${word}` : BY_OUTCOME[outcome];
  // A mark that is worse than its program is so because of the timestamps.
  if (outcome === program.outcome) {
    const isLimited = outcome === "refused" && program.state === "included";
    return isLimited ? "Accepts its root for other names" : BY_STATE[program.state];
  }
  return outcome === "refused"
    ? "Too few Certificate Transparency timestamps"
    : "May lack Certificate Transparency timestamps";
}
