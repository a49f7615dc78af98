/**
 * The third-party material as suites of cases, each judged by the verdict of its origin. A verdict
 * of ours can be wrong in two ways: it accepts what does not hold, or refuses what holds. What the
 * origin leaves open, and what this project cannot verify, is skipped.
 */
import { createContext } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { execute } from "../../core/kernel/execute.ts";
import { decode } from "../../core/csr/decode.ts";
import type { MatchResponse } from "../../core/match/contract.ts";
import { operations } from "../../core/operations.ts";
import { readPkcs12 } from "../../core/x509/cms/read-pkcs12.ts";
import { certificateInfo } from "../../core/x509/objects/certificate-info.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { loadFingerprintDigests } from "../../core/x509/objects/fingerprints.ts";
import { kindOfBlock } from "../../core/x509/pem/identify.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { readPrivateKeyText } from "../../core/x509/keys/private-keys.ts";
import {
  latin1Sample,
  needsCorpus,
  pairs,
  readSample,
  readSampleText,
  type Sample,
  samples,
} from "../support/corpus.ts";
import type { Profile } from "../../core/x509/rules/rule.ts";
import { judge, type LimboCase } from "./limbo.ts";

export type Verdict = "right" | "false accept" | "false reject" | "skipped";

export interface Case {
  name: string;
  judge(): Promise<Verdict>;
}

export interface Suite {
  name: string;
  cases: readonly Case[];
}

export interface Result {
  suite: string;
  cases: number;
  right: number;
  skipped: number;
  /** Names of the cases. */
  falseAccepts: string[];
  falseRejects: string[];
  slowest: { name: string; milliseconds: number } | null;
}

/** Judges every case, one after the other, so that their times do not mix. */
export async function runSuite({ name: suite, cases }: Suite): Promise<Result> {
  const result: Result = {
    suite,
    cases: cases.length,
    right: 0,
    skipped: 0,
    falseAccepts: [],
    falseRejects: [],
    slowest: null,
  };
  for (const { name, judge } of cases) {
    const started = performance.now();
    const verdict = await judge();
    const milliseconds = performance.now() - started;
    if (verdict === "right") result.right++;
    else if (verdict === "skipped") result.skipped++;
    else if (verdict === "false accept") result.falseAccepts.push(name);
    else result.falseRejects.push(name);
    if (milliseconds > (result.slowest?.milliseconds ?? 0)) result.slowest = { name, milliseconds };
  }
  return result;
}

/** `accepted` null: cannot be verified here. */
function verdictOf(holds: boolean | null, accepted: boolean | null): Verdict {
  if (holds === null || accepted === null) return "skipped";
  if (holds === accepted) return "right";
  return accepted ? "false accept" : "false reject";
}

/** "invalid-strict" and "unknown" are not verdicts on which readers agree. */
const holdsOf = ({ expected }: Sample): boolean | null =>
  expected === "valid" ? true : expected === "invalid" ? false : null;

/** What a reader answers; a refusal is an answer, anything else that is thrown is a fault. */
async function accepts(read: () => boolean | null | Promise<boolean | null>) {
  try {
    return await read();
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return false;
  }
}

/** The suites of the corpus; none where that is not there. */
export function corpusSuites(): Suite[] {
  const certificates = samples("cert");
  if (certificates.length === 0) return [];
  return [
    { name: "certificates", cases: certificates.map(certificateCase) },
    { name: "CSRs", cases: samples("csr").map(requestCase) },
    { name: "CSR signatures", cases: samples("csr").map(requestSignatureCase) },
    { name: "private keys", cases: samples("key").map(keyCase) },
    { name: "PKCS#12", cases: samples("pkcs12").map(pkcs12Case) },
    { name: "key pairs", cases: pairCases() },
    ...corpusLimbo(),
  ];
}

/**
 * An object against the rules is read and its faults are reported; that does not count as accepting
 * it.
 */
const certificateCase = (sample: Sample): Case => ({
  name: sample.file,
  async judge() {
    const digests = await loadFingerprintDigests();
    const accepted = await accepts(() => {
      const block = readPem(latin1Sample(sample.file))
        .find((block) => kindOfBlock(block) === "certificate");
      if (!block?.bytes) return false;
      const context = createContext();
      const certificate = readCertificate(block.bytes, context.budget);
      const { findings } = certificateInfo(certificate, context.now, digests);
      return holdsOf(sample) === true || findings.length === 0;
    });
    return verdictOf(holdsOf(sample), accepted);
  },
});

