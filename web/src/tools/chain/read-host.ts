import { hostToConnect } from "../../../../core/names/hosts.ts";
import { isOperationError } from "../../../../core/kernel/errors.ts";

/** Returns the host of a domain in lower case and A-labels, or the operation's error for the domain. */
export function readHost(
  text: string,
): { host: string; problem: null } | { host: null; problem: string } {
  try {
    return { host: hostToConnect(text), problem: null };
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return { host: null, problem: thrown.message };
  }
}
