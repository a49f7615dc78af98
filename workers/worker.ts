/**
 * The script that a worker is started with. It loads the code with `import()`, because `worker-src`
 * covers a module worker's static imports too, and the workers' policy allows none (HTML, "fetch a
 * module worker script graph"; Chromium does not check). Messages that arrive meanwhile are kept.
 *
 * It exports nothing: WebKit evaluates a worker's own script a second time when a part of the build
 * imports it.
 */
const early: MessageEvent[] = [];
const keep = (event: MessageEvent) => early.push(event);

addEventListener("message", keep);
import("./expose.ts").then(
  () => {
    removeEventListener("message", keep);
    for (const { data, ports } of early) {
      dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
    }
  },
  // The worker's owner hears of what is reported, and of no rejection.
  reportError,
);
