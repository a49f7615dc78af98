/** No two tools state different levels about one fact: the chain analyzer and the inspector on the same files. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { chainAnalyze } from "../../../core/chain/contract.ts";
import type { certificateLint } from "../../../core/certificate/contract.ts";
import type { csrDecode } from "../../../core/csr/contract.ts";
import type { inspect, InspectedFinding } from "../../../core/inspect/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { type Code, CODES } from "../../../core/verdict/codes.ts";
import type { Level } from "../../../core/verdict/levels.ts";
import type { RenderedVerdict } from "../../../core/verdict/schema.ts";
import { type RuleCode, ruleOf } from "../../../core/x509/rules/catalogue.ts";
import { fieldText } from "../../../core/x509/pem/file-text.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { fromLimbo, type LimboCase } from "../../conformance/limbo.ts";
import { fromPeers } from "../../conformance/peers.ts";
import { peerSuites } from "../../conformance/suites.ts";
import {
  needsCorpus,
  readSample,
  readSampleText,
  reportedFiles,
  samples,
} from "../../support/corpus.ts";
import { caaValidateFixtures } from "../../fixtures/caa/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const AT = "2026-06-15T12:00:00Z";

const OF_SEVERITY: Readonly<Record<InspectedFinding["severity"], Level>> = {
  error: "bad",
  warning: "warning",
  info: "note",
};
/** The codes of the one statement about a chain as a whole. */
const OF_CHAIN: ReadonlySet<string> = new Set<Code>([
  ...["chain_valid", "chain_private", "private_root_alone", "root_not_everywhere"] as const,
  ...["chain_unverifiable", "issuer_not_found", "self_signed", "chain_invalid"] as const,
]);

/** The rules of the inspector whose facts have codes of their own in other tools. */
const OF_RULE: Readonly<Record<string, RuleCode>> = {
  match_serial_reused: "serial_reused",
  pfx_serial_reused: "serial_reused",
  compared_serial_reused: "serial_reused",
  caa_record_invalid: "record_invalid",
  csr_signature_failed: "request_signature_invalid",
  host_crl_expired: "crl_expired",
  issuer_expired: "expired",
  match_expired: "expired",
  pfx_expired: "expired",
  bundle_expired: "expired",
  bundle_revoked: "revoked",
  bundle_not_yet_valid: "not_yet_valid",
};

/** Certificates and other objects that both tools read. */
interface Given {
  name: string;
  text: string;
  /** The time at which they are judged; AT unless given. */
  at?: string;
}

async function answer<T>(operation: string, input: object, at: string): Promise<T | null> {
  const context = createContext({ now: Date.parse(at) });
  const outcome = await execute(operations, operation, input, context);
  return outcome.ok ? outcome.value as T : null;
}

/** The levels of both tools, by the fact: a certificate and a code. */
async function statedIn({ text, at = AT }: Given): Promise<Map<string, Set<Level>> | null> {
  const chain = await answer<OutputOf<typeof chainAnalyze>>("chain/analyze", {
    certificate: text,
    at,
  }, at);
  const picture = await answer<OutputOf<typeof inspect>>("inspect", {
    texts: [{ name: "given.pem", text }],
    at,
  }, at);
  const linted = await answer<OutputOf<typeof certificateLint>>("certificate/lint", {
    certificate: text,
    at,
  }, at);
  if (chain === null || picture === null) return null;
  const levels = new Map<string, Set<Level>>();
  const state = (certificate: string | null, code: string, level: Level) => {
    const fact = `${certificate} ${code}`;
    levels.set(fact, (levels.get(fact) ?? new Set()).add(level));
  };
  const fingerprints = chain.chain.map(({ info }) => info.fingerprints.sha256);
  for (const { code, severity, index } of chain.problems) {
    if (index !== null) state(fingerprints[index], code, OF_SEVERITY[severity]);
  }
  for (const { code, level, about } of chain.verdict.statements) {
    if (typeof about?.index === "number") state(fingerprints[about.index], code, level);
  }
  const { isValid, trusted } = chain.validation;
  const ofChain = isValid ? trusted ? "chain_valid" : "chain_private" : "chain_invalid";
  const { level } = CODES[isValid === null ? "chain_unverifiable" : ofChain];
  state(fingerprints[0], "chain", level);
  const ofSerial = (serialNumber: string | undefined) => {
    const of = chain.chain.filter(({ info }) => info.serialNumber === serialNumber);
    // Several certificates may have one serial number.
    return of.length === 1 ? of[0].info.fingerprints.sha256 : null;
  };
  for (const { code, level, about } of linted?.verdict.statements ?? []) {
    const fingerprint = ofSerial(linted!.certificates[about?.index ?? -1]?.serialNumber);
    if (fingerprint !== null) state(fingerprint, code, level);
  }
  for (const { serialNumber, findings } of linted?.certificates ?? []) {
    const fingerprint = ofSerial(serialNumber);
    if (fingerprint === null) continue;
    for (const { code, severity } of findings) state(fingerprint, code, OF_SEVERITY[severity]);
  }
  const byId = new Map(picture.objects.map((object) => [object.id, object]));
  for (const { fingerprint, findings } of picture.objects) {
    for (const { code, severity } of findings) state(fingerprint, code, OF_SEVERITY[severity]);
  }
  const verdicts = [{ certificate: null, verdict: picture.verdict }, ...picture.sets];
  for (const { certificate, verdict } of verdicts) {
    for (const { code, level, id } of verdict.statements) {
      if (id === undefined) continue;
      const about = byId.get(id)?.fingerprint ?? null;
      // The codes of both tools, and the rules, have the same level about the same certificate.
      state(about, code, level);
      if (id === certificate && OF_CHAIN.has(code)) state(about, "chain", level);
    }
  }
  return levels;
}

