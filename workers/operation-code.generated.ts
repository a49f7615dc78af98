// Written by `deno task generated` from core/tools.ts and the tools' folders.

/** Loads the code of an operation, by its name. */
export const operationCode: Readonly<Record<string, () => Promise<unknown>>> = {
  "csr/generate": () => import("../core/csr/generate.ts"),
  "csr/prefill": () => import("../core/csr/prefill.ts"),
  "csr/decode": () => import("../core/csr/decode.ts"),
  "chain/analyze": () => import("../core/chain/analyze.ts"),
  "match/verify": () => import("../core/match/verify.ts"),
  "pfx/convert": () => import("../core/pfx/convert.ts"),
  "pfx/open": () => import("../core/pfx/open.ts"),
  "caa/generate": () => import("../core/caa/generate.ts"),
  "caa/validate": () => import("../core/caa/validate.ts"),
  "caa/check": () => import("../core/caa/check.ts"),
  "password/generate": () => import("../core/password/generate.ts"),
  "password/passphrase": () => import("../core/password/passphrase.ts"),
  "inspect": () => import("../core/inspect/inspect.ts"),
  "certificate/generate": () => import("../core/certificate/generate.ts"),
  "certificate/convert": () => import("../core/certificate/convert.ts"),
  "certificate/lint": () => import("../core/certificate/lint.ts"),
  "certificate/read-again": () => import("../core/certificate/read-again.ts"),
  "certificate/diff": () => import("../core/certificate/diff.ts"),
  "key/convert": () => import("../core/key/convert.ts"),
  "crl/generate": () => import("../core/crl/generate.ts"),
  "bundle/make": () => import("../core/bundle/make.ts"),
};
