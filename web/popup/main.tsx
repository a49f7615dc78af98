/** The entry of the popup, a separate document without the shell and the router. */
import "../src/ui/base/base.css";
import { start } from "../src/start/start.tsx";
import { PopupPage } from "./popup-page.tsx";

start((onReady) => <PopupPage onReady={onReady} />);
