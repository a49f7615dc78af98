/**
 * The third-party material as suites of cases, each compared with the verdict of its origin. A case
 * is left out where its origin has no verdict, and where an operation lacks a field for its question.
 */
import { createContext } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { execute } from "../../core/kernel/execute.ts";
import { decode } from "../../core/csr/decode.ts";
import type { MatchResponse } from "../../core/match/contract.ts";
import { operations } from "../../core/operations.ts";
import { readPkcs12 } from "../../core/x509/cms/read-pkcs12.ts";
import {
  certificateInfo,
  loadFingerprintDigests,
} from "../../core/x509/objects/certificate-info.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { kindOfBlock } from "../../core/x509/pem/identify.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { readPrivateKeyText } from "../../core/x509/keys/private-keys.ts";
import {
  hasCorpus,
  latin1Sample,
  pairs,
  readSample,
  readSampleText,
  type Sample,
  samplePath,
  samples,
} from "../support/corpus.ts";
import { wycheproof } from "../fixtures/wycheproof/index.ts";
import { differing } from "../support/wycheproof.ts";
import type { Profile } from "../../core/x509/rules/rule.ts";
import { boringsslCases, pkitsCases } from "./boringssl.ts";
import { CHAIN_LEDGER } from "./chain-ledger.ts";
import { fromLimbo, type LimboCase } from "./limbo.ts";
import { fromPeers, type PeerSuite } from "./peers.ts";
import { type ChainCase, compare } from "./verifier.ts";
import { has } from "../support/programs.ts";

export interface Judged {
  /** "ledger": it differs, and a line of the ledger says why. */
  verdict: "agrees" | "ledger" | "left out" | "differs";
  /** The differences. */
  why: string;
}

export interface Case {
  name: string;
  judge(): Promise<Judged>;
}

export interface Suite {
  name: string;
  /** Whether its cases are requests to chain/analyze. */
  isChains?: boolean;
  cases: readonly Case[];
}

export interface Result {
  suite: string;
  isChains: boolean;
  cases: number;
  agree: number;
  ledger: number;
  leftOut: number;
  /** The cases that differ without a line of the ledger, and how. */
  differ: string[];
  /** Lines of the ledger for cases that agree. */
  idle: string[];
  slowest: { name: string; milliseconds: number } | null;
}

/** Judges every case, one after the other, so that their times do not mix. */
export async function runSuite(
  { name: suite, cases, isChains = false }: Suite,
): Promise<Result> {
  const result: Result = {
    ...{ suite, isChains, cases: cases.length, agree: 0, ledger: 0, leftOut: 0 },
    ...{ differ: [], idle: [], slowest: null },
  };
  for (const { name, judge } of cases) {
    const started = performance.now();
    const { verdict, why } = await judge();
    const milliseconds = performance.now() - started;
    if (verdict === "agrees") result.agree++;
    else if (verdict === "ledger") result.ledger++;
    else if (verdict === "left out") result.leftOut++;
    else result.differ.push(`${name}: ${why}`);
    if (verdict !== "ledger" && Object.hasOwn(CHAIN_LEDGER, name)) result.idle.push(name);
    if (milliseconds > (result.slowest?.milliseconds ?? 0)) result.slowest = { name, milliseconds };
  }
  return result;
}

/** `accepted` is null if this tool cannot verify it. */
function verdictOf(holds: boolean | null, accepted: boolean | null): Judged {
  if (holds === null || accepted === null) return { verdict: "left out", why: "" };
  if (holds === accepted) return { verdict: "agrees", why: "" };
  return { verdict: "differs", why: accepted ? "accepted" : "refused" };
}

/** "invalid-strict" and "unknown" are not verdicts on which readers agree. */
const holdsOf = ({ expected }: Sample): boolean | null =>
  expected === "valid" ? true : expected === "invalid" ? false : null;

/** The answer of a reader. A refusal is an answer; any other error is a fault. */
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
    ...chainSuites(),
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

