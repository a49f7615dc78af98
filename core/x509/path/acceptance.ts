/**
 * Where a certificate for a website is accepted: by the root programs of Chrome, Apple, Microsoft and
 * Mozilla, and by the versions of iOS, Android and Windows. Each program is judged on its own best path,
 * because cross-signed CAs have paths to several roots (RFC 4158, 2.3).
 */
import { authorityName } from "../../names/certificate-name.ts";
import { named } from "../../kernel/formatting.ts";
import { isOperationError } from "../../kernel/errors.ts";
import { formatTime } from "../asn1/time.ts";
import { day as dayOf } from "../../kernel/dates.ts";
import type { Candidate } from "../constraints/candidate.ts";
import { permitsDnsNames } from "../constraints/name-constraints.ts";
import {
  breaksProof,
  type Finding,
  issuerFindings,
  ownFindings,
  type RuleCode,
  ruleOf,
} from "../rules/catalogue.ts";
import { claimsToBePublic } from "../rules/public.ts";
import type { PathInputs } from "../rules/rule.ts";
import { verifyIssued } from "./issued.ts";
import { asAnchor, LONGEST_PATH, type Path } from "./build.ts";
import { policyFindings } from "./policies.ts";
import { identifierFit, type Pool } from "./pool.ts";
import { hasTimestamps, loggedAt } from "./root-programs.ts";
import {
  ACCEPTANCE_PROGRAMS,
  type AcceptanceProgram,
  type Platform,
  PLATFORMS,
  type RootState,
} from "./programs.ts";
import type { Decision, PublicRoot, RootTable } from "./root-table.ts";

/** The most issuers that are tried for all paths together. */
const MAX_STEPS = 64;
const MAX_ROUTES = 16;

type Outcome = "accepted" | "refused" | "unknown";

/** A valid path to a root, which is public or, without `root`, private. */
export interface Route {
  /** From the leaf upwards. The last one is the root, or the one that the root signed. */
  readonly certificates: readonly Candidate[];
  readonly root: PublicRoot | null;
  /** Whether the certificate of the root is missing. */
  readonly isCut: boolean;
  /** The public roots whose name and key a CA of the path has, and `root`. */
  readonly passed: readonly PublicRoot[];
  /** The titles of broken rules for which browsers refuse a certificate. */
  readonly broken: readonly string[];
}

interface Routes {
  readonly found: readonly Route[];
  /** Whether all paths were tried, so that a missing one does not exist. */
  readonly complete: boolean;
}

interface ProgramAcceptance {
  name: AcceptanceProgram;
  outcome: Outcome;
  state: RootState;
  /** ISO 8601. */
  until: string | null;
  reason: string;
  path: string[];
  root: number | null;
  source: string;
  date: string;
}

interface PlatformAcceptance {
  name: Platform;
  outcome: Outcome;
  text: string;
  reason: string;
  versions: { from: string; last: string | null }[];
  source: string;
  date: string;
}

interface CrossSignAdvice {
  subject: string;
  issuer: string;
  platform: Platform;
  message: string;
}

export interface Acceptance {
  scope: "public" | "private" | "invalid" | "unknown";
  /** Why there are no programs; null if there are. */
  message: string | null;
  date: string;
  programs: ProgramAcceptance[];
  platforms: PlatformAcceptance[];
  advice: CrossSignAdvice[];
  roots: PublicRoot[];
}

/** Rules that browsers enforce, although RFC 5280 does not contain them. */
const ENFORCED: ReadonlySet<RuleCode> = new Set<RuleCode>([
  "san_missing",
  "lifetime_too_long",
  "weak_key",
  "weak_signature",
  "signature_algorithm_not_allowed",
  "key_algorithm_not_allowed",
]);

/**
 * Returns the valid paths of a website's certificate to roots, with or without the root's certificate. Every
 * step spends from the budget. Stops when the budget is used up, because the answer is complete without
 * them.
 */
