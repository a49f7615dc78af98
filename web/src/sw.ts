/**
 * The service worker. Everything that the app is made of is fetched once and then answered from the
 * cache; what is asked of the API never passes through here.
 */
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { NOT_FOUND_FILE } from "./app/documents.ts";

/** The part of ServiceWorkerGlobalScope used here; the DOM library types `self` as a window. */
interface ServiceWorkerScope {
  readonly __WB_MANIFEST: { url: string; revision: string | null }[];
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}
declare const self: ServiceWorkerScope;

// Documents stand in the cache under their own addresses, with the headers that they were served
// with: the popup may be framed and keeps its opener, all others not.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: "" });
cleanupOutdatedCaches();
clientsClaim();

// A new version waits until the user agrees; see app/service-worker.ts.
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") self.skipWaiting();
});

// What is no address of the cache as it stands: one with a query, or of no page. Not files, and of
// the API the one page that it has.
registerRoute(
  new NavigationRoute(({ url }) => documentAt(url.pathname), {
    allowlist: [/^\/api\/docs\/?(\?|$)/, /^\/(?!api\/)[^.?]*(\?|$)/],
  }),
);

async function documentAt(pathname: string): Promise<Response> {
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const found = await matchPrecache(path);
  if (found) return found;
  const unknown = await matchPrecache(`/${NOT_FOUND_FILE}`);
  return new Response(unknown?.body, { status: 404, headers: unknown?.headers });
}
