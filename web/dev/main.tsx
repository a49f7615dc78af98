/**
 * /dev/ui: every component in every state. A separate document that only the development server
 * serves; the build does not contain it.
 */
import "../src/ui/base/base.css";
import { DocumentRouter } from "../src/app/routing/router.tsx";
import { Once, start } from "../src/start/start.tsx";
import { ComponentsPage } from "./components-page.tsx";

start((onReady) => (
  <DocumentRouter>
    <ComponentsPage />
    <Once call={onReady} />
  </DocumentRouter>
));
