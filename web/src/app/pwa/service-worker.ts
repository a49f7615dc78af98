/**
 * The service worker seen from the page: whether the app is complete on this device, and whether a
 * new version waits. Nothing reloads by itself; half-typed work would be lost.
 */
import { KEEP_LATER } from "./later.ts";
import { createStore } from "../../lib/store.ts";

interface AppState {
  /** Everything is cached: the app works without a network. */
  readonly ready: boolean;
  /** A new version that is installed and waits until the user agrees. */
  readonly waiting: ServiceWorker | null;
}

export const appState = createStore<AppState>({ ready: false, waiting: null });

/** Milliseconds after which an open page, when it becomes visible, asks for a new version. */
const CHECK_AFTER = 60 * 60 * 1000;

/** Registers the worker. Does nothing where there is none: plain http, third-party frames. */
export async function registerServiceWorker(): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container) return;
  try {
    const registration = await container.register("/sw.js");
    container.ready.then(keepLater);
    // What is installed on the first visit is no update. A missing controller does not prove a
    // first visit: WebKit may list a worker as waiting when that worker already controls the page.
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
    checkWhenLookedAt(registration);
  } catch {
    // Registration was refused: the app works, but not offline.
  }
}

/** Asks for the second part. What is there already is not fetched again. */
function keepLater({ active }: ServiceWorkerRegistration): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: kept }) => {
    port1.close();
    if (kept) appState.set({ ...appState.get(), ready: true });
  };
  active?.postMessage({ type: KEEP_LATER }, [port2]);
}

function checkWhenLookedAt(registration: ServiceWorkerRegistration): void {
  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - checked < CHECK_AFTER) return;
    checked = Date.now();
    registration.update().catch(() => {});
  });
}

/** Lets the waiting version take over and loads it. Other tabs stay as they are. */
export function activateUpdate(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
    once: true,
  });
  waiting.postMessage({ type: "SKIP_WAITING" });
}

export function dismissUpdate(): void {
  appState.set({ ...appState.get(), waiting: null });
}
