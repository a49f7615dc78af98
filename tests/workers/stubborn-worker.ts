/** A worker that misbehaves on demand, behind the same protocol as the real one. */
import { expose } from "comlink";
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
};

expose(api);
