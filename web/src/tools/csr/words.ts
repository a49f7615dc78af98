import type { OutputOf } from "../../../../core/kernel/contract.ts";
import type { csrGenerate } from "../../../../core/csr/contract.ts";

export type Generated = OutputOf<typeof csrGenerate>;

/** Mentions the key only if it was made here. */
export const readyText = ({ privateKey }: Generated): string =>
  privateKey === null ? "CSR is ready" : "CSR and private key are ready";
