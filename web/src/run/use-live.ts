/** Runs an operation without a click if it only reads and runs on this device. The server waits for a click. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Contract, OutputOf, RequestOf } from "../../../core/kernel/contract.ts";
import { createLive, type Live, sameInput } from "./live.ts";
import type { RunResult } from "./run.ts";
import type { How, OperationHandle } from "./use-operation.ts";

interface LiveRuns<C extends Contract> {
  /** Fields whose changes do not start a run, such as passphrases. */
  without?: readonly string[];
  onStart?: () => void;
  onEnd?: (result: RunResult<OutputOf<C>>) => void;
}

export interface LiveHandle {
  /** Call it after a paste, a file or a hand-over filled the fields: the next run starts at once. */
  fill(): void;
  /** Props of the result panel. */
  readonly panel: { how: How; coming: boolean; arrived: unknown };
}

/** `request`: the current input; null while it is incomplete and must not be read. */
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
    // If the user empties the field and enters the same text again, it is read again.
    if (request === null && ran !== null && !attempting && state.status !== "loading") forget();
  });
  useEffect(() => () => live.current?.stop(), []);

  return {
    fill() {
      filled.current = true;
      // Renders, even if the text has not changed.
      draw((count) => count + 1);
    },
    panel: {
      how: "how" in state ? state.how : "asked",
      coming: isWanted || attempting,
      arrived: state,
    },
  };
}