/** Project Wycheproof's vectors of signatures, which are part of the repository. */
export const wycheproofSuite = (): Suite => ({
  name: "Wycheproof, signatures",
  cases: wycheproof.flatMap((group) =>
    group.tests.map((test) => ({
      name: `${group.source} ${test[0]}`,
      async judge() {
        const [differs] = await differing([{ ...group, tests: [test] }]);
        return verdictOf(test[3], differs ? differs.valid === true : test[3]);
      },
    }))
  ),
});

/** Everything that is a chain, as requests to one operation. */
export function chainSuites(): Suite[] {
  if (!hasCorpus() || !has("xz")) return [];
  const { testcases }: { testcases: LimboCase[] } = JSON.parse(readSampleText("limbo-dev.json"));
  const disputed = disputedCases();
  const limbo = Object.groupBy(
    testcases,
    ({ id }) => disputed.has(id) ? "disputed" as const : "consensus" as const,
  );
  const chains: { testcases: LimboCase[] } = JSON.parse(readSampleText("chains-dev.json"));
  const isPkits = ({ id }: LimboCase) => id.startsWith("pkits");
  const suite = (name: string, cases: LimboCase[], judgeAs: Profile) =>
    chainSuite(name, cases.map((one) => fromLimbo(one, judgeAs)));
  return [
    suite("x509-limbo, consensus", limbo.consensus ?? [], "public-tls"),
    suite("x509-limbo, disputed", limbo.disputed ?? [], "public-tls"),
    suite("BoringSSL", chains.testcases.filter((one) => !isPkits(one)), "private"),
    suite("PKITS, paths", chains.testcases.filter(isPkits), "private"),
    ...peerSuites().map((peers) => chainSuite(`peers, ${peers.suite}`, fromPeers(peers))),
  ];
}

/** The cases of x509-limbo on which implementations do not agree. */
function disputedCases(): ReadonlySet<string> {
  const rows = readSampleText("limbo-dev.sets.tsv").trimEnd().split("\n")
    .map((line) => line.split("\t"));
  const basis = rows[0].indexOf("verdict_basis");
  return new Set(rows.filter((row) => row[basis] !== "consensus").map(([id]) => id));
}

/** The cases of other verifiers' tests. The caller has asked for xz. */
export function peerSuites(): PeerSuite[] {
  const { stdout } = new Deno.Command("xz", { args: ["-dc", samplePath("peers-dev.json.xz")] })
    .outputSync();
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Suites out of a copy of BoringSSL's folder pki/testdata. */
export function boringsslSuites(testdata: string): Suite[] {
  return [
    chainSuite("BoringSSL, all chains", boringsslCases(testdata)),
    chainSuite("PKITS, all with settings and CRLs", pkitsCases(testdata)),
  ];
}

/** A file in x509-limbo's format as a suite. */
export function limboFile(path: string): Suite {
  const { testcases } = JSON.parse(Deno.readTextFileSync(path)) as { testcases: LimboCase[] };
  return chainSuite(path, testcases.map((one) => fromLimbo(one, "public-tls")));
}

const chainSuite = (name: string, cases: readonly ChainCase[]): Suite => ({
  name,
  isChains: true,
  cases: cases.map((one) => ({ name: one.id, judge: () => judgeChain(one) })),
});

async function judgeChain(one: ChainCase): Promise<Judged> {
  const { differences, context } = await compare(one);
  if (one.leftOut !== undefined) return { verdict: "left out", why: one.leftOut };
  if (differences.length === 0) return { verdict: "agrees", why: "" };
  const reason = Object.hasOwn(CHAIN_LEDGER, one.id) ? CHAIN_LEDGER[one.id] : null;
  const isReported = !reason?.reports || context.includes(`${reason.reports}@`);
  if (reason && isReported) return { verdict: "ledger", why: reason.why };
  return { verdict: "differs", why: `${differences.join("; ")} (${context})` };
}