export async function findRoutes(
  leaf: Candidate,
  pool: Pool,
  inputs: PathInputs,
  table: RootTable,
): Promise<Routes> {
  // The host name has a verdict of its own. The purpose of the leaf is known, so that only CAs are checked.
  const own: PathInputs = { ...inputs, reference: null, purpose: null };
  const tls: PathInputs = { ...own, purpose: leaf.isCa ? null : "serverAuth" };
  const found: Route[] = [];
  let steps = 0;
  let complete = true;

  const add = (
    certificates: readonly Candidate[],
    root: PublicRoot | null,
    findings: readonly Finding[],
    isCut = false,
  ) => {
    const passed = certificates.slice(1).flatMap((one) => table.rootOf(one) ?? []);
    found.push({
      certificates,
      root,
      isCut,
      passed: root ? [...passed, root] : passed,
      broken: [
        ...new Set(
          findings.filter(({ code }) => ENFORCED.has(code)).map(({ code }) => ruleOf(code).title),
        ),
      ],
    });
  };

  /** @param findings of the certificates so far; those of a root do not count, its program accepted it. */
  const walk = async (path: readonly Candidate[], findings: readonly Finding[]): Promise<void> => {
    const last = path[path.length - 1];
    const isRoot = await pool.isRoot(last);
    const isAnchor = isRoot || pool.isGiven(last);
    if (path.length > 1 || last.isCa || isAnchor) {
      const root = table.rootOf(last);
      if ((root || isAnchor) && !policyFindings(path, own).some(breaksProof)) {
        add(path, root, findings);
      }
    }
    if (isRoot) return;
    for (const root of table.rootsByName(last.issuerKey)) {
      if (++steps > MAX_STEPS) {
        complete = false;
        break;
      }
      inputs.budget.spend("paths");
      const { valid } = await verifyIssued(last.certificate, root.key!, inputs.budget);
      // The root has no certificate here, and the policies of an anchor do not count (RFC 5280, 6.1.1).
      if (valid && !policyFindings([...path, last], own).some(breaksProof)) {
        add(path, root, findings, true);
      }
    }
    if (path.length >= LONGEST_PATH) {
      complete = false;
      return;
    }
    const onPath = new Set(path.map(({ identity }) => identity));
    // Most clients accept an issuer with another key identifier if its key made the signature.
    const issuers = pool.issuersByName(last)
      .map((issuer) => ({ issuer, fit: identifierFit(last, issuer) }))
      .sort((a, b) => a.fit - b.fit);
    let isProven = false;
    for (const { issuer, fit } of issuers) {
      if (onPath.has(issuer.identity) || (isProven && fit === 2)) continue;
      if (found.length === MAX_ROUTES || ++steps > MAX_STEPS) {
        complete = false;
        return;
      }
      inputs.budget.spend("paths");
      const longer = [...path, issuer];
      const isRoot = await pool.isRoot(issuer);
      const isAnchor = isRoot || pool.isGiven(issuer);
      const its = ownFindings(issuer, isRoot ? "root" : "intermediate", path.length, own);
      const towards = [...its, ...issuerFindings(longer, tls)];
      if ((isAnchor ? asAnchor(issuer, towards, pool) : towards).some(breaksProof)) continue;
      if (await pool.isSignedBy(last, issuer) !== true) continue;
      isProven = true;
      if (isRoot || !towards.some(breaksProof)) {
        await walk(longer, isRoot ? findings : [...findings, ...its]);
      } else if (!policyFindings(longer, own).some(breaksProof)) {
        // Only as an anchor of the caller may it have a fault, so the path ends here.
        add(longer, null, findings);
      }
    }
  };

  try {
    const isRoot = leaf.isCa && await pool.isRoot(leaf);
    const its = ownFindings(leaf, isRoot ? "root" : leaf.isCa ? "intermediate" : "leaf", 0, own);
    if (!its.some(breaksProof)) await walk([leaf], isRoot ? [] : its);
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    complete = false;
  }
  return { found, complete };
}

interface Facts {
  /** The best path, for the reason why none is valid. */
  path: Path;
  /**
   * The first verified timestamp of a log, in milliseconds since 1970; null if none was verified; undefined
   * if they were not checked, so that the certificate's own timestamps count.
   */
  loggedAt?: number | null;
  /** The time of evaluation in milliseconds since 1970. */
  now: number;
}

