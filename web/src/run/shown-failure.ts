import type { Failure } from "../../../core/kernel/errors.ts";
import { pageText } from "../../../core/page-text.ts";

/** Returns a failure with its texts in sentence case. Loaded with the first failure or when a page is idle. */
export const shownFailure = ({ code, message, issues }: Failure): Failure => ({
  code,
  message: pageText(message),
  issues: issues.map(({ path, message }) => ({ path, message: pageText(message) })),
});
