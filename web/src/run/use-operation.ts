/** The state of an operation on a page, and the functions that start, cancel and reset it. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Contract, OutputOf, RequestOf } from "../../../core/kernel/contract.ts";
import type { Failure } from "../../../core/kernel/errors.ts";
import { firstMissing } from "../lib/browser.ts";
import { createSetting, type Setting, useSetting } from "../lib/store.ts";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import { useClearedOnLeave, useHere } from "../lib/hooks.ts";
import { usePrepared } from "./prepare.ts";
import { notLoaded, type Route, routeOf, run, type RunResult, type Where } from "./run.ts";
import { sameInput } from "./live.ts";

/** Where the last result was made, and in how many milliseconds. */
export interface Made {
  readonly where: Where;
  readonly milliseconds: number;
}

/** The cause of a run: a click, a paste or file, or typing. */
export type How = "asked" | "filled" | "typed";

export type OperationState<T> =
  | { readonly status: "idle" }
  /** `parts`: the fields of the result that have arrived; null before the first. */
  | { readonly status: "loading"; readonly parts: Partial<T> | null }
  | { readonly status: "result"; readonly value: T; readonly how: How }
  /** The parts that arrived before a cancel or a failure; `error` is null after a cancel. */
  | { readonly status: "partial"; readonly parts: Partial<T>; readonly error: Failure | null }
  | { readonly status: "error"; readonly error: Failure; readonly how: How };

interface UnderWay<C extends Contract> {
  readonly controller: AbortController;
  readonly input: RequestOf<C>;
  how: How;
  /** The parts that have arrived so far. */
  parts: Partial<OutputOf<C>> | null;
  done: Promise<RunResult<OutputOf<C>> | null>;
}

export interface OperationHandle<C extends Contract = Contract> {
  readonly state: OperationState<OutputOf<C>>;
  /** Where the next run would take place. */
  readonly route: Route;
  readonly prefer: Where;
  setPrefer(where: Where): void;
  /** Runs on this device until the user chooses a place, whatever choice is remembered. */
  stayHere(): void;
  /** Kept while the next run is under way. */
  readonly made: Made | null;
  /** The input of the result; null without a result, and after a secret in it was cleared. */
  readonly judged: RequestOf<C> | null;
  /** There is a result, and the form now has another input. */
  readonly outdated: boolean;
  /**
   * Clears the previous result and error, cancels a run that is under way, and starts. Resolves with
   * the result, or with null if this run was cancelled or replaced.
   */
  run(input: RequestOf<C>): Promise<RunResult<OutputOf<C>> | null>;
  /**
   * Runs without a click, and only on this device: it does nothing where the server would run it. The state
   * changes only when there is a result or an error of a field. Other failures are not shown, because the
   * button reports them.
   */
  attempt(input: RequestOf<C>, filled: boolean): Promise<RunResult<OutputOf<C>> | null>;
  /** The input of the last run, successful or not, until `forget`. */
  readonly ran: RequestOf<C> | null;
  /** A run without a click is under way. */
  readonly attempting: boolean;
  /** Forgets the input of the last run. */
  forget(): void;
  /** Forgets the inputs of the last run and of the result, because they hold a secret. The result stays. */
  forgetInput(): void;
  /** Cancels a run, clears result and error, and returns to idle. */
  reset(): void;
  /** Returns a function that shows the current result again, unless input or answer may hold a secret. */
  keep(): () => void;
  /** Cancels a run and keeps the parts that have arrived. */
  stop(): void;
  /** Cancels a run and reports that a chunk of the page did not load. */
  failToLoad(): void;
}

/**
 * `tool`: the id under which the choice of "Where it runs" is stored. `current`: the form's current
 * input; a result of another input is out of date. `prepares`: load the code in advance and run it
 * with `example`, which must be the same function on every render. `inParts`: show the parts of an
 * answer as they arrive.
 */
