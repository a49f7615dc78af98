/** The standalone CSR generator: a document of its own, without the shell and its router. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../src/ui/base.css";
import { PopupPage } from "./popup-page.tsx";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <PopupPage />
  </StrictMode>,
);
