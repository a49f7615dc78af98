/**
 * Installing the app. The page suppresses the browser's prompt and offers the installation itself,
 * once, after a tool has shown its first result. After the user has answered, only the button in the
 * footer remains.
 */
import { createSetting, createStore } from "./store.ts";

/** Only Chromium fires this event; other browsers have a menu item instead. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

interface InstallState {
  /** Opens the browser's prompt; null if there is none, or if the app is installed. */
  readonly install: (() => Promise<void>) | null;
  /** Whether the page shows the offer now. */
  readonly offered: boolean;
}

export const installState = createStore<InstallState>({ install: null, offered: false });

const answered = createSetting("install-offer", ["open", "answered"], "open");

/** Call this early: the browser fires its event once, soon after loading. */
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

/** Shows the offer if the user has not answered it yet. Called when a tool has shown a result. */
export function offerInstall(): void {
  const { install, offered } = installState.get();
  if (install && !offered && answered.get() === "open") {
    installState.set({ install, offered: true });
  }
}

/** Records that the user answered, so that the offer never appears again. */
export function closeInstallOffer(): void {
  answered.set("answered");
  installState.set({ ...installState.get(), offered: false });
}
