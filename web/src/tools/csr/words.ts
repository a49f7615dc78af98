import type { OutputOf } from "../../../../core/kernel/contract.ts";
import type { csrGenerate } from "../../../../core/csr/contract.ts";

export type Generated = OutputOf<typeof csrGenerate>;

/** The key that was given is not told of: who gave it has it. */
export const readyText = ({ privateKey }: Generated): string =>
  privateKey === null ? "CSR is ready" : "CSR and private key are ready";
