import "./ui/base/base.css";
import { App, preload } from "./app/shell/app.tsx";
import { listenForInstall } from "./lib/install.ts";
import { atRest } from "./lib/rest.ts";
import { listenForLinks } from "./links/arriving.ts";
import { isListed, pathOf } from "./app/routing/loaders.ts";
import { DocumentRouter } from "./app/routing/router.tsx";
import { registerServiceWorker } from "./app/pwa/service-worker.ts";
import { start } from "./start/start.tsx";

listenForLinks();
listenForInstall();
await preload(location.pathname);
// The user went back while the code loaded: the markup belongs to another page, so do not hydrate it.
if (!isMarkedUp(pathOf(location.pathname))) {
  document.getElementById("root")!.replaceChildren();
}
start((onReady) => (
  <DocumentRouter>
    <App onReady={onReady} />
  </DocumentRouter>
));
// In development the worker would hide every change behind its cache.
if (import.meta.env.PROD) {
  const register = () => void atRest().then(registerServiceWorker);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

/** Whether the markup is that of a page. An unknown address has no canonical one. */
function isMarkedUp(path: string): boolean {
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
  return canonical ? new URL(canonical.href).pathname === path : !isListed(path);
}
