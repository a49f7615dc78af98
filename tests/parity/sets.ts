/** The fixture sets of the operations that run both on the device and on the API. */
import { algorithmRequests, mlDsaChain } from "../fixtures/algorithms/index.ts";
import { csrGenerateFixtures, withoutRandomness } from "../fixtures/csr/generate.ts";
import {
  caaCheckFixtures,
  caaGenerateFixtures,
  caaValidateFixtures,
} from "../fixtures/caa/index.ts";
import { generateFixtures, withoutKeys } from "../fixtures/certificate/generate.ts";
import { certificateConvertFixtures, lintFixtures } from "../fixtures/certificate/index.ts";
import { readAgainFixtures } from "../fixtures/certificate/read-again.ts";
import { chainFixtures, withoutTried } from "../fixtures/chain/index.ts";
import { csrFixtures } from "../fixtures/csr/index.ts";
import { prefillFixtures } from "../fixtures/csr/prefill.ts";
import { edgeChains, edgeFolders, edgePairs, edgeRequests } from "../fixtures/key-edges/index.ts";
import { inspectFixtures } from "../fixtures/inspect/index.ts";
import { keyFixtures, withoutEncryption } from "../fixtures/key/index.ts";
import { matchFixtures } from "../fixtures/match/index.ts";
import { convertFixtures, openFixtures, withoutSalts } from "../fixtures/pfx/index.ts";

export interface FixtureSet {
  operation: string;
  fixtures: readonly { name: string; input: unknown }[];
  /** Removes what is random from the answer to an input. */
  comparable?: (value: unknown, input: unknown) => unknown | Promise<unknown>;
}

export const FIXTURE_SETS: readonly FixtureSet[] = [
  { operation: "csr/decode", fixtures: [...csrFixtures, ...edgeRequests, ...algorithmRequests] },
  { operation: "csr/generate", fixtures: csrGenerateFixtures, comparable: withoutRandomness },
  { operation: "csr/prefill", fixtures: prefillFixtures },
  {
    operation: "chain/analyze",
    fixtures: [
      ...chainFixtures,
      ...edgeChains,
      { name: "ML-DSA", input: { certificate: mlDsaChain, at: "2026-06-15T12:00:00Z" } },
    ],
    comparable: withoutTried,
  },
  { operation: "caa/generate", fixtures: caaGenerateFixtures },
  { operation: "caa/validate", fixtures: caaValidateFixtures },
  { operation: "caa/check", fixtures: caaCheckFixtures },
  {
    operation: "match/verify",
    // Over HTTP a body of 2 MiB is refused before its operation is called.
    fixtures: [
      ...matchFixtures.filter(({ name }) => name !== "2 MiB of noise"),
      ...edgePairs,
    ],
  },
  { operation: "pfx/convert", fixtures: convertFixtures, comparable: withoutSalts },
  { operation: "pfx/open", fixtures: openFixtures },
  { operation: "certificate/generate", fixtures: generateFixtures, comparable: withoutKeys },
  { operation: "certificate/convert", fixtures: certificateConvertFixtures },
  { operation: "certificate/lint", fixtures: lintFixtures },
  { operation: "certificate/read-again", fixtures: readAgainFixtures },
  { operation: "key/convert", fixtures: keyFixtures, comparable: withoutEncryption },
  { operation: "inspect", fixtures: [...inspectFixtures, ...edgeFolders] },
];
