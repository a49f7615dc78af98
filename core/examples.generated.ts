// Written by `deno task generated` from core/tools.ts and the tools' folders.

import * as csr from "./csr/examples.ts";
import * as chain from "./chain/examples.ts";
import * as match from "./match/examples.ts";
import * as pfx from "./pfx/examples.ts";
import * as caa from "./caa/examples.ts";
import * as password from "./password/examples.ts";
import * as inspect from "./inspect/examples.ts";
import * as certificate from "./certificate/examples.ts";
import * as key from "./key/examples.ts";
import * as crl from "./crl/examples.ts";
import * as bundle from "./bundle/examples.ts";

/** A working input of each operation, by the operation's name. */
export const examples: Readonly<Record<string, object>> = {
  "csr/generate": csr.csrGenerateExample,
  "csr/prefill": csr.csrPrefillExample,
  "csr/decode": csr.csrDecodeExample,
  "chain/analyze": chain.chainAnalyzeExample,
  "chain/analyze-url": chain.chainAnalyzeUrlExample,
  "match/verify": match.matchVerifyExample,
  "pfx/convert": pfx.pfxConvertExample,
  "pfx/open": pfx.pfxOpenExample,
  "caa/generate": caa.caaGenerateExample,
  "caa/lookup": caa.caaLookupExample,
  "caa/validate": caa.caaValidateExample,
  "caa/check": caa.caaCheckExample,
  "password/generate": password.passwordGenerateExample,
  "password/passphrase": password.passwordPassphraseExample,
  "inspect": inspect.inspectExample,
  "certificate/generate": certificate.certificateGenerateExample,
  "certificate/convert": certificate.certificateConvertExample,
  "certificate/lint": certificate.certificateLintExample,
  "certificate/read-again": certificate.certificateReadAgainExample,
  "certificate/diff": certificate.certificateDiffExample,
  "key/convert": key.keyConvertExample,
  "crl/generate": crl.crlGenerateExample,
  "bundle/make": bundle.bundleMakeExample,
};

/** Descriptions of the fields that only one tool has, by the tool. */
export const aboutFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "csr": csr.about,
  "chain": chain.about,
  "match": match.about,
  "pfx": pfx.about,
  "caa": caa.about,
  "inspect": inspect.about,
  "certificate": certificate.about,
  "key": key.about,
  "crl": crl.about,
  "bundle": bundle.about,
};
