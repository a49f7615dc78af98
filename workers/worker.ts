/**
 * The worker: `core` behind Comlink and nothing else. Its script is served with a policy of its own
 * that allows no connection, so the code that handles keys cannot reach any network.
 */
import { expose } from "comlink";
import { createContext } from "../core/context.ts";
import { execute } from "../core/execute.ts";
import { operations } from "../core/operations.ts";
import type { WorkerApi } from "./protocol.ts";

const api: WorkerApi = {
  execute: (name, input, options = {}) =>
    execute(operations, name, input, createContext({ now: options.now })),
};

expose(api);
