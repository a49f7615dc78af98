/** What the server adds to an operation's context: the signal that its caller has left. */
import type { Context } from "../core/kernel/context.ts";

export interface RequestContext extends Context {
  /** Absent where nobody can leave, as in a test. */
  readonly signal?: AbortSignal;
}