/** The levels of the CSR decoder and of the inspector for a CSR, by the code of the rule. */
async function statedOfRequest(csr: string): Promise<Map<string, Set<Level>> | null> {
  const decoded = await answer<OutputOf<typeof csrDecode>>("csr/decode", { csr }, AT);
  const texts = [{ name: "given.csr", text: csr }];
  const picture = await answer<OutputOf<typeof inspect>>("inspect", { texts, at: AT }, AT);
  const requests = picture?.objects.filter(({ kind }) => kind === "request") ?? [];
  if (!decoded?.valid || requests.length !== 1) return null;
  const levels = new Map<string, Set<Level>>();
  for (const { code, level } of decoded.verdict.statements) levels.set(code, new Set([level]));
  for (const { code, severity } of requests[0].findings) {
    levels.get(code)?.add(OF_SEVERITY[severity]);
  }
  return levels;
}

/** The CSRs of the fixtures and of the corpus. */
function* requestTexts(): Generator<Given> {
  const folder = new URL("csr/", FIXTURES);
  for (const { name } of Deno.readDirSync(folder)) {
    if (name.endsWith(".pem")) yield { name, text: Deno.readTextFileSync(new URL(name, folder)) };
  }
  for (const { file } of samples("csr")) yield { name: file, text: fieldText(readSample(file)) };
}

/** The texts with certificates in a folder and the folders in it. */
async function* textsIn(folder: URL): AsyncGenerator<Given> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const place = new URL(encodeURIComponent(name) + (isDirectory ? "/" : ""), folder);
    if (isDirectory) yield* textsIn(place);
    else if (/\.(?:pem|crt|cer|txt)$/.test(name)) {
      const text = await Deno.readTextFile(place);
      if (text.includes("BEGIN CERTIFICATE-") && text.length < 200_000) {
        yield { name: place.pathname, text };
      }
    }
  }
}

/** The certificates of the corpus as PEM texts. */
async function* sampleTexts(): AsyncGenerator<Given> {
  for (const { file } of samples("cert")) {
    const bytes = readSample(file);
    const text = bytes[0] === 0x30
      ? writePem("CERTIFICATE", bytes)
      : new TextDecoder().decode(bytes);
    yield { name: file, text };
  }
}

/** The inputs that users reported, as a field reads them. */
async function* reportedTexts(): AsyncGenerator<Given> {
  for (const { name, bytes } of reportedFiles()) yield { name, text: fieldText(bytes) };
}

/** The objects of each case of x509-limbo and of other projects, with its roots. */
async function* caseTexts(): AsyncGenerator<Given> {
  const testcases = ["limbo-dev.json", "chains-dev.json"].flatMap((file): LimboCase[] =>
    JSON.parse(readSampleText(file)).testcases
  );
  const cases = [
    ...testcases.map((one) => fromLimbo(one, "private")),
    ...peerSuites().flatMap(fromPeers),
  ];
  for (const { id, request: { certificate, roots = "", at } } of cases) {
    yield { name: id, text: `${certificate}\n${roots}`, at: at ?? undefined };
  }
}

/** Compares the levels in at least `least` texts. */
async function compare(
  texts: AsyncIterable<Given> | Iterable<Given>,
  least: number,
  stated = statedIn,
) {
  const different: string[] = [];
  let compared = 0;
  for await (const given of texts) {
    const levels = await stated(given);
    if (levels === null) continue;
    compared++;
    for (const [fact, found] of levels) {
      if (found.size > 1) {
        different.push(`${given.name}: ${fact.slice(-40)}: ${[...found].join(", ")}`);
      }
    }
  }
  assert.deepEqual(different, []);
  assert(compared >= least, `${compared} texts`);
}

