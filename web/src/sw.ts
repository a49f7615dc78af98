/**
 * The service worker. Everything that the app is made of is fetched once and then answered from the
 * cache; what is asked of the API never passes through here.
 */
import { clientsClaim } from "workbox-core";
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { isLater, KEEP_LATER } from "./app/pwa/later.ts";
import { addressOf, NOT_FOUND_FILE } from "./page/documents.ts";

/** The part of ServiceWorkerGlobalScope used here; the DOM library types `self` as a window. */
interface ServiceWorkerScope {
  readonly __WB_MANIFEST: { url: string; revision: string | null }[];
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: ExtendableMessageEvent) => void): void;
}
interface ExtendableMessageEvent extends MessageEvent {
  waitUntil(promise: Promise<unknown>): void;
}
declare const self: ServiceWorkerScope;

const manifest = self.__WB_MANIFEST;

// The error page is served with 404 under every address, its file's too, and kept all the same.
const ERROR_PAGE = addressOf(NOT_FOUND_FILE);
addPlugins([{
  cacheWillUpdate: ({ request, response }) => {
    const isErrorPage = response.status === 404 && new URL(request.url).pathname === ERROR_PAGE &&
      response.headers.get("content-type")?.startsWith("text/html");
    return Promise.resolve(response.ok || isErrorPage ? response : null);
  },
}]);

// Documents are in the cache under their own addresses, with the headers that they were served
// with: the popup may be framed and keeps its opener, all others not.
precacheAndRoute(manifest.filter(({ url }) => !isLater(url)), {
  cleanURLs: false,
  directoryIndex: "",
});
cleanupOutdatedCaches();
clientsClaim();

// A new version waits until the user agrees; see app/pwa/service-worker.ts.
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") self.skipWaiting();
  if (event.data?.type === KEEP_LATER) {
    event.waitUntil(
      keepLater().then(() => true, () => false).then((kept) => event.ports[0]?.postMessage(kept)),
    );
  }
});

const LATER = "later";
/** Named by their content, so one that is there is the right one. */
const laterFiles = new Set(
  manifest.filter(({ url }) => isLater(url)).map(({ url }) => new URL(url, location.href).href),
);

/** Fetches what is missing of the second part, one after the other, and drops what is of old. */
async function keepLater(): Promise<void> {
  const cache = await caches.open(LATER);
  const kept = new Set<string>();
  for (const { url } of await cache.keys()) {
    if (laterFiles.has(url)) kept.add(url);
    else await cache.delete(url);
  }
  for (const url of laterFiles) if (!kept.has(url)) await cache.add(url);
}

registerRoute(
  ({ url }) => laterFiles.has(url.href),
  async ({ request }) =>
    await (await caches.open(LATER)).match(request.url) ?? await fetch(request),
);

// What is no address of the cache as it is: one with a query, or of no page. Neither parts of
// the app nor the API, which has one page.
registerRoute(
  new NavigationRoute(({ request, url }) => documentAt(request, url), {
    allowlist: [/^\/api\/docs\/?(\?|$)/, /^\/(?!api\/|assets\/)/],
  }),
);

async function documentAt(request: Request, { pathname, search }: URL): Promise<Response> {
  const found = await matchPrecache(pathname);
  if (found) return found;
  // One address for each page, as the server has it.
  const address = pathname.endsWith("/") ? pathname.slice(0, -1) : addressOf(pathname.slice(1));
  if (address !== pathname && await matchPrecache(address)) {
    return Response.redirect(address + search, 308);
  }
  // A file that is not kept here, such as a picture, or none at all: the server knows.
  if (/\.[^/]*$/.test(pathname)) {
    try {
      return await fetch(request);
    } catch {
      // Offline: nothing is here.
    }
  }
  const unknown = await matchPrecache(ERROR_PAGE);
  return new Response(unknown?.body, { status: 404, headers: unknown?.headers });
}
