/**
 * Installing the app. The browser's own offer is held back. The page makes the offer in its own
 * words, once, after a tool has given a result, and never again after an answer. A button in the
 * footer stays.
 */
import { createSetting } from "./setting.ts";
import { createStore } from "./store.ts";

/** Chromium's event; other browsers have a menu entry instead. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

interface InstallState {
  /** Asks the browser to install; null where it cannot, or where the app is installed. */
  readonly install: (() => Promise<void>) | null;
  /** Whether it is to be offered now. */
  readonly offered: boolean;
}

export const installState = createStore<InstallState>({ install: null, offered: false });

const answered = createSetting("install-offer", ["open", "answered"], "open");

/** Waits for the browser's event that the app can be installed. To be called early. */
export function listenForInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    const install = async () => {
      closeInstallOffer();
      await (event as InstallEvent).prompt();
      // The browser's event can be used once.
      installState.set({ ...installState.get(), install: null });
    };
    installState.set({ ...installState.get(), install });
  });
  addEventListener("appinstalled", () => installState.set({ install: null, offered: false }));
}

/** To be called when a tool has given a result: an offer is welcome then. */
export function offerInstall(): void {
  const { install, offered } = installState.get();
  if (install && !offered && answered.get() === "open") {
    installState.set({ install, offered: true });
  }
}

/** Ends the offer for good: the user answered it, with yes or no. */
export function closeInstallOffer(): void {
  answered.set("answered");
  installState.set({ ...installState.get(), offered: false });
}
