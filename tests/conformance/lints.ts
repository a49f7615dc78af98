/**
 * zlint's own test certificates, which lint each is good or bad for, and which of our codes tells
 * them apart: one code that is found at all bad ones and at no good one.
 */
import { Budget } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { kindOfBlock } from "../../core/x509/pem/identify.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { lint } from "../../core/x509/rules/lint/lint.ts";
import { claimsToBePublic } from "../../core/x509/rules/public.ts";
import type { Profile } from "../../core/x509/rules/rule.ts";
import { latin1Sample, lintSamples, samples } from "../support/corpus.ts";

/** What a certificate is judged as for the lints of a source. Others are not ours. */
const JUDGED_AS: Readonly<Record<string, Profile>> = {
  rfc: "private",
  cabf_br: "public-tls",
  mozilla: "public-tls",
  apple: "public-tls",
  chrome: "public-tls",
  community: "public-tls",
  cabf_smime_br: "smime",
};

export interface LintResult {
  source: string;
  lint: string;
  bad: number;
  good: number;
  /** The code that tells them apart; null where none does. */
  code: string | null;
  /** For each code at some bad example: how many bad and good ones it is at. */
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

function read(file: string): Certificate | null {
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

/** The errors of certificates that public authorities issued, by file; zlint's own are none of them. */
export function errorsOfPublic(): Map<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const { file } of samples("cert")) {
    const certificate = file.startsWith("cert/zlint") ? null : read(file);
    if (certificate === null || !claimsToBePublic(certificate)) continue;
    const found = lint(certificate).findings.filter(({ severity }) => severity === "error");
    if (found.length > 0) errors.set(file, found.map(({ code }) => code));
  }
  return errors;
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
    const telling = [...counts].find(([, count]) => count.bad === bad.length && count.good === 0);
    results.push({
      source,
      lint: name,
      bad: bad.length,
      good: good.length,
      code: telling?.[0] ?? null,
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

/** How many lints of each source are told apart. */
export function shares(results: readonly LintResult[]): Share[] {
  return [...Map.groupBy(results, ({ source }) => source)].map(([source, list]) => ({
    source,
    told: list.filter(({ code }) => code !== null).length,
    lints: list.length,
    missing: list.filter(({ code }) => code === null),
  }));
}
