/** When the page offers a new version, for every order in which browsers report a worker. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { appState, registerServiceWorker } from "../../web/src/app/pwa/service-worker.ts";

class Registration extends EventTarget {
  active: EventTarget | null = null;
  installing: EventTarget | null = null;
  waiting: EventTarget | null = null;
}

/** Registers the service worker in a browser with this state, and returns the page's state. */
async function visit(registration: Registration, controller: EventTarget | null) {
  const container = {
    controller,
    ready: new Promise(() => {}),
    register: () => Promise.resolve(registration),
  };
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  Object.defineProperty(globalThis, "document", { value: new EventTarget(), configurable: true });
  appState.set({ ready: false, waiting: null });
  await registerServiceWorker();
  return container;
}

const installs = (registration: Registration, worker: EventTarget) => {
  registration.installing = worker;
  registration.dispatchEvent(new Event("updatefound"));
};
const changesState = (worker: EventTarget) => worker.dispatchEvent(new Event("statechange"));

describe("a new version", () => {
  it("is not the worker of the first visit, even if it controls the page before it is active", async () => {
    const registration = new Registration();
    const worker = new EventTarget();
    registration.installing = worker;
    const container = await visit(registration, null);
    installs(registration, worker);
    // WebKit may report a worker as waiting that already controls the page.
    Object.assign(registration, { installing: null, waiting: worker });
    container.controller = worker;
    changesState(worker);
    assert.equal(appState.get().waiting, null);
  });

  it("is offered if it is found after the first worker has taken control", async () => {
    const registration = new Registration();
    const [worker, next] = [new EventTarget(), new EventTarget()];
    registration.installing = worker;
    const container = await visit(registration, null);
    Object.assign(registration, { installing: null, active: worker });
    container.controller = worker;
    installs(registration, next);
    Object.assign(registration, { installing: null, waiting: next });
    changesState(next);
    assert.equal(appState.get().waiting, next);
  });

  it("is offered if it is already waiting when the page opens", async () => {
    const registration = new Registration();
    const [worker, next] = [new EventTarget(), new EventTarget()];
    Object.assign(registration, { active: worker, waiting: next });
    await visit(registration, worker);
    assert.equal(appState.get().waiting, next);
  });
});
