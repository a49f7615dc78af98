import type { Failure } from "../../../core/kernel/errors.ts";
import { pageText } from "../../../core/page-text.ts";

/**
 * A failure in the letters of pages. Loaded with the first failure, or earlier when a page rests.
 */
export const shownFailure = ({ code, message, issues }: Failure): Failure => ({
  code,
  message: pageText(message),
  issues: issues.map(({ path, message }) => ({ path, message: pageText(message) })),
});