/** Judges the paths by the table: a pure function. */
export function acceptanceOf(
  { found, complete }: Routes,
  table: RootTable,
  facts: Facts,
): Acceptance {
  const { date } = table;
  const publicRoutes = found.filter(({ root }) => root !== null);
  if (publicRoutes.length === 0) {
    const none = { date, programs: [], platforms: [], advice: [], roots: [] };
    return { ...reasonForNone(found, complete, table, facts), ...none };
  }
  const roots: PublicRoot[] = [];
  const placeOf = (root: PublicRoot) => {
    const place = roots.indexOf(root);
    return place === -1 ? roots.push(root) - 1 : place;
  };
  const programs = ACCEPTANCE_PROGRAMS.map((name): ProgramAcceptance => {
    const best = publicRoutes.map((route) => judgeRoute(route, name, facts)).reduce(better);
    const { route, decision, ...verdict } = complete ? best : unlessAccepted(best);
    return {
      name,
      ...verdict,
      until: decision.until === null ? null : formatTime(decision.until),
      path: namesOf(route),
      root: placeOf(route.root!),
      source: decision.source,
      date: decision.date,
    };
  });
  const platforms = PLATFORMS.map((name) =>
    platformOf(name, publicRoutes, complete, table, programs)
  );
  return {
    scope: "public",
    message: null,
    date,
    programs,
    platforms,
    advice: adviceOf(publicRoutes, table),
    roots,
  };
}

/** Why no program can be judged. */
function reasonForNone(
  found: readonly Route[],
  complete: boolean,
  table: RootTable,
  { path }: Facts,
): Pick<Acceptance, "scope" | "message"> {
  const [route] = found;
  if (route) {
    const [leaf] = route.certificates;
    const root = route.certificates[route.certificates.length - 1];
    if (route.certificates.length === 1 && !root.isCa) {
      const message = root.isSelfIssued
        ? "A self-signed certificate works only where it is installed."
        : "It works only where it is installed as trusted.";
      return { scope: "private", message };
    }
    const isNewer = root.certificate.notBefore > Date.parse(table.date);
    if (isNewer && claimsToBePublic(leaf.certificate)) {
      const day = dayOf(Date.parse(table.date));
      const message = `Not known: its root is newer than our lists of ${day}.`;
      return { scope: "unknown", message };
    }
    return { scope: "private", message: "A private root works only where it is installed." };
  }
  const faults = path.findings.filter(({ code }) =>
    code !== "issuer_not_found" && code !== "host_name_mismatch"
  );
  const fault = faults.find(breaksProof);
  if (fault) {
    const title = ruleOf(fault.code).title;
    return { scope: "invalid", message: `No client accepts it: ${title}.` };
  }
  if (complete && path.complete && !path.links.includes(null)) {
    const message = "No client accepts it: no path to a root is valid for websites.";
    return { scope: "invalid", message };
  }
  const message = !complete
    ? "Not known: too many paths are possible, and not all of them were checked."
    : path.certificates.at(-1)!.certificate.isMerkleTree
    ? "Not known: it is a Merkle Tree Certificate, whose proof this tool does not verify."
    : path.complete
    ? "Not known: a signature on its path could not be verified."
    : "Not known: the chain does not reach a root. Complete it to see where it works.";
  return { scope: "unknown", message };
}

interface RouteVerdict {
  route: Route;
  decision: Decision;
  outcome: Outcome;
  state: RootState;
  reason: string;
}

const OUTCOMES: readonly Outcome[] = ["accepted", "unknown", "refused"];
const STATES: readonly RootState[] = [
  "included",
  "included_before",
  "unknown",
  "not_for_websites",
  "removed",
  "not_included",
  "blocked",
];

/** The better of two verdicts; of equal ones the first, which is the better path. */
function better(a: RouteVerdict, b: RouteVerdict): RouteVerdict {
  const order = OUTCOMES.indexOf(b.outcome) - OUTCOMES.indexOf(a.outcome) ||
    STATES.indexOf(b.state) - STATES.indexOf(a.state) ||
    b.route.certificates.length - a.route.certificates.length;
  return order < 0 ? b : a;
}

function unlessAccepted(verdict: RouteVerdict): RouteVerdict {
  if (verdict.outcome !== "refused") return verdict;
  return {
    ...verdict,
    outcome: "unknown",
    reason: `${verdict.reason} Not every path was checked.`,
  };
}

function judgeRoute(route: Route, program: AcceptanceProgram, facts: Facts): RouteVerdict {
  const blocked = route.passed.find(({ decisions }) => decisions[program].state === "blocked");
  const root = blocked ?? route.root!;
  const decision = root.decisions[program];
  const { state } = decision;
  const [outcome, reason] = judgeRoot(program, root, decision, route, facts);
  if (outcome === "accepted" && route.broken.length > 0) {
    const why = `${reason} Browsers may still refuse the certificate: ${route.broken.join(", ")}.`;
    return { route, decision, state, outcome: "unknown", reason: why };
  }
  return { route, decision, state, outcome, reason };
}

