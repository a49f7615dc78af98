import { hostToConnect } from "../../../../core/names/hosts.ts";
import { isOperationError } from "../../../../core/kernel/errors.ts";
import { pageText } from "../../../../core/page-text.ts";

/** Returns the operation's error for an invalid domain; null if it is valid. */
export function domainProblem(text: string): string | null {
  try {
    hostToConnect(text);
    return null;
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return pageText(thrown.message);
  }
}
