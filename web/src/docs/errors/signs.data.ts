/** The words of each error text that a search looks for, in lower case. */
import { ERROR_TEXTS } from "./texts.ts";

export default ERROR_TEXTS.map(({ id, text, also = [] }) => ({
  id,
  text,
  signs: [text, ...also].map((sign) => sign.toLowerCase()),
}));
