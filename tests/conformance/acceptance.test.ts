/**
 * Where real certificates are accepted, compared with what is publicly known of their roots. Each case names
 * its source. The samples have complete chains of Google, DigiCert, Microsoft and GlobalSign; of the others
 * they have an intermediate certificate, or the list of programs has the root.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { analyze } from "../../core/chain/analyze.ts";
import type { ChainResponse } from "../../core/chain/contract.ts";
import { marksOf } from "../../core/chain/marks.ts";
import { Budget, createContext } from "../../core/kernel/context.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readPem, writePem } from "../../core/x509/pem/pem.ts";
import { needsCorpus, readSampleText } from "../support/corpus.ts";
import { needsRootLists, rootLists } from "../support/root-lists.ts";
import type { LimboCase } from "./limbo.ts";
import { needsAll } from "../support/programs.ts";

type Outcomes = Record<"Chrome" | "Apple" | "Microsoft" | "Mozilla", string>;

interface RealCase {
  name: string;
  source: string;
  text: () => string;
  at: string;
  /** "accepted included" and so on. */
  programs: Outcomes;
  /** iOS, Android and Windows. */
  platforms: [string, string, string];
  /** The outcomes of Certificate Transparency. */
  transparency?: Partial<Record<"Chrome" | "Apple" | "Firefox", string>>;
  advice?: string[];
}

/** A chain without its root. */
function limbo(id: string): string {
  const { testcases }: { testcases: LimboCase[] } = JSON.parse(readSampleText("limbo-dev.json"));
  const { peer_certificate, untrusted_intermediates } = testcases.find((one) =>
    one.id === `online::${id}`
  )!;
  return [peer_certificate, ...untrusted_intermediates].join("\n");
}

const sample = (name: string) => readSampleText(`cert/${name}.pem`);

function listedRoot(name: string): string {
  const blocks = readPem(Deno.readTextFileSync(`${rootLists}/programs.pem`));
  const { bytes } = blocks.find(({ bytes }) =>
    readCertificate(bytes!, new Budget()).subject.commonName === name
  )!;
  return writePem("CERTIFICATE", bytes!);
}

const every = (words: string): Outcomes => ({
  Chrome: words,
  Apple: words,
  Microsoft: words,
  Mozilla: words,
});
const IN_ALL = every("accepted included");
const OLD: RealCase["platforms"] = ["iOS 12 and later", "Android 8 and later", "Windows"];
const TRANSPARENT = { Chrome: "accepted", Apple: "accepted", Firefox: "accepted" };

/** Lists of all roots that Mozilla and Chrome include. */
const MOZILLA = "https://wiki.mozilla.org/CA/Included_Certificates";

