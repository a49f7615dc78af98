/**
 * Browser tests: the server as deployed, started from `api/main.ts`, and a real Chromium. Every test
 * gets an empty context, and fails on a console error, an uncaught error or a request to another
 * origin.
 */
import { KEEP_LATER } from "../../web/src/app/pwa/keep-later.ts";
import assert from "node:assert/strict";
import { afterAll, it } from "@std/testing/bdd";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
  type Worker,
} from "playwright";
import { BROWSER_ARGS, findBrowser, needsBrowser } from "../support/browser.ts";
import { fullOnly } from "../support/matrix.ts";
import { type Needed, needsAll } from "../support/programs.ts";
import { ensureBuilt, serverCommand } from "../support/process.ts";
import { forgetContexts, lendContext } from "./contexts.ts";

export interface BrowserTest {
  page: Page;
  context: BrowserContext;
  /** Origin of the served app, without a slash at its end. */
  origin: string;
  /** Every request of the context so far, as "METHOD URL". */
  requests: string[];
}

export interface BrowserTestOptions extends Needed {
  /** Console errors that the test provokes: a message that includes one of these is expected. */
  expectErrors?: string[];
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  /** Lets the page read and write the clipboard. */
  clipboard?: boolean;
  /** Whether animations run, as for most users. */
  motion?: boolean;
  /**
   * Whether an idle page starts its worker, as for most users. Few tests need it, and a worker
   * costs as much as the rest of the page.
   */
  prepares?: boolean;
  /** Further origins that the test may contact. */
  allowOrigin?: (url: URL) => boolean;
  /** Further environment of the server. */
  env?: Record<string, string>;
  /** Whether it is a second visit: the service worker has installed the app, and is in control. */
  installed?: boolean;
}

let browser: Promise<Browser> | undefined;
const servers = new Map<string, Promise<Server>>();

interface Server {
  origin: string;
  process: Deno.ChildProcess;
}

/** Starts `api/main.ts` on a free port of 127.0.0.1; one process for each environment. */
export async function serve(env: Record<string, string> = {}): Promise<string> {
  const key = JSON.stringify(env);
  let server = servers.get(key);
  if (!server) {
    server = startProcess(env);
    servers.set(key, server);
  }
  return (await server).origin;
}

