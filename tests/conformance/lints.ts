/**
 * zlint's own test certificates with the lint that each is good or bad for, and whether our code
 * for the lint (zlint-codes.tsv) tells them apart: it must be found at all bad ones and at no good
 * one.
 */
import { Budget } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { Candidate } from "../../core/x509/constraints/candidate.ts";
import { anchorsOf, mozillaRoots } from "../../core/x509/path/trust-store.ts";
import { buildPath, reachesAnchor } from "../../core/x509/path/build.ts";
import { Pool } from "../../core/x509/path/pool.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { kindOfBlock } from "../../core/x509/pem/identify.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { lint } from "../../core/x509/rules/lint/lint.ts";
import { claimsToBePublic } from "../../core/x509/rules/public.ts";
import type { Profile } from "../../core/x509/rules/rule.ts";
import { latin1Sample, lintSamples, samples } from "../support/corpus.ts";

/** How certificates are judged for the lints of each source. Other sources are not covered. */
export const JUDGED_AS: Readonly<Record<string, Profile>> = {
  rfc: "private",
  cabf_br: "public-tls",
  mozilla: "public-tls",
  apple: "public-tls",
  chrome: "public-tls",
  community: "public-tls",
  cabf_smime_br: "smime",
};

/** A lint of zlint about certificates, and our code for it. */
export interface LintOfZlint {
  source: string;
  lint: string;
  /** ISO 8601 dates between which it holds; empty without one. */
  since: string;
  until: string;
  /** Our code; empty without one. */
  code: string;
}

/** Every lint of the sources that are ours. */
export const ZLINT: readonly LintOfZlint[] = Deno
  .readTextFileSync(new URL("zlint-codes.tsv", import.meta.url)).trim().split("\n").slice(1)
  .map((line) => {
    const [source, lint, since, until, code] = line.split("\t");
    return { source, lint, since, until, code };
  });
const CODES = new Map(ZLINT.map(({ source, lint, code }) => [`${source}\t${lint}`, code]));

export interface LintResult {
  source: string;
  lint: string;
  bad: number;
  good: number;
  /** Our code for it; null where it does not tell them apart. */
  code: string | null;
  /** For each code that is found at some bad example: at how many bad and good ones it is found. */
  near: string[];
}

const BAD = ["Error", "Warn", "Notice"];

/** Codes that are found at a file, by how it is judged. */
const found = new Map<string, ReadonlySet<string>>();

export function codesAt(file: string, profile: Profile): ReadonlySet<string> {
  const key = `${profile} ${file}`;
  let codes = found.get(key);
  if (!codes) found.set(key, codes = new Set(judge(file, profile)));
  return codes;
}

/** The first certificate of a sample; null where it cannot be read. */
export function read(file: string): Certificate | null {
  const block = readPem(latin1Sample(file))
    .find((block) => kindOfBlock(block) === "certificate");
  if (!block?.bytes) return null;
  try {
    return readCertificate(block.bytes, new Budget());
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return null;
  }
}

function judge(file: string, profile: Profile): string[] {
  const certificate = read(file);
  return certificate ? lint(certificate, profile).findings.map(({ code }) => code) : ["unreadable"];
}

/**
 * The errors of certificates that public authorities issued, by file: of those that say so, and of
 * those with a proven path to a root of the trust store. zlint's own certificates are left out.
 */
export async function errorsOfPublic(): Promise<
  { certificates: number; errors: Map<string, string[]> }
> {
  const budget = new Budget({ signatures: 100_000, paths: 1_000_000, work: Infinity });
  const pool = new Pool(budget);
  for (const root of anchorsOf(mozillaRoots())) pool.add(root);
  const candidates = samples("cert").filter(({ file }) => !file.startsWith("cert/zlint"))
    .flatMap(({ file }) => {
      const certificate = read(file);
      return certificate ? [{ file, candidate: new Candidate(certificate, "input", null) }] : [];
    });
  for (const { candidate } of candidates) pool.add(candidate);
  const errors = new Map<string, string[]>();
  let certificates = 0;
  for (const { file, candidate } of candidates) {
    const { certificate } = candidate;
    const inputs = { now: certificate.notBefore, reference: null, purpose: null, budget };
    const trusted = reachesAnchor(await buildPath(candidate, pool, inputs));
    if (!trusted && !claimsToBePublic(certificate)) continue;
    certificates++;
    const role = await pool.isRoot(candidate) ? "root" : undefined;
    const { findings } = lint(certificate, "auto", { trusted, role, candidate });
    const found = findings.filter(({ severity }) => severity === "error");
    if (found.length > 0) errors.set(file, found.map(({ code }) => code));
  }
  return { certificates, errors };
}

/**
 * The errors of certificates that are good examples of some lint, each judged as the lint's source
 * requires: for every code, how many certificates have it.
 */
export function errorsOfGood(): Record<string, number> {
  const good = new Set(
    lintSamples().filter(({ source, status }) => status === "Pass" && JUDGED_AS[source])
      .map(({ source, file }) => `${JUDGED_AS[source]} ${file}`),
  );
  const counts: Record<string, number> = {};
  for (const entry of good) {
    const [profile, file] = entry.split(" ") as [Profile, string];
    const certificate = read(file);
    if (certificate === null) throw new Error(`${file} cannot be read`);
    const { findings } = lint(certificate, profile);
    const errors = findings.filter(({ severity }) => severity === "error");
    for (const code of new Set(errors.map(({ code }) => code))) {
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  return counts;
}

/** Every lint of ours that has a bad example in the corpus. */
export function lintResults(): LintResult[] {
  const lints = Map.groupBy(lintSamples(), ({ source, lint }) => `${source}\t${lint}`);
  const results: LintResult[] = [];
  for (const [key, rows] of lints) {
    const [source, name] = key.split("\t");
    const profile = JUDGED_AS[source];
    const bad = rows.filter(({ status }) => BAD.includes(status)).map(({ file }) => file);
    const good = rows.filter(({ status }) => status === "Pass").map(({ file }) => file);
    if (!profile || bad.length === 0) continue;
    const counts = new Map<string, { bad: number; good: number }>();
    for (const file of bad) {
      for (const code of codesAt(file, profile)) {
        const count = counts.get(code) ?? { bad: 0, good: 0 };
        count.bad++;
        counts.set(code, count);
      }
    }
    for (const file of good) {
      for (const code of codesAt(file, profile)) {
        const count = counts.get(code);
        if (count) count.good++;
      }
    }
    const code = CODES.get(key) ?? "";
    const count = counts.get(code);
    const tells = count?.bad === bad.length && count.good === 0;
    results.push({
      source,
      lint: name,
      bad: bad.length,
      good: good.length,
      code: tells ? code : null,
      near: [...counts].map(([code, count]) => `${code} ${count.bad}/${count.good}`),
    });
  }
  return results;
}

export interface Share {
  source: string;
  told: number;
  lints: number;
  missing: LintResult[];
}

/** The number of lints of each source whose good and bad certificates we distinguish. */
export function shares(results: readonly LintResult[]): Share[] {
  return [...Map.groupBy(results, ({ source }) => source)].map(([source, list]) => ({
    source,
    told: list.filter(({ code }) => code !== null).length,
    lints: list.length,
    missing: list.filter(({ code }) => code === null),
  }));
}
