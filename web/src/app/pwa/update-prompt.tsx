import { useSyncExternalStore } from "react";
import { Button } from "../../ui/base/button.tsx";
import { Toast } from "../../ui/feedback/toast.tsx";
import { activateUpdate, appState, dismissUpdate } from "./service-worker.ts";

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
