/** The standalone CSR generator: a document of its own, without the shell and its router. */
import "../src/ui/base/base.css";
import { start } from "../src/start/start.tsx";
import { PopupPage } from "./popup-page.tsx";

start((onReady) => <PopupPage onReady={onReady} />);
