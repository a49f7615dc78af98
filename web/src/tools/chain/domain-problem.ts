import { hostToConnect } from "../../../../core/names/hosts.ts";
import { isOperationError } from "../../../../core/kernel/errors.ts";
import { pageText } from "../../../../core/page-text.ts";

/** What is wrong with a domain, in the operation's words; null if it is valid. */
export function domainProblem(text: string): string | null {
  try {
    hostToConnect(text);
    return null;
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return pageText(thrown.message);
  }
}
