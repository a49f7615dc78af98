/** What the server adds to an operation's context: the signal that its caller has left. */
import { type Context, createContext, SERVER_LIMITS } from "../core/context.ts";

export interface RequestContext extends Context {
  /** Absent where nobody can leave, as in a test. */
  readonly signal?: AbortSignal;
}

export function requestContext(request: Request): RequestContext {
  return {
    ...createContext({ limits: SERVER_LIMITS }),
    // Made when first asked for: most operations are over before anybody can leave.
    get signal() {
      return request.signal;
    },
  };
}
