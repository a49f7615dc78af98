/** The standalone CSR generator: a document of its own, without the shell and its router. */
import "../src/ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { PopupPage } from "./popup-page.tsx";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <PopupPage />
  </StrictMode>,
);
