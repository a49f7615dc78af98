/**
 * The entry script of a worker. It loads the code with `import()`, because `worker-src` also covers a
 * module worker's static imports, and the workers' policy allows none (HTML, "fetch a module worker
 * script graph"; Chromium does not check this). Messages that arrive in the meantime are kept.
 *
 * This file exports nothing: WebKit evaluates a worker's entry script again if another chunk imports
 * it.
 */
import { operationCode } from "./operation-code.generated.ts";

const early: MessageEvent[] = [];
const keep = (event: MessageEvent) => early.push(event);

addEventListener("message", keep);
// Both at once: on a slow line a round trip takes longer than a file. The call of the operation reports a failure.
operationCode[name]?.().catch(() => {});
import("./expose.ts").then(
  () => {
    removeEventListener("message", keep);
    for (const { data, ports } of early) {
      dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
    }
  },
  // The page's Worker object gets an event for a reported error, but not for a rejected promise.
  reportError,
);
