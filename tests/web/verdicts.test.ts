/** The verdict of every tool on typical inputs: the operation runs, and then the page's own function. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { analyzeCertificates } from "../../core/chain/analyze.ts";
import type { ChainResponse, ServerSource } from "../../core/chain/contract.ts";
import { caaGenerateExample } from "../../core/caa/examples.ts";
import { csrGenerateExample } from "../../core/csr/examples.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { hostVerdict } from "../../core/verdict/chain.ts";
import type { RenderedVerdict } from "../../core/verdict/schema.ts";
import { readBundle } from "../../core/x509/cms/bundles.ts";
import { type VerdictCase, VERDICTS, type VerdictTool } from "../../web/dev/verdicts.ts";
import { verdictOf as chainVerdictOf } from "../../web/src/tools/chain/analysis.ts";
import { publishedVerdict } from "../../core/verdict/caa.ts";
import { inspectEnglish } from "../../core/verdict/inspect.ts";
import { caaEnglish } from "../../core/verdict/text/caa.ts";
import { bundleEnglish } from "../../core/verdict/text/bundle.ts";
import { certificateEnglish } from "../../core/verdict/text/certificate.ts";
import { liveVerdict, notReachedVerdict } from "../../core/verdict/live.ts";
import { liveEnglish } from "../../core/verdict/text/live.ts";
import { writePem } from "../../core/x509/pem/pem.ts";
import { madeEnglish } from "../../core/verdict/text/made.ts";
import { prefillEnglish } from "../../core/verdict/text/prefill.ts";
import { csrEnglish } from "../../core/verdict/text/csr.ts";
import { csrFaultEnglish } from "../../core/verdict/text/csr-fault.ts";
import { chainEnglish } from "../../core/verdict/text/english.ts";
import { matchEnglish } from "../../core/verdict/text/match.ts";
import { pfxEnglish } from "../../core/verdict/text/pfx.ts";
import { madeVerdict } from "../../core/verdict/csr.ts";
import { convertedVerdict } from "../../core/verdict/pfx.ts";
import type { Tone } from "../../web/src/ui/base/tone.ts";
import { toneOf } from "../../web/src/page/verdict-tone.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { pictureOf } from "../support/picture.ts";
import { plainEnglish, pseudo } from "../support/pseudo-language.ts";

/** The parts of a verdict that a page shows. */
interface Judgement {
  tone: Tone;
  /** The headline: the one fact that the user came for, with its object. */
  title: string;
  /** The cause or the scope, in a sentence or two; "" if the headline needs none. */
  text: string;
  /** The one thing to do now, as a sentence; null if there is nothing to do. */
  next: string | null;
}

/** The time at which the inputs are judged, unless their fields say another. */
const JUDGED_AT = "2026-06-15T12:00:00Z";
const FIXTURES = new URL("../fixtures/", import.meta.url);
const bytes = (file: string) => Deno.readFileSync(new URL(file, FIXTURES));
/** PEM as it is; DER as the page pastes it. */
function text(file: string): string {
  const content = bytes(file);
  return file.endsWith(".crl") && content[0] === 0x30
    ? `-----BEGIN X509 CRL-----\n${content.toBase64()}\n-----END X509 CRL-----\n`
    : new TextDecoder().decode(content);
}

// deno-lint-ignore no-explicit-any
type Any = any;