describe("levels", () => {
  it("are the same in the chain analyzer and in the inspector, for each fact", async () => {
    await compare(textsIn(FIXTURES), 150);
  });

  it("are the same on third-party samples", needsCorpus(), async () => {
    await compare(sampleTexts(), 500);
  });

  it("are the same in the CSR decoder and in the inspector", needsCorpus(), async () => {
    await compare(requestTexts(), 150, ({ text }) => statedOfRequest(text));
  });

  it("are the same on reported inputs", needsCorpus(), async () => {
    await compare(reportedTexts(), 0);
  });

  it("are the same on the chains of x509-limbo and of other projects", needsCorpus(), async () => {
    await compare(caseTexts(), 400);
  });

  it("are the same for a fact that has a code of its own in another tool", () => {
    for (const [code, rule] of Object.entries(OF_RULE)) {
      assert.equal(CODES[code as Code].level, OF_SEVERITY[ruleOf(rule).severity], code);
    }
  });

  it(
    "are the same in matcher, comparison, chain analyzer and inspector",
    needs("openssl"),
    async () => {
      const privateKey = await Deno.readTextFile(new URL("match/rsa-pkcs8-key.pem", FIXTURES));
      const key = await Deno.makeTempFile();
      await Deno.writeTextFile(key, privateKey);
      const made = ["req", "-x509", "-key", key, "-set_serial", "7", "-subj", "/CN=a.example"];
      const [before, after] = await Promise.all(
        ["9000", "9001"].map(async (days) =>
          (await runProgram("openssl", [...made, "-days", days])).stdout
        ),
      );
      await Deno.remove(key);
      const certificate = before + after;
      const texts = [{ name: "given.pem", text: certificate }];
      const verdicts = await Promise.all(
        ([
          ["match/verify", { certificate, privateKey }],
          ["certificate/diff", { before, after }],
          ["chain/analyze", { certificate }],
          ["inspect", { texts }],
        ] as const).map(([operation, input]) =>
          answer<{ verdict: RenderedVerdict }>(operation, input, AT)
        ),
      );
      const levels = verdicts.map((one) =>
        one!.verdict.statements.find(({ code }) => (OF_RULE[code] ?? code) === "serial_reused")
          ?.level
      );
      assert.deepEqual(levels, ["bad", "bad", "bad", "bad"]);
    },
  );

  it("are the same for an expired certificate in matcher, PFX converter, chain analyzer and inspector", async () => {
    const read = (file: string) => Deno.readTextFile(new URL(`pfx/${file}`, FIXTURES));
    const [certificate, privateKey] = [await read("p256-3.pem"), await read("p256-key.pem")];
    const texts = [{ name: "given.pem", text: certificate }];
    const at = "2052-01-01T00:00:00Z";
    const inputs = [
      ["match/verify", { certificate, privateKey }],
      ["pfx/convert", { certificate, privateKey, password: "Harbor-Light-26" }],
      ["chain/analyze", { certificate, at }],
      ["inspect", { texts, at }],
    ] as const;
    const levels = await Promise.all(inputs.map(async ([operation, input]) => {
      const one = await answer<{ verdict: RenderedVerdict }>(operation, input, at);
      return one!.verdict.statements.find(({ code }) => (OF_RULE[code] ?? code) === "expired")
        ?.level;
    }));
    assert.deepEqual(levels, ["bad", "bad", "bad", "bad"]);
  });

  it("are the same for a CAA record in its tool and in the inspector", async () => {
    let invalid = 0;
    for (const { input } of caaValidateFixtures) {
      const { record } = input as { record?: string };
      if (record === undefined) continue;
      const read = await answer<{ verdict: RenderedVerdict }>("caa/validate", { record }, AT);
      const text = record.includes("CAA ") ? record : `example.com. IN CAA ${record}`;
      const texts = [{ name: "zone", text }];
      const picture = await answer<OutputOf<typeof inspect>>("inspect", { texts }, AT);
      const found = picture?.objects.flatMap(({ findings }) => findings)
        .find(({ code }) => code === "record_invalid");
      if (!read || !found) continue;
      const [{ code, level }] = read.verdict.statements;
      assert.deepEqual([code, level], ["caa_record_invalid", OF_SEVERITY[found.severity]], record);
      invalid++;
    }
    assert(invalid >= 3, `${invalid}`);
  });

  it("are good only for checks that hold, and bad only for checks that fail", () => {
    for (const [code, { level, outcome }] of Object.entries(CODES)) {
      if (level === "good") assert.equal(outcome, "holds", code);
      if (level === "bad") assert.equal(outcome, "fails", code);
    }
  });
});
