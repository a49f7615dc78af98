/** An input of each operation that really works, by its name: one line an operation. */
import { csrDecodeExample, csrGenerateExample, csrPrefillExample } from "./csr/examples.ts";
import { chainAnalyzeExample, chainAnalyzeUrlExample } from "./chain/examples.ts";
import { matchVerifyExample } from "./match/examples.ts";
import { pfxConvertExample, pfxOpenExample } from "./pfx/examples.ts";
import {
  caaCheckExample,
  caaGenerateExample,
  caaLookupExample,
  caaValidateExample,
} from "./caa/examples.ts";
import { inspectExample } from "./inspect/examples.ts";
import { keyConvertExample } from "./key/examples.ts";
import {
  certificateConvertExample,
  certificateGenerateExample,
  certificateLintExample,
  certificateReadAgainExample,
} from "./certificate/examples.ts";
import { passwordGenerateExample, passwordPassphraseExample } from "./password/examples.ts";
import type { Contract, RequestOf } from "./kernel/contract.ts";

const EXAMPLES: Readonly<Record<string, object>> = {
  "csr/decode": csrDecodeExample,
  "csr/prefill": csrPrefillExample,
  "csr/generate": csrGenerateExample,
  "chain/analyze": chainAnalyzeExample,
  "chain/analyze-url": chainAnalyzeUrlExample,
  "match/verify": matchVerifyExample,
  "pfx/convert": pfxConvertExample,
  "pfx/open": pfxOpenExample,
  "caa/generate": caaGenerateExample,
  "caa/validate": caaValidateExample,
  "caa/check": caaCheckExample,
  "caa/lookup": caaLookupExample,
  "inspect": inspectExample,
  "key/convert": keyConvertExample,
  "certificate/generate": certificateGenerateExample,
  "certificate/convert": certificateConvertExample,
  "certificate/lint": certificateLintExample,
  "certificate/read-again": certificateReadAgainExample,
  "password/generate": passwordGenerateExample,
  "password/passphrase": passwordPassphraseExample,
};

/** The example of an operation; that each has one is tested. */
export function exampleOf<C extends Contract>({ name }: C): RequestOf<C> {
  return EXAMPLES[name] as RequestOf<C>;
}
