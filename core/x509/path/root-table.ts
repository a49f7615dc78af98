/**
 * Facts about public roots: the decisions of four root programs, and the versions of iOS, Android
 * and Windows that had each root. A root is a name and a key (RFC 5280, 6.1.1 (d)), so several certificates
 * can be the same root. Roots that were gone before the programs' table was made are known by the
 * fingerprint of their certificate only.
 */
import { authorityName } from "../../names/certificate-name.ts";
import { CHROME, MOZILLA } from "../../assets/root-programs.ts";
import { CONSTRAINTS, CROSS_SIGNS, DEADLINES, UNLISTED_VERSIONS } from "../../assets/root-facts.ts";
import { ROOT_ACCEPTANCE } from "../../assets/root-acceptance.ts";
import { ROOTS } from "../../assets/mozilla-roots.ts";
import { Budget } from "../../kernel/context.ts";
import { Der, TAG } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { canonicalName, nameKey } from "../constraints/canonical-names.ts";
import type { Candidate } from "../constraints/candidate.ts";
import { readPublicKey, type SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import type { Certificate } from "../objects/certificates.ts";
import { readName } from "../objects/names.ts";
import { decodeOwnBase64 } from "../pem/base64.ts";
import { longestLifetime } from "../rules/dates.ts";
import type { AcceptanceProgram, Platform, RootState } from "./programs.ts";
import { anchorsOf, mozillaRoots } from "./trust-store.ts";

/** A program's decision about a root. */
export interface Decision {
  readonly state: RootState;
  /** For `included_before`: milliseconds since 1970; null if the date is not known. */
  readonly until: number | null;
  /** The DNS names that the program permits under the root; null for all. */
  readonly permittedDns: readonly string[] | null;
  /** The list that states it. */
  readonly source: string;
  /** The date of that list, ISO 8601. */
  readonly date: string;
}

/** The places of the first and the last version of a platform that had a root. */
export type VersionRange = readonly [first: number, last: number];

export interface PublicRoot {
  readonly name: string;
  /** The SHA-256 of each of its certificates, in hex; the first is the usual one. */
  readonly fingerprints: readonly string[];
  /** Its certificate, if the trust store has it. */
  readonly certificate: Certificate | null;
  /** Its key, for a root whose certificate the trust store lacks; null if the key is not known. */
  readonly key: SubjectPublicKeyInfo | null;
  readonly decisions: Readonly<Record<AcceptanceProgram, Decision>>;
  /** The versions that had it, by their places in the table's `versions`, oldest first. */
  readonly versions: Readonly<Record<Platform, readonly VersionRange[]>>;
}

/** A version of a platform, and the day on which its roots were read. */
interface PlatformVersion {
  readonly name: string;
  readonly date: string;
}

export interface RootTable {
  /** The date of the programs' table, ISO 8601. */
  readonly date: string;
  readonly platforms: Readonly<
    Record<Platform, {
      readonly source: string;
      readonly date: string;
      readonly versions: readonly PlatformVersion[];
      /** Versions that the source lacks, by the place of the version before each. */
      readonly unlisted: ReadonlyMap<number, string>;
    }>
  >;
  /** The root with the name and key of the candidate, or with its fingerprint; null if there is none. */
  rootOf(candidate: Candidate): PublicRoot | null;
  /** Roots with this subject (a `nameKey`) whose key is known but not their certificate. */
  rootsByName(subjectKey: string): readonly PublicRoot[];
  /** Older roots that signed this one. */
  crossSignersOf(root: PublicRoot): readonly PublicRoot[];
}

const CCADB = "CCADB, all certificates";
const OBSERVATORY = "Trust Stores Observatory";

const STATES: Readonly<Record<string, RootState>> = {
  I: "included",
  D: "included_before",
  E: "not_for_websites",
  N: "not_included",
  R: "removed",
  B: "blocked",
  "-": "unknown",
};

/** The columns of the table's states. */
const COLUMNS = ["Apple", "Chrome", "Microsoft", "Mozilla"] as const;

type Digest = (bytes: Uint8Array) => Uint8Array;

let loaded: RootTable | undefined;

/** Returns the table, which is read on first use and kept. `sha256` is a synchronous digest. */
export function publicRoots(sha256: Digest): RootTable {
  return loaded ??= readTable(sha256);
}

const VERSIONS = {
  iOS: versionsOf(ROOT_ACCEPTANCE.versions.iOS),
  Android: versionsOf(ROOT_ACCEPTANCE.versions.Android),
  Windows: versionsOf(ROOT_ACCEPTANCE.versions.Windows),
};

function versionsOf(rows: readonly (readonly [string, string])[]): PlatformVersion[] {
  return rows.map(([name, date]) => ({ name, date }));
}

function readTable(sha256: Digest): RootTable {
  const store = mozillaRoots();
  const anchors = anchorsOf(store);
  const placeOf = new Map(
    store.certificates.map(({ bytes }, place) => [idOf(bytes, sha256), place]),
  );
  const byName = new Map<string, { spki: Uint8Array; root: PublicRoot }[]>();
  const byFingerprint = new Map<string, PublicRoot>();
  const add = (subjectKey: string, spki: Uint8Array, root: PublicRoot) => {
    for (const fingerprint of root.fingerprints) byFingerprint.set(fingerprint, root);
    const named = byName.get(subjectKey);
    if (named) named.push({ spki, root });
    else byName.set(subjectKey, [{ spki, root }]);
  };

  const left = new Set(placeOf.keys());
  for (const line of ROOT_ACCEPTANCE.roots.trim().split("\n")) {
    const [ids, name, states, iOS, android, windows, subject, spki] = line.split("\t");
    const fingerprints = ids.split(" ");
    for (const fingerprint of fingerprints) left.delete(fingerprint);
    const place = fingerprints.map((id) => placeOf.get(id)).find((place) => place !== undefined);
    const versions = { iOS: ranges(iOS, "iOS"), ...rest(android, windows) };
    const known = { name, fingerprints, versions };
    if (place !== undefined) {
      const anchor = anchors[place];
      const { certificate } = anchor;
      const decisions = decisionsOf(states, known, place);
      add(anchor.subjectKey, certificate.spki, { ...known, certificate, key: null, decisions });
    } else if (spki) {
      const keyBytes = decodeOwnBase64(spki);
      const decisions = decisionsOf(states, known, null);
      let key: SubjectPublicKeyInfo | undefined;
      add(subjectKeyOf(decodeOwnBase64(subject)), keyBytes, {
        ...known,
        certificate: null,
        // Few of the keys are ever needed.
        get key() {
          return key ??= keyOf(keyBytes);
        },
        decisions,
      });
    }
  }
  // Roots that are newer than the table.
  for (const fingerprint of left) {
    const place = placeOf.get(fingerprint)!;
    const { certificate, subjectKey } = anchors[place];
    const name = authorityName(certificate.subject);
    const versions = { iOS: [], Android: [], Windows: [] };
    const known = { name, fingerprints: [fingerprint], versions };
    const decisions = decisionsOf("----", known, place);
    add(subjectKey, certificate.spki, { ...known, certificate, key: null, decisions });
  }

  const historic = new Map(
    ROOT_ACCEPTANCE.historic.trim().split("\n").map((line) => {
      const [half, iOS, android, windows] = line.split("\t");
      return [half, { iOS: ranges(iOS, "iOS"), ...rest(android, windows) }] as const;
    }),
  );
  const platform = (name: Platform) => ({
    source: OBSERVATORY,
    date: ROOT_ACCEPTANCE.platforms,
    versions: VERSIONS[name],
    unlisted: new Map(
      Object.entries(UNLISTED_VERSIONS[name] ?? {}).map(([before, missing]) =>
        [VERSIONS[name].findIndex((one) => one.name === before), missing] as const
      ),
    ),
  });
  return {
    date: ROOT_ACCEPTANCE.programs,
    platforms: {
      iOS: platform("iOS"),
      Android: platform("Android"),
      Windows: platform("Windows"),
    },
    rootOf: (candidate) => {
      const { certificate, subjectKey, isSelfIssued } = candidate;
      const named = byName.get(subjectKey)?.find(({ spki }) => isEqual(spki, certificate.spki));
      if (named) return named.root;
      if (!isSelfIssued) return null;
      const fingerprint = idOf(certificate.bytes, sha256);
      const versions = historic.get(fingerprint.slice(0, 32));
      if (!versions) return null;
      const name = authorityName(certificate.subject);
      const known = { name, fingerprints: [fingerprint], versions };
      return {
        ...known,
        certificate: null,
        key: null,
        decisions: historicDecisions(known),
      };
    },
    rootsByName: (subjectKey) =>
      byName.get(subjectKey)?.flatMap(({ root }) => root.certificate ? [] : [root]) ?? [],
    crossSignersOf: ({ fingerprints }) =>
      CROSS_SIGNS.filter(({ subject }) => fingerprints.includes(subject))
        .flatMap(({ issuer }) => byFingerprint.get(issuer) ?? []),
  };
}

function rest(android: string, windows: string) {
  return { Android: ranges(android, "Android"), Windows: ranges(windows, "Windows") };
}

/** Reads "0-4,6-": the last place is empty if the newest version has the root. */
function ranges(text: string | undefined, platform: Platform): VersionRange[] {
  if (!text) return [];
  return text.split(",").map((range) => {
    const [first, last] = range.split("-");
    return [Number(first), last === "" ? VERSIONS[platform].length - 1 : Number(last)] as const;
  });
}

/** The digest in lower case, as in the table. */
const idOf = (bytes: Uint8Array, sha256: Digest): string => toHex(sha256(bytes)).toLowerCase();

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** The table is ours, so reading it does not spend from the budget of a request. */
function derOf(bytes: Uint8Array<ArrayBuffer>): Der {
  const der = new Der(bytes, new Budget());
  der.expect(0, bytes.length, TAG.SEQUENCE, "ROOT");
  return der;
}

const keyOf = (bytes: Uint8Array<ArrayBuffer>): SubjectPublicKeyInfo => readPublicKey(derOf(bytes));

const subjectKeyOf = (bytes: Uint8Array<ArrayBuffer>): string =>
  nameKey(canonicalName(readName(derOf(bytes))));

type Known = Pick<PublicRoot, "fingerprints" | "versions">;

/**
 * Joins the states of CCADB with newer and finer lists: Mozilla's from Node, Chrome's own, deadlines and
 * constraints. Without a record in CCADB, Apple's and Microsoft's newest lists decide.
 * @param place the index in the trust store; null if it lacks the root
 */
function decisionsOf(
  states: string,
  known: Known,
  place: number | null,
): PublicRoot["decisions"] {
  const by = (program: AcceptanceProgram): Decision => {
    const state = STATES[states[COLUMNS.indexOf(program)]];
    const base = { until: null, permittedDns: null, source: CCADB, date: ROOT_ACCEPTANCE.programs };
    if (program === "Mozilla") return mozillaDecision({ ...base, state }, known, place);
    if (program === "Chrome") return chromeDecision({ ...base, state }, known, place);
    const platform = program === "Apple" ? "iOS" : "Windows";
    if (state === "unknown") return fromPlatform({ ...base, state }, known, platform);
    const deadline = state === "included" || state === "included_before"
      ? DEADLINES[program].find(({ roots }) => isAmong(known, roots))
      : undefined;
    if (deadline) {
      const { source, date = base.date } = deadline;
      const until = deadline.until === null ? null : Date.parse(deadline.until);
      return { ...base, state: "included_before", until, source, date };
    }
    if (state === "not_included" && known.versions[platform].length > 0) {
      return { ...base, state: "removed" };
    }
    return { ...base, state };
  };
  return {
    Chrome: by("Chrome"),
    Apple: by("Apple"),
    Microsoft: by("Microsoft"),
    Mozilla: by("Mozilla"),
  };
}

/**
 * Decisions about a root that CCADB's report does not have. Chrome's and Mozilla's lists are complete. A
 * list of iOS or Windows that has the root does not say whether it is for websites. Windows' list drops a
 * root too when only its new certificates are refused, so that older ones may be accepted still.
 */
function historicDecisions({ versions }: Known): PublicRoot["decisions"] {
  const base = { until: null, permittedDns: null };
  const from = (platform: Platform): Decision => {
    const newest = VERSIONS[platform].length - 1;
    const last = Math.max(...versions[platform].map(([, last]) => last));
    const dateOf = (place: number) => Date.parse(VERSIONS[platform][place].date);
    const isKnown = last < newest &&
      (platform !== "Windows" || last < 0 || dateOf(newest) > lastExpiry(dateOf(last + 1)));
    const state = !isKnown ? "unknown" : last < 0 ? "not_included" : "removed";
    return { ...base, ...newestList(platform), state };
  };
  return {
    Chrome: { ...base, ...CHROME_LIST, state: "not_included" },
    Apple: from("iOS"),
    Microsoft: from("Windows"),
    Mozilla: { ...base, ...MOZILLA_LIST, state: "not_included" },
  };
}

/** When the last public certificate from before an instant has expired. Both in milliseconds since 1970. */
const lastExpiry = (instant: number): number => instant + longestLifetime(instant) * 86_400_000;

const MOZILLA_LIST = { source: `Mozilla's list in ${ROOTS.source}`, date: ROOTS.date };
const CHROME_LIST = { source: CHROME.name, date: CHROME.date };

/** The newest list of a platform, as a source. */
function newestList(platform: Platform): Pick<Decision, "source" | "date"> {
  const { name, date } = VERSIONS[platform][VERSIONS[platform].length - 1];
  return { source: platform === "iOS" ? `the roots of iOS ${name}` : "the roots of Windows", date };
}

const isAmong = ({ fingerprints }: Known, roots: readonly string[]): boolean =>
  fingerprints.some((fingerprint) => roots.includes(fingerprint));

function mozillaDecision(decision: Decision, known: Known, place: number | null): Decision {
  if (place === null) {
    // A newer list without the root: Mozilla removed it since.
    return decision.state === "included"
      ? { ...decision, ...MOZILLA_LIST, state: "removed" }
      : decision;
  }
  const constraint = CONSTRAINTS.Mozilla.find(({ roots }) => isAmong(known, roots));
  const permittedDns = constraint?.permittedDns ?? null;
  return { ...decision, ...MOZILLA_LIST, permittedDns, ...untilOf(MOZILLA.until, place) };
}

function chromeDecision(
  decision: Decision,
  { fingerprints }: Known,
  place: number | null,
): Decision {
  const list = CHROME_LIST;
  const other = fingerprints.find((fingerprint) => Object.hasOwn(CHROME.others, fingerprint));
  if (other !== undefined) {
    const until = CHROME.others[other];
    return until === ""
      ? { ...decision, ...list, state: "included" }
      : { ...decision, ...list, state: "included_before", until: Date.parse(until) };
  }
  const isListed = place !== null && !CHROME.absent.includes(place) &&
    !CHROME.unknown.includes(place);
  if (isListed) return { ...decision, ...list, ...untilOf(CHROME.until, place) };
  return decision.state === "included" ? { ...decision, ...list, state: "removed" } : decision;
}

function untilOf(until: Readonly<Record<number, string>>, place: number) {
  return Object.hasOwn(until, place)
    ? { state: "included_before" as const, until: Date.parse(until[place]) }
    : { state: "included" as const, until: null };
}

function fromPlatform(decision: Decision, { versions }: Known, platform: Platform): Decision {
  const newest = VERSIONS[platform].length - 1;
  if (!versions[platform].some(([, last]) => last === newest)) return decision;
  return { ...decision, ...newestList(platform), state: "included" };
}
