/**
 * Reuses browser contexts. A new one starts a process that has compiled nothing, which takes longer
 * than most tests. If a test changed only its pages, its context is emptied and goes to the next
 * test; otherwise it is closed. Pages are always new.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from "playwright";

export interface Lent {
  context: BrowserContext;
  /**
   * Takes the context back and empties the storage of these origins; null when a test failed in it.
   */
  end(origins: Iterable<string> | null): Promise<void>;
}

interface Kept {
  context: BrowserContext;
  session: CDPSession;
  /** Whether a test changed something that outlives its pages. */
  isChanged: boolean;
}

/** The storage to clear between two tests: all of it, or all but the installed app. */
const EMPTIED = {
  all: "all",
  butTheApp: "cookies,file_systems,indexeddb,local_storage,websql,interest_groups,shared_storage",
};

/** Methods of a context whose effect outlives its pages. */
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
/** Methods of a page's clock, which is its context's. */
const CLOCK = ["install", "pauseAt", "setFixedTime", "setSystemTime"] as const;

const idle = new Map<string, Kept[]>();

/**
 * Gives out a context that is empty like a new one, although its process has compiled the app
 * already.
 */
export async function lendContext(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  { name, prepare, install }: {
    /** The name of the kind of context: those of one name are prepared alike. */
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
  // The context's process ends with its last page. This page is of the same site (the port does not
  // matter) but of another origin, so it shares no storage and no service worker with the tests.
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
