import { lazy, Suspense, useSyncExternalStore } from "react";
import { Button } from "../../ui/base/button.tsx";
import { installState } from "../../lib/install.ts";
import { appState } from "./service-worker.ts";

/** Loaded when there is something to offer. */
const Toasts = lazy(() => import("./toasts.tsx"));

const useInstallState = () =>
  useSyncExternalStore(installState.subscribe, installState.get, installState.get);

/** The offers of the app about itself. */
export function Prompts() {
  const { install, offered } = useInstallState();
  const { waiting } = useSyncExternalStore(appState.subscribe, appState.get, appState.get);
  const offer = offered ? install : null;
  return (waiting || offer) && (
    <Suspense>
      <Toasts waiting={waiting} install={offer} />
    </Suspense>
  );
}

/** In the footer while the app can be installed. */
export function InstallButton() {
  const { install } = useInstallState();
  if (!install) return null;
  return <Button size="small" kind="quiet" icon="download" onClick={install}>Install</Button>;
}
