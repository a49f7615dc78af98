/** The answers of the chain analyzer's two operations. */
import type {
  CaaAgreement,
  ChainResponse,
  Everywhere,
  PostQuantum,
  ServerSource,
  Stapling,
} from "../../../../core/chain/contract.ts";
import { chainVerdict, hostVerdict } from "../../../../core/verdict/chain.ts";
import type { RenderedVerdict } from "../../../../core/verdict/schema.ts";
import { COMPLETE, type Progress } from "./parts.ts";

/** The answer of either operation; it has a source if the certificates came from a server. */
export type Analysis = ChainResponse & {
  source?: ServerSource;
  everywhere?: Everywhere;
  stapling?: Stapling;
  caa?: CaaAgreement | null;
  postQuantum?: PostQuantum;
};

interface Asked {
  /** How much of a live host's answer is there. */
  progress?: Progress;
  /** The host name that pasted certificates were checked for. */
  hostname?: string | null;
}

/** The verdict of the operation, and the same on the parts that have arrived so far. */
export function verdictOf(
  analysis: Analysis,
  { progress = COMPLETE, hostname = null }: Asked = {},
): RenderedVerdict {
  const { source } = analysis;
  return source ? hostVerdict({ ...analysis, source }, progress) : chainVerdict(analysis, hostname);
}

/** Whether pasted certificates are for the host name that they were checked for. */
export const matchesHost = ({ problems }: Analysis): boolean =>
  problems.every(({ code }) => code !== "host_name_mismatch");
