// Written by `deno task generated` from core/tools.ts and the tools' folders.

import * as csr from "./csr/contract.ts";
import * as csrSchema from "./csr/schema.ts";
import * as chain from "./chain/contract.ts";
import * as chainSchema from "./chain/schema.ts";
import * as match from "./match/contract.ts";
import * as matchSchema from "./match/schema.ts";
import * as pfx from "./pfx/contract.ts";
import * as pfxSchema from "./pfx/schema.ts";
import * as caa from "./caa/contract.ts";
import * as caaSchema from "./caa/schema.ts";
import * as password from "./password/contract.ts";
import * as passwordSchema from "./password/schema.ts";
import * as inspect from "./inspect/contract.ts";
import * as inspectSchema from "./inspect/schema.ts";
import * as certificate from "./certificate/contract.ts";
import * as certificateSchema from "./certificate/schema.ts";
import * as key from "./key/contract.ts";
import * as keySchema from "./key/schema.ts";
import * as crl from "./crl/contract.ts";
import * as crlSchema from "./crl/schema.ts";
import * as bundle from "./bundle/contract.ts";
import * as bundleSchema from "./bundle/schema.ts";
import { bind, type Binding, remote } from "./kernel/execute.ts";

/** Every operation, in the order of the documentation. Its code is loaded by its first call. */
export const bindings: readonly Binding[] = [
  bind(
    csr.csrGenerate,
    csrSchema.csrGenerate,
    async () => (await import("./csr/generate.ts")).generate,
  ),
  bind(
    csr.csrPrefill,
    csrSchema.csrPrefill,
    async () => (await import("./csr/prefill.ts")).prefill,
  ),
  bind(
    csr.csrDecode,
    csrSchema.csrDecode,
    async () => (await import("./csr/decode.ts")).decode,
  ),
  bind(
    chain.chainAnalyze,
    chainSchema.chainAnalyze,
    async () => (await import("./chain/analyze.ts")).analyze,
  ),
  remote(chain.chainAnalyzeUrl, chainSchema.chainAnalyzeUrl),
  bind(
    match.matchVerify,
    matchSchema.matchVerify,
    async () => (await import("./match/verify.ts")).verify,
  ),
  bind(
    pfx.pfxConvert,
    pfxSchema.pfxConvert,
    async () => (await import("./pfx/convert.ts")).convert,
  ),
  bind(
    pfx.pfxOpen,
    pfxSchema.pfxOpen,
    async () => (await import("./pfx/open.ts")).open,
  ),
  bind(
    caa.caaGenerate,
    caaSchema.caaGenerate,
    async () => (await import("./caa/generate.ts")).generate,
  ),
  remote(caa.caaLookup, caaSchema.caaLookup),
  bind(
    caa.caaValidate,
    caaSchema.caaValidate,
    async () => (await import("./caa/validate.ts")).validate,
  ),
  bind(
    caa.caaCheck,
    caaSchema.caaCheck,
    async () => (await import("./caa/check.ts")).check,
  ),
  bind(
    password.passwordGenerate,
    passwordSchema.passwordGenerate,
    async () => (await import("./password/generate.ts")).generate,
  ),
  bind(
    password.passwordPassphrase,
    passwordSchema.passwordPassphrase,
    async () => (await import("./password/passphrase.ts")).passphrase,
  ),
  bind(
    inspect.inspect,
    inspectSchema.inspect,
    async () => (await import("./inspect/inspect.ts")).inspect,
  ),
  bind(
    certificate.certificateGenerate,
    certificateSchema.certificateGenerate,
    async () => (await import("./certificate/generate.ts")).generate,
  ),
  bind(
    certificate.certificateConvert,
    certificateSchema.certificateConvert,
    async () => (await import("./certificate/convert.ts")).convert,
  ),
  bind(
    certificate.certificateLint,
    certificateSchema.certificateLint,
    async () => (await import("./certificate/lint.ts")).lint,
  ),
  bind(
    certificate.certificateReadAgain,
    certificateSchema.certificateReadAgain,
    async () => (await import("./certificate/read-again.ts")).readAgain,
  ),
  bind(
    certificate.certificateDiff,
    certificateSchema.certificateDiff,
    async () => (await import("./certificate/diff.ts")).diff,
  ),
  bind(
    key.keyConvert,
    keySchema.keyConvert,
    async () => (await import("./key/convert.ts")).convert,
  ),
  bind(
    crl.crlGenerate,
    crlSchema.crlGenerate,
    async () => (await import("./crl/generate.ts")).generate,
  ),
  bind(
    bundle.bundleMake,
    bundleSchema.bundleMake,
    async () => (await import("./bundle/make.ts")).make,
  ),
];
