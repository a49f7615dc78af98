/**
 * /dev/ui: every component in every state, on the development server alone. It is a document of its
 * own that the build does not know.
 */
import "../src/ui/base/base.css";
import { BrowserRouter } from "react-router-dom";
import { Once, start } from "../src/start/start.tsx";
import { ComponentsPage } from "./components-page.tsx";

start((onReady) => (
  <BrowserRouter>
    <ComponentsPage />
    <Once call={onReady} />
  </BrowserRouter>
));
