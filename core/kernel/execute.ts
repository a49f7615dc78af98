/**
 * The one way from a name and an unknown input to an Outcome: find, validate, load, run. It is the
 * same code in the worker, behind HTTP and in a test, and the only catch in the project's domain.
 */
import * as v from "valibot";
import type { Context } from "./context.ts";
import type { Contract, InputOf, OutputOf } from "./contract.ts";
import {
  failure,
  isOperationError,
  type Issue,
  type OperationErrorCode,
  type Outcome,
} from "./errors.ts";
import { KERNEL_TEXT } from "./texts.ts";

/** The code of an operation: a pure function of its input and its context. */
export type Operation<C extends Contract> = (
  input: InputOf<C>,
  context: Context,
) => OutputOf<C> | Promise<OutputOf<C>>;

/** A contract with the way to its code. */
export interface Binding {
  readonly contract: Contract;
  // Contract is contravariant in its input, so the registry holds the widest type; bind() checks.
  // deno-lint-ignore no-explicit-any
  readonly load: () => Promise<(input: any, context: Context) => unknown>;
}

/**
 * Ties a contract to a lazy import of its code and checks that the two fit. The code is asked for
 * once: an import costs a turn of the event loop each time. One that failed is tried again.
 */
export function bind<C extends Contract>(
  contract: C,
  load: () => Promise<Operation<C>>,
): Binding {
  let loading: Promise<Operation<C>> | undefined;
  return {
    contract,
    load: () =>
      loading ??= load().catch((fault) => {
        loading = undefined;
        throw fault;
      }),
  };
}

/** Operations by name. */
export type Registry = ReadonlyMap<string, Binding>;

export function registry(bindings: readonly Binding[]): Registry {
  return new Map(bindings.map((binding) => [binding.contract.name, binding]));
}

/** Faults of an input that are told one by one; of the others their number is. */
const MAX_ISSUES = 50;

/** Told of every fault that is ours (code `internal`); must not log the message, only the stack. */
export type OnFault = (name: string, fault: unknown) => void;

/**
 * Runs one operation. Never throws and never rejects: whatever goes wrong is in the Outcome.
 * Issues come in the order of the contract's fields, which is the order of the form.
 */
export async function execute(
  operations: Registry,
  name: string,
  input: unknown,
  context: Context,
  onFault?: OnFault,
): Promise<Outcome<unknown, OperationErrorCode>> {
  const binding = operations.get(name);
  if (!binding) return failure("invalid_input", `NO SUCH OPERATION`);
  try {
    const parsed = v.safeParse(binding.contract.input, input, { abortPipeEarly: true });
    if (!parsed.success) {
      const issues = parsed.issues.slice(0, MAX_ISSUES).map(toIssue);
      const others = parsed.issues.length - issues.length;
      if (others > 0) issues.push({ path: "", message: KERNEL_TEXT.moreIssues(others) });
      return failure("invalid_input", issues[0].message, issues);
    }
    const operation = await binding.load();
    return { ok: true, value: await operation(parsed.output, context) };
  } catch (thrown) {
    if (isOperationError(thrown)) {
      const issues = thrown.path ? [{ path: thrown.path, message: thrown.message }] : [];
      return failure(thrown.code, thrown.message, issues);
    }
    onFault?.(name, thrown);
    return failure("internal", "");
  }
}

function toIssue(issue: v.BaseIssue<unknown>): Issue {
  return { path: v.getDotPath(issue) ?? "", message: issue.message };
}
