/** A tool that only reads and runs here answers by itself; what goes to a server waits for its button. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Contract, OutputOf, RequestOf } from "../../../core/kernel/contract.ts";
import { createLive, type Live, sameInput } from "./live.ts";
import type { RunResult } from "./run.ts";
import type { How, OperationHandle } from "./use-operation.ts";

interface LiveRuns<C extends Contract> {
  /** Fields whose change alone starts no run: passphrases and passwords. */
  without?: readonly string[];
  onStart?: () => void;
  onEnd?: (result: RunResult<OutputOf<C>>) => void;
}

export interface LiveHandle {
  /** The fields were filled by a paste, a file or another page: there is no pause to wait for. */
  fill(): void;
  /** What the result panel needs to know. */
  readonly panel: { how: How; coming: boolean; arrived: unknown };
}

/** `request`: what the fields hold now; null while it is unfinished and not to be read. */
export function useLive<C extends Contract>(
  operation: Pick<
    OperationHandle<C>,
    "state" | "route" | "ran" | "judged" | "attempting" | "attempt" | "forget"
  >,
  request: RequestOf<C> | null,
  { without = [], onStart, onEnd }: LiveRuns<C> = {},
): LiveHandle {
  const { state, route, ran, judged, attempting, forget } = operation;
  const filled = useRef(false);
  const [, draw] = useState(0);

  const keyOf = (input: RequestOf<C> | null): unknown =>
    input && Object.fromEntries(
      Object.entries(input).filter(([name]) => !without.includes(name)),
    );
  const key = keyOf(request);
  const isWanted = request !== null && route.where === "device" && state.status !== "loading" &&
    !sameInput(key, keyOf(ran)) && !sameInput(key, keyOf(judged));

  const start = useEffectEvent(async (isFilled: boolean) => {
    if (request === null) return;
    onStart?.();
    const result = await operation.attempt(request, isFilled);
    if (result) onEnd?.(result);
  });
  const live = useRef<Live>(null);
  useEffect(() => {
    live.current ??= createLive({ start: (isFilled) => start(isFilled) });
    live.current.changed(isWanted ? key : null, filled.current);
    filled.current = false;
    // The same text is read again if it is entered again.
    if (request === null && ran !== null && !attempting && state.status !== "loading") forget();
  });
  useEffect(() => () => live.current?.stop(), []);

  return {
    fill() {
      filled.current = true;
      // Renders even if the text is the same as before.
      draw((count) => count + 1);
    },
    panel: {
      how: "how" in state ? state.how : "asked",
      coming: isWanted || attempting,
      arrived: state,
    },
  };
}
