/**
 * The code of a worker: `core` behind Comlink. The server sends worker scripts with a policy that
 * allows no connection, so the code that handles keys cannot reach any network.
 */
import { expose, wrap } from "comlink";
import { BUILT_IN_TABLES, createContext, type Tables } from "../core/kernel/context.ts";
import { failure } from "../core/kernel/errors.ts";
import {
  callSession,
  type Emit,
  execute,
  type OnFault,
  type Registry,
  type Session,
} from "../core/kernel/execute.ts";
import { once } from "../core/kernel/once.ts";
import { operations } from "../core/operations.ts";
import { sessions } from "../core/sessions.ts";
import type { SignedList, WorkerApi } from "./protocol.ts";

/**
 * Ends this worker because code could not be loaded, for example after a deployment. A browser does
 * not load a failed module again in the same worker, so the pool or the session needs another one.
 */
function end(): Promise<never> {
  reportError(new Error("A part of the worker's code could not be loaded"));
  return new Promise(() => {});
}

/**
 * Shows faults of our own code in the console of a development build; a published build has none. Only the
 * stack's frames are shown, because the message of an error may quote a secret.
 */
const onFault: OnFault | undefined = import.meta.env?.DEV
  ? (name, fault) => {
    const { name: kind, stack = "" } = fault instanceof Error ? fault : new Error();
    const frames = stack.split("\n").filter((line) => /^\s*at |@\S+:\d+:\d+$/.test(line));
    console.error([`Internal fault in ${name}: ${kind}`, ...frames].join("\n"));
  }
  : undefined;

const bindings: Registry = new Map(
  [...operations].map(([name, binding]) => [
    name,
    { ...binding, load: () => binding.load().catch(end) },
  ]),
);

/** Loads the code that checks lists, which only some operations need. */
const loadTables = once(() => import("./tables.ts").catch(end));

const tablesOf = async (lists: readonly SignedList[]): Promise<Tables> =>
  await (await loadTables()).checkedTables(lists);

const open = new Map<string, Promise<Session>>();

/** The open session of that name, created on first use; null for an unknown name. */
function sessionOf(name: string): Promise<Session> | null {
  const known = open.get(name);
  if (known) return known;
  const load = sessions.get(name);
  if (!load) return null;
  const session = load().catch(end).then((create) => create());
  open.set(name, session);
  return session;
}

const api: WorkerApi = {
  async execute(name, input, { now, lists = [] } = {}) {
    const tables = lists.length === 0 ? BUILT_IN_TABLES : await tablesOf(lists);
    return await execute(bindings, name, input, createContext({ now, tables }), onFault);
  },
  async load(name, example) {
    await bindings.get(name)?.load();
    if (example !== undefined) await execute(bindings, name, example, createContext());
  },
  async call(name, method, input, port) {
    const session = sessionOf(name);
    if (!session) return failure("invalid_input", "Unknown session");
    const emit = wrap<Emit>(port as never);
    return await callSession(
      await session,
      method,
      input,
      (message) => emit(message),
      onFault,
    );
  },
};

expose(api);