function judgeRoot(
  program: AcceptanceProgram,
  root: PublicRoot,
  decision: Decision,
  route: Route,
  facts: Facts,
): [Outcome, string] {
  const name = `the root ${named(root.name)}`;
  const asOf = `(as of ${dayOf(Date.parse(decision.date))})`;
  switch (decision.state) {
    case "included": {
      const fault = constraintFault(decision, route);
      return fault
        ? ["refused", `${program} accepts ${name} only for names under ${fault}.`]
        : ["accepted", `${program} includes ${name} ${asOf}.`];
    }
    case "included_before":
      return judgeDate(program, name, decision, route, facts);
    case "not_for_websites":
      return ["refused", `${program} includes ${name}, but not for websites ${asOf}.`];
    case "not_included":
      return ["refused", `${program} does not include ${name} ${asOf}.`];
    case "removed":
      return ["refused", `${program} no longer includes ${name} ${asOf}.`];
    case "blocked":
      return ["refused", `${program} blocks ${name} ${asOf}.`];
    case "unknown":
      return ["unknown", `It is not known whether ${program} includes ${name} ${asOf}.`];
  }
}

/** The permitted names in words if the leaf has others; null if it has none. */
function constraintFault({ permittedDns }: Decision, { certificates }: Route): string | null {
  if (permittedDns === null || permitsDnsNames(permittedDns, certificates[0].names)) return null;
  return permittedDns.map((name) => `.${name}`).join(", ");
}

/**
 * Chrome compares the first timestamp of a log, which no CA can backdate; the others notBefore. Without any
 * timestamp, the server may send one that we do not have, but hardly one from before notBefore.
 */
function judgeDate(
  program: AcceptanceProgram,
  name: string,
  { until }: Decision,
  { certificates: [leaf] }: Route,
  facts: Facts,
): [Outcome, string] {
  if (until === null) {
    const reason =
      `${program} accepts certificates under ${name} only if they were issued before a date, which is not known.`;
    return ["unknown", reason];
  }
  const day = dayOf(until);
  const [isChrome, logged] = [program === "Chrome", facts.loggedAt];
  const needed = isChrome ? "a public log recorded them" : "they were issued";
  const only =
    `${program} accepts certificates under ${name} only if ${needed} on or before ${day}.`;
  if (isChrome && logged === null) {
    return ["unknown", `${only} No timestamp of a log could be verified for this one.`];
  }
  // The dates limit the certificates that a CA signs, not its own.
  if (leaf.isCa) return [facts.now <= until ? "accepted" : "unknown", only];
  const { certificate } = leaf;
  const instant = isChrome ? logged ?? loggedAt(certificate) : certificate.notBefore;
  const isUnlogged = isChrome && logged === undefined && !hasTimestamps(certificate);
  if (isUnlogged && instant <= until) {
    return ["unknown", `${only} It has no timestamp of a log.`];
  }
  const done = isChrome && logged !== undefined ? "recorded" : "issued";
  return [
    instant <= until ? "accepted" : "refused",
    `${only} This one was ${done} on ${dayOf(instant)}.`,
  ];
}

function namesOf({ certificates, root, isCut }: Route): string[] {
  const names = certificates.map(({ certificate: { subject } }) => authorityName(subject));
  return isCut ? [...names, root!.name] : names;
}

/** The program whose list a platform follows. Android's list has no table of its own. */
const PROGRAM_OF: Readonly<Record<Platform, AcceptanceProgram | null>> = {
  iOS: "Apple",
  Android: null,
  Windows: "Microsoft",
};

function platformOf(
  name: Platform,
  routes: readonly Route[],
  complete: boolean,
  table: RootTable,
  programs: readonly ProgramAcceptance[],
): PlatformAcceptance {
  const { versions, source, date } = table.platforms[name];
  const newest = versions.length - 1;
  const has = versions.map((_, place) => routes.some(({ root }) => isIn(root!, name, place)));
  const ranges = rangesOf(has);
  const program = programs.find((one) => one.name === PROGRAM_OF[name]);
  const base = {
    name,
    versions: ranges.map(([from, last]) => ({
      from: versions[from].name,
      last: last === newest ? null : versions[last].name,
    })),
    source,
    date,
  };
  const listed = ranges.length === 0
    ? `no version of ${name}`
    : describeRanges(name, ranges, table);
  const asOf = dayOf(Date.parse(versions[newest].date));
  if (has[newest]) {
    if (program && program.outcome !== "accepted") {
      const word = program.outcome === "refused" ? "Not on" : "Perhaps not on";
      const text = `${word} current ${name}`;
      return { ...base, outcome: program.outcome, text, reason: program.reason };
    }
    const reason = `Its root is in ${listed} (list of ${asOf}).`;
    return { ...base, outcome: "accepted", text: listed, reason };
  }
  if (program?.outcome === "accepted") {
    const text = `Newer than the known list of ${name}`;
    const reason = `${program.reason} Our list of ${name}, of ${asOf}, does not have it yet.`;
    return { ...base, outcome: "unknown", text, reason };
  }
  if (!complete) {
    const text = `Perhaps not on ${name}`;
    return { ...base, outcome: "unknown", text, reason: "Not every path was checked." };
  }
  const text = ranges.length === 0 ? `Not on ${name}` : listed;
  const where = ranges.length === 0 ? `is not in any known version of ${name}` : `is in ${listed}`;
  const reason = `Its root ${where} (list of ${asOf}).`;
  return { ...base, outcome: "refused", text, reason };
}

