/** A fault of a certification request, apart from the code that finds it, which is loaded on demand. */
import type { Severity } from "./rule.ts";

/** A rule that the requested certificate would break. */
export interface RequestFault {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  readonly why: string;
  readonly advice: string;
  /** The document and clause of the rule. */
  readonly source: string;
  /** Bytes from the start of the request; null for a part without a place. */
  readonly offset: number | null;
  /** Whether a private CA may certify it. */
  readonly isPrivate: boolean;
}
