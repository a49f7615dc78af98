/**
 * The row of marks about an analyzed chain: where it works, in words for people who know browsers and
 * devices, but no root programs. Pages load it with the result.
 */
import { day } from "../kernel/dates.ts";
import { listed, named } from "../kernel/formatting.ts";
import { CLIENTS as CLIENT_NAMES } from "../x509/rules/refusals.ts";
import type { ChainResponse } from "./contract.ts";

export interface Mark {
  /** "Chrome", "Android apps" */
  name: string;
  /** The programs and devices that it is about: "Edge and Windows". */
  about: string;
  outcome: "accepted" | "refused" | "unknown";
  /** "Works", "Refused", "Not known"; for a platform the versions, "11 and later". */
  word: string;
  /** Sentences, the reason for the outcome first. */
  reasons: string[];
  /** Common names from the end entity to the root of its own path; null for a platform. */
  path: string[] | null;
  /** The list that the reason comes from, and its date in ISO 8601. */
  source: string;
  date: string;
  /** Place in `acceptance.roots`; null for a platform. */
  root: number | null;
}

interface Marks {
  /** "Works in Chrome, Edge and Firefox. Does not work in Safari or on iPhones: …" */
  summary: string;
  /** Empty if one sentence is enough, as for a private root. */
  marks: Mark[];
  /** Cross-signed roots that help older versions. */
  advice: string[];
}

type Outcome = Mark["outcome"];
type Acceptance = NonNullable<ChainResponse["acceptance"]>;

/** A vendor's verdict about Certificate Transparency. */
interface VendorVerdict {
  readonly vendor: string;
  readonly outcome: Outcome;
  readonly message: string;
}

interface Analyzed extends Pick<ChainResponse, "acceptance" | "problems"> {
  readonly transparency?: {
    readonly policies: readonly VendorVerdict[];
    /** "unknown" if the server may send SCTs that we did not see. */
    readonly sources?: { readonly handshake: string };
  };
}

/**
 * The clients of each program. Edge has Microsoft's list on Windows and macOS, and Apple's verifier on iOS
 * (https://learn.microsoft.com/en-us/deployedge/microsoft-edge-security-cert-verification). Chrome has its own
 * list everywhere but on iOS
 * (https://chromium.googlesource.com/chromium/src/+/main/net/data/ssl/chrome_root_store/faq.md).
 */
const CLIENTS = {
  Chrome: {
    browser: "Chrome",
    about: "Chrome on computers and Android. On iPhones it uses Apple's roots",
  },
  Apple: { browser: "Safari", about: "Safari, iPhones, iPads and Macs" },
  Microsoft: { browser: "Edge", about: "Edge and other Windows programs" },
  Mozilla: { browser: "Firefox", about: "Firefox, Thunderbird and many Linux systems" },
} as const;

const WORDS: Readonly<Record<Outcome, string>> = {
  accepted: "Works",
  refused: "Refused",
  unknown: "Not known",
};

/** The browsers in `acceptance.clients`. */
const BROWSERS: readonly string[] = [
  CLIENT_NAMES.chromium,
  CLIENT_NAMES.firefox,
  CLIENT_NAMES.apple,
]
  .map((names) => listed(names));

const RANK: readonly Outcome[] = ["accepted", "unknown", "refused"];
const worseOf = (a: Outcome, b: Outcome): Outcome => RANK.indexOf(b) > RANK.indexOf(a) ? b : a;

/**
 * Returns the marks; null if the certificate is not for websites. `transparency` may make the mark of its
 * vendor worse, never better.
 */
export function marksOf({ acceptance, transparency, problems }: Analyzed): Marks | null {
  if (!acceptance) return null;
  const only = (summary: string): Marks => ({ summary, marks: [], advice: [] });
  if (acceptance.scope !== "public") {
    return { ...only(acceptance.message ?? ""), marks: acceptance.clients.map(markOfClient) };
  }
  const fatal = problems.find(({ code }) => code === "revoked");
  if (fatal) return only("It is revoked: clients that check revocation refuse it.");
  if (problems.some(({ code }) => code === "host_name_mismatch")) {
    return only("No client accepts it for this host name.");
  }
  const policies = transparency?.policies ?? [];
  const forTimestamps = new Set<Mark>();
  const programs = acceptance.programs.map((program): Mark => {
    const { name, path, source, date, root } = program;
    const vendor = vendorOf(name, policies);
    const outcome = worseOf(program.outcome, vendor?.outcome ?? "accepted");
    // The cause of the outcome comes first.
    const reasons = vendor ? [program, vendor].map(reasonOf) : [reasonOf(program)];
    const isForTimestamps = vendor?.outcome === outcome && program.outcome !== outcome;
    if (isForTimestamps) reasons.reverse();
    const { about } = CLIENTS[name];
    const mark = { name, about, outcome, word: WORDS[outcome], reasons, path, source, date, root };
    if (isForTimestamps) forTimestamps.add(mark);
    return mark;
  });
  // The programs' marks are about the browsers.
  const others = acceptance.clients.filter(({ name }) => !BROWSERS.includes(name));
  const marks = [
    ...programs,
    ...platformsOf(acceptance, programs),
    ...others.map(markOfClient),
  ];
  const advice = acceptance.advice.map(({ message }) => message);
  const isOpen = transparency?.sources?.handshake === "unknown";
  return { summary: summaryOf(programs, acceptance, forTimestamps, isOpen), marks, advice };
}

