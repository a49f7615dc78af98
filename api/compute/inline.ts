/**
 * Runs operations on the main thread, for platforms without workers and for tests. A running
 * operation blocks all other requests, so budgets are smaller.
 */
import { createContext, type Limits } from "../../core/kernel/context.ts";
import { costOf } from "../../core/kernel/contract.ts";
import { execute, type OnFault, type Registry } from "../../core/kernel/execute.ts";
import type { LogLists } from "../data/log-lists.ts";
import { parseJsonObject } from "../http/body.ts";
import { refusalAnswer } from "../http/envelope.ts";
import { Parts } from "../request-context.ts";
import type { RequestContext } from "../request-context.ts";
import type { Compute } from "./compute.ts";
import { answerOf } from "./perform.ts";
import { Schedule, scheduleLimits } from "./schedule.ts";

interface InlineParts {
  operations: Registry;
  limits: Limits;
  schedule?: Schedule;
  onFault?: OnFault;
  /** The tables that are newer than the built-in ones. */
  lists?: Pick<LogLists, "tables">;
}

/** Concurrent operations, most of which wait for other hosts. Only one may be expensive. */
const LIMITS = scheduleLimits(256, 1);

/** Returns a Compute without processes and threads. `limits` is the budget of each operation. */
export function inlineCompute(
  { operations, limits, schedule = new Schedule(LIMITS), onFault, lists }: InlineParts,
): Compute {
  return {
    kind: "inline",
    threads: 0,
    working: 0,
    running: (kind) => schedule.running(kind),
    waiting: (kind) => schedule.waiting(kind),
    close() {},
    async run(contract, { body, client, signal, onPart }) {
      const input = parseJsonObject(body);
      if (!input.ok) return refusalAnswer(input.error);
      const report: OnFault = (name, thrown) => {
        // An operation that was aborted because the client disconnected is not a fault.
        if (!signal().aborted || thrown !== signal().reason) onFault?.(name, thrown);
      };
      const context: RequestContext = {
        ...createContext({ limits, tables: lists?.tables }),
        parts: new Parts([], onPart),
        get signal() {
          return signal();
        },
        onFault: (thrown) => report(contract.name, thrown),
      };
      const kind = costOf(contract, input.value);
      return await schedule.run(
        client,
        kind,
        async () =>
          answerOf(
            contract,
            await execute(operations, contract.name, input.value, context, report),
          ),
        { signal, bytes: body.length },
      );
    },
  };
}
