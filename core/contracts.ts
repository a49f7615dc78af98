/**
 * The contracts that the API offers, in the order of its documentation. The registry binds the same
 * ones to their code; this list has none, so that a page can carry it.
 */
import { caaCheck, caaGenerate, caaLookup, caaValidate } from "./caa/contract.ts";
import { chainAnalyze, chainAnalyzeUrl } from "./chain/contract.ts";
import type { Contract } from "./kernel/contract.ts";
import { csrDecode, csrGenerate } from "./csr/contract.ts";
import { inspect } from "./inspect/contract.ts";
import { matchVerify } from "./match/contract.ts";
import { pfxConvert, pfxOpen } from "./pfx/contract.ts";

export const apiContracts: readonly Contract[] = [
  csrGenerate,
  csrDecode,
  chainAnalyze,
  chainAnalyzeUrl,
  matchVerify,
  pfxConvert,
  pfxOpen,
  caaGenerate,
  caaLookup,
  caaValidate,
  caaCheck,
  inspect,
];
