import type { Route } from "../../run/run.ts";
import { Notice } from "../../ui/feedback/notice.tsx";

/** Says that the server will make the key, and how the key travels. */
export function ServerNotice({ route }: { route: Route }) {
  if (route.where === "device") return null;
  return (
    <Notice icon="server" heading="The server makes the key">
      {route.forced === null
        ? "As you chose, our server makes the private key and sends it here."
        : "This browser cannot make a key, so our server makes it and sends it here."}
      {" It keeps no copy."}
      {!globalThis.isSecureContext &&
        " This site is on plain http: the key travels unencrypted."}
    </Notice>
  );
}