async function answer(operation: string, input: unknown, at = JUDGED_AT): Promise<Any> {
  const context = createContext({ now: Date.parse(at) });
  const outcome = await execute(operations, operation, input, context);
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

/** The root of the files as the only public one, so that no verdict depends on Mozilla's list. */
async function analyzed({ files = [], fields = {} }: VerdictCase): Promise<ChainResponse> {
  const { sends, fetched, host, isPublic } = fields as Any;
  const context = createContext({ now: Date.parse(JUDGED_AT) });
  const given = readBundle(files.map(text).join(""), context.budget).certificates
    .map(({ certificate, position }) => ({ certificate, position }));
  const certificates = [given.at(-1)!.certificate];
  const trustStore = { name: "Test", source: "test", date: "2026-06-01", certificates };
  const isHost = host !== undefined || sends !== undefined;
  const shown = given.filter((_, index) => index < (sends ?? 2) || fetched && index < 2).map((
    { certificate, position },
    index,
  ) =>
    fetched && index > 0
      ? { certificate, position: null, source: "aia" as const }
      : { certificate, position, source: isHost ? "server" as const : "input" as const }
  );
  return await analyzeCertificates({
    given: shown,
    ...isPublic && { trustStore },
    ...isHost && {
      leafFirst: true,
      purpose: "serverAuth",
      reference: { type: "DNS" as const, name: host ?? "www.fixture.example" },
    },
  } as Any, context);
}

/** A verdict as its page draws it. */
const shown = ({ level, title, cause, next }: RenderedVerdict): Judgement => ({
  tone: toneOf(level),
  title,
  text: cause,
  next,
});

/** The inputs with the same title on the page and in the API. */
let compared = 0;

/** The verdict that the page makes of the parts of an answer is the one in the answer. */
function sameVerdict(page: RenderedVerdict, api: RenderedVerdict): Judgement {
  assert.deepEqual(page, api);
  compared++;
  return shown(api);
}

/** The verdict in the answer of an operation, which its page shows. */
const answered = async ({ tool, texts = {}, fields = {} }: VerdictCase): Promise<Judgement> => {
  const files = Object.entries(texts).map(([field, file]) => [field, text(file)] as const);
  const { at, ...given } = fields as Any;
  return shown((await answer(tool, { ...given, ...Object.fromEntries(files) }, at)).verdict);
};

/** The verdict of each tool. */
const RUNS: Record<VerdictTool, (given: VerdictCase) => Promise<Judgement>> = {
  async chain(given) {
    const { files = [], fields = {} } = given;
    const { isPublic, at = JUDGED_AT, roots, hostname = null } = fields as Any;
    if (isPublic) return shown(chainVerdictOf(await analyzed(given)));
    const certificate = files.map(text).join("\n");
    const asked = { ...hostname && { hostname }, ...roots && { roots: text(roots) } };
    const { verdict, ...rest } = await answer("chain/analyze", { certificate, at, ...asked });
    // The page judges the parts of an answer with the same function as the operation.
    return sameVerdict(chainVerdictOf(rest, { hostname }), verdict);
  },
  async "chain of a host"(given) {
    const { host = "www.fixture.example", caa } = given.fields as Any;
    const answer = await analyzed({ ...given, fields: { ...given.fields, host } });
    const isOther = answer.problems.some(({ code }) => code === "host_name_mismatch");
    const source = {
      unicodeHostname: host,
      hostnameMatches: !isOther,
      keyProven: true,
      address: "192.0.2.1",
    } as ServerSource;
    const forbidden = { status: "forbidden", message: "The CAA records name other authorities." };
    return shown(hostVerdict({ ...answer, source, ...caa && { caa: forbidden } }));
  },
  async csr({ files = [] }) {
    const [key] = files;
    const own = key ? { privateKey: text(key) } : {};
    const { verdict, ...made } = await answer("csr/generate", { ...csrGenerateExample, ...own });
    return sameVerdict(madeVerdict(made), verdict);
  },
  async "csr-decoder"({ files: [file] = [] }) {
    return shown(
      (await answer("csr/decode", { csr: csrFixture(file.replace("csr/", "")) })).verdict,
    );
  },
  async match({ files: [holder, key] = [], fields = {} }) {
    const pair = { certificate: text(holder), privateKey: text(key) };
    return shown((await answer("match/verify", pair, (fields as Any).at)).verdict);
  },
  async pfx({ files: [certificate, key] = [], fields = {} }) {
    const { at, password = null } = fields as Any;
    const pair = { certificate: text(certificate), privateKey: text(key), password };
    const { verdict, ...converted } = await answer("pfx/convert", pair, at);
    return sameVerdict(convertedVerdict(converted), verdict);
  },
  async "pfx, opened"({ files: [file] = [], fields }) {
    return shown((await answer("pfx/open", { pfx: bytes(file).toBase64(), ...fields })).verdict);
  },
  async caa() {
    return shown((await answer("caa/generate", caaGenerateExample)).verdict);
  },
  async "caa, checked"({ fields }) {
    return shown((await answer("caa/check", fields)).verdict);
  },
  "caa, published"({ fields }) {
    // The look-up needs a resolver.
    const found = {
      domain: "example.com",
      foundAt: null,
      alias: null,
      policy: null,
      failure: null,
    };
    const facts = { ...found, records: [], top: null, exists: true, ...fields };
    return Promise.resolve(shown(publishedVerdict(facts as Any).verdict));
  },
  async inspect({ files = [] }) {
    const given = files.map((name) => ({ name: name.replace(/^.*\//, ""), bytes: bytes(name) }));
    const at = "2026-11-23T00:00:00Z";
    const { verdict } = await pictureOf(given as Any, at);
    const isText = given.every(({ bytes }) => bytes.every((byte) => byte < 0x80));
    if (isText) {
      const texts = given.map(({ name, bytes }) => ({
        name,
        text: new TextDecoder().decode(bytes),
      }));
      const asked = { texts, acceptPrivateKeys: true, at };
      const { title, level } = (await answer("inspect", asked)).verdict;
      assert.deepEqual({ title, level }, { title: verdict.title, level: verdict.level });
      compared++;
    }
    return shown(verdict);
  },
  async live({ files = [], fields = {} }) {
    const { expected, why, hostname } = fields as Any;
    if (why) return shown(notReachedVerdict(why));
    const pem = (file: string) =>
      file.endsWith(".der") ? writePem("CERTIFICATE", bytes(file)) : text(file);
    const own = await answer("chain/analyze", { certificate: pem(expected) });
    const sent = await answer("chain/analyze", {
      certificate: files.map(pem).join("\n"),
      roots: text("chain/lone-root.pem"),
      ...hostname && { hostname },
    });
    return shown(liveVerdict(own.certificate, sent, hostname));
  },
  "csr/prefill": answered,
  "certificate/generate": answered,
  "certificate/convert": answered,
  "certificate/lint": answered,
  "certificate/diff": answered,
  "certificate/read-again": answered,
  "key/convert": answered,
  "crl/generate": answered,
  "password/generate": answered,
  "password/passphrase": answered,
  async "bundle/make"({ files = [], fields }) {
    const texts = files.map((name) => ({ name, text: text(name) }));
    return shown((await answer("bundle/make", { texts, ...fields })).verdict);
  },
};

/** The titles and texts that the specification fixes, letter by letter. */
const SPECIFIED: readonly (readonly [VerdictTool, string, title: string, text: RegExp])[] = [
  ["csr-decoder", "valid", "VALID CSR", /^The CSR signature has been verified successfully$/],
  ["csr-decoder", "changed after signing", "CSR DECODED - SIGNATURE VALIDATION FAILED", /tamper/],
  ["csr-decoder", "DSA", "CSR DECODED - SIGNATURE CANNOT BE VERIFIED HERE", /./],
  ["csr-decoder", "a certificate instead", "THIS IS A CERTIFICATE, NOT A CSR", /^$/],
  ["match", "certificate and key", "CERTIFICATE AND KEY MATCH", /./],
  ["match", "another key", "DO NOT MATCH", /./],
  [
    "chain",
    "issuer missing",
    'The issuer certificate "Fixture CA" is missing',
    /^ISSUER NOT FOUND\./,
  ],
];

describe("the specified texts of verdicts", () => {
  for (const [tool, name, title, text] of SPECIFIED) {
    it(`${tool} > ${name}`, async () => {
      const given = VERDICTS.find((one) => one.tool === tool && one.name === name)!;
      const told = await RUNS[tool](given);
      assert.equal(told.title, title);
      assert.match(told.text, text);
    });
  }
});

/** The languages of all tools. */
const LANGUAGES = [
  ...[
    bundleEnglish,
    caaEnglish,
    certificateEnglish,
    chainEnglish,
    csrEnglish,
    csrFaultEnglish,
    inspectEnglish,
    liveEnglish,
    madeEnglish,
  ],
  ...[matchEnglish, pfxEnglish, prefillEnglish],
];

/** Runs a function while all tools speak the pseudo-language. */
async function inPseudoLanguage<T>(run: () => Promise<T>): Promise<T> {
  const english = LANGUAGES.map((language) => ({ ...language }));
  for (const language of LANGUAGES) Object.assign(language, pseudo(language));
  try {
    return await run();
  } finally {
    for (const [index, language] of LANGUAGES.entries()) Object.assign(language, english[index]);
  }
}

describe("verdicts in a language made of the English one", () => {
  for (const given of VERDICTS) {
    const { tool, name } = given;
    it(`${tool} > ${name}`, async () => {
      const english = await RUNS[tool](given);
      const { tone, title, text, next } = await inPseudoLanguage(() => RUNS[tool](given));
      assert.equal(tone, english.tone);
      for (
        const [told, said] of [[title, english.title], [text, english.text], [next, english.next]]
      ) {
        if (!told) {
          assert(!said);
          continue;
        }
        assert.equal(plainEnglish(told), null, told);
        assert(told.replaceAll("\u0301", "").length >= said!.length * 1.4, told);
      }
    });
  }
});

describe("verdicts", () => {
  for (const given of VERDICTS) {
    const { tool, name, tone, title, next } = given;
    it(`${tool} > ${name}`, async () => {
      const told = await RUNS[tool](given);
      assert.deepEqual(
        { tone: told.tone, title: told.title, next: told.next },
        { tone, title, next },
      );
      assert.doesNotMatch(`${told.title} ${told.text}`, /undefined|null|\.\. | {2}/);
    });
  }

  it("have the same title on the page and in the API, for at least 40 inputs", async () => {
    compared = 0;
    for (const given of VERDICTS) await RUNS[given.tool](given);
    assert(compared >= 40, `${compared}`);
  });

  it("cover every tool with at least 40 inputs", () => {
    assert(VERDICTS.length >= 40);
    assert.deepEqual(
      [...new Set(VERDICTS.map(({ tool }) => tool))].sort(),
      Object.keys(RUNS).sort(),
    );
  });
});