const CASES: RealCase[] = [
  {
    name: "Google, under GTS Root R1",
    source: `https://pki.goog/faq/ and ${MOZILLA}`,
    text: () => limbo("storage.googleapis.com"),
    at: "2026-03-01T00:00:00Z",
    programs: IN_ALL,
    platforms: ["iOS 12.1.3 and later", "Android 11 and later (Android 10: not known)", "Windows"],
    // Chrome's list says only that these logs were removed in July 2026.
    transparency: { Apple: "accepted", Chrome: "unknown" },
    advice: [
      "Also send 'GTS Root R1, signed by GlobalSign Root CA', and iOS 12 will work.",
      "Also send 'GTS Root R1, signed by GlobalSign Root CA', and Android 8 to 10 will work.",
    ],
  },
  {
    name: "DigiCert, under DigiCert Global Root G3",
    source: MOZILLA,
    text: () => limbo("akamai.com"),
    at: "2025-08-01T00:00:00Z",
    programs: IN_ALL,
    platforms: OLD,
    transparency: TRANSPARENT,
  },
  {
    name: "Microsoft, under DigiCert Global Root G2",
    source: MOZILLA,
    text: () => limbo("bing.com"),
    at: "2026-03-01T00:00:00Z",
    programs: IN_ALL,
    platforms: OLD,
    transparency: TRANSPARENT,
  },
  {
    name: "GlobalSign, under its root R3",
    source: MOZILLA,
    text: () => limbo("docs.python.org"),
    at: "2026-03-01T00:00:00Z",
    programs: IN_ALL,
    platforms: OLD,
    transparency: TRANSPARENT,
  },
  {
    name: "Let's Encrypt R3, under ISRG Root X1",
    // iOS 10, Android 7.1.1; the table begins with iOS 12 and Android 8.
    source: "https://letsencrypt.org/docs/certificate-compatibility/",
    text: () => sample("limboassets__limbo__assets_cryptography.io.1"),
    at: "2025-01-01T00:00:00Z",
    programs: IN_ALL,
    platforms: ["iOS 12 and later", "Android 8 and later", "Windows since September 2018"],
  },
  {
    name: "Let's Encrypt's ISRG Root X2",
    source:
      "https://letsencrypt.org/certificates/ and https://github.com/lichess-org/lila/issues/15325",
    text: () => listedRoot("ISRG Root X2"),
    at: "2026-08-25T00:00:00Z",
    programs: IN_ALL,
    platforms: ["iOS 16 and later", "Android 14 and later", "Windows since August 2021"],
    advice: [
      "Also send 'ISRG Root X2, signed by ISRG Root X1', and iOS 12 to 15.1 will work.",
      "Also send 'ISRG Root X2, signed by ISRG Root X1', and Android 8 to 13 will work.",
    ],
  },
  {
    name: "Sectigo, under USERTrust RSA Certification Authority",
    source: MOZILLA,
    text: () => sample("cfssl__bundler_testdata_int-bundle.128"),
    at: "2024-01-01T00:00:00Z",
    programs: IN_ALL,
    platforms: OLD,
  },
  {
    // Each program takes the path to its own root, none that to the older root.
    name: "Sectigo, with the older root that signed USERTrust RSA Certification Authority",
    source: "https://wiki.mozilla.org/CA/Root_CA_Lifecycles",
    text: () =>
      sample("cfssl__bundler_testdata_int-bundle.128") +
      sample("openssl__test_recipes_80-test_tsa_data_user-trust-ca-aaa") +
      listedRoot("AAA Certificate Services"),
    at: "2024-01-01T00:00:00Z",
    programs: IN_ALL,
    platforms: OLD,
  },
  {
    name: "Sectigo's AAA Certificate Services, which Chrome removed and Mozilla keeps for mail",
    source: "https://wiki.mozilla.org/CA/Root_CA_Lifecycles",
    text: () => listedRoot("AAA Certificate Services"),
    at: "2026-08-25T00:00:00Z",
    programs: {
      Chrome: "refused removed",
      Apple: "accepted included",
      Microsoft: "accepted included",
      Mozilla: "refused not_for_websites",
    },
    platforms: ["iOS 12 and later", "Android 8 to 15, not from Android 16 on", "Windows"],
  },
  {
    name: "a CA of Entrust's AffirmTrust, which Chrome and Mozilla removed",
    source:
      "https://security.googleblog.com/2024/06/sustaining-digital-certificate-security.html, " +
      "https://support.apple.com/121668 and " +
      "https://github.com/TrustedRootProgram/Program-Requirements/blob/main/trusted-root/2025/february-2025.md",
    text: () => sample("cfssl__bundler_testdata_int-bundle.103"),
    at: "2025-06-01T00:00:00Z",
    programs: {
      Chrome: "refused removed",
      Apple: "unknown included_before",
      Microsoft: "unknown included_before",
      Mozilla: "refused removed",
    },
    platforms: ["Perhaps not on current iOS", OLD[1], "Perhaps not on current Windows"],
  },
  {
    name: "a root that only Microsoft includes",
    source: "https://ccadb.my.salesforce-sites.com/microsoft/IncludedCACertificateReportForMSFT",
    text: () => listedRoot("OATI WebCARES Root CA"),
    at: "2026-08-25T00:00:00Z",
    programs: { ...every("refused not_included"), Microsoft: "accepted included" },
    platforms: ["Not on iOS", "Not on Android", "Windows"],
  },
];

async function analyzed({ text, at }: RealCase): Promise<ChainResponse> {
  const input = { certificate: text(), judgeAs: "auto" as const, at: Date.parse(at) };
  return await analyze(input, createContext());
}

describe("acceptance of real certificates", () => {
  for (const real of CASES) {
    it(`is as known: ${real.name}`, needsAll(needsCorpus(), needsRootLists()), async () => {
      const { acceptance, transparency } = await analyzed(real);
      const { programs, platforms, advice } = acceptance!;
      assert.deepEqual(
        Object.fromEntries(
          programs.map(({ name, outcome, state }) => [name, `${outcome} ${state}`]),
        ),
        real.programs,
        real.source,
      );
      assert.deepEqual(platforms.map(({ text }) => text), real.platforms, real.source);
      assert.deepEqual(advice.map(({ message }) => message), real.advice ?? []);
      for (const [vendor, outcome] of Object.entries(real.transparency ?? {})) {
        assert.equal(
          transparency!.policies.find((policy) => policy.vendor === vendor)!.outcome,
          outcome,
          vendor,
        );
      }
      if (real.transparency) {
        assert(transparency!.timestamps.every(({ verdict }) => verdict === "valid"));
      }
    });
  }

  it(
    "says it in one sentence for a root that only Microsoft includes",
    needsRootLists(),
    async () => {
      const { summary } = marksOf(await analyzed(CASES[CASES.length - 1]))!;
      assert.match(
        summary,
        /^Works in Edge\. Does not work in Chrome, Firefox or Safari, or on iPhones: /,
      );
    },
  );
});
