/**
 * The app for one flow, at an origin of its own: in every engine that means its own storage, cache
 * and service worker. Its documents start with a script that reports errors in them, because not
 * every protocol does.
 */
import { type Fault, startFront } from "../support/front.ts";
import { serve } from "../e2e/support.ts";

const PROBE = "/engine-probe.js";
const REPORT = "/engine-fault";

/** Runs in the page before anything else. */
function probe(report: string, mayInstall: boolean): void {
  if (!mayInstall) navigator.serviceWorker.register = () => new Promise(() => {});
  const tell = (text: string) => navigator.sendBeacon(report, text);
  const error = console.error;
  console.error = (...words) => {
    tell(`console: ${words.map(String).join(" ")}`);
    error.apply(console, words);
  };
  addEventListener("error", (event) => {
    const { target } = event;
    // WebKit reports preloads that a navigation cancels, modules and style sheets. One that is really
    // missing also fails its import, which is reported below. A document is complete when it has its own
    // style sheets.
    const isAhead = target instanceof HTMLLinkElement &&
      (target.rel === "modulepreload" || document.readyState === "complete");
    if (isAhead) return;
    if (target instanceof HTMLElement) tell(`not loaded: ${target.outerHTML}`);
    else tell(`uncaught: ${event.message}`);
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => tell(`rejected: ${reason}`));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    tell(`policy: ${effectiveDirective} ${blockedURI}`);
  });
}

export interface Site extends Disposable {
  /** Without a slash at its end. */
  origin: string;
  /** Errors that the pages have reported so far. */
  faults: string[];
  /** A fault to put into an answer; null passes the request on. */
  fault: Fault;
  /**
   * Whether the service worker may install itself, which fetches the whole app. To be set before
   * the first page, and only where it is needed.
   */
  mayInstall: boolean;
  /** Stops the server: from then on there is no network. */
  stop(): void;
}

/** `env`: further environment of the app's server. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const target = await serve(env);
  const front = startFront(target);
  const faults: string[] = [];
  let stopped = false;
  const site: Site = {
    origin: front.origin.replace("127.0.0.1", "localhost"),
    faults,
    mayInstall: false,
    fault: () => null,
    stop() {
      if (stopped) return;
      stopped = true;
      // Not waited for, because a service worker may still fetch after its page is gone.
      front[Symbol.asyncDispose]();
    },
    [Symbol.dispose]: () => site.stop(),
  };
  front.fault = (request, pathname) => {
    if (pathname === REPORT) return reported(request);
    if (pathname === PROBE) {
      return new Response(`(${probe})(${JSON.stringify(REPORT)}, ${site.mayInstall})`, {
        headers: { "content-type": "text/javascript" },
      });
    }
    const isDocument = /^(?:document|iframe)$/.test(request.headers.get("sec-fetch-dest") ?? "");
    return site.fault(request, pathname) ?? (isDocument ? probed(request) : null);
  };
  async function reported(request: Request): Promise<Response> {
    faults.push(await request.text());
    return new Response(null, { status: 204 });
  }
  async function probed(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    // Unconditional, because what the browser has cached lacks the script.
    const accept = request.headers.get("accept") ?? "*/*";
    const answer = await fetch(target + pathname + search, { headers: { accept } });
    const headers = new Headers(answer.headers);
    for (const name of ["content-encoding", "content-length", "etag"]) headers.delete(name);
    const html = (await answer.text()).replace("<head>", `<head><script src="${PROBE}"></script>`);
    return new Response(html, { status: answer.status, headers });
  }
  return site;
}
