/** The answer about a live host, as it comes in parts. */
import { useCallback, useMemo } from "react";
import { chainAnalyzeUrl } from "../../../../core/chain/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import { type OperationState, useOperation } from "../../run/use-operation.ts";
import type { Analysis } from "./analysis.ts";
import { COMPLETE, missingOf, type Progress } from "./parts.ts";
import { tool } from "./tool.ts";

type State = OperationState<OutputOf<typeof chainAnalyzeUrl>>;

export function useHost(url: string, roots: { roots?: string }) {
  const operation = useOperation(chainAnalyzeUrl, tool.id, { url, ...roots }, { inParts: true });
  const { state, judged, run } = operation;
  const progress = useMemo(() => progressOf(state), [state]);
  /** Asks again about the host that is shown, whatever the form says now. */
  const refresh = useCallback(() => {
    if (judged) run(judged);
  }, [judged, run]);
  return { operation, progress, refresh };
}

/** What is known so far; null if nothing is. */
export function analysisOf(
  state: OperationState<Analysis> | State,
): Analysis | null {
  if (state.status === "result") return state.value;
  // The first part is the chain; without it nothing is shown.
  if (state.status === "loading" || state.status === "partial") {
    return state.parts as Analysis | null;
  }
  return null;
}

function progressOf(state: State): Progress {
  if (state.status === "loading") {
    return { missing: missingOf(state.parts ?? {}), busy: true, failure: null };
  }
  if (state.status !== "partial") return COMPLETE;
  return { missing: missingOf(state.parts), busy: false, failure: state.error?.message ?? null };
}
