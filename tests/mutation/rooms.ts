/**
 * The folders of the engine that get faults, and the tests that must notice them: the folder's own
 * tests, then those of the folders and tools above it. Each group is one process.
 */
import { testFiles } from "../support/jobs.ts";

export interface Room {
  folder: string;
  tests: readonly (readonly string[])[];
}

const ROOT = new URL("../../", import.meta.url);

const x509 = (...names: string[]) => names.map((name) => `tests/core/x509/${name}.test.ts`);

const PATHS = [
  ...x509("path", "path-bounds", "constraints", "build", "choice", "rules", "policies"),
  ...x509("names", "root-table", "understood"),
  ...testFiles("tests/core/chain/"),
];
const CHAINS = ["tests/conformance/chains.test.ts", "tests/conformance/acceptance.test.ts"];
const KEYS = [
  ...x509("private-keys", "json-web-keys", "openssh-keys", "key-edges", "key-shapes"),
  ...x509("key-comparison", "key-containers", "key-costs", "key-secrets"),
  ...x509("ciphers", "rsa-weaknesses", "algorithms", "greatest-common-divisor"),
];
/** Its hashes take seconds. */
const POST_QUANTUM = x509("post-quantum-keys");
const MATCHING = testFiles("tests/core/match/");

export const ROOMS: readonly Room[] = [
  { folder: "core/x509/path", tests: [PATHS, CHAINS] },
  { folder: "core/x509/constraints", tests: [PATHS, CHAINS] },
  {
    folder: "core/x509/rules",
    tests: [
      [...testFiles("tests/core/x509/rules/"), ...x509("rules", "certificates")],
      [
        ...[...testFiles("tests/core/chain/"), "tests/core/csr/decode.test.ts"],
        ...[...x509("path", "constraints", "policies"), "tests/core/inspect/findings.test.ts"],
      ],
      ["tests/conformance/lints.test.ts", ...CHAINS],
    ],
  },
  {
    folder: "core/x509/transparency",
    tests: [
      [...x509("transparency"), ...testFiles("tests/core/chain/")],
      ["tests/conformance/timestamps.test.ts"],
    ],
  },
  {
    folder: "core/x509/revocation",
    tests: [
      testFiles("tests/core/x509/revocation/"),
      [
        ...["revocation", "crl-signers"].map((name) => `tests/core/chain/${name}.test.ts`),
        "tests/core/inspect/revocation.test.ts",
      ],
    ],
  },
  {
    folder: "core/x509/keys",
    tests: [
      KEYS,
      [...MATCHING, ...testFiles("tests/core/key/"), "tests/core/csr/other-keys.test.ts"],
      x509("read-pkcs12", "signature-schemes", "signature-bounds", "signature-costs"),
      ["tests/core/inspect/findings.test.ts", "tests/core/inspect/keystores.test.ts"],
      ["tests/conformance/match.test.ts"],
      POST_QUANTUM,
    ],
  },
  {
    folder: "core/x509/signatures",
    tests: [
      [
        ...x509("signatures", "signature-schemes", "signature-shapes", "rsa-padding"),
        ...x509("signature-bounds", "signature-costs", "wycheproof", "algorithms"),
      ],
      [...x509("key-edges", "certificates"), "tests/core/csr/decode.test.ts"],
      [...MATCHING, ...testFiles("tests/core/chain/")],
      POST_QUANTUM,
    ],
  },
];

/** The sources of a room. */
export function sourcesOf({ folder }: Room): string[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return sourcesOf({ folder: path, tests: [] });
    return name.endsWith(".ts") && !name.endsWith(".d.ts") ? [path] : [];
  }).sort();
}
