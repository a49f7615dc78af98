/** A worker with the real protocol that fails on demand. */
import { expose, wrap } from "comlink";
import type { Emit } from "../../core/kernel/execute.ts";
import type { WorkerApi } from "../../workers/protocol.ts";

let calls = 0;

const api: WorkerApi = {
  execute(name, input) {
    calls += 1;
    if (name === "wait") return new Promise(() => {});
    if (name === "crash") {
      queueMicrotask(() => {
        throw new Error("on purpose");
      });
      return new Promise(() => {});
    }
    if (name === "reject") return Promise.reject(new Error("on purpose"));
    return Promise.resolve({ ok: true, value: { input, calls } });
  },
  async load(name, example) {
    if (name === "crash") reportError(new Error("on purpose"));
    if (example !== undefined) await api.execute(name, example);
  },
  async call(_session, method, input, port) {
    const emit = wrap<Emit>(port as never);
    if (method === "count") {
      for (let n = 1; n <= (input as number); n++) await emit(n);
    }
    return await api.execute(method, input);
  },
};

expose(api);
