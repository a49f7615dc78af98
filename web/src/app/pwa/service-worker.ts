/**
 * The page's view of the service worker: whether the app is complete on this device, and whether a new
 * version is waiting. The page never reloads by itself, because unsaved input would be lost.
 */
import { KEEP_LATER } from "./keep-later.ts";
import { createStore } from "../../lib/store.ts";

interface AppState {
  /** Everything is cached: the app works without a network. */
  readonly ready: boolean;
  /** A new version that is installed and waits for the user's consent. */
  readonly waiting: ServiceWorker | null;
}

export const appState = createStore<AppState>({ ready: false, waiting: null });

/** Milliseconds after which an open page checks for a new version when it becomes visible. */
const CHECK_AFTER = 60 * 60 * 1000;

/** Registers the worker. Does nothing without support, as on plain http and in third-party frames. */
export async function registerServiceWorker(): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container) return;
  try {
    const registration = await container.register("/sw.js");
    container.ready.then(keepLater);
    // The worker of the first visit is not an update. A missing controller does not prove a first visit,
    // because WebKit may list a worker as waiting when it already controls the page.
    const first = registration.active || container.controller
      ? null
      : registration.installing ?? registration.waiting;
    const offer = () => {
      const { waiting } = registration;
      if (!waiting || waiting === first || waiting === container.controller) return;
      if (container.controller) appState.set({ ...appState.get(), waiting });
    };
    offer();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offer);
    });
    checkWhenVisible(registration);
  } catch {
    // Registration was refused: the app works, but not offline.
  }
}

/** Requests the second part. Files in the cache are not fetched again. */
function keepLater({ active }: ServiceWorkerRegistration): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: kept }) => {
    port1.close();
    if (!kept) return;
    appState.set({ ...appState.get(), ready: true });
    renewTables();
  };
  active?.postMessage({ type: KEEP_LATER }, [port2]);
}

/** Fetches newer tables through the service worker, which keeps them for the times without a network. */
function renewTables(): void {
  import("../../run/worker-client.ts").then(({ newestLists }) => newestLists()).catch(() => {});
}

function checkWhenVisible(registration: ServiceWorkerRegistration): void {
  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - checked < CHECK_AFTER) return;
    checked = Date.now();
    registration.update().catch(() => {});
  });
}

/** Activates the waiting version and reloads this tab, but not other tabs. */
export function activateUpdate(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
    once: true,
  });
  waiting.postMessage({ type: "SKIP_WAITING" });
}

export function dismissUpdate(): void {
  appState.set({ ...appState.get(), waiting: null });
}
