/**
 * The service worker. Everything that the app is made of is fetched once and then answered from the
 * cache; what is asked of the API never passes through here.
 */
import { clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { POPUP_PATH } from "./app/popup-path.ts";

/** The part of ServiceWorkerGlobalScope used here; the DOM library types `self` as a window. */
interface ServiceWorkerScope {
  readonly __WB_MANIFEST: { url: string; revision: string | null }[];
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}
declare const self: ServiceWorkerScope;

precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: "" });
cleanupOutdatedCaches();
clientsClaim();

// A new version waits until the user agrees; see app/service-worker.ts.
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") self.skipWaiting();
});

registerRoute(
  ({ request, url }) => request.mode === "navigate" && url.pathname === POPUP_PATH,
  createHandlerBoundToURL(POPUP_PATH),
);

// Every other page is the shell: all but the API and files, and of the API the one page it has.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL("/"), {
    allowlist: [/^\/api\/docs(\?|$)/, /^\/(?!api\/)[^.?]*(\?|$)/],
  }),
);
