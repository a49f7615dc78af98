import "./ui/base.css";
import { BrowserRouter } from "react-router-dom";
import { App, preload } from "./app/app.tsx";
import { listenForInstall } from "./app/install.ts";
import { registerServiceWorker } from "./app/service-worker.ts";
import { start } from "./start.tsx";

listenForInstall();
await preload(location.pathname);
start((onReady) => (
  <BrowserRouter>
    <App onReady={onReady} />
  </BrowserRouter>
));
// In development the worker would hide every change behind its cache.
if (import.meta.env.PROD) {
  if (document.readyState === "complete") registerServiceWorker();
  else addEventListener("load", registerServiceWorker, { once: true });
}
