/** The toasts of the app about itself. */
import { closeInstallOffer } from "../../lib/install.ts";
import { Button } from "../../ui/base/button.tsx";
import { Toast } from "../../ui/feedback/toast.tsx";
import { activateUpdate, dismissUpdate } from "./service-worker.ts";

interface ToastsProps {
  /** A new version that waits. */
  waiting: ServiceWorker | null;
  /** Opens the browser's prompt; null if the installation is not offered. */
  install: (() => void) | null;
}

export default function Toasts({ waiting, install }: ToastsProps) {
  return (
    <>
      {waiting && <UpdateToast waiting={waiting} />}
      {install && <InstallToast install={install} />}
    </>
  );
}

function InstallToast({ install }: { install: () => void }) {
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

function UpdateToast({ waiting }: { waiting: ServiceWorker }) {
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
