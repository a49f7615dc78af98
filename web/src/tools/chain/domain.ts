/** The domain as it is typed or pasted behind the fixed https://. */
import { urlHost } from "../../../../core/names/url-host.ts";
import { isOperationError } from "../../../../core/kernel/errors.ts";

/** What is wrong with it, in the words of the operation; null when nothing is. */
export function domainProblem(text: string): string | null {
  try {
    urlHost(text);
    return null;
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    return thrown.message;
  }
}

/** A pasted URL brings its own scheme. */
export function withoutScheme(text: string): string {
  return text.replace(/^\s*https?:\/\//i, "");
}

/** The host of a domain that has no problem, in the letters in which it was typed. */
export function hostPart(text: string): string {
  return withoutScheme(text).trim().split(/[/\\?#]/, 1)[0].replace(/:(?:443)?$/, "");
}
