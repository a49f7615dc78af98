/**
 * /dev/ui: every component in every state. A separate document that only the development server
 * serves; the build does not contain it.
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
