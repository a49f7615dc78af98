/** How this site handles data, in a dialog; loaded when the user opens it. */
import { InfoDialog } from "../../ui/feedback/info-dialog.tsx";

export default function Privacy({ onClose }: { onClose: () => void }) {
  return (
    <InfoDialog heading="Privacy" onClose={onClose}>
      <p>
        There are no accounts, no cookies, no advertising and no analytics. Your browser runs the
        tools, so keys, certificates and passwords stay on your device.
      </p>
      <p>
        We send something to our server only when you ask for it: to check a website, to look up DNS
        records, to complete a chain, or if you choose "On the server" for a tool. If your browser
        cannot run a tool, our server runs it, and the page says so. We ask again before we send a
        private key. The server works in memory, and does not store or log what you send.
      </p>
      <p>
        Your browser keeps your settings, such as the theme, and the app itself, so that it works
        offline. It does not keep what you enter.
      </p>
    </InfoDialog>
  );
}