export function useOperation<C extends Contract>(
  contract: C,
  tool: string,
  current?: RequestOf<C>,
  { prepares = true, example, inParts = false }: {
    prepares?: boolean;
    example?: () => RequestOf<C> | Promise<RequestOf<C>>;
    inParts?: boolean;
  } = {},
): OperationHandle<C> {
  const [state, setState] = useState<OperationState<OutputOf<C>>>({ status: "idle" });
  const [made, setMade] = useState<Made | null>(null);
  const [judged, setJudged] = useState<RequestOf<C> | null>(null);
  const [remembered, remember] = useSetting(whereSetting(tool));
  const [stays, setStays] = useState(false);
  const prefer = stays ? "device" : remembered;
  const setPrefer = (where: Where) => {
    setStays(false);
    remember(where);
  };
  const stayHere = useCallback(() => setStays(true), []);
  const ask = useConfirm();
  const [ran, setRan] = useState<RequestOf<C> | null>(null);
  const [attempting, setAttempting] = useState(false);
  const running = useRef<UnderWay<C> | null>(null);

  const reset = useCallback(() => {
    running.current?.controller.abort();
    running.current = null;
    setAttempting(false);
    setState({ status: "idle" });
    setMade(null);
    setJudged(null);
  }, []);
  const forget = useCallback(() => setRan(null), []);
  const keep = () => {
    if (contract.secrets.length > 0 || state.status === "loading") return reset;
    return () => {
      reset();
      setState(state);
      setMade(made);
      setJudged(judged);
      setRan(ran);
    };
  };
  const stop = useCallback(() => {
    const { parts = null, input } = running.current ?? {};
    reset();
    if (!parts || !input) return;
    setJudged(input);
    setState({ status: "partial", parts, error: null });
  }, [reset]);

  const failToLoad = useCallback(() => {
    reset();
    setState({ status: "error", error: notLoaded().error, how: "asked" });
  }, [reset]);

  useEffect(() => () => running.current?.controller.abort(), []);

  const forgetInput = useCallback(() => {
    setJudged(null);
    setRan(null);
  }, []);
  useClearedOnLeave(() => {
    if (contract.secrets.length > 0) forgetInput();
  });

  const finish = useCallback(async (mine: UnderWay<C>) => {
    const { input, controller: { signal } } = mine;
    const onPart = (part: Record<string, unknown>) => {
      if (running.current !== mine) return;
      const parts = mine.parts = { ...mine.parts, ...part } as Partial<OutputOf<C>>;
      setJudged(input);
      setState({ status: "loading", parts });
    };
    const byItself = mine.how !== "asked";
    const result = await run(contract, input, {
      signal,
      prefer: byItself ? "device" : prefer,
      confirm: byItself ? undefined : () => mayBeSent(ask),
      onPart: inParts ? onPart : undefined,
    });
    const error = result.ok ? null : result.error;
    if (running.current !== mine) return null;
    running.current = null;
    setAttempting(false);
    const { how } = mine;
    if (!result.ok && how !== "asked" && result.error.issues.length === 0) return result;
    if (!result.ok && result.error.code === "cancelled") {
      setState({ status: "idle" });
      return null;
    }
    setMade(result.ok ? { where: result.where, milliseconds: result.milliseconds } : null);
    setJudged(result.ok || mine.parts ? input : null);
    if (result.ok) setState({ status: "result", value: result.value, how });
    else if (mine.parts) setState({ status: "partial", parts: mine.parts, error });
    else setState({ status: "error", error: error!, how });
    return result;
  }, [contract, prefer, ask, inParts]);

  const begin = useCallback((input: RequestOf<C>, how: How) => {
    const before = running.current;
    if (how === "asked") {
      setState({ status: "loading", parts: null });
      setJudged(null);
      const runsByItself = before !== null && before.how !== "asked" && prefer === "device";
      if (runsByItself && sameInput(before.input, input)) {
        // The run that is under way also answers the click, unless the click is for the server.
        before.how = how;
        return before.done;
      }
    }
    before?.controller.abort();
    const mine = { controller: new AbortController(), input, how, parts: null } as UnderWay<C>;
    running.current = mine;
    setRan(input);
    setAttempting(how !== "asked");
    return mine.done = finish(mine);
  }, [finish, prefer]);

  const start = useCallback((input: RequestOf<C>) => begin(input, "asked"), [begin]);
  const attempt = useCallback(
    (input: RequestOf<C>, filled: boolean) =>
      routeOf(contract, "device").where === "device"
        ? begin(input, filled ? "filled" : "typed")
        : Promise.resolve(null),
    [contract, begin],
  );

  // The prerendered page does not know the browser, so it assumes that no capability is missing.
  const missing = useHere(() => firstMissing(contract.needs), null);
  const route = routeOf(contract, prefer, () => missing);
  usePrepared(contract, route.where, prepares, example);
  const shown = state.status === "result" || state.status === "partial" ||
    state.status === "loading" && state.parts !== null;
  const outdated = shown && current !== undefined &&
    !sameInput(judged, current);
  return {
    ...{ state, route, prefer, setPrefer, stayHere, made, judged, outdated, ran, attempting },
    ...{ run: start, attempt, forget, forgetInput, reset, keep, stop, failToLoad },
  };
}

/** Asks before a secret is sent. Resolves to false if the code of the question does not load. */
const mayBeSent = (ask: ReturnType<typeof useConfirm>) =>
  import("./secret-question.ts").then(({ secretQuestion }) => ask(secretQuestion()), () => false);

const settings = new Map<string, Setting<Where>>();

/** The user's choice of where a tool runs. Returns the same object for the same id. */
function whereSetting(tool: string): Setting<Where> {
  let setting = settings.get(tool);
  if (!setting) {
    setting = createSetting<Where>(`where:${tool}`, ["device", "server"], "device");
    settings.set(tool, setting);
  }
  return setting;
}