/** The mark of a client that refuses the certificate for another reason than its root. */
function markOfClient(
  { name, outcome, reason, source, date }: Acceptance["clients"][number],
): Mark {
  const about = "Where the root is installed or known, it is refused for this reason";
  const word = WORDS[outcome];
  return { name, about, outcome, word, reasons: [reason], path: null, source, date, root: null };
}

/**
 * The verdict on Certificate Transparency for the clients of a program. Edge requires it, as
 * https://learn.microsoft.com/en-us/deployedge/microsoft-edge-browser-policies/certificatetransparencyenforcementdisabledforurls
 * says, but Microsoft states no rules for it. It has Chrome's code.
 */
function vendorOf(
  name: keyof typeof CLIENTS,
  policies: readonly VendorVerdict[],
): VendorVerdict | undefined {
  if (name !== "Microsoft") {
    return policies.find(({ vendor }) => vendor === (name === "Mozilla" ? "Firefox" : name));
  }
  const chrome = policies.find(({ vendor }) => vendor === "Chrome");
  if (!chrome || chrome.outcome === "accepted") return undefined;
  const message = "Edge requires Certificate Transparency like Chrome, and states no rules for it.";
  return { vendor: name, outcome: "unknown", message };
}

const reasonOf = (one: { reason: string } | { message: string }): string =>
  "reason" in one ? one.reason : one.message;

/** Android's apps and iOS. Windows updates its roots by itself, so its versions matter less. */
function platformsOf({ platforms }: Acceptance, programs: readonly Mark[]): Mark[] {
  const apple = programs.find(({ name }) => name === "Apple")!;
  return (["Android", "iOS"] as const).map((name): Mark => {
    const { outcome, text, reason, source, date } = platforms.find((one) => one.name === name)!;
    const isApple = name === "iOS";
    const worst = isApple ? worseOf(outcome, apple.outcome) : outcome;
    const versions = text.startsWith(`${name} `) ? text.slice(name.length + 1) : null;
    return {
      name: isApple ? "iOS" : "Android apps",
      about: isApple
        ? "Every browser and app on iPhones and iPads, also Chrome"
        : "Apps on Android. Chrome and Firefox there bring their own roots",
      outcome: worst,
      word: worst === outcome && versions ? versions : WORDS[worst],
      reasons: worst === outcome ? [reason] : [apple.reasons[0], reason],
      path: null,
      source,
      date,
      root: null,
    };
  });
}

function summaryOf(
  programs: readonly Mark[],
  acceptance: Acceptance,
  forTimestamps: ReadonlySet<Mark>,
  isOpen: boolean,
): string {
  const causeOf = (marks: readonly Mark[]) =>
    marks.length > 1 && marks.every((mark) => forTimestamps.has(mark))
      ? timestampCause(marks[0].outcome, isOpen)
      : rootCauseOf(marks, acceptance);
  const of = (outcome: Outcome) => programs.filter((program) => program.outcome === outcome);
  const [works, refused, unknown] = [of("accepted"), of("refused"), of("unknown")];
  return [
    ...works.length > 0 ? [`Works ${placesOf(works, "and")}.`] : [],
    ...refused.length > 0 ? [`Does not work ${placesOf(refused, "or")}${causeOf(refused)}`] : [],
    ...unknown.length > 0 ? [`May not work ${placesOf(unknown, "or")}${causeOf(unknown)}`] : [],
  ].join(" ");
}

/** The end of a sentence, if the SCTs are the cause. `isOpen`: the server may send more. */
function timestampCause(outcome: Outcome, isOpen: boolean): string {
  if (outcome === "unknown") {
    return ": it is not known whether its SCTs of Certificate Transparency logs suffice.";
  }
  const unless = isOpen ? ", unless the server sends more" : "";
  return `: it has too few SCTs of Certificate Transparency logs${unless}.`;
}

const LACKING = ["not_included", "removed", "not_for_websites"] as const;

/** The end of a sentence: the reason of one mark, or in short that of several. */
function rootCauseOf(marks: readonly Mark[], { programs, roots, date }: Acceptance): string {
  const reasons = new Set(marks.map(({ reasons: [reason] }) => reason));
  if (reasons.size === 1) return `: ${[...reasons][0]}`;
  const theirs = programs.filter(({ name }) => marks.some((mark) => mark.name === name));
  const [root] = new Set(theirs.map(({ root }) => root));
  const areAll = (...states: readonly string[]) =>
    theirs.every((program) => program.root === root && states.includes(program.state));
  if (root !== null && areAll("included_before")) {
    return `: they accept only older certificates under the root ${named(roots[root].name)}.`;
  }
  if (root === null || !areAll(...LACKING) || marks.some(({ outcome }) => outcome !== "refused")) {
    return ". Select a mark for its reason.";
  }
  return `: they do not include the root ${named(roots[root].name)} for websites (as of ${
    day(date)
  }).`;
}

/** "in Chrome, Edge and Firefox", "in Edge or Safari, or on iPhones" */
function placesOf(marks: readonly Mark[], joined: "and" | "or"): string {
  const browsers = (["Chrome", "Microsoft", "Mozilla", "Apple"] as const)
    .filter((program) => marks.some(({ name }) => name === program))
    .map((program) => CLIENTS[program].browser);
  const last = browsers.pop();
  const listed = browsers.length === 0 ? last : `${browsers.join(", ")} ${joined} ${last}`;
  if (last !== CLIENTS.Apple.browser) return `in ${listed}`;
  return `in ${listed}${browsers.length > 0 ? "," : ""} ${joined} on iPhones`;
}
