import { useSyncExternalStore } from "react";
import { Button } from "../../ui/base/button.tsx";
import { Toast } from "../../ui/feedback/toast.tsx";
import { closeInstallOffer, installState } from "../../lib/install.ts";
import { activateUpdate, appState, dismissUpdate } from "./service-worker.ts";

const useInstallState = () =>
  useSyncExternalStore(installState.subscribe, installState.get, installState.get);

export function InstallOffer() {
  const { install, offered } = useInstallState();
  if (!install || !offered) return null;
  return (
    <Toast
      actions={
        <>
          <Button size="small" onClick={install}>Install</Button>
          <Button size="small" kind="quiet" onClick={closeInstallOffer}>No, thanks</Button>
        </>
      }
    >
      Install these tools? They open in their own window and work offline.
    </Toast>
  );
}

/** In the footer while the app can be installed. */
export function InstallButton() {
  const { install } = useInstallState();
  if (!install) return null;
  return <Button size="small" kind="quiet" icon="download" onClick={install}>Install</Button>;
}

export function UpdatePrompt() {
  const { waiting } = useSyncExternalStore(appState.subscribe, appState.get, appState.get);
  if (!waiting) return null;
  return (
    <Toast
      actions={
        <>
          <Button size="small" onClick={() => activateUpdate(waiting)}>Reload</Button>
          <Button size="small" kind="quiet" onClick={dismissUpdate}>Later</Button>
        </>
      }
    >
      A new version is ready. Reloading clears what you typed.
    </Toast>
  );
}
