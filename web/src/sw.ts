/**
 * The service worker. It fetches the files of the app once and then serves them from the cache. It does
 * not handle requests to the API.
 */
import { clientsClaim } from "workbox-core";
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { keptData } from "./app/pwa/kept-data.ts";
import { KEEP_LATER } from "./app/pwa/keep-later.ts";
import { addressOf, NOT_FOUND_FILE } from "./page/documents.ts";
import { isReference } from "./page/reference-address.ts";

/** The part of ServiceWorkerGlobalScope that this file uses. The DOM library types `self` as a window. */
interface ServiceWorkerScope {
  readonly __WB_MANIFEST: { url: string; revision: string | null; later?: boolean }[];
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: ExtendableMessageEvent) => void): void;
}
interface ExtendableMessageEvent extends MessageEvent {
  waitUntil(promise: Promise<unknown>): void;
}
declare const self: ServiceWorkerScope;

const manifest = self.__WB_MANIFEST;

// The server always sends the error page with status 404, but it is cached like the other documents.
const ERROR_PAGE = addressOf(NOT_FOUND_FILE);
addPlugins([{
  cacheWillUpdate: ({ request, response }) => {
    const isErrorPage = response.status === 404 && new URL(request.url).pathname === ERROR_PAGE &&
      response.headers.get("content-type")?.startsWith("text/html");
    return Promise.resolve(response.ok || isErrorPage ? response : null);
  },
}]);

// Documents are cached under their own addresses with their response headers, because the headers
// differ: only the popup may be framed and keeps its opener.
precacheAndRoute(manifest.filter(({ later }) => !later), {
  cleanURLs: false,
  directoryIndex: "",
});
cleanupOutdatedCaches();
clientsClaim();

// A new version waits for the user's consent (app/pwa/service-worker.ts).
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") self.skipWaiting();
  if (event.data?.type === KEEP_LATER) {
    event.waitUntil(
      keepLater().then(() => true, () => false).then((kept) => event.ports[0]?.postMessage(kept)),
    );
  }
});

const LATER = "later";
/** File names contain a hash of the content, so a cached file is never outdated. */
const laterFiles = new Set(
  manifest.filter(({ later }) => later).map(({ url }) => new URL(url, location.href).href),
);

/** Fetches the missing files of the second part one after the other, and deletes outdated ones. */
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

registerRoute(({ url }) => url.pathname.startsWith("/data/"), ({ request }) => keptData(request));

// Navigations that are not in the precache as they are: URLs with a query, and unknown pages. Files of
// the app and the API are excluded, except for the API's documentation page.
registerRoute(
  new NavigationRoute(({ request, url }) => documentAt(request, url), {
    allowlist: [/^\/api\/docs\/?(\?|$)/, /^\/(?!api\/|assets\/)/],
  }),
);

async function documentAt(request: Request, { pathname, search }: URL): Promise<Response> {
  const found = await matchPrecache(pathname);
  if (found) return found;
  // Each page has one address, as on the server.
  const address = pathname.endsWith("/") ? pathname.slice(0, -1) : addressOf(pathname.slice(1));
  if (address !== pathname && await matchPrecache(address)) {
    return Response.redirect(address + search, 308);
  }
  // A page that is not cached, a file such as a picture, or an unknown one: ask the server.
  if (isReference(address) || /\.[^/]*$/.test(pathname)) {
    try {
      return await fetch(request);
    } catch {
      // Offline: fall through to the error page.
    }
  }
  const unknown = await matchPrecache(ERROR_PAGE);
  return new Response(unknown?.body, { status: 404, headers: unknown?.headers });
}
