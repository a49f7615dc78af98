export { pageText } from "../../../core/page-text.ts";
