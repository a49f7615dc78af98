/**
 * Runs operations and methods of sessions: finds the code by name, validates the input, and turns every
 * error into an Outcome. The worker, the HTTP server and the tests all use this code.
 */
import * as v from "valibot";
import type { Context } from "./context.ts";
import type { Contract, InputOf, OutputOf, Schema } from "./contract.ts";
import {
  failure,
  isOperationError,
  type Issue,
  type OperationErrorCode,
  type Outcome,
} from "./errors.ts";
import { once } from "./once.ts";
import * as KERNEL_TEXT from "./texts.ts";

/** The code of an operation: a pure function of its input and its context. */
export type Operation<C extends Contract> = (
  input: InputOf<C>,
  context: Context,
) => OutputOf<C> | Promise<OutputOf<C>>;

/** A contract with its schema and the way to its code. */
export interface Binding {
  readonly contract: Contract;
  readonly schema: Schema;
  // Contract is contravariant in its input, so the registry holds the widest type; bind() checks.
  // deno-lint-ignore no-explicit-any
  readonly load: () => Promise<(input: any, context: Context) => unknown>;
}

/** Binds a contract to its schema and to a lazy import of its code; the types of the three must fit. */
export function bind<S extends Schema>(
  contract: Contract<S>,
  schema: S,
  load: () => Promise<Operation<Contract<S>>>,
): Binding {
  return { contract, schema, load: once(load) };
}

/** An operation that needs a socket: the API binds it to its code (api/operations.ts). */
export function remote<S extends Schema>(contract: Contract<S>, schema: S): Binding {
  return bind(
    contract,
    schema,
    () => Promise.reject(new Error(`${contract.name} has no code: only the API can run it`)),
  );
}

/** Operations by name. */
export type Registry = ReadonlyMap<string, Binding>;

/** Bindings by the name of their operation. */
export function registry(bindings: readonly Binding[]): Registry {
  return new Map(bindings.map((binding) => [binding.contract.name, binding]));
}

/** The most faults of an input that are listed. The others are counted. */
const MAX_ISSUES = 50;

/**
 * Called with every error of our own code (code `internal`). It may log the stack but not the message,
 * which may quote a secret.
 */
export type OnFault = (name: string, fault: unknown) => void;

/**
 * Runs one operation. It never throws and never rejects: every error is in the Outcome. Issues are in
 * the order of the schema's fields, which is the order of the form.
 */
export async function execute(
  operations: Registry,
  name: string,
  input: unknown,
  context: Context,
  onFault?: OnFault,
): Promise<Outcome<unknown, OperationErrorCode>> {
  const binding = operations.get(name);
  if (!binding) return failure("invalid_input", "Unknown operation");
  try {
    const schema = binding.schema.input;
    const parsed = v.safeParse(schema, input, { abortPipeEarly: true });
    if (!parsed.success) {
      const found = inOrder(parsed.issues, schema);
      const issues = found.slice(0, MAX_ISSUES).map(toIssue);
      const others = found.length - issues.length;
      if (others > 0) issues.push({ path: "", message: KERNEL_TEXT.moreIssues(others) });
      return failure("invalid_input", issues[0].message, issues);
    }
    const operation = await binding.load();
    return { ok: true, value: await operation(parsed.output, context) };
  } catch (thrown) {
    return failed(name, thrown, onFault);
  }
}

/**
 * Sends a message to the caller of a session. Resolves with the caller's answer, if any, once the caller has
 * taken the message. Waiting for that keeps a session from flooding its caller.
 */
export type Emit = (message: unknown) => Promise<unknown>;

/**
 * The methods, by name, of an operation with state, which keeps its input and answers many calls. Their
 * expected errors are OperationErrors. A session lives in one worker and ends with it; the API has none.
 */
export type Session = ReadonlyMap<string, (input: never, emit: Emit) => unknown>;

/** Calls one method of a session. Like `execute`, it never throws and never rejects. */
export async function callSession(
  session: Session,
  method: string,
  input: unknown,
  emit: Emit,
  onFault?: OnFault,
): Promise<Outcome<unknown, OperationErrorCode>> {
  const call = session.get(method);
  if (!call) return failure("invalid_input", "Unknown method");
  try {
    return { ok: true, value: await call(input as never, emit) };
  } catch (thrown) {
    return failed(method, thrown, onFault);
  }
}

/** The Outcome for a thrown value. Anything but an OperationError is a fault in our code. */
function failed(
  name: string,
  thrown: unknown,
  onFault: OnFault | undefined,
): Outcome<never, OperationErrorCode> {
  if (isOperationError(thrown)) {
    const issues = thrown.path ? [{ path: thrown.path, message: thrown.message }] : [];
    return failure(thrown.code, thrown.message, issues);
  }
  onFault?.(name, thrown);
  return failure("internal", "");
}

/** Sorts issues by field, because a rule over several fields adds its issue last. */
function inOrder(
  issues: readonly v.BaseIssue<unknown>[],
  schema: v.GenericSchema & { entries?: v.ObjectEntries },
): v.BaseIssue<unknown>[] {
  const order = Object.keys(schema.entries ?? {});
  const place = ({ path }: v.BaseIssue<unknown>) => order.indexOf(String(path?.[0].key));
  return issues.toSorted((a, b) => place(a) - place(b));
}

function toIssue(issue: v.BaseIssue<unknown>): Issue {
  return { path: v.getDotPath(issue) ?? "", message: issue.message };
}
