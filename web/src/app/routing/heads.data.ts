/**
 * The titles, descriptions and keywords of the pages, loaded with the first navigation within the
 * app.
 */
import type { Page } from "../../page/page.ts";
import { pages } from "./pages.ts";

export default pages as readonly Page[];
