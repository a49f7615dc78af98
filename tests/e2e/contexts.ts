/**
 * Contexts of the browser, used again. A new one starts a process that has compiled nothing, which
 * costs more than most tests do in it. So a context whose test changed nothing that outlives its pages
 * is emptied and lent to the next test; any other is closed. Pages are always new.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from "playwright";

export interface Lent {
  context: BrowserContext;
  /** Takes it back to be emptied of what these origins have stored; null when a test failed in it. */
  end(origins: Iterable<string> | null): Promise<void>;
}

interface Kept {
  context: BrowserContext;
  session: CDPSession;
  /** Whether a test has changed what its pages do not take along. */
  isChanged: boolean;
}

/** What is emptied between two tests: all, or all but the app as its service worker has installed it. */
const EMPTIED = {
  all: "all",
  butTheApp: "cookies,file_systems,indexeddb,local_storage,websql,interest_groups,shared_storage",
};

/** What stays in a context after its pages have gone. */
const LASTING = [
  "addCookies",
  "addInitScript",
  "clearPermissions",
  "exposeBinding",
  "exposeFunction",
  "grantPermissions",
  "newCDPSession",
  "route",
  "routeFromHAR",
  "routeWebSocket",
  "setExtraHTTPHeaders",
  "setGeolocation",
] as const satisfies (keyof BrowserContext)[];
/** A page's clock is its context's. */
const CLOCK = ["install", "pauseAt", "setFixedTime", "setSystemTime"] as const;

const idle = new Map<string, Kept[]>();

/** A context without anything in it, as a new one but for what its process has compiled. */
export async function lendContext(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  { name, prepare, install }: {
    /** Of what `prepare` does: contexts of one name are alike. */
    name: string;
    prepare: (context: BrowserContext) => Promise<void>;
    /** Installs the app in a new context, which keeps it. */
    install: ((context: BrowserContext) => Promise<void>) | null;
  },
): Promise<Lent> {
  const key = JSON.stringify([origin, options, name, install !== null]);
  const shelf = idle.get(key) ?? [];
  idle.set(key, shelf);
  const kept = shelf.pop() ?? await create(browser, origin, options, async (context) => {
    await prepare(context);
    await install?.(context);
  });
  const { context, session } = kept;
  return {
    context,
    async end(origins) {
      if (!origins || kept.isChanged) return await context.close();
      const [, ...pages] = context.pages();
      for (const page of pages) await page.close();
      await context.setOffline(false);
      const storageTypes = install ? EMPTIED.butTheApp : EMPTIED.all;
      for (const origin of origins) {
        await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
      }
      shelf.push(kept);
    },
  };
}

/** Before the browser is closed. */
export function forgetContexts(): void {
  idle.clear();
}

async function create(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Kept> {
  const context = await browser.newContext(options);
  await prepare(context);
  // Its process ends with its last page. This one is of the same site (a port is no part of it), but
  // of another origin: it shares no storage and no service worker with the tests'.
  const keeper = await context.newPage();
  const { protocol, hostname } = new URL(origin);
  await keeper.route("**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await keeper.goto(`${protocol}//${hostname}/`);
  const kept: Kept = { context, session: await context.newCDPSession(keeper), isChanged: false };
  mark(context, LASTING, kept);
  mark(context.clock, CLOCK, kept);
  return kept;
}

function mark<T extends object>(target: T, methods: readonly (keyof T)[], kept: Kept): void {
  for (const method of methods) {
    const original = target[method] as (...given: unknown[]) => unknown;
    Object.assign(target, {
      [method]: (...given: unknown[]) => {
        kept.isChanged = true;
        return original.apply(target, given);
      },
    });
  }
}
