/** The answer of the generator. */
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import type { csrGenerate } from "../../../../core/csr/contract.ts";

export type Generated = OutputOf<typeof csrGenerate>;