const requestCase = (sample: Sample): Case => ({
  name: sample.file,
  async judge() {
    const answer = await decode({ csr: readSampleText(sample.file) }, createContext());
    return verdictOf(holdsOf(sample), answer.valid);
  },
});

const requestSignatureCase = (sample: Sample): Case => ({
  name: sample.file,
  async judge() {
    const { file, signature } = sample;
    const answer = await decode({ csr: readSampleText(file) }, createContext());
    const holds = signature === "ok" ? true : signature === "bad" ? false : null;
    return verdictOf(holds, answer.valid ? answer.signatureValid : null);
  },
});

const keyCase = (sample: Sample): Case => ({
  name: sample.file,
  async judge() {
    const { file, password } = sample;
    const accepted = await accepts(async () => {
      const { key } = await readPrivateKeyText(latin1Sample(file), password, createContext());
      key.dispose();
      // A key of an unknown algorithm is read and reported as unchecked.
      return key.unchecked === null || holdsOf(sample) === true ? true : null;
    });
    return verdictOf(holdsOf(sample), accepted);
  },
});

const pkcs12Case = (sample: Sample): Case => ({
  name: sample.file,
  async judge() {
    const { file, password, certificates, keys } = sample;
    const accepted = await accepts(async () => {
      const read = await readPkcs12(readSample(file), password, createContext());
      read.dispose();
      return read.certificates.length === certificates && read.keys.length === keys;
    });
    return verdictOf(holdsOf(sample), accepted);
  },
});

function pairCases(): Case[] {
  const passwords = new Map(samples("key").map(({ file, password }) => [file, password]));
  return pairs().map(({ key, other, matches }) => ({
    name: `${key} ${other}`,
    async judge() {
      const input = {
        certificate: latin1Sample(other),
        privateKey: latin1Sample(key),
        passphrase: passwords.get(key) ?? "",
      };
      const outcome = await execute(operations, "match/verify", input, createContext());
      const match = outcome.ok ? (outcome.value as MatchResponse).match : false;
      return verdictOf(matches, match);
    },
  }));
}

/** The consensus and the disputed cases, apart. */
function corpusLimbo(): Suite[] {
  const { cases, consensus } = limboCases();
  return [
    {
      name: "x509-limbo, consensus",
      cases: cases.filter(({ id }) => consensus.has(id)).map((one) => limboCase(one)),
    },
    {
      name: "x509-limbo, disputed",
      cases: cases.filter(({ id }) => !consensus.has(id)).map((one) => limboCase(one)),
    },
    {
      name: "chains, by RFC 5280 alone",
      cases: chainCases().map((testCase) => limboCase(testCase, "private")),
    },
  ];
}

/** x509-limbo's cases of the corpus, and those whose verdict implementations share. */
export function limboCases(): { cases: LimboCase[]; consensus: ReadonlySet<string> } {
  if (!needsCorpus()) return { cases: [], consensus: new Set() };
  const { testcases } = JSON.parse(readSampleText("limbo-dev.json"));
  const rows = readSampleText("limbo-dev.sets.tsv").trimEnd().split("\n")
    .map((line) => line.split("\t"));
  const basis = rows[0].indexOf("verdict_basis");
  const consensus = rows.filter((row) => row[basis] === "consensus").map(([id]) => id);
  return { cases: testcases, consensus: new Set(consensus) };
}

/** BoringSSL's and NIST's chains of the corpus, to be judged by RFC 5280 alone. */
export function chainCases(): LimboCase[] {
  return needsCorpus() ? JSON.parse(readSampleText("chains-dev.json")).testcases : [];
}

const limboCase = (testCase: LimboCase, judgeAs?: Profile): Case => ({
  name: testCase.id,
  async judge() {
    const { actual_result } = await judge(testCase, judgeAs);
    const accepted = actual_result === "SKIPPED" ? null : actual_result === "SUCCESS";
    return verdictOf(testCase.expected_result === "SUCCESS", accepted);
  },
});

/** A file in x509-limbo's format as a suite. */
export function limboFile(path: string): Suite {
  const { testcases } = JSON.parse(Deno.readTextFileSync(path)) as { testcases: LimboCase[] };
  return { name: path, cases: testcases.map((one) => limboCase(one)) };
}
