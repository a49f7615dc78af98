/**
 * The contracts that the API offers, in the order of its documentation. The registry binds the same
 * ones to their code; this list has none, so that a page can carry it.
 */
import { chainAnalyze } from "./chain/contract.ts";
import type { Contract } from "./contract.ts";
import { csrDecode } from "./csr/contract.ts";

export const apiContracts: readonly Contract[] = [
  csrDecode,
  chainAnalyze,
];
