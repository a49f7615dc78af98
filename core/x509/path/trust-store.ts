/** Mozilla's roots as trust anchors. Only operations on chains load them, because the list is large. */
import { inflateSync } from "fflate";
import { Budget } from "../../kernel/context.ts";
import { Candidate } from "../constraints/candidate.ts";
import { type Certificate } from "../objects/certificates.ts";
import { readCertificate } from "../objects/read-certificate.ts";
import { decodeOwnBase64 } from "../pem/base64.ts";
import { CHROME, EXTENDED_VALIDATION, MOZILLA } from "../../assets/root-programs.ts";
import { ROOTS } from "../../assets/mozilla-roots.ts";

export const PROGRAM_NAMES = ["Mozilla", "Chrome"] as const;

/** How far a program trusts one root. */
export interface ProgramTrust {
  /** Whether the program's list has the root; null if the root is newer than the list. */
  isListed: boolean | null;
  /** Milliseconds since 1970. Certificates issued later are not trusted; null for no limit. */
  until: number | null;
}

interface Program {
  /** The list and its date. */
  list: string;
  /** By the root's index among the certificates of the store. */
  trustOf: (place: number) => ProgramTrust;
}

export interface TrustStore {
  name: string;
  source: string;
  /** The date of the list, "2026-09-23". */
  date: string;
  certificates: readonly Certificate[];
  /** The trust of each root program; absent if unknown. */
  programs?: Readonly<Record<(typeof PROGRAM_NAMES)[number], Program>>;
  /** OIDs of the policies for extended validation, by the root's index; absent if unknown. */
  evPolicies?: (place: number) => readonly string[];
}

const instantOf = (until: Readonly<Record<number, string>>, place: number): number | null =>
  Object.hasOwn(until, place) ? Date.parse(until[place]) : null;

const PROGRAMS: TrustStore["programs"] = {
  Mozilla: {
    list: `${ROOTS.source}, ${ROOTS.date}; dates of ${MOZILLA.list}`,
    trustOf: (place) => ({ isListed: true, until: instantOf(MOZILLA.until, place) }),
  },
  Chrome: {
    list: `${CHROME.name}, read on ${CHROME.date}`,
    trustOf: (place) => ({
      isListed: CHROME.unknown.includes(place) ? null : !CHROME.absent.includes(place),
      until: instantOf(CHROME.until, place),
    }),
  },
};

let loaded: TrustStore | undefined;

/** Returns the store, which is read on first use and kept. */
export function mozillaRoots(): TrustStore {
  return loaded ??= {
    name: "Mozilla",
    source: ROOTS.source,
    date: ROOTS.date,
    certificates: readRoots(),
    programs: PROGRAMS,
    evPolicies: (place) => EXTENDED_VALIDATION.policies[place] ?? [],
  };
}

function readRoots(): Certificate[] {
  const bytes = inflateSync(decodeOwnBase64(ROOTS.deflated));
  // The list is ours, so reading it does not spend from the budget of a request.
  const budget = new Budget();
  const roots: Certificate[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = 4 + (bytes[at + 2] << 8 | bytes[at + 3]);
    roots.push(readCertificate(bytes.subarray(at, at + length), budget));
    at += length;
  }
  return roots;
}

let keptAnchors: { store: TrustStore; candidates: Candidate[] } | undefined;

/** Returns a candidate for each root of a store. Those of the last store are kept. */
export function anchorsOf(store: TrustStore): readonly Candidate[] {
  if (keptAnchors?.store !== store) {
    const candidates = store.certificates.map((root) => new Candidate(root, "trust-store", null));
    keptAnchors = { store, candidates };
  }
  return keptAnchors.candidates;
}
