import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App, preload } from "./app/app.tsx";
import { registerServiceWorker } from "./app/service-worker.ts";
import { followTheme } from "./app/theme.ts";

followTheme(document.documentElement);
await preload(location.pathname);
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
// In development the worker would hide every change behind its cache.
if (import.meta.env.PROD) {
  if (document.readyState === "complete") registerServiceWorker();
  else addEventListener("load", registerServiceWorker, { once: true });
}