async function startProcess(env: Record<string, string>): Promise<Server> {
  await ensureBuilt();
  const process = (await serverCommand(
    { PORT: "0", RATE_LIMIT_PER_MINUTE: "0", COMPUTE_THREADS: "1", ...env },
    [],
    { stderr: "inherit" },
  )).spawn();
  // A script that fails, or ends without closing them, must leave no server behind.
  globalThis.addEventListener("unload", () => {
    try {
      process.kill();
    } catch {
      // It has ended by itself.
    }
  });
  let text = "";
  const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (true) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The server ended at its start: ${text}`);
    text += value;
    const address = /http:\/\/[^\s"]+/.exec(text);
    if (address) {
      // Further output is read and dropped, because a full pipe would stop the server.
      (async () => {
        while (!(await reader.read()).done);
      })();
      return { origin: address[0], process };
    }
  }
}

/** Ends the browser and the servers, which otherwise run until the last test file has ended. */
export async function close(): Promise<void> {
  forgetContexts();
  await (await browser)?.close();
  browser = undefined;
  for (const server of servers.values()) {
    const { process } = await server;
    process.kill();
    await process.status;
  }
  servers.clear();
}

afterAll(close);

/** The browser of this process. */
export async function launch(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("No Chromium is installed");
  // Chromium decodes the names of files as the locale says, and a minimal system has no locale.
  const env = { ...Deno.env.toObject(), LC_ALL: "C.UTF-8" };
  browser ??= chromium.launch({ executablePath, args: BROWSER_ARGS, env });
  return await browser;
}

/** The page's worker, which may have been started already: pages prepare it when they rest. */
export async function workerOf(page: Page): Promise<Worker> {
  return page.workers()[0] ?? await page.waitForEvent("worker");
}

/** Holds back, from now on, what the page asks its worker to run. */
export async function holdRuns(page: Page) {
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    const held: (() => void)[] = [];
    Object.assign(globalThis, { held });
    Worker.prototype.postMessage = function (...call: unknown[]) {
      const post = () => postMessage.apply(this, call as Parameters<typeof postMessage>);
      if ((call[0] as { path?: string[] }).path?.join() === "execute") held.push(post);
      else post();
    };
  });
  return {
    /** Waits until this many runs have been held back. */
    isHeld: (count: number) =>
      page.waitForFunction(
        (count) => (globalThis as unknown as { held: unknown[] }).held.length >= count,
        count,
      ),
    /** Lets those begin that have been held back so far, and returns their number. */
    release: () =>
      page.evaluate(() => {
        const { held } = globalThis as unknown as { held: (() => void)[] };
        held.forEach((post) => post());
        return held.length;
      }),
  };
}

/** Registers one test in a page of its own. */
export function browserTest(
  name: string,
  body: (test: BrowserTest) => Promise<void>,
  options: BrowserTestOptions = {},
): void {
  // The browser and the server outlive each test on purpose.
  it(name, {
    sanitizeOps: false,
    sanitizeResources: false,
    ...needsAll(needsBrowser(), options),
  }, async () => {
    const chrome = await launch();
    const origin = await serve(options.env);
    const { context, end } = await lendContext(chrome, origin, {
      // The form is next to the result. From 1200 px it is narrower (wide.test.ts).
      viewport: options.viewport ?? { width: 1180, height: 900 },
      colorScheme: options.colorScheme ?? "light",
      permissions: options.clipboard ? ["clipboard-read", "clipboard-write"] : [],
      baseURL: origin,
      // Animations would move elements that a test is about to click.
      reducedMotion: options.motion ? "no-preference" : "reduce",
    }, {
      name: options.prepares ? "prepares" : "",
      async prepare(context) {
        // Long enough for a very busy machine; a test that passes does not wait for it.
        context.setDefaultTimeout(60_000);
        await context.addInitScript(holdServiceWorker);
        if (!options.prepares) await context.addInitScript(saveData);
      },
      install: options.installed ? install : null,
    });
    let visited: Set<string> | null = null;
    const requests: string[] = [];
    const faults: string[] = [];
    const watch = (page: Page) => {
      waitForReady(page);
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
    };
    context.on("page", watch);
    const note = (request: Request) => requests.push(`${request.method()} ${request.url()}`);
    context.on("request", note);
    try {
      const page = await context.newPage();
      await body({ page, context, origin, requests });
      const expected = options.expectErrors ?? [];
      assert.deepEqual(
        faults.filter((fault) => !expected.some((part) => fault.includes(part))),
        [],
      );
      const foreign = requests.filter((line) => {
        const url = urlOf(line);
        const isOwn = ["data:", "blob:"].includes(url.protocol) || url.origin === origin;
        return !isOwn && !options.allowOrigin?.(url);
      });
      assert.deepEqual(foreign, [], "requests to another origin");
      visited = new Set([origin, ...requests.map((line) => urlOf(line).origin)]);
      visited.delete("null");
    } finally {
      await end(visited);
      context.off("page", watch);
      context.off("request", note);
    }
  });
}

/** Registers a browser test of the full run only: see docs/testing.md for which these are. */
export function fullBrowserTest(...test: Parameters<typeof browserTest>): void {
  fullOnly(() => browserTest(...test));
}

/** The address of a line of `requests`. */
const urlOf = (line: string) => new URL(line.slice(line.indexOf(" ") + 1));

interface Registering {
  mayRegister?: boolean;
  register?: () => void;
}

/** The browser asks to save data, so a page starts its worker with the first run. */
export function saveData(): void {
  // In a frame's window this may have run for its first, empty document.
  const value = { saveData: true };
  Object.defineProperty(navigator, "connection", { value, configurable: true });
}

/** Keeps the service worker from installing the whole app, which only some tests need. */
function holdServiceWorker(): void {
  let container: ServiceWorkerContainer | undefined;
  try {
    container = navigator.serviceWorker;
  } catch {
    // A sandboxed frame has no service worker and throws.
  }
  if (!container) return;
  const state = globalThis as Registering;
  const register = container.register.bind(container);
  const asked = new Promise<void>((resolve) => state.register = resolve);
  container.register = async (...given) => {
    if (!state.mayRegister) await asked;
    return await register(...given);
  };
}

async function install(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto("/");
  await untilOffline(page);
  await page.close();
}

/** Waits until the service worker controls pages of this context, as on a second visit. */
export async function untilOffline(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    (globalThis as Registering).mayRegister = true;
  });
  await page.evaluate(() => (globalThis as Registering).register?.());
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true })
    );
  });
  // The second part too, which pages request when they rest.
  const kept = await page.evaluate((type) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      navigator.serviceWorker.controller!.postMessage({ type }, [port2]);
    }), KEEP_LATER);
  if (!kept) throw new Error("The service worker does not keep the second part");
}

/**
 * A document shows its page before the code has taken it over. Opening an address also waits for
 * the code, as users do without noticing.
 */
export function waitForReady(page: Page): void {
  const ready = () =>
    page.waitForFunction(() =>
      !document.querySelector("#root > *") || "ready" in document.documentElement.dataset
    );
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await ready();
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await ready();
    return response;
  };
}
