/** What the server adds to an operation's context: that its caller has left, and parts. */
import type { Context } from "../core/kernel/context.ts";
import type { Parts } from "./parts.ts";

export interface RequestContext extends Context {
  /** Where parts of the answer are sent and kept; absent in tests that ask for none. */
  readonly parts?: Parts;
  /** Absent where nobody can leave, as in a test. */
  readonly signal?: AbortSignal;
}
