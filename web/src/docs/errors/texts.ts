/** All error texts that have a page. */
import type { ErrorText } from "./error-text.ts";
import { browserErrors } from "./browsers.ts";
import { languageErrors } from "./languages.ts";
import { opensslErrors } from "./openssl.ts";

export const ERROR_TEXTS: readonly ErrorText[] = [
  ...opensslErrors,
  ...browserErrors,
  ...languageErrors,
];