const isIn = ({ versions }: PublicRoot, platform: Platform, place: number): boolean =>
  versions[platform].some(([first, last]) => first <= place && place <= last);

function rangesOf(has: readonly boolean[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const [place, one] of has.entries()) {
    if (!one) continue;
    const last = ranges[ranges.length - 1];
    if (last && last[1] === place - 1) last[1] = place;
    else ranges.push([place, place]);
  }
  return ranges;
}

/** "iOS 16 and later", "Android 8 to 15, not from Android 16 on", "Windows since August 2021" */
function describeRanges(
  platform: Platform,
  ranges: readonly (readonly [number, number])[],
  table: RootTable,
): string {
  const { versions } = table.platforms[platform];
  const newest = versions.length - 1;
  // An older gap says nothing about devices in use.
  const [first, last] = ranges[ranges.length - 1];
  const nameOf = (place: number) => label(versions[place].name);
  if (platform === "Windows") {
    if (last === newest) return first === 0 ? "Windows" : `Windows since ${nameOf(first)}`;
    return `Windows until ${nameOf(last)}`;
  }
  // A version between one that has the root and one that lacks it, and that the source has not read.
  const unlisted = [first - 1, last].flatMap((place) =>
    table.platforms[platform].unlisted.get(place) ?? []
  );
  const unknown = unlisted.map((name) => ` (${platform} ${name}: not known)`).join("");
  if (last === newest) return `${platform} ${nameOf(first)} and later${unknown}`;
  const gone = `not from ${platform} ${nameOf(last + 1)} on`;
  return `${platform} ${span(nameOf(first), nameOf(last))}, ${gone}${unknown}`;
}

const span = (first: string, last: string) => first === last ? first : `${first} to ${last}`;

const MONTHS = ("January February March April May June July August September October November " +
  "December").split(" ");

/** "8" for "8.0"; "August 2021" for the date of a list. */
function label(version: string): string {
  const date = /^(\d{4})-(\d\d)-\d\d$/.exec(version);
  return date ? `${MONTHS[Number(date[2]) - 1]} ${date[1]}` : version.replace(/\.0$/, "");
}

/** Cross-signed roots that more versions of a platform would accept. Windows gets new roots by itself. */
function adviceOf(routes: readonly Route[], table: RootTable): CrossSignAdvice[] {
  const advice: CrossSignAdvice[] = [];
  for (const platform of ["iOS", "Android"] as const) {
    const { versions, unlisted } = table.platforms[platform];
    const missing = versions.map((_, place) =>
      !routes.some(({ root }) => isIn(root!, platform, place))
    );
    const offers = routes.flatMap(({ root }) =>
      table.crossSignersOf(root!).map((issuer) => ({
        root: root!,
        issuer,
        gains: rangesOf(missing.map((one, place) => one && isIn(issuer, platform, place))),
      }))
    );
    const gained = ({ gains }: typeof offers[number]) =>
      gains.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const [best] = offers.sort((a, b) => gained(b) - gained(a));
    if (!best || gained(best) === 0) continue;
    const [first, last] = best.gains[best.gains.length - 1];
    // If the version before and the one after have the older root, the one between them has it too.
    const between = isIn(best.issuer, platform, last + 1) ? unlisted.get(last) : undefined;
    const which = span(label(versions[first].name), between ?? label(versions[last].name));
    const { name: subject } = best.root;
    const { name: issuer } = best.issuer;
    const message =
      `Also send '${subject}, signed by ${issuer}', and ${platform} ${which} will work.`;
    advice.push({ subject, issuer, platform, message });
  }
  return advice;
}
